"""`eventlocky near`: from organisations to their events, printed as they are found."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from eventlocky.cli import options as shared
from eventlocky.settings import Settings
from eventlocky.types import Organisation

SUMMARY = "Read the pages of the organisations in a file and keep their events in the store."
EXAMPLE = "eventlocky near --places town.geojson --store town.sqlite"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--places", type=Path, required=True, metavar="FILE", help="organisations as GeoJSON or CSV")
    parser.add_argument("--store", metavar="FILE", help="where to keep the events (default: the setting `store`)")
    parser.add_argument("--json", action="store_true", help="print a JSON object an event instead of a line")


def run(options: argparse.Namespace) -> int:
    """Visit every organisation of the file."""
    from eventlocky import places  # only this command needs it

    settings = shared.settings_of(options)
    if options.store:
        settings = replace(settings, store=options.store)
    found = asyncio.run(_visit(places.read(options.places), settings, as_json=options.json))
    print(
        f"{found} found. Kept in {settings.store}; see them with: eventlocky serve --store {settings.store}",
        file=sys.stderr,
    )
    return 0 if found else 1


async def _visit(organisations: list[Organisation], settings: Settings, *, as_json: bool) -> int:
    import json

    from eventlocky.formats.json import plain
    from eventlocky.formats.text import line
    from eventlocky.near import visit_all
    from eventlocky.store import Store

    found = 0
    with Store(settings.store) as store:
        async for visit in visit_all(organisations, store, settings):
            found += len(visit.events)
            if visit.problem:
                print(f"{visit.organisation.name}: {visit.problem}", file=sys.stderr)
            for event in visit.events:
                print(json.dumps(plain(event), ensure_ascii=False) if as_json else line(event), flush=True)
    return found
