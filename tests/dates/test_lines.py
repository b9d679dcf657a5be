"""Numbers that begin the lines of a list are days where the list says so, and stay numbers elsewhere."""

from __future__ import annotations

import pytest

from eventlocky.dates import lines


def days(*texts: str) -> list[tuple[int | None, int | None]]:
    text = "\n" + "\n".join(texts)
    return [(found.start.month, found.start.day) for found in lines.find(text, lines.beginnings(text))]


def test_lines_that_begin_with_day_and_month_in_order_are_a_list_of_days():
    assert days("03.05 Leeds", "04.05 York", "17.05 Lille", "08.06 Ghent") == [(5, 3), (5, 4), (5, 17), (6, 8)]
    assert days("5.07 Tin Ear", "5.12 Open Pedal", "5.14 Drill", "5.28 Flea") == [(5, 7), (5, 12), (5, 14), (5, 28)]
    assert days("04-16 Leeds", "04-17 York", "04-20 Lille", "05-02 Ghent") == [(4, 16), (4, 17), (4, 20), (5, 2)]


def test_of_two_orders_that_rise_the_nearer_days_are_meant():
    assert days("01-08 Sun", "02-08 Rain", "03-08 Fog", "04-08 Sun") == [(8, 1), (8, 2), (8, 3), (8, 4)]


@pytest.mark.parametrize(
    "texts",
    [
        ("09.05 Arrival", "10.10 Break", "11.05 Talks", "12.10 Lunch"),  # times
        ("8.40 Doors", "9.10 Talk", "9.50 Break", "10.15 Talk"),
        ("1.1 Introduction", "1.2 Scope", "1.3 Terms", "2.1 Rules"),  # chapters
        ("3.50 Cola", "4.20 Beer", "4.80 Wine", "5.10 Juice"),  # prices
        ("02-01 United", "01-03 Rovers", "04-02 City", "01-01 Albion"),  # scores
        ("03.05 Leeds", "04.05 York", "17.05 Lille"),  # too few
    ],
)
def test_times_chapters_prices_and_scores_are_no_days(texts):
    assert days(*texts) == []
