"""`eventlocky search`: what the store knows, by words, place, days and kind."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.cli.places import metres
from eventlocky.database import is_there
from eventlocky.errors import StoreError
from eventlocky.places.area import point

if TYPE_CHECKING:
    from eventlocky.store import Query, Store

SUMMARY = "Search the events of the store by words, place and days."
EXAMPLE = "eventlocky search jazz --near 53.99,11.12 --radius 5km --when tomorrow --sort distance"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    add_query(parser)
    parser.add_argument("--limit", type=shared.whole, default=20, metavar="N", help="how many at most (20)")
    parser.add_argument("--cursor", default="", help="go on behind a page of the same search")
    parser.add_argument(
        "--facets", action="store_true", help="count instead: in all, by kind, category, status, source"
    )
    add_store(parser)
    parser.set_defaults(parser=parser)


def add_query(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is looked for."""
    parser.add_argument("words", nargs="*", metavar="WORD", help='words that must be there; "in a row", -unwanted')
    parser.add_argument("--near", metavar="LAT,LON", help="only what is near a point")
    parser.add_argument("--radius", type=metres, default=10_000.0, metavar="10km", help="how far around it (10km)")
    parser.add_argument(
        "--when", default="", metavar="DAYS", help='which days: "this weekend", "next 7 days", "24 May"'
    )
    parser.add_argument("--since", type=shared.day, metavar="DATE", help="what is on from this day on (default: today)")
    parser.add_argument("--until", type=shared.day, metavar="DATE", help="and up to this day")
    parser.add_argument("--past", action="store_true", help="also what is over")
    parser.add_argument("--zone", default="", help="the time zone of the place (default: that of the events there)")
    parser.add_argument("--kind", action="extend", nargs="+", default=[], help="only these kinds: event, deal …")
    parser.add_argument("--category", action="extend", nargs="+", default=[], help="only these categories")
    parser.add_argument(
        "--status", action="extend", nargs="+", default=[], help="only these: scheduled, cancelled, sold_out …"
    )
    parser.add_argument(
        "--source", action="extend", nargs="+", default=[], metavar="URL", help="only what these sites announce"
    )
    parser.add_argument("--organiser", default="", help="only what somebody of this name organises")
    parser.add_argument("--free", action="store_true", help="only what costs nothing")
    parser.add_argument("--missing", action="store_true", help="also what is no longer on any page")
    parser.add_argument("--every", action="store_true", help="every time of a series, not only the next one")
    parser.add_argument("--sort", choices=("time", "distance", "relevance"), default="time", help="in which order")


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the options that all commands of the store have."""
    parser.add_argument("--store", metavar="STORE", help="a file or postgresql://… (default: the setting `store`)")
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")


def store_path(options: argparse.Namespace) -> str:
    """Return the file of the store, which must be there: reading makes none."""
    path = options.store or shared.settings_of(options).store
    if not is_there(path):
        message = f"There is no store {path}. Make one first: eventlocky near --places FILE --store {path}"
        raise StoreError(message)
    return str(path)


def query_of(options: argparse.Namespace, store: Store) -> Query:
    """Return what the options ask for: from today on, where no days are said."""
    from eventlocky.store import Query

    near = point(options.near) if options.near else None
    if options.near and near is None:
        options.parser.error(f"--near {options.near!r} is no point. Write it as 53.99,11.12")
    query = Query(
        words=" ".join(f'"{word}"' if " " in word else word for word in options.words),
        near=near,
        radius_m=options.radius,
        when=options.when,
        since=options.since,
        until=options.until,
        zone=options.zone,
        kinds=tuple(options.kind),
        categories=tuple(options.category),
        statuses=tuple(options.status),
        sources=tuple(options.source),
        organiser=options.organiser,
        free=True if options.free else None,
        missing=options.missing,
        every_time=options.every,
        sort=options.sort,
    )
    if query.since is None and not query.when and not options.past:
        query = replace(query, since=store.today(query))
    return query


def run(options: argparse.Namespace) -> int:
    """Search, and print a line an event."""
    from eventlocky.formats.json import plain
    from eventlocky.store import Store

    with Store(store_path(options)) as store:
        query = replace(query_of(options, store), limit=options.limit, cursor=options.cursor)
        if options.facets:
            facets = store.facets(query)
            print(json.dumps(asdict(facets), ensure_ascii=False, indent=None if options.json else 1))
            return 0 if facets.total else 1
        results = store.search(query)
    for hit in results.hits:
        print(json.dumps(plain(hit), ensure_ascii=False) if options.json else _line(hit))
    if results.cursor:
        print(f"More with: --cursor {results.cursor}", file=sys.stderr)
    return 0 if results.hits else 1


def _line(hit: object) -> str:
    """Return a hit as a line: the time it takes place next, the title, what has become of it, where, how far."""
    from eventlocky.formats.text import line
    from eventlocky.store import Hit

    assert isinstance(hit, Hit)
    shown = replace(hit.event, when=replace(hit.event.when, start=hit.start, end=hit.end))
    notes = [hit.organisation]
    if hit.distance_m is not None:
        notes.append(f"{hit.distance_m / 1000:.1f} km")
    if hit.is_ongoing and hit.end is not None:
        notes.append(f"until {hit.end:%d %b %Y}")
    if hit.missing_since is not None:
        notes.append(f"no longer on its page since {hit.missing_since:%d %b %Y}")
    return f"{line(shown)}  [{', '.join(notes)}]"
