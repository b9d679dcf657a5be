"""The tables of real date strings, each with its right reading.

`strings/<language>.jsonl` was looked at while the reader was built; `strings/judge/<language>.jsonl` was written
without sight of the reader, and only judges it. The floors are what was reached: they only go up.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from eventlocky.cli.dates import read_line

HERE = Path(__file__).parent
TABLES = sorted([*(HERE / "strings").glob("*.jsonl"), *(HERE / "strings" / "judge").glob("*.jsonl")])
FLOORS = json.loads((HERE / "floors.json").read_text(encoding="utf-8"))
FIELDS = ("start", "end", "doors")


def rows_of(table: Path) -> list[dict]:
    return [json.loads(line) for line in table.read_text(encoding="utf-8").splitlines()]


def is_right(row: dict) -> bool:
    read = read_line(row["text"], date.fromisoformat(row["reference"]), country=row.get("country"))
    if _parts(read["rrule"]) != _parts(row.get("rrule")):
        return False
    return all(read[name] == row.get(name) for name in FIELDS) and read["also"] == row.get("also", [])


def _parts(rule: str | None) -> set[str]:
    return set(rule.split(";")) if rule else set()  # RFC 5545 gives the order of the parts of a rule no meaning


def name_of(table: Path) -> str:
    return f"judge/{table.stem}" if table.parent.name == "judge" else table.stem


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_strings_are_read_right(table):
    rows = rows_of(table)
    wrong = [row["text"] for row in rows if not is_right(row)]
    assert len(rows) - len(wrong) >= FLOORS[name_of(table)], f"{len(wrong)} of {len(rows)} wrong"


def test_there_are_enough_strings_and_every_language_is_judged():
    judged = {table.stem for table in TABLES if table.parent.name == "judge"}
    assert sum(len(rows_of(table)) for table in TABLES) >= 1_200
    assert judged == {table.stem for table in TABLES if table.parent.name != "judge"}
