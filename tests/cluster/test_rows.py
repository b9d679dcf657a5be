"""What is written of an event, and that it fits the columns."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest

from eventlocky.cluster.rows import event_rows
from eventlocky.cluster.tables import EVENTS, SCHEMAS
from eventlocky.types import Event, Place, Price, Proof, Source, When

FULL = Event(
    title="Jazz \ud800 Night",
    when=When(
        datetime(2026, 11, 14, 19, 30),
        date(2026, 11, 15),
        "Europe/Berlin",
        exdates=(date(2026, 12, 1),),
        doors=time(19),
    ),
    where=Place("Old Harbour", "Quay 1", 53.9, 11.4),
    price=Price((Decimal("12.50"), Decimal("1e999")), "EUR", before=Decimal(20), text="12,50 €"),
    proofs={"title": Proof("html/body/h1", "Jazz Night", 0.9)},
    source=Source("https://harbour.example/", "html/body", ":~:text=Jazz", "best", "best"),
    confidence=0.93,
)


def test_every_column_has_a_value_and_every_value_a_column():
    (row,) = event_rows([FULL])
    assert [*row] == EVENTS.names[4:]


def test_a_full_and_an_empty_event_fit_the_columns():
    table = pa.Table.from_pylist(event_rows([FULL, Event("")]), EVENTS)
    full, empty = table.to_pylist()
    assert (full["start_day"], full["start_time"]) == (date(2026, 11, 14), time(19, 30))
    assert (full["end_day"], full["end_time"]) == (date(2026, 11, 15), None), "no time known is not midnight"
    assert full["title"] == "Jazz ? Night", "half a character cannot be written"
    assert full["proofs"] == [{"field": "title", "path": "html/body/h1", "text": "Jazz Night", "confidence": 0.9}]
    assert empty["title"] is None
    assert empty["status"] == "scheduled"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_column_is_explained(name, root: Path):
    text = (root / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert [column for column in SCHEMAS[name].names if f"`{column}`" not in text] == []
