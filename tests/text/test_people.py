"""Names of people, by what they are and by what they look like."""

from __future__ import annotations

import pytest

from eventlocky.text import people


@pytest.mark.parametrize("name", ["Anna Berg", "Dr. Thomas Kern", "Maria da Silva"])
def test_a_known_first_name_makes_a_name(name):
    assert people.score(name) == 1


@pytest.mark.parametrize("name", ["Tevfik Oruç", "Wendelin van Aarst", "Q. Brandvold"])
def test_what_has_the_form_of_a_name_is_half_of_one(name):
    assert people.score(name) == 0.5


@pytest.mark.parametrize("text", ["Jazz", "An evening of songs", "ICE DISCO", "Open Air 2026", "", "港の人"])
def test_other_words_are_no_names(text):
    assert people.score(text) == 0


@pytest.mark.parametrize("name", ["Dr. Lorcan Feeney", "Prof. Dr. Hedwig Olms", "Prof Solveig Marr"])
def test_a_degree_makes_a_name_of_what_has_its_form(name):
    assert people.score(name) == 1


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Tevfik Oruç (Izmir)", 0.75), ("Anna Berg (Institute of Salt)", 1), ("Professor Lorcan Feeney", 1),
        ("Tevfik Oruç, Izmir", 0.5), ("Board Meeting (cancelled)", 0), ("Why rivers bend (and other tales)", 0),
    ],
)  # fmt: skip
def test_whoever_comes_from_somewhere_is_a_name(text, score):
    assert people.score(text) == score
