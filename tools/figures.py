"""Which figures of the documents have evidence: each must stand in a result of docs/evaluation, or in measured.json.

    python tools/figures.py                       # what has none
    python tools/figures.py --record "docs/deals.md#Sentences" --command "…" --data "…" --date 2026-11-16

A figure is a number with a point (0.87, 99.75 %), a percentage (72 %) or a count (145 of 219) in the words and tables
of a document and in what its commands print, not in its code. Sections of `docs/evaluation/measured.json` name the
results that a section of a document quotes (`results`: names of JSON files there; rounding is fine), or hold figures
that were measured once and are not run again, with the command, the data and the day; the command of what was never
measured (a weight, a threshold, a version) says where it is set. The test that keeps it so is
tests/test_figures.py.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "evaluation"
MEASURED = RESULTS / "measured.json"
_FIRST = (
    "README.md",
    "docs/evaluation.md",
    "docs/evaluation-log.md",
    "docs/evaluation-finders.md",
    "docs/evaluation-errors.md",
    "docs/deals.md",
    "docs/classifiers.md",
    "docs/finders-papers-a.md",
    "docs/finders-papers-b.md",
    "docs/comparison.md",
)
_NONE = ("docs/evaluation/", "docs/reference/")
"""Pages that are written from results and from code."""

_REST = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
DOCUMENTS = (*_FIRST, *(name for name in _REST if name not in _FIRST and not name.startswith(_NONE)))
"""The documents whose figures are looked up, those about quality first."""

_FIGURE = re.compile(r"(?<![\w.,])(?<![A-Za-z]-)[-+−]?\d[\d,]*(?:\.\d+(?![\w]*\.\d)(?: ?%)?|(?: ?%))(?!\w)")
_COUNT = re.compile(r"(?<![\w.,])\d[\d,]* of \d[\d,]*(?![\w.]*\d)")
_NO_FIGURES = re.compile(
    r"^    .*?$|`(?!``)[^`\n]*`|\]\([^)]*\)|https?://\S+|\bpython 3\.\d+|\bversion \d[\d.]*"
    r"|\b(?:goskyr|trafilatura\.extract`?|Duckling|bindings|goose3|Python) \d[\d.]*|\d+\.\d+\.\d+",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Section:
    """A part of a document, and the figures in it as they are written."""

    document: str
    heading: str
    figures: tuple[str, ...]


def sections(document: str) -> list[Section]:
    """Return the parts of a document by its headings, those with figures only."""
    text = (ROOT / document).read_text(encoding="utf-8")
    text = re.sub(r"^```(?!console).*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"^(#{1,3} .+)$", text, flags=re.MULTILINE)
    found: dict[str, list[str]] = {}
    for heading, body in zip(["", *parts[1::2]], parts[0::2], strict=True):
        name = re.sub(r"\s*\(\d{4}-\d\d-\d\d[^)]*\)", "", heading.lstrip("# ")).strip()
        found.setdefault(name, []).extend(figures(f"{heading}\n{body}"))
    return [Section(document, name, tuple(dict.fromkeys(some))) for name, some in found.items() if some]


def figures(text: str) -> list[str]:
    """Return the figures of a text: signs and spaces made plain."""
    words = _NO_FIGURES.sub(" ", text)
    counts = [match[0].replace(",", "") for match in _COUNT.finditer(words)]
    return counts + [
        match[0].replace("−", "-").replace(" ", "").lstrip("+").replace(",", "") for match in _FIGURE.finditer(words)
    ]


def load() -> list[dict[str, Any]]:
    """Return what is known of sections."""
    return list(json.loads(MEASURED.read_text(encoding="utf-8"))["sections"]) if MEASURED.exists() else []


def result_numbers(names: list[str]) -> list[float]:
    """Return the numbers of some results, those in their notes too."""
    numbers: list[float] = []
    for name in names:
        plain = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        words = [table["note"] for table in plain["tables"]] + plain["notes"]
        numbers += [float(match) for text in words for match in re.findall(r"\d+\.\d+", text)]
        cells = [cell for table in plain["tables"] for row in table["rows"] for cell in row]
        numbers += [float(cell) for cell in cells if isinstance(cell, int | float)]
    return numbers


def is_among(figure: str, numbers: list[float]) -> bool:
    """Tell whether a figure is one of some numbers, rounded as it is written; a percentage may be a share there."""
    if " of " in figure:
        return all(float(part) in numbers for part in figure.split(" of "))
    value = abs(float(figure.rstrip("%")))
    digits = len(figure.rstrip("%").partition(".")[2])
    near = 0.5 * 10**-digits + 1e-9
    scaled = (1.0, 100.0) if figure.endswith("%") else (1.0,)
    return any(abs(abs(number) * scale - value) <= near for number in numbers for scale in scaled)


def unproven() -> list[tuple[str, str, str]]:
    """Return every figure without evidence: the document, its section, the figure."""
    known = {(entry["document"], entry["section"]): entry for entry in load()}
    found = []
    for document in DOCUMENTS:
        for section in sections(document):
            entry = known.get((document, section.heading), {})
            numbers = result_numbers(entry.get("results", []))
            said = set(entry.get("figures", []))
            found += [
                (document, section.heading, figure)
                for figure in section.figures
                if figure not in said and not is_among(figure, numbers)
            ]
    return found


def stale() -> list[tuple[str, str, str]]:
    """Return every figure of measured.json that its document no longer says."""
    shown = {(one.document, one.heading): set(one.figures) for name in DOCUMENTS for one in sections(name)}
    return [
        (entry["document"], entry["section"], figure)
        for entry in load()
        for figure in entry.get("figures", [])
        if figure not in shown.get((entry["document"], entry["section"]), set())
    ]


def record(document: str, heading: str, *, command: str, data: str, date: str, results: list[str]) -> None:
    """Write down what a section's figures without evidence come from."""
    entries = load()
    entry = next((one for one in entries if (one["document"], one["section"]) == (document, heading)), None)
    if entry is None:
        entry = {"document": document, "section": heading}
        entries.append(entry)
    entry["results"] = sorted({*entry.get("results", []), *results})
    section = next(one for one in sections(document) if one.heading == heading)
    numbers = result_numbers(entry["results"])
    entry["figures"] = [figure for figure in section.figures if not is_among(figure, numbers)]
    if entry["figures"]:
        entry |= {"command": command or entry.get("command", ""), "data": data or entry.get("data", ""), "date": date}
    entries.sort(key=lambda one: (DOCUMENTS.index(one["document"]), one["section"]))
    MEASURED.write_text(json.dumps({"sections": entries}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
    """List what has no evidence, or record where it comes from."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--record", metavar="DOCUMENT#SECTION")
    parser.add_argument("--command", default="")
    parser.add_argument("--data", default="")
    parser.add_argument("--date", default="")
    parser.add_argument("--results", nargs="*", default=[], metavar="NAME")
    options = parser.parse_args()
    if options.record:
        document, _, heading = options.record.partition("#")
        record(
            document, heading, command=options.command, data=options.data, date=options.date, results=options.results
        )
    for what, found in (("without evidence", unproven()), ("no longer said", stale())):
        for document, heading, figure in found:
            print(f"{what}: {figure:10} {document}#{heading}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
