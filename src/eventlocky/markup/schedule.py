"""A schema.org `Schedule` to an iCalendar rule: `P1W` on `Monday` is `FREQ=WEEKLY;BYDAY=MO`."""

from __future__ import annotations

import re
from datetime import date, datetime

from eventlocky.markup import stamps
from eventlocky.markup.base import Item
from eventlocky.markup.values import stamp, stamps_of
from eventlocky.markup.vocabulary import bare

_PERIOD = re.compile(r"P([1-9][0-9]{0,2})([DWMY])")
_LETTERS = {"D": "DAILY", "W": "WEEKLY", "M": "MONTHLY", "Y": "YEARLY"}
_WORDS = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY", "annually": "YEARLY"}
_DAYS = {"mo": "MO", "tu": "TU", "we": "WE", "th": "TH", "fr": "FR", "sa": "SA", "su": "SU"}
_DAY = re.compile(r"([+-]?[1-5])?(mo|tu|we|th|fr|sa|su)[a-z]{0,7}", re.IGNORECASE)
_NUMBER = re.compile(r"-?[1-9][0-9]{0,3}")
_ZONE = re.compile(r"[A-Za-z_]{2,14}/[A-Za-z_+\-/0-9]{1,30}")
_ORDINALS = ("1", "2", "3", "4", "5", "-1")


def rule(item: Item) -> str | None:
    """Return the rule of a schedule, or None where it does not say how often."""
    said = stamp(item, "repeatFrequency")
    text = said.text.strip() if said else ""
    if match := _PERIOD.fullmatch(text):
        parts = [f"FREQ={_LETTERS[match[2]]}", f"INTERVAL={match[1]}" if match[1] != "1" else ""]
    elif word := _WORDS.get(text.lower()):
        parts = [f"FREQ={word}"]
    else:
        return None
    parts += [_by_day(item), _by_number(item, "byMonthDay"), _by_number(item, "byMonth")]
    parts.append(_until(item) or _by_number(item, "repeatCount", "COUNT"))
    return ";".join(filter(None, parts))


def zone(item: Item) -> str | None:
    """Return the time zone of a schedule, where it is a name of the time zone database."""
    said = stamp(item, "scheduleTimezone")
    return said.text.strip() if said and _ZONE.fullmatch(said.text.strip()) else None


def _by_day(item: Item) -> str:
    week = stamp(item, "byMonthWeek")
    number = week.text.strip() if week and week.text.strip() in _ORDINALS else ""
    names = (name for said in stamps_of(item, "byDay") for name in said.text.split(","))
    matches = (_DAY.fullmatch(bare(name)) for name in names)
    days = [(match[1] or number) + _DAYS[match[2].lower()] for match in matches if match]
    return "BYDAY=" + ",".join(dict.fromkeys(days)) if days else ""


def _by_number(item: Item, name: str, part: str = "") -> str:
    numbers = [said.text.strip() for said in stamps_of(item, name) if _NUMBER.fullmatch(said.text.strip())]
    return f"{part or name.upper()}={','.join(dict.fromkeys(numbers))}" if numbers else ""


def _until(item: Item) -> str:
    said = stamp(item, "endDate")
    read = stamps.read_iso(said.text) if said else None
    if read is None or not isinstance(read.moment, date):
        return ""
    if isinstance(read.moment, datetime):
        return f"UNTIL={read.moment:%Y%m%dT%H%M%S}"
    return f"UNTIL={read.moment:%Y%m%d}"
