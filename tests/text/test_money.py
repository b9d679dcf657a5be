"""Amounts and percentages, as pages write them."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky.text import money


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("€12.50", [("12.50", "EUR")]),
        ("12,50 €", [("12.50", "EUR")]),
        ("1.250,00 €", [("1250.00", "EUR")]),
        ("$1,250.00", [("1250.00", "USD")]),
        ("CHF 1'200", [("1200", "CHF")]),
        ("£5 / £3", [("5", "GBP"), ("3", "GBP")]),
        ("入場料 1,500円", [("1500", "JPY")]),
        ("¥4,000 (税込)", [("4000", "JPY")]),
        ("Eintritt: 8 Euro, ermäßigt 5 Euro", [("8", "EUR"), ("5", "EUR")]),
        ("150 kr", [("150", "kr")]),
        ("AU$20", [("20", "AUD")]),
        ("25 zł", [("25", "PLN")]),
        ("12,- €", [("12", "EUR")]),
        ("1.250,- €", [("1250", "EUR")]),
        ("ab 12 €", [("12", "EUR")]),
        ("3 für 22,00", [("22.00", "")]),
        ("3 för 22,00", [("22.00", "")]),
        ("19,90/kg 12.50 / each", [("19.90", ""), ("12.50", "")]),
        ("kl. 18.00/19.30, 7.50/10, 18.00/h", []),
        ("CDN$15", [("15", "CAD")]),
        ("250 грн", [("250", "UAH")]),
        ("30 DT", [("30", "TND")]),
        ("￥4,500", [("4500", "JPY")]),
        ("入場料500円", [("500", "JPY")]),
        ("大人1,000円、小人500円", [("1000", "JPY"), ("500", "JPY")]),
        ("参加費はA席3000円", [("3000", "JPY")]),
        ("1万5000円", []),
        ("티켓20,000원", [("20000", "KRW")]),
        ("門票80元", [("80", "CNY")]),
        ("席A3000円", []),
        ("2 for 7.30 pm", []),
        ("room 12", []),
        ("call 555 1234", []),
        ("2026", []),
        ("", []),
    ],
)
def test_amounts_are_read_with_their_currency(text, expected):
    assert [(str(amount.value), amount.currency) for amount in money.find(text)] == expected


def test_the_span_of_an_amount_is_its_words():
    (amount,) = money.find("now only $18.99 each")
    assert "now only $18.99 each"[amount.first : amount.stop] == "$18.99"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20% off", ["20"]),
        ("12.5 %", ["12.5"]),
        ("３０％", ["30"]),
        ("最大50%OFF", ["50"]),
        ("全品30％割引", ["30"]),
        ("セール70%オフ、さらに会員10%", ["70", "10"]),
        ("최대50%할인", ["50"]),
        ("低至5.5%", ["5.5"]),
        ("v1.2%3", []),
        ("A50%", []),
        ("%", []),
    ],
)
def test_percentages_are_read(text, expected):
    assert [str(percentage.value) for percentage in money.find_percentages(text)] == expected


@pytest.mark.parametrize(
    ("digits", "value"),
    [("1.250", "1250"), ("1,5", "1.5"), ("1.250,5", "1250.5"), ("12", "12"), ("1 000 000", "1000000")],
)
def test_points_and_commas_are_told_apart(digits, value):
    assert money.number(digits) == Decimal(value)


@pytest.mark.parametrize("unit", ["1,000", "$", "1 ", "9", "€ 1.", "kr ", "全9", "9％"])
def test_reading_is_linear_in_the_length_of_the_text(unit):
    begun = time.process_time()
    money.find(unit * (400_000 // len(unit)))
    money.find_percentages("%" + unit * (400_000 // len(unit)))
    assert time.process_time() - begun < 5


PIECES = [
    *money._SIGNS,
    *"0123456789",
    "12",
    "999",
    "000",
    " ",
    "\u00a0",
    ".",
    ",",
    "'",
    ",–",
    " für ",
    " for ",
    "x",
    "\n",
]


@given(text=st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@settings(max_examples=500, deadline=None)
def test_a_look_beside_digits_finds_what_a_look_everywhere_finds(text):
    everywhere = [match.span() for match in money._AMOUNT.finditer(text)]
    assert [(amount.first, amount.stop) for amount in money.find(text)] == everywhere


@pytest.mark.parametrize("text", ["19:30 €12", "Sat 30 €12", "7 €12"])
def test_a_sign_that_stands_at_a_number_is_not_that_of_the_number_before_it(text):
    assert [str(amount.value) for amount in money.find(text)] == ["12"]
