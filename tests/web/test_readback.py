"""Every feed, read back by somebody else's library, equals the store.

icalendar and recurring-ical-events read the calendar, feedparser RSS and Atom, csv the table. For JSON-LD a processor
of our own expands every term by the part of schema.org that we use, and refuses what it does not know.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from html import unescape

import feedparser
import icalendar
import pytest
import recurring_ical_events
from fastapi.testclient import TestClient
from schema_org import LINKS, expand
from webtown import BERLIN, HALL, TODAY, at

from eventlocky.formats.entry import zone_info
from eventlocky.formats.json import stamp
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.types import Event, Place, Price, Source, Status, When
from eventlocky.web.app import make_app

NEW_YORK, TOKYO = "America/New_York", "Asia/Tokyo"
ODD = [
    Event("Commas, semicolons; colons: \\ and \"quotes\" 'too'", When(datetime(2026, 11, 20, 19), zone=BERLIN), Place("Hall; 2, left", "A, B; C"),
          description="One, two; three\\four\nfive\n\nsix\tseven"),
    Event("Unicode: ñ é ß Ж 東京 العربية עברית 🎷👩‍👩‍👧 ﬁ", When(datetime(2026, 11, 20, 20), zone=TOKYO), Place("会館", "東京都千代田区"),
          description="夜の音楽会。\n入場無料 🎉", organiser="実行委員会", category="音楽"),
    Event("&lt;b&gt; is text & stays <text>", When(datetime(2026, 11, 20, 21)), description="a < b && c > d &amp; e"),
    Event("x" * 300 + " é" * 100, When(datetime(2026, 11, 21, 9), zone=BERLIN), description=" ".join(["Wörter"] * 400)),
    Event("=SUM(A1)", When(datetime(2026, 11, 21, 10), zone=BERLIN), description="+1"),
    Event("The night the clocks go back, twice 02:30", When(datetime(2027, 10, 31, 2, 30), datetime(2027, 10, 31, 4), BERLIN)),
    Event("The day the clocks go forward", When(datetime(2027, 3, 28, 1, 30), datetime(2027, 3, 28, 3, 30), BERLIN)),
    Event("An hour that does not exist", When(datetime(2027, 3, 28, 2, 30), zone=BERLIN)),
    Event("New York goes back another day", When(datetime(2027, 11, 7, 0, 30), datetime(2027, 11, 7, 2, 30), NEW_YORK)),
    Event("Weekly over both changes", When(datetime(2026, 11, 17, 19, 30), datetime(2026, 11, 17, 21), BERLIN, "FREQ=WEEKLY;BYDAY=TU",
          exdates=(date(2026, 12, 22), datetime(2026, 12, 29, 19, 30)), rdates=(datetime(2026, 12, 23, 19, 30),))),
    Event("Last Friday of the month", When(datetime(2026, 11, 27, 20), zone=NEW_YORK, rrule="FREQ=MONTHLY;BYDAY=-1FR;COUNT=8")),
    Event("Until a day", When(datetime(2026, 11, 18, 23, 30), zone=TOKYO, rrule="FREQ=WEEKLY;UNTIL=20270224")),
    Event("Every second day, all day", When(date(2026, 11, 18), rrule="FREQ=DAILY;INTERVAL=2;COUNT=10", exdates=(date(2026, 11, 22),))),
    Event("Floating weekly", When(datetime(2026, 11, 19, 8), rrule="FREQ=WEEKLY;COUNT=30")),
    Event("Cancelled, alas", When(datetime(2026, 11, 22, 20), zone=BERLIN), status=Status.CANCELLED),
    Event("Postponed", When(datetime(2026, 11, 23, 20), zone=BERLIN), status=Status.POSTPONED),
    Event("Sold out", When(datetime(2026, 11, 24, 20), zone=BERLIN), price=Price((Decimal("12.50"),), "EUR"), status=Status.SOLD_OUT),
    Event("All day", When(date(2026, 11, 25)), price=Price(free=True)),
    Event("Several days", When(date(2026, 11, 26), date(2026, 11, 29)), image="https://kulturhaus.example/a.jpg"),
    Event("Over midnight", When(datetime(2026, 11, 27, 22), datetime(2026, 11, 28, 4), BERLIN), link="https://kulturhaus.example/n?a=1&b=2"),
    Event("Leap day", When(date(2028, 2, 29))),
    Event("No time at all", source=Source("https://kulturhaus.example/"), price=Price((Decimal(5), Decimal(9)), "EUR", text="5 € / 9 €")),
    Event("Online", When(datetime(2026, 12, 1, 18), zone=BERLIN), Place(online=True)),
]  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a server and the hits of its store, after some events have changed."""
    settings = Settings(store=str(tmp_path_factory.mktemp("odd") / "a.sqlite"))
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(HALL, HALL.website, "event", ODD)
    later = [
        replace(event, when=replace(event.when, start=datetime(2026, 11, 28, 9))) if event is ODD[3] else event
        for event in ODD
    ]
    with Store(settings.store, clock=lambda: at(8)) as store:
        store.keep(HALL, HALL.website, "event", later)
        hits = store.search(Query(since=TODAY, limit=500)).hits
        times = {hit.uid: store.times(hit.uid, TODAY, date(2028, 3, 31)) for hit in hits}
    with TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example") as client:
        yield client, hits, times


def read(kept, form):
    return kept[0].get(f"/events.{form}?limit=500").content


def of(kept, title):
    return next(hit for hit in kept[1] if hit.event.title.startswith(title))


def flat(text):
    """Return a text as a format with one-line titles has it."""
    return " ".join(text.split())


def described(hit):
    """Return the lines that feeds put under a title, without the first, which says when."""
    where = ", ".join(part for part in (hit.event.where.name, hit.event.where.address) if part)
    return [part for part in (where, hit.organisation, hit.event.description) if part]


def test_the_store_holds_all_of_the_table(kept):
    assert {hit.event.title for hit in kept[1]} == {event.title for event in ODD} - {
        "&lt;b&gt; is text & stays <text>"
    } | {"<b> is text & stays <text>"}
    assert of(kept, "xxx").sequence == 1


def test_a_calendar_equals_the_store(kept):
    calendar = icalendar.Calendar.from_ical(read(kept, "ics"))
    assert calendar.errors == []
    events = {str(event["UID"]): event for event in calendar.walk("VEVENT")}
    dated = [hit for hit in kept[1] if hit.event.when.start is not None]
    assert list(events) == [hit.uid for hit in dated]
    status = {Status.CANCELLED: "CANCELLED", Status.POSTPONED: "TENTATIVE"}
    for hit in dated:
        event, said = events[hit.uid], hit.event
        assert event.errors == []
        assert str(event["SUMMARY"]) == said.title
        parts = (
            str(event.get("DESCRIPTION", "")).rsplit("\n", 1)
            if said.price.text or said.price.free or said.price.amounts
            else [str(event.get("DESCRIPTION", ""))]
        )
        assert said.description in {parts[0], ""}
        assert str(event.get("LOCATION", "")) == (
            ", ".join(part for part in (said.where.name, said.where.address) if part)
            or ("online" if said.where.online else "")
        )
        assert event["SEQUENCE"] == hit.sequence
        assert str(event["STATUS"]) == status.get(said.status, "CONFIRMED")
        assert event.decoded("LAST-MODIFIED") == hit.changed
        assert event.decoded("CREATED") == hit.first_seen
        start = event.decoded("DTSTART")
        assert type(start) is type(said.when.start)
        if isinstance(start, datetime):
            assert start.replace(tzinfo=None) == said.when.start
            assert str(event["DTSTART"].params.get("TZID", "")) == (said.when.zone or "")
        else:
            assert start == said.when.start
        if said.when.end is not None:
            end = event.decoded("DTEND")
            assert (end.replace(tzinfo=None) if isinstance(end, datetime) else end - timedelta(days=1)) == said.when.end


def test_the_times_of_every_series_are_those_of_the_store(kept):
    calendar = icalendar.Calendar.from_ical(read(kept, "ics"))
    found: dict[str, set[object]] = {}
    for event in recurring_ical_events.of(calendar).between(TODAY, date(2028, 4, 1)):
        found.setdefault(str(event["UID"]), set()).add(event["DTSTART"].dt)
    series = [hit for hit in kept[1] if hit.event.when.rrule]
    assert len(series) == 5
    for hit in kept[1]:
        times, zone = kept[2][hit.uid], zone_info(hit.event.when.zone)
        if hit.event.when.start is None:
            continue
        instants = {instant(time.start, zone) for time in times}
        if hit.event.when.rrule and not {"COUNT", "UNTIL"} & set(hit.event.when.rrule.replace("=", ";").split(";")):
            last = max(instants)
            found[hit.uid] = {each for each in found[hit.uid] if instant_of(each) <= last}  # one without an end
        assert {instant_of(each) for each in found[hit.uid]} == instants, hit.event.title
        for time in times:
            if time.starts_at is not None:
                assert time.starts_at == instant(time.start, zone)


def instant(start, zone):
    """Return a wall-clock time as a moment, as the standard library reads it."""
    return start.replace(tzinfo=zone).astimezone(UTC) if isinstance(start, datetime) and zone else start


def instant_of(start):
    return start.astimezone(UTC) if isinstance(start, datetime) and start.tzinfo else start


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_rss_and_atom_equal_the_store(kept, form):
    feed = feedparser.parse(read(kept, form))
    assert not feed.bozo
    assert len(feed.entries) == len(kept[1])
    for entry, hit in zip(feed.entries, kept[1], strict=True):
        assert entry.id.removeprefix("urn:eventlocky:") == hit.uid
        prefix = "" if hit.event.status is Status.SCHEDULED else f"{hit.event.status.value.replace('_', ' ').upper()}: "
        assert (
            unescape(entry.title) == unescape(flat(prefix + hit.event.title))
            if form == "rss"
            else entry.title == flat(prefix + hit.event.title)
        )
        assert entry.link == f"http://e.example/events/{hit.uid}"
        assert datetime(*entry.published_parsed[:6], tzinfo=UTC) == hit.first_seen
        if form == "atom":
            assert datetime(*entry.updated_parsed[:6], tzinfo=UTC) == hit.changed
            assert entry.content[0].type == "text/plain"
        text = (
            entry.content[0].value
            if form == "atom"
            else unescape(entry.summary.replace("<br />", "\n").replace("<br>", "\n"))
        )
        assert [flat(line) for line in described(hit) if flat(line) not in flat(text)] == []
        assert [tag.term for tag in entry.get("tags", [])] == ([hit.event.category] if hit.event.category else [])


def test_json_feed_equals_the_store(kept):
    feed = kept[0].get("/events.json?limit=500").json()
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert {"title", "items"} <= feed.keys()
    assert [item["id"] for item in feed["items"]] == [hit.uid for hit in kept[1]]
    for item, hit in zip(feed["items"], kept[1], strict=True):
        assert isinstance(item["id"], str)
        assert item["content_text"]
        assert flat(hit.event.title) in item["title"]
        assert datetime.fromisoformat(item["date_modified"]) == hit.changed
        assert item["_event"]["status"] == hit.event.status.value
        assert item["_event"]["sequence"] == hit.sequence
        assert moment(item["_event"].get("start")) == hit.start
        assert item.get("image") == hit.event.image


def moment(text):
    """Read a day or a wall-clock time."""
    if text is None:
        return None
    return datetime.fromisoformat(text).replace(tzinfo=None) if "T" in text else date.fromisoformat(text)


def test_csv_equals_the_store(kept):
    rows = list(csv.DictReader(io.StringIO(read(kept, "csv").decode(), newline=""), strict=True))
    assert len(rows) == len(kept[1])
    for row, hit in zip(rows, kept[1], strict=True):
        said = hit.event
        assert None not in row
        assert (row["id"], row["title"].removeprefix("'")) == (hit.uid, said.title)
        assert (row["start"], row["end"]) == (stamp(hit.start) or "", stamp(hit.end) or "")
        assert (row["zone"], row["repeats"]) == (said.when.zone or "", said.when.rrule or "")
        assert (row["lat"], row["lon"]) == (
            "" if hit.lat is None else str(hit.lat),
            "" if hit.lon is None else str(hit.lon),
        )
        assert (row["status"], row["kind"], row["category"]) == (said.status.value, said.kind, said.category or "")
        assert (row["organiser"], row["organisation"]) == (said.organiser or "", hit.organisation)
        assert datetime.fromisoformat(row["changed"]) == hit.changed


def test_geojson_has_the_shape_that_its_format_asks_for_and_equals_the_store(kept):
    collection = kept[0].get("/events.geojson?limit=500").json()
    assert set(collection) == {"type", "features"}
    assert collection["type"] == "FeatureCollection"
    for feature, hit in zip(collection["features"], kept[1], strict=True):
        assert set(feature) == {"type", "id", "geometry", "properties"}
        assert (feature["type"], feature["id"]) == ("Feature", hit.uid)
        point = {"type": "Point", "coordinates": [hit.lon, hit.lat]}
        assert feature["geometry"] == (None if hit.event.where.online else point)
        assert feature["properties"]["title"] == hit.event.title
        assert moment(feature["properties"].get("start")) == hit.start


def test_json_ld_expands_to_what_the_store_says(kept):
    base = "https://schema.org/"
    (found,) = expand(kept[0].get("/events.jsonld?limit=500").json())
    assert found["@type"] == [f"{base}ItemList"]
    items = sorted(found[f"{base}itemListElement"], key=lambda item: item[f"{base}position"][0]["@value"])
    assert len(items) == len(kept[1])
    status = {Status.CANCELLED: "EventCancelled", Status.POSTPONED: "EventPostponed"}
    for item, hit in zip(items, kept[1], strict=True):
        (event,) = item[f"{base}item"]
        said = hit.event
        assert event["@id"] == f"http://e.example/events/{hit.uid}"
        assert event[f"{base}name"] == [{"@value": flat(said.title)}]
        assert event[f"{base}identifier"] == [{"@value": hit.uid}]
        assert event[f"{base}eventStatus"] == [{"@id": f"{base}{status.get(said.status, 'EventScheduled')}"}]
        (start,) = event.get(f"{base}startDate", [{"@value": None}])
        assert moment(start["@value"]) == hit.start
        if isinstance(hit.start, datetime) and said.when.zone:
            assert instant_of(datetime.fromisoformat(start["@value"])) == instant(hit.start, zone_info(said.when.zone))
        assert event.get(f"{base}description", [{"@value": ""}])[0]["@value"] == said.description


def test_a_json_ld_processor_of_others_expands_it_alike(kept):
    """The processor of these tests is checked by one that the world uses, where it is installed."""
    jsonld = pytest.importorskip("pyld", reason="PyLD is not installed: only our own processor reads JSON-LD.").jsonld
    document = kept[0].get("/events.jsonld?limit=500").json()
    terms = {name: {"@type": "@id"} for name in LINKS - {"address"}}
    context = {"@context": {"@vocab": "https://schema.org/", **terms}}
    options = {"documentLoader": lambda url, _: {"document": context, "documentUrl": url, "contextUrl": None}}

    def plain(value):
        if isinstance(value, dict):
            return {name: plain(each) for name, each in sorted(value.items())}
        return [plain(each) for each in value] if isinstance(value, list) else value

    assert plain(jsonld.expand(document, options)) == plain(expand(document))


def test_a_name_that_stays_counts_its_changes_and_says_what_became_of_it(tmp_path):
    """The same UID through a new title, another day and a cancellation, SEQUENCE rising, STATUS telling."""
    settings = Settings(store=str(tmp_path / "a.sqlite"))
    steps = [
        Event("Concert", When(datetime(2026, 11, 20, 20), zone=BERLIN), link="https://kulturhaus.example/c"),
        Event("Concert, moved", When(datetime(2026, 11, 27, 20), zone=BERLIN), link="https://kulturhaus.example/c"),
        Event("Concert, moved", When(datetime(2026, 11, 27, 20), zone=BERLIN), link="https://kulturhaus.example/c", status=Status.CANCELLED),
    ]  # fmt: skip
    seen = []
    for number, event in enumerate(steps):
        with Store(settings.store, clock=lambda number=number: at(2 + number)) as store:
            store.keep(HALL, HALL.website, "event", [event])
        with TestClient(make_app(settings, today=lambda: TODAY)) as client:
            (told,) = icalendar.Calendar.from_ical(client.get("/events.ics").content).walk("VEVENT")
        seen.append((str(told["UID"]), told["SEQUENCE"], str(told["STATUS"]), told.decoded("DTSTAMP")))
    assert len({uid for uid, _, _, _ in seen}) == 1
    assert [sequence for _, sequence, _, _ in seen] == [0, 1, 2]
    assert [status for _, _, status, _ in seen] == ["CONFIRMED", "CONFIRMED", "CANCELLED"]
    assert [stamp_ for _, _, _, stamp_ in seen] == [at(2), at(3), at(4)]
