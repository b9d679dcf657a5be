"""How `eventlocky batch` scales: one process without Dask, one worker, two workers, over the same archive.

    python benchmarks/batch.py                        # 2,000 pages
    python benchmarks/batch.py --pages 20000 --piece 16

The archive holds the pages of the corpora beside the checkout, each captured on the day its gold says, again and again
until there are enough (pages made here where there are no corpora). Every run is a command of its own, from its start
to its end. Printed for each: pages a second, how many times the run before, the largest memory of a worker with the
process that reads its pages, and what reading archives, passing pages on and writing cost beside extraction, by the
processor's time. The events of all runs must be the same rows.

On a machine where others compute too, seconds say little. `share` is the processor's time that a worker got of the
seconds that passed, and `fair` is the ratio that follows from the processor's time of every piece alone: those of one
worker one after another, those of two handed out in turn to whoever is free. Starting Dask is not in it.

Exit 1 where a run gives other events, a worker has 600 MB or more, the parts beside extraction cost more than a tenth
of it, or, with shares over 0.9, two workers are not 1.7 times as fast as one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import psutil
import pyarrow.dataset as ds
import pyarrow.parquet as pq

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""
MOST_BYTES, LEAST_RATIO, MOST_BESIDE = 600_000_000, 1.7, 0.1
LOOK_S = 0.25
Page = tuple[str, date, bytes]


def invented_pages() -> list[Page]:
    """Return pages with lists of events, each with other words."""
    item = "<li><a href='/e/{n}'><b>Concert {n}</b></a> <time>{d} November 2026, 19:30</time> in the hall, {p} €</li>"
    return [
        (
            f"https://site{number}.example/",
            date(2026, 11, 1),
            (
                "<h1>What is on</h1>" + "".join(item.format(n=number * 100 + n, d=n % 28 + 1, p=n) for n in range(40))
            ).encode(),
        )
        for number in range(50)
    ]


def pages_of(corpora: Path) -> list[Page]:
    """Return the pages of the corpora, or invented ones where there are none."""
    pages = []
    for gold in sorted(corpora.glob("*/gold.jsonl")):
        for line in gold.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            body = gzip.decompress((gold.parent / "pages" / f"{row['id']}.html.gz").read_bytes())
            pages.append((row["url"] or f"https://{row['id']}.example/", date.fromisoformat(row["fetched"][:10]), body))
    return pages or invented_pages()


def write(file: Path, pages: list[Page], count: int) -> None:
    """Write an archive of so many pages, each packed for itself."""
    packed: dict[int, bytes] = {}
    with file.open("wb") as archive:
        for number in islice(cycle(range(len(pages))), count):
            if number not in packed:
                packed[number] = gzip.compress(record(*pages[number]), 6, mtime=0)
            archive.write(packed[number])


def record(url: str, day: date, body: bytes) -> bytes:
    """Return a page as a record of an archive."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {day}T12:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run gave and took."""

    workers: int
    seconds: float
    pages: int
    events: int
    cpu_s: dict[str, float]
    pieces: list[float]
    """The processor's time of every piece, in the order of the archive."""
    worker_bytes: int
    """The largest memory of a worker and its reader together; of the only process where there are no workers."""

    @property
    def beside(self) -> float:
        """Return what everything beside extraction costs, in extractions."""
        return sum(value for part, value in self.cpu_s.items() if part != "extracting") / self.cpu_s["extracting"]

    @property
    def share(self) -> float:
        """Return the processor's time that was had of the time that it took, a worker."""
        return sum(self.cpu_s.values()) / (self.seconds * max(1, self.workers))


def run(archive: Path, out: Path, workers: int, piece_mb: float) -> Figures:
    """Run the command, and look at the memory of its processes meanwhile."""
    command = [sys.executable, "-m", "eventlocky", "batch", str(archive), "--out", str(out), "--json"]
    options = ["--workers", str(workers), "--piece", str(piece_mb), "--dashboard", "127.0.0.1:0"]
    most = 0
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, env=environment) as process:  # noqa: S603 - ours
        while process.poll() is None:
            most = max([most, *_memory(process.pid, workers)])
            time.sleep(LOOK_S)
        printed = process.stdout.read() if process.stdout else b""
    if process.returncode:
        sys.exit(f"The run with {workers} workers ended with {process.returncode}.")
    said = json.loads(printed)
    return Figures(workers, said["seconds"], said["pages"], said["events"], said["cpu_s"], times(out), most)


def _memory(pid: int, workers: int) -> Iterator[int]:
    """Yield what each worker and its reader have together, or the process itself where it works alone."""
    try:
        top = psutil.Process(pid)
        if not workers:
            yield top.memory_info().rss
        for reader in top.children(recursive=True):
            if "eventlocky.cluster.reader" in " ".join(reader.cmdline()):
                yield reader.memory_info().rss + psutil.Process(reader.ppid()).memory_info().rss
    except psutil.Error:  # it has ended meanwhile
        return


def times(out: Path) -> list[float]:
    """Return the processor's time that every piece took."""
    entries = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((out / "ledger").glob("*.json"))]
    return [sum(entry["cpu_s"].values()) for entry in entries]


def last_end(pieces: list[float], workers: int) -> float:
    """Return when the last worker ends where each takes the next piece as soon as it is free."""
    ends = [0.0] * workers
    for seconds in pieces:
        ends[ends.index(min(ends))] += seconds
    return max(ends)


def rows(out: Path) -> list[dict[str, Any]]:
    """Return the events of a run, in the order of the archive."""
    keys = [("offset", "ascending"), ("position", "ascending")]
    found: list[dict[str, Any]] = ds.dataset(out / "events").to_table().sort_by(keys).to_pylist()
    return found


def size_of(out: Path) -> float:
    """Return the megabytes that a million events take."""
    files = list((out / "events").glob("*.parquet"))
    count = sum(pq.read_metadata(file).num_rows for file in files)
    return sum(file.stat().st_size for file in files) / max(1, count)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--piece", type=float, default=2, help="megabytes a piece")
    parser.add_argument("--corpora", type=Path, default=CORPORA)
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 1, 2])
    options = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "pages.warc.gz"
        write(archive, pages_of(options.corpora), options.pages)
        print(f"{options.pages:,} pages, {archive.stat().st_size / 1e6:.0f} MB packed, pieces of {options.piece} MB")
        results = [run(archive, Path(folder) / f"out{workers}", workers, options.piece) for workers in options.workers]
        answers = [rows(Path(folder) / f"out{workers}") for workers in options.workers]
        per_million = size_of(Path(folder) / f"out{options.workers[0]}")
    return report(results, is_same=all(answer == answers[0] for answer in answers), per_million=per_million)


def report(results: list[Figures], *, is_same: bool, per_million: float) -> int:
    """Print the figures, and return 1 where they are not what they must be."""
    print("workers   pages/s   share   MB a worker   reading + passing + writing, in extractions")
    for one in results:
        parts = " + ".join(
            f"{one.cpu_s.get(part, 0) / one.cpu_s['extracting']:.3f}" for part in ("reading", "passing", "writing")
        )
        rate = one.pages / one.seconds
        print(
            f"{one.workers:7} {rate:9.1f} {one.share:7.2f} {one.worker_bytes / 1e6:13.0f}   {parts} = {one.beside:.3f}"
        )
    print(f"events: {results[0].events:,}, the same in all runs: {'yes' if is_same else 'NO'}")
    print(f"a million events take {per_million:,.0f} MB of Parquet")
    good = is_same and all(one.worker_bytes < MOST_BYTES and one.beside < MOST_BESIDE for one in results)
    by_workers = {one.workers: one for one in results}
    if {1, 2} <= by_workers.keys():
        one, two = by_workers[1], by_workers[2]
        ratio = one.seconds / two.seconds
        fair = last_end(one.pieces, 1) / last_end(two.pieces, 2)
        print(f"two workers are {ratio:.2f} times as fast as one; fair: {fair:.2f}")
        is_idle = min(one.share, two.share) > 0.9
        print("" if is_idle else "The machine was busy with other things: see what is said of `fair`.")
        good = good and (ratio >= LEAST_RATIO or not is_idle)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
