"""The heads of columns say what the dates below them are there for."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse

TODAY = date(2024, 1, 2)


def days(html: str) -> list[str]:
    found = annotate(parse(html.encode(), ""), ["date"], TODAY)
    return [str(one.value.when.first_day) for one in found.within("date", 0, 10_000)]


def table(*heads: str, tag: str = "th") -> str:
    lines = [("12/26/23", "1/23/24"), ("1/30/24", "2/27/24"), ("2/27/24", "3/26/24")]
    head = "".join(f"<{tag}>{one}</{tag}>" for one in heads)
    rows = "".join(f"<tr><td>{one}</td><td>{other}</td></tr>" for one, other in lines)
    return f"<h1>Board of Zoning Appeals</h1><table><tr>{head}</tr>{rows}</table>"


@pytest.mark.parametrize(
    "head", ["Application deadline", "Date posted", "Filing deadline<br>4:00 p.m.", "Anmeldeschluss"]
)
def test_days_below_a_deadline_a_stamp_or_what_was_moved_are_no_days_of_events(head: str):
    assert days(table(head, "Hearing")) == ["2024-01-23", "2024-02-27", "2024-03-26"]


@pytest.mark.parametrize("head", ["Committee", "Date", "", "Deadline " * 20])
def test_other_heads_and_sentences_say_nothing(head: str):
    assert len(days(table(head, "Hearing"))) == 6


def test_a_cell_that_is_no_head_says_nothing_of_a_column():
    assert len(days(table("Application deadline", "Hearing", tag="td"))) == 6


def test_a_head_over_one_day_alone_says_nothing():
    html = "<table><tr><th>Posted</th></tr><tr><td>1/23/24</td></tr></table>"
    assert days(html) == ["2024-01-23"]


def test_cells_that_span_columns_keep_what_stands_under_a_head():
    html = (
        "<table><tr><th colspan=2>Filing deadline</th><th>Meeting</th></tr>"
        "<tr><td>1/3/24</td><td>noon</td><td>1/23/24</td></tr><tr><td>2/3/24</td><td>noon</td><td>2/27/24</td></tr></table>"
    )
    assert days(html) == ["2024-01-23", "2024-02-27"]


def test_a_table_within_a_cell_has_heads_of_its_own():
    html = "<table><tr><th>Posted</th></tr><tr><td><table><tr><td>1/3/24<tr><td>1/4/24</table></td></tr></table>"
    assert days(html) == ["2024-01-03", "2024-01-04"]


ROWS = [("Concert", "June 6, 2024", "May 20, 2024"), ("Quiz", "June 13, 2024", "May 27, 2024")]


def schedule(top: str) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{one}" for one in row) for row in ROWS)
    return f"<table>{top}<tr><th>Event<th>Date<th>Deadline{rows}</table>"


@pytest.mark.parametrize(
    "title",
    ["Fall schedule (updated)", "Schedule - last updated", "Events and registration deadlines", "2026 season"],
)
@pytest.mark.parametrize("top", ["<tr><th colspan=3>{}", "<tr><th>{}", "<caption>{}</caption>", "<tr><td colspan=3>{}"])
def test_a_title_over_the_whole_table_is_the_head_of_no_column(title: str, top: str):
    """It hid the heads below it: all dates were taken for stamps, or none for a deadline."""
    assert days(schedule(top.format(title))) == ["2024-06-06", "2024-06-13"]


def test_of_two_heads_the_lower_one_says_what_stands_in_the_column():
    html = (
        "<table><tr><th>Event<th colspan=2>Updated dates<tr><th>Name<th>Hearing<th>Deadline"
        "<tr><td>One<td>1/23/24<td>1/3/24<tr><td>Two<td>2/27/24<td>2/3/24</table>"
    )
    assert days(html) == ["2024-01-23", "2024-02-27"]


def test_the_only_days_of_a_table_are_those_of_its_events_though_they_stand_under_registration():
    """Three camps under `Event | Registration` were lost; stamps that are alone in a table stay stamps."""
    camps = "<table><tr><th>Event<th>{}<tr><td>Art camp<td>June 6, 2024<tr><td>Chess camp<td>June 13, 2024</table>"
    assert days(camps.format("Registration")) == ["2024-06-06", "2024-06-13"]
    assert days(camps.format("Last updated")) == []


@pytest.mark.parametrize(("doors", "start"), [("開場", "開演"), ("Einlass", "Beginn")])
def test_columns_of_doors_and_of_beginnings_are_one_time(doors: str, start: str):
    html = (
        f"<table><tr><th>日</th><th>催し物</th><th>{doors}</th><th>{start}</th></tr>"
        "<tr><td>2024年6月7日</td><td>落語を楽しむ会</td><td>13:30</td><td>14:00</td></tr></table>"
    )
    (one,) = annotate(parse(html.encode(), ""), ["date", "time"], TODAY).within("time", 0, 10_000)
    assert (str(one.value.when.start.time()), str(one.value.when.doors)) == ("14:00:00", "13:30:00")
    assert not one.value.when.rdates


@pytest.mark.parametrize("label", ["申込期間", "応募締切", "Anmeldeschluss", "Registration deadline"])
def test_the_days_below_a_label_of_a_list_are_those_of_a_deadline(label: str):
    lang, own, until = ("ja", "2024年5月11日", "2024年4月1日") if label[0] > "z" else ("de", "11.05.2024", "01.04.2024")
    entry = f"<dt>{label}</dt><dd>{until}</dd>"
    assert days(f"<html lang={lang}><dl><dt>Tag</dt><dd>{own}</dd>{entry}</dl>") == ["2024-05-11"]
    assert days(f"<html lang={lang}><dl>{entry}</dl>") == ["2024-04-01"]
