"""What finders find on corpora: scored as the one scorer scores, with sites left out."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from eventlocky.cli import main
from eventlocky.evaluate import corpus, extract, scorer
from eventlocky.extract import extract as extract_page
from eventlocky.formats.row import flat
from eventlocky.settings import Settings

PLAIN = Settings(finder="plain", classifier="rules")


@pytest.fixture
def judge(gold):
    return scorer.load(scorer.find([gold]))


def test_every_page_is_read_once_and_scored(gold, judge):
    scored = list(extract.evaluate(corpus.load(gold), judge, extract.settings_for(PLAIN)))
    assert sorted(one.page.id for one in scored) == ["choir", "harbour", "harbour-news", "town-news"]
    rights = {one.page.id: (one.score["right"], one.score["gold"]) for one in scored}
    assert rights["harbour"] == (2, 3)
    assert rights["choir"] == (2, 2)


def test_a_trained_finder_never_learns_from_a_site_that_it_is_tested_on(gold, judge):
    pages = corpus.load(gold)
    seen = []

    def settings_of_fold(fold, train):
        tested = [page for page in pages if corpus.fold_of(page, 3) == fold]
        seen.extend(page.id for page in tested)
        assert not {page.domain for page in tested} & {page.domain for page in train}
        assert len(tested) + len(train) == len(pages)
        return Settings()

    assert len(list(extract.evaluate(pages, judge, settings_of_fold, folds=3))) == len(pages)
    assert sorted(seen) == sorted(page.id for page in pages)


def test_a_finder_in_the_table_of_trainers_is_trained_for_every_fold(gold, judge, monkeypatch):
    trained = []

    def train(pages, settings):
        trained.append({page.domain for page in pages})
        return replace(settings, finder="locky")

    monkeypatch.setitem(extract.TRAINERS, "plain", train)
    pages = corpus.load(gold)
    list(extract.evaluate(pages, judge, extract.settings_for(Settings(finder="plain")), folds=4))
    assert len(trained) == len({corpus.fold_of(page, 4) for page in pages})


def test_folds_change_nothing_for_a_finder_that_learns_nothing(gold, judge):
    pages = corpus.load(gold)
    one, five = (
        extract.results(
            list(extract.evaluate(pages, judge, extract.settings_for(Settings()), folds=folds)), judge, "plain"
        )[0]
        for folds in (1, 5)
    )
    assert (one.summary, one.site_f1_error) == (five.summary, five.site_f1_error)


def test_the_error_is_the_same_twice_and_nothing_where_all_sites_score_alike(judge):
    rows = [{"domain": f"{n}", "gold": 2, "predicted": 2, "right": n % 3} for n in range(20)]
    assert extract.site_error(rows, judge) == extract.site_error(rows, judge) > 0
    assert extract.site_error([{**row, "right": 1} for row in rows], judge) == pytest.approx(0)
    assert extract.site_error([], judge) is None


def test_the_error_shrinks_with_the_root_of_the_number_of_sites(judge):
    rows = [{"domain": f"{n}", "gold": 2, "predicted": 2, "right": n % 3} for n in range(400)]
    few, many = extract.site_error(rows[:25], judge), extract.site_error(rows, judge)
    assert few / many == pytest.approx(4, rel=0.15)


def test_an_answer_that_cannot_be_had_is_no_events_and_ends_no_run(gold, judge):
    page = corpus.load(gold)[0]
    page.file.write_bytes(b"%PDF-1.7")
    one = extract.read_page(page, judge, Settings())
    assert (one.events, one.score["predicted"]) == ([], 0)
    assert "PDF" in one.error


def test_the_command_prints_a_row_a_finder(capsys, gold, tmp_path):
    out_file, plot = tmp_path / "out.json", tmp_path / "plot.svg"
    what = ["evaluate", "extract", "--corpus", str(gold), "--finder", "plain", "locky"]
    code = main([*what, "--worst", "9", "--reliability", str(plot), "--json", str(out_file)])
    out = capsys.readouterr().out
    assert code == 0
    table = [line.split("|") for line in out.splitlines() if line.startswith("| little")]
    assert [line[2].strip() for line in table] == ["plain", "locky"]
    assert all("±" in line[3] for line in table)
    assert "   2 right of    3 gold,    2 predicted  little/harbour" in out
    assert "expected calibration error" in out
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    kept = json.loads(out_file.read_text(encoding="utf-8"))
    assert [row["finder"] for row in kept["results"]] == ["plain", "locky"]
    assert kept["run"]["folds"] == 5
    assert kept["run"]["trained"] == ["locky", "plain"]


def test_all_finders_that_need_no_rendered_page_are_measured_where_none_is_named(capsys, gold):
    from eventlocky.records import DRAWN, FINDERS

    assert main(["evaluate", "extract", "--corpus", str(gold), "--scorer", str(scorer.find([gold]))]) == 0
    assert capsys.readouterr().out.count("\n| little") == len(FINDERS) - len(DRAWN)


def test_a_missing_scorer_or_a_file_that_is_none_is_one_sentence(capsys, gold, tmp_path):
    other = tmp_path / "other.py"
    other.write_text("x = 1")
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemError('no')")
    words = tmp_path / "words.txt"
    words.write_text("no Python")
    for file, complaint in (
        (tmp_path / "nowhere.py", "There is no scorer"),
        (other, "not the scorer"),
        (broken, "cannot be loaded"),
        (words, "not a Python file"),
    ):
        assert main(["evaluate", "extract", "--corpus", str(gold), "--scorer", str(file)]) == 3
        err = capsys.readouterr().err
        assert complaint in err
        assert err.count("\n") == 1
    scorer.find([gold]).unlink()
    assert main(["evaluate", "extract", "--corpus", str(gold)]) == 3
    assert "Give the path of score.py with --scorer." in capsys.readouterr().err


def test_an_unknown_finder_is_said_before_the_first_page(capsys, gold):
    assert main(["evaluate", "extract", "--corpus", str(gold), "--finder", "nobody"]) == 3
    assert "Known: " in capsys.readouterr().err


@pytest.mark.corpus
@pytest.mark.slow
def test_our_figures_are_those_of_the_scorer_run_by_itself(shared, tmp_path):
    gold = shared / "corpora" / "japan" / "gold.jsonl"
    file = shared / "bench" / "score.py"
    pages, judge = corpus.load(gold), scorer.load(file)
    scored = list(extract.evaluate(pages, judge, lambda _fold, _others: PLAIN))
    ours = extract.results(scored, judge, "plain")[0].summary
    predicted = tmp_path / "p.jsonl"
    lines = []
    for page in pages:
        events = extract_page(page.body(), page.url, fetched=page.fetched, settings=PLAIN)
        lines.append(json.dumps({"id": page.id, "events": [flat(event) for event in events]}))
    predicted.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, str(file), str(gold), str(predicted), "--json"]
    theirs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert ours.keys() == theirs.keys()
    for name, value in theirs.items():  # pages come in another order: sums of floats may differ in the last digit
        assert ours[name] == pytest.approx(value, abs=1e-12), name
    for one in scored:
        if one.score["complete"]:
            wrong = sum(not each.is_right for each in one.judged)
            assert wrong == one.score["predicted"] - one.score["right"], one.page.id
