"""Groups of letters, capitals and the last sign of a text."""

from __future__ import annotations

from eventlocky.text import spelling


def test_a_word_is_spelt_by_groups_with_its_beginning_and_end():
    assert len(spelling.groups("holt")) == 4 + 3  # <ho hol olt lt>, <hol holt olt>
    assert spelling.groups("holt")[0] == spelling.groups("holm")[0]
    assert spelling.groups("holt")[-1] != spelling.groups("holm")[-1]


def test_words_that_no_space_parts_are_spelt_by_pairs():
    assert len(spelling.groups("市民会館")) == 3
    assert len(spelling.groups("展")) == 1


def test_capitals_and_the_end_are_parts_of_their_own():
    assert spelling.parts("Agnete Holt") == ["agnete", "holt", "capitals XX", "end t"]
    assert spelling.parts("What a pause means?")[-2:] == ["capitals Xxxx", "end ?"]


def test_nothing_a_number_and_half_a_sign_are_spelt_too():
    for text in ("", "2026", "\ud83d", "a", "𝔘"):
        assert all(0 <= number < spelling.SIZE for number in spelling.numbers(text))


def test_a_long_text_is_read_no_further_than_a_title_goes():
    assert len(spelling.parts("word " * 1_000)) == 14
    assert len(spelling.numbers("x" * 100_000)) == len(spelling.numbers("x" * 14))
