"""The API answers searches, tells all of one event, and says what is wrong with a question."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from webtown import EVENTS, HALL, at

from eventlocky.store import Query, Store
from eventlocky.types import When
from eventlocky.web import api, models
from eventlocky.web.permissions import TABLE

V1 = "/api/v1/events"


def titles(server, **asked):
    answer = server.get(V1, params=asked)
    assert answer.status_code == 200, answer.text
    return [event["title"] for event in models.EventsPage.model_validate_json(answer.content).model_dump()["events"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "jazz"}, ["Jazz im Keller"]),
        ({"q": "ジャズ"}, ["ジャズの夕べ"]),
        ({"lat": 52.5, "lon": 13.4, "radius": 5000, "to": "2026-11-17"}, ["Lesung", "Schau", "Quiz"]),
        ({"bbox": "139,35,140,36"}, ["ジャズの夕べ"]),
        ({"when": "this-weekend", "lat": 52.5, "lon": 13.4}, ["Jazz im Keller", "Schau"]),
        ({"from": "2026-11-19", "to": "2026-11-19"}, ["Ausgefallen", "Schau"]),
        ({"to": "2026-11-01"}, ["Vorbei", "Schau"]),
        ({"category": "music"}, ["Jazz im Keller"]),
        ({"category": ["music", "exhibition"]}, ["Schau", "Jazz im Keller"]),
        ({"kind": "deal"}, []),
        ({"status": "cancelled"}, ["Ausgefallen"]),
        ({"free": "true"}, ["Lesung"]),
        ({"organiser": "leseverein"}, ["Lesung"]),
        ({"source": "https://kaikan.example/"}, ["ジャズの夕べ"]),
        ({"q": "jazz", "lat": 52.5, "lon": 13.4, "sort": "distance"}, ["Jazz im Keller"]),
        ({"q": ""}, ["Lesung", "Schau", "Quiz", "Ausgefallen", "Jazz im Keller", "ジャズの夕べ", "Irgendwann"]),
    ],
)  # fmt: skip
def test_a_search_finds_what_is_asked_for_and_fits_its_model(server, asked, found):
    assert titles(server, **asked) == found


def test_an_event_that_is_told_again_is_told_as_the_first_time_and_anew_where_something_changed(server, settings):
    """What does not depend on the search is written once and kept: the rest, and every change, must not be."""
    near, far = ({"q": "jazz keller", "lat": lat, "lon": 13.4, "radius": 90_000} for lat in (52.5, 52.9))
    first = server.get(V1, params=near).json()["events"]
    (further,) = server.get(V1, params=far).json()["events"]
    assert further["distance_m"] > first[0]["distance_m"]
    assert further | {"distance_m": first[0]["distance_m"]} == first[0]
    with Store(settings.store) as store:
        (hit,) = store.search(Query(words="jazz keller", near=(52.5, 13.4), radius_m=90_000)).hits
        assert api.told(hit, "http://e.example") == first[0]
    (elsewhere,) = server.get(V1, params=near, headers={"Host": "other.example"}).json()["events"]
    assert elsewhere["url"] == first[0]["url"].replace("e.example", "other.example")
    with Store(settings.store, clock=lambda: at(2)) as store:
        store.keep(HALL, HALL.website, "event", [replace(EVENTS[0], description="Anders"), *EVENTS[1:]])
    (changed,) = server.get(V1, params=near).json()["events"]
    assert changed["description"] == "Anders"
    assert changed["confirmed"] > first[0]["confirmed"]


def test_pages_follow_each_other_without_gaps_even_past_midnight(server, settings):
    seen, cursor = [], ""
    for _ in range(10):
        answer = server.get(V1, params={"limit": 2, "cursor": cursor}).json()
        seen += [event["title"] for event in answer["events"]]
        cursor = answer["next"]
        if not cursor:
            break
    assert seen == ["Lesung", "Schau", "Quiz", "Ausgefallen", "Jazz im Keller", "ジャズの夕べ", "Irgendwann"]


def test_facets_count_all_that_was_found(server):
    counts = server.get(V1, params={"facets": "true", "limit": 1}).json()["facets"]
    assert counts["total"] == 7
    assert counts["categories"] == {"amusement": 4, "exhibition": 1, "music": 1}  # without one, the organisation's
    assert counts["sources"][HALL.website] == 6


def test_an_event_tells_its_sources_history_and_times(server, settings):
    (quiz,) = [event for event in server.get(V1).json()["events"] if event["title"] == "Quiz"]
    assert quiz["start"] == "2026-11-17T19:30"
    assert quiz["starts_at"] == "2026-11-17T19:30:00+01:00"
    told = models.EventDetail.model_validate(server.get(f"{V1}/{quiz['id']}").json())
    assert [time.start for time in told.occurrences[:2]] == ["2026-11-17T19:30", "2026-12-01T19:30"]
    assert told.occurrences[0].starts_at == "2026-11-17T18:30:00+00:00"
    assert [source.page for source in told.sources] == [HALL.website]
    assert [change.what for change in told.history] == ["first seen"]


def test_a_moved_event_keeps_its_id_and_says_so(server, settings):
    (jazz,) = server.get(V1, params={"q": "jazz"}).json()["events"]
    moved = replace(EVENTS[0], when=When(datetime(2026, 11, 28, 20), zone="Europe/Berlin"))
    with Store(settings.store, clock=lambda: at(16)) as store:
        store.keep(HALL, HALL.website, "event", [moved, *EVENTS[1:]])
    told = server.get(f"{V1}/{jazz['id']}").json()
    assert (told["id"], told["sequence"], told["start"]) == (jazz["id"], 1, "2026-11-28T20:00")
    assert told["history"][-1]["what"] == "moved"
    assert told["history"][-1]["changes"]["start"] == ["2026-11-21T20:00", "2026-11-28T20:00"]


def test_organisations_come_in_pages(server):
    first = models.OrganisationsPage.model_validate(server.get("/api/v1/organisations?limit=1").json())
    rest = server.get("/api/v1/organisations", params={"after": first.next}).json()
    assert [one.name for one in first.organisations] + [one["name"] for one in rest["organisations"]] == [
        "市民会館",
        "Kulturhaus",
    ]
    assert rest["next"] is None


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        (f"{V1}?lat=91&lon=1", 422, "lat"),
        (f"{V1}?lat=1", 422, "both lat and lon"),
        (f"{V1}?lat=nan&lon=1", 422, "lat"),
        (f"{V1}?lat=1&lon=1&bbox=1,1,2,2", 422, "not both"),
        (f"{V1}?bbox=1,2,3", 422, "west,south,east,north"),
        (f"{V1}?bbox=1,5,3,2", 422, "west,south,east,north"),
        (f"{V1}?radius=-1", 422, "radius"),
        (f"{V1}?from=yesterday", 422, "from"),
        (f"{V1}?from=0", 422, "2026-11-16"),
        (f"{V1}?to=20261116", 422, "2026-11-16"),
        (f"{V1}?from=2026-11-20&to=2026-11-01", 422, "comes before"),
        (f"{V1}?when=today&from=2026-11-20", 422, "not both"),
        (f"{V1}?when=some-day-or-other", 400, "is not understood"),
        (f"{V1}?when=today&zone=Mars/Base", 400, "IANA"),
        (f"{V1}?sort=distance", 422, "lat and lon"),
        (f"{V1}?sort=beauty", 422, "sort"),
        (f"{V1}?limit=501", 422, "limit"),
        (f"{V1}?limit=99999999999999999999999", 422, "limit"),
        (f"{V1}?cursor=abc", 400, "first page"),
        (f"{V1}?cursor=x.abc", 400, "first page"),
        (f"{V1}?colour=red", 422, "colour"),
        (f"{V1}?status=odd", 422, "cancelled"),
        (f"{V1}/nothing", 404, "no event"),
        ("/api/v1/nothing", 404, "Not Found"),
        ("/api/v1/organisations?limit=0", 422, "limit"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_shape(server, path, status, words):
    answer = server.get(path)
    assert answer.status_code == status
    refusal = models.Refusal.model_validate(answer.json())
    assert words in refusal.error.message
    assert refusal.error.status == status


@pytest.mark.parametrize(("asked", "name"), [("source=" + "x" * 301, "source"), ("status=CANCELLED", "status"),
                                             ("category=a&category=" + "x" * 301, "category"), ("limit=0", "limit")])  # fmt: skip
def test_an_error_names_its_parameter_not_a_place_in_its_list(server, asked, name):
    error = server.get(f"{V1}?{asked}").json()["error"]
    assert (error["status"], error["parameter"]) == (422, name)
    assert error["message"].startswith(f"{name}: ")


def test_fields_that_nobody_filled_in_are_as_if_they_were_not_there_and_the_description_says_so(server):
    told = server.get("/api/v1/openapi.json").json()["paths"][V1]["get"]["parameters"]
    blank = "&".join(f"{parameter['name']}=" for parameter in told)
    assert server.get(f"{V1}?{blank}&category=music&category=").json() == server.get(f"{V1}?category=music").json()
    schemas = {parameter["name"]: parameter["schema"] for parameter in told}
    assert {"type": "string", "maxLength": 0} in schemas["sort"]["anyOf"]
    assert {"type": "string", "maxLength": 0} in schemas["status"]["items"]["anyOf"]


def test_the_api_documents_itself(server):
    told = server.get("/api/v1/openapi.json").json()
    known = {name.partition(" ")[2] for name in TABLE if " /api/v1/" in name} - {"/api/v1/openapi.json"}
    assert set(told["paths"]) == known
    assert {"/api/v1/events", "/api/v1/events/{uid}", "/api/v1/organisations"} <= known
    names = {parameter["name"] for parameter in told["paths"][V1]["get"]["parameters"]}
    assert {
        "q",
        "lat",
        "lon",
        "radius",
        "bbox",
        "from",
        "to",
        "when",
        "category",
        "kind",
        "free",
        "source",
        "sort",
        "cursor",
    } <= names
    assert "EventsPage" in told["components"]["schemas"]


@pytest.mark.parametrize(
    "words", ["\x00", "'\"", "NEAR(a b)", "a*", "^a", "a OR b", "(", "-", '"', "%", "😀", "AND", "\ufffd", "a" * 200]
)
def test_odd_words_find_nothing_and_break_nothing(server, words):
    assert server.get(V1, params={"q": words}).status_code == 200


# What is known already ---------------------------------------------------------------------------


def test_an_answer_is_kept_until_somebody_writes(server, settings):
    def cached():
        return (
            server.get("/metrics").text.split('cache="hit"} ')[1].split()[0]
            if 'cache="hit"' in server.get("/metrics").text
            else "0"
        )

    first = server.get(V1, params={"q": "jazz"})
    again = server.get(V1, params={"q": "jazz"})
    assert (first.content, first.headers["etag"], cached()) == (again.content, again.headers["etag"], "1")
    with Store(settings.store, clock=lambda: at(16)) as store:
        store.keep(
            HALL,
            "https://kulturhaus.example/2",
            "event",
            [replace(EVENTS[0], title="Noch mehr Jazz", when=When(datetime(2026, 11, 25, 20)))],
        )
    assert titles(server, q="jazz") == ["Jazz im Keller", "Noch mehr Jazz"]


def test_whoever_has_an_answer_gets_only_its_mark(server):
    first = server.get(V1)
    assert first.headers["cache-control"] == "public, max-age=60"
    again = server.get(V1, headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


def test_a_browser_asks_for_a_page_again_and_a_proxy_keeps_it_a_minute(server):
    """Who gave stars, and went on to the event, saw the page from before for a minute."""
    page = server.get("/", headers={"Accept": "text/html"})
    assert page.headers["cache-control"] == "public, max-age=0, s-maxage=60"
    again = server.get("/", headers={"Accept": "text/html", "If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_head_is_get_without_a_body(server):
    head = server.head(V1)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == server.get(V1).headers["etag"]


def test_hosts_do_not_share_answers_and_odd_ones_are_refused(server):
    here = server.get(V1, params={"q": "jazz"}).json()["events"][0]["url"]
    there = server.get(V1, params={"q": "jazz"}, headers={"Host": "other.example:81"}).json()["events"][0]["url"]
    assert here.startswith("http://e.example/events/")
    assert there.startswith("http://other.example:81/events/")
    assert server.get(V1, headers={"Host": 'x"><script>'}).status_code == 400


def test_errors_are_not_kept(server):
    assert server.get(f"{V1}/nothing").headers["cache-control"] == "no-store"
    assert "etag" not in server.get(f"{V1}/nothing").headers
