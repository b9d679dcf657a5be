"""The long runs that several experiments look at, each kept: pages read by a finder or a system, texts judged.

A run of pages is kept as a row a page: what the scorer says of it, how sure each event was and whether it is right,
what it cost. Everything that is learned is learned from other sites.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.texts import SEED
from eventlocky.evaluate import classify, extract, systems
from eventlocky.evaluate.corpus import GoldPage, Row, written
from eventlocky.evaluate.draws import Counts, drawn_error, tally
from eventlocky.evaluate.experiments.base import PAGE_ROOMS, QUICK_PAGES, TEXT_ROOMS, Bench, Cell, gold_files
from eventlocky.evaluate.extract import Scored, site_error
from eventlocky.evaluate.reliability import Judged
from eventlocky.evaluate.scorer import Scorer
from eventlocky.evaluate.systems import sample
from eventlocky.settings import Settings
from eventlocky.train.records import LabelledText

FOLDS = 5


@dataclass(frozen=True, slots=True)
class PageRun:
    """What was found on one page, as it is kept."""

    corpus: str
    id: str
    domain: str
    language: str
    structure: str
    has_events: bool
    found: int
    score: Row
    judged: list[Judged]
    seconds: float
    parse_seconds: float
    error: str


def by_finder(bench: Bench, finder: str, corpora: Sequence[str]) -> list[PageRun]:
    """Return what a finder finds on the pages of corpora, its classifier and its own model trained for each fold."""
    pages = bench.pages(corpora)
    settings = Settings(finder=finder)

    def read() -> list[Scored]:
        train = extract.settings_for(settings)
        return _said(bench, finder, extract.evaluate(pages, bench.scorer(), train, folds=FOLDS), len(pages))

    return _kept(bench, f"finder-{finder}", corpora, read)


def by_rules(bench: Bench, finder: str, corpora: Sequence[str]) -> list[PageRun]:
    """Return what a finder finds with the classifier `rules`: nothing is learned."""
    pages = bench.pages(corpora)
    settings = Settings(finder=finder, classifier="rules")

    def read() -> list[Scored]:
        found = extract.evaluate(pages, bench.scorer(), lambda _fold, _others: settings, folds=1)
        return _said(bench, f"{finder} with rules", found, len(pages))

    return _kept(bench, f"rules-{finder}", corpora, read)


def by_system(bench: Bench, name: str, corpora: Sequence[str]) -> list[PageRun]:
    """Return what a whole system finds on those of the pages on which it can look."""
    if name == "best":
        return by_finder(bench, "best", corpora)
    system = systems.chosen([name])[0]
    pages = systems.pages_for(system, bench.pages(corpora))

    def read() -> list[Scored]:
        return _said(bench, name, systems.measure(system, pages, bench.scorer(), folds=FOLDS), len(pages))

    return _kept(bench, f"system-{name}", corpora, read)


def by_system_on_nothing(bench: Bench, name: str) -> list[PageRun]:
    """Return what a system of the papers finds on the pages that we wrote and that announce nothing.

    Its model is that of the package, which has learned from the corpora and from none of these pages; `best` has.
    """
    pages = sample([page for page in written() if not page.row["events"]], QUICK_PAGES if bench.is_quick else 0)

    def read() -> list[Scored]:
        found = extract.evaluate(pages, bench.scorer(), lambda _fold, _others: Settings(), folds=1, system=name)
        return _said(bench, f"{name} on nothing", found, len(pages))

    hangs_on = {"data": bench.digests(["bench/score.py"]), "quick": bench.is_quick}
    rows = bench.keeper.ask(
        f"nothing-{name}", hangs_on, [*PAGE_ROOMS, "evaluate/systems.py"], lambda: [asdict(_run(one)) for one in read()]
    )
    return [PageRun(**{**row, "judged": [Judged(**one) for one in row["judged"]]}) for row in rows]


def _said(bench: Bench, what: str, found: Any, total: int) -> list[Scored]:  # noqa: ANN401 - any iterator of Scored
    """Return all of a run, saying now and then how far it is."""
    scored: list[Scored] = []
    for one in found:
        scored.append(one)
        if len(scored) % 50 == 0 or len(scored) == total:
            bench.say(f"{what}: {len(scored)} of {total} pages")
    return scored


def _kept(bench: Bench, name: str, corpora: Sequence[str], read: Callable[[], list[Scored]]) -> list[PageRun]:
    is_system = name.startswith("system-")
    hangs_on = {
        "data": bench.digests([*gold_files(*corpora), *(bench.texts_beside(corpora) if is_system else ())]),
        "folds": FOLDS,
        "seed": SEED,
        "quick": bench.is_quick,
    }
    uses = [*PAGE_ROOMS, "evaluate/systems.py", "evaluate/labels.py"] if is_system else PAGE_ROOMS
    rows = bench.keeper.ask(
        f"{name}-{'-'.join(corpora)}", hangs_on, uses, lambda: [asdict(_run(one)) for one in read()]
    )
    return [PageRun(**{**row, "judged": [Judged(**one) for one in row["judged"]]}) for row in rows]


def _run(one: Scored) -> PageRun:
    page: GoldPage = one.page
    return PageRun(
        corpus=page.corpus,
        id=page.id,
        domain=page.domain,
        language=page.language,
        structure=str(page.row.get("structure") or page.row.get("kind") or ""),
        has_events=bool(page.row["events"]),
        found=len(one.events),
        score=one.score,
        judged=[replace(each, confidence=round(each.confidence, 4)) for each in one.judged],
        seconds=round(one.seconds, 5),
        parse_seconds=round(one.parse_seconds, 6),
        error=one.error,
    )


# What runs of pages say -----------------------------------------------------------------------------


def summed(runs: Sequence[PageRun], scorer: Scorer) -> Row:
    """Return the scorer's summary with the error of its headline over draws of sites."""
    rows = [run.score for run in runs]
    return {**scorer.summary(rows), "site_f1_error": site_error(rows, scorer)}


def seconds_a_page(runs: Sequence[PageRun]) -> float:
    """Return the mean processor time of a page."""
    return fmean(run.seconds for run in runs) if runs else 0.0


def of_corpus(runs: Sequence[PageRun], name: str) -> list[PageRun]:
    """Return the pages of one corpus."""
    return [run for run in runs if run.corpus == name]


def mistakes(run: PageRun) -> int:
    """Count what was missed and, where the gold is complete, what was made up."""
    score = run.score
    false = score["predicted"] - score["right"] if score["complete"] else 0
    return int(score["gold"] - score["right"] + max(0, false))


def worst(runs: Sequence[PageRun], most: int = 10) -> list[tuple[str, str]]:
    """Return the pages on which most is missed or made up, each with what happened."""
    bad = sorted((run for run in runs if mistakes(run)), key=lambda run: (-mistakes(run), run.id))[:most]
    return [
        (
            f"{run.corpus}/{run.id}",
            f"{run.score['right']} right of {run.score['gold']}, {run.score['predicted']} found",
        )
        for run in bad
    ]


def shares(summary: Row, *names: str) -> list[Cell]:
    """Return some figures of a summary as cells."""
    return [summary.get(name) for name in names]


# Texts ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a classifier of texts said when sites (or records) were left out."""

    chances: NDArray[np.float64]
    parameters: list[dict[str, float]]
    seconds: float


def f1_error(records: Sequence[LabelledText], chances: NDArray[np.float64]) -> float | None:
    """Return how far the F1 of a classifier of texts would move with other sites."""
    sites: Counts = {}
    for record, chance in zip(records, chances, strict=True):
        is_said = bool(chance >= classify.YES)
        count = sites.setdefault(record.site, [0, 0])
        count[0] += 2 * (is_said and bool(record.label))
        count[1] += is_said + bool(record.label)
    return drawn_error(sites.values())


def right_by_site(records: Sequence[LabelledText], chances: NDArray[np.float64]) -> Counts:
    """Return by site how many records are told rightly, and of how many."""
    right = [(chance >= classify.YES) == bool(record.label) for record, chance in zip(records, chances, strict=True)]
    return tally([record.site for record in records], right)


def judged(bench: Bench, name: str, *, folds: int, split: str = "site", most: int = 0) -> Judgement:
    """Return how sure a classifier is of every labelled record, by what it learned from the other folds."""
    hangs_on = {
        "data": bench.digests(["corpora/japan/records.jsonl.gz"]),
        "folds": folds,
        "split": split,
        "most": most,
        "seed": SEED,
        "quick": bench.is_quick,
    }

    def make() -> dict[str, object]:
        one = classify.judge(name, bench.records(), folds=folds, split=split, most=most)
        bench.say(f"{name}: {folds} folds by {split}{f', {most:,} records' if most else ''}, {one.seconds:.0f} s")
        chances = [round(float(chance), 5) for chance in one.chances]
        return {"chances": chances, "parameters": list(one.parameters), "seconds": one.seconds}

    found = bench.keeper.ask(f"texts-{name}-{split}-{folds}-{most}", hangs_on, TEXT_ROOMS, make)
    return Judgement(np.array(found["chances"]), found["parameters"], found["seconds"])
