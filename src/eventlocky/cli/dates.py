"""`eventlocky dates`: what the lines of a text say of dates."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import date

from eventlocky.cli import options as shared

SUMMARY = "Read dates in the lines of standard input."
EXAMPLE = "eventlocky dates --reference 2026-11-15 --json"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--reference", type=shared.day, metavar="DATE", help="the day that it is (default: today)")
    parser.add_argument("--languages", metavar="en,de", help="the languages to expect (default: all)")
    parser.add_argument("--country", metavar="US", help="the country, for the order of 11/12")
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print what every line says; a line without a date says null."""
    reference = options.reference or date.today()  # noqa: DTZ011 - the reader's own day
    languages = options.languages.split(",") if options.languages else None
    found = 0
    for raw in sys.stdin.buffer:
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        row = read_line(text, reference, languages, options.country)
        found += row["start"] is not None or row["end"] is not None
        print(json.dumps(row, ensure_ascii=False) if options.json else _line(row), flush=True)
    return 0 if found else 1


def read_line(
    text: str,
    reference: date,
    languages: list[str] | None = None,
    country: str | None = None,
) -> dict[str, object]:
    """Return what a line says of dates, as JSON can say it."""
    from eventlocky import dates
    from eventlocky.formats.json import plain, stamp
    from eventlocky.types import When

    mentions = dates.find(text, reference=reference, languages=languages, country=country)
    when = dates.choose(mentions, dates.Context(reference)) or When()
    return {
        "text": text,
        "start": stamp(when.start),
        "end": stamp(when.end),
        "rrule": when.rrule,
        "doors": when.doors.isoformat(timespec="minutes") if when.doors else None,
        "confidence": round(when.confidence, 2),
        "also": [stamp(day) for day in when.rdates],
        "mentions": [plain(mention) for mention in mentions],
    }


def _line(row: dict[str, object]) -> str:
    said = " ".join(str(row[name]) for name in ("start", "end", "rrule") if row[name])
    return f"{said or '–':40}  {row['text']}"
