"""The link and the picture of a record: where it leads, what it shows.

A link is judged by where it stands (around the title), what it says ("more information"), where it leads
(its address repeats the title; it is no document, map, calendar file or share button) and whether other
records of the list lead there too. The best one wins; where a record has none, the page itself is it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from eventlocky.fields.base import Found, once_a_page
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS
from eventlocky.text.keeping import keep_short
from eventlocky.text.words import beginnings, is_dense, lowered
from eventlocky.types import Record

_DOCUMENTS = tuple(
    f".{name}" for name in "pdf doc docx xls xlsx ppt pptx ics mp3 mp4 zip jpg jpeg png gif webp".split()
)
_CALENDAR = re.compile(r"/ical\b|\boutlook=|\bical=")
_ELSEWHERE = re.compile(
    r"(?:maps\.google|google\.[a-z.]{2,6}/maps|goo\.gl/maps|maps\.apple|openstreetmap|calendar\.google|"
    r"google\.com/calendar|\.ics(?:$|[?#])|[?&]format=ical|^webcal:|"
    r"facebook\.com/shar|twitter\.com/(?:share|intent)|x\.com/intent|linkedin\.com/share|pinterest|whatsapp|addtoany|"
    r"addtocalendar|t\.me/share|enable-javascript|/login|/signin|/cart|translate\.google)",
)
_ELSEWHERE_SIGNS = (
    "google", "goo.gl", "maps.apple", "openstreetmap", "facebook.com/shar", "/share", "/intent", "pinterest",
    "whatsapp", "addto", "enable-javascript", "/login", "/signin", "/cart",
)  # fmt: skip
"""One of these is in whatever `_ELSEWHERE` finds."""

_TICKET_WORDS = (
    r"tickets?|buy|book(?:ing)?|reserve|rsvp|register|registration|karten|vorverkauf|anmeld\w*|buchen|billets?|"
    r"billetterie|réserver|inscription|entradas|comprar|inscri\w+|biglietti|acquista|prenota|kaarten|bestel|aanmelden|"
    r"bilhetes|ingressos|biljetter|köp|billetter|køb|kjøp|liput|osta|bilety|kup|vstupenky|koupit"
)
_TICKETS = re.compile(
    rf"\b(?:{_TICKET_WORDS})\b|チケット|購入|予約|申込|申し込み|购票|購票|报名|예매|예약", re.IGNORECASE
)
_TICKET_HOST = re.compile(
    r"ticket|eventbrite|eventim|billet|seetickets|reservix|weezevent|etix|dice\.fm|eplus|l-tike|t\.pia|peatix|shop\.",
)
_MORE_WORDS = (
    r"more|details?|read on|info(?:rmation)?|view event|mehr|weiter\w*|mere|savoir plus|lire|plus|más|leer|altro|"
    r"scopri|dettagli|meer|lees|mais|läs|les mer|læs|lue|lisää|więcej|více|event page"
)
_MORE = re.compile(rf"\b(?:{_MORE_WORDS})\b|詳細|詳しく|もっと|详情|자세히", re.IGNORECASE)
_AWAY_WORDS = "all|back|previous|next|prev|zurück|retour|alle"
_SPEAKING = beginnings(f"{_TICKET_WORDS}|{_MORE_WORDS}|{_AWAY_WORDS}|google|outlook|map")
"""How the words of a link begin that say what it is for."""

_EVENT_PATH = re.compile(
    r"/(?:events?|concerts?|koncert\w*|konzert\w*|veranstaltung\w*|termine?|agenda|calend\w+|whats-on|what-s-on|shows?|"
    r"programm?e?|spectacles?|eventi|eventos|evenement\w*|activit\w+|tapahtum\w+|talks?|seminars?|"
    r"workshops?)(?:/|-|\?|$)",
)
_AWAY = re.compile(
    rf"^(?:[«‹<←]|(?:{_AWAY_WORDS})\b)|google calendar|\bical(?:endar)?\b|\boutlook\b|\bmap\b",
    re.IGNORECASE,
)
_ARROWS = ("«", "‹", "<", "←")
_WORDS = re.compile(r"[^\W_]{3,}")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_DIGIT = re.compile(r"\d")
_FEW = 2
_MOST_LINKS = 60
"""Links of a record that are weighed: what has more is most of a page, and its own link stands near its top."""


class _Address(NamedTuple):
    """What the address of a link says, whoever leads there."""

    slug: frozenset[str]
    is_event: bool
    is_numbered: bool
    is_dated: bool
    """Whether its last part says a year, as that of an act's concert does and that of the act does not."""

    is_document: bool
    sells_tickets: bool


class _Saying(NamedTuple):
    """What the words of a link say of where it leads."""

    is_more: bool = False
    is_away: bool = False
    is_ticket: bool = False


class _Links:
    """The links of a page: their rows, and what was worked out of them so far, each address and saying once."""

    def __init__(self, tree: Tree) -> None:
        self.rows = tree.links
        self.targets: dict[str, str | None] = {}
        self.addresses: dict[str, _Address] = {}
        self.sayings: dict[str, _Saying] = {}


_links_of = once_a_page(_Links)


def read_links(
    tree: Tree,
    records: Sequence[Record],
    title_rows: Sequence[int | None],
    lands: Sequence[tuple[int, int]] | None = None,
) -> list[Found[str] | None]:
    """Return where every record of a page leads; `lands` are the rows around each that belong to no other."""
    known = _links_of(tree)
    found = [list(_links(tree, record, known)) for record in records]
    if lands:
        found = [
            links or [(row, link) for row, link in _links_within(tree, *land, known) if not tree.is_boilerplate(row)]
            for links, land in zip(found, lands, strict=True)
        ]
    users: dict[str, int] = {}
    for links in found:
        for link in {link for _, link in links}:
            users[link] = users.get(link, 0) + 1
    answers: list[Found[str] | None] = []
    for links, title_row in zip(found, title_rows, strict=True):
        words = _words_of(tree, title_row) if links else frozenset()
        weighed = [(_weigh(tree, row, link, title_row, words, users[link], known), -row, link) for row, link in links]
        best = max(weighed, default=None)
        if best is not None and best[0] > 0:
            answers.append(Found(best[2], -best[1], 0.8 if best[0] > _FEW else 0.5, "href"))
        else:
            answers.append(
                _of_page(tree) if len(records) == 1 else Found(best[2], -best[1], 0.3, "href") if best else None
            )
    return answers


def _links(tree: Tree, record: Record, known: _Links) -> Iterator[tuple[int, str]]:
    """Yield the links in a record, and the one around it."""
    yield from _links_within(tree, record.first, record.stop, known)
    tags, parents = tree.tags, tree.parents
    row = parents[record.first]
    for _ in range(_MOST_LINKS + 2):
        if row < 0:
            return
        if tags[row] == "a" and (link := _target(tree, row, known)):
            yield row, link
        row = parents[row]


def _links_within(tree: Tree, first: int, stop: int, known: _Links) -> Iterator[tuple[int, str]]:
    count = 0
    for row in known.rows[bisect_left(known.rows, first) : bisect_left(known.rows, stop)]:
        if link := _target(tree, row, known):
            yield row, link
            count += 1
            if count >= _MOST_LINKS:
                return


def _target(tree: Tree, row: int, known: _Links) -> str | None:
    """Return where a link leads, or None where that is no page of anybody's event: a map, a login."""
    href = tree.attr(row, "href")
    if not href or href.startswith("#"):
        return None
    if href not in known.targets:
        link = tree.absolute(href)
        known.targets[href] = None if link is None or _leads_elsewhere(link.lower()) else link
    return known.targets[href]


def _leads_elsewhere(link: str) -> bool:
    return any(map(link.__contains__, _ELSEWHERE_SIGNS)) and _ELSEWHERE.search(link) is not None


def _words_of(tree: Tree, title_row: int | None) -> frozenset[str]:
    return _slug(tree.text(title_row)[:200]) if title_row is not None else frozenset()


def _slug(text: str) -> frozenset[str]:
    """Return the words of a text with three letters or more, in any case."""
    if text.isascii():
        return frozenset([word for word in lowered(text.replace("_", " ")) if len(word) > _FEW])
    return frozenset(_WORDS.findall(text.casefold()))


def _weigh(  # noqa: C901, PLR0912 - one sign after another
    tree: Tree, row: int, link: str, title_row: int | None, title: frozenset[str], users: int, known: _Links
) -> float:
    """Say how much speaks for a link being the record's own page."""
    address = known.addresses.get(link)
    if address is None:
        address = known.addresses[link] = _read_address(link)
    text = f"{tree.text(row)[:200]} {tree.attr(row, 'title') or ''}".strip()
    saying = known.sayings.get(text)
    if saying is None:
        saying = known.sayings[text] = _read_saying(text)
    is_titles = title_row is not None and (title_row <= row < tree.ends[title_row] or row <= title_row < tree.ends[row])
    common = len(address.slug & title)
    points = 0.0
    if is_titles:
        points += 2.0
    if _is_headline(tree, row):
        points += 1.0
    if saying.is_more:
        points += 1.0
    if address.is_event:
        points += 1.0
    if common:
        if common >= min(_FEW, len(title)):
            points += 1.0
        if len(address.slug) - common > _FEW and address.is_numbered:
            points += 0.7
        if address.is_dated:
            points += 1.5
    if users > 1:
        points += (-0.35 if is_titles else -0.7) * min(users - 1, 3)
    if address.is_document:
        points -= 2.0
    if saying.is_away:
        points -= 2.0
    if saying.is_ticket or address.sells_tickets:
        points -= 1.5
    return 0.5 + points


def _read_address(link: str) -> _Address:
    """Take an address apart, as `urlsplit` does; it is called for most links of a page."""
    whole, _, _ = link.partition("#")
    before, _, query = whole.partition("?")
    _, is_absolute, rest = before.partition("://")
    host, slash, path = rest.partition("/") if is_absolute else ("", "", before)
    path = f"{slash}{path}"
    lower = path.lower()
    last = lower.rstrip("/").rpartition("/")[2]
    return _Address(
        slug=_slug(unquote(path) if "%" in path else path),
        is_event=_EVENT_PATH.search(lower) is not None,
        is_numbered=_DIGIT.search(lower) is not None,
        is_dated="20" in last and _YEAR.search(last) is not None,
        is_document=_is_document(lower) or (query != "" and _is_document(query.lower())),
        sells_tickets=_sells_tickets(host.lower()),
    )


@keep_short(1_024)
def _sells_tickets(host: str) -> bool:
    return _TICKET_HOST.search(host) is not None


def _is_document(part: str) -> bool:
    if part.endswith(_DOCUMENTS):
        return True
    return ("ical" in part or "outlook=" in part) and _CALENDAR.search(part) is not None


def _read_saying(text: str) -> _Saying:
    low = text.lower()
    is_speaking = not _SPEAKING.isdisjoint([word[:4] for word in lowered(text)]) or is_dense(text)
    if not is_speaking and "ical" not in low and "outlook" not in low and not text.startswith(_ARROWS):
        return _Saying()
    return _Saying(
        is_more=_MORE.search(text) is not None,
        is_away=_AWAY.search(text) is not None,
        is_ticket=_TICKETS.search(text) is not None,
    )


def _is_headline(tree: Tree, row: int) -> bool:
    """Tell whether one of the nearest elements above a link is a heading."""
    for _ in range(_FEW + 1):
        row = tree.parents[row]
        if row < 0:
            return False
        if tree.tags[row] in HEADINGS:
            return True
    return False


def _of_page(tree: Tree) -> Found[str] | None:
    """Return the page's own address, as its head gives it: what a page about one event leads to."""
    for selector, name in (("link[rel=canonical]", "href"), ("meta[property='og:url']", "content")):
        for row in tree.select(selector)[:1]:
            if link := tree.link(row, name):
                return Found(link, row, 0.4, name)
    return None


_SETS = ("srcset", "data-srcset", "data-lazy-srcset")
_SOURCES = (
    "src",
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-image",
    "data-bg",
    "data-background-image",
)
_BACKGROUNDS = ("data-bg", "data-background-image", "data-image")
_CANDIDATE = re.compile(r"([^\s,]\S{0,2000}?)(?:\s+([\d.]{1,8})([wx]))?\s*(?:,\s|,?$)")
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]{0,200}?url\(\s*['\"]?([^'\")\s]{1,2000})", re.IGNORECASE)
_NO_PICTURE = re.compile(
    r"(?:^|[/_.\-])(?:logos?|icons?|ico|spacer|blank|pixel|1x1|transparent|placeholder|loading|"
    r"loader|sprite|avatar|gravatar|"
    r"arrow|button|btn|bullet|rss|facebook|twitter|instagram|tracking|clear|dot|share|pdf|map-?marker)(?:$|"
    r"[/_.\-\d])|\.svg(?:$|\?)",
    re.IGNORECASE,
)
_SMALLEST_PX = 40


def read_image(tree: Tree, record: Record) -> Found[str] | None:
    """Return the first picture of a record that is neither a symbol nor written into the page itself."""
    rows = _pictured(tree)
    for row in rows[bisect_left(rows, record.first) : bisect_left(rows, record.stop)]:
        tag = tree.tags[row]
        if tag in {"img", "source"}:
            if tag == "img" and _is_small(tree, row):
                continue
            if found := _from_sets(tree, row) or _from_sources(tree, row):
                return found
        elif (style := tree.attr(row, "style")) and (match := _BACKGROUND.search(style[:3_000])):
            link = _picture(tree, match[1])
            if link:
                return Found(link, row, 0.5, "style")
        elif tag == "div" and (found := _from_sources(tree, row, _BACKGROUNDS)):
            return found
    return None


@once_a_page
def _pictured(tree: Tree) -> list[int]:
    """Return the elements of a page that may show a picture."""
    backgrounds = ",".join(f"div[{name}]" for name in _BACKGROUNDS)
    return tree.select(f"img,source,[style*='url(' i],{backgrounds}")


def _from_sets(tree: Tree, row: int) -> Found[str] | None:
    """Return the largest candidate of a `srcset`."""
    for name in _SETS:
        value = tree.attr(row, name)
        if not value:
            continue
        sized = [(float(size), unit, address) for address, size, unit in _candidates(value)]
        for _, _, address in sorted(sized, reverse=True):
            if link := _picture(tree, address):
                return Found(link, row, 0.6, name)
    return None


def _candidates(value: str) -> Iterator[tuple[str, str, str]]:
    for match in _CANDIDATE.finditer(value[:8_000]):
        size = match[2] or "1"
        yield match[1], size if size.replace(".", "", 1).isdecimal() else "1", match[3] or "x"


def _from_sources(tree: Tree, row: int, names: tuple[str, ...] = _SOURCES) -> Found[str] | None:
    """Return the first address of a picture in these attributes; lazy ones go before a placeholder in `src`."""
    for name in names:
        value = tree.attr(row, name)
        if value and (link := _picture(tree, value)):
            return Found(link, row, 0.6, name)
    return None


def _picture(tree: Tree, address: str) -> str | None:
    """Return the absolute address of a picture, or None where it is a symbol or written into the page."""
    address = address.strip()
    if address.startswith("data:") or _NO_PICTURE.search(address[:500]):
        return None
    return tree.absolute(address)


def _is_small(tree: Tree, row: int) -> bool:
    """Tell whether a picture says that it is as small as a symbol."""
    for name in ("width", "height"):
        value = (tree.attr(row, name) or "").strip().removesuffix("px")
        if value.isdecimal() and value.isascii() and len(value) < len("99999") and int(value) < _SMALLEST_PX:
            return True
    return False
