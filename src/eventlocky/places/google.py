"""Google Places (the new API): the source of the paper, with a key of your own.

One question gives at most twenty places of some types, and there are no further pages. So each of the four categories
is asked for alone, and a circle that gives twenty is asked again as four smaller ones that cover it, until the
setting `google_max_requests` is used up: every question costs money. Google's terms let nobody keep its answers, so
they are not kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import cos, degrees, radians, sqrt
from typing import Any

from eventlocky.errors import PlacesError
from eventlocky.places import categories
from eventlocky.places.area import EARTH_M, Area, Circle, needed, wrapped
from eventlocky.places.ask import BUSY, OK, NoAnswerError, Question, Reply, ask
from eventlocky.places.organisations import Organisations, coordinates, make
from eventlocky.settings import Settings
from eventlocky.types import Category, Organisation

_MOST = 20
"""What one answer holds at the most."""
_MOST_RADIUS_M = 50_000.0
_LEAST_RADIUS_M = 50.0
_FIELDS = ",".join(
    f"places.{field}"
    for field in (
        "id",
        "displayName",
        "primaryType",
        "types",
        "location",
        "formattedAddress",
        "websiteUri",
        "regularOpeningHours.weekdayDescriptions",
        "businessStatus",
    )
)
_GONE = "CLOSED_PERMANENTLY"
_FORBIDDEN = frozenset({401, 403})


class Google:
    """The source `google`."""

    name = "google"

    def __init__(self, settings: Settings, wanted: Sequence[Category] = tuple(Category)) -> None:
        self.settings = settings
        self.wanted = wanted

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of an area."""
        area = needed(area)
        around = area.circle()
        if not self.settings.google_places_key:
            message = (
                "Google Places needs a key. Set google_places_key (or EVENTLOCKY_GOOGLE_PLACES_KEY), or take another "
                "--source: overpass needs none."
            )
            raise PlacesError(message)
        if around.radius_m > _MOST_RADIUS_M:
            message = f"Google Places looks no farther than 50 km, not {around}. Give a smaller --radius."
            raise PlacesError(message)
        waiting = deque((category, around) for category in self.wanted)
        found: dict[str, Organisation] = {}
        left = self.settings.google_max_requests
        while waiting and left:
            category, circle = waiting.popleft()
            left -= 1
            rows = await self._ask(category, circle)
            for organisation in _organisations(rows, local=self.settings.allow_loopback):
                found.setdefault(organisation.source_id, organisation)
            if len(rows) >= _MOST and circle.radius_m > _LEAST_RADIUS_M:
                waiting.extend((category, quarter) for quarter in quarters(circle))
        note = (
            f"Google was asked {self.settings.google_max_requests} times; more may be there. Give a smaller --radius, "
            "or raise google_max_requests."
        )
        inside = tuple(one for one in found.values() if one.lat is not None and area.contains(one.lat, one.lon or 0.0))
        return Organisations(inside, (note,) if waiting else (), ("Google Places",))

    async def _ask(self, category: Category, circle: Circle) -> list[Any]:
        """Ask for the places of a category in a circle."""
        url = f"{self.settings.google_places_url.rstrip('/')}/v1/places:searchNearby"
        headers = {"X-Goog-Api-Key": self.settings.google_places_key, "X-Goog-FieldMask": _FIELDS}
        body = {
            "includedTypes": categories.google_types()[category],
            "maxResultCount": _MOST,
            "locationRestriction": {
                "circle": {
                    "center": {"latitude": circle.lat, "longitude": circle.lon},
                    "radius": max(1.0, circle.radius_m),
                }
            },
        }
        try:
            reply = await ask(Question(url, headers, json=body, timeout_s=self.settings.timeout_s), self.settings)
            data = reply.data()
        except NoAnswerError as error:
            message = f"{str(error).rstrip('.')}. Check the network and google_places_url, or take another --source."
            raise PlacesError(message) from error
        if reply.status != OK:
            raise PlacesError(_refusal(reply, data))
        places = data.get("places", []) if isinstance(data, dict) else []
        return places if isinstance(places, list) else []


def quarters(circle: Circle) -> Iterator[Circle]:
    """Yield four circles that cover a circle: around the four quarters of the square around it."""
    half = degrees(circle.radius_m / 2 / EARTH_M)
    for north in (half, -half):
        lat = max(-90.0, min(90.0, circle.lat + north))
        wide = min(180.0, half / max(cos(radians(min(89.9, abs(circle.lat) + half))), 1e-9))
        for east in (wide, -wide):
            # a hundredth more: the Earth is round, a square on it is not
            yield Circle(lat, wrapped(circle.lon + east), 1.01 * circle.radius_m / sqrt(2))


def _organisations(rows: list[Any], *, local: bool) -> Iterator[Organisation]:
    for row in rows:
        if not isinstance(row, dict) or row.get("businessStatus") == _GONE:
            continue
        location, name, hours = (_dict(row, key) for key in ("location", "displayName", "regularOpeningHours"))
        where = coordinates(location.get("latitude"), location.get("longitude"))
        listed = row.get("types")
        types = [kind for kind in (row.get("primaryType"), *(listed if isinstance(listed, list) else ())) if kind]
        days = hours.get("weekdayDescriptions")
        if where is None or not all(isinstance(kind, str) for kind in types):
            continue
        values = {
            "name": name.get("text"),
            "website": row.get("websiteUri"),
            "type": types[0] if types else "",
            "address": row.get("formattedAddress"),
            "opening_hours": "; ".join(map(str, days)) if isinstance(days, list) else None,
            "source_id": f"google/{row.get('id')}",
        }
        organisation = make(values, where, categories.of_google(types), local=local)
        if organisation is not None:
            yield organisation


def _dict(row: dict[str, Any], key: str) -> dict[str, Any]:
    value = row.get(key)
    return value if isinstance(value, dict) else {}


def _refusal(reply: Reply, data: object) -> str:
    """Say what Google does not like, and what to do about it; the key itself is never said."""
    error = _dict(data, "error") if isinstance(data, dict) else {}
    reason = str(error.get("message") or reply.told())[:200].rstrip(".")
    if reply.status in BUSY:
        advice = "The quota of the key is used up: wait, raise it, or take another --source."
    elif reply.status in _FORBIDDEN or "API key" in reason:
        advice = "Check google_places_key, and that the Places API (New) is enabled for it."
    else:
        advice = "Check google_places_url, or take another --source."
    return f"Google Places answered with status {reply.status} ({reason}). {advice}"
