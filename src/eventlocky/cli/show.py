"""`eventlocky show`: a picture of a page, its records and why each was kept or not, as text or as HTML."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from eventlocky.cli import options as shared
from eventlocky.errors import EventlockyError
from eventlocky.extract import Reading

SUMMARY = "Draw a page's tree with its records, and say why each was kept or not."
EXAMPLE = "eventlocky show page.html --records"
_WIDTH = 100


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("source", metavar="FILE|URL|-", help="a file, an address, or - for standard input")
    parser.add_argument("--url", help="the address of the page, for its relative links")
    parser.add_argument(
        "--fetched", type=shared.day, metavar="DATE", help="the day the page was fetched (default: today)"
    )
    parser.add_argument("--records", action="store_true", help="draw the records only, not the whole tree")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the page with its records and fields outlined and explained"
    )
    shared.add_reading(parser)


def run(options: argparse.Namespace) -> int:
    """Draw a page."""
    if why := shared.mixes(options):
        return shared.misused("show", why)
    reading = shared.read_source(options)
    if options.html:
        _write(reading, options.html)
        return 0
    for text in [*([] if options.records else draw_tree(reading)), *draw_records(reading)]:
        print(text)
    return 0


def _write(reading: Reading, file: Path) -> None:
    from eventlocky.explain import write  # loads what every command would pay for

    try:
        file.write_text(write(reading), encoding="utf-8")
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}. Give another --html."
        raise EventlockyError(message) from error
    print(f"{len(reading.events)} of {len(reading.records)} records kept. Written: {file}", file=sys.stderr)


def draw_tree(reading: Reading) -> Iterator[str]:
    """Yield a line a row: its tag, its name, its words, what was found in it, and where records begin."""
    from eventlocky.page.elements import TEXT

    tree = reading.tree
    begins = {record.first: number for number, record in enumerate(reading.records, 1)}
    names_found: dict[int, set[str]] = {}
    for annotation in reading.annotations.found:
        names_found.setdefault(annotation.row, set()).add(annotation.name)
    for row, tag in enumerate(tree.tags):
        if tag == TEXT and not tree.texts[row].strip():
            continue
        marks = "".join(
            mark for mark, is_set in (("h", tree.is_hidden(row)), ("f", tree.is_boilerplate(row))) if is_set
        )
        names = f" #{tree.attr(row, 'id')}" if tree.attr(row, "id") else ""
        names += "".join(f".{name}" for name in tree.classes(row)[:3])
        words = f" {tree.text(row)[:_WIDTH]!r}" if tag == TEXT else ""
        found = f"  ← {', '.join(sorted(names_found[row]))}" if tag == TEXT and row in names_found else ""
        record = f"  ◀ record {begins[row]}" if row in begins else ""
        yield f"{marks:2} {'  ' * tree.depths[row]}{tag}{names}{words}{found}{record}"


def draw_records(reading: Reading) -> Iterator[str]:
    """Yield what became of every record."""
    from eventlocky.explain import verdicts

    tree, kind = reading.tree, reading.kind
    yield ""
    cut = ", cut" if tree.is_cut else ""
    found = f"{len(reading.annotations.found)} finds, {len(reading.records)} records, {len(reading.events)} kept"
    yield f"{len(tree)} rows, {tree.encoding}{cut}; {found} as {kind.name}"
    judged = zip(reading.records, reading.labels, verdicts(reading), strict=True)
    for number, (record, label, (_, verdict)) in enumerate(judged, 1):
        yield f"record {number:3} {label:.2f}  {tree.path(record.first)}"
        yield f"           {verdict}"
        yield f"           {tree.text(record.first, record.stop)[:_WIDTH]!r}"
