"""Whole systems on the same pages: one table, nothing learned from a site that is tested."""

from __future__ import annotations

import gzip
import json

import pytest

from eventlocky import classify
from eventlocky.cli import main
from eventlocky.evaluate import corpus, scorer, systems
from eventlocky.systems import SYSTEMS


@pytest.fixture
def judge(gold):
    return scorer.load(scorer.find([gold]))


@pytest.fixture
def learned(monkeypatch):
    """The sites that taught the classifier of every fold."""
    taught = []

    def fit(self, texts, labels, sites=None, pages=None):
        taught.append(set(sites))
        return true_fit(self, texts, labels, sites, pages)

    true_fit = classify.TEXT_CLASSIFIERS["onehot-svm"].fit
    monkeypatch.setattr(classify.TEXT_CLASSIFIERS["onehot-svm"], "fit", fit)
    systems._cuts.clear()
    systems._records.cache_clear()
    return taught


def beside(gold, sites):
    rows = [
        {"text": f"{'Concert' if label else 'News'} {site}", "label": label, "site": site}
        for site in sites
        for label in (0, 1)
    ]
    body = "".join(json.dumps(row) + "\n" for row in rows)
    (gold.parent / "records.jsonl.gz").write_bytes(gzip.compress(body.encode()))


def test_a_system_never_learns_from_a_site_that_it_is_tested_on(gold, judge, learned):
    beside(gold, ["harbour.example", "elsewhere.example"])
    pages = corpus.load(gold)
    folds = {}
    for one in systems.measure(SYSTEMS["eventlocky-2015"], pages, judge, folds=3):
        folds.setdefault(one.model, set()).add(one.page.domain)
    tested = [folds[model] for model in folds if model]
    assert len(learned) == len(tested) > 1
    for sites, left_out in zip(learned, tested, strict=True):
        assert not sites & left_out
        assert "elsewhere.example" in sites
    assert any("harbour.example" in sites for sites in learned)


def test_the_table_says_what_a_system_has_learned_from(gold, judge):
    pages = corpus.load(gold)
    for name, learned_from in (("kedr", systems.NOTHING), ("best", systems.NOT_LEFT_OUT)):
        scored = list(systems.measure(SYSTEMS[name], pages, judge))
        rows = systems.table(SYSTEMS[name], scored, judge)
        assert [(row.result.finder, row.learned_from) for row in rows] == [(name, learned_from)]
        assert rows[0].result.parses > 1


def test_a_system_is_measured_where_it_can_look_only(gold):
    events, deals = corpus.load(gold, "event"), corpus.load(gold, "deal")
    count = {name: len(systems.pages_for(system, [*events, *deals])) for name, system in SYSTEMS.items()}
    assert count["best"] == count["kedr"] == 8
    assert count["eventlocky-2017"] == count["dealfinder"] == 4


def test_a_sample_is_the_same_twice_and_of_every_corpus(gold):
    pages = corpus.load(gold)
    assert systems.sample(pages, 2) == systems.sample(list(reversed(pages)), 2)
    assert len(systems.sample(pages, 2)) == 2
    assert sorted(page.id for page in systems.sample(pages, 0)) == sorted(page.id for page in pages)


def test_the_command_prints_one_table(capsys, gold, tmp_path):
    out_file = tmp_path / "out.json"
    what = ["evaluate", "systems", "--corpus", str(gold), "--system", "kedr", "eventfinder", "dealfinder", "best"]
    assert main([*what, "--json", str(out_file)]) == 0
    out = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines()]
    assert rows[0] == ["corpus", "system", "site_f1", "precision", "recall", "fooled_pages", "ms/page", "parses", "learned from"]  # fmt: skip
    assert [row[1] for row in rows[2:]] == ["kedr", "eventfinder", "best"]  # there are no deals to find
    kept = json.loads(out_file.read_text(encoding="utf-8"))
    assert [row["system"] for row in kept["results"]] == ["kedr", "eventfinder", "best"]
    assert kept["run"]["folds"] == 5


def test_an_unknown_system_and_a_missing_corpus_are_one_sentence(capsys, gold):
    assert main(["evaluate", "systems", "--corpus", str(gold), "--system", "nobody"]) == 3
    assert "Known: " in capsys.readouterr().err
    assert main(["evaluate", "systems", "--corpus", str(gold.parent / "none.jsonl")]) == 3


def test_a_page_that_cannot_be_read_is_said_and_ends_no_run(capsys, gold):
    (gold.parent / "pages" / "harbour.html").write_bytes(b"%PDF-1.7")
    assert main(["evaluate", "systems", "--corpus", str(gold), "--system", "kedr"]) == 0
    assert "kedr, harbour: " in capsys.readouterr().err
