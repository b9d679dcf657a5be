"""Experiments: all can be run on a few pages, what was computed is kept, and the same seed gives the same figures."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from eventlocky import cli
from eventlocky.errors import EventlockyError, UnknownNameError
from eventlocky.evaluate import corpus, kept, plots, results, runner
from eventlocky.evaluate.experiments import EXPERIMENTS, NOT_RUN, chosen, eventfinder, locky_table1
from eventlocky.evaluate.experiments.base import Bench, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.kept import Keeper

TODAY = date(2026, 11, 16)
ROOT = Path(__file__).parent.parent.parent


def little(found: Outcome, name: str = "little") -> Experiment:
    return Experiment(name, "A paper, Table 1", "What it shows", "pages", (), ("types.py",), lambda _bench: found)


TABLE = Table(
    "Shares",
    ("who", "F1", "paper", "s/page"),
    [["us", 0.12345, 0.9135, 0.2], ["them", 1234, None, 2.0], ["you", 0.5, 0.887, 2.0]],
    moving=("s/page",),
)


def test_a_result_is_json_a_page_a_drawing_and_a_line_of_the_index(tmp_path):
    drawing = Plot("f1", "F1", plots.bars({"us": {"F1": 0.1}}, up="F1"))
    outcome = Outcome([TABLE], [drawing], worst=[("civic/a", "1 right of 2")], notes=["A note."])
    assert runner.run_one(little(outcome), Bench(tmp_path), tmp_path / "out", TODAY).problem == ""
    page = (tmp_path / "out" / "little.md").read_text(encoding="utf-8")
    assert "| us | 0.123 | 0.9135 | 0.200 |" in page
    assert "| them | 1,234 | – | 2.000 |" in page
    assert "| you | 0.500 | 0.8870 | 2.000 |" in page
    assert "`civic/a`: 1 right of 2" in page
    assert "A note." in page
    assert page == results.markdown(json.loads((tmp_path / "out" / "little.json").read_text(encoding="utf-8")))
    assert "(little.md)" in (tmp_path / "out" / "index.md").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "little-f1.svg").exists()


def test_an_experiment_that_cannot_be_run_does_not_end_the_others(tmp_path):
    def fail(_bench: Bench) -> Outcome:
        message = "There is no corpus."
        raise EventlockyError(message)

    bad = Experiment("bad", "", "X", "pages", (), ("types.py",), fail)
    done = runner.run_all([bad, little(Outcome([TABLE]))], Bench(tmp_path), tmp_path / "out", today=TODAY)
    assert [one.problem for one in done] == ["There is no corpus.", ""]


def test_the_index_says_whether_a_result_is_of_the_code_as_it_is(tmp_path):
    known = EXPERIMENTS["locky-table1"]
    out = tmp_path / "out"
    for experiment in (known, little(Outcome([TABLE]))):
        runner.run_one(experiment, Bench(tmp_path), out, TODAY)
    index = (out / "index.md").read_text(encoding="utf-8")
    assert f"{results.code_of(known)}, as now" in index
    assert "of an experiment that is no more" in index
    file = out / "locky-table1.json"
    plain = json.loads(file.read_text(encoding="utf-8"))
    plain["run"]["code"] = "0123456789abcdef"
    file.write_text(json.dumps(plain), encoding="utf-8")
    results.write_index(out)
    index = (out / "index.md").read_text(encoding="utf-8")
    assert "0123456789abcdef, the sources have changed since" in index
    assert index == results.index(results.read_all(out), results.sources(out))  # whatever the sources become later
    assert results.sources(tmp_path) == {}


def test_a_short_time_is_not_shown_as_none():
    table = Table("Costs", ("who", "F1", "s/text"), [["us", 0.00043, 0.00043], ["them", 0.5, 1.5]], moving=("s/text",))
    plain = {"paper": "P", "what": "W", "plots": [], "worst": [], "notes": [], "tables": [asdict(table)]}
    run = {"command": "", "data": {}, "versions": {}, "date": "", "seconds": 0, "seed": 0, "code": ""}
    assert "| us | 0.000 | 0.00043 |" in results.markdown({**plain, "run": run})


def test_a_broken_or_foreign_json_among_the_results_does_not_end_a_run(tmp_path, caplog):
    """The other lane's half-written file once ended a lane: outside of the try, with all that was to come."""
    out = tmp_path / "out"
    out.mkdir()
    for name, text in (("broken", '{"name": "bro'), ("list", "[1]"), ("number", "1"), ("measured", '{"tables": 1}')):
        (out / f"{name}.json").write_text(text, encoding="utf-8")
    done = runner.run_all([little(Outcome([TABLE]))], Bench(tmp_path), out, today=TODAY)
    assert [one.problem for one in done] == [""]
    assert "(little.md)" in (out / "index.md").read_text(encoding="utf-8")
    assert [one["name"] for one in results.read_all(out)] == ["little"]
    assert "broken.json" in caplog.text
    assert list(out.glob("*.part")) == []


def test_an_experiment_whose_results_cannot_be_written_does_not_end_the_others(tmp_path):
    (tmp_path / "out").write_text("a file where a folder should be")
    done = runner.run_all([little(Outcome([TABLE]))] * 2, Bench(tmp_path), tmp_path / "out", today=TODAY)
    assert ["cannot be written" in one.problem for one in done] == [True, True]


def test_what_was_computed_is_kept_until_its_data_or_its_code_change(tmp_path, monkeypatch):
    keeper, asked = Keeper(tmp_path), []

    def make() -> list[int]:
        asked.append(1)
        return [1, 2]

    for data in ("a", "a", "b", "a"):
        assert keeper.ask("q", {"data": data}, ("types.py",), make) == [1, 2]
    assert len(asked) == 2
    assert len(keeper.saved) == 2
    monkeypatch.setattr(kept, "code_revision", lambda _uses: "other")
    keeper.ask("q", {"data": "a"}, ("types.py",), make)
    assert len(asked) == 3
    for file in tmp_path.iterdir():
        file.write_text("{broken")
    keeper.ask("q", {"data": "a"}, ("types.py",), make)
    assert len(asked) == 4
    assert Keeper().ask("q", {}, ("types.py",), make) == [1, 2]


def test_a_kept_answer_says_what_it_once_cost(tmp_path):
    def make() -> int:
        return sum(range(200_000))

    answer, seconds = Keeper(tmp_path).timed("q", {}, ("types.py",), make)
    assert seconds > 0
    assert Keeper(tmp_path).timed("q", {}, ("types.py",), make) == (answer, seconds)


def test_the_revision_of_code_is_that_of_the_files_named():
    assert kept.code_revision(("types.py",)) == kept.code_revision(("types.py",))
    assert kept.code_revision(("types.py",)) != kept.code_revision(("types.py", "dates"))


def test_pages_and_models_of_the_package_are_part_of_its_code(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "PACKAGE", tmp_path)
    (tmp_path / "train").mkdir()
    seen = set()
    for name in ("best.py", "page.html", "gold.jsonl", "event.npz", "notes.swp"):
        (tmp_path / "train" / name).write_bytes(b"a")
        kept.code_revision.cache_clear()
        seen.add(kept.code_revision(("train",)))
    kept.code_revision.cache_clear()
    assert len(seen) == 4


def test_the_pages_beside_the_gold_are_part_of_the_data(tmp_path):
    (tmp_path / "corpora" / "a" / "pages").mkdir(parents=True)
    (tmp_path / "corpora" / "a" / "gold.jsonl").write_text("{}")
    page = tmp_path / "corpora" / "a" / "pages" / "p.html.gz"
    seen = set()
    for body in (b"one", b"two"):
        page.write_bytes(body)
        kept.file_digest.cache_clear()
        seen.add(str(Bench(tmp_path, Keeper()).digests(["corpora/a/gold.jsonl"])))
    assert len(seen) == 2


def test_the_texts_that_systems_learn_from_lie_beside_the_gold(tmp_path):
    """Their answers were once kept whatever became of the labelled sentences and records."""
    (tmp_path / "corpora" / "a").mkdir(parents=True)
    (tmp_path / "corpora" / "a" / "sentences.jsonl.gz").write_bytes(b"a")
    assert Bench(tmp_path).texts_beside(["a", "b"]) == ["corpora/a/sentences.jsonl.gz"]


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda one: one.name)
def test_what_an_experiment_uses_exists(experiment):
    assert [name for name in experiment.uses if not (kept.PACKAGE / name).exists()] == []
    assert re.fullmatch(r"[a-z0-9-]+", experiment.name)


def test_every_table_and_figure_that_was_asked_for_is_run_or_said_not_to_be():
    said = " ".join([*(one.paper for one in EXPERIMENTS.values()), *(what for what, _ in NOT_RUN)])
    wanted = {
        "Event.Locky 2017": ("Table 1", "Table 2", "Table 3", "Fig. 7", "Fig. 10"),
        "orerunner 2015": ("Table 3", "Table 4", "Table 5"),
        "KEDR": ("Table 1",),
        "EventFinder": ("sections 4.1 and 4.2",),
    }
    for paper, parts in wanted.items():
        for part in parts:
            assert f"{paper}, {part}" in said or f"{paper} 2009, {part}" in said or f"{paper} 2003, {part}" in said, (
                part
            )
    for part in (
        "Table 4 and Fig. 8",
        "Table 5",
        "Tables 6 and 8, Fig. 11",
        "Table 10",
        "Table 11",
        "Table 12",
        "Fig. 10",
    ):
        assert f"Deal Finder, {part}" in said


def test_an_unknown_experiment_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="locky-table2"):
        chosen(["nothing"])


def test_drawings_are_the_same_in_every_run():
    curves = {"a": [(0.0, 0.1), (1.0, 0.9)], "b": [(0.0, 0.3)]}
    assert plots.lines(curves, across="x", up="y", dashed=["b"]) == plots.lines(
        curves, across="x", up="y", dashed=["b"]
    )
    assert plots.spread({"a": [1.0, 2.0]}, across="x", up="y") == plots.spread({"a": [1.0, 2.0]}, across="x", up="y")


def test_table_1_says_of_the_papers_ways_what_the_paper_says():
    """Our re-builds of DEPTA and of Event.Locky have the features that the paper's table gives them."""
    table = locky_table1.run(Bench(Path())).tables[0]
    place = {name: number for number, name in enumerate(table.columns)}
    for row in table.rows:
        assert row[place["depta"]] == row[place["paper: DEPTA"]], row[0]
        assert row[place["locky"]] == row[place["paper: ours"]], row[0]


def test_pages_are_right_in_part_or_failed_as_the_thesis_says():
    from eventlocky.evaluate.experiments.runs import PageRun

    def page(gold: int, found: int, right: int) -> PageRun:
        score = {"gold": gold, "predicted": found, "right": right, "complete": True}
        return PageRun(
            "c",
            "p",
            "d",
            "en",
            "",
            has_events=True,
            found=found,
            score=score,
            judged=[],
            seconds=0,
            parse_seconds=0,
            error="",
        )

    runs = [page(5, 5, 5), page(5, 5, 4), page(9, 6, 6), page(4, 2, 0), page(4, 0, 0)]
    assert eventfinder.sorted_out(runs) == (2, 1, 2)


def test_the_papers_models_of_the_package_have_not_seen_the_pages_that_we_wrote():
    """Of what the systems of the papers find on those pages the second experiment of the thesis is told."""
    pages = corpus.written()
    assert sum(not page.row["events"] for page in pages) > 800
    assert all(page.file.is_file() for page in pages)
    for name in ("event-locky", "event-onehot-svm"):
        with np.load(kept.PACKAGE / "models" / f"{name}.npz") as model:
            learned = json.loads(model["card"].tobytes())["data"]
        assert learned.startswith("civic+japan+world cut by ")
        assert "written" not in learned


def test_the_command_lists_runs_and_writes(tmp_path, capsys):
    assert cli.main(["evaluate", "all", "--list"]) == 0
    listed = capsys.readouterr().out
    assert "deals-table12" in listed
    assert "not run" in listed
    line = ["evaluate", "all", "--only", "locky-table1", "--out", str(tmp_path / "o"), "--kept", str(tmp_path / "k")]
    assert cli.main(line) == 0
    said = capsys.readouterr().out
    assert "1 of 1 experiments run" in said
    assert said.count("by the clock") == 2  # the experiment's, and the whole run's
    (tmp_path / "o" / "locky-table1.md").write_text("old")
    assert cli.main(["evaluate", "all", "--render", "--out", str(tmp_path / "o")]) == 0
    assert "Table 1" in (tmp_path / "o" / "locky-table1.md").read_text(encoding="utf-8")


def test_what_measures_by_the_clock_runs_alone_and_first(tmp_path, monkeypatch):
    """Seconds of Fig. 10 were once taken while the other lane kept the other core busy."""
    order = []

    def noted(name: str, lane: str, *, is_alone: bool = False) -> Experiment:
        def run(_bench: Bench) -> Outcome:
            order.append(name)
            return Outcome([TABLE])

        return Experiment(name, "A paper", "What", lane, (), ("types.py",), run, is_alone)

    def lanes(names, *_rest):
        order.append(names)
        return []

    monkeypatch.setattr(runner, "_lanes", lanes)
    wanted = [noted("a", "pages"), noted("b", "records"), noted("c", "pages", is_alone=True)]
    runner.run_all(wanted, Bench(tmp_path), tmp_path / "out", jobs=2, today=TODAY)
    assert order == ["c", [["a"], ["b"]]]
    assert [one.name for one in EXPERIMENTS.values() if one.is_alone] == ["locky-fig10"]


def differing(tmp_path: Path, before: Outcome, now: Outcome, name: str = "little") -> tuple[str, ...] | None:
    runner.run_one(little(before, name), Bench(tmp_path), tmp_path / "out", TODAY)
    later = date(2026, 12, 24)
    return runner.run_one(little(now, name), Bench(tmp_path), tmp_path / "out", later, is_check=True).changed


def changed(rows: list[list[object]], **other: object) -> Table:
    return Table(**{**{field: getattr(TABLE, field) for field in TABLE.__slots__}, "rows": rows, **other})


def test_two_runs_have_the_same_numbers_whatever_the_day_and_the_time(tmp_path):
    slower = changed([["us", 0.12345, 0.9135, 9.9], *TABLE.rows[1:]])
    assert differing(tmp_path, Outcome([TABLE]), Outcome([slower])) == ()


def test_a_number_that_is_another_is_told_with_its_place(tmp_path):
    other = changed([["us", 0.123456, 0.9135, 0.2], *TABLE.rows[1:]])  # shown, it would be the same
    assert differing(tmp_path, Outcome([TABLE]), Outcome([other])) == ("Shares, us, F1: 0.12345 was, 0.123456 is",)


def test_rows_tables_and_words_that_are_others_are_told(tmp_path):
    assert differing(tmp_path, Outcome([TABLE]), Outcome([changed(TABLE.rows[1:])])) == (
        "Shares: it has other columns or rows",
    )
    more = Outcome([changed(TABLE.rows, title="New")], worst=[("a", "1 of 2")], notes=["N."])
    assert differing(tmp_path, Outcome([TABLE]), more) == (
        "the table 'New' was not there",
        "the table 'Shares' is no more",
        "the list of what goes wrong most is another",
        "a note is another",
    )
    noted = Outcome([changed(TABLE.rows, note="0.062")])
    assert differing(tmp_path, Outcome([TABLE]), noted) == ("Shares: its note is another",)
    assert differing(tmp_path, Outcome([TABLE]), noted, "locky-fig10") == ()  # its note is the load of the machine


def test_a_quick_run_is_not_the_same_as_a_whole_one(tmp_path):
    runner.run_one(little(Outcome([TABLE])), Bench(tmp_path), tmp_path / "out", TODAY)
    quick = Bench(tmp_path, is_quick=True)
    (said,) = runner.run_one(little(Outcome([TABLE])), quick, tmp_path / "out", TODAY).changed or ()
    assert "--quick" in said


def test_a_check_writes_nothing_and_ends_with_one_where_a_number_is_another(tmp_path, capsys):
    out = tmp_path / "o"
    line = ["evaluate", "all", "--only", "locky-table1", "--out", str(out), "--kept", str(tmp_path / "k")]
    assert cli.main([*line, "--check"]) == 1
    assert "nothing to compare with" in capsys.readouterr().out
    assert not out.exists()
    assert cli.main(line) == 0
    assert cli.main([*line, "--check"]) == 0
    assert "the same numbers" in capsys.readouterr().out
    file = out / "locky-table1.json"
    wrong = file.read_text(encoding="utf-8").replace("○", "×", 1)
    file.write_text(wrong, encoding="utf-8")
    assert cli.main([*line, "--check"]) == 1
    assert "× was, ○ is" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8") == wrong
    assert cli.main(line) == 0  # without --check it is said, and written


@pytest.mark.slow
def test_two_lanes_are_two_processes_that_write_into_one_folder(tmp_path):
    wanted = [EXPERIMENTS["locky-table1"], EXPERIMENTS["forerunner-table4"]]  # the second lacks its corpus here
    done = runner.run_all(wanted, Bench(tmp_path, Keeper(tmp_path / "k")), tmp_path / "o", jobs=2, today=TODAY)
    assert {one.name: bool(one.problem) for one in done} == {"locky-table1": False, "forerunner-table4": True}
    assert (tmp_path / "o" / "locky-table1.json").exists()


def test_without_corpora_the_command_says_what_is_missing_and_ends_with_one(tmp_path, capsys):
    line = ["evaluate", "all", "--only", "systems", "--shared", str(tmp_path), "--out", str(tmp_path / "o")]
    assert cli.main([*line, "--kept", str(tmp_path / "k")]) == 1
    assert "--shared" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.parametrize("name", ["forerunner-table3", "forerunner-table4"])
def test_a_quick_run_gives_the_same_figures_twice(name, shared, tmp_path):
    bench = Bench(shared, Keeper(), is_quick=True)
    done = [runner.run_one(EXPERIMENTS[name], bench, tmp_path, TODAY) for _ in range(2)]
    assert [one.problem for one in done] == ["", ""]
    assert [one.changed for one in done] == [None, ()]
