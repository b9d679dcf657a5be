"""Whatever a service or a file says, there are organisations or one of our own errors."""

from __future__ import annotations

import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import places
from eventlocky.errors import EventlockyError
from eventlocky.places import categories, google, nominatim, overpass, wikidata
from eventlocky.places.merge import merge
from eventlocky.places.names import clean, fold
from eventlocky.places.web import website
from eventlocky.types import Organisation

AREA = places.Circle(53.8922, 11.4556, 300)
KEYS = """type id lat lon center tags name website url shop amenity opening_hours addr:street addr:housenumber addr:full results
bindings item where site kind itemLabel value places location latitude longitude displayName text types primaryType
websiteUri regularOpeningHours weekdayDescriptions elements remark display_name features geometry coordinates properties
category""".split()
texts = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["node", "https://x.example/", "Point(11.4556 53.8922)", "http://www.wikidata.org/entity/Q1", "no", "cafe"]
    ),
)
numbers = st.one_of(st.integers(), st.floats(), st.sampled_from([53.8922, 11.4556]))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=8)),
    max_leaves=30,
)


@settings(max_examples=150, deadline=None)
@given(values)
def test_any_json_is_read(data):
    for found in (
        list(overpass.organisations(data if isinstance(data, list) else [data], AREA)),
        list(google._organisations(data if isinstance(data, list) else [data], local=False)),
        nominatim._spots(data),
    ):
        json.dumps([str(one) for one in found]).encode()
    with suppress(EventlockyError):
        list(wikidata.organisations(data, AREA))
    categories.of_tags(data if isinstance(data, dict) else {})


@settings(max_examples=100, deadline=None)
@given(values, st.sampled_from([".geojson", ".csv", ".opml"]))
def test_any_file_is_read_or_refused(tmp_path_factory, data, suffix):
    file = tmp_path_factory.mktemp("any") / f"file{suffix}"
    file.write_text(json.dumps({"features": data} if suffix == ".geojson" else data), encoding="utf-8")
    with suppress(EventlockyError):
        assert all(one.name for one in places.read(file))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_name_a_site_or_none(text):
    clean(text).encode()
    fold(clean(text))
    found = website(text)
    assert found is None or found.startswith(("http://", "https://"))
    assert found is None or website(found) == found


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            Organisation,
            name=st.sampled_from(["Café", "cafe", "Kunsthaus", "Kunsthaus Wismar", "港", "", "GmbH"]),
            website=st.sampled_from([None, "https://a.example/", "https://b.example/x"]),
            lat=st.one_of(st.none(), st.floats(-90, 90)),
            lon=st.floats(-180, 180),
        ),
        max_size=12,
    ),
    st.integers(0, 12),
)
def test_any_organisations_are_merged_and_none_is_lost(everyone, cut):
    merged = merge([everyone[:cut], everyone[cut:]])
    assert len(merged) <= len(everyone)
    assert {one.website for one in everyone} - {None} >= {one.website for one in merged} - {None}
    assert bool(merged) == bool(everyone)
