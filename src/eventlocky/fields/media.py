"""The links and the picture of a record: where it leads, where tickets are, what it shows.

A link is judged by where it stands (around the title), what it says ("more information"), where it leads
(its address repeats the title; it is no document, map, calendar file or share button) and whether other
records of the list lead there too. The best one wins; where a record has none, the page itself is it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS
from eventlocky.types import Record

_DOCUMENT = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|ics|mp3|mp4|zip|jpe?g|png|gif|webp)$|/ical\b|outlook=|ical=", re.IGNORECASE
)
_ELSEWHERE = re.compile(
    r"(?:maps\.google|google\.[a-z.]{2,6}/maps|goo\.gl/maps|maps\.apple|openstreetmap|calendar\.google|"
    r"google\.com/calendar|"
    r"facebook\.com/shar|twitter\.com/(?:share|intent)|x\.com/intent|linkedin\.com/share|pinterest|whatsapp|addtoany|"
    r"addtocalendar|t\.me/share|enable-javascript|/login|/signin|/cart|translate\.google)",
    re.IGNORECASE,
)
_TICKETS = re.compile(
    r"\b(?:tickets?|buy|book(?:ing)?|reserve|rsvp|register|registration|karten|vorverkauf|anmeld\w*|"
    r"buchen|billets?|billetterie|"
    r"réserver|inscription|entradas|comprar|inscri\w+|biglietti|acquista|prenota|kaarten|bestel|"
    r"aanmelden|bilhetes|ingressos|"
    r"biljetter|köp|billetter|køb|kjøp|liput|osta|bilety|kup|vstupenky|koupit)\b|チケット|購入|"
    r"予約|申込|申し込み|购票|購票|报名|예매|예약",
    re.IGNORECASE,
)
_TICKET_HOST = re.compile(
    r"ticket|eventbrite|eventim|billet|seetickets|reservix|weezevent|etix|dice\.fm|eplus|l-tike|t\.pia|peatix|shop\.",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:more|details?|read on|info(?:rmation)?|view event|mehr|weiter\w*|mere|savoir plus|"
    r"lire|plus|más|leer|altro|scopri|"
    r"dettagli|meer|lees|mais|läs|les mer|læs|lue|lisää|więcej|více|event page)\b|詳細|詳しく|もっと|详情|자세히",
    re.IGNORECASE,
)
_EVENT_PATH = re.compile(
    r"/(?:events?|concerts?|koncert\w*|konzert\w*|veranstaltung\w*|termine?|agenda|calend\w+|whats-on|what-s-on|shows?|"
    r"programm?e?|spectacles?|eventi|eventos|evenement\w*|activit\w+|tapahtum\w+|talks?|seminars?|"
    r"workshops?)(?:/|-|\?|$)",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"^(?:[«‹<←]|(?:all|back|previous|next|prev|zurück|retour|alle)\b)|google calendar|ical|outlook|\bmap\b",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]{3,}")
_DIGIT = re.compile(r"\d")
_FEW = 2
_MOST_LINKS = 60
"""Links of a record that are weighed: what has more is most of a page, and its own link stands near its top."""


def read_link(tree: Tree, record: Record, title_row: int | None) -> Found[str] | None:
    """Return where one record leads."""
    return read_links(tree, [record], [title_row])[0]


def read_links(
    tree: Tree,
    records: Sequence[Record],
    title_rows: Sequence[int | None],
    lands: Sequence[tuple[int, int]] | None = None,
) -> list[Found[str] | None]:
    """Return where every record of a page leads; `lands` are the rows around each that belong to no other."""
    found = [list(_links(tree, record)) for record in records]
    if lands:
        found = [
            links or [(row, link) for row, link in _links_within(tree, *land) if not tree.is_boilerplate(row)]
            for links, land in zip(found, lands, strict=True)
        ]
    shared = Counter(link for links in found for link in {link for _, link in links})
    answers: list[Found[str] | None] = []
    for links, title_row in zip(found, title_rows, strict=True):
        words = _words_of(tree, title_row)
        weighed = [(_weigh(tree, row, link, title_row, words, shared[link]), -row, link) for row, link in links]
        best = max(weighed, default=None)
        if best is not None and best[0] > 0:
            answers.append(Found(best[2], -best[1], 0.8 if best[0] > _FEW else 0.5, "href"))
        else:
            answers.append(
                _of_page(tree) if len(records) == 1 else Found(best[2], -best[1], 0.3, "href") if best else None
            )
    return answers


def _links(tree: Tree, record: Record) -> Iterator[tuple[int, str]]:
    """Yield the links in a record, and the one around it."""
    yield from _links_within(tree, record.first, record.stop)
    for number, row in enumerate(tree.ancestors(record.first)):
        if tree.tags[row] == "a" and (link := _target(tree, row)):
            yield row, link
        if number > _MOST_LINKS:
            return


def _links_within(tree: Tree, first: int, stop: int) -> Iterator[tuple[int, str]]:
    count = 0
    for row in range(first, stop):
        if tree.tags[row] == "a" and (link := _target(tree, row)):
            yield row, link
            count += 1
            if count >= _MOST_LINKS:
                return


def _target(tree: Tree, row: int) -> str | None:
    href = tree.attr(row, "href")
    if not href or href.startswith("#"):
        return None
    link = tree.link(row)
    return None if link is None or _ELSEWHERE.search(link) else link


def _words_of(tree: Tree, title_row: int | None) -> set[str]:
    return set(_WORDS.findall(tree.text(title_row)[:200].casefold())) if title_row is not None else set()


def _weigh(tree: Tree, row: int, link: str, title_row: int | None, title: set[str], users: int) -> float:
    """Say how much speaks for a link being the record's own page."""
    text = f"{tree.text(row)[:200]} {tree.attr(row, 'title') or ''}".strip()
    parts = urlsplit(link)
    slug = set(_WORDS.findall(unquote(parts.path).casefold()))
    is_titles = title_row is not None and (title_row <= row < tree.ends[title_row] or row <= title_row < tree.ends[row])
    signs = (
        (is_titles, 2.0),
        (any(tree.tags[above] in HEADINGS for above in _above(tree, row)), 1.0),
        (_MORE.search(text), 1.0),
        (_EVENT_PATH.search(parts.path), 1.0),
        (title and len(slug & title) >= min(_FEW, len(title)), 1.0),
        (slug & title and len(slug - title) > _FEW and _DIGIT.search(parts.path), 0.7),
        (users > 1, (-0.35 if is_titles else -0.7) * min(users - 1, 3)),
        (_DOCUMENT.search(parts.path) or _DOCUMENT.search(parts.query), -2.0),
        (_AWAY.search(text), -2.0),
        (_is_ticket(text, link), -1.5),
    )
    return 0.5 + sum(points for is_so, points in signs if is_so)


def _above(tree: Tree, row: int) -> Iterator[int]:
    """Yield the nearest elements above a row."""
    for number, above in enumerate(tree.ancestors(row)):
        if number > _FEW:
            return
        yield above


def _is_ticket(text: str, link: str) -> bool:
    return _TICKETS.search(text) is not None or _TICKET_HOST.search(urlsplit(link).netloc) is not None


def _of_page(tree: Tree) -> Found[str] | None:
    """Return the page's own address, as its head gives it: what a page about one event leads to."""
    for selector, name in (("link[rel=canonical]", "href"), ("meta[property='og:url']", "content")):
        for row in tree.select(selector)[:1]:
            if link := tree.link(row, name):
                return Found(link, row, 0.4, name)
    return None


def read_tickets(tree: Tree, record: Record) -> Found[str] | None:
    """Return where tickets for a record are sold, or where to register for it."""
    for row, link in _links_within(tree, record.first, record.stop):
        if _is_ticket(tree.text(row)[:200], link) and not _DOCUMENT.search(urlsplit(link).path):
            return Found(link, row, 0.6, "href")
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
    for row in range(record.first, record.stop):
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
        elif tag == "div" and (found := _from_sources(tree, row, ("data-bg", "data-background-image", "data-image"))):
            return found
    return None


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
