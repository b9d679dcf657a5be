"""Which field of study a talk belongs to."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from eventlocky.classify import study

LINES = (Path(__file__).parent / "studies.txt").read_text(encoding="utf-8").splitlines()
ROWS = [line.split("|") for line in LINES if not line.startswith("#")]


def judged(title: str, text: str = "", series: str = "") -> str:
    found = study.judge(title, text, series=series)
    return found.category if found else "none"


@pytest.mark.parametrize(("field", "title", "text"), ROWS[1::2])
def test_the_lines_for_judging_are_judged_right(field, title, text):
    assert judged(title, text) == field


def test_a_series_that_names_its_field_is_enough():
    assert judged("Title to be announced") == "none"
    assert judged("Title to be announced", series="Physics Colloquium") == "physics"


def test_two_fields_that_are_equal_are_none():
    assert judged("Physics", series="Economics") == "physics"  # half of the points is enough, and the former goes first
    assert judged("Physics, economics, law and medicine") == "none"


def test_every_field_has_words():
    table = tomllib.loads((Path(study.__file__).parent / "study.toml").read_text(encoding="utf-8"))
    assert set(table) - {"hints"} == set(study.FIELDS) == set(table["hints"])
    assert all(table[name].split() for name in study.FIELDS)


@pytest.mark.parametrize("text", ["", "\ud800", "a" * 100_000, "数" * 50_000])
def test_odd_input_is_judged(text):
    assert judged(text, text, text) in {*study.FIELDS, "none"}
