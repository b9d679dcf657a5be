"""How texts are cut into words, with and without a dictionary of Japanese."""

from __future__ import annotations

import time

import pytest

from eventlocky.errors import MissingExtraError, UnknownNameError
from eventlocky.text import tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("第3回ジャズ演奏会", ["第", "0", "回", "ジャズ", "演奏", "奏会"]),
        ("Live at CLUB Que, 2026", ["live", "at", "club", "que", "0000"]),
        ("Führung für alle", ["führung", "für", "alle"]),
        ("ＬＩＶＥ！", ["live"]),
        ("おしるこ", ["おし", "しる", "るこ"]),
        ("東京", ["東京"]),
        ("", []),
        ("☃ … !", []),
    ],
)
def test_runs_of_one_script_are_words(text, words):
    assert tokens.runs(text) == words


def test_a_huge_text_costs_no_more_than_its_first_words():
    begun = time.process_time()
    assert len(tokens.runs("演奏会" * 1_000_000)) == tokens.MOST
    assert time.process_time() - begun < 1


def test_mecab_finds_the_words_of_japanese():
    pytest.importorskip("fugashi", reason="Cutting Japanese by MeCab needs the extra ja.")
    pytest.importorskip("ipadic", reason="Cutting Japanese by MeCab needs the extra ja.")
    assert tokens.mecab("春の演奏会を開催します") == ["春", "の", "演奏", "会", "を", "開催", "し", "ます"]
    assert tokens.mecab("Live in Köln") == ["live", "in", "köln"]
    assert tokens.mecab("春\x00\ud800の演奏会") == ["春", "の", "演奏", "会"]


def test_without_the_extra_mecab_says_which_one(monkeypatch):
    import importlib

    def refuse(name, *_):
        raise ImportError(name)

    tokens._tagger.cache_clear()
    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(MissingExtraError, match="ja"):
        tokens.mecab("春の演奏会")
    tokens._tagger.cache_clear()


def test_an_unknown_way_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="mecab, runs"):
        tokens.get("janome")
