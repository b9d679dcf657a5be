"""Numbers with a point that are prices though they look like hours: `Tickets CHF 15.00`, `12.50 pro Person`.

A currency or a word of prices stands beside them, at the head of their column, or beside the price before them. Whether
a number is an hour is told in the same way: `Beginn 20.00`, or below `Time`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice

from eventlocky.annotate import Annotations
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import cell_of, column_of, lay_out

_CODES = (
    "AED|ARS|AUD|BAM|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|GEL|HKD|HRK|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MAD|MXN|"
    "MYR|NGN|NOK|NZD|PEN|PHP|PLN|QAR|RON|RSD|RUB|SAR|SEK|SFr|SGD|THB|TND|TRY|TWD|UAH|USD|UYU|VND|ZAR|RM|Rp|Rs"
)
_WORDS = (
    r"[^\W\d_]{0,20}(?:preise?|gebühr(?:en)?|kosten|beitrag)|eintritt|karten?|vvk|ak|vorverkauf|abendkasse|tickets?|prices?|"
    r"costs?|fees?|admissions?|entry|entrance|donations?|prix|tarifs?|entrée|billets?|precios?|costes?|costos?|entradas?|"
    r"prezz[oi]|bigliett[oi]|ingress[oi]|prijs|prijzen|toegang|entree|kaarten|kaartjes|pris|priser|billett(?:er)?|"
    r"billetter|biljett(?:er)?|entré|inträde|avgift|adgang|inngang|hinta|liput|lippu|pääsymaksu|cen[ay]|bilet[yi]?|wstęp|"
    r"koszt|opłata|vstupné|vstup|belépő|jegy(?:ár)?|ár|preços?|bilhetes?|custo|цена|билеты?|стоимость|fiyat|ücret"
)
_PRICE = re.compile(rf"(?<![^\W\d_])(?:{_WORDS}|(?-i:{_CODES}))(?![^\W\d_])|[€£$¥]", re.IGNORECASE)
_HOUR = re.compile(
    r"(?<![^\W\d_])(?:uhr|uhrzeit|zeit|beginn|beginnt|einlass|anfang|um|begins?|starts?|starting|doors?|opens?|time|meet|at|"
    r"heures?|horaire|début|horas?|horario|inicio|inizio|or[ae]|orario|aanvang|begint|tijd|om|zaal|kl|klokken|klockan|klo|kello|"
    r"tid|dørene|start|börjar|alkaa|godz|godzina|początek|čas|začátek|zač|kezdés|időpont|saat|début|início|начало|время)"
    r"(?![^\W\d_])|@",
    re.IGNORECASE,
)
_PRICE_BEFORE = re.compile(
    rf"(?:{_PRICE.pattern})(?:[^\n\t\d,;.|·•]{{0,12}}|\.?:\s{{0,9}}|\.[ \u00a0]?)$", re.IGNORECASE
)
_PERSON = r"person[ae]?|personne|persoon|pessoa|head|pax|osob[aęyu]|kopf|familie|family|kind|child"
_PRICE_BEHIND = re.compile(
    rf"[ \u00a0]?(?:(?-i:{_CODES})|franken|euros?|kron[ae]?[rn]?|korun[ay]?|złotych|forint|dollars?|pounds?|francs?|"
    rf"ringgit|rand|lei|lira|(?:pro|per|pr\.?|par|a|por|na|za) (?:{_PERSON})|p\. ?p|pp|each|ermäßigt|erm)(?![^\W\d_])",
    re.IGNORECASE,
)
"""What says beside a number that it is a price, and what says that it is an hour."""

_NEXT_PRICE = re.compile(r"[^\n\t\d|·•]{1,12}")
"""What stands between a price and another: `Eintritt 12.00 / 9.00`, `15.00, Kinder 8.00`."""

_FRIDAY = "Fr"
"""`Fr. 19.00` is an hour of a Friday as well as a price."""

_NEAR = 36
_HIGHEST_CELL, _HEAD_LINES, _LONGEST_HEAD = 6, 2, 30
"""So far around a number is looked at, and so long is the head of a column, in one of the first lines of its table."""


class Prices:
    """Tells which numbers of a page are prices, and which are said to be hours."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        self._tree = tree
        text = tree.whole_text
        self._money = [one for one in annotations.of(["money"]) if not text.startswith(_FRIDAY, one.first)]
        self._firsts = [one.first for one in self._money]

    def are_in(self, first: int, stop: int) -> bool:
        """Tell whether amounts with their currency stand between two places of the page."""
        place = bisect_right(self._firsts, stop) - 1
        return place >= 0 and self._firsts[place] >= first

    def has(self, first: int, stop: int, last: int) -> bool:
        """Tell whether a number is a price; `last` is where the price before it ends."""
        text = self._tree.whole_text
        place = bisect_right(self._firsts, first) - 1
        if place >= 0 and self._money[place].stop > first:
            return True
        if _PRICE_BEHIND.match(text, stop):
            return True
        before = text[max(0, first - _NEAR) : first]
        if (word := _PRICE_BEFORE.search(before)) is not None:
            return _HOUR.search(before, word.start()) is None
        between = text[last:first] if 0 <= last < first <= last + _NEAR else ""
        if _NEXT_PRICE.fullmatch(between) and not _HOUR.search(between):
            return True
        head = self._head(first)
        return _PRICE.search(head) is not None and _HOUR.search(head) is None

    def has_hour_word(self, first: int, stop: int) -> bool:
        """Tell whether a word beside a number, or the head of its column, says that it is an hour."""
        text = self._tree.whole_text
        beside = text[max(0, first - _NEAR // 2) : first].rpartition("\n")[2], text[stop : stop + 5].partition("\n")[0]
        return any(_HOUR.search(words) for words in (*beside, self._head(first)))

    def _head(self, place: int) -> str:
        """Return what stands at the head of the column of a table in which a number is."""
        tree = self._tree
        cell = cell_of(tree, tree.row_at(place), _HIGHEST_CELL)
        table = next((row for row in tree.ancestors(cell) if tree.tags[row] == "table"), None)
        if tree.tags[cell] not in CELLS or table is None:
            return ""
        column = column_of(tree, table, cell)
        for cells in islice(lay_out(tree, table).values(), _HEAD_LINES):
            head = cells.get(column, cell)
            if head < cell and (words := tree.text(head)) and len(words) <= _LONGEST_HEAD:
                return words
        return ""
