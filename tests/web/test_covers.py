"""Covers are the same every time, differ between events, and are nothing but drawing."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from eventlocky.web import covers

ODD = ["", "-", "music", "Ночь", "日本", '"><script>alert(1)</script>', "x" * 40, "\ud800"]


@pytest.mark.parametrize("category", [*sorted(covers.COLOURS), *ODD])
def test_a_cover_is_well_formed_and_only_draws(category):
    svg = covers.draw(category, category + "seed")
    root = ET.fromstring(svg)
    names = {re.sub(r"\{.*\}", "", element.tag) for element in root.iter()}
    assert names <= {"svg", "defs", "linearGradient", "stop", "path", "circle"}
    assert not {"style", "href", "onload"} & {name for element in root.iter() for name in element.attrib}
    assert "script" not in svg
    assert len(svg) < 8_000


def test_a_cover_is_the_same_every_time_and_another_for_another_event():
    assert covers.draw("music", "a") == covers.draw("music", "a")
    assert len({covers.draw("music", str(number)) for number in range(200)}) > 190


def test_every_category_has_colours_of_its_own_or_of_its_like():
    from eventlocky.classify import category

    assert set(category.NAMES) <= set(covers.COLOURS)
