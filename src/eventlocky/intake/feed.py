"""News feeds (RSS, Atom): an entry is an event where its words say a day.

The day that an entry was posted on is not the day of an event, so what has no date in its title or text is refused.
The XML is read as it streams by; a document that declares entities of its own is refused, for none is needed and
some are bombs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from html import unescape
from xml.parsers import expat

from eventlocky import dates
from eventlocky.errors import IntakeError
from eventlocky.formats import clean
from eventlocky.intake.base import LONGEST_TEXT, LONGEST_TITLE, MOST_EVENTS, SURE, Taken, first, sorted_out
from eventlocky.store.identity import bare_title
from eventlocky.types import Day, Event, Source, Status, When

_ENTRIES = frozenset({"item", "entry"})
_ROOTS = frozenset({"rss", "feed", "rdf"})
_FIELDS = frozenset({"title", "link", "description", "summary", "content", "encoded", "category", "startdate",
                     "location", "organizer"})  # fmt: skip
_DEEPEST = 200
_BREAK = re.compile(r"<(?:br|/p|/div|/li|p|div|li)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,2000}>")
_LONGEST_LINE = 1_000


def read(body: bytes, url: str, today: date) -> Taken:
    """Return the entries of a feed that say when something is on."""
    entries = _Entries()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = entries.begin
    parser.EndElementHandler = entries.end
    parser.CharacterDataHandler = entries.words
    parser.EntityDeclHandler = _refuse
    broken = ""
    try:
        parser.Parse(body, True)  # noqa: FBT003 - the standard library's own signature
    except (expat.ExpatError, ValueError, LookupError) as error:
        broken = clean.line(str(error))
    if not entries.is_feed:
        raise IntakeError(f"This is no RSS or Atom feed{': ' + broken if broken else ''}.")
    found = [(f"entry {number}", _event(row, url, today)) for number, row in enumerate(entries.rows, 1)]
    if broken:
        found.append((f"entry {len(found) + 1}", f"The feed breaks off: {broken}."))
    return sorted_out(iter(found))


def _refuse(*_: object) -> None:
    raise IntakeError("This feed declares entities of its own; no feed needs them, so it is not read.")


class _Entries:
    """Gathers the fields of entries while the document streams by."""

    def __init__(self) -> None:
        self.rows: list[dict[str, str]] = []
        self.is_feed = False
        self._path: list[str] = []
        self._row: dict[str, str] | None = None
        self._field = ""
        self._parts: list[str] = []

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """See the beginning of an element."""
        local = name.rpartition(" ")[2].lower()
        if not self._path:
            self.is_feed = local in _ROOTS
        self._path.append(local)
        if len(self._path) > _DEEPEST:
            raise IntakeError("This feed is nested too deeply to be one.")
        if local in _ENTRIES and len(self.rows) <= MOST_EVENTS:
            self._row = {}
        elif self._row is not None and local in _FIELDS and not self._field:
            self._field, self._parts = local, []
            if local == "link" and attributes.get("rel", "alternate") == "alternate":
                self._row.setdefault("link", attributes.get("href", ""))
            if local == "category":
                self._row.setdefault("category", attributes.get("term", ""))

    def end(self, name: str) -> None:
        """See the end of an element."""
        local = name.rpartition(" ")[2].lower()
        self._path.pop()
        if self._row is None:
            return
        if local == self._field:
            if text := "".join(self._parts).strip():
                self._row[local] = self._row.get(local) or text
            self._field = ""
        elif local in _ENTRIES:
            self.rows.append(self._row)
            self._row, self._field = None, ""

    def words(self, text: str) -> None:
        """See some text."""
        if self._field:
            self._parts.append(text)


def _event(row: Mapping[str, str], url: str, today: date) -> Event | str:
    title, status = bare_title(clean.line(plain(first(row, "title"))))
    if not title:
        return "It has no title."
    lines = [line for line in plain(first(row, "encoded", "content", "description", "summary")).split("\n") if line]
    found = next((when for line in (first(row, "startdate"), title, *lines[:20]) if (when := _when(line, today))), None)
    if found is None:
        return f"Its words say no day: {title[:80]!r}."
    return Event(
        title=title[:LONGEST_TITLE],
        when=replace(found, confidence=min(found.confidence or SURE, SURE)),
        description="\n".join(lines)[:LONGEST_TEXT],
        link=clean.address(row.get("link")),
        category=clean.line(first(row, "category")) or None,
        status=status if status in set(Status) else Status.SCHEDULED,
        confidence=SURE,
        source=Source(url=url, finder="import-feed"),
    )


def _when(line: str, today: date) -> When | None:
    """Read the day that a line says; `Sat 14 Nov 2026 19:30 – Sun 15 Nov 2026 01:00` is how our own feeds write it."""
    if not any(map(str.isdigit, line)):
        return None
    own = [_own(part) for part in line[:100].split(" – ")]
    if own[0] is not None and (len(own) == 1 or own[-1] is not None):
        return When(own[0], own[-1] if len(own) > 1 else None, text=line, confidence=SURE)
    found = dates.read(line[:_LONGEST_LINE], reference=today)
    return found if found and (found.start or found.end) else None


def _own(text: str) -> Day | None:
    """Read a moment as our own feeds write it, which is quicker than to look for a date in every language."""
    for form in ("%a %d %b %Y %H:%M", "%a %d %b %Y"):
        with suppress(ValueError):
            moment = datetime.strptime(text, form)  # noqa: DTZ007 - a wall-clock time has no zone
            return moment if "%H" in form else moment.date()
    return None


def plain(markup: str) -> str:
    """Return the words of a piece of HTML, a line a block."""
    text = _TAG.sub("", _BREAK.sub("\n", markup))
    return "\n".join(line for part in unescape(text).split("\n") if (line := clean.line(part)))
