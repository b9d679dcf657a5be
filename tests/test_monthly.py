"""Days that leave out their month: they are of the month over them where their weekdays fit."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse

DAY = date(2026, 1, 9)


def days(html: str) -> list[str]:
    return [day[5:] for day in days_of(html)]


def days_of(html: str) -> list[str]:
    found = annotate(parse(html), {"date"}, DAY).found
    return [str(annotation.value.when.first_day) for annotation in found if annotation.name == "date"]


def test_numbers_with_their_weekdays_are_days_of_the_month_above_where_they_fit():
    assert days("<h3>Ottobre 2026</h3><p>2 ven<br>Opera</p><p>4 dom<br>h 15.30 Turno D</p>") == ["10-02", "10-04"]
    cells = "<table><tr><td>6.<td>út<td>Hra<tr><td>8.<td>čt<td>Ples</table>"
    assert days(f"<h3>Leden 2026</h3>{cells}") == ["01-06", "01-08"]
    assert days("<h3>Ottobre 2026</h3><p>3 ven<br>Opera</p><p>5 dom<br>Opera</p>") == []


def test_a_month_alone_in_its_line_heads_the_days_below():
    march = "<h3>March</h3><p>Sun 1 Matinee</p><p>Wed 4 Quiz</p>"
    may = "<h3>May</h3><p>Fri 1 Fair</p><p>Sun 3 Choir</p>"
    assert days(march + may) == ["03-01", "03-04", "05-01", "05-03"]


def test_many_days_may_be_of_a_month_before_those_of_a_menu():
    lines = "".join(f"<tr><td>{day}<td>{'日月火水木金土'[(day + 3) % 7]}<td>" for day in range(1, 32))
    html = f"<h1>2026年1月の行事</h1><p>◀12月 1月 2月▶</p><table>{lines}</table>"
    assert {day[:2] for day in days(html)} == {"01"}


def test_numbers_below_months_are_their_days():
    """`JUNE`, and below it lines that begin with a number and a dash: nothing but the first was read."""
    page = "<h3>JUNE</h3><ul><li>21-22 – Fair<li>23 – Parade, Oldtown<li>29-30 – Feast</ul><h3>JULY</h3><ul><li>5 – Walk<li>28 – Race</ul>"
    assert days_of(page) == ["2026-06-21", "2026-06-23", "2026-06-29", "2026-07-05", "2026-07-28"]


def test_numbers_below_the_months_of_a_table_are_their_days():
    page = "<table><tr><td>Jan<br>10<br>24<td>Feb<br>14<br>28<td>Mar<br>13<br>27</table>"
    assert days_of(page) == [f"2026-{day}" for day in ("01-10", "01-24", "02-14", "02-28", "03-13", "03-27")]


@pytest.mark.parametrize(
    "page",
    [
        "<h3>May</h3><ol><li>1 – Intro<li>2 – Methods<li>3 – Ends</ol><h3>June</h3><ol><li>1 – Intro<li>2 – Methods</ol>",
        "<p>Agenda_(May2026).pdf<p>2-Legal.pdf<p>7-Lease.pdf<p>Agenda_(June2026).pdf<p>4-Order.pdf<p>9-Roof.pdf",
        "<h3>June</h3><p>21 – Fair<p>23 – Parade<p>24 – Race<p>29 – Feast",
    ],
)
def test_numbers_that_count_or_name_files_are_no_days(page):
    assert all(not day.endswith(("-02", "-03", "-04", "-07", "-09", "-23", "-24", "-29")) for day in days_of(page))


def test_the_hour_in_the_next_cell_is_no_month_and_year():
    """`Fr 2.` and `19.30` in the cell beside it was the 19th of February 2030."""
    page = "<h2>November 2026</h2><table><tr><td>Mo<td>2.<td>19.30<td>Der Krug<tr><td>Di<td>3.<td>15.00<td>Die Nixe</table>"
    assert days_of(page) == ["2026-11-02", "2026-11-03"]


def test_a_year_inside_a_record_heads_nothing():
    item = "<li><b>{}</b><p>Board meeting</p><p>{}</p></li>"
    page = (
        "<ul>" + item.format("10 Dec", "2031 budget") + item.format("8 Oct", "") + item.format("17 Sep", "") + "</ul>"
    )
    assert {day[:4] for day in days_of(page)} == {"2025"}


def test_the_months_of_a_span_are_of_its_first_year():
    page = "<h2>NOTICE<br>January 2026 – January 2027</h2><p>Work sessions: January 22, February 19, March 19, April 23</p>"
    assert {day[:4] for day in days_of(page)} == {"2026"}
