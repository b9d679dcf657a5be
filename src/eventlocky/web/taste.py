"""Profiles over the web: read from forms and JSON, places by their names, and the order they give to a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import HTTPException, Request

from eventlocky.errors import EventlockyError, FormError
from eventlocky.formats import clean
from eventlocky.places.gazetteer import Gazetteer
from eventlocky.store import profiles
from eventlocky.store.geo import is_point
from eventlocky.store.profiles import FARTHEST_M, MOST, Profile, Spot
from eventlocky.web.asked import Asked
from eventlocky.web.desk import Desk
from eventlocky.web.people import refusing
from eventlocky.web.visitor import Visitor, visitor_of

_LONGEST_WORD = 60
_KM = 1_000.0
_NEAR_KM = 10.0


async def profile_of(request: Request, asked: Asked) -> Profile | None:
    """Return the profile that a search is sorted by, None for another order; who has none is told where to make one."""
    if asked.sort != "profile":
        return None
    visitor = await visitor_of(request)
    if visitor is None:
        raise HTTPException(
            401, "Sorted by whose profile? Sign in first: /account/sign-in", {"WWW-Authenticate": "Bearer"}
        )
    profile = profiles.read(visitor.account.profile)
    if profile.is_empty:
        raise HTTPException(400, "Your profile is empty. Say what you care for first: /account/profile")
    return profile


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody fills in: words, categories, and rows of places with name, lat, lon and km."""

    words: Sequence[str]
    categories: Sequence[str]
    places: Sequence[Mapping[str, str]]


async def keep(desk: Desk, visitor: Visitor, said: Said) -> Profile:
    """Keep what somebody says that they care for."""
    who = str(visitor.account.id)
    desk.limits.take("profile", account=who)
    profile = Profile(_words(said.words), _categories(said.categories), await _places(said.places, desk, who))
    kept = {**visitor.account.profile, **profiles.write(profile)}  # their time zone stays
    await refusing("", desk, lambda store: store.accounts.change(visitor.account.id, profile=kept))
    return profile


def _words(lines: Sequence[str]) -> tuple[str, ...]:
    """Return words of interest, each once."""
    found = list(dict.fromkeys(word for line in lines if (word := clean.line(line))))
    if len(found) > MOST:
        raise FormError("words", f"Write at most {MOST} words.")
    if any(len(word) > _LONGEST_WORD for word in found):
        raise FormError("words", f"A word has at most {_LONGEST_WORD} characters: write each in a line of its own.")
    return tuple(found)


def _categories(names: Sequence[str]) -> tuple[str, ...]:
    """Return categories of interest, each once."""
    found = list(dict.fromkeys(name for line in names if (name := clean.line(line))))
    if len(found) > MOST or any(len(name) > _LONGEST_WORD for name in found):
        raise FormError("categories", f"Choose at most {MOST} categories.")
    return tuple(found)


async def _places(rows: Sequence[Mapping[str, str]], desk: Desk, who: str) -> tuple[Spot, ...]:
    """Return places of interest: a point, or a name that the gazetteer knows, with a radius in kilometres."""
    filled = [row for row in rows if any(row.get(name, "").strip() for name in ("name", "lat", "lon"))]
    if len(filled) > MOST:
        raise FormError("places", f"Name at most {MOST} places.")
    return tuple([await _place(row, desk, who) for row in filled])


async def _place(row: Mapping[str, str], desk: Desk, who: str) -> Spot:
    name, field = clean.line(row.get("name", ""))[:_LONGEST_WORD], row.get("field", "places")
    radius_m = _number(row.get("km", "") or str(_NEAR_KM), field, "a radius in kilometres") * _KM
    if not 0 < radius_m <= FARTHEST_M:
        raise FormError(field, f"A radius is more than 0 and at most {FARTHEST_M / _KM:.0f} kilometres.")
    if row.get("lat", "").strip() or row.get("lon", "").strip():
        lat, lon = (_number(row.get(side, ""), field, "latitude and longitude in degrees") for side in ("lat", "lon"))
        if not is_point(lat, lon):
            raise FormError(field, "Latitude is from -90 to 90, longitude from -180 to 180.")
        return Spot(name, lat, lon, radius_m)
    desk.limits.take("place", account=who)
    try:
        found = await Gazetteer(desk.settings).locate(name)
    except EventlockyError:
        found = []
    if not found:
        raise FormError(field, f"No place called {name} is known here: give its latitude and longitude.")
    return Spot(name, found[0].lat, found[0].lon, radius_m)


def _number(text: str, field: str, what: str) -> float:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError as error:
        raise FormError(field, f"Write {what}, such as 52.5.") from error
