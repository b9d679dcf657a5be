"""Pages that label themselves: their markup becomes gold, and is hidden."""

from __future__ import annotations

import gzip
import json
import os
from datetime import date

import pytest

from eventlocky import kinds, markup
from eventlocky.cli import main
from eventlocky.errors import CorpusError
from eventlocky.page import parse
from eventlocky.train import pages, selflabel

TODAY = date(2026, 11, 1)
SCRIPT = """<script type="application/ld+json">[
{"@type": "MusicEvent", "name": "Jazz Night", "startDate": "2026-11-14T19:30"},
{"@type": "Event", "name": "Book Fair", "startDate": "2026-11-15"},
{"@type": "Event", "name": "Only Marked", "startDate": "2026-11-20"}]</script>"""
LIST = """<main><h1>What's on</h1><ul><li><b>Jazz Night</b> 14 November 2026, 19:30</li>
<li><b>Book Fair</b> 15 November 2026</li></ul></main>"""
MICRODATA = """<ul><li itemscope itemtype="https://schema.org/Event"><b itemprop="name">Jazz Night</b>
<time itemprop="startDate" datetime="2026-11-14T19:30">14 November 2026</time></li></ul>"""
HEVENT = """<div class="card h-event wide"><b class="p-name big">Jazz Night</b>
<time class="dt-start" datetime="2026-11-14">14 November 2026</time></div>"""


def source(folder, html: str, **more: object) -> selflabel.Source:
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    return selflabel.Source("page", file, "https://www.club.example/on", TODAY, **more)


def test_what_is_marked_and_shown_is_the_gold(tmp_path):
    labelled = selflabel.label(source(tmp_path, SCRIPT + LIST))
    assert labelled is not None
    row, _ = labelled
    assert [(event["title"], event["start"]) for event in row["events"]] == [
        ("Jazz Night", "2026-11-14T19:30"),
        ("Book Fair", "2026-11-15"),
    ]
    assert (row["id"], row["domain"], row["fetched"]) == ("page", "club.example", "2026-11-01")


@pytest.mark.parametrize(
    "html", [SCRIPT + LIST, MICRODATA, HEVENT, SCRIPT.upper().replace("LD+JSON", "ld+json") + LIST]
)
def test_the_markup_is_hidden_and_the_words_stay(tmp_path, html):
    hidden = selflabel.hide(html.encode())
    assert markup.read(parse(hidden), TODAY) == []
    assert parse(hidden).whole_text.split() == parse(html).whole_text.split()


def test_other_classes_and_attributes_stay():
    hidden = selflabel.hide(HEVENT.encode()).decode()
    assert 'class="card  wide"' in hidden
    assert 'class=" big"' in hidden
    assert "datetime" not in hidden


def test_a_page_without_marked_events_labels_nothing(tmp_path):
    assert selflabel.label(source(tmp_path, LIST)) is None
    assert selflabel.label(source(tmp_path, SCRIPT + "<p>Nothing of it is shown")) is None
    assert selflabel.label(source(tmp_path, "%PDF-1.7")) is None


def test_gold_is_complete_where_the_marked_days_are_most_of_those_shown(tmp_path):
    marked = MICRODATA
    others = "".join(f"<li>Show {day}, {day} December 2026</li>" for day in range(1, 5))
    alone, among = selflabel.label(source(tmp_path, marked)), selflabel.label(source(tmp_path, marked + others))
    assert alone is not None
    assert among is not None
    assert (alone[0]["complete"], among[0]["complete"]) == (True, False)


def test_pages_come_from_a_folder_with_the_day_of_the_file(tmp_path):
    (tmp_path / "a.html").write_text(SCRIPT + LIST, encoding="utf-8")
    (tmp_path / "b.html.gz").write_bytes(gzip.compress((SCRIPT + LIST).encode()))
    os.utime(tmp_path / "a.html", (1_793_500_000, 1_793_500_000))
    found = selflabel.load(tmp_path)
    assert [each.id for each in found] == ["a", "b"]
    labelled = selflabel.label(found[0])
    assert labelled is not None
    assert labelled[0]["fetched"] == "2026-11-01"


def test_pages_come_from_a_list_whose_gold_is_not_looked_at(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text(SCRIPT + LIST, encoding="utf-8")
    line = {"id": "a", "url": "https://a.example/", "fetched": "2026-11-01", "events": [{"title": "Other"}]}
    (tmp_path / "list.jsonl").write_text(json.dumps(line), encoding="utf-8")
    (found,) = selflabel.load(tmp_path / "list.jsonl")
    assert (found.domain, found.fetched) == ("a.example", TODAY)
    labelled = selflabel.label(found)
    assert labelled is not None
    assert len(labelled[0]["events"]) == 2


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "../a", "fetched": "2026-11-01"}', '{"id": "a"}', '{"id": 5, "fetched": "x"}']
)
def test_a_line_that_is_no_page_is_refused(tmp_path, line):
    (tmp_path / "list.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(CorpusError, match="Line 1"):
        selflabel.load(tmp_path / "list.jsonl")


def test_an_empty_folder_and_a_missing_page_are_said(tmp_path):
    with pytest.raises(CorpusError, match="no pages"):
        selflabel.load(tmp_path)
    with pytest.raises(CorpusError, match="cannot be read"):
        selflabel.label(selflabel.Source("x", tmp_path / "x.html", fetched=TODAY))


@pytest.mark.parametrize("html", ["", "<", "<script type=ld+json>" * 500, "<a " * 5_000, "<a itemprop=" * 5_000, "\0"])
def test_odd_pages_are_hidden_too(html):
    selflabel.hide(html.encode())


def test_a_page_that_labels_itself_can_be_learned_from(tmp_path):
    labelled = selflabel.label(source(tmp_path, SCRIPT + LIST))
    assert labelled is not None
    page = pages.label(*labelled, kinds.load("event"))
    assert any(any(candidate.right or ()) for candidate in page.candidates)


def test_the_command_says_what_does_not_fit(tmp_path, capsys):
    out = ["--out", str(tmp_path / "m.npz")]
    assert main(["train", "event", "--records", "r.jsonl", "--self-labelled", str(tmp_path), *out]) == 2
    assert "go with --corpus" in capsys.readouterr().err
    assert main(["train", "deal", "--corpus", "g.jsonl", "--self-labelled", str(tmp_path), *out]) == 3
    assert "Only kinds of events" in capsys.readouterr().err


@pytest.mark.corpus
@pytest.mark.slow
def test_self_labels_agree_with_the_gold(shared):
    """On pages whose markup was read for the gold this is no proof; docs/training.md says how many those are."""
    from eventlocky.train.labels import Gold, pair

    said = right = 0
    for name in ("civic", "world"):
        gold = shared / "corpora" / name / "gold.jsonl"
        rows = {row["id"]: row for row in map(json.loads, gold.read_text(encoding="utf-8").splitlines())}
        for found in selflabel.load(gold):
            if b"schema.org" in found.body() and (labelled := selflabel.label(found)):
                events = labelled[0]["events"]
                known = [Gold.of(event) for event in rows[found.id]["events"]]
                right += len(pair(known, [e["start"][:10] for e in events], [e["title"] for e in events]))
                said += len(events)
    assert said > 150
    assert right / said >= 0.97
