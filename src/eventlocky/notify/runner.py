"""Sends what is due, over and over, beside a server: in a thread with a store and a loop of its own.

A server that waits for a mail server, or for the lock of a file, would wait with all its visitors; this thread waits
alone. It holds nothing that a restart would lose: what is due, claimed and sent stands in the store.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from datetime import datetime

from eventlocky.errors import EventlockyError
from eventlocky.notify.due import SENT, Told, send_due
from eventlocky.notify.mail import Mailer
from eventlocky.notify.push import Pusher
from eventlocky.settings import Settings
from eventlocky.store import Store

_LOG = logging.getLogger(__name__)
_PAUSE_S = 30.0
"""So often it looks for what is due: half of the shortest period."""


def can_send(settings: Settings) -> bool:
    """Tell whether anything is to be sent with these settings at all."""
    return settings.send_notices and bool(settings.smtp_host or settings.push_key)


class Runner:
    """The thread; `start` and `stop` it. A process that is killed instead loses nothing but time."""

    def __init__(self, settings: Settings, clock: Callable[[], datetime], pause_s: float = _PAUSE_S) -> None:
        self._settings = settings
        self._clock = clock
        self._pause_s = pause_s
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to send what is due."""
        self._thread.start()

    def stop(self, patience_s: float = 40.0) -> None:
        """End after the letters that are on their way now."""
        self._end.set()
        self._thread.join(patience_s)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                told = run_once(self._settings, self._clock, self._end.is_set)
            except EventlockyError as error:
                _LOG.error("Nothing was sent: %s", error)
            except Exception:  # noqa: BLE001 - a fault of ours must not silence the runner for good
                _LOG.exception("Nothing was sent.")
            else:
                sent = sum(one.outcome == SENT for one in told)
                if sent:
                    _LOG.info("%s saved searches were told of.", sent)
            self._end.wait(self._pause_s)


def run_once(
    settings: Settings, clock: Callable[[], datetime], is_over: Callable[[], bool] = lambda: False
) -> list[Told]:
    """Send what is due now, with a store of its own; where `is_over` says so, begin nothing more."""
    with Store(settings.store, clock=clock) as store:
        if not store.searches.due():
            return []
        return asyncio.run(_send(store, settings, clock, is_over))


async def _send(
    store: Store, settings: Settings, clock: Callable[[], datetime], is_over: Callable[[], bool]
) -> list[Told]:
    async with Pusher(settings, clock) as pusher:
        return await send_due(store, clock, Mailer(settings), pusher, settings, is_over)
