"""`eventlocky crawl`: the events of some sites, and how the sources are doing."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from eventlocky.cli import visits
from eventlocky.database import is_there
from eventlocky.errors import EventlockyError, StoreError
from eventlocky.settings import Settings
from eventlocky.types import Organisation

SUMMARY = "Crawl some sites politely, print their events as they are found, and keep them in the store."
EXAMPLE = "eventlocky crawl https://example.org/ --pages 20 --store town.sqlite"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("sites", nargs="*", metavar="URL", help="where to begin, an address a site")
    parser.add_argument("--file", type=Path, metavar="FILE", help="more addresses, one a line; # begins a remark")
    parser.add_argument("--within", default="", metavar="DOMAIN", help="follow links to all hosts of a domain")
    parser.add_argument(
        "--health", action="store_true", help="crawl nothing: say how the sources of the store are doing"
    )
    visits.add(parser)


def run(options: argparse.Namespace) -> int:
    """Crawl the sites, or say how they are doing."""
    if options.health:
        return _print_health(visits.settings_of(options), as_json=options.json)
    sites = [*options.sites, *(_lines(options.file) if options.file else ())]
    if not sites:
        options.parser.error("give addresses, or a file of them with --file")
    organisations = [Organisation(_name(site), website=site) for site in dict.fromkeys(map(_whole, sites))]
    return visits.run(lambda: organisations, options, within=options.within)


def _lines(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The list {file} cannot be read: {error}."
        raise EventlockyError(message) from error
    lines = (line.partition(" #")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _whole(site: str) -> str:
    """Return an address with its scheme: people write `example.org`."""
    return site if "://" in site else f"https://{site}"


def _name(site: str) -> str:
    try:
        return urlsplit(site).netloc or site
    except ValueError:
        return site


def _print_health(settings: Settings, *, as_json: bool) -> int:
    """Print a line a source: its state, what it gave and should give, when it last worked, what is wrong."""
    from eventlocky.crawl.ledger import Ledger

    if not is_there(settings.store):
        message = f"There is no store {settings.store}. Make one first: eventlocky crawl URL --store {settings.store}"
        raise StoreError(message)
    with Ledger(settings.store) as ledger:
        sites = ledger.sites()
    for website, memory in sites.items():
        health = memory.health
        if as_json:
            print(json.dumps({"website": website, **asdict(health)}, ensure_ascii=False))
            continue
        worked = datetime.fromtimestamp(health.last_success) if health.last_success else None  # noqa: DTZ006 - local
        last = f"{worked:%Y-%m-%d %H:%M}" if worked else "never"
        print(
            f"{health.state:<13}  {health.found:4} of {health.expected:5.1f}  {last:<16}  {website}  {health.problem}"
        )
    return 0 if sites and not any(memory.health.is_alarm for memory in sites.values()) else 1
