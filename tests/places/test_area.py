"""Areas on the whole Earth, the date line and the poles included."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky.errors import PlacesError
from eventlocky.places.area import Box, Circle, metres_between, needed, read, wrapped


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("53.99, 11.12", Circle(53.99, 11.12, 500)),
        ("-33.9;151.2", Circle(-33.9, 151.2, 500)),
        ("53.8, 11.3, 54.0, 11.6", Box(53.8, 11.3, 54.0, 11.6)),
        ("-18 179 -16 -179", Box(-18, 179, -16, -179)),
        ("Wismar", None),
        ("1,2,3", None),
        ("", None),
    ],
)
def test_points_boxes_and_names_are_told_apart(text, area):
    assert read(text, 500) == area


@pytest.mark.parametrize("text", ["91,0", "0,181", "10,0,5,0", "0,0,91,0", "0,-181,1,0"])
def test_what_is_not_on_the_earth_is_said_so(text):
    with pytest.raises(PlacesError, match="on the Earth"):
        read(text, 500)


@pytest.mark.parametrize("numbers", [(float("nan"), 0, 1), (0, 0, float("inf")), (0, 0, -1)])
def test_a_circle_is_made_of_numbers(numbers):
    with pytest.raises(PlacesError):
        Circle(*numbers)


def test_a_circle_over_the_date_line_holds_both_sides_and_has_two_boxes():
    circle = Circle(-17.0, 179.99, 5_000)
    assert circle.contains(-17.0, -179.98)
    assert not circle.contains(-17.0, 179.9)
    west, east = circle.boxes()
    assert (west.east, east.west) == (180.0, -180.0)
    assert east.contains(-17.0, -179.98)


def test_a_circle_around_a_pole_holds_every_longitude():
    circle = Circle(89.99, 0.0, 5_000)
    assert circle.contains(89.99, 180.0)
    (box,) = circle.boxes()
    assert (box.west, box.east, box.north) == (-180.0, 180.0, 90.0)


def test_a_box_over_the_date_line_has_two_parts():
    box = Box(-18, 179, -16, -179)
    assert box.contains(-17, 179.5)
    assert box.contains(-17, -179.5)
    assert not box.contains(-17, 0)
    assert box.boxes() == (Box(-18, 179, -16, 180), Box(-18, -180, -16, -179))
    assert box.circle().lon == pytest.approx(180)


def test_the_date_line_has_two_names():
    assert Box(0, 170, 1, 180).contains(0.5, -180.0)
    assert Box(0, -180, 1, -170).contains(0.5, 180.0)


points = st.tuples(st.floats(-90, 90), st.floats(-180, 180))


@settings(max_examples=60, deadline=None)
@given(points, points, st.floats(1, 3_000_000))
def test_what_lies_in_a_circle_lies_in_its_boxes(middle, other, radius):
    circle = Circle(*middle, radius)
    if Circle(*middle, radius * 0.999).contains(*other):
        assert any(box.contains(*other) for box in circle.boxes())


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-85, 85),
    st.floats(-180, 180),
    st.floats(0.001, 4),
    st.floats(0.001, 90),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_what_lies_in_a_box_lies_in_its_circle(south, west, high, wide, up, right):
    box = Box(south, west, south + high, wrapped(west + wide))
    around = box.circle()
    assert Circle(around.lat, around.lon, around.radius_m * 1.0001 + 1).contains(
        south + up * high, wrapped(west + right * wide)
    )


def test_a_search_without_an_area_is_refused_where_one_is_needed():
    with pytest.raises(PlacesError, match="Give a place"):
        needed(None)


def test_areas_say_where_they_are():
    assert str(Circle(53.9, 11.1, 1_500)) == "1.5 km around 53.9, 11.1"
    assert str(Circle(53.9, 11.1, 500)) == "500 m around 53.9, 11.1"
    assert metres_between((0, 0), (0, 180)) == pytest.approx(20_015_000, rel=0.001)
