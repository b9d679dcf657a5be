"""Names: cleaned for people, folded for comparing."""

from __future__ import annotations

import pytest

from eventlocky.places.names import alike, clean, fold


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Café \t Müller\n", "Café Müller"),
        ("Bar\x00\x1b[31m Red", "Bar [31m Red"),
        ("evil\u202egnp.exe", "evil gnp.exe"),
        ("half \ud800 a character", "half a character"),
        ("نادي", "نادي"),
        ("कॉफ़ी हाउस", "कॉफ़ी हाउस"),
        ("👩‍🚀 Space", "👩‍🚀 Space"),
        (None, ""),
        (7, ""),
        (["x"], ""),
        ("\u200b\ufeff", ""),
    ],
)
def test_what_cannot_be_seen_is_left_out(text, name):
    assert clean(text) == name
    clean(text).encode()


def test_long_names_are_cut():
    assert len(clean("x" * 10_000_000)) == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café Müller & Söhne", "cafe muller sohne"),
        ("ＮＨＫホール", "nhkホール"),
        ("ΆΓΙΟΣ", "αγιος"),
        ("Ёлка", "елка"),
        ("ガラス", "ｶﾞﾗｽ"),
    ],
)
def test_the_same_name_folds_to_the_same(one, other):
    assert fold(one) == fold(other)


def test_voiced_kana_stay_others():
    assert fold("が") != fold("か")
    assert alike(fold("東京国立博物館"), fold("国立科学博物館")) < 0.8


def test_empty_names_are_alike_and_one_letter_is_a_name():
    assert alike("", "") == 1.0
    assert alike("a", "") == 0.0
    assert alike("港", "港") == 1.0
