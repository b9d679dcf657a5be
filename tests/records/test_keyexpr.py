"""Key expressions: what recurs with days and times, where records begin, which day they inherit."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pytest

import eventlocky
from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.demo import opera
from eventlocky.page import parse
from eventlocky.records.keyexpr import KeyExpr
from eventlocky.settings import Settings

REFERENCE = date(2026, 5, 1)
PAGES = Path(__file__).parent.parent / "pages" / "opera"
NAMES = sorted(file.stem for file in PAGES.glob("*.json"))


def find(html: str, kind: str = "event") -> list[tuple[str, str]]:
    """Return the words of every record, and those of the day that it inherits."""
    tree = parse(html)
    records = KeyExpr().find(tree, annotate(tree, {"date", "money"}, REFERENCE), kinds.load(kind))
    return [(tree.text(r.first, r.stop), " ".join(map(tree.text, r.context))) for r in records]


def words(html: str, kind: str = "event") -> list[str]:
    return [text for text, _ in find(html, kind)]


# The page, the region ----------------------------------------------------------------------------------


def test_a_page_with_less_than_two_key_expressions_is_skipped():
    assert find("<h1>Feast</h1><p>14 November 2026</p>") == []


def test_only_the_region_with_nearly_all_keys_counts():
    rows = "".join(f"<li>{day} May 2026, 19:30 Aida</li>" for day in range(1, 21))
    html = f"<ul>{rows}</ul><div><p>2 April 2026 Old news</p><p>3 April 2026 Older news</p></div>"
    assert words(html) == [f"{day} May 2026, 19:30 Aida" for day in range(1, 21)]


def test_a_region_may_hold_regions_one_a_month():
    month = "<h2>Shows in {0} 2026</h2><table><tr><td>1 {0} 2026<td>Aida<tr><td>2 {0} 2026<td>Tosca</table>"
    assert words(month.format("May") + month.format("June")) == [
        "1 May 2026 Aida",
        "2 May 2026 Tosca",
        "1 June 2026 Aida",
        "2 June 2026 Tosca",
    ]


def test_two_columns_are_two_regions():
    column = "<div><p>1 {0} 2026 Aida</p><p>2 {0} 2026 Tosca</p></div>"
    assert len(words(column.format("May") + column.format("June"))) == 4


def test_a_page_on_which_nothing_recurs_is_one_record():
    html = "<div><h1>Aida</h1><div><p>14 May 2026</p><span>19:30</span></div></div><footer>Imprint</footer>"
    assert words(html) == ["Aida 14 May 2026 19:30"]


# Boundaries ---------------------------------------------------------------------------------------------


def test_going_back_finds_what_a_record_has_before_its_key():
    card = "<h3>Show {0}</h3><p class=d>{0} May 2026</p><p class=t>Hall {0}</p>"
    html = "<div>All shows</div>" + "".join(card.format(day) for day in (1, 2, 3))
    assert words(html) == [f"Show {day} {day} May 2026 Hall {day}" for day in (1, 2, 3)]


def test_going_forward_finds_where_the_last_record_ends():
    card = "<p class=d>{0} May 2026</p><p class=t>Show {0}</p>"
    html = "".join(card.format(day) for day in (1, 2, 3)) + "<p class=note>All shows in the hall</p>"
    assert words(html) == [f"{day} May 2026 Show {day}" for day in (1, 2, 3)]


def test_what_follows_the_last_key_does_not_stand_before_the_first():
    card = "<p>{0} May 2026</p><div>Show {0}</div>"
    assert words("<div>Welcome</div>" + "".join(card.format(day) for day in (1, 2, 3)))[0] == "1 May 2026 Show 1"


def test_records_whose_attributes_never_recur_are_found_by_their_tag():
    html = "".join(f"<div class=show{day}>{day} May 2026 Aida</div>" for day in (1, 2, 3))
    assert len(words(html)) == 3


def test_alternating_classes_do_not_join_two_records():
    html = "".join(f"<div class={'odd' if day % 2 else 'even'}>{day} May 2026 Aida</div>" for day in range(1, 7))
    assert len(words(html)) == 6


def test_lines_between_breaks_are_records():
    assert words("<p><b>1 May 2026</b> Aida<br><b>2 May 2026</b> Tosca<br>") == ["1 May 2026 Aida", "2 May 2026 Tosca"]


def test_the_first_and_the_last_day_of_one_event_are_not_two_records():
    row = "<tr><td>{0} May 2026<td>{1} May 2026<td>Fair {0}</tr>"
    assert len(words(f"<table>{row.format(1, 3)}{row.format(11, 13)}</table>")) == 2


def test_the_days_of_one_production_are_not_records_of_their_own():
    production = "<li><h3>{}</h3><ul><li>{} May 2026</li><li>{} May 2026</li></ul></li>"
    html = f"<ul>{production.format('Aida', 1, 2)}{production.format('Tosca', 3, 4)}</ul>"
    assert words(html) == ["Aida 1 May 2026 2 May 2026", "Tosca 3 May 2026 4 May 2026"]


def test_a_deal_s_key_expression_is_its_price():
    assert len(words("".join(f"<li>Lamp {n} <b>${n}.99</b></li>" for n in range(1, 5)), "deal")) == 4


# Inheritance --------------------------------------------------------------------------------------------


def test_an_empty_cell_inherits_the_day_of_the_record_above():
    html = (
        "<table><tr><td>Sa 2.5.2026<td>15:00<td>Aida<tr><td><td>19:30<td>Tosca"
        "<tr><td>So 3.5.2026<td>19:30<td>Carmen</table>"
    )
    assert [day for _, day in find(html)] == ["", "Sa 2.5.2026", ""]


def test_a_day_s_header_is_inherited_by_all_that_stands_under_it():
    day = "<h3>{} May 2026</h3><p>15:00 Aida</p><p>19:30 Tosca</p><p>22:00 Carmen</p>"
    assert find(day.format(2) + day.format(3)) == [
        (show, f"{number} May 2026") for number in (2, 3) for show in ("15:00 Aida", "19:30 Tosca", "22:00 Carmen")
    ]


def test_a_day_s_header_belongs_to_the_first_record_where_most_have_one():
    day = "<h3>{} May 2026</h3><p>15:00 Aida</p>"
    html = day.format(2) + "<p>19:30 Tosca</p>" + day.format(3) + day.format(4)
    assert find(html)[:2] == [("2 May 2026 15:00 Aida", ""), ("19:30 Tosca", "2 May 2026")]


def test_times_without_any_day_are_no_records():
    assert find("<ul><li>15:00 Aida<li>19:30 Tosca</ul>") == []


# The paper's claim ------------------------------------------------------------------------------------


def test_the_programmes_are_as_their_script_writes_them(tmp_path):
    opera.write(tmp_path)
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    stored = {file.name: file.read_text(encoding="utf-8") for file in PAGES.iterdir() if file.suffix != ".toml"}
    assert stored == written
    assert len(NAMES) == 13


def score(name: str) -> tuple[int, int, int]:
    """Return how many performances are right in day, time and title, how many there are, how many are announced.

    The kind asks for a title alone: as in the paper, nothing is classified after the records are found.
    """
    truth = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    events = eventlocky.extract(
        (PAGES / f"{name}.html").read_bytes(),
        truth["url"],
        fetched=date.fromisoformat(truth["fetched"]),
        kind=str(PAGES / "performance.toml"),
        settings=Settings(finder="keyexpr"),
    )
    wanted = {(event["title"], datetime.fromisoformat(event["start"])) for event in truth["events"]}
    return len(wanted & {(event.title, event.when.start) for event in events}), len(wanted), len(events)


@pytest.mark.parametrize("name", NAMES)
def test_every_performance_of_a_programme_is_found_and_nothing_else(name):
    right, wanted, found = score(name)
    assert (right, found) == (wanted, wanted)


def test_recall_and_precision_over_all_programmes_are_those_of_the_paper():
    right, wanted, found = (sum(numbers) for numbers in zip(*map(score, NAMES), strict=True))
    assert right / wanted >= 0.99
    assert right / found == 1


# Growth -------------------------------------------------------------------------------------------------

SHAPES = {
    "cards": "<div class=c><h3>Show</h3><p>1 May 2026</p><p>19:30</p></div>",
    "siblings": "<p class=d>1 May 2026</p><p class=u>19:30</p><p class=t>Show</p>",
    "days": "<h3>1 May 2026</h3><ul><li>15:00 Aida</li><li>19:30 Tosca</li></ul>",
    "lines": "1 May 2026 Aida<br>",
    "depth": "<div><p>1 May 2026 Aida</p>",
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_ten_times_the_records_cost_about_ten_times_as_much(is_linear, shape):
    assert is_linear(KeyExpr(), lambda times: SHAPES[shape] * times, {"date"})
