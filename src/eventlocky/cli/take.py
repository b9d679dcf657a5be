"""`eventlocky import`: the events of a file, or of an address, into the store as a source of their own."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.crawl.address import check_address
from eventlocky.errors import AddressRefusedError

if TYPE_CHECKING:
    from eventlocky.types import Event, Organisation

SUMMARY = "Take the events of a calendar, feed, table or JSON file into the store as a source."
EXAMPLE = "eventlocky import club.ics --name JazzClub --website https://club.example/"

_MOST_BYTES = 200_000_000
_MOST_SHOWN = 20


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("source", metavar="FILE|URL|-", help="what to read; .gz is unpacked")
    parser.add_argument(
        "--format", help="ics, rss, atom, jsonld, csv, json, jsonfeed, geojson (default: by what the file begins with)"
    )
    parser.add_argument("--name", help="who announces these events (default: the name of the file)")
    parser.add_argument("--website", metavar="URL", help="their web site; what it announces itself is kept beside this")
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken and refused, and keep nothing")
    parser.add_argument("--store", metavar="FILE", help="the store (default: the setting `store`)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    """Read a file, keep what it holds, and tell what was taken and what was refused."""
    from eventlocky import intake
    from eventlocky.types import Organisation

    if options.website:
        try:
            check_address(options.website)
        except AddressRefusedError as error:
            options.parser.error(f"--website: {error}")
    settings = shared.settings_of(options)
    source = str(options.source)
    is_web = source.lower().startswith(("http://", "https://"))
    limits = settings if is_web else replace(settings, max_page_bytes=_MOST_BYTES)
    page = shared.get_page(source, None, None, limits)
    form = options.format or intake.guess(page.body, source)
    name = options.name or (source if is_web else "Import" if source == "-" else Path(source).name)
    url = page.url if is_web else options.website or ""
    taken = intake.read(page.body, form, url, page.fetched or date.today())  # noqa: DTZ011 - the reader's own day
    if not options.dry_run:
        organisation = Organisation(name, options.website or (source if is_web else None), source_id=f"import:{name}")
        _keep(options.store or settings.store, organisation, taken.events)
    if options.json:
        report = {"format": form, "taken": len(taken.events), "refused": [asdict(one) for one in taken.refused]}
        print(json.dumps(report, ensure_ascii=False))
    for one in () if options.json else taken.refused[:_MOST_SHOWN]:
        print(f"{one.where}: {one.why}", file=sys.stderr)
    if len(taken.refused) > _MOST_SHOWN and not options.json:
        print(f"… and {len(taken.refused) - _MOST_SHOWN} more.", file=sys.stderr)
    verb = "would be taken" if options.dry_run else "taken"
    print(f"{len(taken.events)} {verb}, {len(taken.refused)} refused ({form}).", file=sys.stderr)
    return 0 if taken.events else 1


def _keep(path: str, organisation: Organisation, events: Sequence[Event]) -> None:
    """Keep events kind by kind, all or none; what the same source held before and no longer does is missing."""
    from eventlocky.store import Store

    page = f"import:{organisation.name}"
    with Store(path) as store, store.together():
        for kind in sorted({"event", *(event.kind for event in events)}):
            store.keep(organisation, page, kind, [event for event in events if event.kind == kind])
