"""Files of events read: iCalendar, RSS and Atom, JSON-LD, CSV, JSON. What cannot be taken is told, with the reason.

calendar.py  iCalendar       feed.py  RSS, Atom       linked.py  JSON-LD
table.py     CSV             notation.py  JSON: our own, JSON Feed, GeoJSON

Whatever stands in a file, it is read in time that grows with its size, and nothing else is opened or fetched.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import PurePath

from eventlocky.errors import UnknownNameError
from eventlocky.intake import calendar, feed, linked, notation, table
from eventlocky.intake.base import Reader, Refused, Taken

READERS: dict[str, Reader] = {
    "ics": calendar.read,
    "rss": feed.read,
    "atom": feed.read,
    "jsonld": linked.read,
    "csv": table.read,
    "json": notation.read,
    "jsonfeed": notation.read,
    "geojson": notation.read,
}
"""Every format by its name."""

_ENDINGS = {"ical": "ics", "ifb": "ics", "xml": "rss", "rdf": "rss", "tsv": "csv", "txt": "csv", "jsonl": "json",
            "html": "jsonld", "htm": "jsonld"}  # fmt: skip
_LINKED = re.compile(rb'"@(?:context|type|graph)"\s*:')


def read(body: bytes, form: str, url: str, today: date) -> Taken:
    """Return what a file of a format holds; what is no such file raises IntakeError."""
    if form not in READERS:
        raise UnknownNameError("format", form, READERS)
    return READERS[form](body, url, today)


def guess(body: bytes, name: str = "") -> str:
    """Return the format of a file by what it begins with, else by the ending of its name, else CSV."""
    head = body[:2_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:15].upper() == b"BEGIN:VCALENDAR":
        return "ics"
    if head.startswith((b"{", b"[")):
        return "jsonld" if _LINKED.search(body[:20_000]) else "json"
    if head.startswith(b"<"):
        return "jsonld" if re.match(rb"<(?:!doctype html|html|script)", head, re.IGNORECASE) else "rss"
    ending = PurePath(name.removesuffix(".gz")).suffix.lower().lstrip(".")
    form = _ENDINGS.get(ending, ending)
    return form if form in READERS else "csv"


__all__ = ["READERS", "Refused", "Taken", "guess", "read"]
