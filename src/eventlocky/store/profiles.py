"""What somebody cares for, how well an event fits it, and why, in words.

A profile has words, categories and places with a radius. Every part that fits gives points; the sum orders a search
that is sorted by `profile`, and the same parts are the reasons that are shown. Nothing is learned or guessed: who
changes their profile sees the change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite

from eventlocky.store.base import Hit, Weigh
from eventlocky.store.geo import distance_m, is_point
from eventlocky.store.words import spaced, terms

MOST = 30
"""So many words, categories and places a profile holds."""
FARTHEST_M = 500_000.0
_LONGEST = 80
_IN_TITLE, _IN_TEXT, _CATEGORY, _NEAR, _NEARER = 3.0, 1.0, 2.0, 1.0, 1.0
"""A word of the title says most. What is within the radius counts half of a category, and twice that at the place
itself, so that two hits that are alike are ordered by distance."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of interest: what is within the radius of it is near."""

    name: str
    lat: float
    lon: float
    radius_m: float = 10_000.0


@dataclass(frozen=True, slots=True)
class Profile:
    """What somebody cares for."""

    words: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    places: tuple[Spot, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Tell whether it says nothing."""
        return not (self.words or self.categories or self.places)


def read(kept: Mapping[str, object]) -> Profile:
    """Return the profile that an account keeps; what does not fit is left out."""
    return Profile(_texts(kept.get("words")), _texts(kept.get("categories")), _spots(kept.get("places")))


def write(profile: Profile) -> dict[str, object]:
    """Return a profile as an account keeps it."""
    return {
        "words": list(profile.words),
        "categories": list(profile.categories),
        "places": [asdict(spot) for spot in profile.places],
    }


def reasons(profile: Profile, hit: Hit) -> list[tuple[float, str]]:
    """Return what of a hit fits a profile: points and words, the weightiest first."""
    found: list[tuple[float, str]] = []
    title = spaced(hit.event.title)
    place = (hit.event.where.name, hit.event.where.address)
    others = (hit.event.description, hit.event.organiser, hit.organisation, *place)
    text = spaced("\n".join(part for part in others if part))
    for word in profile.words:
        wanted = [term.part for term in terms(f'"{word.replace(chr(34), " ")}"') if not term.is_unwanted]
        if wanted and wanted[0] in title:
            found.append((_IN_TITLE, f"“{word}” is in its title"))
        elif wanted and wanted[0] in text:
            found.append((_IN_TEXT, f"“{word}” is in its text"))
    if hit.event.category and hit.event.category.casefold() in {name.casefold() for name in profile.categories}:
        found.append((_CATEGORY, f"it is {hit.event.category}"))
    near = _nearest(profile, hit)
    if near is not None:
        far, spot = near
        points = _NEAR + _NEARER * (1 - far / spot.radius_m)
        found.append((points, f"{far / 1_000:.1f} km from {spot.name or 'a place of yours'}"))
    return sorted(found, key=lambda pair: -pair[0])


def _nearest(profile: Profile, hit: Hit) -> tuple[float, Spot] | None:
    """Return the place that a hit is nearest to, for its radius, and how far it is; None where it is near none."""
    if hit.lat is None or hit.lon is None:
        return None
    here = (hit.lat, hit.lon)
    all_far = [(distance_m((spot.lat, spot.lon), here), spot) for spot in profile.places]
    inside = [(far, spot) for far, spot in all_far if far <= spot.radius_m]
    return min(inside, key=lambda pair: pair[0] / pair[1].radius_m, default=None)


def why(profile: Profile, hit: Hit) -> list[str]:
    """Return in words why a hit stands where it does; nothing where nothing fits."""
    return [said for _, said in reasons(profile, hit)]


def weigher(profile: Profile) -> Weigh:
    """Return how well hits fit a profile."""
    return lambda hit: sum(points for points, _ in reasons(profile, hit))


def _texts(kept: object) -> tuple[str, ...]:
    every = kept if isinstance(kept, list | tuple) else []
    return tuple(text[:_LONGEST] for text in every if isinstance(text, str) and text.strip())[:MOST]


def _spots(kept: object) -> tuple[Spot, ...]:
    every = kept if isinstance(kept, list | tuple) else []
    return tuple(spot for row in every if isinstance(row, Mapping) and (spot := _spot(row)) is not None)[:MOST]


def _spot(row: Mapping[object, object]) -> Spot | None:
    lat, lon, radius = (row.get(name) for name in ("lat", "lon", "radius_m"))
    numbers = [float(value) for value in (lat, lon, radius) if isinstance(value, int | float)]
    if len(numbers) < 3 or not is_point(numbers[0], numbers[1]):  # noqa: PLR2004 - a point and a radius
        return None
    if not isfinite(numbers[2]) or not 0 < numbers[2] <= FARTHEST_M:
        return None
    name = row.get("name")
    return Spot(name[:_LONGEST] if isinstance(name, str) else "", *numbers)
