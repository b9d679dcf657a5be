"""What a record costs."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from eventlocky.annotate import annotate
from eventlocky.fields import price
from eventlocky.page import parse
from eventlocky.types import Price, Record


def read(html: str) -> Price | None:
    tree = parse(html, "https://x.example/")
    annotations = annotate(tree, {"money", "percent"}, date(2026, 5, 1))
    found = price.read(tree, Record(tree.body, len(tree)), annotations)
    return found.value if found else None


@pytest.mark.parametrize(
    ("html", "before", "after"),
    [
        ("<del>$40</del> $25", "40", "25"),
        ("<s>40,00 €</s> 25,00 €", "40.00", "25.00"),
        ("25 € statt 40 €", "40", "25"),
        ("RRP £40 now £25", "40", "25"),
        ("<span class=old-price>$40</span> <span>$25</span>", "40", "25"),
        ("通常価格 4,000円 特価 2,500円", "4000", "2500"),
        ("$40 $30 25% off", "40", "30"),
        ("りんご 5kg 2,480円が1,980円", "2480", "1980"),
        ("900円(税込)→特価700円(税込)", "900", "700"),
        ("Family ticket €30 => €24", "30", "24"),
        ("入場料は大人800円、子どもが400円", None, None),
        ("前売800円→当日1,000円", None, None),
        ("$40 adults, $25 children", None, None),
        ("12 € / ermäßigt 8 €", None, None),
    ],
)
def test_two_amounts_are_a_cut_only_where_the_page_says_so(html, before, after):
    found = read(html)
    assert found is not None
    assert (found.before, found.after) == (before and Decimal(before), after and Decimal(after))


@pytest.mark.parametrize(
    "text",
    [
        "Free",
        "Free admission",
        "Cost: Free",
        "Eintritt frei",
        "kostenlos",
        "Entrée libre",
        "Entrada gratuita",
        "Ingresso libero",
        "Gratis toegang",
        "Fri entré",
        "Fritt inträde",
        "Vapaa pääsy",
        "Wstęp wolny",
        "Vstup zdarma",
        "入場無料",
        "免费",
        "무료",
    ],
)
def test_what_is_free_says_so_in_every_language(text):
    found = read(f"<p>Feast<p>{text}")
    assert found is not None
    assert found.free


@pytest.mark.parametrize("text", ["Feel free to come", "gratis Parken", "smoke-free", "Freiburg"])
def test_other_words_are_not_free(text):
    assert read(f"<p>{text}") is None


def test_an_amount_goes_before_the_word_free():
    found = read("<p>Members: admission free. Guests: $5")
    assert found is not None
    assert not found.free
    assert found.amounts == (Decimal(5),)


@pytest.mark.parametrize(
    ("html", "before", "after", "percent"),
    [
        ("<p>Full price was $19.99 <s>$19.99</s> Now $9.99. Save $10.00", "19.99", "9.99", None),
        ("<span class=oldPrice>€ 6,95</span> <b>€ 6,50</b>", "6.95", "6.50", None),
        ("<p>Unser alter Preis: 199,99 EUR<br>157,90 EUR inkl. 19% MwSt.", "199.99", "157.90", None),
        ("<span class=original_price>$14.49</span><span>$11.59</span>", "14.49", "11.59", None),
        ("<p class=regular-price>£150.00", None, None, None),
        ("<p>Members 5% cheaper <s>$40</s> $30, 25% off", "40", "30", "25"),
        ("<p>$25 off everything, from $99", None, None, None),
    ],
)
def test_a_deal_says_what_it_cost_what_it_costs_and_how_much_is_cut(html, before, after, percent):
    found = read(html)
    assert found is not None
    said = (found.before, found.after, found.discount_percent)
    assert said == tuple(value and Decimal(value) for value in (before, after, percent))


def test_a_price_that_stands_alone_with_a_record_is_its_own():
    card = "<div><p>Bread Class</p><dl><dd>11 May</dl><p>{}</p></div>"
    for words, expected in (("€25", (Decimal(25),)), ("€1 €2 €3 €4 €5", None), ("100% fun", None)):
        tree = parse(card.format(words), "https://x.example/")
        annotations = annotate(tree, {"money", "percent"}, date(2026, 5, 1))
        (row,), (land,) = tree.select("dd"), tree.select("div")
        found = price.read(tree, Record(row, tree.ends[row]), annotations, (land, tree.ends[land]))
        assert (found.value.amounts if found else None) == expected
