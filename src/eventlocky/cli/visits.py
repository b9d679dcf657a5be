"""What `near` and `crawl` share: sites visited, events printed as they are found, progress on a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.database import is_server, shown
from eventlocky.errors import StoreError
from eventlocky.settings import Settings
from eventlocky.types import Event, Organisation

if TYPE_CHECKING:
    from eventlocky.near import Visit
    from eventlocky.readers import Reader

Span = tuple[date, date]
_KINDS = ("event", "deal")
_COULD_NOT_RUN = 3


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options that both commands have."""
    parser.add_argument(
        "--store", metavar="STORE", help="where to keep the events: a file or postgresql://… (the setting `store`)"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object an event instead of a line")
    parser.add_argument("--when", type=str, metavar="DAYS", help='print only what is on then: "this weekend"')
    parser.add_argument("--kinds", action="extend", nargs="+", help="what to look for (event deal)")
    parser.add_argument("--fetched", type=shared.day, metavar="DATE", help="the day that it is (default: today)")
    parser.add_argument(
        "--order", choices=("best", "breadth"), help="which page of a site comes next (default: the setting)"
    )
    parser.add_argument("--pages", type=shared.whole, metavar="N", help="how many pages are asked of a site at most")
    parser.add_argument("--queue", action="store_true", help="leave the sites to the workers of a PostgreSQL store")
    parser.set_defaults(parser=parser)


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings in force, with what the options change."""
    settings = shared.settings_of(options)
    given = {"store": options.store, "crawl_order": options.order, "max_pages_per_site": options.pages}
    return replace(settings, **{name: value for name, value in given.items() if value})


def kinds_of(options: argparse.Namespace) -> Sequence[str]:
    """Return what is looked for: what `--kinds` names, else events and deals."""
    return options.kinds or _KINDS


def span_of(options: argparse.Namespace) -> Span | None:
    """Return the first and the last day that `--when` means; what is not understood is wrong use."""
    if not options.when:
        return None
    from eventlocky import dates  # loads sixteen languages

    when = dates.read(options.when, reference=options.fetched or date.today())  # noqa: DTZ011 - the reader's own day
    first = when.first_day if when is not None else None
    if when is None or first is None:
        options.parser.error(
            f'--when {options.when!r} is not understood. Say "this weekend", "tomorrow", "20 November".'
        )
        return None  # the parser has ended the program
    return first, max(first, when.last_day or first)


def run(find: Callable[[], Sequence[Organisation]], options: argparse.Namespace, *, within: str = "") -> int:
    """Visit the organisations that are found and print what they announce; Ctrl-C keeps what was found.

    `find` says itself why there is nobody to visit.
    """
    settings = settings_of(options)
    if options.queue:
        organisations = find()
        return _leave(organisations, settings) if organisations else 1
    from eventlocky.readers import Readers  # first of all: they load while organisations are looked for

    store = shown(settings.store)
    try:
        with Readers(kinds_of(options), options.fetched, settings) as readers:
            span = span_of(options)
            organisations = find()
            if not organisations:
                return 1
            import asyncio

            found = asyncio.run(_visit(organisations, settings, options, span, within, readers))
    except KeyboardInterrupt:
        print(
            f"Interrupted. What was found is kept in {store}; the same command goes on.",
            file=sys.stderr,
        )
        return _COULD_NOT_RUN
    print(
        f"{found} found. Kept in {store}; see them with: eventlocky serve --store {store}",
        file=sys.stderr,
    )
    return 0 if found else 1


def _leave(organisations: Sequence[Organisation], settings: Settings) -> int:
    """Put a job a site before all that is done by the clock: somebody waits for it."""
    if not is_server(settings.store):
        message = f"{settings.store} is a file, which no workers share. Name a server: --store postgresql://…"
        raise StoreError(message)
    import asyncio

    from eventlocky.cluster.base import WAITED_FOR
    from eventlocky.cluster.server import opened  # needs an extra
    from eventlocky.cluster.tasks import job_of

    async def put() -> int:
        async with opened(settings.store) as queue:
            jobs = [job_of(organisation, priority=WAITED_FOR) for organisation in organisations if organisation.website]
            return sum([await queue.put(job) for job in jobs])

    count = asyncio.run(put())
    print(f"{count} sites wait for workers: eventlocky worker --store {shown(settings.store)}", file=sys.stderr)
    return 0


async def _visit(
    organisations: Sequence[Organisation],
    settings: Settings,
    options: argparse.Namespace,
    span: Span | None,
    within: str,
    reader: Reader,
) -> int:
    from eventlocky.formats.json import plain
    from eventlocky.formats.text import line
    from eventlocky.near import Found, search
    from eventlocky.store import Store

    found = done = 0
    total = len({organisation.website for organisation in organisations if organisation.website})
    with Store(settings.store) as store:
        news = search(
            organisations,
            store,
            settings,
            kinds=kinds_of(options),
            fetched=options.fetched,
            within=within,
            reader=reader,
        )
        async for each in news:
            if isinstance(each, Found):
                if not options.json and is_on(each.event, span):
                    _print(line(each.event))
                continue
            done += 1
            wanted = [event for event in each.events if is_on(event, span)]
            found += len(wanted)
            for event in wanted if options.json else ():
                _print(json.dumps(plain(event), ensure_ascii=False))
            _say(each, done, total, found)
    return found


def is_on(event: Event, span: Span | None) -> bool:
    """Tell whether an event falls into some days; one that nobody knows the days of does not."""
    if span is None:
        return True
    first, last = event.when.first_day, event.when.last_day
    return last is not None and last >= span[0] and (first is None or first <= span[1])


def _print(text: str) -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    print(text, flush=True)


def _say(visit: Visit, done: int, total: int, found: int) -> None:
    """Say what went wrong at a site; on a terminal, draw how far it is."""
    is_terminal = sys.stderr.isatty()
    clear = "\r\033[K" if is_terminal else ""
    if visit.problem:
        print(f"{clear}{visit.organisation.name}: {visit.problem}", file=sys.stderr)
    if is_terminal:
        print(f"{clear}{done} of {total} sites, {found} found", end="\n" if done == total else "", file=sys.stderr)
        sys.stderr.flush()
