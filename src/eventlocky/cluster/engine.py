"""The pieces of a run on the workers of Dask: of a cluster by its address, or of this machine.

A worker is a process with one thread and one more process beside it that reads the pages (see `reader.py`). Where a
worker dies, Dask gives its piece to another one; a piece that three workers died of is given up for this run.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Any

import dask
import distributed

from eventlocky import __version__
from eventlocky.cluster.archives import Piece
from eventlocky.cluster.batch import Failed, Run, do_piece
from eventlocky.cluster.bounds import Task
from eventlocky.cluster.ledger import Done
from eventlocky.cluster.reader import Reader
from eventlocky.errors import BatchError

Client = Any
Future = Any
Futures = Any
"""Dask tells little of its types."""
_Client: Any = distributed.Client
_LocalCluster: Any = distributed.LocalCluster
_as_completed: Any = distributed.as_completed

_AHEAD = 3
"""So many pieces a thread of a worker are handed out: one is done, the others wait for it."""
_REACH_S = 30.0
_WORKER_BYTES = 250_000_000
"""Dask begins a worker anew that has more: it begins with 130 MB. With its reader's bound that is below 600 MB."""
_NO_PAUSE = {f"distributed.worker.memory.{part}": False for part in ("target", "spill", "pause")}
"""There is nothing that a worker could put on a disk: one that waited for less memory would wait for ever."""


def on_dask(
    run: Run, workers: int, address: str, dashboard: str, said: Callable[[str], None]
) -> Iterator[Done | Failed]:
    """Do what waits on the workers of Dask: of a cluster by its address, or as many as wanted on this machine.

    Only a few pieces a worker are handed out at once, so that a scheduler need not know of millions.
    """
    with _client(workers, address, dashboard) as client:
        said(_where_to_look(client))
        _check(client)
        waiting = iter(run.waiting)
        going = _as_completed()
        _hand_out(client, going, waiting, run)
        try:
            for future in going:
                _hand_out(client, going, waiting, run)
                yield _outcome(future)
        except (KeyboardInterrupt, GeneratorExit):  # then what Dask says of its lost workers helps nobody
            logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
            raise


def _hand_out(client: Client, going: Futures, waiting: Iterator[Piece], run: Run) -> None:
    """Hand out pieces until every thread has a few; workers that have come meanwhile get theirs with the others."""
    wanted = _threads(client) * _AHEAD - going.count()
    for piece in islice(waiting, max(1, wanted)):
        going.add(client.submit(_on_worker, piece, run.out, run.task, key=piece.name, pure=False))


def _threads(client: Client) -> int:
    threads: int = sum(client.nthreads().values())
    return threads


def _outcome(future: Future) -> Done | Failed:
    """Return what became of a piece; one that took down three workers in turn is given up for this run."""
    error = future.exception()
    result: Done | Failed = Failed(future.key, str(error) or type(error).__name__) if error else future.result()
    return result


_MINE = threading.local()
"""The process that reads pages for a thread of a worker; it stays for the next piece."""


def _on_worker(piece: Piece, out: str, task: Task) -> Done:
    """Do a piece in a worker of Dask, with a process beside it that reads the pages."""
    reader: Reader | None = getattr(_MINE, "reader", None)
    if reader is None or reader.task != task:
        if reader is not None:
            reader.end()
        _MINE.reader = reader = Reader(task)
    return do_piece(piece, out, task, reader)


@contextmanager
def _client(workers: int, address: str, dashboard: str) -> Iterator[Client]:
    """Reach a cluster, or start one on this machine that no other machine can reach."""
    with ExitStack() as stack:
        try:
            if not address:
                stack.enter_context(dask.config.set(_NO_PAUSE))
                cluster = _LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=dashboard,
                    memory_limit=_WORKER_BYTES,
                    silence_logs=logging.ERROR,
                )
                address = stack.enter_context(cluster).scheduler_address
            yield stack.enter_context(_Client(address, timeout=_REACH_S))
        except OSError as error:
            message = f"The cluster {address or 'on this machine'} cannot be reached: {error}."
            raise BatchError(message) from error


def _check(client: Client) -> None:
    """Raise BatchError where a cluster has no workers, or other versions of us there."""
    if not _threads(client):
        address = client.scheduler.address if client.scheduler else ""
        message = f"The cluster has no workers. Start some: dask worker {address} --nthreads 1"
        raise BatchError(message)
    try:
        versions = set(client.run(_version).values())
    except ImportError as error:
        advice = "Run there: pip install 'eventlocky[cluster]'"
        message = f"The workers of the cluster cannot load Event.Locky ({error}). {advice}"
        raise BatchError(message) from error
    if versions != {__version__}:
        message = (
            f"The workers have Event.Locky {', '.join(sorted(versions))}, this is {__version__}: install one version."
        )
        raise BatchError(message)


def _version() -> str:
    """Return the version that a worker has."""
    return __version__


def _where_to_look(client: Client) -> str:
    """Say where Dask shows what its workers do; it draws that with bokeh, which not everybody needs."""
    link = client.dashboard_link
    if find_spec("bokeh") is None:
        return f"Dask: {link} (the dashboard needs bokeh: pip install bokeh)"
    return f"Dask: {link}"
