"""Pages looked up in an archive: what an address gave the last times it was asked.

An archive has no index of its own, so it is read through once, as far as the time goes that a question may take, and
from there on by the next question; what is written meanwhile is read when it is there. Only where a record stands is
kept in memory.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from eventlocky.crawl.archive import Place, answer_of, files, record_at, records
from eventlocky.crawl.download import Answer
from eventlocky.errors import FetchError

_NEWEST = 3
"""So many answers of an address are remembered: a page may have changed since something was read in it."""

_GOOD = 200


class Stored:
    """The pages of an archive: a folder of WARC files that may still grow, or one file."""

    def __init__(self, path: Path, patience_s: float = 2.0) -> None:
        self.path = path
        self.patience_s = patience_s
        self._places: dict[str, deque[Place]] = {}
        self._read: dict[Path, tuple[int, int]] = {}
        self._lock = threading.Lock()

    def find(self, url: str) -> list[Answer]:
        """Return the newest good answers of an address, the newest first; none where there are none.

        Raises FetchError where the archive cannot be read, or is not read through yet and the address not met so far.
        """
        address = url.partition("#")[0]
        with self._lock:
            is_through = self._go_on()
            places = list(reversed(self._places.get(address, ())))
        if not places and not is_through:
            message = f"The archive {self.path} is being read for the first time. Try again in a moment."
            raise FetchError(message)
        answers = (answer_of(record_at(place)) for place in places)
        return [answer for answer in answers if answer.status == _GOOD and answer.body]

    def _go_on(self) -> bool:
        """Read on where the last question stopped; tell whether all is read."""
        until = time.monotonic() + self.patience_s
        for file in files(self.path):
            size = file.stat().st_size
            read, start = self._read.get(file, (0, 0))
            if read == size:
                continue
            for place, url in _responses(file, start, is_known=file in self._read):
                if url:
                    self._places.setdefault(url, deque(maxlen=_NEWEST)).append(place)
                start = place.offset
                self._read[file] = (-1, start)
                if time.monotonic() > until:
                    return False
            self._read[file] = (size, start)
        return True


def _responses(file: Path, start: int, *, is_known: bool) -> Iterator[tuple[Place, str]]:
    """Yield where the records of a file stand with the address of each response; the first one may be known already."""
    for place, record in records(file, start):
        if place.offset > start or not is_known:
            yield place, record.url if record.kind == "response" else ""
