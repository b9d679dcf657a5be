"""What is written on a page, found once: the days of calendar grids and of lists of lone numbers."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky import annotate as annotate_room
from eventlocky.annotate import annotate
from eventlocky.page import Tree, parse

DAY = date(2026, 11, 1)


def days(html: str) -> list[date]:
    found = annotate(parse(html), {"date"}, DAY).found
    return [annotation.value.when.first_day for annotation in found if annotation.name == "date"]


def test_the_numbers_of_a_grid_are_days_of_the_month_above_it():
    cells = "".join(f"<td>{number}</td>" for number in range(1, 31))
    assert days(f"<h2>November 2026</h2><table><tr>{cells}</tr></table>") == [date(2026, 11, n) for n in range(1, 31)]
    assert days(f"<h2>Numbers</h2><table><tr>{cells}</tr></table>") == []


def test_numbers_that_begin_the_entries_of_a_list_are_days_of_the_month_above_it():
    entries = "".join(f"<li><b>{number}</b><p>Concert in the hall</p></li>" for number in (3, 7, 12))
    assert days(f"<h2>November 2026</h2><ul>{entries}</ul>") == [date(2026, 11, n) for n in (3, 7, 12)]


def test_the_last_month_above_a_grid_is_its_month():
    cells = "".join(f"<td>{number}</td>" for number in range(1, 29))
    grid = f"<table><tr>{cells}</tr></table><p>Back to the top</p>"
    found = days(f"<h2>January 2027</h2>{grid}<h2>February 2027</h2>{grid}")
    assert {day.month for day in found[:28]} == {1}
    assert {day.month for day in found[28:]} == {2}


def test_the_last_number_of_a_grid_is_no_day_of_the_month_below_its_table():
    cells = "".join(f"<td>{number}</td>" for number in range(1, 32))
    grid = f"<table><tr>{cells}</tr></table>"
    found = days(f"<h2>March 2027</h2>{grid}<h2>April 2027</h2>{grid.replace('<td>31</td>', '')}")
    assert {day.month for day in found[:31]} == {3}
    assert {day.month for day in found[31:]} == {4}


def test_days_that_begin_the_lines_below_a_month_are_days_of_it():
    below = "<p>6th Council meets</p><p>9th Choir sings</p>"
    assert days(f"<h3>June 2027</h3>{below}") == [date(2027, 6, 6), date(2027, 6, 9)]
    assert days(f"<p>In June 2027 all rooms are open.</p>{below}") == []


def test_the_text_of_a_large_cell_is_not_read_for_each_month_in_it(monkeypatch):
    """A cell of four thousand months was written out four thousand times."""
    read = []
    text = Tree.text
    monkeypatch.setattr(Tree, "text", lambda tree, *rows: read.append(text(tree, *rows)) or read[-1])
    tree = parse("<table><tr><td>" + "<p>January 2012</p><p>Report</p>" * 100)
    annotate(tree, {"date"}, DAY)
    assert sum(map(len, read)) <= 3 * len(tree.whole_text)


def test_months_with_their_years_that_head_columns_head_nothing_behind_the_table():
    heads = "".join(f"<th> <b>{month} 2025</b>\n" for month in ("January", "February", "March"))
    table = f"<table><tr>{heads}<tr><td>1<td>2<td>3</table>"
    assert days(f"{table}<p>12 November – Choir") == days("<p>12 November – Choir")


def test_the_texts_of_elements_that_touch_are_read_apart_but_for_raised_ones():
    (when,) = [
        found.value.when for found in annotate(parse("<i>01.03.2027</i><b></b><i>20:00 Uhr</i>"), {"date"}, DAY).found
    ]
    assert when.start == datetime(2027, 3, 1, 20)
    assert days("<p>1<sup>st</sup> May 2027</p>") == [date(2027, 5, 1)]


def test_the_address_of_a_page_says_the_year_of_its_day():
    html = "<h1>Council meets</h1><p>When: March 21 from 8:00am</p><p>Next: April 4</p>"
    address = "https://example.org/events/2019/03/21/council"
    found = [a.value.when.first_day for a in annotate(parse(html, address), {"date"}, date(2019, 9, 13)).found]
    assert found == [date(2019, 3, 21), date(2020, 4, 4)]
    wrong = annotate(parse("<p>Friday, March 21</p>", address), {"date"}, date(2019, 9, 13)).found  # it was a Thursday
    assert [a.value.when.first_day for a in wrong] != [date(2019, 3, 21)]
    assert annotate(parse(html, "https://example.org/2019/99/99/"), {"date"}, DAY).found


def test_the_country_of_a_page_says_how_it_writes_days_and_months():
    html = "<p>Concert 05/06/2027</p>"
    assert days_at(html, "https://example.com/") == [date(2027, 5, 6)]
    assert days_at(html, "https://example.co.uk/") == [date(2027, 6, 5)]
    assert days_at(f'<html lang="en-AU">{html}', "https://example.org/") == [date(2027, 6, 5)]
    assert days_at("<p>Concert 05-06-2027</p>", "https://example.gov/") == [date(2027, 5, 6)]


def days_at(html: str, url: str) -> list[date]:
    return [found.value.when.first_day for found in annotate(parse(html, url), {"date"}, DAY).found]


def test_a_time_ends_with_its_half_of_the_day():
    (found,) = annotate(parse("<p>May 3, 2027 <b>11:00 AM</b>In-Home Services</p>"), {"date"}, DAY).found
    assert found.value.when.start == datetime(2027, 5, 3, 11)


def test_nothing_goes_on_behind_the_end_of_a_row():
    html = (
        "<table><tr><th>Wed 7 October 2026<th>Thu 8 October 2026</tr><tr><td>9.30 am<td>Choir</tr></table>"
        "<table><tr><th>Sun<th>Sat</tr><tr><td>27<td>28</tr></table>"
        "<table><tr><td>Council 1:00 pm</td><td>3 May 2027</td></tr></table>"
    )
    found = annotate(parse(html), {"date", "time"}, DAY).found
    whens = [(one.name, one.value.when.start) for one in found]
    assert whens[:2] == [("date", date(2026, 10, 7)), ("date", date(2026, 10, 8))]
    assert whens[-1] == ("date", date(2027, 5, 3))
    assert len(whens) == 5


def test_the_months_of_a_menu_are_no_days_of_this_year():
    menu = "".join(f"<li>{month}</li>" for month in ("Oct 26", "Nov 26", "Dec 26", "Jan 27", "Feb 27"))
    assert days(f"<ul>{menu}</ul><p>Jazz Night, 26 November 2026</p>") == [date(2026, 11, 26)]
    assert len(days("<ul><li>Oct 12<li>Nov 12<li>Dec 12<li>Jan 13</ul>")) == 4
    (listed,) = annotate(parse("<p>Meetings: Oct 26, Nov 26, Dec 26, Jan 27</p>"), {"date"}, DAY).dated
    assert len(listed.value.when.rdates) == 3


def test_all_but_dates_is_read_when_somebody_first_asks_for_it(monkeypatch: pytest.MonkeyPatch):
    asked = []
    for name, read in annotate_room._READERS.items():
        monkeypatch.setitem(
            annotate_room._READERS, name, lambda text, name=name, read=read: asked.append(name) or read(text)
        )
    html = "<p>1 May 2027, £5, 12 High Street</p><p>2 May 2027, £6</p>"
    annotations = annotate(parse(html), {"date", "money", "percent", "address"}, DAY)
    assert annotations.count("date", 0, 99) == 2
    assert asked == []
    assert [one.name for one in annotations.of(("money", "date"))] == ["date", "money", "date", "money"]
    assert asked == ["money"]
    assert [one.name for one in annotations.found] == ["date", "money", "address", "date", "money"]
    assert sorted(asked) == ["address", "money", "percent"]
    assert {one.name for one in annotations.without({"money", "percent"}).found} == {"date", "address"}


def test_months_and_years_that_head_nothing_leave_days_their_year():
    day = "<p>Sat 7 November</p><p>2 December</p>"
    asides = (
        "<p>new and used records since 1994</p>",
        "<p>Three Reels (2011)</p>",
        "<p>2024 | 2023 | 2022</p>",
        "<select><option>May 2022<option>June 2022</select>",
        "<p>With their first album of October 2022 the band became a name that everybody in the town nods at now.</p>",
    )
    for aside in asides:
        assert days(aside + day) == [date(2026, 11, 7), date(2026, 12, 2)]
    assert days("<p>2024 | 2023 | 2022</p><h2>2023</h2><p>2 December</p>") == [date(2023, 12, 2)]


def test_the_parts_of_a_badge_are_read_apart():
    assert days("<b><i>wo</i><i>11</i><i>november</i></b>") == [date(2026, 11, 11)]
    assert days("<b><i>13</i><i>listopada</i><i>pt.</i><i>19.00</i></b>") == [date(2026, 11, 13)]


def test_a_list_of_days_in_numbers_is_read_without_points():
    html = "".join(f"<li><b>{day}</b> Concert in town</li>" for day in ("03.12", "04.12", "17.12", "08.01"))
    assert days(html) == [date(2026, 12, 3), date(2026, 12, 4), date(2026, 12, 17), date(2027, 1, 8)]


GRID = (
    "<table><tr>" + "<td>{}</td>" * 7 + "</tr><tr>" + "".join(f"<td>{n}</td>" for n in range(8, 31)) + "</tr></table>"
).format(*range(1, 8))
"""The days of a month of thirty days that begins on a Sunday, as June 2025 does."""


def test_a_grid_is_of_the_month_that_it_fits_though_links_to_others_stand_between():
    links = "<p><a href='?m=5'>May 2025</a> <a href='?m=7'>July 2025</a></p>"
    found = days(f"<h2>June 2025</h2>{links}{GRID}")
    assert found == [date(2025, 6, n) for n in range(1, 31)]


@pytest.mark.parametrize(
    "line",
    [
        "<li>5 Oct: Lenses for Grown-Ups (ICFP 2020)</li>",
        "<li>Fri 9 Oct, Blackout 2000, 9 pm</li>",
        "<li>Jo Pender, term expires May 2020</li>",
        "<li>1998年の創業以来、手づくりです。</li>",
    ],
)
def test_a_year_in_brackets_behind_a_day_or_of_a_term_heads_nothing(line):
    found = days(f"<ul>{line}<li>19 Nov: The Expression Problem</li></ul>")
    assert found[-1] == date(2026, 11, 19)


def test_two_years_beside_an_ordinal_head_a_season():
    assert days("<h2>Programme for the 175th Session, 2008–2009</h2><p>Oct 14th</p>") == [date(2008, 10, 14)]


def test_a_season_with_its_year_in_brackets_and_a_year_alone_in_its_cell_head_what_follows():
    assert days("<h3>Autumn term (2022)</h3><p>19 Oct: The Expression Problem</p>") == [date(2022, 10, 19)]
    row = (
        "<td>2020</td><td>Jan. 23, Apr. 23 (canceled), Jul. 23, Oct. 22</td><td>January 16</td><td>June 18 (Zoom)</td>"
    )
    found = days(f"<table><tr><td>2021</td><td>Jan. 28</td></tr><tr>{row}</tr></table>")
    assert {day.year for day in found[1:]} == {2020}


def test_ordinals_with_a_dash_are_days_of_the_month_at_the_end_of_the_line_above():
    found = days("<p>Glasshouse Tour, April 2027:</p><p>7th – Cardiff, The Gatehouse</p><p>8th – Exeter</p>")
    assert found == [date(2027, 4, 7), date(2027, 4, 8)]


def test_a_title_that_touches_a_date_is_a_word_of_its_own():
    assert days("<b>16.05.24</b><b>Dr. Cottier</b>") == [date(2024, 5, 16)]


def test_the_signs_of_monday_and_sunday_are_told_from_month_and_day_by_the_days_beside_them():
    rows = "".join(f"<tr><td>{day}</td><td>ロウリュ</td></tr>" for day in ("1土", "3月", "7金", "9日", "11火", "13木"))
    found = days(f"<h2>2025年11月の湯ごよみ</h2><table>{rows}</table>")
    assert found == [date(2025, 11, n) for n in (1, 3, 7, 9, 11, 13)]


def test_a_day_of_a_grid_on_which_the_house_is_closed_is_no_date_and_no_day_is_there_twice():
    cells = "".join(
        f"<td><b>{number}</b><br>{'定休日' if number % 7 == 1 else 'Jam Session'}</td>" for number in range(1, 31)
    )
    found = days(f"<h2>2026年11月</h2><table><tr>{cells}</tr></table>")
    assert found == [date(2026, 11, number) for number in range(1, 31) if number % 7 != 1]
