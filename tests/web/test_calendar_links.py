"""Links into other people's calendars mean the same time as the event."""

from __future__ import annotations

from datetime import date, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from eventlocky.formats.entry import Entry
from eventlocky.types import Day, Event, Place, When
from eventlocky.web import calendar_links

AT = datetime(2026, 11, 21, 20)
SUMMER = datetime(2026, 7, 21, 20)


def entry(start: Day | None, end: Day | None = None, zone: str | None = None, **fields) -> Entry:
    event = Event("Jazz & “more”", When(start, end, zone), **fields)
    return Entry("a@eventlocky", event, start, end, page="http://e.example/events/a")


def asked(link: str | None) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(link or "").query, strict_parsing=True).items()}


@pytest.mark.parametrize(
    ("made", "dates", "zone"),
    [
        (entry(AT, datetime(2026, 11, 21, 23), "Europe/Berlin"), "20261121T200000/20261121T230000", "Europe/Berlin"),
        (entry(AT), "20261121T200000/20261121T200000", None),
        (entry(AT, date(2026, 11, 22), "Asia/Tokyo"), "20261121T200000/20261122T200000", "Asia/Tokyo"),
        (entry(AT, datetime(2026, 11, 21, 19)), "20261121T200000/20261121T200000", None),
        (entry(date(2026, 11, 21)), "20261121/20261122", None),
        (entry(date(2026, 11, 21), date(2026, 12, 31), "Europe/Berlin"), "20261121/20270101", None),
        (entry(date(2026, 11, 21), datetime(2026, 11, 22, 18)), "20261121/20261123", None),
        (entry(date.max), "99991231/99991231", None),
    ],
)
def test_google_is_told_the_wall_clock_and_the_zone(made, dates, zone):
    said = asked(calendar_links.google(made))
    assert (said["action"], said["text"], said["dates"]) == ("TEMPLATE", "Jazz & “more”", dates)
    assert said.get("ctz") == zone
    assert said["details"] == "http://e.example/events/a"


@pytest.mark.parametrize(
    ("made", "begin", "end", "is_whole_day"),
    [
        (entry(AT, datetime(2026, 11, 21, 23), "Europe/Berlin"), "2026-11-21T19:00:00Z", "2026-11-21T22:00:00Z", False),
        (entry(SUMMER, None, "Europe/Berlin"), "2026-07-21T18:00:00Z", None, False),
        (entry(AT), "2026-11-21T20:00:00", None, False),
        (entry(datetime(9999, 12, 31, 23, 59, 59), None, "America/New_York"), "9999-12-31T23:59:59", None, False),
        (entry(date(2026, 11, 21)), "2026-11-21", "2026-11-22", True),
        (entry(date(2026, 11, 21), date(2026, 11, 23)), "2026-11-21", "2026-11-24", True),
    ],
)
def test_outlook_is_told_utc_or_whole_days(made, begin, end, is_whole_day):
    said = asked(calendar_links.outlook(made))
    assert (said["startdt"], said.get("enddt"), said.get("allday") == "true") == (begin, end, is_whole_day)
    assert said["subject"] == "Jazz & “more”"


def test_what_has_no_day_is_in_no_calendar():
    assert calendar_links.google(entry(None)) is None
    assert calendar_links.outlook(entry(None)) is None


def test_place_and_text_go_along_and_are_not_endless():
    made = entry(AT, where=Place("Keller", "Am Markt 1"), description="x" * 50_000)
    for link in (calendar_links.google(made), calendar_links.outlook(made)):
        assert asked(link)["location"] == "Keller, Am Markt 1"
        assert len(link or "") < 3_000
