"""Days, times, distances and doubt in the words that people use, in the languages of the interface.

Stamps are those of the API: `2026-11-16T19:30`, or `2026-11-16` where no hour is known. All of them are wall-clock
times of the place, so nothing here knows a time zone; `today` is the day that it is there.
"""

from __future__ import annotations

from datetime import date, timedelta

_WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(),
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日".split(),
}
_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "ja": [f"{month}月" for month in range(1, 13)],
}
_SHORT_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split(),
}
_SAID = {
    "en": {"today": "today", "tonight": "tonight", "tomorrow": "tomorrow", "any": "any time", "until": "until {}",
           "since": "from {}", "span": "from {} until {}"},
    "de": {"today": "heute", "tonight": "heute Abend", "tomorrow": "morgen", "any": "ohne Datum", "until": "bis {}",
           "since": "ab {}", "span": "von {} bis {}"},
    "ja": {"today": "今日", "tonight": "今夜", "tomorrow": "明日", "any": "日付なし", "until": "{}まで",
           "since": "{}から", "span": "{}から{}まで"},
}  # fmt: skip
EVENING = 17
"""From this hour on, today is tonight."""
_NIGHT_ENDS = 6
"""What ends before this hour of the next day belongs to the night before."""
_KM = 1_000
_SURE, _FAIRLY_SURE = 0.8, 0.5
"""Confidence is calibrated: of what is called sure, four of five are right at the least."""


# One event, as a list says it ----------------------------------------------------------------------


def when(start: str | None, end: str | None, today: date, language: str = "en") -> str:
    """Say when something is on, as shortly as people do.

    >>> when("2026-11-16T19:30", None, date(2026, 11, 16))
    'tonight 19:30'
    >>> when("2026-10-01", "2026-12-03", date(2026, 11, 16))
    'until 3 Dec'
    """
    said = _SAID[language]
    first, last = _day_of(start), _day_of(end)
    if first is None:
        return said["until"].format(_near_day(last, today, language)) if last else said["any"]
    if last is None or last <= first or _is_one_night(start, end):
        return " ".join(part for part in (_named_day(start, today, language), _hours(start, end)) if part)
    if first < today:
        return said["until"].format(_near_day(last, today, language))
    if first <= today + timedelta(days=1):
        return said["span"].format(_near_day(first, today, language), _near_day(last, today, language))
    return _days(first, last, today, language)


def full(start: str | None, end: str | None, language: str = "en") -> str:
    """Say the same with every weekday, month and year written out."""
    first, last = _day_of(start), _day_of(end)
    if first is None:
        return _SAID[language]["until"].format(_long_day(last, language)) if last else _SAID[language]["any"]
    begun = " ".join(part for part in (_long_day(first, language), clock(start)) if part)
    if last is None or end == start:
        return begun
    if last == first:
        return f"{begun} {until(start, end, language)}".strip()
    ended = " ".join(part for part in (_long_day(last, language, has_weekday=False), clock(end)) if part)
    return f"{begun} {_SAID[language]['until'].format(ended)}"


def _named_day(start: str | None, today: date, language: str) -> str:
    """Say the day of one event: tonight where it is today and late."""
    first = _day_of(start)
    is_late = bool(clock(start)) and int(clock(start)[:2]) >= EVENING
    if first == today and is_late:
        return _SAID[language]["tonight"]
    return _near_day(first, today, language, has_weekday=True)


def _near_day(then: date | None, today: date, language: str, *, has_weekday: bool = False) -> str:
    """Say a day by its name where it has one, else by its date."""
    if then is None:
        return ""
    names = {today: "today", today + timedelta(days=1): "tomorrow"}
    if then in names:
        return _SAID[language][names[then]]
    return _short_day(then, today, language, has_weekday=has_weekday)


def _short_day(then: date, today: date, language: str, *, has_weekday: bool) -> str:
    is_other_year = then.year != today.year
    weekday = _WEEKDAYS[language][then.weekday()]
    if language == "ja":
        year = f"{then.year}年" if is_other_year else ""
        return f"{year}{then.month}月{then.day}日" + (f"({weekday[0]})" if has_weekday else "")
    month, year = _SHORT_MONTHS[language][then.month - 1], f" {then.year}" if is_other_year else ""
    if language == "de":
        return (f"{weekday[:2]}. " if has_weekday else "") + f"{then.day}. {month}{year}"
    return (f"{weekday[:3]} " if has_weekday else "") + f"{then.day} {month}{year}"


def _days(first: date, last: date, today: date, language: str) -> str:
    """Say several days: `21-23 Nov`, `21 Nov - 3 Dec`."""
    end = _short_day(last, today, language, has_weekday=False)
    if (first.year, first.month) == (last.year, last.month):
        if language == "ja":
            return f"{_short_day(first, today, language, has_weekday=False)}〜{last.day}日"
        return f"{first.day}{'.' if language == 'de' else ''}–{end}"
    begin = _short_day(first, last if first.year == last.year else today, language, has_weekday=False)
    return f"{begin}〜{end}" if language == "ja" else f"{begin} – {end}"


def _hours(start: str | None, end: str | None) -> str:
    begun, ended = clock(start), clock(end)
    return f"{begun}–{ended}" if begun and ended and ended != begun else begun


def _is_one_night(start: str | None, end: str | None) -> bool:
    """Tell whether something that ends on the next day is over before the morning."""
    first, last = _day_of(start), _day_of(end)
    if first is None or last is None or not clock(start) or not clock(end):
        return False
    return last == first + timedelta(days=1) and int(clock(end)[:2]) < _NIGHT_ENDS


# Headings and parts --------------------------------------------------------------------------------


def day(stamp: str | None, today: date, language: str = "en") -> str:
    """Say a day as a heading: `Today`, `Tomorrow`, `Saturday 14 November`, with the year where it is another."""
    then = _day_of(stamp)
    if then is None:
        return _capital(_SAID[language]["any"])
    if then in {today, today + timedelta(days=1)}:
        return _capital(_near_day(then, today, language))
    return _long_day(then, language, has_year=then.year != today.year)


def clock(stamp: str | None) -> str:
    """Say a time of day, or nothing where none is known."""
    return stamp[11:16] if stamp and "T" in stamp else ""


def until(start: str | None, end: str | None, language: str = "en") -> str:
    """Say how long it lasts: `until 21:30`, `until 3 December`, or nothing."""
    if not end or end == start:
        return ""
    said = _SAID[language]["until"]
    if start and end[:10] == start[:10]:
        return said.format(clock(end)) if clock(end) else ""
    last = date.fromisoformat(end[:10])
    return said.format(_long_day(last, language, has_weekday=False, has_year=False))


def _long_day(then: date, language: str, *, has_weekday: bool = True, has_year: bool = True) -> str:
    weekday, month = _WEEKDAYS[language][then.weekday()], _MONTHS[language][then.month - 1]
    if language == "ja":
        return (
            (f"{then.year}年" if has_year else "") + f"{month}{then.day}日" + (f"({weekday[0]})" if has_weekday else "")
        )
    year = f" {then.year}" if has_year else ""
    if language == "de":
        return (f"{weekday}, " if has_weekday else "") + f"{then.day}. {month}{year}"
    return (f"{weekday} " if has_weekday else "") + f"{then.day} {month}{year}"


def _day_of(stamp: str | None) -> date | None:
    return date.fromisoformat(stamp[:10]) if stamp else None


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


# Other words ---------------------------------------------------------------------------------------


def distance(metres: float, language: str = "en") -> str:
    """Say how far: `350 m`, `1.2 km`, `48 km`."""
    if metres < _KM - 5:
        return f"{round(metres, -1):.0f} m"
    said = f"{metres / _KM:.1f}" if metres < 10 * _KM else f"{metres / _KM:.0f}"
    return f"{said.replace('.', ',') if language == 'de' else said} km"


def sureness(confidence: float) -> str:
    """Say how sure we are, as a key of the interface's words: sure, fairly_sure, unsure."""
    return "sure" if confidence >= _SURE else "fairly_sure" if confidence >= _FAIRLY_SURE else "unsure"


def web_link(address: str | None) -> str | None:
    """Let only web addresses become links."""
    return address if address and address.startswith(("http://", "https://")) else None


def month_name(year: int, month: int, language: str = "en") -> str:
    """Say a month: `November 2026`, `2026年11月`."""
    name = _MONTHS[language][month - 1]
    return f"{year}年{name}" if language == "ja" else f"{name} {year}"


def weekday_name(number: int, language: str = "en") -> str:
    """Say a day of the week, Monday being 0."""
    return _WEEKDAYS[language][number]
