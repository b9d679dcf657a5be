"""Search finds by words, place, days and kind, in a stable order, and every way to the answer gives the same one."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from eventlocky.errors import StoreError
from eventlocky.store import Query, days, queries, search
from eventlocky.types import Category, Event, Organisation, Place, Price, Status, When

TODAY = date(2026, 11, 16)
BERLIN = Organisation("Kulturhaus", "https://kulturhaus.example/", Category.AMUSEMENT, lat=52.52, lon=13.405)
TOKYO = Organisation("市民会館", "https://kaikan.example/", Category.EXHIBITION, lat=35.68, lon=139.76)
FIJI = Organisation("Reef Club", "https://reef.example/", lat=-16.8, lon=179.99)
EVENTS = {
    BERLIN: [
        Event("Jazz im Keller", When(datetime(2026, 11, 21, 20), zone="Europe/Berlin"), category="music"),
        Event("Lesung", When(datetime(2026, 11, 16, 19), zone="Europe/Berlin"), Place("Kulturhaus"), Price(free=True), "Ein Abend über Jazz"),
        Event("Fotoausstellung", When(date(2026, 10, 1), date(2026, 12, 31)), category="exhibition"),
        Event("Flohmarkt", When(datetime(2026, 11, 17, 9), zone="Europe/Berlin", rrule="FREQ=WEEKLY")),
        Event("Vorbei", When(date(2026, 11, 1))),
        Event("Irgendwann"),
        Event("Nachtlauf", When(datetime(2026, 11, 15, 22), datetime(2026, 11, 16, 2))),
    ],
    TOKYO: [
        Event("ジャズの夕べ", When(datetime(2026, 11, 22, 18), zone="Asia/Tokyo"), organiser="東京音楽協会"),
        Event("古本市", When(datetime(2026, 11, 17, 10), zone="Asia/Tokyo"), status=Status.CANCELLED),
    ],
    FIJI: [Event("Reef walk", When(date(2026, 11, 20)), Place(lat=-16.8, lon=-179.99))],
}  # fmt: skip


@pytest.fixture
def full(store):
    for organisation, events in EVENTS.items():
        store.keep(organisation, organisation.website, "event", events)
    store.keep(BERLIN, BERLIN.website, "deal", [Event("Sale", kind="deal")])
    return store


def titles(store, **query):
    return [hit.event.title for hit in store.search(Query(**query)).hits]


QUERIES = (
    ({"words": "jazz"}, ["Lesung", "Jazz im Keller"]),
    ({"words": "JAZZ keller"}, ["Jazz im Keller"]),
    ({"words": "ジャズ"}, ["ジャズの夕べ"]),
    ({"words": "夕"}, ["ジャズの夕べ"]),
    ({"words": "jazz -keller"}, ["Lesung"]),
    ({"words": '"im keller"'}, ["Jazz im Keller"]),
    ({"words": '"keller im"'}, []),
    ({"words": "!!!"}, []),
    ({"words": "!!!", "since": TODAY}, []),
    ({"near": (52.5, 13.4), "radius_m": 5_000, "since": TODAY, "kinds": ("event",)},
     ["Lesung", "Fotoausstellung", "Flohmarkt", "Jazz im Keller", "Irgendwann"]),
    ({"near": (52.5, 13.4), "radius_m": 100}, []),
    ({"box": (35.0, 139.0, 36.0, 140.0)}, ["古本市", "ジャズの夕べ"]),
    ({"box": (-17.0, 179.0, -16.0, -179.0)}, ["Reef walk"]),
    ({"near": (-16.8, 179.99), "radius_m": 5_000}, ["Reef walk"]),
    ({"since": date(2026, 11, 21), "until": date(2026, 11, 22)}, ["Jazz im Keller", "Fotoausstellung", "ジャズの夕べ"]),
    ({"since": date(2027, 1, 1), "until": date(2027, 1, 6)}, ["Flohmarkt"]),
    ({"since": TODAY, "free": True}, ["Lesung"]),
    ({"since": TODAY, "categories": ("music",)}, ["Jazz im Keller"]),
    ({"kinds": ("deal",)}, ["Sale"]),
    ({"statuses": ("cancelled",)}, ["古本市"]),
    ({"sources": (TOKYO.website,)}, ["古本市", "ジャズの夕べ"]),
    ({"organiser": "音楽協会"}, ["ジャズの夕べ"]),
    ({"organiser": "市民会館"}, ["古本市"]),
    ({"when": "this weekend", "near": (52.52, 13.4)}, ["Jazz im Keller", "Fotoausstellung"]),
    ({"when": "今週末", "near": (35.68, 139.76)}, ["ジャズの夕べ"]),
    ({"when": "tomorrow", "box": (35.0, 139.0, 36.0, 140.0)}, ["古本市"]),
)  # fmt: skip


@pytest.mark.parametrize(
    "limits", [(1_000, 4_000), (-1, 4_000), (1_000, -1), (-1, -1)], ids=["best", "words", "map", "days"]
)
@pytest.mark.parametrize(("query", "found"), QUERIES, ids=lambda value: str(value)[:60])
def test_a_query_has_its_answer_whichever_index_drives(full, monkeypatch, limits, query, found):
    monkeypatch.setattr(search, "_FEW_SPOTS", limits[0])
    monkeypatch.setattr(search, "_FEW_SPOTS_OF_WORDS", limits[0])
    monkeypatch.setattr(search, "_FEW_WORDS", limits[1])
    monkeypatch.setattr(search, "_FEW_MARKED", limits[1])
    assert titles(full, **query) == found
    assert full.facets(Query(**query)).total == len(found)
    assert full.count(Query(**query), 100) == len(found)
    assert full.count(Query(**query), 1) == min(2, len(found))


def test_a_run_that_is_on_is_not_past_and_comes_after_the_first_day(full):
    hits = full.search(Query(since=TODAY, kinds=("event",))).hits
    assert [(hit.event.title, hit.is_ongoing) for hit in hits[:3]] == [
        ("Lesung", False), ("Fotoausstellung", True), ("Flohmarkt", False)]  # fmt: skip


def test_a_night_belongs_to_its_evening(full):
    assert "Nachtlauf" in titles(full, since=date(2026, 11, 15), until=date(2026, 11, 15))
    assert "Nachtlauf" not in titles(full, since=TODAY)


def test_a_series_is_listed_once_with_its_next_time_or_every_time(full):
    (hit,) = full.search(Query(words="Flohmarkt", since=date(2026, 11, 20))).hits
    assert hit.start == datetime(2026, 11, 24, 9)
    every = full.search(Query(words="Flohmarkt", since=TODAY, until=date(2026, 12, 14), every_time=True)).hits
    assert [hit.start.day for hit in every] == [17, 24, 1, 8]


def test_the_window_of_a_series_moves_with_the_days(full, clock):
    clock.on(days=300)
    full.keep(FIJI, FIJI.website, "event", [])
    later = clock.now.date() + timedelta(days=380)
    assert titles(full, words="Flohmarkt", since=later, until=later + timedelta(days=7)) == ["Flohmarkt"]


TOWNS = [(52.52, 13.405), (52.9, 13.9), (-16.8, 179.99)]


def keep_random_events(store, chance):
    with store.together():
        for number, (lat, lon) in enumerate(TOWNS):
            hall = Organisation(f"Hall {number}", f"https://h{number}.example/", lat=lat, lon=lon)
            events = []
            for each in range(60):
                begin = TODAY + timedelta(days=chance.randint(-30, 330))
                start = begin if each % 3 else datetime(begin.year, begin.month, begin.day, chance.randint(8, 22))
                end = begin + timedelta(days=chance.randint(1, 300)) if each % 4 == 0 else None
                rule = "FREQ=WEEKLY;COUNT=9" if each % 10 == 1 else None
                title = f"{chance.choice(('jazz', 'film', 'jazz film'))} {number} {each}"
                told = chance.choice(("jazz", "film", ""))
                when = When(start if each % 20 else None, end if each % 20 else None, rrule=rule)
                events.append(Event(title, when, description=told, category=chance.choice(("music", None))))
            store.keep(hall, hall.website, "event", events)


def pages(store, query):
    """Return what a search finds, page after page."""
    found, cursor = [], ""
    while True:
        results = store.search(replace(query, cursor=cursor))
        found += results.hits
        cursor = results.cursor
        if not cursor:
            return found


def test_words_at_a_place_are_found_alike_week_by_week_and_all_at_once(store, monkeypatch):
    """Random events and questions: whatever drives, the pages of one search hold the same events in the same order."""
    chance = random.Random(11)
    keep_random_events(store, chance)
    for _ in range(25):
        since = TODAY + timedelta(days=chance.randint(-20, 300))
        query = Query(words=chance.choice(("jazz", "film")), near=chance.choice(TOWNS), radius_m=chance.choice((5_000, 80_000)), since=since,
                      until=chance.choice((None, since + timedelta(days=chance.randint(0, 300)))), every_time=chance.random() < 0.3, limit=7)  # fmt: skip
        answers = []
        for spots, marked in ((10_000, 10_000), (-1, 10_000), (-1, -1)):
            monkeypatch.setattr(search, "_FEW_SPOTS_OF_WORDS", spots)
            monkeypatch.setattr(search, "_FEW_MARKED", marked)
            answers.append([(hit.uid, hit.start) for hit in pages(store, query)])
        assert answers[0] == answers[1] == answers[2], query


def test_common_words_anywhere_are_found_as_rare_ones_are_in_every_order(store, monkeypatch):
    """Random questions without a place: what has the words in its title comes first, each in the order of time."""
    chance = random.Random(12)
    keep_random_events(store, chance)
    for _ in range(25):
        since = chance.choice((None, TODAY + timedelta(days=chance.randint(-20, 300))))
        until = since + timedelta(days=chance.randint(0, 300)) if since and chance.random() < 0.5 else None
        asked = chance.choice(("jazz", "film", "jazz film", "jazz -film", '"jazz film"'))
        query = Query(words=asked, since=since, until=until, categories=chance.choice(((), ("music",))),
                      every_time=chance.random() < 0.3, limit=7)  # fmt: skip
        for few, anywhere in ((4_000, 100), (-1, -1)):
            monkeypatch.setattr(search, "_FEW_WORDS", few)
            monkeypatch.setattr(search, "_FEW_ANYWHERE", anywhere)
            monkeypatch.setattr(search, "_FEW_MARKED", few)
            hits = pages(store, query)
            if few > 0:
                rare = hits
        assert hits == rare, query
        wanted = [word.strip('"') for word in asked.split() if not word.startswith("-")]
        in_title = [all(word in hit.event.title.split() for word in wanted) for hit in hits]
        if asked != '"jazz film"':
            first = [hit for hit, is_titled in zip(hits, in_title, strict=True) if is_titled]
            then = [hit for hit, is_titled in zip(hits, in_title, strict=True) if not is_titled]
            assert pages(store, replace(query, sort="relevance")) == first + then, query


@pytest.mark.parametrize("sort", ["time", "relevance"])
def test_words_are_never_looked_for_by_walking_through_all_days(full, monkeypatch, sort):
    """In a million events that took up to five seconds, where a common word met a rare category."""
    for few in ("_FEW_WORDS", "_FEW_ANYWHERE", "_FEW_MARKED"):
        monkeypatch.setattr(search, few, -1)
    drivers = []
    plain = search._Walk.sql
    monkeypatch.setattr(
        search._Walk, "sql", lambda walk, driver, *rest: drivers.append(driver) or plain(walk, driver, *rest)
    )
    assert titles(full, words="jazz", since=TODAY, categories=("none",), sort=sort) == []
    assert titles(full, words="jazz", since=TODAY, sort=sort) == (
        ["Lesung", "Jazz im Keller"] if sort == "time" else ["Jazz im Keller", "Lesung"]
    )
    assert set(drivers) == {"words"}
    assert len(drivers) <= 12


@pytest.mark.parametrize("limits", [(1_000, 4_000), (-1, -1)])
@pytest.mark.parametrize("sort", ["time", "distance", "relevance"])
def test_pages_hold_everything_once_whatever_changes_between_them(full, monkeypatch, sort, limits):
    monkeypatch.setattr(search, "_FEW_SPOTS", limits[0])
    monkeypatch.setattr(search, "_FEW_SPOTS_OF_WORDS", limits[0])
    monkeypatch.setattr(search, "_FEW_WORDS", limits[1])
    monkeypatch.setattr(search, "_FEW_MARKED", limits[1])
    query = Query(near=(52.5, 13.4), radius_m=20_000_000, since=TODAY, sort=sort, limit=2, words="-nothing")
    whole = [hit.uid for hit in full.search(replace(query, limit=100)).hits]
    found, cursor = [], ""
    for page in range(20):
        results = full.search(replace(query, cursor=cursor))
        found += [hit.uid for hit in results.hits]
        cursor = results.cursor
        if not cursor:
            break
        if page == 1:  # what comes before the place where the reader is, and an edit behind it, move nothing
            early = Event("Early bird", When(datetime(2026, 11, 16, 6)), Place(lat=52.5, lon=13.4))
            full.keep(Organisation("New", "https://new.example/"), "https://new.example/", "event", [early])
            full.keep(FIJI, FIJI.website, "event", [replace(EVENTS[FIJI][0], description="Bring shoes")])
    assert found == whole


def test_the_nearest_comes_first_and_says_how_far_it_is(full):
    hits = full.search(
        Query(near=(35.7, 139.7), radius_m=20_000_000, since=TODAY, sort="distance", kinds=("event",))
    ).hits
    assert hits[0].website == TOKYO.website
    assert [hit.distance_m for hit in hits] == sorted(hit.distance_m for hit in hits)


def test_words_in_the_title_are_more_relevant(full):
    assert titles(full, words="jazz", sort="relevance") == ["Jazz im Keller", "Lesung"]


def test_a_profile_weighs_the_hits(full):
    query = Query(since=TODAY, kinds=("event",), sort="profile", limit=2)
    first = full.search(query, weigh=lambda hit: hit.event.category == "music")
    assert first.hits[0].event.title == "Jazz im Keller"
    second = full.search(replace(query, cursor=first.cursor), weigh=lambda hit: hit.event.category == "music")
    assert not {hit.uid for hit in first.hits} & {hit.uid for hit in second.hits}


@pytest.mark.parametrize(("asked", "driver"), [({"kinds": ("deal",)}, "kind"), ({"statuses": ("cancelled",)}, "status"),
                                               ({"categories": ("none",), "box": (-90.0, -180.0, 90.0, 180.0)}, "category")])  # fmt: skip
def test_what_is_rare_is_found_by_what_it_is(full, monkeypatch, asked, driver):
    """The page of deals walked through all days of a million events where there was none, for two seconds."""
    monkeypatch.setattr(search, "_FEW_SPOTS", -1)
    drivers = []
    plain = search._Walk.sql
    monkeypatch.setattr(search._Walk, "sql", lambda walk, by, *rest: drivers.append(by) or plain(walk, by, *rest))
    titles(full, since=TODAY, **asked)
    assert drivers == [driver]


@pytest.mark.parametrize("words", ["", "corner"])
def test_only_what_lies_within_the_radius_is_counted_not_the_corners_of_its_box(store, words):
    """Facets counted a quarter too many around a place: all that was in the box."""
    hall = Organisation("Hall", "https://hall.example/", lat=52.52, lon=13.405)
    places = [Place(lat=52.52, lon=13.405), Place(lat=52.52 + 0.085, lon=13.405 + 0.13)]
    events = [Event(f"Corner {number}", When(TODAY), where) for number, where in enumerate(places)]
    store.keep(hall, hall.website, "event", events)
    query = Query(words=words, near=(52.52, 13.405), radius_m=10_000)
    assert [hit.event.title for hit in store.search(query).hits] == ["Corner 0"]
    assert store.facets(query).total == store.facets(query).kinds["event"] == store.count(query, 10) == 1
    assert store.count(replace(query, radius_m=20_000), 10) == 2


def test_facets_count_by_what_events_are(full):
    facets = full.facets(Query(since=TODAY))
    assert facets.kinds == {"event": 8, "deal": 1}
    assert facets.statuses == {"scheduled": 8, "cancelled": 1}
    assert (facets.free, facets.categories["music"], facets.sources[TOKYO.website]) == (1, 1, 2)


WRONG = (
    {"sort": "colour"},
    {"sort": "distance"},
    {"sort": "profile"},
    {"when": "when pigs fly"},
    {"when": "today", "zone": "Mars/Base"},
    {"near": (91.0, 0.0)},
    {"near": (float("nan"), 0.0)},
    {"near": (0.0, 0.0), "radius_m": -1.0},
    {"box": (10.0, 0.0, 5.0, 1.0)},
    {"since": TODAY, "until": date(2026, 1, 1)},
    {"cursor": "not a cursor"},
    {"cursor": "WzFd"},
)


@pytest.mark.parametrize("query", WRONG, ids=str)
def test_what_cannot_be_asked_is_said_in_a_sentence(full, query):
    with pytest.raises(StoreError, match=r"[.?]$"):
        full.search(Query(**query))


def test_a_cursor_of_another_search_is_refused(full):
    cursor = full.search(Query(since=TODAY, limit=1)).cursor
    with pytest.raises(StoreError, match="not one of this search"):
        full.search(Query(words="jazz", since=TODAY, limit=1, cursor=cursor))


FORGED = (
    ("time", []),
    ("time", ["2026-11-16"]),
    ("time", ["2026-11-16", None]),
    ("time", ["2026-11-16", None, "x", 1, "", 1]),
    ("time", ["2026-11-16", None, 2, 10**30, "", 1]),
    ("time", ["2026-11-16", None, 2, 739_000, 7, 1]),
    ("time", ["2026-11-16", "0000-00-00", 2, 739_000, "", 1]),
    ("time", ["2026-11-16", None, 2]),
    ("relevance", ["2026-11-16", None, "x", 2, 739_000, "", 1]),
    ("relevance", ["2026-11-16", None, 0]),
    ("distance", ["2026-11-16", None, "far", 739_000, "", 1]),
    ("distance", ["2026-11-16", None, [], 739_000, "", 1]),
)


@pytest.mark.parametrize(("sort", "position"), FORGED, ids=str)
def test_a_cursor_that_somebody_made_up_is_refused_in_a_sentence(full, monkeypatch, sort, position):
    """`distance` and `relevance` once failed on words where a number should stand."""
    monkeypatch.setattr(search, "_FEW_SPOTS", -1)
    query = Query(since=TODAY, near=(52.5, 13.4), sort=sort)
    with pytest.raises(StoreError, match="not one of this search"):
        full.search(replace(query, cursor=queries.write_cursor(query, position)))


def test_a_cursor_beyond_everything_finds_nothing(full):
    query = Query(since=TODAY, near=(52.5, 13.4), sort="distance")
    for far in (1e300, float("inf"), float("nan")):
        position = ["2026-11-16", None, far, 739_000, "", 1]
        assert full.search(replace(query, cursor=queries.write_cursor(query, position))).hits == ()


HOSTILE = (
    '"',
    "'; DROP TABLE event; --",
    "a" * 5_000,
    "NEAR(",
    "* ^ OR AND NOT",
    "\x00",
    "\ud800",
    "{}[]()",
    "-",
    "--",
    "-" * 900,
)


@pytest.mark.parametrize("words", HOSTILE, ids=lambda words: repr(words)[:20])
def test_hostile_words_are_only_words(full, words):
    assert full.search(Query(words=words)).hits == () or set(words) <= set("-")


NAMES = (
    ("today", (16, 16)), ("tonight", (16, 16)), ("tomorrow", (17, 17)), ("this week", (16, 22)), ("next week", (23, 29)),
    ("this weekend", (21, 22)), ("This-Weekend", (21, 22)), ("next weekend", (28, 29)), ("this month", (16, 30)),
    ("next 7 days", (16, 22)), ("20-22 November", (20, 22)), ("dieses Wochenende", (21, 22)), ("明日", (17, 17)),
)  # fmt: skip


@pytest.mark.parametrize(("name", "wanted"), NAMES)
def test_days_have_names(name, wanted):
    assert tuple(day.day for day in days.span(name, TODAY)) == wanted


def test_on_sunday_this_weekend_is_what_is_left_of_it():
    assert days.span("this weekend", date(2026, 11, 22)) == (date(2026, 11, 22), date(2026, 11, 22))


def test_it_is_tomorrow_already_where_the_day_began(full, clock):
    clock.now = datetime(2026, 11, 16, 20, tzinfo=UTC)
    assert full.today(Query(near=(35.68, 139.76))) == date(2026, 11, 17)
    assert full.today(Query(near=(52.52, 13.405))) == date(2026, 11, 16)
    assert full.today(Query(near=(0.0, 175.0))) == date(2026, 11, 17)
    assert full.today(Query(zone="Pacific/Auckland")) == date(2026, 11, 17)


def test_an_organisation_that_moved_is_found_where_it_is_now(full):
    moved = replace(TOKYO, lat=34.7, lon=135.5)
    full.keep(moved, moved.website, "event", EVENTS[TOKYO])
    assert titles(full, near=(35.68, 139.76)) == []
    assert titles(full, near=(34.7, 135.5)) == ["古本市", "ジャズの夕べ"]
