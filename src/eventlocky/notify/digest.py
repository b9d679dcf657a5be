"""What a saved search has to tell, written as a letter: what became of events first, then what is new, day by day.

Titles and places are those of strangers: they are one line each, escaped in the HTML, and nothing is loaded from
anywhere when the letter is opened. The Message-ID follows from what is told, so that a letter that a mail server
delivers twice is known as one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from email.utils import parseaddr
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from eventlocky.errors import MissingExtraError
from eventlocky.formats import clean
from eventlocky.formats.entry import cleaned
from eventlocky.formats.row import cost, where
from eventlocky.formats.text import moment
from eventlocky.notify.links import end_link, event_link, search_link
from eventlocky.notify.mail import Letter
from eventlocky.notify.schedule import period_of
from eventlocky.store import Notice, SavedSearch
from eventlocky.store.searches import NEW
from eventlocky.store.stamps import read_stamp
from eventlocky.types import Status, When

if TYPE_CHECKING:
    from jinja2 import Environment

_MOST_SHOWN = 100
"""Longer letters are cut by mail programs; the rest is on the page of the search."""

_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Item:
    """One notice in words. `label` says what became of the event, `was` when it was to be."""

    label: str
    title: str
    when: str
    was: str
    details: str
    page: str
    link: str | None


def write(saved: SavedSearch, notices: Sequence[Notice], to: str, home: str, sender: str) -> Letter:
    """Return the letter that tells somebody of notices; `home` is the address of the server."""
    items = [item(notice, home) for notice in notices]
    changes = [one for one in items if one.label]
    new = [one for one in items if not one.label]
    shown_changes = changes[:_MOST_SHOWN]
    shown_new = new[: _MOST_SHOWN - len(shown_changes)]
    end = end_link(home, saved.unsubscribe)
    said = {
        "name": name_of(saved),
        "changes": shown_changes,
        "new": shown_new,
        "more": len(items) - len(shown_changes) - len(shown_new),
        "search": search_link(home, saved.query),
        "end": end,
        "searches": f"{home}/searches",
        "period": period_of(saved.every_s),
    }
    pages = _pages()
    return Letter(
        to=to,
        subject=subject(saved, notices),
        text=pages.get_template("digest.txt").render(said),
        html=pages.get_template("digest.html").render(said),
        headers=(
            ("Message-ID", message_id(saved, notices, sender)),
            ("List-Id", f"<search-{saved.id}.{_host(home, sender)}>"),
            ("List-Unsubscribe", f"<{end}>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
            ("Auto-Submitted", "auto-generated"),
        ),
    )


def name_of(saved: SavedSearch) -> str:
    """Return the name of a search in one line; what has none is called by its words."""
    return clean.line(saved.name)[:_LONGEST_TITLE] or clean.line(saved.query.words)[:_LONGEST_TITLE] or "What's on"


def subject(saved: SavedSearch, notices: Sequence[Notice]) -> str:
    """Return `Jazz: 1 cancelled, 3 new`."""
    counts: dict[str, int] = {}
    for notice in sorted(notices, key=lambda notice: notice.what == NEW):
        counts[notice.what] = counts.get(notice.what, 0) + 1
    return f"{name_of(saved)}: {', '.join(f'{count} {what}' for what, count in counts.items())}"


def item(notice: Notice, home: str) -> Item:
    """Return a notice in words."""
    hit = notice.hit
    event = cleaned(hit.event)
    status = "" if event.status is Status.SCHEDULED else f"[{event.status.replace('_', ' ')}]"
    is_new = notice.what == NEW
    before, after = notice.changes.get("start", (None, None))
    details = (where(event.where), cost(event.price), clean.line(hit.organisation), status if is_new else "")
    return Item(
        label="" if is_new else notice.what.capitalize(),
        title=clean.line(event.title)[:_LONGEST_TITLE] or "(no title)",
        when=moment(replace(event.when, start=hit.start)),
        was=moment(When(read_stamp(before))) if before and after else "",
        details=clean.line(" · ".join(detail for detail in details if detail)),
        page=event_link(home, hit.uid),
        link=event.link or event.source.url or None,
    )


def message_id(saved: SavedSearch, notices: Sequence[Notice], sender: str) -> str:
    """Return the name of the letter: the same for the same notices of the same search."""
    told = sorted(f"{notice.uid} {notice.what} {notice.sequence}" for notice in notices)
    digest = hashlib.sha256("\n".join([saved.unsubscribe, *told]).encode("utf-8", "replace")).hexdigest()[:40]
    return f"<{digest}@{_host('', sender)}>"


def _host(home: str, sender: str) -> str:
    return urlsplit(home).hostname or parseaddr(sender)[1].rpartition("@")[2] or "localhost"


@lru_cache(maxsize=1)
def _pages() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
    except ImportError as error:
        what = "Writing letters"
        raise MissingExtraError(what, "notify") from error
    return Environment(
        loader=PackageLoader("eventlocky.notify"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
