"""What a possible list of offers looks like, in numbers: its titles, its units, the page around it.

The numbers are the same for every language and shop. A model learned from labelled pages (`train/deals.py`) turns
them into the probability that a unit is one offer and its title the right one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import TypeVar

import numpy as np

from eventlocky.annotate import Annotation, Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS
from eventlocky.records import slots as slotting
from eventlocky.records.offers import Shelf
from eventlocky.records.slots import SAMPLE, Cut, Sheet, Slot
from eventlocky.records.wording import tidy
from eventlocky.text.words import words

Item = TypeVar("Item")

TITLE_FEATURES = (*slotting.LOOKS, "priced", "only_price", "like_address", "of_picture", "wordy")
_WAYS = ("money", "percent", "link", "image", "heading")
_TAGS = ("li", "tr", "td", "div", "article", "a", "p", "dl", "table")
_SLOT_FEATURES = (
    "outside", "cover", "heading", "link", "distinct", "hollow", "length", "words", "generic", "title_class", "digits",
    "order", "is_top", "in_page_title", "sentence", "priced", "only_price", "like_address", "of_picture", "wordy",
)  # fmt: skip
_SLOT_PLACES = tuple(TITLE_FEATURES.index(name) for name in _SLOT_FEATURES)
FEATURES = (
    *(f"way_{way}" for way in _WAYS), "run", "filled", *(f"tag_{tag}" for tag in _TAGS),
    "units", "containers", "priced", "money_each", "money_most", "money_once", "percents", "struck", "pictures",
    "pictures_each", "linked", "targets_each", "targets_most", "targets_distinct", "headings_each", "length",
    "length_spread",
    "same_shape", "forms", "sentences", "of_money", "of_pictures", "of_text", "of_links", "boilerplate", "hidden",
    "place",
    "names_for", "names_against", "said_for", "said_against", "above_for", "above_against", "dated",
    "page_for", "page_against", "page_published", "page_buy",
    "title", "title_next", "variant", "title_distinct", "title_length",
    *(f"title_{name}" for name in _SLOT_FEATURES),
    "own_priced", "own_percents", "own_pictures", "own_linked", "own_length", "own_length_ratio", "own_shape",
    "own_title_length", "own_title_words", "own_title_repeated", "own_title_missing", "own_first", "own_last",
    "own_money_ratio", "own_look", "own_siblings", "own_deep", "own_boilerplate", "own_pictures_ratio",
)  # fmt: skip
"""The names of the numbers, in order."""

RISING = frozenset("of_money names_for said_for above_for page_for title title_cover priced".split())
"""More of these never speaks against an offer."""

FALLING = frozenset(
    "names_against said_against above_against page_against boilerplate title_hollow title_only_price variant".split()
)
"""More of these never speaks for an offer."""

_FOR = re.compile(
    r"produ|item|deal|offer|price|sale|coupon|voucher|discount|promo|shop|store|cart|basket|buy|article[-_]?box|angebot|"
    r"preis|artikel|oferta|precio|preco|prix|promotion|goods|catalog|listing|grid|tile|card|tovar|produkt|prodotto|товар|商品",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"nav|menu|footer|header|breadcrumb|sidebar|facet|filter|refine|widget|comment|related|recent|viewed|bestsell|brand|"
    r"categor|login|social|newsletter|blog|author|tag|pag(?:er|ing|ination)|history|search|sort|compare|reference|"
    r"foot|news|story|post",
    re.IGNORECASE,
)
_BUY = re.compile(
    r"add to (?:cart|basket|bag)|buy now|in den warenkorb|ajouter au panier|añadir al carrito|"
    r"\bcomprar\b|ir para loja|aggiungi al carrello|in winkelwagen|winkelmand|læg i kurv|kundvagn|varukorg|do košíka|"
    r"do koszyka|в корзину|купить|"
    r"カートに入れる|장바구니|加入购物车|checkout|get (?:deal|coupon|code)|see deal|view deal|shop now|free shipping",
    re.IGNORECASE,
)
_STRUCK = frozenset({"del", "s", "strike"})
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[.!?。]\s")
_MOST_ROWS = 400
_MOST_LETTERS = 1_500
_WORDY, _LONG = 12, 3


@dataclass(frozen=True, slots=True)
class Title:
    """A title that was read: its words, its row."""

    words: str = ""
    row: int = -1


class OfferSheet(Sheet):
    """A page as titles of offers are read from it: prices stay, for "£10 off shoes" is a title of its own."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        """Store the page, and what is only a price."""
        super().__init__(tree, annotations.without({"money", "percent"}))
        self.prices = annotations.of(("money", "percent"))
        self._price_firsts = [found.first for found in self.prices]

    def clean(self, first: int, stop: int) -> str:
        """Return the words of a span as a title; "" where it is only a price."""
        return "" if self.rest(first, stop)[1] else super().clean(first, stop)

    def clean_free(self, first: int, stop: int) -> str:
        """Return the same: prices are no spans here, so a free one may be nothing but a price."""
        return self.clean(first, stop)

    def _cleaned(self, first: int, stop: int) -> str:
        """Return the whole span where it has words beside its dates: goods are named like dates (TS-29 LED, 1:10)."""
        kept = super()._cleaned(first, stop)
        return tidy(self.text[first:stop]) if _LETTER.search(kept) else kept

    def rest(self, first: int, stop: int) -> tuple[bool, bool]:
        """Tell whether a price begins in a span, and whether the span has no word of its own beside it."""
        place = bisect_left(self._price_firsts, first)
        begin, kept, is_priced = first, [], False
        while place < len(self.prices) and self._price_firsts[place] < stop:
            is_priced = True
            kept.append(self.text[begin : self._price_firsts[place]])
            begin = max(begin, self.prices[place].stop)
            place += 1
        kept.append(self.text[begin:stop])
        return is_priced, is_priced and not _LETTER.search("".join(kept))


class Shelves:
    """Weighs the lists of one page."""

    def __init__(self, tree: Tree, annotations: Annotations, kind: Kind) -> None:
        """Read what is the same for all lists."""
        self.tree, self.annotations, self.kind = tree, annotations, kind
        self.sheet = OfferSheet(tree, annotations)
        text = self.sheet.text
        folded = text.casefold()
        folded = folded if len(folded) == len(text) else text.lower()
        self._for, self._against = kind.spoken(folded)
        body = tree.body
        self._pictures = [row for row in range(body, len(tree)) if tree.tags[row] == "img"]
        self._links = [row for row in range(body, len(tree)) if tree.tags[row] == "a"]
        self._struck = sorted(
            {found.row for found in annotations.within("money", body, len(tree)) if self._is_struck(found)}
        )
        self._money = annotations.count("money", body, len(tree))
        path = tree.url.partition("//")[2].partition("/")[2]
        named = f"{self.sheet.page_title[:200]} {tree.text(self.sheet.top)[:150] if self.sheet.top >= 0 else ''}"
        self._page = [
            _count(_FOR, f"{path} {named}")
            + min(5, len(kind.words_for.findall(named.casefold())) if kind.words_for else 0),
            _count(_AGAINST, path),
            float(self.sheet.is_published),
            log(1 + len(_BUY.findall(text[:200_000]))),
        ]
        self.is_selling = bool(_BUY.search(text[:200_000]))
        self._of_shelf: dict[Shelf, list[float]] = {}

    # Titles ----------------------------------------------------------------------------------------

    def slots(self, shelf: Shelf) -> list[Slot]:
        """Return the places of a list where its titles may stand."""
        some = sample(shelf.units)
        marks = [self.tree.offsets[mark] for mark in sample(shelf.marks)]
        found = slotting.slots(self.sheet, [Cut(some, marks, shelf.units[0][0])])[0]
        return [Slot(slot.key, slot.texts, (*slot.features, *self._more(slot))) for slot in found]

    def _more(self, slot: Slot) -> tuple[float, ...]:
        """Return what tells titles of offers from other words: prices, the address they lead to, the picture."""
        tree, sheet = self.tree, self.sheet
        priced = only = like = picture = wordy = 0
        for row, text in slot.texts.values():
            is_priced, is_only = sheet.rest(tree.offsets[row], tree.offsets[tree.ends[row]])
            priced += is_priced
            only += is_only
            own = {word for word in words(text, 20) if len(word) >= _LONG}
            like += bool(own) and len(own & self._address_words(row)) >= 0.5 * len(own)
            picture += bool(own) and len(own & self._picture_words(row)) >= 0.5 * len(own)
            wordy += text.count(" ") > _WORDY
        count = len(slot.texts)
        return priced / count, only / count, like / count, picture / count, wordy / count

    def _address_words(self, row: int) -> set[str]:
        """Return the words of the address that a text leads to."""
        link = self._around(row, "a")
        return set(words((self.tree.attr(link, "href") or "")[-200:], 40)) if link >= 0 else set()

    def _picture_words(self, row: int) -> set[str]:
        """Return what the nearest picture before a text is said to show."""
        place = bisect_left(self._pictures, row)
        near = self._pictures[max(0, place - 1) : place + 1]
        found: set[str] = set()
        for picture in near:
            found.update(words(f"{self.tree.attr(picture, 'alt') or ''} {self.tree.attr(picture, 'title') or ''}", 40))
        return found

    def _around(self, row: int, tag: str) -> int:
        for _ in range(4):
            if row < 0 or self.tree.tags[row] == tag:
                return row
            row = self.tree.parents[row]
        return -1

    def titles(self, shelf: Shelf, order: Sequence[tuple[int, int]], numbers: Iterable[int]) -> list[Title]:
        """Return the titles of some units: what stands in the first of these slots that the unit has."""
        some = list(numbers)
        ranges = np.array([shelf.units[number] for number in some], dtype=np.int64).reshape(-1, 2)
        marks = [self.tree.offsets[shelf.marks[each]] if each < len(shelf.marks) else -1 for each in some]
        found = self.sheet.titles(ranges, marks, order, shelf.units[0][0])
        return [
            Title(self.sheet.known[text], row)
            for text, row in zip(found.text.tolist(), found.row.tolist(), strict=True)
        ]

    # Numbers ---------------------------------------------------------------------------------------

    def shared(
        self,
        shelf: Shelf,
        titles: Sequence[Title],
        slot: Slot,
        scores: tuple[float, float, int],
    ) -> list[float]:
        """Return the numbers that all units of a list share; `titles` are those of its sample."""
        if shelf not in self._of_shelf:
            self._of_shelf[shelf] = self._shelf(shelf)
        return [
            *self._of_shelf[shelf],
            *self._page,
            *map(float, scores),
            len({title.words.casefold() for title in titles}) / len(titles),
            sum(len(title.words) for title in titles) / len(titles),
            *(slot.features[place] for place in _SLOT_PLACES),
        ]

    def _shelf(self, shelf: Shelf) -> list[float]:
        tree, annotations = self.tree, self.annotations
        units = shelf.units
        n = len(units)
        some = sample(units)
        money = [annotations.count("money", first, stop) for first, stop in units]
        percents = [annotations.count("percent", first, stop) for first, stop in units]
        pictures = [self._number(self._pictures, first, stop) for first, stop in units]
        links = [self._number(self._links, first, stop) for first, stop in units]
        lengths = [self._length(first, stop) for first, stop in units]
        mean = sum(lengths) / n
        targets = [self._targets(first, stop) for first, stop in some]
        main = [min(each) for each in targets if each]
        shapes = Counter(tree.shapes[first] for first, _ in units)
        tags = [tree.tags[first : min(stop, first + _MOST_ROWS)] for first, stop in some]
        way, _, cut = shelf.way.partition("-")
        first = units[0][0]
        names, above = self._names(shelf), self._above(shelf)
        return [
            *(float(way == name) for name in _WAYS),
            float(cut == "run"),
            float(cut == "filled"),
            *(float(tree.tags[first] == name) for name in _TAGS),
            log(n),
            log(len({tree.parents[start] for start, _ in units})),
            _share(count > 0 for count in money),
            sum(money) / n,
            log(1 + max(money)),
            _share(count == 1 for count in money),
            _share(count > 0 for count in percents),
            _share(self._number(self._struck, start, stop) > 0 for start, stop in units),
            _share(count > 0 for count in pictures),
            sum(pictures) / n,
            _share(count > 0 for count in links),
            sum(map(len, targets)) / len(some),
            log(1 + max(map(len, targets))),
            len(set(main)) / len(main) if main else 0.0,
            sum(sum(tag in HEADINGS for tag in each) for each in tags) / len(some),
            log(1 + mean),
            (sum((length - mean) ** 2 for length in lengths) / n) ** 0.5 / (1 + mean),
            shapes.most_common(1)[0][1] / n,
            sum(sum(tag in {"form", "button", "input"} for tag in each) for each in tags) / len(some),
            sum(len(_SENTENCE.findall(self._text(start, stop)[:_MOST_LETTERS])) for start, stop in some) / len(some),
            sum(money) / max(1, self._money),
            sum(pictures) / max(1, len(self._pictures)),
            sum(lengths) / max(1, len(self.sheet.text)),
            sum(links) / max(1, len(self._links)),
            _share(tree.is_boilerplate(start) for start, _ in some),
            _share(tree.is_hidden(start) for start, _ in some),
            tree.offsets[first] / (1 + len(self.sheet.text)),
            _count(_FOR, names), _count(_AGAINST, self._around_of(shelf)),
            sum(self._said(self._for, start, stop) for start, stop in some) / len(some),
            sum(self._said(self._against, start, stop) for start, stop in some) / len(some),
            _count(_FOR, above), _count(_AGAINST, above),
            _share(annotations.count("date", start, stop) > 0 for start, stop in some),
        ]  # fmt: skip

    def rows(
        self, shelf: Shelf, shared: list[float], numbers: Sequence[int], titles: Sequence[Title]
    ) -> list[list[float]]:
        """Return the numbers of some units of a list, in the order of `FEATURES`."""
        tree, annotations, units = self.tree, self.annotations, shelf.units
        repeated = Counter(title.words.casefold() for title in titles)
        lengths = [self._length(first, stop) for first, stop in units]
        mean = sum(lengths) / len(units)
        usual = Counter(tree.shapes[first] for first, _ in units).most_common(1)[0][0]
        each = sum(annotations.count("money", first, stop) for first, stop in units) / len(units)
        rows = []
        looks = Counter(map(self._look, units))
        parents = Counter(tree.parents[first] for first, _ in units)
        depths = Counter(tree.depths[first] for first, _ in units)
        deep, most = depths.most_common(1)[0][0], max(parents.values())
        shown = sum(self._number(self._pictures, first, stop) for first, stop in units) / len(units)
        for number, title in zip(numbers, titles, strict=True):
            first, stop = units[number]
            money = annotations.count("money", first, stop)
            rows.append([
                *shared,
                float(min(9, money)),
                float(min(9, annotations.count("percent", first, stop))),
                float(min(9, self._number(self._pictures, first, stop))),
                float(min(9, self._number(self._links, first, stop))),
                log(1 + lengths[number]),
                lengths[number] / (1 + mean),
                float(tree.shapes[first] == usual),
                float(len(title.words)),
                float(title.words.count(" ") + 1),
                repeated[title.words.casefold()] / len(titles),
                float(not title.words),
                float(number == 0),
                float(number == len(units) - 1),
                money / (0.1 + each),
                looks[self._look(units[number])] / len(units),
                parents[tree.parents[first]] / most,
                float(tree.depths[first] - deep),
                float(tree.is_boilerplate(first)),
                self._number(self._pictures, first, stop) / (0.1 + shown),
            ])  # fmt: skip
        return rows

    # Counting --------------------------------------------------------------------------------------

    def _look(self, unit: tuple[int, int]) -> tuple[str, str]:
        """Return what a unit hangs in and what it is: the tags and first classes of both."""
        tree, first = self.tree, unit[0]
        over = tree.parents[first]
        return f"{tree.tags[over]} {tree.tags[first]}", tree.class_names[first].strip().partition(" ")[0]

    def _number(self, places: list[int], first: int, stop: int) -> int:
        return bisect_left(places, stop) - bisect_left(places, first)

    def _length(self, first: int, stop: int) -> int:
        return self.tree.offsets[stop] - self.tree.offsets[first]

    def _text(self, first: int, stop: int) -> str:
        begin = self.tree.offsets[first]
        return self.sheet.text[begin : min(self.tree.offsets[stop], begin + _MOST_LETTERS)]

    def _said(self, places: list[int], first: int, stop: int) -> float:
        begin = self.tree.offsets[first]
        end = min(self.tree.offsets[stop], begin + _MOST_LETTERS)
        return float(min(6, self._number(places, begin, end)))

    def _targets(self, first: int, stop: int) -> set[str]:
        """Return the different addresses that a unit leads to."""
        rows = self._links[bisect_left(self._links, first) : bisect_left(self._links, stop)][:40]
        found = {(self.tree.attr(row, "href") or "").partition("#")[0] for row in rows}
        return found - {""}

    def _is_struck(self, found: Annotation) -> bool:
        row = found.row
        for _ in range(3):
            row = self.tree.parents[row]
            if row < 0:
                return False
            if self.tree.tags[row] in _STRUCK or "line-through" in (self.tree.attr(row, "style") or ""):
                return True
        return False

    def _names(self, shelf: Shelf) -> str:
        """Return the classes and ids over and in the first unit."""
        tree, (first, stop) = self.tree, shelf.units[0]
        mark = shelf.marks[0]
        rows = [mark, *tree.ancestors(mark)][:12] + list(range(first, min(stop, first + 30)))
        return " ".join(f"{tree.attr(row, 'class') or ''} {tree.attr(row, 'id') or ''}" for row in rows)[:2_000]

    def _around_of(self, shelf: Shelf) -> str:
        """Return the classes and ids of the first unit and of what it stands in."""
        tree, first = self.tree, shelf.units[0][0]
        rows = [first, *tree.ancestors(first)][:8]
        return " ".join(f"{tree.attr(row, 'class') or ''} {tree.attr(row, 'id') or ''}" for row in rows)[:2_000]

    def _above(self, shelf: Shelf) -> str:
        """Return the last two headings before a list."""
        return " ".join(self.tree.text(row)[:80] for row in self.sheet.headings_before(shelf.units[0][0])[-2:])


def sample(items: Sequence[Item]) -> Sequence[Item]:
    """Return some of the units of a list, evenly."""
    return items[:: max(1, len(items) // SAMPLE)][:SAMPLE]


def _count(expressions: re.Pattern[str], text: str) -> float:
    return float(min(5, len(expressions.findall(text))))


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0
