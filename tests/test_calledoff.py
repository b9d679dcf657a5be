"""Days on which nothing takes place: nobody meets, or another day has taken their place."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse

TODAY = date(2026, 9, 15)


def days(html: str) -> list[str]:
    found = annotate(parse(html.encode(), ""), ["date"], TODAY)
    return [str(one.value.when.first_day) for one in found.within("date", 0, 10_000)]


@pytest.mark.parametrize(
    "said",
    [
        "July 9, 2026 - <strong>NO MEETING</strong>",
        "July 9, 2026 – No meeting (holiday week)",
        "July 9, 2026: No seminar (fall break)",
        "July 9, 2026 (no council meeting)",
        "July 9, 2026<br>No Class",
        "<p>July 9, 2026</p><ul><li>No meetings scheduled</ul>",
        "July 9, 2026 – City offices closed (holiday)",
    ],
)
def test_a_day_on_which_nobody_meets_is_none(said: str):
    assert days(f"<ul><li>June 11, 2026<li>{said}<li>August 13, 2026</ul>") == ["2026-06-11", "2026-08-13"]


@pytest.mark.parametrize(
    "said",
    [
        "July 9, 2026 – No class fee",
        "July 9, 2026, no tickets required",
        "July 9, 2026 – CANCELLED",
        "July 9, 2026 - No Man's Land, a play",
        "July 9, 2026<br>No Class Act in concert",
    ],
)
def test_other_words_with_no_and_a_cancelled_day_call_nothing_off(said: str):
    assert len(days(f"<ul><li>June 11, 2026<li>{said}<li>August 13, 2026</ul>")) == 3


def test_a_row_whose_other_cell_says_no_meeting_is_no_day_but_another_board_meets():
    rows = "<tr><td>July 9, 2026<td>No meeting<tr><td>July 16, 2026<td>Regular meeting"
    assert days(f"<table>{rows}</table>") == ["2026-07-16"]
    boards = "<tr><td>May<td>May 4, 2026<td>May 11, 2026<tr><td>June<td>June 1, 2026<td>No meeting"
    assert days(f"<table>{boards}</table>") == ["2026-05-04", "2026-05-11", "2026-06-01"]


@pytest.mark.parametrize("tag", ["s", "del", "strike", 'span style="text-decoration: line-through"'])
def test_a_day_struck_out_beside_another_is_the_old_one(tag: str):
    close = tag.split(maxsplit=1)[0]
    assert days(f"<p><{tag}>March 12, 2026</{close}> March 19, 2026 (rescheduled)") == ["2026-03-19"]
    assert days(f"<table><tr><td><{tag}>3/12/2026</{close}><br>3/19/2026<td>Board</table>") == ["2026-03-19"]


def test_a_day_struck_out_alone_is_one_that_was_cancelled():
    assert days("<ul><li>May 7, 2026<li><del>May 14, 2026</del> CANCELLED</ul>") == ["2026-05-07", "2026-05-14"]


@pytest.mark.parametrize(
    "said",
    ["POSTPONED to", "- rescheduled to", "has been moved to", "- cancelled, rescheduled for", "– changed to"],
)
def test_a_day_that_is_moved_to_another_is_the_old_one(said: str):
    assert days(f"<p>Monday, October 26, 2026 {said} November 2, 2026") == ["2026-11-02"]


def test_a_day_in_a_month_written_over_it_is_called_off_too():
    september = "16 – Tree Board, 5:00 p.m.<br>17 – Arts Council, 4:00 p.m.<br>21 – City Commission, 7:00 p.m."
    october = "5 – City Commission, 7:00 p.m.<br>12 – City offices closed<br>19 – City Commission, 7:00 p.m."
    found = days(f"<h2>SEPTEMBER 2026</h2><p>{september}</p><h2>OCTOBER 2026</h2><p>{october}</p>")
    assert found[3:] == ["2026-10-05", "2026-10-19"]


@pytest.mark.parametrize("note", ["(approved 10/20/2026)", "[posted on 9/9/2026]", "(draft revised: 9/9/2026)"])
def test_the_day_on_which_minutes_were_approved_is_none_of_a_meeting(note: str):
    assert days(f"<p>August 18, 2026 <a href=m>Minutes {note}</a>") == ["2026-08-18"]
