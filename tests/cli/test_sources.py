"""`sources` says how every source is doing; `digest` sends, or shows what would be sent."""

from __future__ import annotations

import json
from datetime import date

import pytest

from eventlocky.cli import main
from eventlocky.crawl.health import NEW, after_failure, after_success
from eventlocky.crawl.ledger import Ledger, SiteMemory
from eventlocky.errors import UnreachableError
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, When

GOOD = Organisation("Old Harbour", "https://harbour.example/")
FALLEN = Organisation("Fallen \x1b[31mName", "https://fallen.example/")
DOWN = Organisation("Down", "https://down.example/")


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = str(tmp_path / "a.sqlite")
    monkeypatch.setenv("EVENTLOCKY_STORE", path)
    with Store(path) as opened:
        opened.keep(GOOD, GOOD.website, "event", [Event("Jazz", When(date(2099, 12, 5)))])
        opened.keep(GOOD, f"{GOOD.website}2", "event", [Event("Talk", When(date(2099, 12, 6)))])
        opened.keep(FALLEN, FALLEN.website, "event", [])
        opened.failed(DOWN, DOWN.website, "It did not answer.")
    with Ledger(path) as ledger:
        ledger.keep_site(GOOD.website, SiteMemory(after_success(NEW, 1_000_000_000.0, 2)))
        ledger.keep_site(FALLEN.website, SiteMemory(after_success(after_success(NEW, 1.0, 20), 2.0, 1)))
        ledger.keep_site(
            "https://new.example/", SiteMemory(after_failure(NEW, 3.0, UnreachableError("No route.", 500)))
        )
    return path


def out(capsys, *arguments):
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err


def test_every_source_has_a_line_with_its_yield_and_what_is_wrong(store, capsys):
    code, lines, said = out(capsys, "sources", "--json")
    rows = {row["website"]: row for row in map(json.loads, lines)}
    assert code == 0
    good = rows[GOOD.website]
    assert (good["state"], good["pages"], good["events"], good["is_alarm"]) == ("good", 2, 2, False)
    assert good["read_at"] == "2001-09-09T01:46:40+00:00"
    fallen = rows[FALLEN.website]
    assert (fallen["state"], fallen["is_alarm"], fallen["expected"]) == ("fallen", True, 14.3)
    assert "20 were expected" in fallen["problem"]
    assert (rows[DOWN.website]["state"], rows[DOWN.website]["problem"]) == ("error", "It did not answer.")
    assert rows["https://new.example/"]["failures"] == 1
    assert said == ""


def test_the_table_is_for_people_and_steers_no_terminal(store, capsys):
    code, lines, said = out(capsys, "sources")
    assert (code, len(lines)) == (0, 4)
    assert "\x1b" not in "".join(lines)
    assert said == "4 sources, 2 events, 3 alarms.\n"
    assert [line[0] for line in out(capsys, "sources", "--alarms")[1]] == ["!", "!", "!"]
    assert GOOD.website in out(capsys, "sources", "--sort", "events")[1][0]


def test_an_empty_store_has_no_sources(tmp_path, capsys):
    with Store(tmp_path / "b.sqlite"):
        pass
    assert out(capsys, "sources", "--store", str(tmp_path / "b.sqlite"))[0] == 1
    assert out(capsys, "sources", "--store", str(tmp_path / "none.sqlite"))[0] == 3
