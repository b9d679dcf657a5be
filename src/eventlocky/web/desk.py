"""What the routes of accounts share: the store, passwords, counts of tries, and who sends letters."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from eventlocky.errors import NotifyError
from eventlocky.notify.mail import Letter, Mailer
from eventlocky.settings import Settings
from eventlocky.web.limits import Limits
from eventlocky.web.passwords import Passwords
from eventlocky.web.reading import Readings

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Desk:
    """What belongs to one server."""

    settings: Settings
    readings: Readings
    passwords: Passwords
    mailer: Mailer
    limits: Limits = field(default_factory=Limits)

    @property
    def home(self) -> str:
        """Return the address of the server for letters: from the settings, never from what a visitor says."""
        return home(self.settings)

    @property
    def can_write(self) -> bool:
        """Tell whether letters can be sent at all."""
        try:
            self.mailer.check()
        except NotifyError:
            return False
        return True

    async def post(self, letter: Letter | None) -> None:
        """Send a letter; what went wrong is for the server's log, and whoever waits for it can ask again."""
        if letter is None or not self.can_write:
            return
        try:
            await asyncio.to_thread(self.mailer.send, letter)
        except NotifyError as error:
            _LOG.error("A letter about an account did not go out: %s", error)


def home(settings: Settings) -> str:
    """Return the address by which people reach the server."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_url.rstrip("/") or f"http://{host}:{settings.port}"


def desk(settings: Settings, readings: Readings) -> Desk:
    """Return the desk of a server."""
    return Desk(settings, readings, Passwords(settings), Mailer(settings))
