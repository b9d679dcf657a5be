"""Archives of the web: where they lie, and how each is cut into pieces that several workers share.

An address is a path, `file://…` or `s3://…`, with `*` where several are meant, or a folder. A packed archive is cut by
bytes alone, nothing of it is read for that: the worker of a piece looks for the first record that begins in it (see
`warc.py`). Files and buckets are reached through pyarrow, which brings both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from pyarrow import fs  # type: ignore[import-untyped]

from eventlocky.errors import BatchError

_PACKED, _PLAIN = ".warc.gz", ".warc"
_WILD = "*["


@dataclass(frozen=True, slots=True)
class Archive:
    """One archive: its address, how it is called in what is written, and its size in bytes."""

    address: str
    size: int

    @property
    def name(self) -> str:
        """Return the address without what only says how to get there."""
        return self.address.partition("?")[0] if self.address.startswith("s3://") else self.address

    @property
    def label(self) -> str:
        """Return the file's own name and a few letters that tell it from others of that name."""
        stem = PurePosixPath(self.name).name.removesuffix(".gz").removesuffix(_PLAIN)
        plain = re.sub(r"[^A-Za-z0-9.-]", "-", stem)[:80].lstrip(".-")  # readers pass over names that begin so
        return f"{plain or 'archive'}.{hashlib.sha256(self.name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Piece:
    """The records of an archive that begin from one byte up to, not including, another."""

    archive: Archive
    start: int
    stop: int

    @property
    def name(self) -> str:
        """Return the name of what is written of this piece; an archive that has changed gives another."""
        return f"{self.archive.label}.{self.archive.size:x}-{self.start:013d}"


def place_of(address: str) -> tuple[fs.FileSystem, str]:
    """Return the file system of an address, and the path there."""
    scheme, mark, rest = address.partition("://")
    if not mark:
        return fs.LocalFileSystem(), str(Path(address).absolute())
    if scheme == "file":
        return fs.LocalFileSystem(), str(Path(unquote(rest)).absolute())
    if scheme != "s3":
        message = f"{address} is not an address we read archives from. Give a path, file://… or s3://… ."
        raise BatchError(message)
    if "@" in urlsplit(address).netloc:
        message = "Give the keys of a bucket in the environment (AWS_ACCESS_KEY_ID …), not in its address: it is kept."
        raise BatchError(message)
    try:
        filesystem, path = fs.FileSystem.from_uri(address)
    except (OSError, ValueError) as error:
        message = f"{address} cannot be used: {error}."
        raise BatchError(message) from error
    return filesystem, str(path)


def find(addresses: Sequence[str]) -> list[Archive]:
    """Return the archives of some addresses, each once, in their order; an address without any is an error."""
    found: dict[str, Archive] = {}
    for address in addresses:
        here = list(_archives(address))
        if not here:
            message = f"There is no archive at {address}. Give a .warc.gz or .warc file, a folder, or a pattern with *."
            raise BatchError(message)
        found.update((archive.address, archive) for archive in here)
    return list(found.values())


def _archives(address: str) -> Iterator[Archive]:
    filesystem, path = place_of(address)
    query = "?" + urlsplit(address).query if address.startswith("s3://") and "?" in address else ""
    for info in _files(filesystem, path, address):
        yield Archive(f"s3://{info.path}{query}" if address.startswith("s3://") else info.path, info.size)


def _files(filesystem: fs.FileSystem, path: str, address: str) -> list[fs.FileInfo]:
    """Return the files that a path, a folder or a pattern means, by name."""
    parts = PurePosixPath(path).parts
    fixed = next((number for number, part in enumerate(parts) if any(sign in part for sign in _WILD)), len(parts))
    try:
        exact = filesystem.get_file_info(path)
        infos = [exact]
        if exact.type == fs.FileType.Directory:
            listed = filesystem.get_file_info(fs.FileSelector(path))
            infos = [info for info in listed if info.path.endswith((_PACKED, _PLAIN))]
        elif exact.type == fs.FileType.NotFound and fixed < len(parts):
            base = str(PurePosixPath(*parts[:fixed]))
            wanted = fs.FileSelector(base, recursive=fixed < len(parts) - 1, allow_not_found=True)
            infos = [info for info in filesystem.get_file_info(wanted) if _fits(info.path, path)]
    except (OSError, ValueError) as error:
        message = f"The archives at {address} cannot be listed: {error}."
        raise BatchError(message) from error
    return sorted((info for info in infos if info.type == fs.FileType.File), key=lambda info: info.path)


def _fits(path: str, pattern: str) -> bool:
    """Tell whether a path fits a pattern, folder by folder."""
    one, other = PurePosixPath(path), PurePosixPath(pattern)
    return len(one.parts) == len(other.parts) and one.match(pattern)


def cut(archives: Sequence[Archive], piece_bytes: int) -> list[Piece]:
    """Return the pieces of some archives.

    An archive that is not packed stays in one piece: any page may hold what looks like the begin of a record.
    """
    return [
        Piece(archive, start, min(start + step, archive.size))
        for archive in archives
        for step in [piece_bytes if archive.name.endswith(".gz") else max(archive.size, 1)]
        for start in range(0, max(archive.size, 1), step)
    ]
