"""`eventlocky export`: any search of the store as a file that other programs read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.cli import search
from eventlocky.errors import EventlockyError

if TYPE_CHECKING:
    from eventlocky.store import Hit, Query, Store

SUMMARY = "Write what a search finds as iCalendar, RSS, Atom, JSON Feed, CSV, JSON-LD, GeoJSON or JSON."
EXAMPLE = "eventlocky export jazz --near 53.99,11.12 --out jazz.ics"

FORMATS = ("ics", "rss", "atom", "jsonfeed", "csv", "jsonld", "geojson", "json")
_PAGE = 500
_LONGEST_TITLE = 200


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    search.add_query(parser)
    parser.add_argument("--format", choices=FORMATS, help="which format (default: by the ending of --out, else json)")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write there, not to standard output")
    parser.add_argument("--limit", type=shared.whole, metavar="N", help="how many at most (all)")
    parser.add_argument("--title", default="Event.Locky", help="what stands over a calendar or a feed")
    parser.add_argument("--store", metavar="FILE", help="the store (default: the setting `store`)")
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    """Write a document of everything that a search finds."""
    from eventlocky.formats import FEEDS, clean
    from eventlocky.formats import FORMATS as WHOLE
    from eventlocky.formats.entry import Feed
    from eventlocky.store import Store
    from eventlocky.web import entries

    form = options.format or (options.out.suffix.lstrip(".").lower() if options.out else "json")
    if form not in FORMATS:
        options.parser.error(f"--out ends in none of {', '.join(FORMATS)}: say --format too")
    home = shared.settings_of(options).public_url.rstrip("/")
    with Store(search.store_path(options)) as store:
        hits = list(_all(store, search.query_of(options, store), options.limit))
    if form == "json":
        document = WHOLE["json"]([hit.event for hit in hits])
    else:
        kept = [entries.of_hit(hit, home) for hit in hits]
        shown = kept if home else [replace(entry, page=None) for entry in kept]
        title = clean.line(options.title)[:_LONGEST_TITLE]
        document = FEEDS["json" if form == "jsonfeed" else form](Feed(shown, title, home=home))
    _write(document, options.out)
    print(f"{len(hits)} written.", file=sys.stderr)
    return 0 if hits else 1


def _all(store: Store, query: Query, limit: int | None) -> Iterator[Hit]:
    """Yield what a query finds, page by page; a time of a series that is listed is an event of its own."""
    left = limit if limit is not None else sys.maxsize
    while left > 0:
        results = store.search(replace(query, limit=min(_PAGE, left)))
        yield from results.hits
        left -= len(results.hits)
        if not results.cursor:
            return
        query = replace(query, cursor=results.cursor)


def _write(document: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(document)
        return
    try:
        out.write_bytes(document.encode())
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror or error}."
        raise EventlockyError(message) from error
