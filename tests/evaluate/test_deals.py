"""The tables of the Deal Finder: groups stay together, rounds of elimination, lists ranked anew."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise

import pytest

from eventlocky.classify.deals.page import Verdict
from eventlocky.cli import main
from eventlocky.errors import CorpusError
from eventlocky.evaluate import deals
from eventlocky.evaluate.corpus import load

SELLS = ["Save {}% on lamps, now ${}", "Kettle was ${1}0 now ${1}, {0}% off", "Coupon: {}% off all shoes over ${}"]
TELLS = [
    "The captain walked {} miles and said {} words.",
    "She read {} letters in {} days.",
    "War came after {} years, or {}.",
]


@pytest.fixture
def sentences(tmp_path):
    rows = [
        {
            "text": pattern.format(10 + group, 3 + number),
            "label": label,
            "group": f"{label}-{group}",
            "hard": group % 2 == 0 and not label,
        }
        for label, patterns in ((1, SELLS), (0, TELLS))
        for group in range(12)
        for number, pattern in enumerate(patterns)
    ]
    file = tmp_path / "sentences.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    return file


@pytest.fixture
def gold(tmp_path):
    pages = {
        "shop": (
            "<h1>Sale</h1>" + "".join(f"<p>Save {n}0% on kettles, now ${n}</p>" for n in range(1, 6)),
            [{"title": "kettles"}],
        ),
        "tale": ("<h1>The captain</h1>" + "<p>The captain walked and said nothing.</p>" * 5, []),
    }
    (tmp_path / "pages").mkdir()
    lines = []
    for name, (html, events) in pages.items():
        (tmp_path / "pages" / f"{name}.html").write_text(html)
        lines.append(
            json.dumps(
                {
                    "id": name,
                    "domain": f"{name}.example",
                    "fetched": "2026-05-01",
                    "kind": "deals" if events else "no-events",
                    "events": events,
                }
            )
        )
    file = tmp_path / "gold.jsonl"
    file.write_text("\n".join(lines))
    return file


def test_a_group_falls_into_one_fold_and_every_fold_has_both_labels(sentences):
    rows = deals.load(sentences)
    numbers = deals.folds(rows)
    by_group = {row.group: set() for row in rows}
    for row, number in zip(rows, numbers, strict=True):
        by_group[row.group].add(number)
    assert all(len(found) == 1 for found in by_group.values())
    assert all(
        {row.label for row, number in zip(rows, numbers, strict=True) if number == fold} == {0, 1} for fold in range(10)
    )


def test_a_draw_has_as_many_of_each_label_and_is_the_same_twice(sentences):
    rows = deals.load(sentences)
    drawn = deals.balanced(rows, 10)
    assert sum(row.label for row in drawn) == 10 == len(drawn) / 2
    assert drawn == deals.balanced(rows, 10)


def test_clusters_tell_groups_apart_that_they_have_not_seen(sentences):
    rows = deals.load(sentences)
    figures = deals.figures("x", rows, deals.crossed(rows, deals.Voters) > 0.5)
    assert figures.accuracy.mean > 95
    assert figures.hard.mean > 95


def test_elimination_goes_on_while_nothing_is_lost(sentences):
    rounds = list(deals.eliminate(deals.load(sentences), "FGK"))
    assert len(rounds[0]) == 4
    assert all(step.change_error == 0 for steps in rounds for step in steps if not step.without)
    assert all(step.error >= 0 for steps in rounds for step in steps)
    assert all(later[0].accuracy >= sooner[0].accuracy for sooner, later in pairwise(rounds))


def test_ranking_brings_deal_pages_to_the_top(gold):
    page = load(gold)[0]
    judged = [
        deals.Judged(page, number % 3 == 0, Verdict(9 if number % 3 == 0 else 1, 3, has_money=True))
        for number in range(60)
    ]
    for recall in deals.rerank(judged):
        assert recall.after[0] >= recall.before[0]
        assert recall.after[-1] == recall.before[-1] == 1


def test_sentences_that_cannot_be_read_are_said(tmp_path):
    (tmp_path / "s.jsonl.gz").write_bytes(b"no gzip")
    with pytest.raises(CorpusError, match="cannot be read"):
        deals.load(tmp_path / "s.jsonl.gz")


def test_the_command_prints_the_tables_of_pages(sentences, gold, capsys):
    pytest.importorskip("sklearn")
    given = ["--sentences", str(sentences), "--corpus", str(gold)]
    assert main(["evaluate", "deals", *given, "--tables", "6", "8"]) == 0
    assert main(["evaluate", "rank", *given]) == 0
    printed = capsys.readouterr().out
    assert "Table 6 with NB/EM" in printed
    assert "Right: 100.0% of 2 pages." in printed
    assert "Table 10." in printed


def test_our_own_classifier_is_right_on_most_sentences_of_the_corpus(shared):
    """A sample of the corpus, a fold of groups left out: far below the figure in docs/deals.md, far above chance."""
    pytest.importorskip("sklearn")
    rows = deals.balanced(deals.load(shared / "corpora" / "deals" / "sentences.jsonl.gz"), 600)
    figures = deals.figures("best", rows, deals.crossed_texts(rows, []) > 0.5)
    assert figures.accuracy.mean > 85
