"""What a record costs: its amounts of money, whether it is free, and for deals the cut.

Two amounts are a range or a choice (full and reduced). They are a price before and after only where the
page says so: one is struck through, called the old one or said to become the other, or the percentage between them is
the one it names.
What is saved is no price, the percentage of a tax is no cut, and an old price alone is the price.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from eventlocky.annotate import Annotation, Annotations
from eventlocky.fields import lines
from eventlocky.fields.base import Found
from eventlocky.fields.lines import Vocabulary
from eventlocky.page import Tree
from eventlocky.text.money import Amount, Percentage
from eventlocky.text.words import low
from eventlocky.types import Price, Record

_FREE = re.compile(
    r"\b(?:free (?:admission|entry|entrance|event|of charge|to attend)|(?:admission|entry|entrance|"
    r"attendance) (?:is )?free|no charge|"
    r"(?:cost|price|fee|tickets?|admission)s?\s?[:–-]\s?free|free and open|no cover|"
    r"eintritt (?:ist )?frei|freier eintritt|kostenlos|kostenfrei|unentgeltlich|gebührenfrei|"
    r"entrée (?:libre|gratuite)|gratuite?|accès libre|entrada (?:libre|gratuita|gratis|livre|franca)|gratuit[oa]|"
    r"ingresso (?:libero|gratuito)|entrata libera|gratis(?: toegang| entré| inträde| adgang|"
    r" inngang)?|toegang (?:is )?(?:gratis|vrij)|vrij entree|"
    r"fri (?:entré|entre|adgang|inngang)|fritt inträde|ilmainen|vapaa pääsy|pääsymaksuton|wstęp "
    r"(?:wolny|bezpłatny)|bezpłatn[yae]|"
    r"vstup (?:zdarma|volný)|zdarma)\b|無料|免费|免費|무료",
)
_NOT_FREE = re.compile(
    r"(?:無料(?:ではあり|駐車|で駐車|wi)|gratis (?:parken|parking|wifi)|kostenlose[rsn]? (?:parkpl|"
    r"newsletter|hotline|app))",
)
_FREE_LINE = re.compile(
    r"\W{0,3}(?:free|free!|for free|gratis|frei|libre|gratuit|gratuito|kostenlos|zdarma|ilmainen|免费|무료)\W{0,3}",
)
_FREE_WORDS = Vocabulary(
    """
    free charge cover frei freier kostenlos kostenfrei unentgeltlich gebührenfrei libre gratuit gratuite gratuito
    gratuita livre franca libero libera gratis vrij fri fritt ilmainen vapaa pääsymaksuton wolny bezpłatny bezpłatna
    bezpłatne volný zdarma
    """.split(),
    eastern="無料|免费|免費|무료",
)
"""One of these is in whatever `_FREE` and `_FREE_LINE` find, or it is written in an eastern script."""

_OLD_WORD = re.compile(
    r"(?:\b(?:was|were|statt|anstatt|instead of|rrp|msrp|uvp|reg(?:ular(?:ly)?)?\.?|list price|"
    r"orig(?:inal(?:ly)?)?\.?|früher|bisher|vorher|"
    r"au lieu de|avant|prix conseillé|antes|precio anterior|en lugar de|prima|invece di|anziché|"
    r"van|adviesprijs|i stedet for|förr|"
    r"i\.p\.v\.|alter preis|ordinarie|före|før|normaalihinta|norm\.|zamiast|místo|původně|de)|通常価格|通常|"
    r"定価|参考価格|"
    r"希望小売価格|原价|原價|市场价|정가|원가)"
    r"[\s:：]{0,3}(?:price |preis |value )?$",
    re.IGNORECASE,
)
_OLD_TAGS = frozenset({"del", "s", "strike"})
_OLD_NAMES = re.compile(
    r"(?:^|[\s_-])(?:old|was|strike|striked|strikethrough|rrp|uvp|msrp|before|original|regular|crossed|cross)"
    r"(?:$|[\s_-]|price|preis|prix)",
    re.IGNORECASE,
)
_BECOMES = re.compile(r"(?:円|[(（][^\n\d()（）]{1,8}[)）])?\s?(?:が|→|⇒|➡|➔|[-–=]>)、?\s?[^\W\d]{0,8}\s?")
"""What stands between a price and the lower one that it becomes: `1,980円が1,680円`, `1,000円(税込)→850円`."""

_SAVED_BEFORE = re.compile(
    r"(?:\b(?:saves?|saving|savings|sparen(?: sie)?|spare|spar|ersparnis|économisez|économie|ahorra|ahorras|ahorro|"
    r"risparmi|bespaar|discount|rabatt|rabais|remise)|節約|お得)[\s:：-]{0,3}(?:of |up to |bis zu |von )?$",
    re.IGNORECASE,
)
_SAVED_AFTER = re.compile(
    r"[\s-]{0,3}(?:off\b|discount|rabatt|sparen|gespart|de remise|de réduction|de descuento|de desconto|"
    r"korting|引き|オフ)",
    re.IGNORECASE,
)
_TAX = re.compile(r"mwst|ust\b|vat\b|tva\b|iva\b|moms|btw\b|dph\b|tax|steuer|税", re.IGNORECASE)
_TAX_AFTER = 12
"""So many letters after a percentage the name of its tax stands at the latest."""

_LOOK_BACK = 30
_LOOK_UP = 3
_NEAR = Decimal(2)
"""Percentage points by which a cut may differ from the percentage that the page names: shops round."""

_MOST_OF_LAND = 4
"""With more amounts, what stands alone with a record is a whole page, and they are those of other things."""

_MOST = 200
"""Amounts of a record that are read: a page that is one record may have thousands."""


def read(
    tree: Tree, record: Record, annotations: Annotations, land: tuple[int, int] | None = None
) -> Found[Price] | None:
    """Return what a record costs, or None where neither it nor what stands alone with it, its `land`, says so."""
    found = _read(tree, record, annotations)
    if found is not None or land is None or land == (record.first, record.stop):
        return found
    if annotations.count("money", *land) > _MOST_OF_LAND:
        return None
    found = _read(tree, replace(record, first=land[0], stop=land[1]), annotations)
    return found if found and (found.value.amounts or found.value.free) else None


def _read(tree: Tree, record: Record, annotations: Annotations) -> Found[Price] | None:
    money = annotations.within("money", record.first, record.stop)[:_MOST]
    percent = annotations.within("percent", record.first, record.stop)[:_MOST]
    if not money and not percent:
        free = _free(tree, record)
        return Found(Price(free=True, text=free.value), free.row, 0.6) if free else None
    amounts = [annotation.value for annotation in money if isinstance(annotation.value, Amount)]
    text = tree.whole_text
    finds = [annotation.value for annotation in percent if isinstance(annotation.value, Percentage)]
    cuts = [cut for cut in finds if not _TAX.search(text, cut.stop, cut.stop + _TAX_AFTER)]
    free = None if amounts else _free(tree, record)
    if not amounts and not cuts and not free:
        return None
    before, after = _cut(tree, money, cuts) if amounts else (None, None)
    price = Price(
        amounts=tuple(amount.value for amount in amounts),
        currency=next((amount.currency for amount in amounts if amount.currency), None),
        free=free is not None,
        before=before,
        after=after,
        discount_percent=_percent(before, after, cuts),
        text=_words(tree, amounts, cuts) or (free.value if free else ""),
    )
    row = money[0].row if money else percent[0].row if percent else free.row if free else record.first
    return Found(price, row, 0.6)


def is_free(text: str) -> bool:
    """Tell whether a text says that it costs nothing, and nothing else."""
    words = low(text)
    return _FREE.fullmatch(words) is not None or _FREE_LINE.fullmatch(words) is not None


def _free(tree: Tree, record: Record) -> Found[str] | None:
    """Return the words that say that a record costs nothing, and their row."""
    for line in lines.telling(tree, record.first, record.stop, _FREE_WORDS):
        text = low(line.text)
        match = _FREE.search(text) or _FREE_LINE.fullmatch(text)
        if match and not _NOT_FREE.search(text):
            return Found(line.text[match.start() : match.end()], line.first, 0.6)
    return None


def _cut(tree: Tree, money: list[Annotation], cuts: list[Percentage]) -> tuple[Decimal | None, Decimal | None]:
    """Return the price before and after, where the page says that one was cut."""
    becoming = _becoming(tree, money)
    prices = [
        (found.value.value, found.first in becoming or _is_old(tree, found))
        for found in money
        if isinstance(found.value, Amount) and not _is_saved(tree, found)
    ]
    before = max((value for value, is_old in prices if is_old), default=None)
    if before is not None:
        after = max((value for value, is_old in prices if not is_old and value < before), default=None)
        return (before, after) if after is not None else (None, None)
    distinct = sorted({value for value, _ in prices})
    if len(distinct) == len(("before", "after")) and distinct[-1]:
        off = 100 * (1 - distinct[0] / distinct[1])
        if any(abs(cut.value - off) <= _NEAR for cut in cuts):
            return distinct[1], distinct[0]
    return None, None


def _percent(before: Decimal | None, after: Decimal | None, cuts: list[Percentage]) -> Decimal | None:
    """Return the percentage that is cut: the one that fits the prices, else the first."""
    if before and after is not None:
        off = 100 * (1 - after / before)
        fitting = (cut.value for cut in cuts if abs(cut.value - off) <= _NEAR)
        return next(fitting, cuts[0].value if cuts else None)
    return cuts[0].value if cuts else None


def _is_saved(tree: Tree, found: Annotation) -> bool:
    """Tell whether an amount is what is saved, not what is paid: "Save $10", "$10 off"."""
    text = tree.whole_text
    before = text[max(0, found.first - _LOOK_BACK) : found.first]
    return _SAVED_BEFORE.search(before) is not None or _SAVED_AFTER.match(text, found.stop) is not None


def _becoming(tree: Tree, money: list[Annotation]) -> set[int]:
    """Return where the amounts begin that are said to become the lower one at once behind them."""
    return {
        one.first
        for one, other in pairwise(money)
        if isinstance(one.value, Amount)
        and isinstance(other.value, Amount)
        and other.value.value < one.value.value
        and _BECOMES.fullmatch(tree.whole_text, one.stop, other.first)
    }


def _is_old(tree: Tree, found: Annotation) -> bool:
    """Tell whether an amount is struck through, or called the old one by its element or the words before it."""
    row = found.row
    for _ in range(_LOOK_UP):
        row = tree.parents[row]
        if row < 0:
            break
        if tree.tags[row] in _OLD_TAGS or _OLD_NAMES.search(tree.attr(row, "class") or ""):
            return True
        if "line-through" in (tree.attr(row, "style") or ""):
            return True
    return _OLD_WORD.search(tree.whole_text[max(0, found.first - _LOOK_BACK) : found.first]) is not None


def _words(tree: Tree, amounts: list[Amount], cuts: list[Percentage]) -> str:
    """Return the amounts as the page writes them."""
    text = tree.whole_text
    finds: list[Amount | Percentage] = [*amounts, *cuts]
    return " / ".join(" ".join(text[find.first : find.stop].split()) for find in finds)
