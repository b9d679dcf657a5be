"""What every finder must keep, whatever its algorithm."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from eventlocky import kinds, records
from eventlocky.annotate import annotate
from eventlocky.page import parse

PAGES = {
    "empty": "",
    "words only": "Nothing is on.",
    "one date": "<h1>Feast</h1><p>14 November 2026</p>",
    "list": "<ul>" + "".join(f"<li>Talk {day}: {day} May 2026</li>" for day in range(1, 29)) + "</ul>",
    "table": "<table><tr><th>Date<th>What</tr>"
    + "".join(f"<tr><td>{day}.05.2026<td>Kurs {day}</tr>" for day in range(1, 9))
    + "</table>",
    "flat": "<p>" + "<br>".join(f"{day} May 2026 Concert {day}" for day in range(1, 9)),
    "broken": "<ul><li>1 May 2026 <b>A<li>2 May 2026 <i>B</ul></b></table></div>3 May 2026",
    "japanese": "<dl>" + "".join(f"<dt>2026年5月{day}日<dd>講座{day}" for day in range(1, 9)) + "</dl>",
    "deep": "<div>" * 3_000 + "1 May 2026",
    "huge": "<ul>"
    + "".join(f"<li><a href=/{n}>Show {n}</a> {n % 28 + 1} May 2026</li>" for n in range(5_000))
    + "</ul>",
}
KIND = kinds.load("event")


@pytest.fixture(params=sorted(records.FINDERS))
def finder(request):
    return records.get(request.param)


@pytest.fixture(params=sorted(PAGES))
def page(request):
    tree = parse(PAGES[request.param])
    return tree, annotate(tree, {"date", "money"}, date(2026, 5, 1))


def test_records_stand_in_order_and_do_not_overlap(finder, page):
    tree, annotations = page
    found = finder.find(tree, annotations, KIND)
    assert all(0 <= record.first < record.stop <= len(tree) for record in found)
    assert all(one.stop <= other.first for one, other in pairwise(found))


def test_the_answer_is_the_same_twice_and_the_page_unchanged(finder, page):
    tree, annotations = page
    before = (list(tree.tags), list(tree.texts), list(tree.ends), annotations.found)
    assert finder.find(tree, annotations, KIND) == finder.find(tree, annotations, KIND)
    assert (tree.tags, tree.texts, tree.ends, annotations.found) == before


def test_a_page_without_finds_has_no_records(finder):
    tree = parse(PAGES["words only"])
    assert finder.find(tree, annotate(tree, {"date"}, date(2026, 5, 1)), KIND) == []
