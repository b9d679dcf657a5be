"""The gate: floors below which no figure may fall, on the project's own pages always, on the corpora where they are.

    tests/pages ─ extract ─▶ right, found, wanted ─▶ figures ─┐
    ../shared/corpora, fixed pages ─ extract ─▶ score.py ─────┴─▶ each at least its floor in tests/gate.json

Every figure is a share that is better the higher it is. The corpora are read with the models of the package, which
learned from these very pages: their floors notice what breaks, they do not say how well unseen sites are read. A floor
is lowered only with an entry under `lowered` that says from what, to what and why; a test compares the file with its
own history.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from eventlocky.demo.base import Truth
from eventlocky.demo.score import is_same
from eventlocky.errors import CorpusError, EventlockyError
from eventlocky.evaluate import corpus, scorer
from eventlocky.evaluate.extract import read_page
from eventlocky.evaluate.systems import sample
from eventlocky.extract import extract
from eventlocky.settings import Settings

PAGES_OF_A_CORPUS = 25
"""So many fixed pages of every corpus are read: about a quarter of a minute for all four."""

CORPORA = ("civic", "world", "japan", "deals")
_SHARES = ("site_f1", "precision", "recall")
_SLACK = {"own": 0.02, "corpora": 0.05}
"""How far below what was measured a new floor is set: training again moves figures of 25 pages by as much."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a suite of pages, and which pages they are."""

    suite: str
    pages: int
    digest: str
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A figure below its floor, or a suite whose pages are not those that the floors were set for."""

    suite: str
    what: str

    def __str__(self) -> str:
        return f"{self.suite}: {self.what}"


# The project's own pages -------------------------------------------------------------------------------


def own_suites(pages: Path) -> list[Measured]:
    """Measure every folder of pages that have their truth as JSON beside them."""
    folders = sorted({file.parent for file in pages.glob("*/*.json") if file.with_suffix(".html").exists()})
    if not folders:
        message = f"There are no pages with their truth below {pages}. Run it in a clone, or give --pages FOLDER."
        raise CorpusError(message)
    return [_own(folder) for folder in folders]


def _own(folder: Path) -> Measured:
    digest = hashlib.sha256()
    right = found = wanted = clean = faultless = 0
    truths = sorted(folder.glob("*.json"))
    for file in truths:
        truth, body = _truth(file)
        digest.update(file.read_bytes() + body)
        hits, events = _count(truth, body)
        right, found, wanted = right + hits, found + events, wanted + len(truth["events"])
        clean += not truth["events"] and not events
        faultless += hits == events == len(truth["events"])
    figures = {"faultless": faultless / len(truths)}
    if wanted:
        figures |= {"precision": right / max(1, found), "recall": right / wanted}
    else:
        figures = {"clean": clean / len(truths)}
    return Measured(f"own/{folder.name}", len(truths), digest.hexdigest()[:16], figures)


def _truth(file: Path) -> tuple[dict[str, Any], bytes]:
    """Return what is true of a page, and the page; raise CorpusError where either cannot be read."""
    try:
        truth = json.loads(file.read_text(encoding="utf-8"))
        date.fromisoformat(truth["fetched"])
        for event in truth["events"]:
            date.fromisoformat(event["start"][:10])
            str(event["title"]).strip()
        return dict(truth), file.with_suffix(".html").read_bytes()
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{file} is not the truth of a page: {error}. It needs url, fetched, and events with title and start."
        raise CorpusError(message) from error


def _count(truth: Mapping[str, Any], body: bytes) -> tuple[int, int]:
    """Return how many events of a page are right in day and title, and how many were found."""
    events = extract(body, str(truth.get("url") or ""), fetched=date.fromisoformat(truth["fetched"]))
    found, right = len(events), 0
    for each in truth["events"]:
        wanted = Truth(each["title"], date.fromisoformat(each["start"][:10]))
        match = next((event for event in events if is_same(wanted, event)), None)
        if match is not None:
            events.remove(match)
            right += 1
    return right, found


# The corpora -----------------------------------------------------------------------------------------


def corpus_suites(shared: Path) -> Iterator[Measured]:
    """Measure fixed pages of every corpus that is there, with the models of the package."""
    for name in CORPORA:
        gold = shared / "corpora" / name / "gold.jsonl"
        if not gold.is_file():
            continue
        judge = scorer.load(scorer.find([gold]))
        pages = sample(corpus.load(gold), PAGES_OF_A_CORPUS)
        digest = hashlib.sha256("".join(f"{page.id}{json.dumps(page.row, sort_keys=True)}" for page in pages).encode())
        summary = judge.summary([read_page(page, judge, Settings()).score for page in pages])
        figures = {key: float(summary[key]) for key in _SHARES if summary.get(key) is not None}
        if "fooled_pages" in summary:
            figures["clean"] = 1.0 - summary["fooled_pages"] * summary["empty_pages"] / len(pages)
        yield Measured(f"corpora/{name}", len(pages), digest.hexdigest()[:16], figures)


# Floors --------------------------------------------------------------------------------------------------


def load(file: Path) -> dict[str, Any]:
    """Return the floors of a file, or raise CorpusError where it holds none."""
    try:
        floors = json.loads(file.read_text(encoding="utf-8"))
        is_gate = all(isinstance(suite["floors"], dict) for suite in floors["suites"].values())
        is_gate = is_gate and isinstance(floors["lowered"], list)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{file} holds no floors: {error}. Make it with: eventlocky evaluate gate --raise."
        raise CorpusError(message) from error
    if not is_gate:
        message = f"{file} holds no floors: it needs `suites` with `floors`, and `lowered`."
        raise CorpusError(message)
    return dict(floors)


def check(measured: Sequence[Measured], floors: Mapping[str, Any]) -> list[Fallen]:
    """Return what is below its floor; a suite without floors, or of other pages, is told too."""
    fallen = []
    for one in measured:
        suite = floors["suites"].get(one.suite)
        if suite is None:
            fallen.append(Fallen(one.suite, "it has no floors: set them with --raise"))
        elif suite["digest"] != one.digest:
            fallen.append(Fallen(one.suite, "its pages are not those the floors were set for: set them with --raise"))
        else:
            fallen += _below(one, suite["floors"])
    return fallen


def _below(one: Measured, floors: Mapping[str, float]) -> Iterator[Fallen]:
    for name, floor in floors.items():
        figure = one.figures.get(name)
        if figure is None or figure < floor:
            said = "was not measured" if figure is None else f"is {figure:.3f}"
            yield Fallen(one.suite, f"{name} {said}, the floor is {floor:.2f}")


def raised(measured: Sequence[Measured], floors: Mapping[str, Any]) -> dict[str, Any]:
    """Return floors that are nowhere lower than before on the same pages; those of new pages are set anew."""
    suites = dict(floors["suites"])
    for one in measured:
        old = suites.get(one.suite, {})
        before = old["floors"] if old.get("digest") == one.digest else {}
        slack = _SLACK[one.suite.partition("/")[0]]
        new = {name: max(_floor(value, slack), before.get(name, 0.0)) for name, value in sorted(one.figures.items())}
        suites[one.suite] = {"pages": one.pages, "digest": one.digest, "floors": new}
    return {"suites": dict(sorted(suites.items())), "lowered": floors["lowered"]}


def _floor(figure: float, slack: float) -> float:
    """Return two digits somewhat below a figure."""
    return max(0.0, math.floor(100 * (figure - slack) + 1e-9) / 100)


def lowered_silently(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the floors that are lower than in an earlier file, or gone, without an entry that says why.

    An entry has `suite`, `figure`, `from`, `to` and `why`. New pages have new floors, but that too is said.
    """
    reasons = {(one["suite"], one["figure"], one["from"], one["to"]) for one in now["lowered"] if one.get("why")}
    silent = []
    for suite, old in before["suites"].items():
        new = now["suites"].get(suite, {"floors": {}})
        for name, floor in old["floors"].items():
            left = new["floors"].get(name)
            if (left is None or left < floor) and (suite, name, floor, left) not in reasons:
                silent.append(f"{suite} {name}: {floor} to {left}")
    return silent


def write(file: Path, floors: Mapping[str, Any]) -> None:
    """Write floors to their file."""
    try:
        file.write_text(json.dumps(floors, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}."
        raise EventlockyError(message) from error
