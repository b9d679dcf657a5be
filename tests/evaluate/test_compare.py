"""What a change of the code does to pages, event by event."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from eventlocky import cli
from eventlocky.errors import CorpusError, EventlockyError
from eventlocky.evaluate import compare

ROOT = Path(__file__).parent.parent.parent
JAZZ = {"title": "Jazz Night", "start": "2026-11-14T19:30", "price": "€12"}
FAIR = {"title": "Book Fair", "start": "2026-11-15"}


def test_pages_with_the_same_answer_are_not_told():
    assert compare.changes({"a": [JAZZ, FAIR]}, {"a": [FAIR, dict(JAZZ, confidence=0.3)]}) == []


def test_what_is_lost_new_and_altered_is_told_apart():
    found = compare.changes({"a": [JAZZ, FAIR]}, {"a": [dict(JAZZ, price="€10"), dict(FAIR, start="2026-11-16")]})
    assert str(found[0]).splitlines() == [
        "a: 1 lost, 1 new, 1 altered",
        "  - 2026-11-15        Book Fair",
        "  + 2026-11-16        Book Fair",
        "  ~ 2026-11-14T19:30  Jazz Night  (price: '€12' to '€10')",
    ]


def test_pages_with_most_differences_come_first_and_a_page_may_be_gone():
    found = compare.changes({"a": [JAZZ], "b": [JAZZ, FAIR]}, {"a": []})
    assert [one.page for one in found] == ["b", "a"]


def test_the_project_s_pages_become_a_corpus(tmp_path):
    gold = compare.own_corpus(ROOT / "tests" / "pages", tmp_path)
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == len(list((ROOT / "tests" / "pages").glob("*/*.html")))
    assert all((gold.parent / "pages" / f"{row['id']}.html").exists() for row in rows)
    with pytest.raises(CorpusError, match="no pages"):
        compare.own_corpus(tmp_path, tmp_path / "other")


def repository(folder: Path) -> Path:
    """Make a repository whose only revision has a package that finds one event on every page."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed.")
    package = folder / "src" / "eventlocky"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import json, sys\n"
        "rows = [json.loads(line) for line in open(sys.argv[sys.argv.index('--corpus') + 1])]\n"
        "with open(sys.argv[sys.argv.index('--out') + 1], 'w') as out:\n"
        "    for row in rows:\n"
        "        out.write(json.dumps({'id': row['id'], 'events': [{'title': 'Ghost', 'start': '2026-01-01'}]}) + '\\n')\n"
    )
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for line in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "first"]):
        subprocess.run([git, "-C", str(folder), *line], check=True, capture_output=True)
    return folder


@pytest.mark.slow
def test_another_revision_reads_the_same_pages_and_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    place = repository(tmp_path / "project")
    pages = place / "tests" / "pages" / "own"
    pages.mkdir(parents=True)
    (pages / "a.html").write_text(
        "<main><h1>Jazz Night</h1><p>Concert, 14 November 2026, 19:30, tickets €12</p></main>"
    )
    truth = {"url": "https://a.example/", "fetched": "2026-11-01", "events": []}
    (pages / "a.json").write_text(json.dumps(truth))
    monkeypatch.chdir(place)
    assert cli.main(["evaluate", "compare", "HEAD"]) == 1
    assert "- 2026-01-01        Ghost" in capsys.readouterr().out
    left = subprocess.run(["git", "worktree", "list"], cwd=place, check=True, capture_output=True, text=True).stdout
    assert len(left.splitlines()) == 1


@pytest.mark.parametrize("revision", ["nowhere", "--help", "-x"])
def test_a_revision_that_is_none_is_refused(tmp_path, revision):
    place = repository(tmp_path / "project")
    with pytest.raises(EventlockyError, match="git could not be run"), compare.checked_out(place, revision):
        pass
