"""Jobs in a PostgreSQL database, done by any number of workers on any machines, by procrastinate.

The queue lives beside the tables of the store, so that one server is all that workers share. The lock of a job is its
host: the database itself gives no second job of a host to anybody while one runs. A worker says every few seconds that
it lives; the jobs of one that does not any more are given to others, and go on where the ledger says they were.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

from eventlocky import postgres
from eventlocky.cluster.base import Job, wait_s
from eventlocky.cluster.tasks import TASKS, Task, Work
from eventlocky.errors import DatabaseError, MissingExtraError, StoreError

try:
    import procrastinate
    from procrastinate import exceptions
    from procrastinate.schema import SchemaManager
    from procrastinate.worker import Worker
except ModuleNotFoundError as missing:
    what = "A queue on PostgreSQL"
    raise MissingExtraError(what, "postgres") from missing

log = logging.getLogger(__name__)

STALLED_S = 60.0
"""A worker that has not been heard for so long is dead: writing a large page may keep one silent for ten seconds."""

_BEATS = 6
_GRACE_S = 30.0
"""So long a worker that was asked to end finishes its jobs; others go on with what is left."""

_CONNECTIONS = 4


class ServerQueue:
    """The queue in a database."""

    def __init__(self, app: procrastinate.App) -> None:
        self.app = app

    async def put(self, job: Job) -> bool:
        """Let a job wait for its turn; False where the same one waits already."""
        task = self.app.configure_task(
            job.task, lock=job.lock or None, queueing_lock=job.once or None, priority=job.priority
        )
        try:
            await task.defer_async(**job.values)
        except exceptions.AlreadyEnqueued:
            return False
        return True

    async def left(self) -> int:
        """Return how many jobs wait or are being done; those that are to be tried again later are not counted."""
        row = await self.app.connector.execute_query_one_async(
            "SELECT count(*) AS left FROM procrastinate_jobs WHERE status = 'doing' "
            "OR (status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now()))"
        )
        return int(row["left"])


@asynccontextmanager
async def opened(store: str) -> AsyncIterator[ServerQueue]:
    """Open the queue of a store, and make its tables where there are none."""
    with postgres.errors(store, "opened"):
        await asyncio.to_thread(_prepare, store)
        app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(conninfo=store, min_size=1, max_size=_CONNECTIONS)
        )
        try:
            await app.open_async()
            yield ServerQueue(app)
        except exceptions.ConnectorException as error:
            raise error.__cause__ if isinstance(error.__cause__, postgres.Error) else error from None
        finally:
            await app.close_async()


def _prepare(store: str) -> None:
    with postgres.connect(store) as connection, postgres.transaction(connection):
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('procrastinate_jobs'))")
        if connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone() == (None,):
            connection.execute(SchemaManager.get_schema().encode())


async def work_on(queue: ServerQueue, work: Work, name: str, at_once: int, stalled_s: float = STALLED_S) -> None:
    """Do jobs, so many at once, until the process is asked to end (SIGTERM, Ctrl-C).

    A worker that loses its database ends with an error, so that whoever started it starts it again.
    """
    app = queue.app
    for task_name, task in TASKS.items():
        _register(app, task_name, task, work)
    worker = Worker(
        app=app,
        name=name,
        concurrency=at_once,
        delete_jobs="successful",
        shutdown_graceful_timeout=_GRACE_S,
        update_heartbeat_interval=stalled_s / _BEATS,
        stalled_worker_timeout=stalled_s,
        fetch_job_polling_interval=min(5.0, stalled_s / _BEATS),
        install_signal_handlers=False,
    )
    asked = _stopped_by_signals(worker)
    rescue = asyncio.create_task(_rescue(app, stalled_s))
    pulse = Pulse(work.settings.store, worker, stalled_s / _BEATS)
    pulse.start()
    try:
        await worker.run()  # type: ignore[no-untyped-call]
    finally:
        pulse.stop()
        rescue.cancel()
        await asyncio.gather(rescue, return_exceptions=True)
    if not asked.is_set():
        message = f"The worker {name} has lost its database. Start it again; its jobs go on where they were."
        raise DatabaseError(message)


def _stopped_by_signals(worker: Worker) -> asyncio.Event:
    """Let SIGTERM and Ctrl-C end a worker; the event says that one of them did."""
    asked = asyncio.Event()

    def stop() -> None:
        asked.set()
        worker.stop()  # type: ignore[no-untyped-call]

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    return asked


class Pulse:
    """Says from a thread of its own that a worker lives: its loop may be busy with a large page for a while."""

    def __init__(self, store: str, worker: Worker, every_s: float) -> None:
        self._store = store
        self._worker = worker
        self._every_s = every_s
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            with suppress(*postgres.Error, StoreError), postgres.connect(self._store) as connection:
                while not self._end.wait(self._every_s):
                    if self._worker.worker_id is not None:
                        connection.execute(_PULSE, (self._worker.worker_id,))
            self._end.wait(1.0)


_PULSE = "UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = %s"


def _register(app: procrastinate.App, name: str, task: Task, work: Work) -> None:
    """Make a task known to this worker, and let it be put by the clock where it is to be."""

    async def run(**values: Any) -> None:  # noqa: ANN401 - what the job holds
        values.pop("timestamp", None)
        said = await task.run(work, **values)
        log.info("%s: %s", name, said)

    known: Any = app.task(name=name, retry=_Again())(run)
    if task.minutes:
        app.periodic(cron=f"*/{task.minutes} * * * *", queueing_lock=name, lock=name)(known)


class _Again(procrastinate.BaseRetryStrategy):
    """Tries again what may work later."""

    def get_retry_decision(
        self, *, exception: BaseException, job: procrastinate.jobs.Job
    ) -> procrastinate.RetryDecision | None:
        """Return when a job that failed is tried again, None for never."""
        wait = wait_s(exception, job.attempts)
        log.warning("%s %s: %s", job.task_name, job.lock or "", exception or type(exception).__name__)
        return None if wait is None else procrastinate.RetryDecision(retry_in={"seconds": round(wait)})


async def _rescue(app: procrastinate.App, stalled_s: float) -> None:
    """Give the jobs of workers that are gone to others, again and again."""
    while True:
        with suppress(exceptions.ConnectorException, *postgres.Error):
            stalled: Iterable[Any] = await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled_s)
            for job in stalled:
                with suppress(exceptions.ConnectorException):  # another worker was faster
                    await app.job_manager.retry_job(job)
                    log.warning("%s %s: its worker is gone, another goes on", job.task_name, job.lock)
        await asyncio.sleep(stalled_s / _BEATS)
