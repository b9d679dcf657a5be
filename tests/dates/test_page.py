"""Dates on a page, where elements touch, break lines and hold headers: read as a reader of the page would."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky.annotate import Dated, annotate
from eventlocky.page import parse

REFERENCE = date(2026, 2, 20)


def found(html):
    annotations = annotate(parse(f"<body>{html}</body>".encode()), ["date"], REFERENCE)
    return [a for a in annotations.found if isinstance(a.value, Dated) and a.name == "date"]


def starts(html):
    return [annotation.value.when.start for annotation in found(html)]


@pytest.mark.parametrize(
    ("html", "start"),
    [
        ("<i>Sonntag</i><i>01.03.</i><i>20:00 Uhr</i>", datetime(2026, 3, 1, 20)),
        ("<i>01.03.</i><i>20 Uhr</i>", datetime(2026, 3, 1, 20)),
        ("<i>01.03.2026</i><i>19:30</i>", datetime(2026, 3, 1, 19, 30)),
        ("<i>12.10.25</i><i>Leeds, UK</i>", date(2025, 10, 12)),
        ("<i>Leeds</i><i>12.10.25</i>", date(2025, 10, 12)),
        ("<b>21</b><i>maja</i><u>czwartek</u>", date(2026, 5, 21)),
    ],
)
def test_elements_that_touch_are_words_of_their_own(html, start):
    assert starts(html) == [start]


@pytest.mark.parametrize(
    ("html", "start"),
    [
        ("March 1<sup>st</sup>, 2026", date(2026, 3, 1)),
        ("<b>M</b>arch 1, 2026", date(2026, 3, 1)),
        ("<b>01.03.</b><b>2026</b>", date(2026, 3, 1)),
        ("1 March <b>20</b><b>25</b>", date(2025, 3, 1)),
        ("<b>3</b>月<b>1</b>日", date(2026, 3, 1)),
        ("1. <b>März</b> <i>2026</i>", date(2026, 3, 1)),
    ],
)
def test_a_date_may_go_on_over_the_ends_of_elements(html, start):
    assert starts(html) == [start]


def test_places_are_those_of_the_page_where_elements_touch():
    html = "<p><i>Eins</i><i>Zwei</i><i>01.03.</i><i>20:00 Uhr</i></p><p>Am <i>05.03.</i><i>18:00 Uhr</i></p>"
    text = parse(f"<body>{html}</body>".encode()).whole_text
    annotations = found(html)
    assert [text[a.first : a.stop] for a in annotations] == ["01.03.20:00 Uhr", "05.03.18:00 Uhr"]
    assert all(a.value.mention.text == a.value.when.text == text[a.first : a.stop] for a in annotations)


@pytest.mark.parametrize("clock", ["18.00", "18", "18:00"])
def test_a_time_in_the_next_line_is_no_year(clock):
    assert starts(f"<h2>torstai 26.2.</h2><p><span>{clock}</span> Ilta</p>")[0].strftime("%Y-%m-%d") == "2026-02-26"


@pytest.mark.parametrize(
    ("text", "day"), [("5. 12.(화) 19:30 음악회", date(2026, 5, 12)), ("전시 6. 2.(화)", date(2026, 6, 2))]
)
def test_korean_dates_with_points_have_the_month_first(text, day):
    assert found(f"<p>{text}</p>")[0].value.when.first_day == day


def test_german_dates_with_points_keep_the_day_first():
    assert starts("<p>Konzert am 5. 4.</p>") == [date(2026, 4, 5)]


def test_a_weekday_over_its_day_is_of_the_month_of_the_header():
    html = "<h1>März 2015</h1><table><tr><td>Di<br><i>3</i></td><td>19:30</td><td>Der Spiegel</td></tr></table>"
    assert starts(html) == [datetime(2015, 3, 3, 19, 30)]


def test_the_weekdays_at_the_head_of_a_grid_are_not_those_of_the_day_below():
    names = "".join(f"<td>{name}</td>" for name in ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"))
    html = f"<h1>März 2015</h1><table><tr>{names}</tr><tr><td>2</td><td>3</td></tr></table>"
    assert starts(html) == []


def test_ordinals_that_begin_the_lines_under_a_month_are_its_days():
    html = """<h2>Diary 2025</h2><h3>January</h3><ul><li>6th Council, 7.30pm</li><li>11th Coffee morning</li></ul>
    <h3>February</h3><ul><li>1st Litter pick</li><li>30th Nothing</li></ul>"""
    assert [day for day in starts(html) if day.year == 2025] == [date(2025, 1, 6), date(2025, 1, 11), date(2025, 2, 1)]


def test_ordinals_without_a_month_above_are_no_days():
    assert starts("<h2>Results 2025</h2><ul><li>1st Anna Berg</li><li>2nd Jo Lund</li></ul>") == []


def test_yesterday_is_the_day_before_the_date_of_its_post():
    html = "<div><p>2026/01/01</p><p>昨日（31日）の演奏会、ありがとうございました</p></div>"
    assert starts(html) == [date(2026, 1, 1), date(2025, 12, 31)]
    assert starts("<div><p>2026/01/01</p><p>昨日（12日）の演奏会</p></div>") == [date(2026, 1, 1)]


def test_a_time_without_an_end_does_not_reach_into_the_next_row():
    rows = "<tr><td>2（金）</td><td>BAR営業 20:00〜</td></tr><tr><td>3（土）</td><td>地下室の手記</td></tr>"
    assert starts(f"<h2>2026年10月</h2><table>{rows}</table>") == [date(2026, 10, 2), date(2026, 10, 3)]


@pytest.mark.parametrize(
    ("html", "start"),
    [
        ("<tr><td>2023/7/24</td><td>研究室公開を行います（8月5日）</td></tr>", date(2023, 8, 5)),
        ("<tr><td>2024.12.20</td><td>New year concert on January 5</td></tr>", date(2025, 1, 5)),
        ("<tr><td>2026.02.10</td><td>Spring fair on April 5</td></tr>", date(2026, 4, 5)),
    ],
)
def test_old_news_tells_of_days_near_the_date_of_its_line(html, start):
    assert starts(f"<table>{html}</table>")[-1] == start


def test_a_month_with_de_before_its_year_heads_the_days_below():
    cell = "<tr><td><b>{}</b><br>{}<br>20:30 h</td><td>Gran Concierto</td></tr>"
    rows = cell.format(5, "viernes") + cell.format(6, "sábado")
    assert [day for day in starts(f"<h1>Noviembre de 2010</h1><table>{rows}</table>") if day] == [
        date(2010, 11, 5),
        date(2010, 11, 6),
    ]


def test_two_years_over_its_months_are_those_of_the_days_of_a_table():
    head = "<tr><td>Body</td><td colspan=2>2022</td><td colspan=2>2023</td></tr>"
    months = "<tr><td></td><td>November</td><td>December</td><td>January</td><td>February</td></tr>"
    row = "<tr><td>Board</td><td>11/16</td><td>12/14</td><td>1/18</td><td>2/15</td></tr>"
    found_days = starts(f"<table>{head}{months}{row}</table><p>Calendar 2023</p>")
    assert found_days == [date(2022, 11, 16), date(2022, 12, 14), date(2023, 1, 18), date(2023, 2, 15)]


def test_a_time_below_its_title_is_of_the_day_above_and_not_of_the_next():
    cards = "<p>Jan 8, 2026</p><p>Organizational Meeting</p><p>6:00 PM</p><p>Jan 22, 2026</p><p>Board</p><p>6:30 PM</p>"
    days = [found_.value.when for found_ in found(cards)]
    assert [when.start for when in days] == [date(2026, 1, 8), date(2026, 1, 22)]


def test_a_time_above_its_day_is_of_that_day():
    cards = "<p>6:00 PM</p><p>Jan 8, 2026</p><p>Workshop</p><p>6:30 PM</p><p>Jan 22, 2026</p><p>Board</p>"
    assert starts(cards) == [datetime(2026, 1, 8, 18), datetime(2026, 1, 22, 18, 30)]


def test_a_dash_alone_in_its_cell_joins_no_days():
    row = "<table><tr><td>11/9/2026</td><td>—</td><td>1/11/2027</td></tr></table>"
    assert [one.value.when.end for one in found(row)] == [None, None]


@pytest.mark.parametrize(
    ("html", "start"),
    [
        ("<div>Jan 22, 2026<span>10am–Noon</span></div>", datetime(2026, 1, 22, 10)),
        ("<i>10</i><i>stycznia 2026</i><i>sob.</i><i>19.00</i>", datetime(2026, 1, 10, 19)),
    ],
)
def test_a_time_that_touches_a_year_or_a_short_name_is_a_word_of_its_own(html, start):
    assert starts(html) == [start]


def test_the_days_in_names_of_files_may_be_written_with_underscores():
    html = "<ul><li><a>2026_03_12_CC_Agenda</a><li><a>Minutes_2026_02_12.pdf</a><li><a>IMG_2026_0312</a></ul>"
    assert starts(html) == [date(2026, 3, 12), date(2026, 2, 12)]


def test_a_name_that_is_a_month_elsewhere_takes_no_day_from_the_date_below_it():
    assert starts("<h3>Postcards of the collection Ott</h3><p>04.05. – 28.09.2026</p>") == [date(2026, 5, 4)]


def test_badges_may_say_the_month_in_numbers_behind_the_day():
    days = (("DI", "03", "03"), ("MI", "04", "03"), ("FR", "10", "04"))
    badges = [f"<i>{name}</i><i>{day}</i><i>{month}</i>" for name, day, month in days]
    html = "".join(f"<p>{badge}<b>Konzert</b></p>" for badge in badges)
    assert starts(html) == [date(2026, 3, 3), date(2026, 3, 4), date(2026, 4, 10)]
    assert starts(f"<p>{badges[2]} Uhr</p>") == []


def test_months_over_the_columns_of_a_table_head_nothing_behind_it():
    heads = "".join(f"<th>{month}</th>" for month in ("", "Nov 2026", "Dec 2026", "Jan 2027", "Feb 2027"))
    line = "".join(f"<td>{cell}</td>" for cell in ("Council", "10", "8", "12", "9"))
    html = f"<h2>Meetings 2026</h2><table><tr>{heads}</tr><tr>{line}</tr></table><p>Fair on March 8</p>"
    assert starts(html)[-2:] == [date(2027, 2, 9), date(2026, 3, 8)]


NAMES_OF_MONTHS = ("January", "February", "March", "April", "May")


def below_months(*lines):
    return "".join(f"<p>{name} 2026<br>{line}</p>" for name, line in zip(NAMES_OF_MONTHS, lines, strict=True))


@pytest.mark.parametrize("numbers", [(12, 9, 14, 21, 17), (12, 1, 14, 2, 1)])
@pytest.mark.parametrize("things", ["Events", "Posts published", "Veranstaltungen"])
def test_what_the_months_of_an_archive_have_is_no_day(things, numbers):
    one = things.removesuffix("s").removesuffix("en")
    assert starts(below_months(*(f"{number} {things if number > 1 else one}" for number in numbers))) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("12 Board", "9 Fair", "14 Board", "21 Fair", "17 Board"),
        ("13 Board meeting", "10 Board meeting", "10 Board meeting", "14 Board meeting", "12 Board meeting"),
        ("12 – Board", "9 – Board", "14 – Board", "21 – Board", "17 – Board"),
    ],
    ids=["several things", "the second Tuesday", "a dash"],
)
def test_numbers_before_what_is_on_are_days(lines):
    assert [day.day for day in starts(below_months(*lines))] == [int(line.split()[0]) for line in lines]
