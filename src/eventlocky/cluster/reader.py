"""A process beside a worker that reads pages for it, one after another, within a bound of memory.

A page that takes this process down, fills its memory or never ends costs one page: it is counted, and the next one has
a new process. The bound is kept by the operating system. Pages and rows pass through a pipe; the process ends when the
worker does, however that ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import Self

import psutil  # type: ignore[import-untyped]

from eventlocky.cluster.bounds import Read, Refused, Task, read_page
from eventlocky.cluster.warc import Capture

MEMORY_BYTES = 300_000_000
"""So much a process may have that reads pages: it begins with 100 MB, the largest page of the corpora takes 60 more."""

_LOOK_S = 5.0
_SLACK = 2
"""A process that has computed so many times as long as a page may take does not hear that it should stop …"""
_LONGEST_S = 3_600.0
"""… and one that has been silent for an hour waits for something that never comes. Seconds say little on a machine that
shares its cores with many, so nothing shorter is judged by them."""


class Reader:
    """One process that reads pages, used as a context manager, started anew where it has ended."""

    def __init__(self, task: Task, memory_bytes: int = MEMORY_BYTES) -> None:
        self.task = task
        self.memory_bytes = memory_bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        """Use it; the process begins with the first page."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.end()

    def read(self, page: Capture) -> Read | Refused:
        """Have a page read."""
        pipe = self._pipe or self._begin()
        try:
            pipe.send(page)
            if not self._answers(pipe):
                self.end()
                return Refused("too_slow", "The page never came to an end: the process that read it was ended.")
            answer: Read | Refused = pipe.recv()
        except (OSError, EOFError):
            code = self.end()
            return Refused("died", f"The process that read the page has ended (exit code {code}).")
        if isinstance(answer, Refused) and answer.reason == "too_much_memory":
            self.end()  # what is left of that page goes with it
        return answer

    def _answers(self, pipe: Connection) -> bool:
        """Wait for an answer; tell whether there is one, or none will ever come."""
        begun, until = self._cpu_s(), time.monotonic() + _LONGEST_S
        while not pipe.poll(_LOOK_S):
            if self._cpu_s() - begun > self.task.page_s * _SLACK + _LOOK_S or time.monotonic() > until:
                return False
        return True

    def _cpu_s(self) -> float:
        """Return the processor's time that the process has had."""
        try:
            times = psutil.Process(self.pid).cpu_times()
        except psutil.Error:  # it has ended: the pipe says so
            return 0.0
        return float(times.user + times.system)

    @property
    def pid(self) -> int | None:
        """Return the number of the process, where there is one."""
        return self._process.pid if self._process is not None else None

    def end(self) -> int | None:
        """End the process, and return what it ended with."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is None:
            return None
        process, self._process = self._process, None
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(1.0)
        process.kill()
        return process.wait()

    def _begin(self) -> Connection:
        ours, theirs = Pipe()
        path = os.pathsep.join(filter(None, sys.path))  # what this process can import, the other can too
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-P", "-m", "eventlocky.cluster.reader", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # who waits for the end of ours need not wait for its end
                env={**os.environ, **_ONE_THREAD, "PYTHONPATH": path},
            )
        self._pipe = ours
        with contextlib.suppress(OSError):  # one that has ended already is found out by the first page
            ours.send((self.task, self.memory_bytes))
        return ours


_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""There is a worker for every core already."""


def main(descriptor: int) -> None:
    """Read the pages that come through a pipe, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this process decides when it ends
    pipe = Connection(descriptor)
    with contextlib.suppress(EOFError, OSError):
        task, memory_bytes = pipe.recv()
        _limit(memory_bytes)
        while True:
            page: Capture = pipe.recv()
            pipe.send(read_page(page, task))


def _limit(memory_bytes: int) -> None:
    """Have the operating system refuse more memory than that, where it can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


if __name__ == "__main__":
    main(int(sys.argv[1]))
    os._exit(0)  # nothing is left to do, and taking everything down would take a while
