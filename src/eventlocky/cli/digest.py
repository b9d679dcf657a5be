"""`eventlocky digest`: tell everybody of their saved searches now, or show what would be told."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.cli import search
from eventlocky.errors import StoreError

if TYPE_CHECKING:
    from eventlocky.settings import Settings
    from eventlocky.store import Store

SUMMARY = "Send what is new to everybody whose saved search is due; serve does it by itself."
EXAMPLE = "eventlocky digest --dry-run"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--dry-run", action="store_true", help="print the letters that would go out, and send nothing")
    does.add_argument("--unsettled", action="store_true", help="list what a crash left claimed and never sent for sure")
    does.add_argument("--again", metavar="BATCH", help="give such a batch back: it is sent with the next run")
    does.add_argument("--new-push-key", action="store_true", help="print a new key for the setting push_key")
    search.add_store(parser)


def run(options: argparse.Namespace) -> int:
    """Send, or show; exit 1 where something could not be sent."""
    if options.new_push_key:
        from eventlocky.notify.push import make_key

        print(make_key())
        return 0
    from eventlocky.store import Store

    settings = replace(shared.settings_of(options), store=search.store_path(options))
    with Store(settings.store) as store:
        if options.unsettled:
            return _unsettled(store, is_json=options.json)
        if options.again:
            return _again(store, options.again)
        if options.dry_run:
            return _dry(store, settings, is_json=options.json)
    return _send(settings, is_json=options.json)


def _send(settings: Settings, *, is_json: bool) -> int:
    from eventlocky.notify.due import FAILED, SKIPPED, UNSURE
    from eventlocky.notify.runner import run_once

    told = run_once(settings, lambda: datetime.now(UTC))
    for one in told:
        if is_json:
            line = {"search": one.search.id, "outcome": one.outcome, "notices": one.notices, "problem": one.problem}
            print(json.dumps(line, ensure_ascii=False))
        elif one.problem:
            print(f"search {one.search.id}: {one.outcome}: {one.problem}", file=sys.stderr)
    counts = Counter(one.outcome for one in told)
    said = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "Nothing is due"
    print(f"{said}.", file=sys.stderr)
    return 1 if counts.keys() & {FAILED, SKIPPED, UNSURE} else 0


def _dry(store: Store, settings: Settings, *, is_json: bool) -> int:
    """Print the letters of everything that is due, as they would be written."""
    from eventlocky.notify import digest
    from eventlocky.notify.links import home_of

    sender = settings.mail_from or "events@localhost"
    shown = 0
    for saved in store.searches.due():
        account = store.accounts.get(saved.account)
        notices = store.searches.preview(saved.id)
        if account is None or not notices:
            continue
        shown += 1
        letter = digest.write(saved, notices, account.email, home_of(settings), sender)
        if is_json:
            line = {"search": saved.id, "channel": saved.channel, "to": letter.to, "subject": letter.subject,
                    "notices": [{"uid": notice.uid, "what": notice.what} for notice in notices]}  # fmt: skip
            print(json.dumps(line, ensure_ascii=False))
        else:
            head = f"To: {letter.to}\nSubject: {letter.subject}"
            print(f"{head}\n\n{letter.text}\n{'=' * 78}")
    print(f"{shown} would go out; nothing was sent.", file=sys.stderr)
    return 0


def _unsettled(store: Store, *, is_json: bool) -> int:
    left = store.searches.unsettled()
    for one in left:
        if is_json:
            line = {
                "batch": one.batch,
                "search": one.search,
                "claimed": one.claimed.isoformat(),
                "notices": one.notices,
            }
            print(json.dumps(line))
        else:
            print(f"{one.batch}  search {one.search}  {one.claimed:%Y-%m-%d %H:%M}  {one.notices} notices")
    return 0 if left else 1


def _again(store: Store, batch: str) -> int:
    if batch not in {one.batch for one in store.searches.unsettled()}:
        message = f"There is no unsettled batch {batch!r}. eventlocky digest --unsettled lists them."
        raise StoreError(message)
    store.searches.release(batch)
    print("Given back: it is sent with the next run.", file=sys.stderr)
    return 0
