"""Atoms stand where the text has them, whatever stands around them and however often a chunk of text comes again."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import dates
from eventlocky.dates import lexicon
from eventlocky.dates.lexer import atoms, plain_width

LEXICON = lexicon.load()
CHUNKS = [
    "Saturday,",
    "(7pm)",
    "MeetingJanuary",
    "Fri-Sun",
    "no class",
    "11月5日（木）",
    "Jazz",
    "İstanbul",
    "2026",
    "a.m.",
]
SPACES = [" ", "\n", "  \n", "\t", "\u3000", "\u00a0", "\r\n", "\u2003", "\u200b", ""]


@given(parts=st.lists(st.tuples(st.sampled_from(CHUNKS), st.sampled_from(SPACES)), max_size=20))
@settings(max_examples=200, deadline=None)
def test_atoms_and_their_gaps_cover_the_text_in_order(parts):
    text = plain_width("".join(chunk + space for chunk, space in parts))
    end = 0
    for atom in atoms(text, LEXICON):
        assert end <= atom.first < atom.stop
        assert "".join(atom.gap.split()) == "".join(text[end : atom.first].split())
        said = text[atom.first : atom.stop]
        assert said.lower() == atom.word or int(said) == atom.number or (len(said) > 8 and atom.number == -2)
        end = atom.stop


@given(parts=st.lists(st.tuples(st.sampled_from(CHUNKS), st.sampled_from(SPACES)), max_size=20))
@settings(max_examples=100, deadline=None)
def test_a_text_has_the_same_atoms_when_it_is_read_again_or_some_of_its_white_space_is_rare(parts):
    text = "".join(chunk + space for chunk, space in parts)
    found = [(atom.first, atom.gap, atom.word, atom.number) for atom in atoms(text, LEXICON)]
    again = [(atom.first, atom.gap, atom.word, atom.number) for atom in atoms(text, LEXICON)]
    beside_rare = [(atom.first, atom.gap, atom.word, atom.number) for atom in atoms(text + " \x85", LEXICON)]
    assert found == again == beside_rare


def test_every_word_of_a_script_without_spaces_is_found_by_its_first_sign():
    words = [
        word for word in LEXICON.senses if lexicon.DENSE.match(word) and word[0] not in "〇零一二三四五六七八九十廿两兩"
    ]
    assert len(words) > 1000
    assert [word for word in words if not LEXICON.dense.fullmatch(word)] == []


def test_a_phrase_takes_the_words_that_it_is_made_of():
    first, *_ = atoms("no class on Monday", LEXICON)
    assert first.word == "no class"


def test_signs_keep_their_places_at_plain_width():
    assert plain_width("１９：３０　開演\u2019s") == "19:30 開演's"


def test_the_white_space_of_a_long_gap_is_folded_as_that_of_a_short_one():
    near, far = "5  , \n 7", "5  , \n nothing that anybody knows \t\n here 7"
    assert [atom.gap for atom in atoms(near, LEXICON)] == ["", " ,\n"]
    gap = atoms(far, LEXICON)[1].gap
    assert gap == " ,\nnothing that anybody knows\n\there "  # with a tab where a cell ends


@pytest.mark.parametrize(
    "text",
    [
        "4 of the board and the 12 to",  # small words that join nothing
        "1,000,000 and 123,456.789",
        "14.99 was 19.99",
        "5 " * 50,
    ],
)
def test_numbers_that_lead_to_nothing_are_no_mentions(text):
    assert dates.find(text, reference=date(2026, 11, 15)) == []


@pytest.mark.parametrize("text", ["Nov 5, 11 and 3 pm", "8p on 5 Nov", "5 of November", "on the 15th of every month"])
def test_small_words_may_join_a_number_to_what_follows(text):
    assert dates.find(text, reference=date(2026, 11, 15))
