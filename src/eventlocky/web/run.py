"""Run the server until it is told to stop."""

from __future__ import annotations

import socket

from eventlocky.errors import EventlockyError, MissingExtraError
from eventlocky.settings import Settings


def listen(settings: Settings) -> socket.socket:
    """Take the address and port of the settings, or say why they cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"The server cannot have port {settings.port} on {settings.host}: {reason}. Try another --port."
        raise EventlockyError(message) from error


def serve(settings: Settings, listener: socket.socket) -> None:
    """Serve the store to whoever comes to the listener; Ctrl-C ends it."""
    try:
        import uvicorn  # an extra

        from eventlocky.web.app import make_app
    except ImportError as error:
        what = "The server"
        raise MissingExtraError(what, "web") from error
    try:
        uvicorn.Server(uvicorn.Config(make_app(settings), log_level="warning")).run([listener])
    except KeyboardInterrupt:  # the way to end it, so not a failure
        return
