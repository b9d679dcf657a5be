"""The pages in a piece of an archive, whatever has happened to it.

A packed archive is a row of gzip members, one a record. Each is unpacked for itself and checked, so that a cut or
changed record is known by its offset and hurts no other: the next one is found by the first bytes of a member whose
content begins as a record does. That is also how a piece finds its first record, wherever it was cut. Of a record as
much is kept as a page may have; the rest is unpacked and dropped. What a record says, and how its body was packed on
its way, is read by FastWARC.

Only answers over HTTP with status 200 that are HTML are pages; everything else is counted. A member inside another that
was not packed again (an archive within an archive) could be taken for a record where a piece begins in it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Protocol

from fastwarc.warc import WarcRecord, WarcRecordType

from eventlocky.cluster.archives import Piece

_MAGIC = b"\x1f\x8b\x08"
_BEGIN = b"WARC/"
_GZIP = 16 + zlib.MAX_WBITS
_CHUNK = 1 << 16
_BLOCK = 1 << 21
"""So much is asked of a file or a bucket at once."""
_HEAD_ROOM = 1 << 20
"""Beside a page of the largest size, so much of a record is kept: its headers, and what packing adds to a page."""
_PROBE = 1 << 12
"""So many packed bytes are unpacked to see whether a record begins there."""
_MOST_UNPACKED = 1 << 30
"""A record that unpacks to more is left where it is, and the next one is looked for."""
_LONGEST_HEAD = 1 << 16
SHOWN = 512
"""So many bytes of a bad record are kept with what is said of it."""
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]{0,9}(\d{1,15})[ \t]{0,9}\r\n", re.IGNORECASE)
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_DAY = "Eventlocky-Day"
"""Our own archives say which day it was at the reader's place; WARC-Date is in UTC."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A page as it was captured, and where in the archive it stands."""

    offset: int
    length: int
    url: str
    captured: datetime
    day: date
    body: bytes
    content_type: str = ""
    charset: str | None = None
    robots_tags: tuple[str, ...] = ()
    digest: str | None = None
    truncated: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that gave no page although it should have: where, why in one word and in a sentence."""

    offset: int
    length: int
    reason: str
    message: str
    url: str | None = None
    captured: datetime | None = None
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class Passed:
    """A record that is no page: a request, a picture, a redirect."""

    why: str


Found = Capture | Problem | Passed


class RandomAccess(Protocol):
    """A file that can be read anywhere."""

    def seek(self, position: int, /) -> int:
        """Go to a byte."""

    def read(self, nbytes: int, /) -> bytes:
        """Return at most so many bytes from there."""


def read(file: RandomAccess, piece: Piece, max_page_bytes: int) -> Iterator[Found]:
    """Yield what the records of a piece hold, in their order."""
    source = _Source(file, piece.archive.size)
    if piece.archive.size == 0:
        yield Problem(0, 0, "empty", "The archive is empty.")
        return
    is_packed = piece.archive.name.endswith(".gz") or source.at(0, len(_MAGIC)) == _MAGIC
    members = _Packed(source) if is_packed else _Plain(source)
    offset = members.next(piece.start, piece.stop) if piece.start else 0
    while offset is not None and offset < piece.stop:
        member = members.member(offset, max_page_bytes + _HEAD_ROOM)
        if member.problem:
            head = member.data[:SHOWN] or source.at(offset, SHOWN)
            after = members.next(offset + max(1, member.length), piece.stop)
            reach = (after or piece.stop) - offset
            yield Problem(offset, reach, member.reason, member.problem, *_known(member.data), head=head)
            offset = after
            continue
        yield from _found(member, max_page_bytes)
        offset += member.length
        if offset >= piece.archive.size:
            return


class _Source:
    """A file read in blocks, the last of which is kept."""

    def __init__(self, file: RandomAccess, size: int) -> None:
        self.file = file
        self.size = size
        self._start = 0
        self._block = memoryview(b"")

    def at(self, offset: int, most: int) -> bytes:
        """Return at least one byte and at most so many from an offset on, or none behind the end."""
        inside = offset - self._start
        if not 0 <= inside < len(self._block):
            self.file.seek(offset)
            self._start, self._block, inside = offset, memoryview(self.file.read(_BLOCK)), 0
        return bytes(self._block[inside : inside + most])

    def whole(self, offset: int, size: int) -> bytes:
        """Return so many bytes from an offset on; fewer only where the file ends."""
        parts: list[bytes] = []
        while size > 0 and (part := self.at(offset, size)):
            parts.append(part)
            offset += len(part)
            size -= len(part)
        return b"".join(parts)

    def find(self, what: bytes, offset: int, stop: int) -> int | None:
        """Return where some bytes next begin, from an offset on and before another."""
        while offset < stop:
            part = self.whole(offset, min(_CHUNK, stop - offset) + len(what) - 1)
            place = part.find(what)
            if place >= 0:
                return offset + place
            offset += max(1, len(part) - len(what) + 1)
        return None


@dataclass(frozen=True, slots=True)
class _Member:
    """What stands at an offset: its first bytes unpacked, how many there are in all, and how many packed."""

    offset: int
    data: bytes
    total: int
    length: int
    reason: str = ""
    problem: str = ""


class _Packed:
    """An archive of gzip members."""

    def __init__(self, source: _Source) -> None:
        self.source = source

    def next(self, offset: int, stop: int) -> int | None:
        """Return where the next record begins: a member that can be unpacked and whose content begins as one."""
        while (place := self.source.find(_MAGIC, offset, stop)) is not None:
            try:
                if zlib.decompressobj(_GZIP).decompress(self.source.whole(place, _PROBE), 16).startswith(_BEGIN):
                    return place
            except zlib.error:
                pass
            offset = place + 1
        return None

    def member(self, offset: int, most: int) -> _Member:
        """Unpack the member at an offset, and keep its first bytes."""
        unpacker = zlib.decompressobj(_GZIP)
        kept = bytearray()
        total, place, chunk = 0, offset, b""
        try:
            while not unpacker.eof:
                chunk = unpacker.unconsumed_tail or self.source.at(place, _CHUNK)
                if not chunk:
                    said = "The record is cut: the archive ends in the middle of it."
                    return _Member(offset, bytes(kept), total, 0, "cut", said)
                place += 0 if unpacker.unconsumed_tail else len(chunk)
                part = unpacker.decompress(chunk, _BLOCK)
                total += len(part)
                kept += part[: most - len(kept)]
                if total > _MOST_UNPACKED:
                    said = f"The record unpacks to more than {_MOST_UNPACKED:,} bytes."
                    return _Member(offset, bytes(kept), total, place - offset - len(chunk), "huge", said)
        except zlib.error as error:
            said = f"The record is damaged: {error}."
            return _Member(offset, bytes(kept), total, 0, "corrupt", said)
        return _Member(offset, bytes(kept), total, place - offset - len(unpacker.unused_data))


class _Plain:
    """An archive that is not packed: records one after another."""

    def __init__(self, source: _Source) -> None:
        self.source = source

    def next(self, offset: int, stop: int) -> int | None:
        """Return where the next record seems to begin."""
        place = self.source.find(b"\r\n\r\n" + _BEGIN, offset, stop)
        return place + 4 if place is not None else None

    def member(self, offset: int, most: int) -> _Member:
        """Return the record at an offset, by the length that its header says."""
        head = self.source.whole(offset, _LONGEST_HEAD)
        length = _length_of(head)
        if length is None:
            return _Member(offset, head[:SHOWN], 0, 0, "no_record", _NO_RECORD)
        if offset + length > self.source.size:
            said = "The record is cut: the archive ends in the middle of it."
            return _Member(offset, head, 0, 0, "cut", said)
        gap = self.source.whole(offset + length, 4)
        after = length + (len(gap) - len(gap.lstrip(b"\r\n")))
        return _Member(offset, self.source.whole(offset, min(length, most)), length, after)


_CLOSE = b"\r\n\r\n"
_NO_RECORD = "There is no record of an archive here, or one without a length."


def _length_of(data: bytes, place: int = 0) -> int | None:
    """Return how long the record is that begins at a place, its header counted, or None where there is none."""
    end = data.find(b"\r\n\r\n", place, place + _LONGEST_HEAD)
    said = _LENGTH.search(data, place, end + 2) if end >= 0 and data.startswith(_BEGIN, place) else None
    return end - place + 4 + int(said[1]) if said else None


def _found(member: _Member, max_page_bytes: int) -> Iterator[Found]:
    """Yield what the records of a member hold: one, by the standard, but some programs pack several together."""
    data, place = member.data, 0
    while place + len(_CLOSE) < member.total:
        length = _length_of(data, place)
        head = data[place : place + SHOWN]
        if length is None:
            if place == 0 or place >= len(data) or head.strip(b"\r\n\0"):
                message = _MANY if place else _NO_RECORD
                yield Problem(member.offset, member.length, "no_record", message, head=head)
            return
        record = data[place : place + length]
        if place + length > member.total:
            message = f"The record says that it has {length:,} bytes, but {member.total - place:,} are there."
            yield Problem(member.offset, member.length, "cut", message, *_known(record), head=head)
            return
        found = _page(member, record, max_page_bytes)
        yield replace(found, head=head) if isinstance(found, Problem) else found
        place += length
        while data[place : place + 1] in {b"\r", b"\n"}:
            place += 1


_MANY = (
    "The member of the archive holds more records than can be unpacked at once: it was packed as a whole. "
    "Pack it record by record: fastwarc recompress OLD NEW"
)


def _known(data: bytes) -> tuple[str | None, datetime | None]:
    """Return the address and the time that a record says of itself, as far as it can be read."""
    try:
        record = WarcRecord.from_bytes(data)
        return _address(record), record.record_date
    except (OSError, ValueError):
        return None, None


def _address(record: WarcRecord) -> str | None:
    return (record.headers.get("WARC-Target-URI") or "").strip("<> \t") or None


def _page(member: _Member, data: bytes, max_page_bytes: int) -> Found:  # noqa: PLR0911 - one return a reason
    """Return the page that a record holds, why it is none, or what is wrong with it."""
    try:
        record = WarcRecord.from_bytes(data)
        if record.record_type != WarcRecordType.response:
            return Passed(_kind_of(record))
        if not record.is_http:
            return Passed("not_http")
        record, body = _opened(record, data, max_page_bytes)
    except (OSError, ValueError) as error:
        return Problem(
            member.offset, member.length, "unreadable", f"The record cannot be read: {error}.", *_known(data)
        )
    headers = record.http_headers
    if headers is None or headers.status_code is None:
        return _wrong(member, record, "not_http", "The record says that it is an answer over HTTP, but is none.")
    if headers.status_code != 200:  # noqa: PLR2004 - good in HTTP
        return Passed("status")
    if not body:
        return Passed("empty")
    if not _is_html(record, body):
        return Passed("not_html")
    if len(body) > max_page_bytes:
        message = f"The page has more than {max_page_bytes:,} bytes. Raise max_page_bytes in the settings to read it."
        return _wrong(member, record, "too_large", message)
    url, captured = _address(record), _captured(record)
    if url is None or captured is None:
        return _wrong(
            member, record, "no_address", "The record lacks the address of the page or the time of its capture."
        )
    return Capture(
        offset=member.offset,
        length=member.length,
        url=url,
        captured=captured,
        day=_day(record) or captured.date(),
        body=body,
        content_type=record.http_content_type or "",
        charset=record.http_charset or None,
        robots_tags=headers.get_multiple("X-Robots-Tag"),
        digest=record.headers.get("WARC-Payload-Digest"),
        truncated=record.headers.get("WARC-Truncated"),
    )


def _wrong(member: _Member, record: WarcRecord, reason: str, message: str) -> Problem:
    return Problem(member.offset, member.length, reason, message, _address(record), _captured(record))


def _kind_of(record: WarcRecord) -> str:
    name = str(record.record_type)
    return name if name.isidentifier() else "unknown"


def _opened(record: WarcRecord, data: bytes, most: int) -> tuple[WarcRecord, bytes]:
    """Return a record with its HTTP headers read, and its body unpacked.

    Some archives keep bodies unpacked and still say how they had been packed: then the body is taken as it is.
    """
    try:
        record.parse_http(auto_decode="all")
        return record, _some(record, most + 1)
    except OSError:
        plain = WarcRecord.from_bytes(data)
        plain.parse_http(auto_decode="none")
        body = _some(plain, most + 1)
        if _begins_as_html(body):
            return plain, body
        raise


def _some(record: WarcRecord, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := record.reader.read(min(most, _BLOCK))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _is_html(record: WarcRecord, body: bytes) -> bool:
    """Tell a page by what the server says of it, or where it says nothing by its first sign."""
    said = (record.http_content_type or "").strip().lower()
    return said in _HTML if said else _begins_as_html(body)


def _begins_as_html(body: bytes) -> bool:
    return body[:_CHUNK].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _captured(record: WarcRecord) -> datetime | None:
    """Return the time of the capture; where only its day can be read, the midnight of that."""
    moment: datetime | None = record.record_date  # None where it is not what the standard asks for
    if moment is not None:
        return moment
    try:
        day = date.fromisoformat((record.headers.get("WARC-Date") or "")[:10])
    except ValueError:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _day(record: WarcRecord) -> date | None:
    try:
        return date.fromisoformat(record.headers.get(_DAY) or "")
    except ValueError:
        return None
