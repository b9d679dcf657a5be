"""The pages of a corpus, read one by one: what the one scorer scores.

Of the gold only `id`, `url` and `fetched` are looked at; the page alone must do. The result is
written beside its place and moved there when it is whole, so nothing is ever half-written.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TextIO

from eventlocky.cli.options import read_file
from eventlocky.cli.progress import progress
from eventlocky.errors import CorpusError, EventlockyError
from eventlocky.extract import extract
from eventlocky.formats.row import flat
from eventlocky.settings import Settings

_MOST_PER_CORE = 4
"""More processes a core read no faster."""

_PATIENCE_S = 300.0
"""How long the next page may take: the slowest of the corpora takes 0.3 s."""

_LONGEST_NAME = 255
"""Of a file, in bytes: what the file systems of Linux, macOS and Windows allow."""


Line = dict[str, object]
"""What is written of a page."""


@dataclass(frozen=True, slots=True)
class Task:
    """One page of a corpus."""

    id: str
    url: str
    fetched: date | None
    file: Path


def run_corpus(gold: Path, out: Path, *, kind: str, settings: Settings, system: str = "", jobs: int = 1) -> None:
    """Read every page of a corpus and write a line for each, in the order of the gold."""
    tasks = list(read_tasks(gold))
    check_kind(kind, settings, system)
    work = partial(read_task, kind=kind, settings=settings, system=system)
    failed = 0
    try:
        with _whole(out) as lines:
            for row in progress(_read_all(tasks, work, jobs), total=len(tasks), what="pages"):
                if "error" in row:
                    failed += 1
                    print(f"{row['id']}: {row['error']}", file=sys.stderr)
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror or error}. Give another --out."
        raise CorpusError(message) from error
    print(f"{len(tasks)} pages read, {failed} with an error. Written: {out}", file=sys.stderr)


@contextlib.contextmanager
def _whole(out: Path) -> Iterator[TextIO]:
    """Open a file that takes its place when it is whole; a pipe or a device is written to, never replaced."""
    if out.exists() and not out.is_file():
        with out.open("w", encoding="utf-8") as lines:
            yield lines
        return
    place = out.resolve()
    part = place.with_name(f"{place.name}.part")
    try:
        with part.open("w", encoding="utf-8") as lines:
            yield lines
        part.replace(place)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def check_kind(kind: str, settings: Settings, system: str = "") -> None:
    """Refuse an unknown kind, system, finder or classifier before the first page, not once for every page."""
    extract("", kind=kind, system=system, settings=settings)


def read_tasks(gold: Path) -> Iterator[Task]:
    """Yield the pages that a corpus file lists."""
    try:
        text = gold.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The corpus {gold} cannot be read: {error}. Give the path of a gold.jsonl."
        raise CorpusError(message) from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _task(gold, number, line)


def _task(gold: Path, number: int, line: str) -> Task:
    try:
        row = json.loads(line)
        name, url, fetched = str(row["id"]), str(row.get("url") or ""), row.get("fetched")
        day = date.fromisoformat(fetched[:10]) if fetched else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        message = f"Line {number} of {gold} is not a page: it needs id, url and fetched ({error})."
        raise CorpusError(message) from error
    if not _is_file_name(f"{name}.html.gz"):
        message = f"Line {number} of {gold} has the id {name[:80]!r}, which is not a file name."
        raise CorpusError(message)
    pages = gold.parent / "pages"
    file = pages / f"{name}.html"
    return Task(name, url, day, file if file.exists() else pages / f"{name}.html.gz")


def _is_file_name(name: str) -> bool:
    has_surrogate = any("\ud800" <= letter <= "\udfff" for letter in name)
    return name == Path(name).name and "\0" not in name and not has_surrogate and len(name.encode()) <= _LONGEST_NAME


def _read_all(tasks: list[Task], work: Callable[[Task], Line], jobs: int) -> Iterable[Line]:
    if jobs == 1:
        yield from map(work, tasks)
        return
    processes = min(jobs, _MOST_PER_CORE * (os.cpu_count() or 1))
    with multiprocessing.Pool(processes, initializer=_leave_interrupts) as pool:  # its workers end with the block
        rows = pool.imap(work, tasks)
        try:
            for _ in tasks:
                yield rows.next(timeout=_PATIENCE_S)
        except multiprocessing.TimeoutError as error:
            message = "A process that reads pages has died or hangs. Try again with --jobs 1 to see on which page."
            raise CorpusError(message) from error


def _leave_interrupts() -> None:
    """Let Ctrl-C reach the parent only, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def read_task(task: Task, *, kind: str, settings: Settings, system: str = "") -> Line:
    """Read one page: its events, and the seconds it took. One bad page never ends a run."""
    try:
        body = read_file(task.file, settings.max_page_bytes)
        begun = time.perf_counter()
        events = extract(body, task.url, fetched=task.fetched, kind=kind, system=system, settings=settings)
        seconds = time.perf_counter() - begun
    except EventlockyError as error:
        return {"id": task.id, "events": [], "seconds": 0.0, "error": str(error)}
    return {"id": task.id, "events": [flat(event) for event in events], "seconds": round(seconds, 6)}
