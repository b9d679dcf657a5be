"""`eventlocky worker`: reads sources when they are due and sends what people wait for, alone or with others."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import replace

from eventlocky.cli import options as shared
from eventlocky.database import is_server, shown
from eventlocky.settings import Settings

SUMMARY = "Read sources again when they are due, and send saved searches, until Ctrl-C; many share a PostgreSQL store."
EXAMPLE = "eventlocky worker --store postgresql://eventlocky@localhost/town --at-once 16"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--store", metavar="STORE", help="the store to work for (default: the setting `store`)")
    parser.add_argument("--at-once", type=shared.whole, metavar="N", help="how many jobs at once (`max_at_once`)")
    parser.add_argument("--name", default="", help="how this worker is called in logs (the machine and the process)")
    parser.add_argument(
        "--stalled", type=float, default=60.0, metavar="S",
        help="jobs of a worker that was silent for so many seconds go to others (60)",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Work until the process is asked to end."""
    import asyncio

    settings = shared.settings_of(options)
    settings = replace(
        settings, store=options.store or settings.store, max_at_once=options.at_once or settings.max_at_once
    )
    _log()
    name = options.name or f"{socket.gethostname()}-{os.getpid()}"
    print(f"{name} works for {shown(settings.store)} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(settings, name, options.stalled))
    return 0


async def _work(settings: Settings, name: str, stalled_s: float) -> None:
    from eventlocky.cluster.tasks import Work
    from eventlocky.crawl.ledger import Ledger
    from eventlocky.near import visiting
    from eventlocky.store import Store

    with Store(settings.store) as store, Ledger(settings.store) as ledger:
        async with visiting(store, settings) as visit:
            if is_server(settings.store):
                from eventlocky.cluster import server  # needs an extra

                async with server.opened(settings.store) as queue:
                    work = Work(settings, store, ledger, visit, queue)
                    await server.work_on(queue, work, name, settings.max_at_once, stalled_s)
            else:
                from eventlocky.cluster.local import LocalQueue

                alone = LocalQueue()
                await _until_asked(alone.run(Work(settings, store, ledger, visit, alone), settings.max_at_once))


async def _until_asked(work: object) -> None:
    """Let work go on until SIGTERM or Ctrl-C."""
    import asyncio

    task = asyncio.ensure_future(work)  # type: ignore[call-overload]
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


def _log() -> None:
    """Let the lines of jobs come to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    lines = logging.getLogger("eventlocky.cluster")
    lines.addHandler(handler)
    lines.setLevel(logging.INFO)
