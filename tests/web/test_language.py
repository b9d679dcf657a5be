"""Visitors read the interface in their language."""

from __future__ import annotations

import ast
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


TEMPLATES = [
    path
    for path in sorted((Path(language.__file__).parent / "templates").rglob("*.html"))
    if path.stem not in {"forms", "parts"}  # pieces of tags, which cannot be told from words
]
_NAMES = {"Event", "Locky", "WhatsApp", "Telegram", "Bluesky", "home"}
_NOT_WORDS = re.compile(r"<code>.*?</code>|<[^>]*>|&\w+;", re.DOTALL)
_SPOKEN = re.compile(r'(?:aria-label|alt|title|placeholder)="([^"]*)"')


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_no_page_has_words_of_its_own(template):
    """What a page says is in the languages' files: accounts and saved searches were in English alone once."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
    spoken = " ".join(_SPOKEN.findall(text))
    shown = _NOT_WORDS.sub(" ", text)
    words = set(re.findall(r"[A-Za-z]{2,}", f"{shown} {spoken}"))
    assert words - _NAMES == set()


def _mistakes():
    """Return the sentences that forms refuse something with: what they put in is an x."""
    for path in sorted(Path(language.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "FormError" and len(node.args) > 1:
                said = node.args[1]
                if isinstance(said, ast.Constant):
                    yield said.value
                elif isinstance(said, ast.JoinedStr):
                    yield "".join(part.value if isinstance(part, ast.Constant) else "x" for part in said.values)


@pytest.mark.parametrize("message", sorted(set(_mistakes()) - {"Write x, such as 52.5."}))
@pytest.mark.parametrize("name", language.LANGUAGES[1:])
def test_every_mistake_is_said_in_every_language(name, message):
    assert language.say_again(name, message) != message


def test_what_stands_in_a_mistake_is_kept_and_an_unknown_one_stays_as_it_is():
    assert language.say_again("en", "Write at most 20 words.") == "Write at most 20 words."
    assert "{x}" in language.say_again("ja", "No place called {x} is known here: give its latitude and longitude.")
    assert language.say_again("de", "Something else.") == "Something else."
