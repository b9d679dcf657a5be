"""Files kept in a folder up to a number of bytes; those that nobody asked for longest go first.

Every file is written whole under another name and then renamed, so that a reader never meets half of one. Several
processes may share a folder: each counts for itself and looks again when it believes the folder full.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

_ROOM = 0.9
"""A full folder is emptied to this share, so that not every file that comes makes one go."""

_ENDING = ".kept"


class Shelf:
    """A folder that holds at most so many bytes."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self.folder = folder
        self.most_bytes = most_bytes
        self._size: int | None = None

    def get(self, key: str) -> bytes | None:
        """Return what is kept for a key, or None; it counts as asked for now."""
        file = self._file(key)
        try:
            body = file.read_bytes()
        except OSError:
            return None
        with suppress(OSError):
            os.utime(file)
        return body

    def put(self, key: str, body: bytes) -> None:
        """Keep bytes for a key. A folder that cannot be written keeps nothing: that is no reason to fail."""
        if len(body) > self.most_bytes:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self._file(key)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(body)
                Path(name).replace(file)
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
            self._size = self._measure() if self._size is None else self._size + len(body)
            if self._size > self.most_bytes:
                self._empty()

    def _file(self, key: str) -> Path:
        return self.folder / (hashlib.sha256(key.encode("utf-8", "replace")).hexdigest() + _ENDING)

    def _all(self) -> list[tuple[float, int, Path]]:
        found = []
        for file in self.folder.glob(f"*{_ENDING}"):
            with suppress(OSError):
                known = file.stat()
                found.append((known.st_mtime, known.st_size, file))
        return sorted(found)

    def _measure(self) -> int:
        return sum(size for _, size, _ in self._all())

    def _empty(self) -> None:
        """Remove what was not asked for longest, until there is room again."""
        files = self._all()
        size = sum(size for _, size, _ in files)
        for _, bytes_, file in files:
            if size <= _ROOM * self.most_bytes:
                break
            with suppress(OSError):
                file.unlink()
                size -= bytes_
        self._size = size
