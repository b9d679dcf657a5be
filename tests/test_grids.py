"""Days in tables of months: bare numbers are days under the months of a schedule, and counts everywhere else."""

from __future__ import annotations

from datetime import date

from eventlocky.annotate import annotate
from eventlocky.page import parse

DAY = date(2026, 1, 9)


def days(html: str) -> list[str]:
    found = annotate(parse(html), {"date"}, DAY).found
    return [f"{annotation.value.when.first_day:%m-%d}" for annotation in found if annotation.name == "date"]


def table(*lines: str) -> str:
    rows = ("".join(f"<td>{cell}</td>" for cell in line.split("|")) for line in lines)
    return f"<h2>2026 Meetings</h2><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def test_numbers_under_months_are_days_where_each_board_has_its_weekday():
    html = table("Board|Jan|Feb|Mar|Apr", "Council|20|17|17|21", "Audit|–|12|–|9")
    assert days(html) == ["01-20", "02-17", "03-17", "04-21", "02-12", "04-09"]


def test_numbers_beside_months_are_days_and_a_day_belongs_to_the_month_of_its_own_row():
    html = table("|Council|Audit", "January|6, 20|8", "February|3, 17|12", "March|3|12", "April|recess|9")
    assert days(html) == ["01-06", "01-08", "02-03", "02-12", "03-03", "03-12", "04-09"]


def test_boxes_in_boxes_are_a_table_too():
    lines = (("", "Council"), ("January", "20–21"), ("February", "17"), ("March", "17"), ("April", "21"))
    boxes = "".join(f"<div>{''.join(f'<div><p>{cell}</p></div>' for cell in line)}</div>" for line in lines)
    assert days(f"<h1>Calendar 2026</h1><div>{boxes}</div>") == ["01-20", "02-17", "03-17", "04-21"]


def test_counts_under_months_are_no_days():
    assert days(table("Visits|Jan|Feb|Mar|Apr", "Library|12|15|9|21", "Pool|3|8|30|11")) == []
    assert days(table("Visits|Jan|Feb|Mar|Apr", "Library|20|30|17|21")) == []  # February has no thirtieth


def test_numbers_written_as_days_need_no_common_weekday():
    assert days(table("Board|Jan|Feb|Mar", "Council|5th|17th|4th")) == ["01-05", "02-17", "03-04"]


def test_a_season_over_the_new_year_goes_on_in_the_next():
    html = table("Board|Sept|Oct|Nov|Dec|Jan|Feb", "Council|22|27|24|22|26|23").replace("2026", "2026/2027")
    found = annotate(parse(html), {"date"}, DAY).found
    assert [annotation.value.when.first_day.year for annotation in found] == [2026] * 4 + [2027] * 2


def test_a_weekday_with_its_number_has_the_month_of_its_column():
    html = (
        "<table><tr><td></td><td colspan=2>September 2026</td><td>November 2026</td><td>January 2027</td></tr>"
        "<tr><td></td><td>Thu 10</td><td>Fri 11</td><td>Thu 12</td><td>Fri 15</td></tr></table>"
    )
    assert days(html) == ["09-10", "09-11", "11-12", "01-15"]


def test_a_column_of_numbers_that_rise_under_each_month_is_one_of_days():
    html = table("Month|Day|Walk", "Sept|14|Dunes", "|21|Mill", "Oct|5.|Moor", "|26.|Inn", "Jan 2027|4|Lake")
    assert days(html) == ["09-14", "09-21", "10-05", "10-26", "01-04"]
    places = table("Month|Place|Team", "Sept|3|Owls", "|2|Bats", "Oct|3|Owls", "|2|Bats", "Nov|1|Cats")
    assert not {"09-02", "10-02"} & {*days(places)}  # they fall


def test_a_month_alone_in_its_row_holds_for_the_numbers_below():
    html = table("March", "3|Slides|Ann", "17|Prints|Bob", "April", "7|Judge|Cy", "May", "5|Party|All")
    assert days(html) == ["03-03", "03-17", "04-07", "05-05"]
