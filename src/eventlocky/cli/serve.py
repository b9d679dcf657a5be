"""`eventlocky serve`: the events of the store as pages, an API and feeds."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from dataclasses import replace

from eventlocky.cli import options as shared
from eventlocky.database import is_there, shown
from eventlocky.errors import StoreError

SUMMARY = "Serve the events of the store as web pages, a JSON API and feeds."
EXAMPLE = "eventlocky serve --store town.sqlite --port 8800"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--store", metavar="STORE", help="the store to show, a file or postgresql://… (the setting `store`)"
    )
    parser.add_argument("--host", help="the address to listen on (default: the setting `host`)")
    parser.add_argument("--port", type=shared.port, help="the port to listen on (default: the setting `port`)")
    parser.add_argument(
        "--places", metavar="FILE", help="search these organisations when a visitor asks (default: the setting)"
    )
    parser.add_argument("--log", action="store_true", help="write a line of JSON a request to stderr")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from eventlocky.store import Store  # only this command needs it
    from eventlocky.web.patience import patient
    from eventlocky.web.run import listen, serve  # loads the web stack

    settings = shared.settings_of(options)
    given = {name: getattr(options, name) for name in ("store", "host", "port") if getattr(options, name) is not None}
    settings = replace(settings, **given)
    if options.places is not None:
        settings = replace(settings, places_file=options.places)
    if not is_there(settings.store):
        make = f"eventlocky near --places FILE --store {shown(settings.store)}"
        message = f"There is no store {shown(settings.store)}. Make one first: {make}"
        raise StoreError(message)
    with Store(settings.store):
        pass  # what is no store is said now, not to the first visitor
    if options.log:
        _log()
    listener = listen(settings)
    settings = replace(settings, port=listener.getsockname()[1])
    with suppress(KeyboardInterrupt), patient() as patience:  # from the first word on
        address = f"http://{settings.host}:{settings.port}/"
        print(f"Serving {shown(settings.store)} at {address} (Ctrl-C ends it)", file=sys.stderr)
        serve(settings, listener, patience)
    return 0


def _log() -> None:
    """Let the lines of requests come to stderr as they are."""
    import logging

    lines = logging.getLogger("eventlocky.web.access")
    lines.addHandler(logging.StreamHandler())
    lines.setLevel(logging.INFO)
    lines.propagate = False
