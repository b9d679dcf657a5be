"""Days that leave out their month: they are of the month over them where their weekdays fit."""

from __future__ import annotations

from datetime import date

from eventlocky.annotate import annotate
from eventlocky.page import parse

DAY = date(2026, 1, 9)


def days(html: str) -> list[str]:
    found = annotate(parse(html), {"date"}, DAY).found
    return [f"{annotation.value.when.first_day:%m-%d}" for annotation in found if annotation.name == "date"]


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
