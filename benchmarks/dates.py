"""Our reader of dates beside others, in one run: strings right, and CPU time a page.

    python benchmarks/dates.py [--pages 20] [--corpora ../shared/corpora]

Strings are those of `tests/dates/strings/judge` that say one day (no recurrence): a reader is right when the first
day it finds is that day, its time aside, which is lenient to all. Strings without a date count as false alarms when
anything is found. The others are used where they are installed (`pip install dateparser datefinder …`); who is not
installed has no row. Pages are the visible text of corpus pages, the same for all.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import importlib.util
import json
import sys
import time
import warnings
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from eventlocky import dates
from eventlocky.dates import plain
from eventlocky.page import parse

ROOT = Path(__file__).parent.parent
STRINGS = ROOT / "tests" / "dates" / "strings" / "judge"
Reader = Callable[[str, date], list[date]]


def ours(text: str, reference: date) -> list[date]:
    found = dates.flow(dates.find(text, reference=reference), dates.Context(reference))
    return [day for _, when in found if (day := when.first_day or when.last_day)]


def our_line(text: str, reference: date) -> list[date]:
    when = dates.read(text, reference=reference)
    day = (when.first_day or when.last_day) if when else None
    return [day] if day else []


def our_plain(text: str, reference: date) -> list[date]:
    return [day for mention in plain.find(text, reference=reference) if (day := mention.when.first_day)]


def dateparser_search(text: str, reference: date) -> list[date]:
    search = importlib.import_module("dateparser.search").search_dates
    base = datetime.combine(reference, datetime.min.time())
    languages = ["en", "de", "ja", "fr", "es"]
    found = search(text, languages=languages, settings={"RELATIVE_BASE": base, "PREFER_DATES_FROM": "future"})
    return [moment.date() for _, moment in found or []]


def datefinder_find(text: str, reference: date) -> list[date]:
    base = datetime.combine(reference, datetime.min.time())
    return [moment.date() for moment in importlib.import_module("datefinder").find_dates(text, base_date=base)]


def dateutil_fuzzy(text: str, reference: date) -> list[date]:
    parser = importlib.import_module("dateutil.parser")
    found = []
    for line in text.split("\n"):
        try:
            found.append(
                parser.parse(line, fuzzy=True, default=datetime.combine(reference, datetime.min.time())).date()
            )
        except (ValueError, OverflowError, TypeError):
            continue
    return found


READERS: dict[str, tuple[str | None, Reader, Reader]] = {
    "eventlocky.dates": (None, our_line, ours),
    "eventlocky plain": (None, our_plain, our_plain),
    "dateparser.search (5 languages)": ("dateparser", dateparser_search, dateparser_search),
    "datefinder": ("datefinder", datefinder_find, datefinder_find),
    "dateutil fuzzy (a date a line)": ("dateutil", dateutil_fuzzy, dateutil_fuzzy),
}


def main() -> int:
    options = _options()
    warnings.simplefilter("ignore")
    tables = [file.read_text("utf-8").splitlines() for file in sorted(STRINGS.glob("*.jsonl"))]
    rows = [json.loads(line) for lines in tables for line in lines]
    texts = _texts(options.corpora, options.pages)
    print(f"{len(rows)} strings, {len(texts)} pages\n")
    print("| reader | days right | false alarms | ms/page |\n|---|---|---|---|")
    for name, (package, read_line, read_page) in READERS.items():
        if package is not None and importlib.util.find_spec(package) is None:
            print(f"{name}: not installed.", file=sys.stderr)
            continue
        right, dated, alarms, empty = _score(rows, read_line)
        share = f"{right} of {dated} ({right / dated:.1%})"
        print(f"| {name} | {share} | {alarms} of {empty} | {_ms(texts, read_page):.2f} |", flush=True)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--corpora", type=Path, default=ROOT.parent / "shared" / "corpora", help="the folder of the corpora"
    )
    parser.add_argument("--pages", type=int, default=20, help="how many pages every reader reads")
    return parser.parse_args()


def _texts(corpora: Path, count: int) -> list[str]:
    files = sorted(corpora.glob("*/pages/*.html.gz"))
    step = max(1, len(files) // max(1, count))
    return [parse(gzip.decompress(file.read_bytes())).whole_text for file in files[::step][:count]]


def _score(rows: list[dict[str, str]], read: Reader) -> tuple[int, int, int, int]:
    right = dated = alarms = empty = 0
    for row in rows:
        if row.get("rrule"):
            continue
        said = row.get("start") or row.get("end")
        try:
            found = read(row["text"], date.fromisoformat(row["reference"]))
        except Exception:  # noqa: BLE001 - a reader that breaks has found nothing
            found = []
        if said is None:
            empty += 1
            alarms += bool(found)
        else:
            dated += 1
            right += bool(found) and found[0].isoformat() == said[:10]
    return right, dated, alarms, empty


def _ms(texts: list[str], read: Reader) -> float:
    if not texts:
        return float("nan")
    read(texts[0][:200], date(2026, 1, 1))
    begun = time.process_time()
    for text in texts:
        try:
            read(text, date(2026, 1, 1))
        except Exception:  # noqa: BLE001, S112 - as above
            continue
    return (time.process_time() - begun) / len(texts) * 1000


if __name__ == "__main__":
    sys.exit(main())
