"""The links of a page, with what they say of where they lead, and what the page asks of robots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eventlocky.crawl.robots import directives, product_token
from eventlocky.crawl.shapes import canonical

if TYPE_CHECKING:
    from eventlocky.page import Tree

_SELECTOR = "a[href],area[href],link[rel~=next i][href],iframe[src],frame[src]"
_MOST = 3_000
"""So many links of a page are looked at: the longest list of the corpora has 1,900."""

_MOST_LETTERS = 160
_NOT_PAGES = tuple(
    """.pdf .jpg .jpeg .png .gif .svg .webp .avif .ico .zip .gz .rar .7z .css .js .mjs .json .mp3 .m4a .ogg .wav
    .mp4 .webm .mov .avi .doc .docx .xls .xlsx .ppt .pptx .odt .ods .rtf .csv .txt .exe .dmg .apk .woff .woff2 .ttf
    .gpx .kml .eps .ics .xml .rss .atom""".split()
)
"""Endings of what is no page; calendars and feeds are found by what names them."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link leads, its words, what `rel` says (`next`, `prev`, `nofollow`), and whether it is of the frame."""

    url: str
    text: str = ""
    rel: tuple[str, ...] = ()
    is_furniture: bool = False

    @property
    def is_next(self) -> bool:
        """Whether the page itself says that the link leads one page on."""
        return "next" in self.rel


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a page asks of robots: not to be kept, not to be followed."""

    noindex: bool = False
    nofollow: bool = False


NO_WISHES = Wishes()


def links_of(tree: Tree) -> list[Link]:
    """Return the links of a page, each address once with the longest of its words, in the order of the page."""
    found: dict[str, Link] = {}
    for row in tree.select(_SELECTOR)[:_MOST]:
        name = "src" if tree.tags[row] in {"iframe", "frame"} else "href"
        address = tree.link(row, name)
        url = canonical(address) if address else None
        if url is None or url.partition("?")[0].lower().endswith(_NOT_PAGES):
            continue
        link = Link(url, _words(tree, row), _rel(tree, row), tree.is_boilerplate(row))
        known = found.get(url)
        found[url] = _joined(known, link) if known else link
    return list(found.values())


def _joined(one: Link, other: Link) -> Link:
    return Link(
        one.url,
        max(one.text, other.text, key=len),
        tuple(sorted({*one.rel, *other.rel})),
        one.is_furniture and other.is_furniture,
    )


def _words(tree: Tree, row: int) -> str:
    words = tree.text(row) or tree.attr(row, "aria-label") or tree.attr(row, "title") or ""
    if not words:
        images = (child for child in range(row + 1, tree.ends[row]) if tree.tags[child] == "img")
        words = next((alt for child in images if (alt := tree.attr(child, "alt"))), "")
    return words[:_MOST_LETTERS]


def _rel(tree: Tree, row: int) -> tuple[str, ...]:
    said = (tree.attr(row, "rel") or "").casefold().split()
    return tuple(sorted({"prev" if word == "previous" else word for word in said} & {"next", "prev", "nofollow"}))


def wishes_of(tree: Tree, user_agent: str, headers: Iterable[str] = ()) -> Wishes:
    """Return what a page asks of robots, in its `meta` elements and in its headers `X-Robots-Tag`.

    What is asked of a robot of another name does not count.
    """
    token = product_token(user_agent)
    metas = [
        tree.attr(row, "content") or ""
        for row in tree.select("meta[name][content]")
        if (tree.attr(row, "name") or "").strip().casefold() in {"robots", token}
    ]
    said = directives((*metas, *headers), user_agent)
    return Wishes("noindex" in said, "nofollow" in said)
