"""What somebody cares for orders hits, and says why."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from eventlocky.store import Hint, Hit, Query
from eventlocky.store.hints import follow
from eventlocky.store.profiles import MOST, Profile, Spot, read, weigher, why, write
from eventlocky.types import Event, Organisation, Place, Price, When

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def hit(title, lat=None, lon=None, **event):
    return Hit("u", Event(title, **event), None, None, is_ongoing=False, organisation="Old Harbour", website="", lat=lat, lon=lon,
               distance_m=None, sequence=0, first_seen=NOW, changed=NOW, confirmed=NOW, missing_since=None)  # fmt: skip


HOME = Spot("Home", 52.52, 13.405, 5_000)
TASTE = Profile(("jazz", "講演", "open air"), ("music",), (HOME,))


@pytest.mark.parametrize(
    ("found", "reasons"),
    [
        (hit("JAZZ night"), ["“jazz” is in its title"]),
        (hit("Night", description="With some Jazz."), ["“jazz” is in its text"]),
        (hit("Jazzy"), []),
        (hit("公開講演会"), ["“講演” is in its title"]),
        (hit("Open-Air cinema"), ["“open air” is in its title"]),
        (hit("Air, open"), []),
        (hit("Choir", category="music"), ["it is music"]),
        (hit("Choir", category="Music"), ["it is Music"]),
        (hit("Talk", 52.52, 13.405), ["0.0 km from Home"]),
        (hit("Talk", 52.55, 13.405), ["3.3 km from Home"]),
        (hit("Talk", 53.55, 10.0), []),
        (hit("Jazz", 52.52, 13.405, category="music"), ["“jazz” is in its title", "it is music", "0.0 km from Home"]),
    ],
)
def test_a_hit_says_why_it_fits(found, reasons):
    assert why(TASTE, found) == reasons
    assert (weigher(TASTE)(found) > 0) == bool(reasons)


def test_what_fits_more_weighs_more():
    weigh = weigher(TASTE)
    order = [hit("Jazz", 52.52, 13.405), hit("Jazz"), hit("Choir", category="music"), hit("Talk", 52.521, 13.405), hit("Talk", 52.55, 13.405),
             hit("Talk", description="jazz"), hit("Talk")]  # fmt: skip
    weights = [weigh(one) for one in order]
    assert weights == sorted(weights, reverse=True)


def test_a_search_is_sorted_by_a_profile_with_stable_pages(store):
    hall = Organisation("Old Harbour", "https://harbour.example/", lat=52.52, lon=13.405)
    events = [Event(f"Evening {n}", When(datetime(2026, 12, n + 1, 19))) for n in range(8)]
    store.keep(hall, hall.website, "event", [*events, Event("Jazz late", When(datetime(2026, 12, 24, 19)))])
    first = store.search(Query(sort="profile", limit=4), weigher(TASTE))
    second = store.search(Query(sort="profile", limit=4, cursor=first.cursor), weigher(TASTE))
    titles = [one.event.title for one in (*first.hits, *second.hits)]
    assert titles == ["Jazz late", *(f"Evening {n}" for n in range(7))]


def test_a_profile_is_written_and_read_back():
    assert read(write(TASTE)) == TASTE
    assert read({}).is_empty
    assert not TASTE.is_empty


@pytest.mark.parametrize(
    "kept",
    [
        {"words": "jazz"},
        {"words": [1, None, "", "  "]},
        {
            "places": [
                1,
                {},
                {"lat": "x"},
                {"lat": 91, "lon": 0, "radius_m": 1},
                {"lat": float("nan"), "lon": 0, "radius_m": 1},
            ]
        },
        {"places": [{"lat": 1, "lon": 1, "radius_m": bad} for bad in (0, -1, float("inf"), float("nan"), 1e9)]},
        {"colour": "red"},
    ],
)
def test_what_does_not_fit_in_a_profile_is_left_out(kept):
    assert read(kept).is_empty


def test_a_profile_has_an_end():
    assert len(read({"words": [f"w{n}" for n in range(1_000)]}).words) == MOST


# Hints -------------------------------------------------------------------------------------------


def hints(*rows):
    return [Hint("https://harbour.example/", *row) for row in rows]


EVENTS = [
    Event("Jazz", where=Place("Hall", lat=1.0, lon=2.0), image="/logo.png", price=Price(text="5 €")),
    Event("Read more", where=Place("Hall")),
    Event("Talk", where=Place("Quay"), price=Price(text="5 €")),
]


def test_what_was_accepted_twice_for_a_site_holds_for_what_it_says_next():
    found = follow(
        EVENTS, hints(("place", "Hall", "Great Hall", 2), ("wrong", "Read more", "", 2), ("image", "/logo.png", "", 3))
    )
    assert [(event.title, event.where.name, event.image) for event in found] == [
        ("Jazz", "Great Hall", None),
        ("Talk", "Quay", None),
    ]


@pytest.mark.parametrize(
    "row",
    [
        ("place", "Hall", "Great Hall", 1),
        ("place", "", "Great Hall", 5),
        ("price", "5 €", "free", 5),
        ("title", "Jazz", "Rock", 5),
        ("start", "2026-12-05", "2026-12-06", 5),
        ("wrong", "Other", "", 5),
    ],
)
def test_what_may_be_one_event_s_own_is_no_hint(row):
    assert follow(EVENTS, hints(row)) == EVENTS


def test_the_commonest_hint_wins():
    found = follow(EVENTS[:1], hints(("place", "Hall", "Great Hall", 5), ("place", "Hall", "Small Hall", 2)))
    assert found[0].where.name == "Great Hall"
