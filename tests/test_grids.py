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


def test_days_below_years_beside_each_other_are_of_the_year_over_them():
    html = (
        "<table><tr><th>2025 Meetings</th><th>2024 Meetings</th></tr><tr><td>Jan 23</td><td>Jan 24 agenda</td></tr>"
        "<tr><td>Mar 27</td><td>Mar 28 agenda</td></tr><tr><td>No meeting</td><td>Apr 3, 2023</td></tr></table>"
    )
    found = annotate(parse(html), {"date"}, DAY).found
    assert [str(one.value.when.first_day) for one in found] == [
        *("2025-01-23", "2024-01-24", "2025-03-27", "2024-03-28", "2023-04-03"),
    ]


def test_days_that_head_the_lines_of_a_table_are_no_months_with_years():
    html = table("Jul 24|Jul 25", "Sep 25|Sep 26", "Oct 23|Oct 24", "Nov 13|Nov 28")
    found = annotate(parse(html), {"date"}, DAY).found
    assert {one.value.when.first_day.year for one in found} == {2026}


def test_many_numbers_that_are_never_at_a_weekend_are_days_of_a_year_that_is_said():
    boards = "Full Board|9|13|12|9|14|11", "Curriculum|2|6|5|2|7|–", "Finance|3|7|6|3|8|5", "Policy|–|28|–|24|–|26"
    months = "|Sep 2025|Oct 2025|Nov 2025|Dec 2025|Jan 2026|Feb 2026"
    assert len(days(table(months, *boards))) == 20
    assert days(table(months, *boards, "Visitors|21|11|9|13|12|30")) == []


def test_a_number_in_a_cell_beside_its_month_keeps_the_time_in_the_next_cell():
    lines = [("January", "20"), ("March", "17"), ("May", "19"), ("July", "21")]
    rows = "".join(f"<tr><td>{month}</td><td>{day}</td><td>5:15 p.m.</td></tr>" for month, day in lines)
    html = f"<h2>2026</h2><table><tr><th>Month</th><th>Day</th><th>Time</th></tr>{rows}</table>"
    found = annotate(parse(html.encode(), ""), ["date"], date(2026, 1, 1)).within("date", 0, 10_000)
    assert [str(one.value.when.start) for one in found] == [
        f"2026-0{month}-{day} 17:15:00" for month, day in [(1, 20), (3, 17), (5, 19), (7, 21)]
    ]
