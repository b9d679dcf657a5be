"""The members of an archive: where each record begins, unpacked and checked, and where the next one is if it is broken.

A packed archive is a row of gzip members, one a record; another is a row of records, each with its length. Of a member
as much is kept as is asked for; the rest is unpacked and dropped.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import Protocol

MAGIC = b"\x1f\x8b\x08"
LONGEST_HEAD = 1 << 16
_BEGIN = b"WARC/"
_GZIP = 16 + zlib.MAX_WBITS
_CHUNK = 1 << 16
_BLOCK = 1 << 21
"""So much is asked of a file or a bucket at once."""
_PROBE = 1 << 12
"""So many packed bytes are unpacked to see whether a record begins there."""
_MOST_UNPACKED = 1 << 30
"""A record that unpacks to more is left where it is, and the next one is looked for."""
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]{0,9}(\d{1,15})[ \t]{0,9}\r\n", re.IGNORECASE)
NO_RECORD = "There is no record of an archive here, or one without a length."
_CUT = "The record is cut: the archive ends in the middle of it."


class RandomAccess(Protocol):
    """A file that can be read anywhere."""

    def seek(self, position: int, /) -> int:
        """Go to a byte."""

    def read(self, nbytes: int, /) -> bytes:
        """Return at most so many bytes from there."""


def length_of(data: bytes, place: int = 0) -> int | None:
    """Return how long the record is that begins at a place, its header counted, or None where there is none."""
    end = data.find(b"\r\n\r\n", place, place + LONGEST_HEAD)
    said = _LENGTH.search(data, place, end + 2) if end >= 0 and data.startswith(_BEGIN, place) else None
    return end - place + 4 + int(said[1]) if said else None


class Source:
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
class Member:
    """What stands at an offset: its first bytes unpacked, how many there are in all, and how many packed."""

    offset: int
    data: bytes
    total: int
    length: int
    reason: str = ""
    problem: str = ""


class Packed:
    """An archive of gzip members."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def next(self, offset: int, stop: int) -> int | None:
        """Return where the next record begins: a member that can be unpacked and whose content begins as one."""
        while (place := self.source.find(MAGIC, offset, stop)) is not None:
            try:
                if zlib.decompressobj(_GZIP).decompress(self.source.whole(place, _PROBE), 16).startswith(_BEGIN):
                    return place
            except zlib.error:
                pass
            offset = place + 1
        return None

    def member(self, offset: int, most: int) -> Member:
        """Unpack the member at an offset, and keep its first bytes."""
        unpacker = zlib.decompressobj(_GZIP)
        kept = bytearray()
        total, place, chunk = 0, offset, b""
        try:
            while not unpacker.eof:
                chunk = unpacker.unconsumed_tail or self.source.at(place, _CHUNK)
                if not chunk:
                    return Member(offset, bytes(kept), total, 0, "cut", _CUT)
                place += 0 if unpacker.unconsumed_tail else len(chunk)
                part = unpacker.decompress(chunk, _BLOCK)
                total += len(part)
                kept += part[: most - len(kept)]
                if total > _MOST_UNPACKED:
                    said = f"The record unpacks to more than {_MOST_UNPACKED:,} bytes."
                    return Member(offset, bytes(kept), total, place - offset - len(chunk), "huge", said)
        except zlib.error as error:
            said = f"The record is damaged: {error}."
            return Member(offset, bytes(kept), total, 0, "corrupt", said)
        return Member(offset, bytes(kept), total, place - offset - len(unpacker.unused_data))


class Plain:
    """An archive that is not packed: records one after another."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def next(self, offset: int, stop: int) -> int | None:
        """Return where the next record seems to begin."""
        place = self.source.find(b"\r\n\r\n" + _BEGIN, offset, stop)
        return place + 4 if place is not None else None

    def member(self, offset: int, most: int) -> Member:
        """Return the record at an offset, by the length that its header says."""
        head = self.source.whole(offset, LONGEST_HEAD)
        length = length_of(head)
        if length is None:
            return Member(offset, head, 0, 0, "no_record", NO_RECORD)
        if offset + length > self.source.size:
            return Member(offset, head, 0, 0, "cut", _CUT)
        gap = self.source.whole(offset + length, 4)
        after = length + (len(gap) - len(gap.lstrip(b"\r\n")))
        return Member(offset, self.source.whole(offset, min(length, most)), length, after)
