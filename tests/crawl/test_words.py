"""What links are called, in every language we serve."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from eventlocky.crawl.words import roles, roles_of_address
from eventlocky.dates import lexicon

TABLE = tomllib.loads((resources.files("eventlocky.crawl") / "words.toml").read_text(encoding="utf-8"))


def test_every_role_has_words_in_every_language_whose_dates_we_read():
    languages = {file.name.removesuffix(".toml") for file in (resources.files(lexicon.__package__) / "languages").iterdir()
                 if file.name.endswith(".toml")}  # fmt: skip
    assert {role: languages - set(words) for role, words in TABLE.items()} == {role: set() for role in TABLE}


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("What’s on", "events"), ("Veranstaltungskalender", "events"), ("ÉVÉNEMENTS", "events"), ("Spielplan", "events"),
        ("イベント情報", "events"), ("行事", "events"), ("공연 안내", "events"), ("活动", "events"), ("Kalendář akcí", "events"),
        ("Näyttelyt", "events"), ("クーポン", "deals"), ("Special offers", "deals"), ("Impressum", "aside"),
        ("お問い合わせ", "aside"), ("Aktuelles", "news"), ("過去のイベント", "past"), ("next month ›", "next"),
        ("来週 »", "next"), ("‹ previous month", "previous"), ("Seite zurück", "previous"),
    ],
)  # fmt: skip
def test_the_words_of_a_link_say_what_is_behind_it(text, role):
    assert role in roles(text)


@pytest.mark.parametrize("text", ["", "?", "Our house", "prevention", "About 1984", "Nextdoor", "x" * 10_000])
def test_other_words_do_not_lead_on(text):
    assert not roles(text) & {"events", "next", "previous"}


def test_the_words_of_an_address_count_too():
    assert "events" in roles_of_address("http://x.example/de/veranstaltungen/")
    assert "events" in roles_of_address("http://x.example/%E8%A1%8C%E4%BA%8B/")
    assert roles_of_address("http://events.example/") == frozenset()
