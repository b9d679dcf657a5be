"""`eventlocky sources`: how every source is doing: when it was read, what it gives, what is wrong with it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from eventlocky.cli import search
from eventlocky.formats import clean

if TYPE_CHECKING:
    from eventlocky.crawl.health import Health
    from eventlocky.store import SourceState

SUMMARY = "Show how the sources of the store are doing: last crawl, yield, alarms."
EXAMPLE = "eventlocky sources --alarms"

_WIDEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Row:
    """One source: its site, what became of it last, and what it gives."""

    website: str
    organisation: str
    state: str
    is_alarm: bool
    pages: int
    events: int
    found: int
    expected: float
    failures: int
    read_at: str | None
    tried_at: str | None
    problem: str


_KEYS: dict[str, Callable[[Row], str | int]] = {
    "website": lambda row: row.website,
    "read": lambda row: row.read_at or "",
    "events": lambda row: -row.events,
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--alarms", action="store_true", help="only those that somebody should look at")
    parser.add_argument("--sort", choices=tuple(_KEYS), default="website", help="in which order")
    search.add_store(parser)


def run(options: argparse.Namespace) -> int:
    """Print a line a source; exit 1 where none is to be shown."""
    from eventlocky.crawl.ledger import Ledger
    from eventlocky.store import Store

    path = search.store_path(options)
    with Store(path) as store:
        states = store.sources()
    with Ledger(path) as ledger:
        health = {website: memory.health for website, memory in ledger.sites().items()}
    rows = table(states, health)
    if options.alarms:
        rows = [row for row in rows if row.is_alarm]
    rows.sort(key=_KEYS[options.sort])
    for row in rows:
        print(json.dumps(asdict(row), ensure_ascii=False) if options.json else _line(row))
    if not options.json:
        alarms = sum(row.is_alarm for row in rows)
        print(f"{len(rows)} sources, {sum(row.events for row in rows)} events, {alarms} alarms.", file=sys.stderr)
    return 0 if rows else 1


def table(states: Sequence[SourceState], health: dict[str, Health]) -> list[Row]:
    """Return a row a site, from its pages in the store and what the crawler remembers of it."""
    pages: dict[str, list[SourceState]] = {website: [] for website in health}
    for state in states:
        pages.setdefault(state.website, []).append(state)
    return [_row(website, own, health.get(website)) for website, own in pages.items()]


def _row(website: str, pages: Sequence[SourceState], health: Health | None) -> Row:
    newest = max(pages, key=lambda page: page.tried_at, default=None)
    problem = health.problem if health else newest.problem if newest else ""
    read = [page.read_at for page in pages if page.read_at]
    tried = [page.tried_at for page in pages]
    success = _moment(health.last_success) if health else None
    attempt = _moment(health.last_tried) if health else None
    has_failed = bool(problem) and (health is None or health.failures > 0)
    return Row(
        website=website,
        organisation=newest.organisation if newest else "",
        state=str(health.state) if health else "error" if problem else "kept",
        is_alarm=bool(health and health.is_alarm) or has_failed,
        pages=len(pages),
        events=sum(page.events for page in pages),
        found=health.found if health else 0,
        expected=round(health.expected, 1) if health else 0.0,
        failures=health.failures if health else 0,
        read_at=_stamp(success or max(read, default=None)),
        tried_at=_stamp(attempt or max(tried, default=None)),
        problem=problem,
    )


def _moment(at: float | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)


def _stamp(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None


def _line(row: Row) -> str:
    """Return `good   2026-11-16 12:00   12 events (12.0 expected)  Old Harbour  https://…  problem`."""
    read = (row.read_at or "never")[:16].replace("T", " ")
    name = clean.line(row.organisation)[:_WIDEST_NAME]
    mark = "!" if row.is_alarm else " "
    said = f"  {clean.line(row.problem)}" if row.problem else ""
    yields = f"{row.events:>6} events ({row.expected:g} expected)" if row.expected else f"{row.events:>6} events"
    return f"{mark} {row.state:<13} {read:<16} {yields:<32} {name:<{_WIDEST_NAME}}  {clean.line(row.website)}{said}"
