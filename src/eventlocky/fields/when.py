"""When a record takes place: its first date, and the time that stands elsewhere in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

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
    if when.start is None or isinstance(when.start, datetime):
        return when
    for annotation in annotations.within("time", record.first, record.stop):
        said = annotation.value.when if isinstance(annotation.value, Dated) else When()
        if isinstance(said.start, datetime):
            shift = when.start - said.start.date()
            end = said.end + shift if isinstance(said.end, datetime) and when.end is None else when.end
            return replace(when, start=said.start + shift, end=end, doors=when.doors or said.doors)
    return when
