"""What workers do, as plain functions: read a source, learn one anew, look what is due, send what people wait for.

They know nothing of queues but how to put a job; `local.py` and `server.py` call them. Each may be begun again at any
time: what was fetched is in the ledger, what was found is in the store, what was told is claimed there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from math import inf
from typing import Any

from eventlocky.cluster.base import USUAL, Job, Queue
from eventlocky.crawl.health import State
from eventlocky.crawl.ledger import Ledger, SiteMemory
from eventlocky.crawl.shapes import canonical
from eventlocky.errors import JobError
from eventlocky.near import Visiting, host_of
from eventlocky.notify import runner
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Category, Organisation

log = logging.getLogger(__name__)

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker has to work with."""

    settings: Settings
    store: Store
    ledger: Ledger
    visit: Visiting
    queue: Queue
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of job: what it does, and every how many minutes it is put by itself (0 for never)."""

    run: Callable[..., Awaitable[str]]
    minutes: int = 0


async def crawl(work: Work, organisation: Mapping[str, Any]) -> str:
    """Read a source and keep what it announces; a site that cannot be reached is an error, to be tried again."""
    visit = await work.visit(_organisation(organisation))
    if not work.settings.allow_loopback:
        await asyncio.sleep(work.settings.delay_s)  # whoever asks this host next leaves it its pause
    if visit.health.state is State.ERROR:
        raise JobError(visit.problem)
    problem = f" ({visit.problem})" if visit.problem else ""
    return f"{visit.organisation.website}: {len(visit.events)} announced on {visit.pages} pages{problem}"


async def relearn(work: Work, organisation: Mapping[str, Any]) -> str:
    """Forget what was learned of a source, but how it was doing, and read all of it anew."""
    website = _organisation(organisation).website or ""
    work.ledger.forget(website, inf)
    work.ledger.keep_site(website, SiteMemory(work.ledger.site(website).health))
    return await crawl(work, organisation)


async def recrawl(work: Work) -> str:
    """Put a job for every source that is due."""
    count = 0
    for number, organisation in enumerate(due(work)):
        count += await work.queue.put(job_of(organisation))
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)  # other jobs go on meanwhile
    return f"{count} sources are due"


async def digest(work: Work) -> str:
    """Tell people of their saved searches, in a thread with a store of its own."""
    if not runner.can_send(work.settings):
        return "No mail server and no push key is set: nobody is told"
    told = await asyncio.to_thread(runner.run_once, work.settings, work.clock)
    return f"{len(told)} saved searches were due"


TASKS: Mapping[str, Task] = {
    "crawl": Task(crawl),
    "relearn": Task(relearn),
    "recrawl": Task(recrawl, minutes=10),
    "digest": Task(digest, minutes=1),
}


def job_of(organisation: Organisation, task: str = "crawl", priority: int = USUAL) -> Job:
    """Return the job that reads a source; its lock is the host, which is asked one thing at a time."""
    values = {name: value for name, value in asdict(organisation).items() if value not in {None, ""}}
    website = organisation.website or ""
    return Job(task, {"organisation": values}, host_of(website), f"{task} {website}", priority)


def due(work: Work) -> Iterator[Organisation]:
    """Yield the sources of the store whose first page is due, or was never read."""
    after = ""
    while some := work.store.organisations(after, _AT_ONCE):
        after = some[-1].website or ""
        pages = {organisation.website: canonical(organisation.website or "") for organisation in some}
        fresh = work.ledger.fresh([page for page in pages.values() if page], work.clock().timestamp())
        yield from (
            organisation
            for organisation in some
            if (page := pages[organisation.website]) is not None and page not in fresh
        )


def _organisation(values: Mapping[str, Any]) -> Organisation:
    """Return the organisation of a job; what a newer version said of it is left out."""
    known = {name: values[name] for name in (field.name for field in fields(Organisation)) if name in values}
    category = known.get("category")
    return Organisation(**{**known, "category": Category(category) if category in set(Category) else None})
