"""What was worked out for a short text is kept, and no long text."""

from __future__ import annotations

import gc

import pytest

from eventlocky.fields import cues, organiser
from eventlocky.records import slots, weigh
from eventlocky.text import contacts, places
from eventlocky.text.keeping import keep_short


def test_short_texts_are_worked_out_once_and_long_ones_each_time():
    asked = []

    @keep_short(10)
    def length(text: str) -> int:
        asked.append(text[:1])
        return len(text)

    assert [length(text) for text in ("a", "a", "b" * 1_000, "b" * 1_000)] == [1, 1, 1_000, 1_000]
    assert asked == ["a", "b", "b"]


class Text(str):
    """A text that the collector knows."""

    __slots__ = ("__dict__",)


@pytest.mark.parametrize(
    "work",
    [
        places.clean, places.score, contacts.has_address, weigh._hashes_of_name, weigh._told_by_name,
        slots._name_bits, slots._head_bits, cues._is_place, cues._is_address, organiser._names_somebody,
    ],
)  # fmt: skip
def test_no_reader_keeps_a_text_as_long_as_a_page(work):
    """Readers of places once kept the last four thousand lines that they saw, however long."""
    text = Text("Room 5 " * 10_000)
    work(text)
    del text
    gc.collect()
    assert not [each for each in gc.get_objects() if type(each) is Text]
