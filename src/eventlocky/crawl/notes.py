"""What is remembered of a page once it was read: enough to go on without the page itself.

The crawler follows a note's links, the way of a site puts the events of its notes together. A note is kept in the
ledger as JSON, so that a crawl that goes on has what it had before.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import blake2b
from typing import TYPE_CHECKING

from eventlocky.crawl import fingerprints, traps
from eventlocky.crawl.frontier import Sort
from eventlocky.crawl.health import is_scripted
from eventlocky.crawl.links import NO_WISHES, Link, Wishes, links_of
from eventlocky.crawl.sitemaps import Entry
from eventlocky.formats import exact
from eventlocky.types import Event

if TYPE_CHECKING:
    from eventlocky.page import Tree

_MOST_LINES = 2_000
_MOST_LETTERS = 300
_MOST_HEADINGS = 5
_FEEDS = {"ical": Sort.CALENDAR, "rss": Sort.FEED, "atom": Sort.FEED}


@dataclass(frozen=True, slots=True)
class Seen:
    """An event of a page, with the marks of the lines that its title and its date stand in ("" where none is known)."""

    event: Event
    title_mark: str = ""
    when_mark: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What was read in one answer of a site.

    `marks` are short hashes of its lines: a line that stands on many pages is of the frame.
    `text_mark` is that of all words, `near` their fingerprint that tells copies (0 for none). `is_shell` says that a
    browser would show more, `is_rendered` that one did. `error` says why there is no page, `same_as` which page it only
    repeats.
    """

    url: str
    title: str = ""
    headings: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    feeds: tuple[tuple[str, Sort], ...] = ()
    entries: tuple[Entry, ...] = ()
    seen: tuple[Seen, ...] = ()
    marks: frozenset[str] = field(default_factory=frozenset)
    text_mark: str = ""
    near: int = 0
    wishes: Wishes = NO_WISHES
    is_scripted: bool = False
    is_shell: bool = False
    is_rendered: bool = False
    is_missing: bool = False
    same_as: str = ""
    error: str = ""
    error_name: str = ""
    status: int | None = None
    is_denied: bool = False


def take(tree: Tree, wishes: Wishes) -> Note:
    """Note what a page says, its events apart."""
    from eventlocky import markup  # who only remembers notes does not need it

    title = next((tree.text(row) for row in tree.select("title")), "")[:_MOST_LETTERS]
    headings = [text[:_MOST_LETTERS] for row in tree.select("h1,h2")[:_MOST_HEADINGS] if (text := tree.text(row))]
    lines = [line.text for line in tree.lines(tree.body)[:_MOST_LINES]]
    return Note(
        url=tree.url,
        title=title,
        headings=tuple(headings),
        links=tuple(links_of(tree)),
        feeds=tuple((feed.address, _FEEDS[feed.format]) for feed in markup.feeds(tree)),
        marks=frozenset(map(mark, lines)),
        text_mark=mark("\n".join(lines)),
        near=fingerprints.near(tree.whole_text),
        wishes=wishes,
        is_scripted=is_scripted(tree),
        is_missing=traps.is_missing(title, *headings[:1]),
    )


def see(tree: Tree, event: Event) -> Seen:
    """Note an event of a page with the lines that it stands in; its source says which page that is."""
    if not event.source.url:
        event = replace(event, source=replace(event.source, url=tree.url))
    return Seen(event, _mark_of(tree, event, "title"), _mark_of(tree, event, "when"))


def _mark_of(tree: Tree, event: Event, name: str) -> str:
    """Return the mark of the line that a field was read in; a proof that names a whole paragraph has several."""
    proof = event.proofs.get(name)
    row = tree.find(proof.path) if proof is not None and "/@" not in proof.path else None
    if proof is None or row is None or tree.tags[row] in {"script", "meta"}:
        return ""
    first, stop = row, tree.ends[row]
    while first > tree.body and not tree.texts[first].startswith("\n"):
        first -= 1
    while stop < len(tree) and not tree.texts[stop].startswith("\n"):
        stop += 1
    lines = [line.text for line in tree.lines(first, stop)]
    words = " ".join(proof.text.split())
    return mark(next((line for line in lines if words in line or line in words), lines[0] if lines else ""))


def mark(text: str) -> str:
    """Return a short hash of a text."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


# In the ledger ---------------------------------------------------------------------------------


def write(note: Note) -> str:
    """Write a note as JSON, without what says nothing."""
    row: dict[str, object] = {
        "url": note.url,
        "title": note.title,
        "headings": list(note.headings),
        "links": [[link.url, link.text, list(link.rel), link.is_furniture] for link in note.links],
        "feeds": [[url, sort.value] for url, sort in note.feeds],
        "entries": [
            [entry.url, entry.changed.isoformat() if entry.changed else None, entry.title, entry.is_sitemap]
            for entry in note.entries
        ],
        "seen": [[exact.write(seen.event), seen.title_mark, seen.when_mark] for seen in note.seen],
        "marks": sorted(note.marks),
        "text_mark": note.text_mark,
        "near": note.near,
        "wishes": [note.wishes.noindex, note.wishes.nofollow],
        "is_scripted": note.is_scripted,
        "is_shell": note.is_shell,
        "is_rendered": note.is_rendered,
        "is_missing": note.is_missing,
        "same_as": note.same_as,
        "error": note.error,
        "error_name": note.error_name,
        "status": note.status,
        "is_denied": note.is_denied,
    }
    return json.dumps({name: value for name, value in row.items() if value}, ensure_ascii=False)


def read(text: str) -> Note:
    """Read a note; what is none raises ValueError."""
    try:
        row = json.loads(text)
        return Note(
            url=row["url"],
            title=row.get("title", ""),
            headings=tuple(row.get("headings", ())),
            links=tuple(
                Link(url, words, tuple(rel), is_furniture) for url, words, rel, is_furniture in row.get("links", ())
            ),
            feeds=tuple((url, Sort(sort)) for url, sort in row.get("feeds", ())),
            entries=tuple(
                Entry(url, date.fromisoformat(changed) if changed else None, title, is_sitemap)
                for url, changed, title, is_sitemap in row.get("entries", ())
            ),
            seen=tuple(Seen(exact.read(event), title, when) for event, title, when in row.get("seen", ())),
            marks=frozenset(row.get("marks", ())),
            text_mark=row.get("text_mark", ""),
            near=row.get("near", 0),
            wishes=Wishes(*row.get("wishes", (False, False))),
            is_scripted=row.get("is_scripted", False),
            is_shell=row.get("is_shell", False),
            is_rendered=row.get("is_rendered", False),
            is_missing=row.get("is_missing", False),
            same_as=row.get("same_as", ""),
            error=row.get("error", ""),
            error_name=row.get("error_name", ""),
            status=row.get("status"),
            is_denied=row.get("is_denied", False),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"Not a note: {error!r}"
        raise ValueError(message) from error
