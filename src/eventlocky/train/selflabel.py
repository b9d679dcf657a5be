"""Pages that label themselves: what a page marks as events becomes its gold, and the markup is hidden.

    page ─ markup.read ─▶ events that also stand in the page ─▶ a row as a gold file has it
         └ hide ────────▶ the same page without JSON-LD, microdata, RDFa and microformats

An event counts where its title and its day can be read in the page itself: what is only marked teaches nothing. The
gold is taken for complete where the marked days are most of the days that the page shows, because some pages mark
their next event only. No page is fetched here; pages come from a folder or from a list with addresses and days.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from eventlocky import markup
from eventlocky.annotate import Dated, annotate
from eventlocky.errors import CorpusError, PageError
from eventlocky.page import Tree, encoding, parse
from eventlocky.page.parse import MAX_BYTES
from eventlocky.text.titles import words_of
from eventlocky.train.labels import spaced
from eventlocky.types import Event

Row = dict[str, Any]

_COVERED = 0.5
"""The share of the days a page shows that must be marked for its gold to count as complete."""


@dataclass(frozen=True, slots=True)
class Source:
    """A page to be labelled: where it lies, where it comes from, the day it was fetched, the site it belongs to."""

    id: str
    file: Path
    url: str = ""
    fetched: date | None = None
    domain: str = ""

    def body(self) -> bytes:
        """Return the bytes of the page, or raise CorpusError where they cannot be had."""
        try:
            body = self.file.read_bytes()
            return gzip.decompress(body) if self.file.suffix == ".gz" else body
        except (OSError, EOFError, zlib.error) as error:
            message = f"The page {self.file} cannot be read: {error}."
            raise CorpusError(message) from error


def load(given: Path) -> list[Source]:
    """Return the pages of a folder, or of a list in which every line of JSON has an id, a url and a day (`fetched`).

    A corpus is such a list too: what its gold says is not looked at.
    """
    return list(_of_list(given)) if given.suffix == ".jsonl" else list(_of_folder(given))


def label(source: Source) -> tuple[Row, bytes] | None:
    """Return the gold that a page gives itself and the page without its markup; None where it marks no event."""
    body = source.body()
    fetched = source.fetched or datetime.fromtimestamp(source.file.stat().st_mtime, tz=UTC).date()
    try:
        marked = [mark.event for mark in markup.read(parse(body, source.url), fetched)]
        if not marked:
            return None
        hidden = hide(body)
        events, is_complete = _shown(marked, parse(hidden, source.url), fetched)
    except PageError:
        return None
    if not events:
        return None
    row = {
        "id": source.id,
        "url": source.url,
        "domain": source.domain or site(source.url) or source.id,
        "fetched": str(fetched),
        "gold_by": "markup of the page, hidden",
        "complete": is_complete,
        "events": events,
    }
    return row, hidden


# What a page says of itself ------------------------------------------------------------------------


def _shown(marked: list[Event], tree: Tree, fetched: date) -> tuple[list[Row], bool]:
    """Return the marked events that stand in a page without its markup, and whether they are most of what it shows."""
    days = _days(tree, fetched)
    text = spaced(tree.whole_text)
    told = [event for event in marked if _stands_in(event, text, days)]
    starts = {event.when.first_day for event in told}
    covered = sum(day in starts for day in days) / len(days) if days else 0.0
    return [_row(event) for event in told], len(told) == len(marked) and covered >= _COVERED


def _days(tree: Tree, fetched: date) -> list[date]:
    """Return the days that a page shows outside its furniture, each mention once."""
    found = annotate(tree, {"date"}, fetched).within("date", 0, len(tree))
    days = [
        find.value.when.first_day
        for find in found
        if isinstance(find.value, Dated) and not tree.is_boilerplate(find.row)
    ]
    return [day for day in days if day]


def _stands_in(event: Event, text: str, days: list[date]) -> bool:
    words = words_of(event.title)
    return bool(words) and f" {' '.join(words)} " in text and event.when.first_day in days


def _row(event: Event) -> Row:
    start, end = event.when.start, event.when.end
    return {
        "title": event.title,
        "start": start.isoformat(timespec="minutes") if isinstance(start, datetime) else str(start),
        "end": None if end is None else end.isoformat(timespec="minutes") if isinstance(end, datetime) else str(end),
        "location": event.where.name,
        "url": event.link,
        "title_in_page": True,
        "date_in_page": True,
    }


# Hiding the markup ---------------------------------------------------------------------------------

_TAG = re.compile(r"<[A-Za-z][^<>]{0,20000}>")
_SAID = re.compile(
    r"\s(?:item(?:scope|type|prop|id|ref)|typeof|property|vocab|datetime)(?:\s?=\s?(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?"
    r"(?=[\s/>])",
    re.IGNORECASE,
)
_CLASS = re.compile(r"(\sclass\s?=\s?)(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_ROOTS = re.compile(r"(?<![\w-])(?:h-event|(?:p|u|e|dt)-[a-z-]{2,30}|vevent|dtstart|dtend|vcalendar)(?![\w-])")
_SCRIPT = re.compile(r"<script\b[^<>]{0,2000}ld\+json[^<>]{0,2000}>", re.IGNORECASE)
_END = "</script"


def hide(body: bytes) -> bytes:
    """Return a page without what it says to machines of its events; its words stay."""
    html, _ = encoding.read(body, None, max_bytes=MAX_BYTES)
    html = _TAG.sub(_bare, _without_scripts(html))
    return html.encode("utf-8-sig", "replace")


def _without_scripts(html: str) -> str:
    pieces, begin, low = [], 0, html.lower()
    for match in _SCRIPT.finditer(html):
        if match.start() < begin:
            continue
        end = low.find(_END, match.end()) if len(low) == len(html) else html.find(_END, match.end())
        if end < 0:
            break
        pieces.append(html[begin : match.start()] + "<script>")
        begin = end
    return "".join(pieces) + html[begin:]


def _bare(tag: re.Match[str]) -> str:
    bare = _SAID.sub("", tag[0])
    return _CLASS.sub(lambda found: found[1] + _ROOTS.sub("", found[2]), bare)


# Where the pages are -------------------------------------------------------------------------------


def _of_folder(folder: Path) -> Iterator[Source]:
    files = sorted([*folder.glob("*.html"), *folder.glob("*.html.gz"), *folder.glob("*.htm")])
    if not files:
        message = f"There are no pages in {folder}: give a folder with .html files, or a .jsonl list of pages."
        raise CorpusError(message)
    for file in files:
        yield Source(file.name.split(".html")[0], file)


def _of_list(listed: Path) -> Iterator[Source]:
    try:
        lines = listed.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The list of pages {listed} cannot be read: {error}."
        raise CorpusError(message) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _source(listed, number, line)


def _source(listed: Path, number: int, line: str) -> Source:
    try:
        row = json.loads(line)
        name, fetched = row["id"], date.fromisoformat(row["fetched"][:10])
        is_page = isinstance(name, str) and name == Path(name).name
    except (ValueError, KeyError, TypeError, RecursionError):
        is_page = False
    if not is_page:
        message = f"Line {number} of {listed} is no page: it needs an id that is a file name, and the day `fetched`."
        raise CorpusError(message)
    file = listed.parent / "pages" / f"{name}.html"
    url = str(row.get("url") or "")
    packed = file if file.exists() else file.with_suffix(".html.gz")
    return Source(name, packed, url, fetched, str(row.get("domain") or site(url)))


def site(url: str) -> str:
    """Return the site of an address: its host, without a leading www."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.")
