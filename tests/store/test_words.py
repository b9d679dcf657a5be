"""Words of any script are found: in the index and in what is asked."""

from __future__ import annotations

import pytest

from eventlocky.store.words import fold, spaced, terms, tokens

TEXTS = (
    ("Jazz &amp; Soul", ["jazz", "soul"]),
    ("École d’été ＡＢＣ", ["ecole", "d", "ete", "abc"]),
    ("Straße", ["strasse"]),
    ("東京駅 Jazz", ["東京", "京駅", "駅", "jazz"]),
    ("ﾊﾟﾝ", ["パン", "ン"]),
    ("ガラス展", ["ガラ", "ラス", "ス展", "展"]),
    ("서울에서", ["서울", "울에", "에서", "서"]),
    ("हिन्दी मेला", ["हिन्दी", "मेला"]),
    ("Ελληνική νύχτα", ["ελληνικη", "νυχτα"]),
    ("Москва́", ["москва"]),
    ("&amp;lt;b&amp;gt;", ["b"]),
    ("…!?", []),
    ("", []),
)


@pytest.mark.parametrize(("text", "found"), TEXTS)
def test_a_text_has_these_tokens(text, found):
    assert tokens(text) == found


FOUND = (
    ("jazz", "Late JAZZ", True),
    ("東京", "新東京駅前", True),
    ("京都", "東京都庁", True),
    ("京", "東京", True),
    ("駅", "東京駅", True),
    ("東京駅前広場", "東京駅前の広場", False),
    ("大阪", "東京", False),
    ("cafe", "Café Royal", True),
    ('"late jazz"', "a late jazz", True),
    ('"jazz late"', "late jazz", False),
    ("AI東京", "AI東京2026", True),
    ("東京AI", "東京AI展", True),
    ("서울", "서울에서", True),
    ("ล้า", "ตลาดล้านนา", True),
    ("jaz", "jazz", False),
)


@pytest.mark.parametrize(("asked", "text", "is_there"), FOUND)
def test_what_is_asked_for_is_in_the_text_or_not(asked, text, is_there):
    assert all(term.part in spaced(text) for term in terms(asked)) == is_there


def test_words_may_be_unwanted():
    jazz, rock = terms("jazz -rock")
    assert (jazz.is_unwanted, rock.is_unwanted, rock.tokens) == (False, True, ("rock",))


def test_signs_alone_ask_for_nothing_and_quotes_never_reach_the_index():
    assert terms('" - ""') == []
    assert all('"' not in term.match[1:-1].rstrip("* ").rstrip('"') for term in terms('a"b" OR c* NEAR(d)'))


def test_no_more_than_some_words_are_taken():
    assert len(terms(" ".join(f"w{n}" for n in range(100)))) == 16


def test_folding_twice_changes_nothing_more():
    for text, _ in TEXTS:
        if "&" not in text:
            assert fold(fold(text)) == fold(text)
