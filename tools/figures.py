"""Which figures of the documents have evidence: each must stand in a result of docs/evaluation, or in measured.json.

    python tools/figures.py                       # what has none
    python tools/figures.py --record "docs/deals.md#Sentences" --command "…" --data "…" --date 2026-11-16

A figure is a number with a point (0.87, 99.75 %), a percentage (72 %) or a count (145 of 219) in the words and tables
of a document and in what its commands print, not in its code; in the tables of a section that quotes results whole
numbers are figures too. There a figure must stand where its row and the head of its column say: in a row of a result
that bears the names of both (`civic`, `patterns`; `best` where none is named), in a column that has such a word. In
words it must stand somewhere in the results. Sections of `docs/evaluation/measured.json` name the
results that a section of a document quotes (`results`: names of JSON files there; rounding is fine), or hold figures,
each as often as it is said, that were measured once and are not run again, with the command, the data and the day;
the command of what was never measured (a weight, a threshold, a version) says where it is set. The test that keeps it
so is tests/test_figures.py.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
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
_COUNT = re.compile(r"(?<![\w.,])\d[\d,]*\sof\s\d[\d,]*(?![\w.]*\d)")
_NO_FIGURES = re.compile(
    r"^    .*?$|`(?!``)[^`\n]*`|\]\([^)]*\)|https?://\S+|\bpython 3\.\d+|\bversion \d[\d.]*"
    r"|\b(?:goskyr|trafilatura\.extract`?|Duckling|bindings|goose3|Python) \d[\d.]*|\d+\.\d+\.\d+",
    re.MULTILINE | re.DOTALL,
)


_WHOLE = re.compile(r"(?<![\w.,:/-])(?<!\d )\d[\d,]*(?![\w.,:/-]*\d)(?! ?%)(?!\w)")
_BAR = re.compile(r"(?<!\\)\|")
"""What parts the cells of a line."""

_OURS = "best"
"""Whose figures are quoted where nobody is named."""

_PRINTED = ("paper", "thesis")
"""So begin the columns of a paper."""

_WORDS = re.compile(r"[^\W_][\w-]*")


@dataclass(frozen=True)
class Quote:
    """A figure in a table: the head over it, its cell, the words beside it; if it is an error, or ends an interval."""

    figure: str
    head: str
    cell: str
    row: str
    is_error: bool
    is_end: bool


@dataclass(frozen=True)
class Section:
    """A part of a document, and the figures in it as they are written, each as often as it stands there.

    `said` are those in its words, `quotes` those in its tables; `figures` are all but whole numbers among the quotes.
    """

    document: str
    heading: str
    figures: tuple[str, ...]
    said: tuple[str, ...]
    quotes: tuple[Quote, ...]

    def all_of(self, entry: dict[str, Any]) -> list[str]:
        """Return the figures that need evidence: whole numbers of tables only where results are quoted."""
        return [*self.said, *(one.figure for one in self.quotes)] if entry.get("results") else list(self.figures)


def sections(document: str) -> list[Section]:
    """Return the parts of a document by its headings, those with figures only."""
    text = (ROOT / document).read_text(encoding="utf-8")
    text = re.sub(r"^```(?!console).*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"^(#{1,3} .+)$", text, flags=re.MULTILINE)
    found: dict[str, list[str]] = {}
    for heading, body in zip(["", *parts[1::2]], parts[0::2], strict=True):
        name = re.sub(r"\s*\(\d{4}-\d\d-\d\d[^)]*\)", "", heading.lstrip("# ")).strip()
        found.setdefault(name, []).append(f"{heading}\n{body}")
    some = [_section(document, name, "\n".join(texts)) for name, texts in found.items()]
    return [one for one in some if one.figures]


def _section(document: str, heading: str, text: str) -> Section:
    words = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    return Section(
        document,
        heading,
        tuple(figures(text)),
        tuple(figures(words)),
        tuple(quotes(text)),
    )


def quotes(text: str) -> Iterator[Quote]:
    """Yield the figures of tables with the words that say what they are."""
    for table in re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE):
        head, _, *rows = ([cell.strip() for cell in _BAR.split(line)[1:-1]] for line in table.splitlines())
        for row in rows:
            words = " ".join(cell for cell in row if not figures(cell))
            for name, cell in zip(head, row, strict=False):
                heads, parts = name.split(" / "), cell.split(" / ")
                if len(heads) != len(parts):
                    heads, parts = [name], [cell]
                for over, part in zip(heads, parts, strict=True):
                    yield from _quotes_of(part, over, words)


def _quotes_of(cell: str, head: str, row: str) -> Iterator[Quote]:
    known = figures(cell)
    plain = _NO_FIGURES.sub(" ", cell)
    if not any(" of " in figure for figure in known):
        plain = _FIGURE.sub(lambda match: " " * len(match[0]), plain)
        known += [match[0].replace(",", "") for match in _WHOLE.finditer(plain)]
    for figure in known:
        number = re.escape(figure)
        is_error = re.search(rf"± ?{number}(?!\d)", cell) is not None
        is_end = re.search(rf"\b{number} to \d|\d to {number}(?!\d)", cell) is not None
        yield Quote(figure, head, cell, row, is_error, is_end)


def figures(text: str) -> list[str]:
    """Return the figures of a text: signs and spaces made plain."""
    words = _NO_FIGURES.sub(" ", text)
    counts = [" ".join(match[0].replace(",", "").split()) for match in _COUNT.finditer(words)]
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


def is_quoted(quote: Quote, names: list[str]) -> bool:
    """Tell whether a figure stands in one of some results in a row and a column that its own row and head name.

    Only the tables that have most of the names, and among those the ones that have the column, are looked at.
    """
    tables = [
        _meant(quote, table["columns"], table["rows"])
        for name in names
        for table in json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))["tables"]
    ]
    most = max((meant.names for meant in tables), default=(0, False))
    return any(is_among(quote.figure, meant.numbers) for meant in tables if meant.names == most)


@dataclass(frozen=True)
class Meant:
    """The numbers of a table that a quote may mean; how many of its names the table has, and whether its column."""

    names: tuple[int, bool]
    numbers: list[float]


def _meant(quote: Quote, columns: list[str], rows: list[list[Any]]) -> Meant:
    named = 0
    for place in range(len(columns)):
        labels = {row[place] for row in rows if isinstance(row[place], str)}
        near = {label for label in labels if _is_said(label, f"{quote.head} {quote.cell}")}
        far = {label for label in labels if _is_said(label, quote.row)}
        those = near or far or ({_OURS} & labels)
        named += bool(near or far)
        rows = [row for row in rows if not those or row[place] in those]
    has_column, those = _columns(quote, columns)
    numbers = [float(row[place]) for row in rows for place in sorted(those) if isinstance(row[place], int | float)]
    return Meant((named, has_column), numbers)


def _columns(quote: Quote, columns: list[str]) -> tuple[bool, set[int]]:
    """Return whether the head over a figure, or its row, names columns, and which; all of ours where it names none.

    Those of a paper are meant only where a paper is spoken of.
    """
    heads = set(_WORDS.findall(quote.head.lower()))
    those = {place for place, name in enumerate(columns) if heads & set(_WORDS.findall(name.lower()))}
    those = those or {place for place, name in enumerate(columns) if name.strip() and _is_said(name.strip(), quote.row)}
    if not heads & set(_PRINTED):
        those -= {place for place, name in enumerate(columns) if name.startswith(_PRINTED)}
    is_named = bool(those)
    errors = {place for place, name in enumerate(columns) if name.startswith("±")}
    ends = {place for place, name in enumerate(columns) if name in {"95 % from", "to"}}
    if quote.is_error or quote.is_end:
        return is_named, errors if quote.is_error else ends
    ours = {place for place, name in enumerate(columns) if not name.startswith(_PRINTED)}
    return is_named, (those or ours) - errors - ends


def _is_said(label: str, words: str) -> bool:
    """Tell whether a label stands in some words, not as a part of a longer name: `locky` is not in `locky-plain`."""
    return re.search(rf"(?<![\w-]){re.escape(label)}(?![\w-])", words) is not None


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
            more = Counter(without(section, entry)) - Counter(entry.get("figures", []))
            found += [(document, section.heading, one) for one in more.elements()]
    return found


def without(section: Section, entry: dict[str, Any]) -> list[str]:
    """Return the figures of a section that do not stand in the results which it quotes."""
    names = entry.get("results", [])
    if not names:
        return list(section.figures)
    numbers = result_numbers(names)
    missing = [figure for figure in section.said if not is_among(figure, numbers)]
    return missing + [quote.figure for quote in section.quotes if not is_quoted(quote, names)]


def stale() -> list[tuple[str, str, str]]:
    """Return every figure of measured.json that its document no longer says, or says less often."""
    shown = {(one.document, one.heading): one for name in DOCUMENTS for one in sections(name)}
    found = []
    for entry in load():
        document, heading = entry["document"], entry["section"]
        section = shown.get((document, heading))
        less = Counter(entry.get("figures", [])) - Counter(section.all_of(entry) if section else [])
        found += [(document, heading, one) for one in less.elements()]
    return found


def record(document: str, heading: str, *, command: str, data: str, date: str, results: list[str]) -> None:
    """Write down what a section's figures without evidence come from."""
    entries = load()
    entry = next((one for one in entries if (one["document"], one["section"]) == (document, heading)), None)
    if entry is None:
        entry = {"document": document, "section": heading}
        entries.append(entry)
    entry["results"] = sorted({*entry.get("results", []), *results})
    section = next(one for one in sections(document) if one.heading == heading)
    entry["figures"] = without(section, entry)
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
