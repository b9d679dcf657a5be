"""Run the server until it is told to stop."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import TYPE_CHECKING

from eventlocky.errors import EventlockyError, MissingExtraError
from eventlocky.settings import Settings

if TYPE_CHECKING:
    from eventlocky.web.near import First

_BACKLOG = 2_048
"""So many visitors may come at the same moment."""


def listen(settings: Settings) -> socket.socket:
    """Take the address and port of the settings, or say why they cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"The server cannot have port {settings.port} on {settings.host}: {reason}. Try another --port."
        raise EventlockyError(message) from error
    # An answer goes out as head and body; without this the body waits up to 40 ms until the head was acknowledged.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class Patience:
    """Hears Ctrl-C, and remembers it."""

    def __init__(self) -> None:
        self.is_pressed = False

    def __call__(self, _signal: int, _frame: object) -> None:
        """Remember it."""
        self.is_pressed = True


@contextmanager
def patient() -> Iterator[Patience]:
    """Hold Ctrl-C back while a server loads, and raise it at the end; who waits already goes on to.

    What it interrupts while modules load may swallow it, and then nothing ends, or make another error of it.
    """
    before = signal.getsignal(signal.SIGINT)
    if isinstance(before, Patience) or threading.current_thread() is not threading.main_thread():
        yield before if isinstance(before, Patience) else Patience()
        return
    patience = Patience()
    signal.signal(signal.SIGINT, patience)
    try:
        yield patience
    finally:
        signal.signal(signal.SIGINT, before)
    if patience.is_pressed:
        raise KeyboardInterrupt


def serve(
    settings: Settings,
    listener: socket.socket,
    today: Callable[[], date] | None = None,
    first: First | None = None,
) -> None:
    """Serve the store to whoever comes to the listener; Ctrl-C ends it.

    `today` sets the day that it is, `first` is a search that begins with the server and ends with it at the latest.
    """
    with suppress(KeyboardInterrupt), patient() as patience:  # the way to end it, so not a failure
        try:
            from eventlocky.web.app import make_app  # needs an extra
            from eventlocky.web.server import Server
        except ImportError as error:
            what = "The server"
            raise MissingExtraError(what, "web") from error
        Server(make_app(settings, today=today, first=first), patience).run([listener])
