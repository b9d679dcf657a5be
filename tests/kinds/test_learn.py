"""Expressions learned from labelled records: what tells a kind, on several sites, in every language."""

from __future__ import annotations

import tomllib

import pytest

from eventlocky import kinds
from eventlocky.cli import main
from eventlocky.kinds.learn import Example, expressions_of, learn, write

CONCERTS = [
    "Spring concert in the old hall",
    "Choir concert at the pier",
    "Organ concert with candles",
    "Concert of the youth band",
]
NEWS = [
    "The roof was mended, written by Ann",
    "The bridge is painted, written by Bo",
    "A goat was found, written by Cy",
]


def examples(language: str = "en", sites: int = 6) -> list[Example]:
    return [
        Example(f"{text} {number}", language, f"site{number}.example", is_one)
        for texts, is_one in ((CONCERTS, True), (NEWS, False))
        for text in texts
        for number in range(sites)
    ]


def test_what_stands_in_records_of_the_kind_speaks_for_it_and_the_rest_against():
    speaking_for, speaking_against = learn(examples())["en"]
    assert speaking_for[0].text == "concert"
    assert "written" in {each.text for each in speaking_against}
    assert all(each.score > 0 for each in speaking_for)
    assert all(each.score < 0 for each in speaking_against)


def test_an_expression_that_holds_a_clearer_one_is_not_proposed_again():
    texts = [each.text for each in learn(examples())["en"][0]]
    assert [text for text in texts if "concert" in text.split()] == ["concert"]


def test_what_one_site_always_writes_is_not_proposed():
    own = [Example("Zanzibar ball in the old hall", "en", "ball.example", is_one=True) for _ in range(200)]
    assert not any("zanzibar" in each.text for each in learn(examples() + own)["en"][0])


def test_a_site_of_thousands_of_records_does_not_drown_the_others():
    many = [Example("Council agenda", "en", "council.example", is_one=True) for _ in range(3_000)]
    assert learn(examples() + many)["en"][0][0].text == "concert"


def test_what_records_of_the_kind_have_too_does_not_speak_against_it():
    often = [Example("Concert, written by Dee", "en", "site1.example", is_one=True) for _ in range(3)]
    assert "written" not in {each.text for each in learn(examples() + often)["en"][1]}


def test_every_language_has_its_own_lists_and_one_side_alone_teaches_nothing():
    assert list(learn(examples("en") + examples("de"))) == ["de", "en"]
    assert learn([each for each in examples() if each.is_one]) == {}
    assert learn([]) == {}


def test_scripts_without_spaces_are_cut_into_katakana_words_and_ideographs():
    found = expressions_of("オンライン講座を開催します")
    assert {"オンライン", "講座", "開催"} <= found
    assert not any("を" in text or text == "ライン" for text in found)


def test_the_proposal_is_toml_that_a_kind_can_hold(tmp_path):
    odd = [Example(text.text.replace("concert", 'con"cert'), 'x"y', text.site, text.is_one) for text in examples()]
    text = write(learn(examples() + odd))
    assert set(tomllib.loads(text)["expressions"]) == {"en", 'x"y'}
    file = tmp_path / "own.toml"
    file.write_text(f'name = "own"\n{text}', encoding="utf-8")
    kind = kinds.load(str(file))
    assert kind.words_for.search("a concert tonight")
    assert kind.words_against.search("written by ann")


def test_the_command_lists_the_kinds(capsys, tmp_path):
    (tmp_path / "kinds").mkdir()
    (tmp_path / "kinds" / "lost.toml").write_text('summary = "Lost and found."\nanchor = "money"', encoding="utf-8")
    assert main(["kinds"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == ["deal", "event", "lost", "talk"]
    assert "Lost and found." in out


@pytest.mark.parametrize("option", [["--kind", "nothing"], ["--finder", "nobody"]])
def test_an_unknown_name_lists_the_known_ones(capsys, tmp_path, option):
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "a", "events": []}', encoding="utf-8")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text("<p>1 May 2026 Fair", encoding="utf-8")
    assert main(["kinds", "learn", "--corpus", str(gold), *option]) == 3
    assert "Known: " in capsys.readouterr().err
