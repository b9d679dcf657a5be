"""Run the server until it is told to stop."""

from __future__ import annotations

from eventlocky.errors import MissingExtraError
from eventlocky.settings import Settings


def serve(settings: Settings) -> None:
    """Serve the store on the address and port of the settings; Ctrl-C ends it."""
    try:
        import uvicorn  # an extra

        from eventlocky.web.app import make_app
    except ImportError as error:
        what = "The server"
        raise MissingExtraError(what, "web") from error
    uvicorn.run(make_app(settings), host=settings.host, port=settings.port, log_level="warning")
