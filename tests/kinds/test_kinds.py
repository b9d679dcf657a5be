"""Kinds come from small TOML files, the package's own and a user's."""

from __future__ import annotations

from datetime import date

import pytest

import eventlocky
from eventlocky import kinds
from eventlocky.errors import KindError, UnknownNameError

HOUSING = """
name = "housing"
summary = "Rooms and flats to let."
anchor = "money"
needs = ["title", "money", "address", "email"]
threshold = 0.4
[expressions.en]
for = ["rent", "flat", "room"]
"""
PAGE = """<ul>
<li><b>Sunny flat</b> near the park, 12 Orchard Street, rent £850, ask mia@flats.example</li>
<li><b>Room to let</b>, 7 Canal Road, £420 a month, tom@flats.example</li>
<li><b>Bicycle</b>, hardly used, £90</li>
</ul>"""


@pytest.mark.parametrize("name", ["event", "talk", "deal"])
def test_the_kinds_of_the_package_load(name):
    kind = kinds.load(name)
    assert kind.name == name
    assert kind.summary
    assert kind.words_for is not None


def test_a_user_adds_a_kind_without_code(tmp_path):
    (tmp_path / "kinds").mkdir()
    (tmp_path / "kinds" / "housing.toml").write_text(HOUSING, encoding="utf-8")
    assert "housing" in kinds.names()
    found = eventlocky.extract(PAGE, kind="housing")
    assert [event.title for event in found] == ["Sunny flat", "Room to let"]
    assert {event.kind for event in found} == {"housing"}


def test_a_kind_can_be_given_by_its_path(tmp_path):
    file = tmp_path / "elsewhere.toml"
    file.write_text(HOUSING, encoding="utf-8")
    assert len(eventlocky.extract(PAGE, kind=str(file))) == 2


def test_one_s_own_kind_goes_before_the_package_s(tmp_path):
    (tmp_path / "kinds").mkdir()
    (tmp_path / "kinds" / "event.toml").write_text('summary = "Mine."\nthreshold = 1\n', encoding="utf-8")
    assert kinds.load("event").summary == "Mine."


@pytest.mark.parametrize("name", ["concert", "../event", "", "a/b", "event\x00"])
def test_an_unknown_kind_lists_the_known_ones(name):
    with pytest.raises(UnknownNameError, match=r"deal, event, talk"):
        kinds.load(name)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("needs = 3", "list of texts"),
        ('needs = ["tittle"]', "tittle, which nothing finds"),
        ('anchor = "smell"', "anchor must be one of"),
        ('anchor = ["date"]', "anchor must be one of"),
        ("threshold = 2", "from 0 to 1"),
        ("threshold = true", "from 0 to 1"),
        ('colour = "red"', "unknown keys colour"),
        ("expressions = 1", "tables by language"),
        ("[expressions.en]\nfor = 1", "list of texts"),
        ('[expressions.en]\nfro = ["concert"]', "expressions.en has the unknown keys fro"),
        ("name = 1", "must be text"),
        ("a = " + "[" * 5000, "not valid TOML"),
        ("this is not toml", "not valid TOML"),
    ],
)
def test_a_wrong_kind_is_refused_with_a_reason(tmp_path, text, complaint):
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KindError, match=complaint):
        kinds.load(str(file))


def test_a_kind_that_is_listed_can_be_loaded(tmp_path):
    (tmp_path / "flats-to-let.toml").write_text('anchor = "money"', encoding="utf-8")
    assert "flats-to-let" in kinds.names(tmp_path)
    assert kinds.load("flats-to-let", tmp_path).anchor == "money"


def test_a_missing_file_is_said_so():
    with pytest.raises(KindError, match="cannot be read"):
        kinds.load("nowhere.toml")


def test_words_of_scripts_without_spaces_are_found_inside_a_run():
    assert kinds.load("event").words_for.search("市民会館で開催します")


@pytest.mark.parametrize(
    "text",
    [
        "live–musik 20uhr, live_bar “concert” \ud800",
        "a market, a concert \uf073",
        "concert＠会場 live：イベント開催 liveイベント",
        "no word of any kind",
        "",
    ],
)
def test_words_are_found_where_the_patterns_find_them(text):
    kind = kinds.load("event")
    patterns = kind.words_for, kind.words_against
    assert kind.spoken(text) == tuple([match.start() for match in each.finditer(text)] for each in patterns)


def test_words_of_other_scripts_are_found_as_words_only():
    assert not kinds.load("event").words_for.fullmatch("toured")
    assert not kinds.load("event").words_for.search("detour")


def test_talks_and_deals_are_told_apart():
    talk = "<h1>Research seminars</h1><ul><li><b>On Tides</b> Seminar, speaker Dr Ann Reed, University of X, 3 May 2026</li><li><b>On Foam</b> Seminar talk, Prof. Bo Li, 10 May 2026</li></ul>"
    deal = "<ul><li><b>Kettle</b> was $40 now $25, 37% off</li><li><b>Toaster</b> sale: $18</li></ul>"
    assert len(eventlocky.extract(talk, kind="talk", fetched=date(2026, 5, 1))) == 2
    assert eventlocky.extract(deal, kind="talk") == []
    assert "Toaster" in {event.title for event in eventlocky.extract(deal, kind="deal")}
