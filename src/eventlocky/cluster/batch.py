"""Archives of the web read into data sets: every page of every archive, on as many machines as there are.

    archives ─ cut ─▶ pieces ─ Dask, or one after another ─▶ do_piece ─┬─▶ events/ pages/ errors/   (Parquet)
                                                                       └─▶ ledger/                  (what is done)

A piece is the unit of everything: of sharing between workers, of what is lost when one dies, and of what is written.
What a worker needs is a piece and a task, what it gives back is a handful of numbers; pages and events never pass
through the scheduler.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from eventlocky.cluster import archives, rows, warc
from eventlocky.cluster.archives import Piece
from eventlocky.cluster.bounds import SETUP, Read, Refused, Task, read_page
from eventlocky.cluster.ledger import Done, Ledger
from eventlocky.cluster.reader import Reader
from eventlocky.cluster.tables import Sets
from eventlocky.errors import BatchError, EventlockyError
from eventlocky.extract import extract

Item = TypeVar("Item")

_LOOKS = 32
"""So many entries of the ledger are read at once."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run that can begin: its pieces, those among them that wait, and what was done before."""

    out: str
    task: Task
    pieces: list[Piece]
    waiting: list[Piece]
    before: list[Done]


@dataclass(frozen=True, slots=True)
class Failed:
    """A piece that could not be done; the next run tries it again."""

    piece: str
    message: str


def prepare(addresses: Sequence[str], out: str, task: Task, piece_bytes: int) -> Run:
    """Find the archives, cut them, and see what of it is done already."""
    extract("", kind=task.kind, system=task.system, settings=task.settings)  # unknown names are said now
    found = archives.find(addresses)
    pieces = archives.cut(found, piece_bytes)
    ledger = Ledger(out)
    ledger.begin(task, piece_bytes)
    done = ledger.done(found)
    waiting = [piece for piece in pieces if piece.name not in done]
    with ThreadPoolExecutor(_LOOKS) as threads:  # in a bucket each takes a while
        before = list(threads.map(ledger.entry, [piece.name for piece in pieces if piece.name in done]))
    return Run(out, task, pieces, waiting, before)


def here(run: Run) -> Iterator[Done | Failed]:
    """Do what waits in this process, without Dask: to compare, and to look into a page with a debugger."""
    for piece in run.waiting:
        try:
            yield do_piece(piece, run.out, run.task)
        except (OSError, EventlockyError) as error:
            yield Failed(piece.name, str(error))


def do_piece(piece: Piece, out: str, task: Task, reader: Reader | None = None) -> Done:
    """Read the pages of a piece, here or by a process beside, write what they say, and note that it is done."""
    filesystem, path = archives.place_of(piece.archive.address)
    with filesystem.open_input_file(path) as file, Sets(out, piece.name) as sets:
        work = _Work(piece.archive.name, sets, task, reader)
        records = warc.read(file, piece, task.settings.max_page_bytes)
        while (found := work.timed("reading", lambda: next(records, None))) is not None:
            work.take(found)
        begun = time.thread_time()
    work.cpu_s["writing"] += time.thread_time() - begun
    done = Done(
        piece.name,
        piece.archive.name,
        piece.start,
        piece.stop,
        pages=work.pages,
        events=work.events,
        errors=dict(sorted(work.errors.items())),
        passed=dict(sorted(work.passed.items())),
        cpu_s={part: round(seconds, 4) for part, seconds in work.cpu_s.items()},
    )
    Ledger(out).finish(done)
    return done


@dataclass(slots=True)
class _Work:
    """A piece that is being done: its counts, and the seconds of the processor that went where."""

    archive: str
    sets: Sets
    task: Task
    reader: Reader | None
    pages: int = 0
    events: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    cpu_s: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def timed(self, part: str, do: Callable[[], Item]) -> Item:
        """Do something, and count the time of the processor to a part of the work."""
        begun = time.thread_time()
        try:
            return do()
        finally:
            self.cpu_s[part] += time.thread_time() - begun

    def take(self, found: warc.Found) -> None:
        """Do what belongs to one record."""
        if isinstance(found, warc.Passed):
            self.passed[found.why] += 1
            return
        if isinstance(found, warc.Problem):
            self._aside(found)
            return
        answer = self.timed("passing", lambda: self._read(found))
        self.cpu_s["extracting"] += answer.cpu_s
        if self.reader is None:  # then it was counted twice
            self.cpu_s["passing"] -= answer.cpu_s
        if isinstance(answer, Refused) and answer.reason == SETUP:
            raise BatchError(answer.message)
        if isinstance(answer, Read):
            self.timed("writing", lambda: self._write(found, answer))
        else:
            head = found.body[: warc.SHOWN]
            reason, message = answer.reason, answer.message
            self._aside(warc.Problem(found.offset, found.length, reason, message, found.url, found.captured, head))

    def _read(self, page: warc.Capture) -> Read | Refused:
        return self.reader.read(page) if self.reader else read_page(page, self.task)

    def _write(self, page: warc.Capture, answer: Read) -> None:
        self.pages += 1
        self.events += len(answer.rows)
        whence = rows.whence(self.archive, page)
        self.sets.add("events", [whence | row for row in answer.rows])
        row = rows.page_row(self.archive, page, len(answer.rows), answer.cpu_s * 1000, noindex=answer.noindex)
        self.sets.add("pages", [row])

    def _aside(self, problem: warc.Problem) -> None:
        self.errors[problem.reason] += 1
        self.sets.add("errors", [rows.error_row(self.archive, problem)])
