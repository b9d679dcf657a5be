"""Records labelled by the gold of their page, and the words that are learned from them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from eventlocky.cli import main
from eventlocky.evaluate import corpus, labels
from eventlocky.settings import Settings
from eventlocky.train.records import LabelledText


def label(gold):
    return [each for found in labels.label_pages(corpus.load(gold), Settings()) for each in found]


def test_a_record_with_the_day_and_the_title_of_a_gold_event_is_one(gold):
    ones = [each for each in label(gold) if each.is_one]
    assert [each.page.id for each in ones] == ["harbour", "harbour", "choir", "choir"]
    assert {each.page.id for each in label(gold) if not each.is_one} == {"harbour-news", "town-news"}


def test_the_words_of_a_record_are_without_its_dates(gold):
    first = label(gold)[0]
    assert first.text.split() == ["Jazz", "Night", "concert,", "come", "and", "listen,"]


@pytest.mark.parametrize(
    ("change", "is_one"),
    [
        ({"start": "2026-11-13"}, False),
        ({"title": "Rock Night"}, False),
        ({"title": "Rock Night", "alt_titles": ["JAZZ  night!"]}, True),
        ({"title": "Rock Night", "title_near": False}, True),
        ({"start": None}, True),
        ({"start": None, "title_in_page": False}, False),
        ({"start": "soon"}, True),
    ],
)
def test_the_day_and_the_title_decide_as_far_as_the_gold_has_them(gold, change, is_one):
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    rows[0]["events"] = [{**rows[0]["events"][0], **change}]
    gold.write_text(json.dumps(rows[0]), encoding="utf-8")
    assert label(gold)[0].is_one is is_one


def test_where_the_gold_is_not_complete_other_records_prove_nothing(gold):
    row = json.loads(gold.read_text(encoding="utf-8").splitlines()[0])
    row |= {"complete": False, "events": row["events"][:1]}
    gold.write_text(json.dumps(row), encoding="utf-8")
    assert [each.is_one for each in label(gold)] == [True]


def test_a_page_that_cannot_be_read_ends_no_run(gold):
    (gold.parent / "pages" / "harbour.html").write_bytes(b"%PDF-1.7")
    assert len(label(gold)) == 6


def test_the_command_learns_from_a_corpus(capsys, gold):
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    lines = []
    for number in range(8):
        for row in rows:
            name = f"{row['id']}-{number}"
            lines.append(json.dumps({**row, "id": name, "domain": f"{number}.example"}))
            body = corpus.load(gold)[rows.index(row)].body()
            (gold.parent / "pages" / f"{name}.html").write_bytes(body)
    gold.write_text("\n".join(lines), encoding="utf-8")
    assert main(["kinds", "learn", "--corpus", str(gold), "--kind", "event"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("[expressions.en]\nfor = [")
    assert '"come"' in captured.out.split("against")[0]
    assert '"news"' in captured.out.split("against")[1]
    assert "64 records of 8 sites, 32 of them of the kind." in captured.err


def test_a_page_is_cut_into_texts_with_labels_each_once(gold):
    page = next(page for page in corpus.load(gold) if page.id == "harbour")
    cut = labels.cut(page, "plain")
    assert [(text.label, text.site) for text in cut] == [(1, "harbour.example")] * 2
    assert "Jazz Night" in cut[0].text
    assert labels.cut(page, "plain") == cut


def test_a_page_without_a_day_or_of_another_format_gives_no_texts(gold):
    page = next(page for page in corpus.load(gold) if page.id == "harbour")
    assert labels.cut(replace(page, fetched=None), "plain") == []
    page.file.write_bytes(b"%PDF-1.7")
    assert labels.cut(page, "plain") == []


def test_a_site_teaches_so_many_of_either_label_and_no_text_twice():
    texts = [LabelledText(f"text {number}", number % 2, "large.example") for number in range(200)]
    texts += [LabelledText("text 1", 0, "large.example"), LabelledText("alone", 1, "small.example")]
    drawn = labels.drawn(texts, 30)
    assert Counter((text.site, text.label) for text in drawn) == {
        ("large.example", 0): 30,
        ("large.example", 1): 30,
        ("small.example", 1): 1,
    }
    assert not [text for text in labels.drawn(texts, 500) if (text.text, text.label) == ("text 1", 0)]
    assert drawn == labels.drawn(reversed(texts), 30)
