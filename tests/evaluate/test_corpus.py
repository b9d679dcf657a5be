"""Corpora as they are read for measuring: pages with gold, folds by site."""

from __future__ import annotations

import json
from datetime import date

import pytest

from eventlocky.errors import CorpusError
from eventlocky.evaluate import corpus


def test_a_page_knows_where_it_lies_and_what_its_gold_says(gold):
    pages = corpus.load(gold)
    assert [page.id for page in pages] == ["harbour", "harbour-news", "choir", "town-news"]
    harbour, _, choir, _ = pages
    assert (harbour.corpus, harbour.fetched, harbour.kind) == ("little", date(2026, 11, 1), "event")
    assert len(harbour.row["events"]) == 3
    assert b"Evening Choir" in choir.body()  # a packed one


def test_a_corpus_whose_gold_is_all_of_deals_is_read_for_deals(gold):
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    gold.write_text("\n".join(json.dumps({**row, "kind": "deals"}) for row in rows), encoding="utf-8")
    assert {page.kind for page in corpus.load(gold)} == {"deal"}
    assert {page.kind for page in corpus.load(gold, "talk")} == {"talk"}


def test_all_pages_of_a_site_fall_into_one_fold_whatever_else_there_is(gold):
    harbour, news, *_ = corpus.load(gold)
    assert corpus.fold_of(harbour, 5) == corpus.fold_of(news, 5)
    assert {corpus.fold_of(page, 1) for page in corpus.load(gold)} == {0}


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "{}", '{"id": "a"}', '{"id": "../a", "events": []}', '{"id": "a", "events": [1]}',
     '{"id": "a", "events": 7}', '{"id": "a", "events": [], "fetched": "soon"}', '{"id": "a", "events": [], "fetched": 7}'],
)  # fmt: skip
def test_what_is_no_page_with_gold_is_refused_with_a_sentence(gold, line):
    gold.write_text(line, encoding="utf-8")
    with pytest.raises(CorpusError, match=r"not a page|no day"):
        corpus.load(gold)


def test_a_missing_page_or_corpus_is_said(gold, tmp_path):
    with pytest.raises(CorpusError, match="cannot be read"):
        corpus.load(tmp_path / "nowhere.jsonl")
    page = corpus.load(gold)[0]
    page.file.unlink()
    with pytest.raises(CorpusError, match="harbour of little"):
        page.body()
