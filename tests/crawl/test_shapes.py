"""Addresses in one form: what only tells visitors apart is gone, what tells pages apart stays."""

from __future__ import annotations

import doctest

import pytest

from eventlocky.crawl import shapes
from eventlocky.crawl.shapes import canonical, month_of, shape


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("http://X.example:80/a#b", "http://x.example/a"),
        ("https://x.example:443", "https://x.example/"),
        ("http://x.example/a;jsessionid=0A1B?x=1", "http://x.example/a?x=1"),
        ("http://x.example/a?PHPSESSID=abc&page=2", "http://x.example/a?page=2"),
        ("http://x.example/a?utm_source=mail&utm_medium=x", "http://x.example/a"),
        ("http://x.example/(S(abcdefghijklmnopqrstuvwx))/a", "http://x.example/a"),
        ("http://x.example/a?b=1&a=2", "http://x.example/a?b=1&a=2"),
        ("http://x.example/a?side=left", "http://x.example/a?side=left"),
        ("http://x.example/ä b", "http://x.example/%C3%A4%20b"),
        ("http://x.example/../../a/./b/..", "http://x.example/a/"),
        ("http://x.example./", "http://x.example/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://Bücher.example/", "http://xn--bcher-kva.example/"),
    ],
)
def test_a_page_has_one_address(url, form):
    assert canonical(url) == form
    assert canonical(form) == form


@pytest.mark.parametrize(
    "url", ["", "mailto:a@b.example", "ftp://x.example/", "http://", "http://[", "http://x.example:99999/",
            "http://user:secret@x.example/", "http://x.example/" + "a" * 2_000, "javascript:alert(1)"]
)  # fmt: skip
def test_what_is_no_page_on_the_web_has_none(url):
    assert canonical(url) is None


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("http://x.example/event/jazz", "http://x.example/event/swing", True),
        ("http://x.example/calendar/2026/11", "http://x.example/calendar/2027/01", True),
        ("http://x.example/list?page=2", "http://x.example/list?page=3", True),
        ("http://x.example/list?page=2", "http://x.example/list?sort=2", False),
        ("http://x.example/events", "http://x.example/contact", False),
    ],
)
def test_pages_of_one_template_have_one_shape(one, other, is_same):
    assert (shape(one) == shape(other)) is is_same


@pytest.mark.parametrize(
    ("url", "month"),
    [
        ("http://x.example/calendar/2026/11", (2026, 11)),
        ("http://x.example/calendar/2026-11-05", (2026, 11)),
        ("http://x.example/spielplan/2026-12", (2026, 12)),
        ("http://x.example/?month=202701", (2027, 1)),
        ("http://x.example/cal?year=2027&month=3", (2027, 3)),
        ("http://x.example/cal?month=13&year=2027", None),
        ("http://x.example/event/1234", None),
        ("http://x.example/1984/", None),
    ],
)
def test_the_month_of_a_calendar_is_read_from_its_address(url, month):
    assert month_of(url) == month


def test_the_examples_are_true():
    assert doctest.testmod(shapes).failed == 0
