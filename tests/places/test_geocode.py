"""From what a person writes to the area that is meant."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from eventlocky import places
from eventlocky.errors import UnknownNameError


def locate(text, settings):
    return asyncio.run(places.locate(text, 500, settings))


def test_points_and_boxes_need_nobody(settings, services):
    assert locate("53.9, 11.4", settings).area == places.Circle(53.9, 11.4, 500)
    assert locate("53,11,54,12", settings).area == places.Box(53, 11, 54, 12)
    assert services.asked == []


def test_the_likeliest_place_is_taken_and_the_others_are_named(settings, towns):
    located = locate("Springfield", settings)
    assert located.name == "Springfield, MO, US"
    assert located.notes == ("Springfield, MO, US is taken; others of that name: Springfield, IL, US.",)
    assert "GeoNames" in located.credits[0]


def test_a_name_that_nobody_knows_is_answered_with_those_much_like_it(settings, towns):
    with pytest.raises(
        places.UnknownPlaceError, match=r"'Wismr'.*Did you mean Wismar\?.*nominatim.*latitude,longitude"
    ):
        locate("Wismr", settings)
    with pytest.raises(places.UnknownPlaceError, match=r"knows\. Check the spelling"):
        locate("qqqq", settings)


def test_nominatim_is_asked_where_it_is_set(settings, towns):
    nominatim = replace(settings, geocoder="nominatim")
    assert locate("Seelhaven", nominatim).area == places.Circle(53.9924, 11.1185, 500)
    with pytest.raises(places.UnknownPlaceError, match=r"nominatim knows\. Did you mean Wismar"):
        locate("Wismer", nominatim)


def test_an_unknown_geocoder_lists_the_known_ones(settings):
    with pytest.raises(UnknownNameError, match="gazetteer, nominatim"):
        locate("Wismar", replace(settings, geocoder="map"))
