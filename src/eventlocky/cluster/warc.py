"""The pages in a piece of an archive, whatever has happened to it.

Each record is unpacked for itself and checked (`members.py`), so that a cut or changed one is known by its offset and
hurts no other: the next one is found by the first bytes of a member whose content begins as a record does. That is also
how a piece finds its first record, wherever it was cut. What a record says of itself is read here; the answer over HTTP
in it, and how that was packed on its way, by FastWARC, which is told the length that is there, never the one that a
record claims: it would ask for that much memory at once.

Only answers over HTTP with status 200 that are HTML are pages; everything else is counted. A member inside another that
was not packed again (an archive within an archive) could be taken for a record where a piece begins in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from fastwarc.warc import WarcRecord

from eventlocky.cluster.archives import Piece
from eventlocky.cluster.members import (
    LONGEST_HEAD,
    MAGIC,
    NO_RECORD,
    Member,
    Packed,
    Plain,
    RandomAccess,
    Source,
    length_of,
)

SHOWN = 512
"""So many bytes of a bad record are kept with what is said of it."""
_HEAD_ROOM = 1 << 20
"""Beside a page of the largest size, so much of a record is kept: its headers, and what packing adds to a page."""
_READ = 1 << 20
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_TYPES = frozenset("warcinfo response resource request metadata revisit conversion continuation".split())
_DAY = "eventlocky-day"
"""Our own archives say which day it was at the reader's place; WARC-Date is in UTC."""
_MOST_CODINGS = 4
"""A body that was packed more often is not unpacked: every time takes memory, and none is packed more than twice."""
_CLOSE = b"\r\n\r\n"
_HTTP = (
    b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
)


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


def read(file: RandomAccess, piece: Piece, max_page_bytes: int) -> Iterator[Found]:
    """Yield what the records of a piece hold, in their order."""
    source = Source(file, piece.archive.size)
    if piece.archive.size == 0:
        yield Problem(0, 0, "empty", "The archive is empty.")
        return
    is_packed = piece.archive.name.endswith(".gz") or source.at(0, len(MAGIC)) == MAGIC
    members = Packed(source) if is_packed else Plain(source)
    offset = members.next(piece.start, piece.stop) if piece.start else 0
    while offset is not None and offset < piece.stop:
        member = members.member(offset, max_page_bytes + _HEAD_ROOM)
        if member.problem:
            head = member.data[:SHOWN] or source.at(offset, SHOWN)
            after = members.next(offset + max(1, member.length), piece.stop)
            reach = (after or piece.stop) - offset
            yield Problem(offset, reach, member.reason, member.problem, *_known(_said(member.data)), head=head)
            offset = after
            continue
        yield from _found(member, max_page_bytes)
        offset += member.length


_MANY = (
    "The member of the archive holds more records than can be unpacked at once: it was packed as a whole. "
    "Pack it record by record: fastwarc recompress OLD NEW"
)


def _found(member: Member, max_page_bytes: int) -> Iterator[Found]:
    """Yield what the records of a member hold: one, by the standard, but some programs pack several together."""
    data, place = member.data, 0
    while place + len(_CLOSE) < member.total:
        length = length_of(data, place)
        head = data[place : place + SHOWN]
        if length is None:
            if place == 0 or place >= len(data) or head.strip(b"\r\n\0"):
                message = _MANY if place else NO_RECORD
                yield Problem(member.offset, member.length, "no_record", message, head=head)
            return
        record = data[place : place + length]
        said = _said(record)
        if place + length > member.total:
            message = f"The record says that it has {length:,} bytes, but {member.total - place:,} are there."
            yield Problem(member.offset, member.length, "cut", message, *_known(said), head=head)
            return
        found = _page(member, said, record[record.find(_CLOSE) + len(_CLOSE) :], max_page_bytes)
        yield replace(found, head=head) if isinstance(found, Problem) else found
        place += length
        while data[place : place + 1] in {b"\r", b"\n"}:
            place += 1


Said = dict[str, str]
"""What the header of a record says, by the names in small letters; of several the first counts."""


def _said(data: bytes) -> Said:
    """Return what a record says of itself, as far as it can be read."""
    said: Said = {}
    for line in data[:LONGEST_HEAD].partition(_CLOSE)[0].decode("utf-8", "replace").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        said.setdefault(name.strip().lower(), value.strip())
    return said


def _known(said: Said) -> tuple[str | None, datetime | None]:
    """Return the address and the time of the capture, where they are known."""
    return said.get("warc-target-uri", "").strip("<> \t") or None, _captured(said)


def _captured(said: Said) -> datetime | None:
    """Return the time of the capture; where only its day can be read, the midnight of that."""
    text = said.get("warc-date", "")
    for part in (text, text[:10]):
        try:
            moment = datetime.fromisoformat(part)
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            continue
    return None


def _day(said: Said) -> date | None:
    try:
        return date.fromisoformat(said.get(_DAY, ""))
    except ValueError:
        return None


def _page(member: Member, said: Said, block: bytes, max_page_bytes: int) -> Found:  # noqa: PLR0911 - one a reason
    """Return the page that a record holds, why it is none, or what is wrong with it."""
    url, captured = _known(said)
    wrong = Problem(member.offset, member.length, "", "", url, captured)
    kind = said.get("warc-type", "").lower()
    if kind != "response":
        return Passed(kind if kind in _TYPES else "unknown")
    if not said.get("content-type", "").lower().startswith("application/http"):
        return Passed("not_http")
    try:
        answer, body = _opened(block, max_page_bytes + 1)
    except (OSError, ValueError) as error:
        return replace(wrong, reason="unreadable", message=f"The record cannot be read: {error}.")
    headers = answer.http_headers
    if headers is None or headers.status_code is None:
        message = "The record says that it is an answer over HTTP, but is none."
        return replace(wrong, reason="not_http", message=message)
    if headers.status_code != 200:  # noqa: PLR2004 - good in HTTP
        return Passed("status")
    if not body:
        return Passed("empty")
    if not _is_html(answer.http_content_type, body):
        return Passed("not_html")
    if len(body) > max_page_bytes:
        message = f"The page has more than {max_page_bytes:,} bytes. Raise max_page_bytes in the settings to read it."
        return replace(wrong, reason="too_large", message=message)
    if url is None or captured is None:
        message = "The record lacks the address of the page or the time of its capture."
        return replace(wrong, reason="no_address", message=message)
    return Capture(
        offset=member.offset,
        length=member.length,
        url=url,
        captured=captured,
        day=_day(said) or captured.date(),
        body=body,
        content_type=answer.http_content_type or "",
        charset=answer.http_charset or None,
        robots_tags=headers.get_multiple("X-Robots-Tag"),
        digest=said.get("warc-payload-digest"),
        truncated=said.get("warc-truncated"),
    )


def _opened(block: bytes, most: int) -> tuple[WarcRecord, bytes]:
    """Return an answer with its headers read, and the first bytes of its body, unpacked.

    Some archives keep bodies unpacked and still say how they had been packed: then the body is taken as it is.
    """
    plain = WarcRecord.from_bytes(_HTTP % len(block) + block)
    plain.parse_http(auto_decode="none")
    headers = plain.http_headers
    names = ("Content-Encoding", "Transfer-Encoding")
    codings = (
        [one for name in names for value in headers.get_multiple(name) for one in value.split(",")] if headers else []
    )
    if len(codings) > _MOST_CODINGS:
        message = f"its body was packed {len(codings)} times"
        raise ValueError(message)
    if not codings:
        return plain, _some(plain, most)
    try:
        packed = WarcRecord.from_bytes(_HTTP % len(block) + block)
        packed.parse_http(auto_decode="all")
        return packed, _some(packed, most)
    except OSError:
        body = _some(plain, most)
        if _begins_as_html(body):
            return plain, body
        raise


def _some(record: WarcRecord, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := record.reader.read(min(most, _READ))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _is_html(content_type: str | None, body: bytes) -> bool:
    """Tell a page by what the server says of it, or where it says nothing by its first sign."""
    said = (content_type or "").strip().lower()
    return said in _HTML if said else _begins_as_html(body)


def _begins_as_html(body: bytes) -> bool:
    return body[:LONGEST_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
