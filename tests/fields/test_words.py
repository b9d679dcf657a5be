"""Who holds an event, what sort it is, and the words that are left."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.fields import category, description, organiser
from eventlocky.fields.base import Found
from eventlocky.page import parse
from eventlocky.types import Record


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<p>Talk<p>Speaker: Ann Brown", "Ann Brown"),
        ("<p>Talk<p>Presented by The Old Choir", "The Old Choir"),
        ("<dl><dt>Referentin<dd>Ann Brown</dl>", "Ann Brown"),
        ("<p>講演<p>主催：市民の会", "市民の会"),
        ("<p>Talk<p class=event-organizer>Town Council", "Town Council"),
        ("<p>A talk of the University of Nowhere on bells", "University of Nowhere"),
        ("<p>Talk on bells", None),
    ],
)
def test_the_organiser_is_labelled_or_an_institution(html, name):
    tree = parse(html)
    found = organiser.read(tree, Record(tree.body, len(tree)))
    assert (found.value if found else None) == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jazz concert", "music"),
        ("Konzertreihe", "music"),
        ("Vortrag über Glocken", "talk"),
        ("Atelier de poterie", "class"),
        ("City Council Meeting", "meeting"),
        ("写真展", "exhibition"),
        ("Flohmarkt", "market"),
        ("Bells", None),
    ],
)
def test_the_category_is_in_the_words(text, expected):
    tree = parse(f"<p>{text}")
    found = category.read(tree, Record(tree.body, len(tree)), Found(text, tree.body + 1, 0.9))
    assert (found.value if found else None) == expected


def test_the_description_is_what_no_other_field_says():
    tree = parse("<h3>Feast</h3><p>1 May 2026, 19:00<p>Songs and bells.<p>$5<p>Bring a friend.")
    annotations = annotate(tree, {"date", "money"}, date(2026, 5, 1))
    found = description.read(tree, Record(tree.body, len(tree)), annotations, ["Feast"])
    assert found is not None
    assert found.value == "Songs and bells.\nBring a friend."


def test_a_long_description_is_cut():
    tree = parse("<p>" + "word " * 2_000)
    found = description.read(tree, Record(tree.body, len(tree)), annotate(tree, set(), date(2026, 5, 1)))
    assert found is not None
    assert len(found.value) <= description.LONGEST


def test_the_category_is_in_a_word_that_begins_with_its_record():
    """The page writes `friconcert`: a record that begins at the second word says one that the page does not."""
    tree = parse("<p>Town notes for all the people</p><p><b>fri</b><i>concert</i></p>")
    assert category.read(tree, Record(tree.body, len(tree)), None) is None
    row = tree.tags.index("i")
    found = category.read(tree, Record(row, tree.ends[row]), None)
    assert found is not None
    assert found.value == "music"
