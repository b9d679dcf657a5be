"""Tell everybody whose saved search is due: claim, send, write down that it went out.

Nothing is told twice, whatever happens: what is to be told is claimed in the store first, in one transaction with the
next time of the search, so that a second runner, or this one after a crash, finds nothing left to claim. The price is
that a crash between the claim and the last line may lose a letter; a letter too few is a gap that the next one does
not fill, a letter too many is what people leave for. What was claimed and never written down as sent stays listed
(`eventlocky digest`), and a person can give it back with `--again`. Where the mail server says that a letter did not
go out, it is given back at once and tried again later.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from eventlocky.errors import AddressDeadError, EventlockyError, MaybeSentError, NotifyError
from eventlocky.notify import digest, push
from eventlocky.notify.links import home_of
from eventlocky.notify.mail import Letter, Mailer
from eventlocky.notify.schedule import next_due, zone_of
from eventlocky.settings import Settings
from eventlocky.store import Account, Notice, SavedSearch, Store

_LOG = logging.getLogger(__name__)
_AT_ONCE = 8
"""So many letters are on their way side by side."""

_TRY_AGAIN = timedelta(minutes=15)

SENT, NOTHING, FAILED, UNSURE, DEAD, SKIPPED = "sent", "nothing new", "failed", "unsure", "gone", "skipped"


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one search that was due: `outcome` is one of the words above, `problem` says why."""

    search: SavedSearch
    outcome: str
    notices: int = 0
    problem: str = ""


async def send_due(
    store: Store,
    clock: Callable[[], datetime],
    mailer: Mailer,
    pusher: push.Pusher | None,
    settings: Settings,
    is_over: Callable[[], bool] = lambda: False,
) -> list[Told]:
    """Tell everybody whose search is due, each once, and return what became of each.

    Where `is_over` says so, nothing more is claimed; what is on its way is finished.
    """
    teller = _Teller(store, clock, mailer, pusher, settings)
    slots = asyncio.Semaphore(_AT_ONCE)

    async def tell(saved: SavedSearch) -> Told:
        async with slots:
            return Told(saved, SKIPPED, problem="The server ends.") if is_over() else await teller.tell(saved)

    due = store.searches.due()
    outcomes = await asyncio.gather(*map(tell, due), return_exceptions=True)
    return [_told(saved, outcome) for saved, outcome in zip(due, outcomes, strict=True)]


def _told(saved: SavedSearch, outcome: Told | BaseException) -> Told:
    """Return what became of a search; a fault of ours ends one letter, not all, and what it claimed stays listed."""
    if isinstance(outcome, Told):
        return outcome
    if not isinstance(outcome, Exception):
        raise outcome
    _LOG.error("The search %s was not told of.", saved.id, exc_info=outcome)
    return Told(saved, UNSURE, problem=f"A fault of the program: {outcome!r}")


class _Teller:
    """Tells one search after another; the store is asked in the thread that opened it, servers are waited for."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        mailer: Mailer,
        pusher: push.Pusher | None,
        settings: Settings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._mailer = mailer
        self._pusher = pusher
        self._settings = settings
        self._home = home_of(settings)

    async def tell(self, saved: SavedSearch) -> Told:
        """Tell one search; whatever is wrong with it, the others are told."""
        try:
            return await self._tell(saved)
        except EventlockyError as error:
            _LOG.warning("The search %s was not told of: %s", saved.id, error)
            return Told(saved, FAILED, problem=str(error))

    async def _tell(self, saved: SavedSearch) -> Told:
        account = self._store.accounts.get(saved.account)
        problem = self._obstacle(saved, account)
        if account is None or problem:
            return Told(saved, SKIPPED, problem=problem)
        batch = uuid.uuid4().hex
        zone = zone_of(account.profile.get("zone"), self._settings.default_zone, saved.query.zone)
        now = self._clock()
        later = next_due(saved.due, now, saved.every_s, zone, self._settings.digest_hour)
        notices = self._store.searches.claim(saved.id, batch, later)
        if not notices:
            return Told(saved, NOTHING)
        try:
            await self._send(saved, account, notices)
        except MaybeSentError as error:
            _LOG.warning("%s It is not sent again.", error)
            return Told(saved, UNSURE, len(notices), str(error))
        except AddressDeadError as error:
            self._store.searches.release(batch, later)
            forgotten = {"target": ""} if saved.channel == "push" else {}
            self._store.searches.change(saved.id, is_active=False, **forgotten)
            _LOG.warning("%s The search %s is paused.", error, saved.id)
            return Told(saved, DEAD, len(notices), str(error))
        except EventlockyError as error:
            self._store.searches.release(batch, now + _TRY_AGAIN)
            raise NotifyError(f"{error} It is tried again in {_TRY_AGAIN.seconds // 60} minutes.") from error
        self._store.searches.sent(batch)
        return Told(saved, SENT, len(notices))

    def _obstacle(self, saved: SavedSearch, account: Account | None) -> str:
        """Say why nothing can be sent for a search now, before anything is claimed; "" where it can."""
        if account is None or account.confirmed is None:
            return "The address of this account was not confirmed."
        try:
            if saved.channel == "email":
                self._mailer.check()
            elif self._pusher is None:
                return "There is nobody who sends push messages."
            else:
                self._pusher.check()
        except EventlockyError as error:
            return str(error)
        return ""

    async def _send(self, saved: SavedSearch, account: Account, notices: Sequence[Notice]) -> None:
        if saved.channel == "email":
            await asyncio.to_thread(self._mailer.send, self.letter(saved, account, notices))
            return
        assert self._pusher is not None
        try:
            target = push.read_subscription(saved.target, allow_loopback=self._settings.allow_loopback)
        except NotifyError as error:
            raise AddressDeadError(str(error)) from error
        await self._pusher.send(target, push.write(saved, notices, self._home))

    def letter(self, saved: SavedSearch, account: Account, notices: Sequence[Notice]) -> Letter:
        """Return the letter of some notices, to the confirmed address of the account and nowhere else."""
        return digest.write(saved, notices, account.email, self._home, self._settings.mail_from)
