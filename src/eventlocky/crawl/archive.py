"""Every answer written to WARC files, and the same answers read from them again.

A `Recorder` stands between the fetcher and the network and writes what passes; a `Replay` stands in
the network's place. So a run can be repeated without a single request, with the same pages on the
same days and the same failures. Bodies are kept unpacked, as they were read, each record is packed
for itself and written at once: whatever ends a run, the records before are whole, and what was cut is
passed over. Every run writes a file of its own.

The files are plain WARC 1.1 that other tools read. Files of other tools are read where their bodies
are neither packed nor chunked.
"""

from __future__ import annotations

import io
import logging
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import uuid4

from eventlocky import errors
from eventlocky.crawl.download import Answer, Request, Transport
from eventlocky.errors import EventlockyError, FetchError, PageError, UnreachableError

log = logging.getLogger(__name__)

_DAY = "Eventlocky-Day"
"""The day at the reader's place, which dates on the page are read from; WARC-Date is in UTC."""
_KEPT_AS = "x-archive-orig-"
_PACKING = frozenset({"content-length", "content-encoding", "transfer-encoding"})
"""Headers that speak of the body on its way; the body in the archive is another, so they get another name."""
_CHUNK = 1 << 16
_FULL_BYTES = 1 << 30
"""A file that is larger gets a successor; a gigabyte is what web archives agree on."""
_LONGEST_RECORD = 200_000_000
"""A record that unpacks to more is no page of ours."""
_GZIP = 16 + zlib.MAX_WBITS
_LEVEL = 1
"""Level 6 packs a sixth smaller and takes twice as long (158 kB pages: 0.9 and 2.1 ms)."""
_FASTEST = 0
"""Of isal; in one piece it packs as small as level 1 does in pieces, in a tenth less time (127 kB pages: 25 kB)."""


def _packer() -> Callable[[bytes], bytes]:
    """Return what packs a record: isal where it is installed (a fourth of the time), else the standard library."""
    try:
        from isal import isal_zlib
    except ImportError:
        return lambda record: zlib.compress(record, _LEVEL, _GZIP)
    return lambda record: isal_zlib.compress(record, _FASTEST, _GZIP)


class Recorder:
    """A transport that writes what another one answers."""

    def __init__(self, transport: Transport, folder: Path) -> None:
        self.transport = transport
        self.folder = folder
        self.is_live = transport.is_live
        self._pack = _packer()
        self._file: io.FileIO | None = None
        self._size = 0
        self._ids = str(uuid4())[:-12]
        """How the names of all records begin; the rest is their number."""
        self._count = 0

    async def open(self) -> None:
        """Open a new file, and the other transport."""
        self._open_file()
        await self.transport.open()

    async def close(self) -> None:
        """Close both."""
        if self._file is not None:
            self._file.close()
            self._file = None
        await self.transport.close()

    async def get(self, request: Request) -> Answer:
        """Pass a request on, and write the answer or the failure."""
        url = request.address.url
        try:
            answer = await self.transport.get(request)
        except (FetchError, PageError) as error:
            status = getattr(error, "status", None)
            self._write("metadata", url, _fields(error=type(error).__name__, status=status or "", message=error))
            raise
        more = {_DAY: answer.day.isoformat()}
        if not answer.body and not request.wants(answer):
            more["WARC-Truncated"] = "unspecified"  # the body was not wanted
        self._write("response", url, _http_head(answer), answer.body, more=more)
        return answer

    def _open_file(self) -> None:
        now = datetime.now(UTC)
        name = f"eventlocky-{now:%Y%m%dT%H%M%S%f}-{os.getpid()}.warc.gz"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = (self.folder / name).open("xb", buffering=0)
            self._size = 0
        except OSError as error:
            message = f"The archive {self.folder} cannot be written: {error.strerror}. Check the setting archive."
            raise FetchError(message) from error
        self._write("warcinfo", "", _fields(software="eventlocky", format="WARC File Format 1.1"))

    def _write(self, kind: str, url: str, *block: bytes, more: dict[str, str] | None = None) -> None:
        """Write one record, packed, in one piece."""
        if self._file is None:
            return
        self._count += 1
        now = datetime.now(UTC).isoformat(timespec="microseconds")[:-6]
        named = {"WARC-Target-URI": url, **(more or {})} if url else {}
        head = (
            f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{self._ids}{self._count:012x}>\r\n"
            f"WARC-Date: {now}Z\r\nContent-Type: {_BLOCK_TYPES[kind]}\r\nContent-Length: {sum(map(len, block))}\r\n"
            + "".join([f"{name}: {value}\r\n" for name, value in named.items()])
            + "\r\n"
        )
        packed = self._pack(b"".join((head.encode(), *block, b"\r\n\r\n")))
        try:
            self._size += self._file.write(packed)
            if self._size >= _FULL_BYTES:
                self._file.close()
                self._open_file()
        except OSError as error:
            message = f"The archive {self.folder} cannot be written: {error.strerror}. Check the disk."
            raise FetchError(message) from error


_BLOCK_TYPES = {
    "response": "application/http;msgtype=response",
    "metadata": "application/warc-fields",
    "warcinfo": "application/warc-fields",
}


def _fields(**values: object) -> bytes:
    return "".join(f"{name}: {' '.join(str(value).split())}\r\n" for name, value in values.items()).encode(
        "utf-8", "replace"
    )


def _http_head(answer: Answer) -> bytes:
    """Return what stands before the body, as HTTP would have it, had the body been sent unpacked."""
    lines = [f"HTTP/1.1 {answer.status} {answer.reason}".rstrip()]
    for name, value in answer.headers:
        lines.append(f"{_KEPT_AS if name in _PACKING else ''}{name}: {value}")
    lines += [f"content-length: {len(answer.body)}", "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


class Replay:
    """A transport that answers from WARC files: of an address that was asked often, one answer after the other."""

    is_live = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places: dict[str, deque[Place]] = {}

    async def open(self) -> None:
        """Find out where each answer stands."""
        self._places = {}
        for file in files(self.path):
            for place, record in records(file):
                if record.kind in {"response", "metadata"} and record.url:
                    self._places.setdefault(record.url, deque()).append(place)

    async def close(self) -> None:
        """Forget where they stand."""
        self._places = {}

    async def get(self, request: Request) -> Answer:
        """Return the next answer that was recorded for an address, or fail as it failed then."""
        url = request.address.url
        places = self._places.get(url)
        if not places:
            message = f"{url} is not in the archive {self.path}."
            raise UnreachableError(message)
        place = places.popleft() if len(places) > 1 else places[0]
        record = record_at(place)
        if record.kind == "metadata":
            raise _failure(record, url)
        return answer_of(record)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands."""

    file: Path
    offset: int


@dataclass(frozen=True, slots=True)
class _Record:
    headers: dict[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        return self.headers.get("warc-type", "")

    @property
    def url(self) -> str:
        return self.headers.get("warc-target-uri", "").strip("<>")


def files(path: Path) -> list[Path]:
    """Return the files of an archive, oldest first."""
    files = sorted(path.glob("*.warc.gz")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        message = f"There is no archive at {path}. Give a .warc.gz file, or a folder of them."
        raise FetchError(message)
    return files


def records(file: Path, offset: int = 0) -> Iterator[tuple[Place, _Record]]:
    """Yield the records of a file from one on; the first that is cut or broken ends it, with a word in the log."""
    size = file.stat().st_size
    with file.open("rb") as stream:
        while offset < size:
            try:
                data, length = _unpack(stream, offset)
                record = _parse(data)
            except (zlib.error, EOFError, ValueError) as error:
                log.warning("%s is read up to byte %d of %d: %s", file, offset, size, error)
                return
            yield Place(file, offset), record
            offset += length


def _unpack(stream: io.BufferedReader, offset: int) -> tuple[bytes, int]:
    """Return the packed record at an offset, unpacked, and how many bytes it took packed."""
    stream.seek(offset)
    unpacker = zlib.decompressobj(_GZIP)
    parts: list[bytes] = []
    read = size = 0
    while not unpacker.eof:
        chunk = stream.read(_CHUNK)
        if not chunk:
            raise EOFError("the record is cut")
        read += len(chunk)
        while chunk and not unpacker.eof:
            parts.append(unpacker.decompress(chunk, _LONGEST_RECORD))
            size += len(parts[-1])
            if size > _LONGEST_RECORD:
                raise ValueError("the record is too long")
            chunk = unpacker.unconsumed_tail
    return b"".join(parts), read - len(unpacker.unused_data)


def _parse(data: bytes) -> _Record:
    head, _, rest = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("utf-8", "replace").split("\r\n")
    if not first.startswith("WARC/"):
        raise ValueError("no WARC record")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", ""))
    if not 0 <= length <= len(rest):
        raise ValueError("the record is cut")
    return _Record(headers, rest[:length])


def record_at(place: Place) -> _Record:
    """Return the record at a place."""
    try:
        with place.file.open("rb") as stream:
            return _parse(_unpack(stream, place.offset)[0])
    except (OSError, zlib.error, EOFError, ValueError) as error:
        message = f"The archive {place.file} has changed while it was read: {error}."
        raise FetchError(message) from error


def answer_of(record: _Record) -> Answer:
    """Return the answer that was recorded."""
    head, _, body = record.block.partition(b"\r\n\r\n")
    first, *lines = head.decode("utf-8", "surrogateescape").split("\r\n")
    try:
        _, status, *reason = first.split(" ", 2)
        day = record.headers.get(_DAY.lower()) or record.headers["warc-date"][:10]
        headers = tuple((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines))
        return Answer(record.url, int(status), "".join(reason), headers, body, date.fromisoformat(day))
    except (ValueError, KeyError) as error:
        message = f"The archive's record of {record.url} is no answer over HTTP: {error}."
        raise FetchError(message) from error


def _failure(record: _Record, url: str) -> EventlockyError:
    """Return the error that a recorded request ended with."""
    lines = record.block.decode("utf-8", "replace").split("\r\n")
    fields = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    kind = getattr(errors, fields.get("error", ""), None)
    message = fields.get("message", "") or f"{url} failed when it was recorded."
    if kind is UnreachableError or not (isinstance(kind, type) and issubclass(kind, FetchError | PageError)):
        status = fields.get("status", "")
        return UnreachableError(message, int(status) if status.isdecimal() else None)
    return kind(message)
