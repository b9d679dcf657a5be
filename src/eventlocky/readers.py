"""Who reads the answers of sites: processes beside this one, or a thread of it.

Reading is nearly all that a search computes. In a process of its own it runs while pages are asked for, on another
core where there is one, and a page that brings its reader down brings down nothing else: the next page has a new one.
A process loads while the first answers are on their way; so that it can be started first of all, this module loads
little itself. It is told what to read over its standard input, bytes behind a line of JSON, and answers likewise; it
ends when that input does, however the process ended that started it.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from functools import partial
from queue import SimpleQueue
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings

if TYPE_CHECKING:
    from eventlocky.crawl.fetch import Fetched
    from eventlocky.crawl.frontier import Sort
    from eventlocky.crawl.notes import Note

log = logging.getLogger(__name__)

_BURST_S = 3.0
"""So much is read at full speed before the setting `reader_share` counts: a search of two dozen sites needs no more."""


class Reader(Protocol):
    """Who reads the answers of sites."""

    async def read(self, page: Fetched, sort: Sort) -> Note:
        """Return what an answer says; what cannot be read is an empty note."""


class Here:
    """Reads in this process, in a thread, so that a page that takes long does not keep others from being asked for."""

    def __init__(
        self, kinds: Sequence[str], fetched: date | None, settings: Settings, threads: Executor | None = None
    ) -> None:
        self.kinds = kinds
        self.fetched = fetched
        self.settings = settings
        self.threads = threads

    async def read(self, page: Fetched, sort: Sort) -> Note:
        """Return what an answer says."""
        from asyncio import get_running_loop  # see the module's docstring

        from eventlocky.reading import take

        work = partial(take, page, sort, self.kinds, self.fetched, self.settings)
        return await get_running_loop().run_in_executor(self.threads, work)


class Readers:
    """As many processes as the setting `readers` says, used as a context manager; with none it reads here.

    The processes are started when it is entered and load while others work. A thread waits for each.
    """

    def __init__(self, kinds: Sequence[str], fetched: date | None, settings: Settings) -> None:
        self.kinds = tuple(kinds)
        self.fetched = fetched
        self.settings = settings
        self._threads = ThreadPoolExecutor(max(1, settings.readers), "reader")
        self._all: list[_Process] = []
        self._free: SimpleQueue[_Process] = SimpleQueue()

    def __enter__(self) -> Self:
        """Start the processes, or load here what they would."""
        day = self.fetched.isoformat() if self.fetched else None
        start = {"kinds": self.kinds, "settings": asdict(self.settings), "fetched": day}
        try:
            for _ in range(self.settings.readers):
                self._all.append(_Process(start))
                self._free.put(self._all[-1])
        except OSError as error:
            log.warning("A process that reads pages cannot be started: %s.", error)
        if not self._all:
            self._threads.submit(_warm_up, self.kinds, self.settings)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes; what is being read is read to its end."""
        self._threads.shutdown(cancel_futures=True)
        for process in self._all:
            process.end()

    async def read(self, page: Fetched, sort: Sort) -> Note:
        """Return what an answer says."""
        from asyncio import get_running_loop

        if not self._all:
            return await Here(self.kinds, self.fetched, self.settings, self._threads).read(page, sort)
        return await get_running_loop().run_in_executor(self._threads, self._read, page, sort)

    def _read(self, page: Fetched, sort: Sort) -> Note:
        from eventlocky.crawl.notes import Note

        process = self._free.get()
        try:
            return process.read(page, sort)
        except OSError as error:
            log.warning("The process that reads pages ended at %s: %s. The page is passed over.", page.url, error)
            return Note(page.url)
        finally:
            self._free.put(process)


class _Process:
    """One process that reads, started anew where it has ended."""

    def __init__(self, start: dict[str, Any]) -> None:
        self._start = start
        self._process = self._begin()

    def _begin(self) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, sys.path))  # what this process can import, the other can too
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "eventlocky.readers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            process_group=0,  # Ctrl-C on the terminal is not for it, also while it loads
        )
        with suppress(OSError):  # one that has ended already is found out by the first page
            _send(process.stdin, self._start)
        return process

    def read(self, page: Fetched, sort: Sort) -> Note:
        """Have an answer read; where the process ends meanwhile, raise OSError."""
        from eventlocky.crawl import notes

        asked = {
            "url": page.url,
            "encoding": page.encoding,
            "fetched": page.fetched.isoformat() if page.fetched else None,
            "robots_tags": page.robots_tags,
            "sort": sort.value,
        }
        try:
            _send(self._process.stdin, asked, page.body)
            said, body = _receive(self._process.stdout)
        except OSError:
            self.end()
            self._process = self._begin()
            raise
        if said["error"]:
            raise EventlockyError(said["error"])
        return notes.read(body.decode("utf-8", "surrogatepass"))

    def end(self) -> None:
        """End the process at once, also one that still loads: nobody waits for what it reads, and it keeps nothing."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()


def _send(pipe: IO[bytes] | None, head: dict[str, Any], body: bytes = b"") -> None:
    """Write a line of JSON, and the bytes that it announces."""
    if pipe is None:
        raise BrokenPipeError
    pipe.write(json.dumps({**head, "size": len(body)}).encode() + b"\n")
    pipe.write(body)
    pipe.flush()


def _receive(pipe: IO[bytes] | None) -> tuple[dict[str, Any], bytes]:
    """Read a line of JSON and the bytes that it announces; an OSError says that the other side has ended."""
    line = pipe.readline() if pipe is not None else b""
    head: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {"size": -1}
    body = pipe.read(head["size"]) if pipe is not None and head["size"] > 0 else b""
    if len(body) != head["size"]:
        raise ConnectionResetError("there is no more to read")
    return head, body


# In the process beside ---------------------------------------------------------------------------


def main() -> None:
    """Read what standard input says, until it ends."""
    from eventlocky.crawl import notes
    from eventlocky.crawl.fetch import Fetched
    from eventlocky.crawl.frontier import Sort
    from eventlocky.reading import take

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this process decides when it ends
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get between the answers
    with suppress(ConnectionResetError, BrokenPipeError):
        start, _ = _receive(requests)
        share = Share(start["settings"]["reader_share"])
        settings, kinds, day = Settings(**start["settings"]), tuple(start["kinds"]), _day(start["fetched"])
        _warm_up(kinds, settings)
        while True:
            time.sleep(share.rest_s(time.process_time(), time.monotonic()))
            asked, body = _receive(requests)
            tags = tuple(asked["robots_tags"])
            page = Fetched(
                asked["url"], body, encoding=asked["encoding"], fetched=_day(asked["fetched"]), robots_tags=tags
            )
            try:
                note = take(page, Sort(asked["sort"]), kinds, day, settings)
            except EventlockyError as error:
                _send(answers, {"error": str(error)})
            else:
                _send(answers, {"error": ""}, notes.write(note).encode("utf-8", "surrogatepass"))


class Share:
    """Keeps a process to a part of a core: what it uses beyond that, it rests for afterwards."""

    def __init__(self, part: float) -> None:
        self.part = part
        self._left_s = _BURST_S
        self._used_s: float | None = None
        self._now = 0.0

    def rest_s(self, used_s: float, now: float) -> float:
        """Return how long to rest, given the processor time of the process so far and what the clock says."""
        if self._used_s is not None:
            earned = self.part * (now - self._now)
            self._left_s = min(_BURST_S, self._left_s + earned) - (used_s - self._used_s)
        self._used_s, self._now = used_s, now
        return 0.0 if self.part >= 1 else max(0.0, -self._left_s / self.part)


def _warm_up(kinds: Sequence[str], settings: Settings) -> None:
    """Load what reading a page needs; what cannot be loaded is said by the first page."""
    from eventlocky.extract import extract

    with suppress(EventlockyError):
        for kind in kinds:
            extract(_ANY_PAGE, kind=kind, settings=settings)


_ANY_PAGE = "<ul><li>1 May 2026, 19:30<h3>Jazz</h3>12 €<li>2 May 2026, 19:30<h3>Swing</h3>12 €</ul>"


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


if __name__ == "__main__":
    main()
    os._exit(0)  # nothing is left to do, and taking everything down would take a while
