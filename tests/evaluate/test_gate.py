"""The gate: nothing falls below its floor, and no floor is lowered without a word."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from eventlocky import cli
from eventlocky.errors import CorpusError
from eventlocky.evaluate import gate
from eventlocky.evaluate.gate import Measured

ROOT = Path(__file__).parent.parent.parent
FLOORS = ROOT / "tests" / "gate.json"
PAGES = ROOT / "tests" / "pages"
SUITE = Measured("own/a", 2, "d1", {"recall": 0.8, "precision": 1.0})


def floors(recall: float, digest: str = "d1", lowered: list | None = None) -> dict:
    suite = {"pages": 2, "digest": digest, "floors": {"recall": recall}}
    return {"suites": {"own/a": suite}, "lowered": lowered or []}


def test_the_project_s_own_pages_are_read_at_least_as_well_as_their_floors_say():
    assert [str(one) for one in gate.check(gate.own_suites(PAGES), gate.load(FLOORS))] == []


@pytest.mark.slow
@pytest.mark.corpus
def test_fixed_pages_of_the_corpora_are_read_at_least_as_well_as_their_floors_say(shared):
    assert [str(one) for one in gate.check(list(gate.corpus_suites(shared)), gate.load(FLOORS))] == []


def test_no_floor_was_lowered_without_a_reason_since_the_file_was_first_kept():
    git = shutil.which("git")
    log = git and subprocess.run(
        [git, "-C", str(ROOT), "log", "--format=%H", "--", "tests/gate.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not log or log.returncode or not log.stdout.split():
        pytest.skip("The history of the floors is not here.")
    now = gate.load(FLOORS)
    for revision in log.stdout.split():
        text = subprocess.run(
            [git, "-C", str(ROOT), "show", f"{revision}:tests/gate.json"], capture_output=True, text=True, check=False
        )
        if text.returncode == 0:  # where it was not removed
            assert gate.lowered_silently(json.loads(text.stdout), now) == []


def test_a_figure_below_its_floor_is_told():
    assert [str(one) for one in gate.check([SUITE], floors(0.81))] == ["own/a: recall is 0.800, the floor is 0.81"]
    assert gate.check([SUITE], floors(0.8)) == []


def test_a_suite_of_other_pages_or_without_floors_does_not_pass_as_good():
    assert "not those" in str(gate.check([SUITE], floors(0.1, "d2"))[0])
    assert "no floors" in str(gate.check([SUITE], {"suites": {}, "lowered": []})[0])


def test_floors_are_raised_never_lowered_on_the_same_pages():
    assert gate.raised([SUITE], floors(0.1))["suites"]["own/a"]["floors"] == {"precision": 0.98, "recall": 0.78}
    assert gate.raised([SUITE], floors(0.9))["suites"]["own/a"]["floors"]["recall"] == 0.9
    assert gate.raised([SUITE], floors(0.9, "d2"))["suites"]["own/a"]["floors"]["recall"] == 0.78


def test_a_lower_floor_needs_an_entry_that_says_why():
    why = {"suite": "own/a", "figure": "recall", "from": 0.9, "to": 0.8, "why": "the page has a third event"}
    assert gate.lowered_silently(floors(0.9), floors(0.8)) == ["own/a recall: 0.9 to 0.8"]
    assert gate.lowered_silently(floors(0.9), floors(0.8, lowered=[{**why, "why": ""}])) == ["own/a recall: 0.9 to 0.8"]
    assert gate.lowered_silently(floors(0.9), floors(0.8, lowered=[why])) == []
    assert gate.lowered_silently(floors(0.9), {"suites": {}, "lowered": []}) == ["own/a recall: 0.9 to None"]
    assert gate.lowered_silently(floors(0.7), floors(0.8)) == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"suites": {"a": 1}, "lowered": []}', '{"suites": {}, "lowered": 1}']
)
def test_a_file_that_holds_no_floors_is_refused(tmp_path, text):
    (tmp_path / "gate.json").write_text(text)
    with pytest.raises(CorpusError, match="holds no floors"):
        gate.load(tmp_path / "gate.json")


def test_the_command_says_what_fell_and_ends_with_one(tmp_path, capsys):
    folder = tmp_path / "pages" / "own"
    folder.mkdir(parents=True)
    (folder / "a.html").write_text("<main><h1>Old roof</h1><p>mended</p></main>")
    (folder / "a.json").write_text(json.dumps({"url": "https://a.example/", "fetched": "2026-11-01", "events": []}))
    line = ["evaluate", "gate", "--own", "--pages", str(tmp_path / "pages"), "--floors", str(tmp_path / "gate.json")]
    assert cli.main(line) == 3
    assert cli.main([*line, "--raise"]) == 0
    assert cli.main([*line, "--json"]) == 0
    stored = json.loads((tmp_path / "gate.json").read_text())
    stored["suites"]["own/own"]["floors"]["clean"] = 1.1
    (tmp_path / "gate.json").write_text(json.dumps(stored))
    capsys.readouterr()
    assert cli.main(line) == 1
    assert "clean is 1.000, the floor is 1.10" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"fetched": "x", "events": []}', '{"fetched": "2026-11-01", "events": [{}]}']
)
def test_a_truth_that_is_none_is_said(tmp_path, text):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "a.html").write_text("<p>a")
    (tmp_path / "own" / "a.json").write_text(text)
    with pytest.raises(CorpusError, match="not the truth"):
        gate.own_suites(tmp_path)


def test_a_folder_without_pages_is_said(tmp_path, capsys):
    assert cli.main(["evaluate", "gate", "--own", "--pages", str(tmp_path)]) == 3
    assert "no pages" in capsys.readouterr().err
