"""The calendar: a month as a table of weeks, a week as a table of days and times of day, of any search.

Both work without JavaScript and keep the search that somebody came with. What lasts longer than a few days stands once
above the table, not in every field of it. On a phone the days are a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi import Query as Parameter
from fastapi.responses import HTMLResponse
from pydantic import Field

from eventlocky.store import Hit, Query, Store
from eventlocky.types import Day
from eventlocky.web import words
from eventlocky.web.asked import Asked, query_of, today
from eventlocky.web.home import SORTS, Shown, Wanted, again, card, spot_of
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import home_of, readings_of

PARTS = ("all_day", "morning", "afternoon", "evening", "night")
_FIRST_YEAR, _LAST_YEAR = 1970, 2199
_MOST = 2_000
_PAGE = 500
_IN_CELL = 4
_LONG_DAYS = 3
"""What lasts longer stands above the table."""
_NIGHT, _NOON, _EVENING, _LATE = 5, 12, 17, 22
_WEEK = 7
_SUNDAY_FIRST = frozenset({"ja"})

router = APIRouter(include_in_schema=False)


class WantedDays(Wanted):
    """Any search, and the month or the week that is looked at."""

    month: str = Field(default="", pattern=r"^(?:\d{4}-\d{2})?$", description="A month, as 2026-11.")
    week: str = Field(default="", pattern=r"^(?:\d{4}-W\d{2})?$", description="A week, as 2026-W47.")


@dataclass(frozen=True, slots=True)
class Span:
    """The days that are shown: `first` to `last`; `before` and `after` are the parameters of those around them."""

    kind: str
    first: date
    last: date
    middle: date
    before: str
    after: str


@dataclass(slots=True)
class Box:
    """One day of the table, with what is on."""

    day: date
    is_today: bool
    is_other: bool
    events: list[Shown] = field(default_factory=list)

    @property
    def stamp(self) -> str:
        """The day as addresses and machines write it."""
        return self.day.isoformat()


@router.get("/calendar", response_class=HTMLResponse)
async def calendar(request: Request, wanted: Annotated[WantedDays, Parameter()]) -> Response:
    """Show a month or a week of what is on."""
    settings, language, address = request.app.state.settings, language_of(request), home_of(request)
    readings = readings_of(request)
    spot = await spot_of(settings, wanted)
    asked = plain(wanted).searched(spot).model_copy(update={"every": True, "when": "", "sort": "time", "cursor": ""})

    def tell(store: Store) -> Shown:
        now = today(query_of(asked, store, readings.clock), store, readings.clock)
        span = span_of(wanted, now, is_sunday_first=language in _SUNDAY_FIRST)
        days = asked.model_copy(update={"since": span.first, "until": span.last})
        hits, is_cut = ([], False) if spot.problem else found(store, days, readings.clock)
        boxes = [
            Box(day, day == now, span.kind == "month" and day.month != span.middle.month)
            for day in (span.first + timedelta(days=number) for number in range((span.last - span.first).days + 1))
        ]
        runs = sort_into(boxes, hits, lambda hit: card(hit, address, language))
        return {"today": now, "span": span, "boxes": boxes, "runs": runs, "is_cut": is_cut, "count": len(hits)}

    context = await readings.ask(tell)
    boxes: list[Box] = context["boxes"]  # type: ignore[assignment]
    span: Span = context["span"]  # type: ignore[assignment]
    filters = plain(wanted)
    return templates.TemplateResponse(
        request,
        "calendar.html",
        context
        | {
            "wanted": wanted,
            "spot": spot,
            "title": title_of(span, language),
            "weeks": [boxes[begin : begin + _WEEK] for begin in range(0, len(boxes), _WEEK)],
            "parts_of_day": [(part, [_in_part(box, part) for box in boxes]) for part in PARTS]
            if span.kind == "week"
            else [],
            "weekdays": [words.weekday_name(box.day.weekday(), language) for box in boxes[:_WEEK]],
            "in_cell": _IN_CELL,
            "agenda": _agenda(boxes, context["today"]),
            "sorts": list(SORTS),
            "links": links(filters, span),
            "file": _file(asked, span),
            "kept": parse_qsl(again(filters.model_copy(update={"q": "", "what": [], "free": None}))),
            "of_day": lambda day: f"/?{again(filters, **{'from': day, 'to': day})}",
            "is_filtered": bool(again(filters)),
        },
    )


def plain(wanted: WantedDays) -> Wanted:
    """Return the search without the days that are looked at."""
    said = wanted.model_dump(exclude={"month", "week", "since", "until", "when", "every", "sort", "limit", "cursor"})
    return Wanted.model_validate(said)


# Days --------------------------------------------------------------------------------------------


def span_of(wanted: WantedDays, now: date, *, is_sunday_first: bool = False) -> Span:
    """Return the days that are asked for; without any, this month."""
    try:
        if wanted.week:
            year, week = wanted.week.split("-W")
            return week_of(_within(date.fromisocalendar(int(year), int(week), 1)), is_sunday_first=is_sunday_first)
        middle = date.fromisoformat(f"{wanted.month}-01") if wanted.month else now.replace(day=1)
        return month_of(_within(middle), is_sunday_first=is_sunday_first)
    except ValueError as error:
        message = f"There is no such month or week here. Ask for one of {_FIRST_YEAR} to {_LAST_YEAR}: /calendar"
        raise HTTPException(404, message) from error


def _within(day: date) -> date:
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        raise ValueError(day)
    return day


def month_of(middle: date, *, is_sunday_first: bool) -> Span:
    """Return a month filled up to whole weeks."""
    next_month = (middle.replace(day=1) + timedelta(days=32)).replace(day=1)
    first = middle.replace(day=1)
    first -= timedelta(days=(first.weekday() + is_sunday_first) % _WEEK)
    last = next_month - timedelta(days=1)
    last += timedelta(days=_WEEK - 1 - (last.weekday() + is_sunday_first) % _WEEK)
    before = middle.replace(day=1) - timedelta(days=1)
    return Span("month", first, last, middle.replace(day=1), f"{before:%Y-%m}", f"{next_month:%Y-%m}")


def week_of(monday: date, *, is_sunday_first: bool) -> Span:
    """Return a week; where weeks begin with Sunday, the one that holds this Monday."""
    first = monday - timedelta(days=int(is_sunday_first))
    before, after = (monday + timedelta(days=days) for days in (-_WEEK, _WEEK))
    return Span("week", first, first + timedelta(days=_WEEK - 1), monday, iso_week(before), iso_week(after))


def iso_week(day: date) -> str:
    """Return the week of a day as addresses write it."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def title_of(span: Span, language: str) -> str:
    """Say which days are shown."""
    if span.kind == "month":
        return words.month_name(span.middle.year, span.middle.month, language)
    return words.when(span.first.isoformat(), span.last.isoformat(), date.min, language)


# What is on --------------------------------------------------------------------------------------


def found(store: Store, asked: Asked, clock: Callable[[], datetime]) -> tuple[list[Hit], bool]:
    """Return what is on in the days asked for, and whether there is more than is shown."""
    query: Query = replace(query_of(asked, store, clock), limit=_PAGE, cursor="")
    hits: list[Hit] = []
    while True:
        page = store.search(query)
        hits += page.hits
        if not page.cursor or len(hits) >= _MOST:
            return hits[:_MOST], bool(page.cursor)
        query = replace(query, cursor=page.cursor)


def sort_into(boxes: Sequence[Box], hits: Sequence[Hit], shown: Callable[[Hit], Shown]) -> list[Shown]:
    """Put what is on into the days; return what lasts too long for that, each once."""
    by_day = {box.day: box for box in boxes}
    runs: dict[str, Shown] = {}
    for hit in hits:
        first, last = days_of(hit.start, hit.end)
        if first is None or last is None:
            continue
        one = shown(hit)
        if (last - first).days >= _LONG_DAYS:
            runs.setdefault(hit.uid, one | {"part": "all_day"})
            continue
        for number in range((last - first).days + 1):
            box = by_day.get(first + timedelta(days=number))
            if box is not None:
                box.events.append(one | {"part": part_of(hit.start) if number == 0 else "all_day"})
    for box in boxes:
        box.events.sort(key=lambda one: (PARTS.index(str(one["part"])) == 0, str(one["start"]), str(one["title"])))
    return list(runs.values())


def days_of(start: Day | None, end: Day | None) -> tuple[date | None, date | None]:
    """Return the first and the last day of something; what ends in the early hours belongs to the day before."""
    first = start.date() if isinstance(start, datetime) else start
    last = end.date() if isinstance(end, datetime) else end
    if first is None:
        return last, last
    if isinstance(end, datetime) and last is not None and last > first and end.hour <= _NIGHT:
        last -= timedelta(days=1)
    return first, max(first, last) if last is not None else first


def part_of(start: Day | None) -> str:
    """Return the time of day at which something begins."""
    if not isinstance(start, datetime):
        return "all_day"
    bounds = ((_NIGHT, "night"), (_NOON, "morning"), (_EVENING, "afternoon"), (_LATE, "evening"))
    return next((name for bound, name in bounds if start.hour < bound), "night")


def _in_part(box: Box, part: str) -> list[Shown]:
    return [event for event in box.events if event["part"] == part]


def _agenda(boxes: Sequence[Box], now: object) -> list[Box]:
    """Return the days of the list below the table: from today on, where that is among them."""
    begin = next((number for number, box in enumerate(boxes) if box.day == now), 0)
    return [box for box in boxes[begin:] if box.events and not box.is_other]


# Addresses ---------------------------------------------------------------------------------------


def links(filters: Wanted, span: Span) -> dict[str, str | None]:
    """Return the ways from here: before, after, today, month, week; none leads out of the years that there are."""

    def to(**days: str) -> str:
        said = again(filters, **days)
        return f"/calendar?{said}" if said else "/calendar"

    step = timedelta(days=_WEEK if span.kind == "week" else 1)
    is_first = (span.middle - step).year < _FIRST_YEAR
    is_last = (span.middle + (step if span.kind == "week" else timedelta(days=31))).year > _LAST_YEAR
    return {
        "before": None if is_first else to(**{span.kind: span.before}),
        "after": None if is_last else to(**{span.kind: span.after}),
        "today": to(),
        "month": to(month=f"{span.middle:%Y-%m}"),
        "week": to(week=iso_week(span.middle)),
        "unfiltered": f"/calendar?{span.kind}={span.middle:%Y-%m}"
        if span.kind == "month"
        else f"/calendar?week={iso_week(span.middle)}",
    }


def _file(asked: Asked, span: Span) -> str:
    days = asked.model_copy(update={"since": span.first, "until": span.last, "every": False, "limit": _PAGE})
    return f"/events.ics?{again(days)}"
