"""What a marked item costs, and whether there is anything left to buy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from eventlocky.markup.base import Item, Said
from eventlocky.markup.values import clean, items, stamp, words
from eventlocky.markup.vocabulary import bare
from eventlocky.text import money
from eventlocky.types import Price

_NUMBER = re.compile(r"[0-9]{1,9}(?:[.,'\u00a0 ][0-9]{3}(?![0-9])){0,3}(?:[.,][0-9]{1,2}(?![0-9]))?")
_FREE = re.compile(r"\b(?:free|gratis|gratuit|gratuito|kostenlos|frei)\b|無料", re.IGNORECASE)
_CURRENCY = re.compile(r"[A-Za-z]{3}")
_LONGEST = 60
_MOST_OFFERS = 50
_MOST_AMOUNTS = 4
_GONE = frozenset({"SoldOut", "OutOfStock"})
_NAMES = ("price", "lowPrice", "highPrice", "minPrice", "maxPrice")


def read(item: Item) -> tuple[Price, Said | None]:
    """Return what an item costs and what says so; amounts that are all zero mean that it is free."""
    found: list[tuple[Said, list[Decimal]]] = []
    currency = None
    is_free = False
    for offer in _offers(item):
        unit = stamp(offer, "priceCurrency")
        if currency is None and unit and _CURRENCY.fullmatch(unit.text.strip()):
            currency = unit.text.strip().upper()
        for said in _prices(offer):
            amounts = [money.number(text) for text in _NUMBER.findall(said.text)[:_MOST_AMOUNTS]]
            is_free = is_free or (not amounts and bool(_FREE.search(said.text)))
            if amounts or is_free:
                found.append((said, amounts))
            signs = money.find(said.text)
            currency = currency or (signs[0].currency if signs else None)
    free = stamp(item, "isAccessibleForFree")
    if not found and free and bare(free.text).lower() in {"true", "yes", "1"}:
        return Price(free=True), free
    values = tuple(dict.fromkeys(amount for _, amounts in found for amount in amounts))
    if not found:
        return Price(), None
    text = " / ".join(dict.fromkeys(clean(said.text, _LONGEST) for said, _ in found))
    if not any(values):
        return Price(currency=currency, free=True, text=text), found[0][0]
    return Price(amounts=values, currency=currency, text=text), found[0][0]


def is_sold_out(item: Item) -> bool:
    """Tell whether all that is offered is gone."""
    states = [bare(said.text) for offer in _offers(item) if (said := stamp(offer, "availability"))]
    return bool(states) and all(state in _GONE for state in states)


def _offers(item: Item) -> list[Item]:
    """Return the offers of an item, those within an aggregate too, and the item itself: some pages price that."""
    direct = items(item, "offers", "offer")[:_MOST_OFFERS]
    inner = [part for offer in direct for part in items(offer, "offers", "priceSpecification")[:_MOST_OFFERS]]
    return [*direct, *inner, item][: 2 * _MOST_OFFERS]


def _prices(offer: Item) -> Iterator[Said]:
    """Yield the prices of an offer; an offer may also be a mere text."""
    for name in _NAMES:
        said = stamp(offer, name)
        if said and len(said.text) <= _LONGEST:
            yield said
    said = words(offer, "offers") if not items(offer, "offers") else None
    if said and money.find(said.text[:_LONGEST]) and len(said.text) <= _LONGEST:
        yield said
