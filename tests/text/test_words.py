"""The words of a text, and the words with which a pattern may begin."""

from __future__ import annotations

import re

import pytest

from eventlocky.text.words import beginnings, first_words, is_dense, long_runs, low, lowered, lowered_lines, words


def test_the_first_word_of_each_alternative_is_found():
    assert first_words("Online|on-line|live stream|more info(?:s)?") == {"online", "on", "live", "more"}


def test_the_beginning_of_each_alternative_is_found():
    assert {"annu", "sold", "no", "peru"} <= beginnings("annulée?s?|Sold out|no tickets|peru(?:ttu|utettu)")


@pytest.mark.parametrize("text", ["", "İSTANBUL", "STRASSE ẞ", "ΟΔΟΣ", "Ǆ", "会場"])
def test_lower_case_keeps_every_letter_in_its_place(text):
    assert len(low(text)) == len(text)


def test_words_are_runs_of_letters_and_digits():
    assert lowered("Town-Hall 2nd_floor, Ort: Saal") == ["town", "hall", "2nd_floor", "ort", "saal"]


@pytest.mark.parametrize(("text", "dense"), [("Hall", False), ("Café", False), ("会場", True), ("콘서트", True)])
def test_scripts_without_spaces_are_known(text, dense):
    assert is_dense(text) == dense


def test_words_of_plain_letters_are_cut_as_those_of_others():
    assert words("Town-Hall 2nd_floor, Rechtsschutzversicherung", 4) == ["town", "hall", "nd", "floor"]
    assert words("Town-Hall 2nd_floor é", 5) == ["town", "hall", "nd", "floor", "é"]
    assert words("Rechtsschutzversicherung") == ["rechtsschutzve"]


@pytest.mark.parametrize(
    "text", ["Café – Straße’s 3é_ß", "a–b\u00a0c\u2028d", "\ud800é x", "², ªº ٣a", "Σίσυφος, ΟΔΟΣ"]
)
def test_words_are_the_runs_of_letters_in_any_script_with_spaces(text):
    assert words(text) == re.findall(r"[^\W\d_]+", text.casefold())
    assert words(text, 2) == words(text)[:2]


ODD = [
    "Café – Straße’s 3é_ß",
    "a–b\u00a0c\u2028d",
    "\ud800é x",
    "², ªº ٣a",
    "Σίσυφος, ΟΔΟΣ. ΟΔΟΣ'Α",
    "İS ıſ K",
    "会場Hall 2F",
    "",
]


@pytest.mark.parametrize("text", ODD)
def test_words_in_lower_case_are_the_runs_of_letters_and_digits_in_any_script(text):
    assert lowered(text) == re.findall(r"\w+", low(text))


def test_words_of_many_lines_are_those_of_each():
    lines = ["Town-Hall 2nd_floor", *ODD]
    assert lowered_lines(lines) == [lowered(line) for line in lines]
    assert lowered_lines([]) == []


@pytest.mark.parametrize("text", ["The 2nd Town-Hall at_noon, 3pm", *ODD])
def test_long_runs_have_three_letters_or_more_and_no_digits(text):
    assert long_runs(text) == [word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)]
