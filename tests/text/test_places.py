"""What names a place in a text."""

from __future__ import annotations

import time

import pytest

from eventlocky.text import contacts, places


@pytest.mark.parametrize("text", ["Location:", "Venue", "Wo?", "Ort :", "【会場】", "場所", "Où", "Missä:"])
def test_a_label_alone_is_known(text):
    assert places.is_label(text)


@pytest.mark.parametrize("text", ["Locations of interest", "Ortrud", "What", "会場限定グッズ", ""])
def test_other_words_are_no_label(text):
    assert not places.is_label(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Location: Old Hall", "Old Hall"),
        ("Waar:De Huiskamer", "De Huiskamer"),
        ("■会場：市民会館", "市民会館"),
        ("日時は明日、場所は第一体育館です", "第一体育館です"),
        ("Old Hall", None),
    ],
)
def test_what_follows_a_label_is_the_place(text, rest):
    assert places.after_label(text) == rest


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Old Hall (map)", "Old Hall"),
        ("Old Hall + Google Map", "Old Hall"),
        ("Old Hall Phone: 555 1234", "Old Hall"),
        ("Old Hall, 1 High St.", "Old Hall, 1 High St."),
        ("Venue: Old Hall", "Old Hall"),
        (" @ Old Hall,", "Old Hall"),
        ("Meetings begin . in City Hall, Room 4", "City Hall, Room 4"),
        ("Meetings , Senior Center, 2nd Floor", "Senior Center, 2nd Floor"),
        ("Next Meeting: , Old Courthouse, 2nd floor", "Old Courthouse, 2nd floor"),
        ("Meeting Room B", "Meeting Room B"),
        ("Meeting House Theater", "Meeting House Theater"),
        ("1階 おはなしのへや 【対象】0歳から2歳までのお子さんと保護者 【費用】無料", "1階 おはなしのへや"),
        ("第2会議室 ■定員：20名", "第2会議室"),
        ("本館【2階】大会議室", "本館【2階】大会議室"),
        ("時間の森ホール", "時間の森ホール"),
    ],
)
def test_links_to_maps_and_telephones_are_cut_off(text, name):
    assert places.clean(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Town Hall",
        "Salle des fêtes",
        "Stadtbibliothek, Lesesaal",
        "Teatro Sociale",
        "市民会館",
        "1 High Street",
        "Zoom",
        "Jungfernstieg, Hamburg",
    ],
)
def test_places_look_like_places(text):
    assert places.score(text) > 1


@pytest.mark.parametrize(
    "text", ["", "Agenda", "Board Meeting", "Read more", "A walk. And then a talk about halls of fame we liked."]
)
def test_other_words_do_not(text):
    assert places.score(text) <= 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("All meetings are held at the Town Hall, 1 High Street.", "Town Hall, 1 High Street"),
        ("We meet at 7 pm in the Council chambers.", "Council chambers"),
        ("Am Samstag im Stuttgarter Rathaus", "Stuttgarter Rathaus"),
        ("市民会館にて開催します", "市民会館"),
    ],
)
def test_a_phrase_behind_a_preposition_is_found(text, found):
    assert found in [phrase.text for phrase in places.find_phrases(text)]


def test_an_hour_behind_at_is_no_place():
    assert places.find_phrases("at 7 pm on Monday") == []


def test_a_run_of_capitals_with_a_place_word_at_an_end_is_found():
    (phrase,) = places.find_names("held in secret: Trustees Room Louis Stokes Wing, later")
    assert phrase.text == "Trustees Room Louis Stokes Wing"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("iPhone Museum", []),
        ("we come Hall or no hall", []),
        ("the eMotion Theater Room", ["Theater Room"]),
        ("下北沢Club Que", ["Club Que"]),
        ("「Old Town Hall」", ["Old Town Hall"]),
    ],
)
def test_a_name_does_not_begin_within_a_word(text, names):
    assert [phrase.text for phrase in places.find_names(text)] == names


@pytest.mark.parametrize(
    "unit", ["a", "in A ", "at ", "Location: ", "Aa ", "Hall ", ". A", "会場：", "にて", "(", "of the "]
)
@pytest.mark.parametrize(
    "read", [places.find_phrases, places.find_names, places.score, places.clean, places.after_label]
)
def test_reading_is_linear_in_the_length_of_the_text(read, unit):
    begun = time.perf_counter()
    read(unit * (100_000 // len(unit)))
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize(
    "text",
    ["", "Old Hall", "Council Meeting at 10 Main Street", "Online Meeting Access", "市民会館で開催", "Hall, " * 60],
)
def test_all_traits_of_a_text_are_those_that_are_told_one_by_one(text):
    alone = places.score(text), places.is_doubtful(text), contacts.has_address(text), places.is_online(text)
    assert places.traits(text) == alone
    assert places.look(text) == alone[:2]
