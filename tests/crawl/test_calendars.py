"""Calendar feeds read into events."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky.crawl.calendars import is_calendar, read
from eventlocky.types import Status

TODAY = date(2026, 11, 16)
URL = "http://x.example/a.ics"


def calendar(*parts: str) -> bytes:
    events = "".join(f"BEGIN:VEVENT\r\nUID:1\r\n{part}\r\nEND:VEVENT\r\n" for part in parts)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{events}END:VCALENDAR\r\n".encode()


def test_an_event_has_its_wall_clock_time_its_zone_and_its_place():
    (event,) = read(
        calendar("SUMMARY:Regatta\\, the first\r\nDTSTART;TZID=Europe/Berlin:20261121T130000\r\n"
                 "DTEND;TZID=Europe/Berlin:20261121T170000\r\nLOCATION:Clubhaus\r\nURL:http://x.example/r\r\n"
                 "STATUS:CANCELLED"), URL, TODAY,
    )  # fmt: skip
    assert event.title == "Regatta, the first"
    assert (event.when.start, event.when.end) == (datetime(2026, 11, 21, 13), datetime(2026, 11, 21, 17))
    assert (event.when.zone, event.where.name, event.link) == ("Europe/Berlin", "Clubhaus", "http://x.example/r")
    assert event.status is Status.CANCELLED
    assert event.source.url == URL


def test_whole_days_end_on_their_last_day():
    (event,) = read(calendar("SUMMARY:Fair\r\nDTSTART;VALUE=DATE:20261212\r\nDTEND;VALUE=DATE:20261214"), URL, TODAY)
    assert (event.when.start, event.when.end) == (date(2026, 12, 12), date(2026, 12, 13))


def test_a_series_stands_for_its_next_time():
    (event,) = read(
        calendar("SUMMARY:Training\r\nDTSTART:20260106T163000\r\nDTEND:20260106T183000\r\nRRULE:FREQ=WEEKLY;BYDAY=TU"),
        URL, TODAY,
    )  # fmt: skip
    assert (event.when.start, event.when.end) == (datetime(2026, 11, 17, 16, 30), datetime(2026, 11, 17, 18, 30))
    assert event.when.rrule == "FREQ=WEEKLY;BYDAY=TU"


def test_what_is_long_over_is_left_out():
    parts = [f"SUMMARY:{year}\r\nDTSTART:{year}1101T100000" for year in (2019, 2025, 2026)]
    assert [event.title for event in read(calendar(*parts), URL, TODAY)] == ["2026"]


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"BEGIN:VCALENDAR", calendar("SUMMARY:x"), calendar("DTSTART:20261121T130000"),
     calendar("SUMMARY:x\r\nDTSTART:nonsense"), b"BEGIN:VCALENDAR\r\n" + b"BEGIN:VEVENT\r\n" * 3_000,
     calendar("SUMMARY:x\r\nDTSTART:99991231T235959\r\nDURATION:P9999999D"), b"BEGIN:VCALENDAR\r\n\xff\xfe:;;;"],
)  # fmt: skip
def test_what_is_broken_gives_nothing_and_raises_nothing(body):
    assert read(body, URL, TODAY) == []


def test_an_endless_series_ends():
    assert len(read(calendar("SUMMARY:x\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY"), URL, TODAY)) <= 1


def test_a_calendar_is_known_by_how_it_begins():
    assert is_calendar(b"\xef\xbb\xbf\r\nbegin:vcalendar\r\n")
    assert not is_calendar(b"<p>BEGIN:VCALENDAR")
