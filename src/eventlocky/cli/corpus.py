"""The pages of a corpus, read one by one: what the one scorer scores.

Of the gold only `id`, `url` and `fetched` are looked at; the page alone must do. The result is
written beside its place and moved there when it is whole, so nothing is ever half-written.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from eventlocky.cli.options import read_file
from eventlocky.cli.progress import progress
from eventlocky.errors import CorpusError, EventlockyError
from eventlocky.extract import extract
from eventlocky.formats.row import flat
from eventlocky.settings import Settings


@dataclass(frozen=True, slots=True)
class Task:
    """One page of a corpus."""

    id: str
    url: str
    fetched: date | None
    file: Path


def run_corpus(gold: Path, out: Path, *, kind: str, settings: Settings, jobs: int = 1) -> None:
    """Read every page of a corpus and write a line for each, in the order of the gold."""
    tasks = list(read_tasks(gold))
    check_kind(kind, settings)
    part = out.with_name(f"{out.name}.part")
    failed = 0
    try:
        with part.open("w", encoding="utf-8") as lines:
            for row in progress(_read_all(tasks, kind, settings, jobs), total=len(tasks), what="pages"):
                if "error" in row:
                    failed += 1
                    print(f"{row['id']}: {row['error']}", file=sys.stderr)
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        part.replace(out)
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror or error}. Give another --out."
        raise CorpusError(message) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    print(f"{len(tasks)} pages read, {failed} with an error. Written: {out}", file=sys.stderr)


def check_kind(kind: str, settings: Settings) -> None:
    """Refuse an unknown kind, finder or classifier before the first page, not once for every page."""
    extract("", kind=kind, settings=settings)


def read_tasks(gold: Path) -> Iterator[Task]:
    """Yield the pages that a corpus file lists."""
    try:
        text = gold.read_text(encoding="utf-8")
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
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"Line {number} of {gold} is not a page: it needs id, url and fetched ({error})."
        raise CorpusError(message) from error
    pages = gold.parent / "pages"
    file = pages / f"{name}.html"
    packed = pages / f"{name}.html.gz"
    if name != Path(name).name:
        message = f"Line {number} of {gold} has the id {name!r}, which is not a file name."
        raise CorpusError(message)
    return Task(name, url, day, file if file.exists() else packed)


def _read_all(tasks: list[Task], kind: str, settings: Settings, jobs: int) -> Iterable[dict[str, object]]:
    work = partial(read_task, kind=kind, settings=settings)
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, tasks, chunksize=4)


def read_task(task: Task, *, kind: str, settings: Settings) -> dict[str, object]:
    """Read one page: its events, and the seconds it took. One bad page never ends a run."""
    try:
        body = read_file(task.file)
        begun = time.perf_counter()
        events = extract(body, task.url, fetched=task.fetched, kind=kind, settings=settings)
        seconds = time.perf_counter() - begun
    except EventlockyError as error:
        return {"id": task.id, "events": [], "seconds": 0.0, "error": str(error)}
    return {"id": task.id, "events": [flat(event) for event in events], "seconds": round(seconds, 6)}
