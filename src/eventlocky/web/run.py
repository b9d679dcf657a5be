"""Run the server until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from eventlocky.errors import EventlockyError, MissingExtraError
from eventlocky.settings import Settings
from eventlocky.web.patience import Patience

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


def serve(
    settings: Settings,
    listener: socket.socket,
    patience: Patience,
    today: Callable[[], date] | None = None,
    first: First | None = None,
) -> None:
    """Serve the store to whoever comes to the listener, until Ctrl-C, also one that was pressed while this loaded.

    `today` sets the day that it is, `first` is a search that begins with the server and ends with it at the latest.
    """
    try:
        from eventlocky.web.app import make_app  # needs an extra
        from eventlocky.web.server import Server
    except ImportError as error:
        what = "The server"
        raise MissingExtraError(what, "web") from error
    Server(make_app(settings, today=today, first=first), patience).run([listener])
