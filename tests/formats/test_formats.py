"""Every format says what the events say, and hostile text stays text."""

from __future__ import annotations

import csv
import io
import json
import random
from datetime import UTC, date, datetime
from decimal import Decimal

import icalendar
import pytest

from eventlocky.formats import FORMATS, entry, ics
from eventlocky.formats.json import stamp
from eventlocky.formats.row import flat
from eventlocky.types import Event, Place, Price, Source, Status, When

NIGHT = Event(
    title="Jazz, “late”;\nnight 夜",
    when=When(datetime(2026, 11, 14, 19, 30), datetime(2026, 11, 14, 22), zone="Europe/Berlin"),
    where=Place("Old Harbour", "Quay 3"),
    price=Price((Decimal("12.50"),), "EUR", text="€12.50"),
    link="https://x.example/jazz",
    source=Source("https://x.example/"),
    status=Status.CANCELLED,
    confidence=0.87654321,
)
FAIR = Event("Fair", When(date(2026, 11, 15), date(2026, 11, 17)))
SALE = Event("=HYPERLINK(1)", kind="deal")
EVENTS = [NIGHT, FAIR, SALE]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_events_make_a_document_too(name):
    assert isinstance(FORMATS[name]([]), str)


def test_json_leaves_out_what_is_not_known():
    night, fair, _ = json.loads(FORMATS["json"](EVENTS))
    assert night["when"] == {
        "start": "2026-11-14T19:30",
        "end": "2026-11-14T22:00",
        "zone": "Europe/Berlin",
        "confidence": 0.0,
    }
    assert night["status"] == "cancelled"
    assert night["price"]["amounts"] == [12.5]
    assert fair["when"]["start"] == "2026-11-15"
    assert "link" not in fair


def test_a_day_without_a_time_is_not_midnight():
    assert stamp(date(2026, 11, 5)) == "2026-11-05"
    assert stamp(datetime(2026, 11, 5)) == "2026-11-05T00:00"
    assert stamp(None) is None


def test_csv_reads_back_and_formulas_are_inert():
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](EVENTS), newline="")))
    assert rows[0]["title"] == NIGHT.title
    assert rows[0]["start"] == "2026-11-14T19:30"
    assert rows[2]["title"] == "'=HYPERLINK(1)"


def test_a_calendar_reads_back():
    calendar = icalendar.Calendar.from_ical(ics.write(EVENTS, now=datetime(2026, 11, 1, tzinfo=UTC)))
    night, fair = calendar.walk("VEVENT")
    assert str(night["SUMMARY"]) == NIGHT.title
    assert night.decoded("DTSTART").isoformat() == "2026-11-14T19:30:00+01:00"
    assert night["STATUS"] == "CANCELLED"
    assert night.decoded("DTEND").isoformat() == "2026-11-14T22:00:00+01:00"
    assert fair.decoded("DTSTART") == date(2026, 11, 15)
    assert fair.decoded("DTEND") == date(2026, 11, 18)  # the format's end is the day after


def test_a_recurring_event_keeps_its_rule():
    weekly = Event("Quiz", When(datetime(2026, 11, 17, 20), rrule="FREQ=WEEKLY;BYDAY=TU"))
    (entry,) = icalendar.Calendar.from_ical(ics.write([weekly])).walk("VEVENT")
    assert entry["RRULE"].to_ical() == b"FREQ=WEEKLY;BYDAY=TU"


def test_the_uid_is_the_same_every_time_and_differs_by_day():
    assert ics.uid(NIGHT) == ics.uid(NIGHT)
    assert ics.uid(NIGHT) != ics.uid(Event(NIGHT.title, When(date(2026, 11, 21)), source=NIGHT.source))


def test_text_says_it_in_a_line():
    assert FORMATS["text"]([NIGHT]).startswith("Sat 14 Nov 2026 19:30")
    assert "[cancelled]" in FORMATS["text"]([NIGHT])
    assert FORMATS["text"]([SALE]).startswith("–")


def test_the_last_day_of_the_calendar_can_be_written():
    ever = Event("For ever", When(date(2026, 11, 1), date.max))
    assert "9999" in ics.write([ever])


def test_a_series_keeps_its_hour_when_the_clocks_change_and_its_left_out_days():
    weekly = When(
        datetime(2026, 10, 20, 19, 30), datetime(2026, 10, 20, 21), "Europe/Berlin", "FREQ=WEEKLY;UNTIL=20261117",
        exdates=(date(2026, 11, 3),), rdates=(datetime(2026, 12, 1, 18),),
    )  # fmt: skip
    calendar = icalendar.Calendar.from_ical(ics.write([Event("Quiz", weekly)]))
    (entry,) = calendar.walk("VEVENT")
    assert entry.decoded("DTSTART").isoformat() == "2026-10-20T19:30:00+02:00"
    assert entry["EXDATE"].dts[0].dt.isoformat() == "2026-11-03T19:30:00+01:00"
    assert entry["RDATE"].dts[0].dt.isoformat() == "2026-12-01T18:00:00+01:00"
    assert entry["RRULE"]["UNTIL"][0].isoformat() == "2026-11-17T22:59:59+00:00"
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Berlin"]


@pytest.mark.parametrize(
    "rule", ["FREQ=SECONDLY", "FREQ=WEEKLY;X=1", "nonsense", "FREQ=WEEKLY;COUNT=0", "FREQ=DAILY;UNTIL=9"]
)
def test_a_rule_that_no_calendar_understands_is_left_out(rule):
    (entry,) = icalendar.Calendar.from_ical(ics.write([Event("Quiz", When(date(2026, 11, 17), rrule=rule))])).walk(
        "VEVENT"
    )
    assert "RRULE" not in entry


def test_an_end_before_the_start_is_left_out():
    odd = Event("Odd", When(datetime(2026, 11, 14, 19), datetime(2026, 11, 14, 18)))
    assert "DTEND" not in ics.write([odd])


ODD = (
    "",
    " ",
    "a",
    "a b",
    "a  b",
    " a",
    "a ",
    "a\nb",
    "a\u00a0b",
    "a\u3000b",
    "\u202ea",
    "x|y",
    " | ",
    "x" * 20_001,
    "東京 ジャズ",
    "\ud800",
    "a\tb",
)
ODD_ADDRESSES = (None, "", "https://a.example/", "javascript:x", "https://a.example/ b", "HTTPS://A.example/", "https://ü.example/", "https://a.example/" + "x" * 2_000)  # fmt: skip


def test_what_is_clean_at_one_glance_is_what_cleaning_leaves_as_it_is(monkeypatch):
    chance = random.Random(4)
    for _ in range(3_000):
        odd = [chance.choice(ODD) if chance.random() < 0.2 else chance.choice(("a b", "x")) for _ in range(11)]
        links = [chance.choice(ODD_ADDRESSES) if chance.random() < 0.2 else "https://a.example/" for _ in range(3)]
        nothing = [one if chance.random() < 0.7 else None for one in odd[5:]]
        event = Event(
            odd[0], When(zone=chance.choice((None, "Europe/Berlin", "Mars/Base", "")), rrule=nothing[0], text=odd[1]),
            Place(nothing[1], nothing[2]), Price(text=odd[2], currency=nothing[3]), odd[3], links[0], links[1], nothing[4],
            odd[4], nothing[5], source=Source(links[2] or ""),
        )  # fmt: skip
        found = entry.cleaned(event)
        with monkeypatch.context() as patch:
            patch.setattr(entry, "_is_clean", lambda _event: False)
            assert found == entry.cleaned(event), event


def test_days_on_end_are_over_when_the_last_of_them_ends():
    days = When(datetime(2026, 8, 24, 10), datetime(2026, 8, 24, 18), rdates=(date(2026, 8, 25),))
    assert flat(Event("Kite Fair", days))["end"] == "2026-08-25T18:00"
    apart = When(datetime(2026, 8, 24, 10), datetime(2026, 8, 24, 18), rdates=(date(2026, 8, 31),))
    assert flat(Event("Class", apart))["end"] == "2026-08-24T18:00"
