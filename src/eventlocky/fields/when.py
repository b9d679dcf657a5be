"""When a record takes place: its first date."""

from __future__ import annotations

from eventlocky.annotate import Annotations
from eventlocky.dates import Mention
from eventlocky.fields.base import Found
from eventlocky.types import Record, When


def read(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return when a record takes place, or None where it has no date."""
    for annotation in annotations.within("date", record.first, record.stop):
        if isinstance(annotation.value, Mention):
            return Found(annotation.value.when, annotation.row, annotation.value.when.confidence)
    return None
