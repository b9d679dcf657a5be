"""An event as JSON and back again is the same event."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from types import MappingProxyType

import pytest

from eventlocky.formats.exact import read, write
from eventlocky.types import Event, Place, Price, Proof, Source, Status, When

FULL = Event(
    title="Jazz “am Hafen” \u2028 夜",
    when=When(
        datetime(2026, 11, 16, 19, 30), date(2026, 11, 18), "Europe/Berlin", "FREQ=WEEKLY",
        (date(2026, 11, 17),), (datetime(2026, 12, 1, 8),), time(18, 30), "Mon 16 Nov", 0.123456789,
    ),
    where=Place("Hall", "Quay 1", 53.99, 11.11, online=True),
    price=Price((Decimal("8.50"), Decimal(12)), "EUR", before=Decimal(20), after=Decimal(12), text="8,50 / 12 €"),
    description="Words", image="http://x.example/i.png", link="http://x.example/", category="music", kind="deal",
    organiser="Us", status=Status.SOLD_OUT, confidence=1 / 3,
    proofs=MappingProxyType({"title": Proof("html/h1", "Jazz", 0.9)}), source=Source("http://x.example/", "p", "f", "best"),
)  # fmt: skip


@pytest.mark.parametrize("event", [FULL, Event("x"), Event("", When(date(2026, 1, 1)))])
def test_nothing_is_lost(event):
    again = read(write(event))
    assert again == event
    assert type(again.when.start) is type(event.when.start)
    assert write(again) == write(event)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '["When",{}]', '["Event",{"nonsense":1}]', '["Event",{}]',
                                  '["Decimal","x"]', '["Event",[]]', "[" * 100_000])  # fmt: skip
def test_what_is_no_event_is_one_kind_of_error(text):
    with pytest.raises(ValueError, match="Not an event"):
        read(text)
