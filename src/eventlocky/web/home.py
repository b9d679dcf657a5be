"""The home page: what is on near a place, on some days, of some sorts; as a list, and as places for the map.

Without JavaScript the chips are links and the fields a form; with it, the same addresses are asked for in the
background and the list is changed in place. So there is one answer, and it is made here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from typing import Annotated, Literal
from urllib.parse import parse_qsl, quote, urlencode
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import Field

from eventlocky.errors import PlacesError
from eventlocky.formats import FEEDS
from eventlocky.places.area import Area, Circle, read
from eventlocky.settings import Settings
from eventlocky.store import Hit, Query, Remembered, Store
from eventlocky.store.geo import Point
from eventlocky.store.profiles import weigher, why
from eventlocky.web import api, images, near, words
from eventlocky.web.asked import Asked, next_of, query_of, today
from eventlocky.web.language import say
from eventlocky.web.look import language_of, templates
from eventlocky.web.parameters import reader
from eventlocky.web.state import home_of, readings_of
from eventlocky.web.stream import runs_of
from eventlocky.web.taste import profile_of
from eventlocky.web.visitor import visitor_of

WHENS = (("", "any_day"), ("today", "today"), ("tonight", "tonight"), ("tomorrow", "tomorrow"),
         ("this weekend", "weekend"), ("next 7 days", "week"))  # fmt: skip
"""The chips of days: how they are asked for, and their words."""

SORTS = {
    "exhibition": ("exhibition", "talk", "class", "tour"),
    "gourmet": ("gourmet", "food"),
    "shopping": ("shopping", "market"),
    "amusement": ("amusement", "music", "stage", "film", "sport", "family", "festival"),
}
"""The four categories of the paper, and which categories of events belong to each."""

_MOST = 60
_MOST_TONIGHT = 500
_MOST_ON_MAP = 2_000
_PAGE = 500
_PICTURE = 320
_MOST_ASKED = 200
"""So many organisations are looked up for the colours of their events."""
_FARTHEST_SEARCH_M = 20_000.0
_LOCATE_S = 20.0
"""For a place by its name the gazetteer may take so long."""

_MOST_COUNTED = 10_000
"""So many are counted, in some hundredths of a second; to count a million takes seconds, and nobody reads so far."""

router = APIRouter(include_in_schema=False)
Shown = dict[str, object]
Groups = list[tuple[str | None, list[Shown]]]


class Wanted(Asked):
    """What the home page is asked for: any search, a place by its name, and the four categories of the paper."""

    place: str = Field(default="", max_length=100, description="A place by its name, or `latitude, longitude`.")
    what: Annotated[list[Literal["exhibition", "gourmet", "shopping", "amusement"]], Field(max_length=4)] = Field(
        default_factory=list, description="Only these of the four categories."
    )

    def searched(self, spot: Spot | None) -> Asked:
        """Return the search that is meant, as API and feeds know it."""
        said = self.model_dump(exclude={"place", "what"}, exclude_unset=True)
        said["category"] = [*self.category, *(name for sort in self.what for name in SORTS[sort])]
        if spot is not None and spot.point is not None:
            said["lat"], said["lon"] = spot.point
        return Asked.model_validate(said)

    @property
    def is_tonight(self) -> bool:
        """Whether only this evening counts."""
        return self.when.casefold() == "tonight"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the page looks: a name to show, a point, or the sentence that says why there is none."""

    name: str = ""
    point: Point | None = None
    problem: str = ""
    near: tuple[str, ...] = ()


WantedSearch = Annotated[Wanted, Depends(reader(Wanted))]


@router.get("/", response_class=HTMLResponse)
async def home(request: Request, wanted: WantedSearch) -> Response:
    """Show what is on, day by day, or what a search finds."""
    settings: Settings = request.app.state.settings
    if wanted.sort == "profile" and await visitor_of(request) is None:
        return RedirectResponse(f"/account/sign-in?next={quote(f'/?{again(wanted)}', safe='')}", 303)
    spot = await spot_of(settings, wanted)
    language, address, readings = language_of(request), home_of(request), readings_of(request)
    asked = wanted.searched(spot)
    profile = await profile_of(request, asked)
    is_searching, may_search = _is_searching(runs_of(request), asked), bool(settings.near_at_once)

    def tell(store: Store) -> Shown:
        query = query_of(asked, store, readings.clock, _MOST_TONIGHT if wanted.is_tonight else _MOST)
        if spot.problem:
            return {"today": today(query, store, readings.clock), "days": [], "count": 0, "more": None, "stream": ""}
        found = store.search(query, weigher(profile) if profile else None)
        hits = evening(found.hits) if wanted.is_tonight else list(found.hits)
        first = today(query, store, readings.clock)
        sorts = sorts_of(store, hits)
        shown = [
            card(hit, address, language, sorts[hit.uid]) | {"why": why(profile, hit) if profile else []} for hit in hits
        ]
        is_whole = wanted.is_tonight or (not found.cursor and not asked.cursor)
        cursor = "" if wanted.is_tonight else next_of(asked, query, found.cursor)
        return {
            "today": first,
            "days": by_day(shown, found.since or first, is_timed=asked.sort == "time"),
            "count": len(hits) if is_whole else _counted(store.count(query, _MOST_COUNTED)),
            "more": f"/?{again(wanted, cursor=cursor)}" if cursor else None,
            "stream": _stream(asked) if is_searching or (may_search and not hits and _is_new(store, query)) else "",
        }

    context = await readings.ask(tell)
    said = again(asked)
    feeds = [(form, f"/events.{form}{'?' + said if said else ''}") for form in FEEDS]
    context |= {
        "wanted": wanted, "spot": spot, "asked": asked, "is_search": bool(again(wanted)), "feeds": feeds,
        "said": said, "is_searching": is_searching,
        "whens": [(when, name, link(wanted, when=when, since=None, until=None)) for when, name in WHENS],
        "sorts": [(sort, _toggled(wanted, sort)) for sort in SORTS],
        "free_link": link(wanted, free=None if wanted.free else True),
        "map_link": f"/map.json{'?' + again(wanted) if again(wanted) else ''}",
        "kept": parse_qsl(again(wanted.model_copy(update={"when": "", "since": None, "until": None}))),
        "map_tiles": settings.map_tiles, "map_credit": settings.map_credit, "map_file": settings.map_file,
    }  # fmt: skip
    headers = {"Cache-Control": "no-store"} if profile else None
    return templates.TemplateResponse(request, "events.html", context, headers=headers)


@router.get("/map.json")
async def places(request: Request, wanted: WantedSearch) -> Response:
    """Tell where on the map something is on: each place with its events, the soonest first."""
    spot = await spot_of(request.app.state.settings, wanted)
    language, address, readings = language_of(request), home_of(request), readings_of(request)
    asked = wanted.searched(spot)

    def tell(store: Store) -> object:
        query = replace(query_of(asked, store, readings.clock), limit=_PAGE, cursor="", sort="time")
        first = today(query, store, readings.clock)
        found: list[Hit] = []
        while not spot.problem and len(found) < _MOST_ON_MAP:
            page = store.search(query)
            found += page.hits
            query = replace(query, cursor=page.cursor)
            if not page.cursor:
                break
        hits = evening(found) if wanted.is_tonight else found
        return {"centre": spot.point, "places": on_map(hits, sorts_of(store, hits), first, address, language)}

    answer = api.json_response(await readings.ask(tell))
    answer.headers["Vary"] = "Accept-Language, Cookie"
    return answer


# Where ---------------------------------------------------------------------------------------------


async def spot_of(settings: Settings, wanted: Wanted) -> Spot:
    """Return where a page looks: what the visitor says, else the server's own place."""
    own = _own_point(settings)
    name = wanted.place.strip()
    if name and own is not None and name.casefold() == settings.home_name.casefold():
        return Spot(settings.home_name, own)
    if name:
        return await _locate(name, settings)
    if wanted.lat is not None and wanted.lon is not None:
        return Spot("", (wanted.lat, wanted.lon))
    if wanted.bbox or own is None:
        return Spot()
    return Spot(settings.home_name, own)


def _own_point(settings: Settings) -> Point | None:
    area = read(settings.home_point, 1.0) if settings.home_point else None
    return _middle(area) if area else None


def own_spot(settings: Settings) -> near.Spot:
    """Return what is searched where the home page looks when it is asked for nothing else."""
    own = _own_point(settings)
    area = near.circle(own, _radius(Asked())) if own else None
    return near.Spot(area, settings.home_name or "everybody")


def _middle(area: Area) -> Point:
    if isinstance(area, Circle):
        return area.lat, area.lon
    east = area.east if area.east >= area.west else area.east + 360
    return (area.south + area.north) / 2, ((area.west + east) / 2 + 540) % 360 - 180


async def _locate(name: str, settings: Settings) -> Spot:
    """Ask the gazetteer, one visitor after the other: it takes a processor for itself."""
    from eventlocky.places.gazetteer import spellings  # loads nothing until it is asked
    from eventlocky.places.geocode import UnknownPlaceError, locate

    if not any(letter.isalnum() for letter in name):
        return Spot(name, problem="unknown")
    try:
        async with asyncio.timeout(_LOCATE_S), _one_at_a_time():
            located = await locate(name, 1.0, settings)
            return Spot(located.name, _middle(located.area))
    except UnknownPlaceError:
        return Spot(name, problem="unknown", near=tuple(await asyncio.to_thread(spellings, name)))
    except (PlacesError, TimeoutError) as error:
        return Spot(name, problem=str(error) or "unknown")


_LOCKS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


def _one_at_a_time() -> asyncio.Lock:
    """Return the lock of this server's loop."""
    return _LOCKS.setdefault(asyncio.get_running_loop(), asyncio.Lock())


def _counted(number: int) -> int | str:
    return number if number <= _MOST_COUNTED else f"{_MOST_COUNTED}+"


def _is_new(store: Store, query: Query) -> bool:
    """Tell whether nothing at all is known where a query looks, past and future."""
    if query.near is None:
        return False
    return store.count(Query(near=query.near, radius_m=query.radius_m, missing=True), 1) == 0


def _is_searching(runs: near.Runs, asked: Asked) -> bool:
    """Tell whether the place that is asked for is being searched just now: more is about to be found."""
    if asked.lat is None or asked.lon is None:
        return False
    return runs.is_searching(near.circle((asked.lat, asked.lon), _radius(asked)))


def _stream(asked: Asked) -> str:
    """Return the address of a search that runs while one watches."""
    return f"/api/v1/near/stream?lat={asked.lat}&lon={asked.lon}&radius={_radius(asked)}"


def _radius(asked: Asked) -> float:
    return min(asked.radius, _FARTHEST_SEARCH_M)


# What is shown -------------------------------------------------------------------------------------


def card(hit: Hit, address: str, language: str, sort: str | None = None) -> Shown:
    """Return an event as a list shows it: as the API tells it, with place, price and doubt in a word each."""
    told, sort = api.told(hit, address), sort_of(hit) if sort is None else sort
    return shown(told, language) | {
        "sure": words.sureness(hit.event.confidence),
        "percent": round(100 * hit.event.confidence),
        "sort": sort,
        "picture": images.picture(told | {"category": told["category"] or sort}, _PICTURE),
    }


def sorts_of(store: Store, hits: Sequence[Hit]) -> dict[str, str]:
    """Return which of the four categories each event belongs to: where it says nothing itself, its organisation's."""
    own = {hit.uid: sort_of(hit) for hit in hits}
    whose = {hit.website: hit.uid for hit in hits if not own[hit.uid] and not hit.event.category}
    known: dict[str, str] = {}
    for website, uid in list(whose.items())[:_MOST_ASKED]:
        remembered = store.get(uid)
        category = remembered.organisation.category if remembered else None
        known[website] = category.value if category else ""
    return {hit.uid: own[hit.uid] or ("" if hit.event.category else known.get(hit.website, "")) for hit in hits}


def shown(told: Shown, language: str = "en") -> Shown:
    """Return an event as the API tells it, with place and price in one line each."""
    place, price = told["where"], told["price"]
    assert isinstance(place, dict)
    assert isinstance(price, dict)
    named = ", ".join(part for part in (place["name"], place["address"]) if part)
    amounts = " / ".join(f"{amount} {price['currency'] or ''}".strip() for amount in price["amounts"])
    return told | {
        "location": named or (say(language, "card.online") if place["online"] else ""),
        "cost": price["text"] or (say(language, "card.free") if price["free"] else amounts),
    }


def sort_of(hit: Hit | Remembered) -> str:
    """Return which of the four categories an event belongs to, "" for none."""
    if hit.event.kind == "deal":
        return "shopping"
    return next((sort for sort, names in SORTS.items() if hit.event.category in names), "")


def evening(hits: Sequence[Hit]) -> list[Hit]:
    """Return what is on this evening; what is on today at an hour that nobody tells comes last."""
    late = [hit for hit in hits if isinstance(hit.start, datetime) and hit.start.hour >= words.EVENING]
    untold = [hit for hit in hits if hit.start is not None and not isinstance(hit.start, datetime)
              and not hit.is_ongoing and hit.end in {None, hit.start}]  # fmt: skip
    return late + untold


def by_day(cards: list[Shown], first: date, *, is_timed: bool) -> Groups:
    """Group events by the day they are on, in the order they came: what still runs is on the first day."""

    def shown_on(one: Shown) -> str | None:
        begun = str(one["start"])[:10] if one["start"] else first.isoformat() if one["end"] else None
        return max(begun, first.isoformat()) if begun else None

    if is_timed:
        cards = sorted(cards, key=lambda one: (shown_on(one) is None, shown_on(one) or "", _hour(one)))
    return [(day, list(events)) for day, events in groupby(cards, key=shown_on)]


def _hour(one: Shown) -> tuple[bool, str]:
    """Sort what begins at an hour of its day before what runs or tells no hour."""
    begins = "T" in str(one["start"]) and not one["ongoing"]
    return (not begins, str(one["start"] or ""))


def on_map(hits: Sequence[Hit], sorts: Mapping[str, str], first: date, address: str, language: str) -> list[Shown]:
    """Group events by the organisation and the point where they are."""
    table: dict[tuple[str, float, float], list[Hit]] = {}
    for hit in hits:
        if hit.lat is not None and hit.lon is not None:
            table.setdefault((hit.website, round(hit.lat, 5), round(hit.lon, 5)), []).append(hit)
    return [
        {"lat": lat, "lon": lon, "name": api.told(found[0], address)["organisation"],
         "site": api.told(found[0], address)["website"],
         "sort": _commonest([sorts[hit.uid] for hit in found]),
         "events": [_line(hit, first, address, language) for hit in found]}
        for (_, lat, lon), found in table.items()
    ]  # fmt: skip


def _commonest(sorts: Sequence[str]) -> str:
    """Return the commonest of the four that is any."""
    named = [sort for sort in sorts if sort] or [""]
    return max(sorted(set(named)), key=named.count)


def _line(hit: Hit, first: date, address: str, language: str) -> Shown:
    told = api.told(hit, address)
    start, end = (None if told[name] is None else str(told[name]) for name in ("start", "end"))
    return {"id": hit.uid, "title": told["title"], "when": words.when(start, end, first, language)}


# Addresses -----------------------------------------------------------------------------------------


def again(asked: Asked, **changed: str) -> str:
    """Return a search as parameters of an address, without its cursor."""
    said = asked.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"cursor", "facets"})
    return urlencode({**said, **changed}, doseq=True)


def link(wanted: Wanted, **changed: object) -> str:
    """Return the address of a search with something changed."""
    said = again(wanted.model_copy(update=changed))
    return f"/?{said}" if said else "/"


def _toggled(wanted: Wanted, sort: str) -> str:
    """Return the address of a search with one of the four categories taken in or left out."""
    what = [name for name in wanted.what if name != sort]
    return link(wanted, what=what if sort in wanted.what else [*what, sort])
