"""Pages saved with our answer, corrected by a person, made gold."""

from __future__ import annotations

import json

import pytest

from eventlocky import cli
from eventlocky.errors import CorpusError
from eventlocky.evaluate import corpus, grow
from eventlocky.page import parse

HTML = """<html lang=de><meta charset=iso-8859-1><main><h1>Kalender für Gäste</h1><ul>
<li><a href="/jazz">Jazz Night</a>, concert, 14 November 2026, 19:30, €12</li>
<li><a href="/fair">Book Fair</a>, market, 15 November 2026, free entry</li></ul></main>"""


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "calendar.html"
    file.write_bytes(HTML.encode("cp1252"))
    return file


def add(page, *more: str) -> int:
    line = ["corpus", "add", str(page), "--url", "https://www.harbour.example/on?x=1", "--fetched", "2026-11-01", *more]
    return cli.main([*line, "--to", str(page.parent / "mine")])


def draft_of(page) -> dict:
    return json.loads(next((page.parent / "mine" / "drafts").glob("*.json")).read_text(encoding="utf-8"))


def correct(page, **changes: object) -> str:
    draft = draft_of(page)
    right = {"checked": True, "lang": "en", "gold_by": "read by hand"}
    file = page.parent / "mine" / "drafts" / f"{draft['id']}.json"
    file.write_text(json.dumps({**draft, **right, **changes}), encoding="utf-8")
    return draft["id"]


def test_a_page_is_saved_as_utf_8_with_its_present_answer(page, capsys):
    assert add(page) == 0
    draft = draft_of(page)
    assert draft["id"].startswith("harbour-example-on-")
    assert (draft["kind"], draft["domain"], draft["checked"]) == ("listing", "harbour.example", False)
    assert [event["title"] for event in draft["events"]] == ["Jazz Night", "Book Fair"]
    assert draft["events"][0] | {"end": None, "location": None, "location_in_page": None} == {
        "title": "Jazz Night", "start": "2026-11-14T19:30", "end": None, "location": None,
        "url": "https://www.harbour.example/jazz", "price": "€12",
        "title_in_page": True, "date_in_page": True, "time_in_page": True,
        "location_in_page": None, "url_in_page": True,
    }  # fmt: skip
    saved = (page.parent / "mine" / "pages" / f"{draft['id']}.html").read_text(encoding="utf-8")
    assert "Gäste" in saved
    assert capsys.readouterr().out.strip().endswith(".json")


def test_a_draft_says_which_places_and_links_stand_in_the_page(tmp_path):
    """Without that the scorer asked for neither on any page that was added."""
    file = tmp_path / "calendar.html"
    file.write_text(HTML.replace("19:30, €12", "19:30, Main Hall, Harbour Street 5, €12"), encoding="cp1252")
    add(file)
    first, second = draft_of(file)["events"]
    assert (first["location_in_page"], first["url_in_page"]) == (first["location"] is not None, True)
    assert "Main Hall" in first["location"]
    assert second["location_in_page"] is (second["location"] is not None and second["location"] in HTML)


def test_a_corrected_draft_becomes_gold_and_is_no_draft_any_more(page):
    add(page)
    name = correct(page)
    assert cli.main(["corpus", "accept", name, "--to", str(page.parent / "mine")]) == 0
    (gold,) = corpus.load(page.parent / "mine" / "gold.jsonl")
    assert (gold.id, gold.domain, len(gold.row["events"])) == (name, "harbour.example", 2)
    assert "Kalender für Gäste" in parse(gold.body(), gold.url).whole_text, "whatever charset the page named"
    assert not {"todo", "checked"} & gold.row.keys()
    assert list((page.parent / "mine" / "drafts").iterdir()) == []


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"checked": False}, "checked"),
        ({"checked": "yes"}, "checked"),
        ({"kind": "list"}, "kind"),
        ({"complete": None}, "complete"),
        ({"lang": ""}, "lang"),
        ({"gold_by": "eventlocky 1, not yet read by a person"}, "gold_by"),
        ({"kind": "no-events"}, "no events"),
        ({"events": 3}, "list of events"),
        ({"events": [4]}, "event 1: it is no object"),
        ({"events": [{"title": ""}]}, "no title"),
        ({"events": [{"title": "A", "start": "14.11.2026"}]}, "must be like"),
        ({"events": [{"title": "A", "start": 5}]}, "must be like"),
    ],
)
def test_a_draft_that_nobody_has_checked_or_that_is_odd_is_no_gold(page, capsys, changes, why):
    add(page)
    name = correct(page, **changes)
    assert cli.main(["corpus", "accept", name, "--to", str(page.parent / "mine")]) == 3
    assert why in capsys.readouterr().err
    assert not (page.parent / "mine" / "gold.jsonl").exists()


def test_the_same_page_is_not_saved_twice(page, capsys):
    add(page)
    assert add(page) == 3
    assert add(page, "--id", "another") == 3
    assert "holds this page already" in capsys.readouterr().err
    cli.main(["corpus", "accept", correct(page), "--to", str(page.parent / "mine")])
    assert add(page, "--id", "third") == 3


def test_a_name_is_a_file_name(page, tmp_path):
    assert add(page, "--id", "../out") == 2
    with pytest.raises(CorpusError, match="not the id"):
        grow.accept(tmp_path, "../out")
    with pytest.raises(CorpusError, match="cannot be read"):
        grow.accept(tmp_path, "nothing")


def test_a_name_is_made_of_an_address_whatever_that_is():
    assert grow.name_of("https://www.a.example/B/ü c?q", b"").startswith("a-example-b-c-")
    assert len(grow.name_of("https://a.example/" + "x" * 500, b"")) < 80
    assert grow.name_of("", b"").startswith("page-")
    assert grow.name_of("http://[::1", b"").startswith("page-")


@pytest.mark.parametrize("text", ["{half", "[1, 2]", "3", "\ud800".encode("utf-8", "surrogatepass")])
def test_a_draft_that_a_person_broke_is_named(page, capsys, text):
    drafts = page.parent / "mine" / "drafts"
    drafts.mkdir(parents=True)
    (drafts / "half.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert add(page) == 3
    assert "half.json cannot be read" in capsys.readouterr().err
    assert cli.main(["corpus", "accept", "half", "--to", str(page.parent / "mine")]) == 3
