"""The calendar shows a month or a week of any search as a table, and leads on with the search kept."""

from __future__ import annotations

import re
from datetime import date, datetime
from html import unescape

import pytest
from fastapi.testclient import TestClient
from pageparts import check
from webtown import TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, When
from eventlocky.web import calendar
from eventlocky.web.app import make_app


def cells(html: str) -> dict[str, str]:
    """Return what stands in each field of the month's table, by the day as it is said."""
    return {unescape(label): re.sub(r"<[^>]+>", " ", body) for label, body in
            re.findall(r'aria-label="([^",]+), [^"]*">\d+</a>(.*?)</td>', html, re.DOTALL)}  # fmt: skip


def test_a_month_is_a_table_of_whole_weeks(server):
    html = server.get("/calendar").text
    parts = check(html)
    assert "November 2026" in parts.words
    days = list(cells(html))
    assert (len(days), days[0], days[-1]) == (42, "Monday 26 October 2026", "Sunday 6 December 2026")
    assert 'aria-current="date"' in html


def test_events_stand_on_their_days_series_on_each_and_runs_once(server):
    html = server.get("/calendar").text
    found = cells(html)
    assert "20:00 Jazz im Keller" in " ".join(found["Saturday 21 November 2026"].split())
    quiz = [day for day, said in found.items() if "Quiz" in said]
    assert [day.split()[1] for day in quiz] == ["27", "3", "10", "17", "1"]  # not on the day that is left out
    assert "Vorbei" in found["Sunday 1 November 2026"]
    assert html.count("Schau") == 1
    assert "Irgendwann" not in html
    assert "(cancelled)" in found["Thursday 19 November 2026"]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize(
    "path", ["/calendar", "/calendar?week=2026-W47", "/calendar?month=2031-02", "/calendar?q=nothing"]
)
def test_every_page_is_sound_in_every_language(server, path, language):
    parts = check(server.get(path, headers={"Accept-Language": language}).text)
    assert not re.search(r"\bcalendar\.[a-z_]+\b", parts.words)


def test_weeks_begin_on_sunday_in_japanese(server):
    html = server.get("/calendar?week=2026-W47", headers={"Accept-Language": "ja"}).text
    assert re.findall(r"<b>(\d+)</b>", html) == ["15", "16", "17", "18", "19", "20", "21"]


def test_a_week_is_a_table_of_days_and_times_of_day(server):
    html = server.get("/calendar?week=2026-W47").text
    assert "16–22 Nov 2026" in check(html).words
    (evening,) = re.findall(r'<th scope="row">Evening</th>(.*?)</tr>', html, re.DOTALL)
    days = [re.sub(r"<[^>]+>|\s+", " ", day) for day in re.findall(r"<td.*?</td>", evening, re.DOTALL)]
    assert len(days) == 7
    assert "Lesung" in days[0]
    assert "Quiz" in days[1]
    assert "Jazz" in days[5]
    assert '<th scope="row">Morning</th>' not in html  # nothing is on then


def test_the_search_is_kept_on_every_way(server):
    html = unescape(server.get("/calendar?q=jazz&category=music&free=false&month=2026-11").text)
    for way in ("prev nofollow", "next nofollow"):
        link = re.search(rf'href="([^"]+)" rel="{way}"', html)[1]
        assert "q=jazz" in link
        assert "category=music" in link
        assert "free=False" in link
        assert server.get(link).status_code == 200
    assert "/events.ics?q=jazz&from=2026-10-26&to=2026-12-06&category=music&free=False" in html
    assert '<input type="hidden" name="category" value="music">' in html
    assert "Lesung" not in html


def test_the_file_has_what_the_page_has(server):
    html = unescape(server.get("/calendar?q=jazz").text)
    text = server.get(re.search(r'href="(/events\.ics\?[^"]+)"', html)[1]).text
    assert text.count("BEGIN:VEVENT") == 1
    assert "Jazz im Keller" in text


@pytest.mark.parametrize("path", ["month=2026-13", "week=2026-W54", "month=0001-01", "week=9999-W52", "month=1969-12"])
def test_what_is_no_month_or_week_is_not_there(server, path):
    assert server.get(f"/calendar?{path}").status_code == 404


@pytest.mark.parametrize("path", ["month=now", "week=47", "month=2026-1", "nothing=1"])
def test_what_is_not_understood_is_said(server, path):
    assert server.get(f"/calendar?{path}").status_code == 422


@pytest.mark.parametrize(
    ("path", "ways"),
    [
        ("month=1970-01", 1),
        ("month=2199-12", 1),
        ("week=1970-W02", 1),
        ("week=1970-W03", 2),
        ("week=2199-W52", 2),
        ("week=2200-W01", 1),
    ],
)
def test_nothing_leads_out_of_the_years_that_there_are(server, path, ways):
    html = server.get(f"/calendar?{path}").text
    found = re.findall(r'href="([^"]+)" rel="(?:prev|next) nofollow"', html)
    assert len(found) == ways
    assert {server.get(unescape(link)).status_code for link in found} == {200}


def test_an_empty_store_has_a_calendar(tmp_path):
    with TestClient(make_app(Settings(store=str(tmp_path / "e.sqlite")), today=lambda: TODAY)) as client:
        assert "Nothing on these days." in check(client.get("/calendar").text).words


def test_a_full_day_shows_some_and_leads_to_all(tmp_path):
    settings = Settings(store=str(tmp_path / "full.sqlite"))
    with Store(settings.store, clock=lambda: at(1)) as store:
        events = [Event(f"Termin {number}", When(datetime(2026, 11, 20, 8, number))) for number in range(30)]
        store.keep(Organisation("A", "https://a.example/"), "a", "event", events)
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        html = unescape(client.get("/calendar").text)
        assert "26 more" in html
        there = re.search(r'class="c-more" href="([^"]+)"', html)[1]
        assert there == "/?from=2026-11-20&to=2026-11-20"
        assert client.get(there).text.count("Termin") >= 30


@pytest.mark.parametrize(
    ("start", "end", "first", "last"),
    [
        (datetime(2026, 11, 20, 22), datetime(2026, 11, 21, 3), 20, 20),
        (datetime(2026, 11, 20, 22), datetime(2026, 11, 21, 9), 20, 21),
        (date(2026, 11, 20), date(2026, 11, 22), 20, 22),
        (date(2026, 11, 20), None, 20, 20),
        (None, date(2026, 11, 22), 22, 22),
        (date(2026, 11, 20), date(2026, 11, 2), 20, 20),
    ],
)
def test_which_days_something_is_on(start, end, first, last):
    assert calendar.days_of(start, end) == (date(2026, 11, first), date(2026, 11, last))


@pytest.mark.parametrize(
    ("hour", "part"),
    [(0, "night"), (4, "night"), (5, "morning"), (11, "morning"), (12, "afternoon"), (17, "evening"), (22, "night")],
)
def test_the_times_of_day(hour, part):
    assert calendar.part_of(datetime(2026, 11, 20, hour)) == part
    assert calendar.part_of(date(2026, 11, 20)) == "all_day"
