"""What a visitor asks for, from the parameters of an address to a query of the store. Pages, API and feeds share it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import Depends
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from eventlocky.errors import StoreError
from eventlocky.store import Query, Store
from eventlocky.store.geo import is_point
from eventlocky.types import Status
from eventlocky.web.parameters import reader

_BOX = 4
_METRES = 10_000.0
_FARTHEST_M = 20_100_000.0
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _as_written(value: object) -> object:
    """Let through a day as it is written, and no number: `20261116` would be seconds, of a day in 1970."""
    if isinstance(value, str) and not _DAY.fullmatch(value):
        raise ValueError("A day is written as 2026-11-16.")
    return value


Day = Annotated[date, BeforeValidator(_as_written)]
Names = Annotated[list[Annotated[str, Field(max_length=300)]], Field(max_length=50)]


class Asked(BaseModel):
    """The parameters of a search. Everything that is said must hold."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    q: str = Field(default="", max_length=200, description='Words, all of them; "in a row"; -unwanted.')
    lat: float | None = Field(default=None, ge=-90, le=90, description="Latitude of the place, with `lon`.")
    lon: float | None = Field(default=None, ge=-180, le=180, description="Longitude of the place, with `lat`.")
    radius: float = Field(default=_METRES, gt=0, le=_FARTHEST_M, description="Metres around the place.")
    bbox: str = Field(default="", max_length=100, description="A box of the map: west,south,east,north in degrees.")
    since: Day | None = Field(default=None, alias="from", description="The first day; today where nothing is said.")
    until: Day | None = Field(default=None, alias="to", description="The last day.")
    when: str = Field(default="", max_length=100, description="Days by name: today, this-weekend, next-7-days …")
    zone: str = Field(default="", max_length=60, description="The time zone that `today` is in, by its IANA name.")
    category: Names = Field(default_factory=list, description="Only these categories.")
    kind: Names = Field(default_factory=list, description="Only these kinds: event, deal …")
    status: Annotated[list[Status], Field(max_length=10)] = Field(default_factory=list, description="Only these.")
    source: Names = Field(default_factory=list, description="Only what these sites announce, by their addresses.")
    organiser: str = Field(default="", max_length=200, description="Only what somebody of this name organises.")
    free: bool | None = Field(default=None, description="Only what costs nothing (or does).")
    past: bool = Field(default=False, description="Also what is over.")
    missing: bool = Field(default=False, description="Also what is no longer on any page.")
    every: bool = Field(default=False, description="Every time of a series, not only the next one.")
    sort: Literal["time", "distance", "relevance", "profile"] = Field(
        default="time", description="The order; `profile` is one's own, for who is signed in."
    )
    limit: int | None = Field(default=None, ge=1, le=500, description="So many at most.")
    cursor: str = Field(default="", max_length=1_000, description="`next` of the page before.")
    facets: bool = Field(default=False, description="Count all that was found, by kind, category, status and source.")

    @model_validator(mode="before")
    @classmethod
    def without_blanks(cls, values: object) -> object:
        """Leave out the fields of a form that nobody filled in."""
        if not isinstance(values, dict):
            return values
        given = {name: _without_blanks(value) for name, value in values.items()}
        return {name: value for name, value in given.items() if value not in ("", [])}

    @model_validator(mode="after")
    def fits(self) -> Asked:
        """Check what the parameters say together."""
        if (self.lat is None) != (self.lon is None):
            raise ValueError("Give both lat and lon, or neither.")
        if self.lat is not None and self.bbox:
            raise ValueError("Give lat and lon or bbox, not both.")
        if self.when and (self.since or self.until):
            raise ValueError("Give when, or from and to, not both.")
        if self.since and self.until and self.until < self.since:
            raise ValueError("The last day (to) comes before the first (from).")
        if self.sort == "distance" and self.lat is None:
            raise ValueError("To sort by distance give lat and lon.")
        if self.bbox:
            box_of(self.bbox)
        return self


Search = Annotated[Asked, Depends(reader(Asked))]


def _without_blanks(value: object) -> object:
    return [one for one in value if one != ""] if isinstance(value, list) else value


def box_of(text: str) -> tuple[float, float, float, float]:
    """Return south, west, north, east of `west,south,east,north`; what is none raises ValueError."""
    try:
        sides = [float(side) for side in text.split(",")]
    except ValueError:
        sides = []
    if len(sides) != _BOX or not _are_sides(*sides):
        raise ValueError("bbox is four numbers: west,south,east,north in degrees, such as 11.0,53.9,11.2,54.1.")
    west, south, east, north = sides
    return south, west, north, east


def _are_sides(west: float, south: float, east: float, north: float) -> bool:
    return south <= north and is_point(south, west) and is_point(north, east)


def query_of(asked: Asked, store: Store, clock: Callable[[], datetime], limit: int = 20) -> Query:
    """Return the query that is asked for: from today on, where no days are said."""
    query = Query(
        words=asked.q,
        near=(asked.lat, asked.lon) if asked.lat is not None and asked.lon is not None else None,
        radius_m=asked.radius,
        box=box_of(asked.bbox) if asked.bbox else None,
        when=asked.when,
        since=asked.since,
        until=asked.until,
        zone=asked.zone,
        kinds=tuple(asked.kind),
        categories=tuple(asked.category),
        statuses=tuple(asked.status),
        sources=tuple(asked.source),
        organiser=asked.organiser,
        free=asked.free,
        missing=asked.missing,
        every_time=asked.every,
        sort=asked.sort,
        limit=asked.limit or limit,
        cursor=asked.cursor,
    )
    if asked.since is not None or asked.when or asked.past:
        return query
    day, _, cursor = asked.cursor.rpartition(".")  # the pages that follow begin with the day of the first
    since = _day(day) if day else today(query, store, clock)
    if asked.until is not None and asked.until < since:
        since = asked.until
    return replace(query, since=since, cursor=cursor)


def next_of(asked: Asked, query: Query, cursor: str) -> str:
    """Return the cursor that a visitor gets: with the first day, where that was not asked for."""
    is_own_day = query.since is not None and asked.since is None
    return f"{query.since}.{cursor}" if cursor and is_own_day else cursor


def today(query: Query, store: Store, clock: Callable[[], datetime]) -> date:
    """Return the day that it is where a query looks; without a place, where the server is."""
    if query.near or query.box or query.zone:
        return store.today(query)
    return clock().astimezone().date()


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        message = "This cursor is not one of this search. Begin with its first page."
        raise StoreError(message) from error
