"""When a record takes place: its first date, and the time that stands elsewhere in it."""

from __future__ import annotations

from dataclasses import replace

from eventlocky import dates
from eventlocky.annotate import Annotations, Dated
from eventlocky.fields.base import Found
from eventlocky.types import Record, When


def read(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return when a record takes place, or None where neither it nor its context has a date."""
    chosen = annotations.at("date", record.anchor)
    dated = [chosen] if chosen is not None else annotations.within("date", record.first, record.stop)
    for annotation in dated:
        if annotation.row in record.context:
            break
        if isinstance(annotation.value, Dated):
            when = _with_time(annotation.value.when, annotations, record)
            return Found(when, annotation.row, when.confidence)
    return _inherited(annotations, record)


def _inherited(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return the day that a record inherits, at the time that it says itself."""
    for row in record.context:
        for annotation in annotations.within("date", row, row + 1):
            if isinstance(annotation.value, Dated):
                when = annotation.value.when
                timed = _with_time(replace(when, start=when.first_day, end=None, rdates=()), annotations, record)
                when = when if timed.all_day else timed
                return Found(when, annotation.row, when.confidence)
    return None


def _with_time(when: When, annotations: Annotations, record: Record) -> When:
    """Give a day without a time the first time that the record says."""
    for annotation in annotations.within("time", record.first, record.stop):
        if isinstance(annotation.value, Dated):
            return dates.with_time(when, annotation.value.when)
    return when
