"""`eventlocky history`: what is known of one event, who states it, what changed when."""

from __future__ import annotations

import argparse
import json

from eventlocky.cli.search import add_store, store_path
from eventlocky.errors import StoreError

SUMMARY = "Show what is known of an event: its sources, when it was first seen, what changed when."
EXAMPLE = "eventlocky history 0123456789abcdef0123456789abcdef@eventlocky"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("uid", help="the event, as search --json names it")
    add_store(parser)


def run(options: argparse.Namespace) -> int:
    """Print the statements and the versions of an event."""
    from eventlocky.formats.json import plain
    from eventlocky.formats.text import line
    from eventlocky.store import Store

    with Store(store_path(options)) as store:
        known, versions = store.get(options.uid), store.history(options.uid)
    if known is None:
        message = f"There is no event {options.uid!r}. eventlocky search shows the uids with --json."
        raise StoreError(message)
    if options.json:
        print(json.dumps({"event": plain(known), "history": plain(versions)}, ensure_ascii=False))
        return 0
    print(line(known.event))
    for statement in known.statements:
        gone = f", no longer since {statement.missing_since:%Y-%m-%d %H:%M}" if statement.missing_since else ""
        seen = f"seen {statement.first_seen:%Y-%m-%d %H:%M}, confirmed {statement.confirmed:%Y-%m-%d %H:%M}{gone}"
        print(f"  statement {statement.id}: {statement.organisation}, {statement.page} ({seen})")
    for version in versions:
        changes = "; ".join(
            f"{name}: {before or '–'} → {after or '–'}" for name, (before, after) in version.changes.items()
        )
        print(f"  {version.at:%Y-%m-%d %H:%M}  {version.what}{f': {changes}' if changes else ''}")
    return 0
