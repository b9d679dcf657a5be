"""`eventlocky demo`: the demo town, searched from end to end and shown in the browser."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.settings import Settings

if TYPE_CHECKING:
    from eventlocky.demo.score import Score
    from eventlocky.demo.server import TownServer

SUMMARY = "Start the demo town, find its events, and show them in the browser."
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
    """Search the town; without --once, go on to serve what was found until Ctrl-C."""
    from eventlocky.demo.server import TownServer  # loads the web stack
    from eventlocky.demo.town import CENTRE, NAME
    from eventlocky.web.run import listen, serve

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
        import asyncio  # every command would pay for it

        scores = asyncio.run(_search(server, settings, today))
        _print_scores(scores)
        if listener is not None:
            settings = replace(settings, port=listener.getsockname()[1])
            print(f"The town:   {server.address}", file=sys.stderr)
            print(f"What's on:  http://{settings.host}:{settings.port}/   (Ctrl-C ends it)", file=sys.stderr)
            serve(settings, listener, (lambda: options.today) if options.today else None)
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


async def _search(server: TownServer, settings: Settings, today: date) -> list[Score]:
    """Visit every organisation of the town and compare what was found with the truth."""
    from eventlocky.demo.score import score
    from eventlocky.near import visit_all
    from eventlocky.store import Store

    town = server.town
    sites = {organisation.website: site for organisation, site in zip(town.organisations(), town.sites, strict=True)}
    scores = []
    with Store(settings.store) as store:
        async for visit in visit_all(town.organisations(), store, settings, fetched=today):
            site = sites[visit.organisation.website]
            truths = [truth for owner, truth in town.truths() if owner is site]
            scores.append(score(site, truths, visit.events))
            note = f"  ({visit.problem})" if visit.problem else ""
            row = scores[-1]
            print(f"{row.found:3} of {row.truths:3}  {row.false:3} false  {visit.organisation.name}{note}", flush=True)
    return scores


def _print_scores(scores: list[Score]) -> None:
    from eventlocky.demo.score import total

    truths, found, false = total(scores)
    print(f"{len(scores)} organisations visited: found {found} of {truths} events, {false} false")
