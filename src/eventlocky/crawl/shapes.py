"""Addresses in one form, so that a page is asked for once, whatever the links to it look like.

What only tells visitors apart (session ids, tracking) is left out. The shape of an address is the address
with its numbers and names taken out: pages of one shape are made by one template.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

_SESSION = re.compile(
    r"(?i)^(?:php|asp|jsp|c)?_?sess?(?:ion)?_?(?:id)?$|^(?:sid|cfid|cftoken|jsessionid|zenid|oscsid)$"
)
_TRACKING = re.compile(r"(?i)^(?:utm_\w{1,30}|fbclid|gclid|dclid|msclkid|mc_[ce]id|_ga|_gl|igshid|yclid|ref_?src)$")
_PATH_SESSION = re.compile(r"(?i);(?:jsessionid|sid|phpsessid)=[^/?;]*|/\(s\([a-z0-9]{24}\)\)(?=/)")
_LONGEST = 1_000
"""Longer addresses are made by machines for machines; no page with events of the corpora has one."""

_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:@!$&'()*+,;=~-._"
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2]|[1-9](?![\d]))(?:[-/_.]?([0-3]?\d))?(?!\d)")
_NUMBER = re.compile(r"\d+")
_FOUR_DIGITS = re.compile(r"\d{4}")
_MONTHS_OF_YEAR = 12


def canonical(url: str) -> str | None:
    """Return an address in its one form, or None where it is not the address of a page on the web.

    >>> canonical("HTTP://Example.org:80/a/../b;jsessionid=1?utm_source=x&q=1#top")
    'http://example.org/b?q=1'
    """
    return _canonical(url) if len(url) <= _LONGEST else None


@lru_cache(maxsize=20_000)
def _canonical(url: str) -> str | None:
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except (ValueError, UnicodeError):
        return None
    if parts.scheme not in _PORTS or not host or parts.username is not None:
        return None
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port in {None, _PORTS[parts.scheme]} else f"{shown}:{port}"
    path = quote(_without_dots(_PATH_SESSION.sub("", parts.path)), safe=_SAFE) or "/"
    return SplitResult(parts.scheme, netloc, path, _query(parts.query), "").geturl()


def _query(query: str) -> str:
    """Leave out what only tells visitors apart; the rest keeps its order, which some sites need."""
    if not query or not (_TRACKING_HINT.search(query)):
        return query
    pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=None)
    return urlencode([(name, value) for name, value in pairs if not _SESSION.match(name) and not _TRACKING.match(name)])


_TRACKING_HINT = re.compile(r"(?i)utm_|clid|sess|sid|cftoken|cfid|mc_|_g[al]|igshid|zenid|ref")


def _without_dots(path: str) -> str:
    """Resolve `.` and `..`, as RFC 3986 asks."""
    if "/." not in path:
        return path
    kept: list[str] = []
    pieces = path.split("/")
    for piece in pieces:
        if piece == "..":
            if len(kept) > 1:
                kept.pop()
        elif piece != ".":
            kept.append(piece)
    return "/".join(kept) + ("/" if pieces[-1] in {".", ".."} and kept[-1:] != [""] else "")


Reading = tuple[str, str, str, tuple[int, int] | None]
"""Path, query, shape and month of an address; a plain tuple, because the collector of garbage passes those over."""


@lru_cache(maxsize=20_000)
def reading(url: str) -> Reading:
    """Read an address in its one form, once for all who ask: a page has hundreds of links, and few are followed."""
    path, query = url, ""
    if "?" in url or "#" in url:
        path, _, query = url.partition("#")[0].partition("?")
    start = path.find("/", path.find("://") + 3)
    path = path[start:] if start >= 0 else ""
    return path, query, _shape(path, query), _month(path, query)


def shape(url: str) -> str:
    """Return what addresses of one template share: numbers become 0, the last name a star, values of a query go.

    >>> shape("http://x.example/event/seed-swap?id=12&view=month")
    '/event/*?id&view'
    """
    return reading(url)[2]


def _shape(path: str, query: str) -> str:
    pieces = _NUMBER.sub("0", path).split("/")
    if "%" in path:
        pieces = [_NUMBER.sub("0", unquote(piece)) for piece in path.split("/")]
    last = len(pieces) - 1
    while last and not pieces[last]:
        last -= 1
    if pieces[last].strip("0-._") and any(pieces[:last]):
        pieces[last] = "*"
    if not query:
        return "/".join(pieces)
    names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
    return "/".join(pieces) + (f"?{'&'.join(names)}" if names else "")


def month_of(url: str) -> tuple[int, int] | None:
    """Return the year and month that an address speaks of, as calendars' do: `/calendar/2026/11`, `?month=2026-11`."""
    return reading(url)[3]


def _month(path: str, query: str) -> tuple[int, int] | None:
    words = f"{path}?{query}" if query else path
    words = unquote(words) if "%" in words else words
    if not _FOUR_DIGITS.search(words):  # most addresses name no year
        return None
    dates = list(_DATE.finditer(words[:_LONGEST]))
    if dates:
        return int(dates[-1][1]), int(dates[-1][2])
    if not query:
        return None
    values = {name.casefold(): value for name, value in parse_qsl(query)}
    year = next((value for name, value in values.items() if "year" in name or "jahr" in name), "")
    month = next((value for name, value in values.items() if "mon" in name), "")
    if len(year) == len("2026") and year.isdecimal() and month.isdecimal() and 0 < int(month) <= _MONTHS_OF_YEAR:
        return int(year), int(month)
    return None
