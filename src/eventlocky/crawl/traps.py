"""What keeps a crawler from getting lost: endless calendars, session ids, facets, repeated segments, soft 404s.

The bound on the pages of a site is the budget, which every request counts against; the rules here make good
use of it, so that a site that makes pages without end does not eat the budget up. Session ids are taken
out of addresses before (`shapes.py`).
"""

from __future__ import annotations

from collections import Counter
from datetime import date

from eventlocky.crawl.shapes import reading
from eventlocky.crawl.words import plain

DEEPEST = 8
"""So many links away from the first page nothing new has been seen to be announced."""

_MOST_SEGMENTS = 12
_MOST_REPEATS = 2
"""A segment that stands in a path a third time comes from a relative link that went wrong."""

_MOST_PARAMETERS = 4
"""More parameters are facets: each combination is another view of the same list."""

_MOST_QUERIES = 8
"""So many addresses that differ in their query alone are followed for one path."""

_MONTHS_AHEAD = 12
_MONTHS_BACK = 1
_MOST_FRUITLESS = 3
"""After so many pages of one shape that gave nothing new, no other of that shape is asked for."""

_MISSING = ("404", "page not found", "not found", "nicht gefunden", "introuvable", "no encontrada", "non trovata",
            "nao encontrada", "niet gevonden", "hittades inte", "ikke fundet", "ikke funnet", "ei loytynyt",
            "nie znaleziono", "nenalezena", "見つかりません", "找不到", "찾을 수 없")  # fmt: skip


class Traps:
    """What was asked of one site so far, and whether one more address is worth asking for."""

    def __init__(self, today: date) -> None:
        self.today = today
        self._queries: Counter[str] = Counter()
        self._fruitless: Counter[str] = Counter()

    def refuses(self, url: str, depth: int = 0) -> str:
        """Return why an address should not be asked for, or "" where nothing speaks against it."""
        if depth > DEEPEST:
            return "too deep"
        path, query, shape, month = reading(url)
        if never := _refusal(path, query):
            return never
        if "?" in url and self._queries[path] >= _MOST_QUERIES:
            return "one path, many queries"
        if month is not None and not self._is_near(*month):
            return "a month too far away"
        if self._fruitless.get(shape, 0) >= _MOST_FRUITLESS:
            return "pages like it gave nothing"
        return ""

    def took(self, url: str, *, is_fruitful: bool) -> None:
        """Remember that an address was asked for, and whether that gave anything new."""
        path, query, shape, _ = reading(url)
        if query:
            self._queries[path] += 1
        self._fruitless[shape] = 0 if is_fruitful else self._fruitless[shape] + 1

    def _is_near(self, year: int, month: int) -> bool:
        ahead = (year - self.today.year) * 12 + month - self.today.month
        return -_MONTHS_BACK <= ahead <= _MONTHS_AHEAD


def _refusal(path: str, query: str) -> str:
    """Return what speaks against an address whatever was asked for before."""
    if _repeats(path):
        return "its path repeats itself"
    if query and query.count("&") >= _MOST_PARAMETERS:
        return "facets"
    return ""


def _repeats(path: str) -> bool:
    if path.count("/") <= _MOST_REPEATS:  # too short to repeat anything
        return False
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _MOST_SEGMENTS:
        return True
    return len(set(segments)) < len(segments) and max(Counter(segments).values()) > _MOST_REPEATS


def is_missing(title: str, heading: str = "") -> bool:
    """Tell whether a page that was answered as if it existed says in its title or heading that it does not."""
    words = (f" {plain(title)} ", f" {plain(heading)} ")
    return any(f" {said} " in word or (not said.isascii() and said in word) for said in _MISSING for word in words)
