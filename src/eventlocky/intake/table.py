"""Tables (CSV): ours, and any other whose first row names its columns in words that people use for events.

A date is read in ISO 8601, or as people write it in any of the languages whose dates we read. Signs that only keep a
spreadsheet from running a cell are taken away again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from eventlocky import dates
from eventlocky.errors import IntakeError
from eventlocky.formats import clean
from eventlocky.formats.csv import FORMULA
from eventlocky.formats.entry import zone_info
from eventlocky.intake.base import LONGEST_TEXT, LONGEST_TITLE, SURE, Taken, first, sorted_out
from eventlocky.types import Day, Event, Place, Price, Source, Status, When

_NAMES = {
    "title": ("title", "name", "summary", "event", "event name", "subject", "titel", "veranstaltung", "タイトル"),
    "start": ("start", "start date", "startdate", "begin", "date", "when", "datum", "beginn", "日付", "日時"),
    "start_time": ("start time", "starttime", "time", "uhrzeit", "時間"),
    "end": ("end", "end date", "enddate", "ende"),
    "end_time": ("end time", "endtime"),
    "zone": ("zone", "timezone", "time zone", "tz"),
    "repeats": ("repeats", "rrule", "recurrence"),
    "place": ("location", "place", "venue", "where", "ort", "場所", "会場"),
    "address": ("address", "street", "adresse", "住所"),
    "lat": ("lat", "latitude"),
    "lon": ("lon", "lng", "long", "longitude"),
    "price": ("price", "cost", "preis", "料金"),
    "free": ("free",),
    "status": ("status",),
    "kind": ("kind",),
    "category": ("category", "categories", "kategorie"),
    "organiser": ("organiser", "organizer", "veranstalter", "主催"),
    "link": ("url", "link", "website", "page"),
    "image": ("image", "picture"),
    "description": ("description", "details", "notes", "beschreibung", "説明"),
}
_COLUMNS = {name: field for field, names in _NAMES.items() for name in reversed(names)}
_LONGEST_CELL = 200_000
_YES = frozenset({"yes", "true", "1", "free", "ja"})


def read(body: bytes, url: str, today: date) -> Taken:
    """Return the events of a table, a row each."""
    text = _text(body)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        head = [" ".join(cell.strip().lower().replace("_", " ").split()) for cell in next(reader, [])]
    except csv.Error as error:
        raise IntakeError(f"This is no table: {error}.") from error
    fields = [_COLUMNS.get(name, "") for name in head]
    if "title" not in fields:
        raise IntakeError(
            "This is no table of events: its first row must name the columns, a title and a start at least, such as "
            "title,start,end,location,price,url."
        )
    return sorted_out(_rows(reader, fields, url, today))


def _rows(reader: Iterator[list[str]], fields: list[str], url: str, today: date) -> Iterator[tuple[str, Event | str]]:
    number = 1
    while True:
        number += 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield f"row {number}", f"It cannot be read: {error}."
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield f"row {number}", event_of(_row(fields, cells), url, today, "import-csv")


def _row(fields: list[str], cells: list[str]) -> dict[str, str]:
    """Name the cells of a row; the first column of a name counts."""
    row: dict[str, str] = {}
    for field, cell in zip(fields, cells, strict=False):
        if field and cell.strip() and field not in row:
            is_guarded = cell.startswith("'") and cell[1:].lstrip().startswith(FORMULA)
            row[field] = cell[1:] if is_guarded else cell
    return row


def event_of(row: Mapping[str, str], url: str, today: date, finder: str) -> Event | str:
    """Return the event of a row with our own names of its fields, or why there is none."""
    title = clean.line(first(row, "title"))
    if not title:
        return "It has no title."
    when = _when(row, today)
    if isinstance(when, str):
        return when
    status = first(row, "status").lower().replace(" ", "_")
    return Event(
        title=title[:LONGEST_TITLE],
        when=when,
        where=Place(first(row, "place") or None, first(row, "address") or None, *_point(row)),
        price=_price(row),
        description=first(row, "description")[:LONGEST_TEXT],
        image=clean.address(row.get("image")),
        link=clean.address(row.get("link")),
        category=clean.line(first(row, "category")) or None,
        kind=clean.line(first(row, "kind")) or "event",
        organiser=clean.line(first(row, "organiser")) or None,
        status=Status(status) if status in set(Status) else Status.SCHEDULED,
        confidence=SURE,
        source=Source(url=url, finder=finder),
    )


def _when(row: Mapping[str, str], today: date) -> When | str:
    """Return when it is, or why that cannot be told."""
    said = first(row, "start")
    if not said:
        return When()
    text = f"{said} {first(row, 'start_time')}".strip()
    start = _moment(text)
    zone = first(row, "zone")
    rule = first(row, "repeats").upper() or None
    if start is None:
        found = dates.read(text, reference=today)
        if found is None or (found.start is None and found.end is None):
            return f"Its start cannot be read: {clean.line(text)[:80]!r}."
        return found
    end = _moment(f"{first(row, 'end') or said} {first(row, 'end_time')}".strip()) if _has_end(row) else None
    if end is not None and _day(end) < _day(start):
        return f"It ends before it begins: {clean.line(first(row, 'end'))[:40]!r}."
    return When(start, end, zone if zone_info(zone) else None, rule, text=text, confidence=SURE)


def _has_end(row: Mapping[str, str]) -> bool:
    return bool(first(row, "end") or first(row, "end_time"))


def _day(moment: Day) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _moment(text: str) -> Day | None:
    """Read ISO 8601; the distance from UTC is left out, for the time is that of the wall."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, second=0, microsecond=0)
    except ValueError:
        return None


def _price(row: Mapping[str, str]) -> Price:
    text = clean.line(first(row, "price"))
    is_free = first(row, "free").lower() in _YES or text.lower() == "free"
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return Price(free=is_free, text=text)
    return Price((amount,) if amount.is_finite() else (), free=is_free, text=text)


def _point(row: Mapping[str, str]) -> tuple[float | None, float | None]:
    try:
        lat, lon = float(row["lat"]), float(row["lon"])
    except (KeyError, ValueError):
        return None, None
    return (lat, lon) if -90 <= lat <= 90 and -180 <= lon <= 180 else (None, None)  # noqa: PLR2004 - the globe


def _text(body: bytes) -> str:
    """Return the text of a table: UTF-8, UTF-16 with its mark, else what old spreadsheets write."""
    if b"\x00" in body[:1_000] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise IntakeError("This is no table: it holds bytes that no text has.")
    for name in ("utf-16",) if body.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252"):
        try:
            return body.decode(name)
        except UnicodeDecodeError:
            continue
    return body.decode("utf-8", "replace")


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t|", key=head.count)
