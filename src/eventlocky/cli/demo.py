"""`eventlocky demo`: the demo town, searched from end to end and shown in the browser."""

from __future__ import annotations

import argparse
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.settings import Settings

if TYPE_CHECKING:
    from eventlocky.demo.score import Score
    from eventlocky.demo.server import TownServer
    from eventlocky.demo.town import Town
    from eventlocky.near import Visit
    from eventlocky.web.patience import Patience

SUMMARY = "Start the demo town, find its events, and show them in the browser as they are found."
EXAMPLE = "eventlocky demo --once"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--once", action="store_true", help="run through once, print what was found, and end")
    parser.add_argument("--today", type=shared.day, metavar="DATE", help="the day it is in the town (default: today)")
    parser.add_argument(
        "--town-port", type=shared.port, default=0, metavar="PORT", help="the town's port (default: a free one)"
    )
    parser.add_argument(
        "--latency", type=float, default=0.0, metavar="SECONDS", help="how long every answer of the town takes (0)"
    )
    parser.add_argument("--port", type=shared.port, help="the port of the page with what is on (default: the setting)")
    parser.add_argument(
        "--store", metavar="FILE", help="where to keep the events (default: a file that is thrown away)"
    )


def run(options: argparse.Namespace) -> int:
    """Search the town; without --once, serve what is found meanwhile and afterwards, until Ctrl-C."""
    from eventlocky.demo.server import TownServer  # loads the web stack
    from eventlocky.demo.town import CENTRE, NAME
    from eventlocky.web.patience import patient
    from eventlocky.web.run import listen

    settings = replace(shared.settings_of(options), allow_loopback=True)
    if options.port is not None:
        settings = replace(settings, port=options.port)
    listener = None if options.once else listen(settings)  # a port that is taken is said before the search
    today = options.today or date.today()  # noqa: DTZ011 - the reader's own day
    with _store(options.store) as store, TownServer(today, port=options.town_port, latency_s=options.latency) as server:
        settings = replace(
            settings,
            store=store,
            home_name=NAME,
            home_point=f"{CENTRE[0]}, {CENTRE[1]}",
            map_file=_ground(store),
            map_credit=f"{NAME}, drawn for this demo",
            places_file=_places(server, store),
        )
        if listener is None:
            import asyncio  # every command would pay for it

            asyncio.run(_search(_Scores(server.town), settings, today))
        else:
            settings = replace(settings, port=listener.getsockname()[1])
            with (
                suppress(KeyboardInterrupt),
                patient() as patience,
            ):  # Ctrl-C ends it from the first word on, also while it loads
                print(f"The town:   {server.address}", file=sys.stderr)
                shown = f"http://{settings.host}:{settings.port}/"
                print(f"What's on:  {shown}   (Ctrl-C ends it)", file=sys.stderr, flush=True)
                _serve(_Scores(server.town), settings, listener, patience, options.today)
    return 0


def _ground(store: str) -> str:
    """Write the town's own map beside the store, and return its path."""
    from eventlocky.demo.ground import geojson

    file = Path(f"{store}.ground.geojson")
    file.write_text(geojson(), encoding="utf-8")
    return str(file)


def _places(server: TownServer, store: str) -> str:
    """Write the town's organisations beside the store, so that a visitor can search it anew."""
    file = Path(f"{store}.places.geojson")
    file.write_text(server.town.geojson(), encoding="utf-8")
    return str(file)


@contextmanager
def _store(path: str | None) -> Iterator[str]:
    """Give the store's path: the one asked for, or one that is gone afterwards."""
    if path:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="eventlocky-demo-") as folder:
        yield str(Path(folder) / "town.sqlite")


def _serve(scores: _Scores, settings: Settings, listener: socket.socket, patience: Patience, day: date | None) -> None:
    """Serve until Ctrl-C, and search the town as the first thing that the server does."""
    from eventlocky.web.near import First
    from eventlocky.web.run import serve

    def heard(visit: Visit | None) -> None:
        with suppress(BrokenPipeError):  # who does not want to hear it still sees the pages
            scores.total() if visit is None else scores.add(visit)

    first = First(scores.town.today, heard)
    serve(settings, listener, patience, (lambda: day) if day else None, first)


async def _search(scores: _Scores, settings: Settings, today: date) -> None:
    """Visit every organisation of the town, and say what was found."""
    from eventlocky.near import visit_all
    from eventlocky.store import Store

    with Store(settings.store) as store:
        async for visit in visit_all(scores.town.organisations(), store, settings, fetched=today):
            scores.add(visit)
    scores.total()


class _Scores:
    """What was found so far, compared with the truth of the town, and printed as it comes."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self._sites = {town.address(site): site for site in town.sites}
        self._all: list[Score] = []

    def add(self, visit: Visit) -> None:
        """Print a line about one organisation."""
        from eventlocky.demo.score import score

        site = self._sites[visit.organisation.website or ""]
        truths = [truth for owner, truth in self.town.truths() if owner is site]
        row = score(site, truths, visit.events)
        self._all.append(row)
        note = f"  ({visit.problem})" if visit.problem else ""
        print(f"{row.found:3} of {row.truths:3}  {row.false:3} false  {visit.organisation.name}{note}", flush=True)

    def total(self) -> None:
        """Print the last line."""
        from eventlocky.demo.score import total

        truths, found, false = total(self._all)
        print(f"{len(self._all)} organisations visited: found {found} of {truths} events, {false} false", flush=True)
