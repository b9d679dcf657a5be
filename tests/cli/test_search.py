"""`search`, `history`, `merge` and `unmerge` on a small store."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta

import pytest

from eventlocky.cli import main
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, Place, When

HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
GUIDE = Organisation("Guide", "https://guide.example/", lat=52.0, lon=10.0)
SOON = datetime.combine(date.today() + timedelta(days=3), datetime.min.time()).replace(hour=19)  # noqa: DTZ011


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = tmp_path / "a.sqlite"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVENTLOCKY_STORE", str(path))
    with Store(path) as opened:
        opened.keep(
            HALL, HALL.website, "event", [Event("Jazz Night", When(SOON)), Event("Over", When(date(2020, 1, 1)))]
        )
        opened.keep(
            GUIDE, GUIDE.website, "event", [Event("Jazz evening", When(SOON), Place("Barn", lat=52.0, lon=10.0))]
        )
    return path


def out(capsys, *arguments) -> tuple[int, list[str], str]:
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err


def test_search_prints_a_line_an_event_that_is_not_over(store, capsys):
    code, lines, _ = out(capsys, "search")
    assert (code, len(lines)) == (0, 2)
    assert "Jazz" in lines[0]


def test_search_takes_words_a_place_and_days(store, capsys):
    code, lines, _ = out(
        capsys, "search", "jazz", "--near", "53.99,11.12", "--radius", "2km", "--when", "next 7 days", "--json"
    )
    (row,) = map(json.loads, lines)
    assert (code, row["event"]["title"], row["organisation"]) == (0, "Jazz Night", "Old Harbour")
    assert out(capsys, "search", "jazz", "--when", "today")[0] == 1
    assert out(capsys, "search", "--past", "over")[0] == 0
    assert out(capsys, "search", "night jazz")[0] == 1
    assert "0.0 km" in out(capsys, "search", "--near", "53.99,11.12")[1][0]


def test_search_goes_on_with_a_cursor(store, capsys):
    _, first, said = out(capsys, "search", "--limit", "1")
    _, second, last = out(capsys, "search", "--limit", "1", "--cursor", said.split()[-1])
    assert first != second
    assert "More" not in last


def test_search_counts(store, capsys):
    _, lines, _ = out(capsys, "search", "--facets", "--json")
    assert json.loads(lines[0])["total"] == 2


def test_two_events_are_merged_shown_and_parted(store, capsys):
    _, lines, _ = out(capsys, "search", "jazz", "--json")
    one, other = (json.loads(line)["uid"] for line in lines)
    _, (stays,), _ = out(capsys, "merge", one, other)
    _, shown, _ = out(capsys, "history", stays)
    assert any("merged" in line for line in shown)
    statements = [line.split()[1].rstrip(":") for line in shown if line.strip().startswith("statement")]
    assert len(statements) == 2
    _, (back,), _ = out(capsys, "unmerge", stays, statements[1])
    assert {back, stays} == {one, other}
    _, (line,), _ = out(capsys, "history", back, "--json")
    assert json.loads(line)["event"]["uid"] == back


@pytest.mark.parametrize(
    "arguments",
    [
        ("history", "nobody"),
        ("merge", "a", "b"),
        ("unmerge", "a", "1"),
        ("search", "--when", "never ever"),
        ("search", "--store", "no.sqlite"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(store, capsys, arguments):
    code, _, said = out(capsys, *arguments)
    assert code == 3
    assert said.count("\n") == 1


def test_a_point_that_is_none_is_wrong_use(store, capsys):
    with pytest.raises(SystemExit) as end:
        main(["search", "--near", "here"])
    assert end.value.code == 2
