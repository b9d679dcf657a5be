"""Our reader of dates beside others, in one run: strings right, and CPU time a page, also in bare parses of it.

    python benchmarks/dates.py [--pages 20] [--seconds 60] [--corpora ../shared/corpora]

Strings are those of `tests/dates/strings/judge` that say one day (no recurrence): a reader is right when the first
day it finds is that day, its time aside, which is lenient to all. Strings without a date count as false alarms when
anything is found. The others are used where they are installed (`pip install dateparser datefinder duckling
recognizers-text-suite "emoji<2"`; Duckling runs on a Java machine); who is not installed has no row and is named. Those
that must be told the language of a string are told it where they know it, and read English elsewhere. Pages are the
visible text of corpus pages, the same for all, read as English; a slow reader stops after `--seconds` and its row says
how many pages it read.
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
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import turbohtml

from eventlocky import dates
from eventlocky.dates import plain
from eventlocky.page import parse

ROOT = Path(__file__).parent.parent
STRINGS = ROOT / "tests" / "dates" / "strings" / "judge"
Reader = Callable[[str, date, str], list[date]]
"""What reads a text, given the day that it is and the language of the text, and returns the days it finds."""

_DUCKLING = frozenset({"da", "de", "en", "es", "fr", "it", "ja", "ko", "pt", "zh"})
_RECOGNIZERS = {
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pt": "Portuguese",
    "zh": "Chinese",
}


def ours(text: str, reference: date, _: str) -> list[date]:
    found = dates.flow(dates.find(text, reference=reference), dates.Context(reference))
    return [day for _, when in found if (day := when.first_day or when.last_day)]


def our_line(text: str, reference: date, _: str) -> list[date]:
    when = dates.read(text, reference=reference)
    day = (when.first_day or when.last_day) if when else None
    return [day] if day else []


def our_plain(text: str, reference: date, _: str) -> list[date]:
    return [day for mention in plain.find(text, reference=reference) if (day := mention.when.first_day)]


def dateparser_search(text: str, reference: date, _: str) -> list[date]:
    search = importlib.import_module("dateparser.search").search_dates
    base = datetime.combine(reference, datetime.min.time())
    languages = ["en", "de", "ja", "fr", "es"]
    found = search(text, languages=languages, settings={"RELATIVE_BASE": base, "PREFER_DATES_FROM": "future"})
    return [moment.date() for _, moment in found or []]


def datefinder_find(text: str, reference: date, _: str) -> list[date]:
    base = datetime.combine(reference, datetime.min.time())
    return [moment.date() for moment in importlib.import_module("datefinder").find_dates(text, base_date=base)]


def dateutil_fuzzy(text: str, reference: date, _: str) -> list[date]:
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


@cache
def _duckling() -> Callable[..., list[dict[str, Any]]]:
    """Start Duckling (the Clojure one, by its Python wrapper) on a Java machine that hands back Python strings."""
    jpype = importlib.import_module("jpype")
    jars = Path(str(importlib.import_module("duckling").__file__)).parent / "jars"
    classpath = ":".join(str(jar) for jar in sorted(jars.glob("*.jar")))
    jpype.startJVM(jpype.getDefaultJVMPath(), f"-Djava.class.path={classpath}", convertStrings=True)
    duckling = importlib.import_module("duckling").Duckling(jvm_started=True)
    duckling.load(sorted(_DUCKLING))
    parse: Callable[..., list[dict[str, Any]]] = duckling.parse
    return parse


def duckling_time(text: str, reference: date, language: str) -> list[date]:
    language = language if language in _DUCKLING else "en"
    found = _duckling()(text, language=language, dim_filter="time", reference_time=f"{reference}T00:00:00")
    said = [entry["value"] for entry in found]
    stamps = [value.get("value") or (value.get("from") or value.get("to") or {}).get("value") for value in said]
    return [date.fromisoformat(stamp[:10]) for stamp in stamps if stamp]


def recognizers(text: str, reference: date, language: str) -> list[date]:
    package = importlib.import_module("recognizers_date_time")
    culture = getattr(package.Culture, _RECOGNIZERS.get(language, "English"))
    base = datetime.combine(reference, datetime.min.time())
    found = []
    for entry in package.recognize_datetime(text, culture, reference=base):
        values = (entry.resolution or {}).get("values") or [{}]
        stamp = values[-1].get("value") or values[-1].get("start") or values[-1].get("end") or ""
        if stamp[:4].isdecimal() and "-" in stamp[:5]:  # not a time alone; of two years the one to come
            found.append(date.fromisoformat(stamp[:10]))
    return found


READERS: dict[str, tuple[str | None, Reader, Reader]] = {
    "eventlocky.dates": (None, our_line, ours),
    "eventlocky plain": (None, our_plain, our_plain),
    "dateparser.search (5 languages)": ("dateparser", dateparser_search, dateparser_search),
    "datefinder": ("datefinder", datefinder_find, datefinder_find),
    "dateutil fuzzy (a date a line)": ("dateutil", dateutil_fuzzy, dateutil_fuzzy),
    "Duckling 0.4 (its language or English)": ("duckling", duckling_time, duckling_time),
    "Recognizers-Text (its language or English)": ("recognizers_date_time", recognizers, recognizers),
}


def main() -> int:
    options = _options()
    warnings.simplefilter("ignore")
    tables = [(file.stem, file.read_text("utf-8").splitlines()) for file in sorted(STRINGS.glob("*.jsonl"))]
    rows = [json.loads(line) | {"language": language} for language, lines in tables for line in lines]
    bodies = _bodies(options.corpora, options.pages)
    texts = [parse(body).whole_text for body in bodies]
    bare, _ = _ms(bodies, lambda body, *_: turbohtml.parse(body), options.seconds)
    print(f"{len(rows)} strings, {len(texts)} pages\n")
    print("| reader | days right | false alarms | ms/page | bare parses | pages |\n|---|---|---|---|---|---|")
    for name, (package, read_line, read_page) in READERS.items():
        if package is not None and importlib.util.find_spec(package) is None:
            print(f"{name}: not installed.", file=sys.stderr)
            continue
        right, dated, alarms, empty = _score(rows, read_line)
        share = f"{right} of {dated} ({right / dated:.1%})"
        ms, pages = _ms(texts, read_page, options.seconds)
        print(f"| {name} | {share} | {alarms} of {empty} | {ms:.2f} | {ms / bare:.1f} | {pages} |", flush=True)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--corpora", type=Path, default=ROOT.parent / "shared" / "corpora", help="the folder of the corpora"
    )
    parser.add_argument("--pages", type=int, default=20, help="how many pages every reader reads")
    parser.add_argument("--seconds", type=float, default=60, help="when a slow reader stops reading pages")
    return parser.parse_args()


def _bodies(corpora: Path, count: int) -> list[bytes]:
    files = sorted(corpora.glob("*/pages/*.html.gz"))
    step = max(1, len(files) // max(1, count))
    return [gzip.decompress(file.read_bytes()) for file in files[::step][:count]]


def _score(rows: list[dict[str, str]], read: Reader) -> tuple[int, int, int, int]:
    right = dated = alarms = empty = 0
    for row in rows:
        if row.get("rrule"):
            continue
        said = row.get("start") or row.get("end")
        try:
            found = read(row["text"], date.fromisoformat(row["reference"]), row["language"])
        except Exception:  # noqa: BLE001 - a reader that breaks has found nothing
            found = []
        if said is None:
            empty += 1
            alarms += bool(found)
        else:
            dated += 1
            right += bool(found) and found[0].isoformat() == said[:10]
    return right, dated, alarms, empty


def _ms(texts: Sequence[Any], read: Callable[..., Any], seconds: float) -> tuple[float, int]:
    """Return the CPU time a page in milliseconds, and how many pages were read before the time was over."""
    if not texts:
        return float("nan"), 0
    read(texts[0][:200], date(2026, 1, 1), "en")
    begun = time.process_time()
    pages = 0
    for text in texts:
        try:
            read(text, date(2026, 1, 1), "en")
        except Exception:  # noqa: BLE001 - as above
            print("A page broke a reader.", file=sys.stderr)
        pages += 1
        if time.process_time() - begun > seconds:
            break
    return (time.process_time() - begun) / pages * 1000, pages


if __name__ == "__main__":
    sys.exit(main())
