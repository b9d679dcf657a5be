"""Visitors read the interface in their language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from eventlocky.web import language

FOLDER = Path(language.__file__).parent / "languages"


def table(name):
    told = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return {f"{room}.{key}": said for room, words in told.items() for key, said in words.items()}


@pytest.mark.parametrize(
    ("accepted", "chosen", "language_"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "", "de"),
        ("fr, ja;q=0.3, de;q=0.5", "", "de"),
        ("JA", "", "ja"),
        ("de", "ja", "ja"),
        ("de", "klingon", "de"),
        ("de;q=0, en", "", "en"),
        ("de;q=much", "", "en"),
        ("," * 10_000 + "de", "", "en"),
        ("*", "", "en"),
    ],
)
def test_a_choice_goes_before_the_browser_and_the_browser_before_english(accepted, chosen, language_):
    assert language.choose(accepted, chosen) == language_


@pytest.mark.parametrize("name", language.LANGUAGES[1:])
def test_every_language_has_the_same_words_with_the_same_names_in_them(name):
    english, other = table("en"), table(name)
    assert english.keys() == other.keys()
    names = re.compile(r"\{(\w*)\}")
    assert {key: set(names.findall(said)) for key, said in english.items()} == {
        key: set(names.findall(said)) for key, said in other.items()
    }
    assert all(said.strip() for said in other.values())


def test_pages_come_in_the_language_of_the_visitor_and_are_kept_apart(server):
    said = {name: server.get("/", headers={"Accept-Language": name}).text for name in language.LANGUAGES}
    again = {name: server.get("/", headers={"Accept-Language": name}).text for name in language.LANGUAGES}
    assert said == again
    assert '<html lang="de">' in said["de"]
    assert "Heute" in said["de"]
    assert "今日" in said["ja"]
    assert "Today" in said["en"]


def test_a_choice_is_kept_and_leads_back(server):
    answer = server.get("/language/ja?back=/%3Fq%3Djazz", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?q=jazz")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert '<html lang="ja">' in server.get("/").text


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/\r\nx: y", ""]
)
def test_a_choice_never_leads_elsewhere(server, back):
    answer = server.get("/language/de", params={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_an_unknown_language_lists_the_known_ones(server):
    answer = server.get("/language/xx")
    assert (answer.status_code, "en, de, ja" in answer.text) == (404, True)
