"""What a record costs: its amounts of money, whether it is free, and for deals the cut."""

from __future__ import annotations

import re

from eventlocky.annotate import Annotations
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.text.money import Amount, Percentage
from eventlocky.types import Price, Record

_FREE = re.compile(
    r"\b(?:free (?:admission|entry|entrance|event|of charge)|admission (?:is )?free|"
    r"eintritt (?:ist )?frei|freier eintritt|kostenlos|"
    r"entrée (?:libre|gratuite)|gratuit|ingresso libero|entrada (?:libre|gratuita)|gratis toegang)\b|無料",
    re.IGNORECASE,
)


def read(tree: Tree, record: Record, annotations: Annotations) -> Found[Price] | None:
    """Return what a record costs, or None where it does not say."""
    money = annotations.within("money", record.first, record.stop)
    percent = annotations.within("percent", record.first, record.stop)
    amounts = [annotation.value for annotation in money if isinstance(annotation.value, Amount)]
    cuts = [annotation.value for annotation in percent if isinstance(annotation.value, Percentage)]
    free = _FREE.search(tree.text(record.first, record.stop))
    if not amounts and not cuts and not free:
        return None
    values = tuple(amount.value for amount in amounts)
    distinct = sorted(set(values))
    is_cut = len(distinct) > 1
    price = Price(
        amounts=values,
        currency=amounts[0].currency if amounts else None,
        free=bool(free) and not amounts,
        before=distinct[-1] if is_cut else None,
        after=distinct[0] if is_cut else None,
        discount_percent=cuts[0].value if cuts else None,
        text=_words(tree, amounts, cuts) or (free[0] if free else ""),
    )
    row = money[0].row if money else percent[0].row if percent else record.first
    return Found(price, row, 0.6)


def _words(tree: Tree, amounts: list[Amount], cuts: list[Percentage]) -> str:
    """Return the amounts as the page writes them."""
    text = tree.whole_text
    finds: list[Amount | Percentage] = [*amounts, *cuts]
    return " / ".join(" ".join(text[find.first : find.stop].split()) for find in finds)
