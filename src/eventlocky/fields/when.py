"""When a record takes place: its first date, and the time that stands elsewhere in it."""

from __future__ import annotations

from eventlocky import dates
from eventlocky.annotate import Annotations, Dated
from eventlocky.fields.base import Found
from eventlocky.types import Record, When


def read(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return when a record takes place, or None where it has no date."""
    for annotation in annotations.within("date", record.first, record.stop):
        if isinstance(annotation.value, Dated):
            when = _with_time(annotation.value.when, annotations, record)
            return Found(when, annotation.row, when.confidence)
    return None


def _with_time(when: When, annotations: Annotations, record: Record) -> When:
    """Give a day without a time the first time that the record says."""
    for annotation in annotations.within("time", record.first, record.stop):
        if isinstance(annotation.value, Dated):
            return dates.with_time(when, annotation.value.when)
    return when
