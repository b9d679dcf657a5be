"""Every figure of the documents has its evidence, and the pages of results say what their JSON says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import figures
import pytest

from eventlocky.evaluate import results
from eventlocky.evaluate.experiments import EXPERIMENTS, finders
from eventlocky.evaluate.experiments.base import EVENTS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "evaluation"
RESULTS = results.read_all(FOLDER)


def test_every_figure_of_the_documents_is_found_in_a_result_or_written_down_with_its_command():
    assert figures.unproven() == [], "python tools/figures.py lists them; --record says where one comes from"


def test_nothing_is_written_down_that_no_document_says():
    assert figures.stale() == []


def test_what_was_measured_once_says_by_which_command_on_what_and_when():
    for entry in figures.load():
        if entry["figures"]:
            assert all(entry.get(name) for name in ("command", "data", "date")), entry["section"]


@pytest.mark.parametrize("plain", RESULTS, ids=lambda plain: plain["name"])
def test_a_page_of_results_says_what_its_json_says(plain):
    assert (FOLDER / f"{plain['name']}.md").read_text(encoding="utf-8") == results.markdown(plain)
    assert [plot["file"] for plot in plain["plots"] if not (FOLDER / plot["file"]).exists()] == []
    assert plain["name"] in EXPERIMENTS
    assert plain["run"].keys() >= {"command", "date", "seconds", "seed", "data", "code", "versions"}
    assert "--quick" not in plain["run"]["command"]
    assert plain["worst"], "it does not say where it goes wrong"
    assert plain["plots"]
    assert all(plain["run"]["data"].values())


ERRORS = ROOT / "docs" / "evaluation-errors.md"


def rows_of(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading of the list of errors, without the line of names."""
    part = re.split(r"^#+ ", ERRORS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (text,) = [each for each in part if each.startswith(heading)]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_the_list_of_errors_adds_up():
    """What is right, under another title or missed is the gold; what is right, under another title or false is found."""
    sums = []
    for corpus, *counts in rows_of("What is still wrong"):
        said = [int(count) for count in counts]
        if corpus == "together":
            assert [sum(column) for column in zip(*sums, strict=True)] == said
            continue
        rows = [[int(cell) for cell in row[1:7]] for row in rows_of(corpus)]
        for (gold, found, right, title, missed, false), row in zip(rows, rows_of(corpus), strict=True):
            assert (right + title + missed, right + title + false) == (gold, found), row[0]
        sums.append(said)
        assert said == [len(rows), *(sum(row[place] for row in rows) for place in (3, 4, 5))], corpus


def test_the_list_of_errors_is_that_of_the_run():
    """A run from before its table of faulty pages names the worst only, those of gold that is not complete among them."""
    (plain,) = [one for one in RESULTS if one["name"] == "finders"]
    said = {f"{corpus}/{row[0]}": tuple(map(int, row[1:4])) for corpus in EVENTS for row in rows_of(corpus)}
    if faulty := {f"{row[0]}/{row[1]}": tuple(row[2:]) for row in table_of(plain, finders.FAULTS)}:
        assert said == faulty
        return
    for page, words in plain["worst"]:
        right, gold, found = map(int, re.findall(r"\d+", words))
        assert said.get(page, (gold, found, right)) == (gold, found, right), page


def table_of(plain: dict, title: str) -> list[list]:
    return next((table["rows"] for table in plain["tables"] if table["title"] == title), [])


def test_the_list_of_results_is_whole():
    assert (FOLDER / "index.md").read_text(encoding="utf-8") == results.index(RESULTS, results.sources(FOLDER))


def test_plots_hold_no_date_and_no_name_of_a_run():
    for file in FOLDER.glob("*.svg"):
        text = file.read_text(encoding="utf-8")
        assert "<dc:date>" not in text
        assert "http" not in text.replace("http://www.w3.org/", "").replace("http://creativecommons.org/", "").replace(
            "http://purl.org/", ""
        )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`site_f1` is 0.867 ± 0.026, 99.75 % of 7,295", ["0.867", "0.026", "99.75%"]),
        ("| −21.07 | +0.94 | 72 % |", ["-21.07", "0.94", "72%"]),
        ("version 0.1.0 of Apache-2.0, in 2017, log2 of 8, `0.5`", []),
        ("[a](b-0.5.md) and 1,234.5 ms", ["1234.5"]),
        ("found 145 of 219 events, 7,277 of 7,295 days", ["145 of 219", "7277 of 7295"]),
    ],
)
def test_figures_are_told_from_other_numbers(text, found):
    assert figures.figures(text) == found


def test_a_figure_is_among_numbers_where_it_is_one_of_them_rounded():
    assert figures.is_among("0.87", [0.8666])
    assert not figures.is_among("0.87", [0.8644])
    assert figures.is_among("86.7%", [0.8666])
    assert figures.is_among("-0.5", [-0.5])
    assert figures.is_among("145 of 219", [219.0, 145.0])
    assert not figures.is_among("145 of 219", [145.0])


RESULT = {
    "tables": [
        {
            "title": "Finders",
            "columns": ["corpus", "finder", "site_f1", "±", "recall", "paper recall"],
            "rows": [["civic", "best", 0.9221, 0.021, 0.9434, 0.71], ["civic", "plain", 0.571, 0.04, 0.463, None]],
            "note": "",
        },
        {"title": "Sizes", "columns": ["corpus", "sites"], "rows": [["civic", 95], ["world", 52]], "note": ""},
        {
            "title": "By how much",
            "columns": ["model", "by", "95 % from", "to"],
            "rows": [["knn", 0.2, 0.1, 0.3]],
            "note": "",
        },
    ],
    "notes": [],
}
QUOTED = """
| corpus | site_f1 | recall | the paper | `plain` |
|---|---|---|---|---|
| civic | **0.922 ± 0.021** | 0.943 | 0.71 | 0.571 |

| | |
|---|---|
| `site_f1` over 95 civic sites | 0.922 ± 0.021 |

| above | |
|---|---|
| `knn` | 0.20 (0.10 to 0.30) |
"""


def misquoted(text: str, tmp_path, monkeypatch) -> list[str]:
    (tmp_path / "finders.json").write_text(json.dumps(RESULT))
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    return [quote.figure for quote in figures.quotes(text) if not figures.is_quoted(quote, ["finders"])]


def test_figures_of_a_table_stand_in_the_row_and_column_of_a_result_that_their_own_name(tmp_path, monkeypatch):
    assert misquoted(QUOTED, tmp_path, monkeypatch) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("| `site_f1` over 95 civic sites | 0.922", "| `site_f1` over 95 civic sites | 0.571"),
        ("over 95 civic", "over 52 civic"),
        ("| 0.943 |", "| 0.463 |"),
        ("| 0.943 |", "| 0.922 |"),
        ("**0.922 ± 0.021**", "**0.922 ± 0.040**"),
        ("| 0.71 |", "| 0.94 |"),
        ("| 0.571 |", "| 0.922 |"),
        ("(0.10 to", "(0.15 to"),
        ("0.20 (", "0.40 ("),
    ],
)
def test_a_figure_of_another_row_or_column_does_not_vouch_for_it(right, wrong, tmp_path, monkeypatch):
    """README once could say any finder's figure for that of `best`, and any number of sites."""
    assert QUOTED.count(right) == 1
    assert len(misquoted(QUOTED.replace(right, wrong), tmp_path, monkeypatch)) == 1


def test_whole_numbers_are_figures_in_tables_that_quote_results():
    text = "| corpus | pages | on 2026-11-18 |\n|---|---|---|\n| civic of 2017 | 1,181 | 4 of 9, 72 % |\n"
    assert [quote.figure for quote in figures.quotes(text)] == ["2017", "1181", "4 of 9", "72%"]


def test_a_new_figure_without_evidence_is_noticed(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text("# A\n\nWe find 0.99 of all.\n\n## B (2026-11-16)\n\nIt costs 3.5 ms.\n")
    (tmp_path / "measured.json").write_text(json.dumps({"sections": []}))
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "MEASURED", tmp_path / "measured.json")
    monkeypatch.setattr(figures, "DOCUMENTS", ("README.md",))
    assert figures.unproven() == [("README.md", "A", "0.99"), ("README.md", "B", "3.5")]
    figures.record("README.md", "B", command="python b.py", data="our pages", date="2026-11-16", results=[])
    assert figures.unproven() == [("README.md", "A", "0.99")]
    (tmp_path / "README.md").write_text("# A\n")
    assert figures.stale() == [("README.md", "B", "3.5")]
    (tmp_path / "README.md").write_text("# A\n\nWe find 0.99 here and 0.98 there, 0.98 in all.\n")
    figures.record("README.md", "A", command="python a.py", data="our pages", date="2026-11-16", results=[])
    assert [figure for document, section, figure in figures.unproven() if section == "A"] == []
    (tmp_path / "README.md").write_text("# A\n\nWe find 0.99 here and 0.98 there, 0.99 in all.\n")
    assert figures.unproven() == [("README.md", "A", "0.99")]  # known, but not twice
    assert ("README.md", "A", "0.98") in figures.stale()
