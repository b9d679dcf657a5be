"""JSON-LD: every shape in which schema.org events come."""

from __future__ import annotations

import json
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from eventlocky.types import Place, Price, Status


def script(*things: object) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(thing)}</script>' for thing in things)


def concert(**more: object) -> dict[str, object]:
    return {
        "@context": "https://schema.org",
        "@type": "MusicEvent",
        "name": "Harbour Choir",
        "startDate": "2026-12-05T19:30",
    } | more


@pytest.fixture
def only(marked):
    """Read a page with one event on it."""

    def read(thing):
        [one] = marked(script(thing))
        return one

    return read


def test_a_whole_event_gives_all_its_fields(only):
    one = only(
        concert(
            endDate="2026-12-05T22:00",
            doorTime="2026-12-05T19:00",
            location={
                "@type": "Place",
                "name": "Granary",
                "address": {
                    "@type": "PostalAddress",
                    "streetAddress": "Quay 1",
                    "addressLocality": "Saltmouth",
                    "postalCode": "12345",
                    "addressCountry": {"@type": "Country", "name": "NL"},
                },
                "geo": {"latitude": 52.5, "longitude": "4.25"},
            },
            offers={"@type": "Offer", "price": "12.50", "priceCurrency": "EUR"},
            image=["/choir.jpg", "/other.jpg"],
            url="choir",
            organizer={"@type": "Organization", "name": "Town of Saltmouth"},
            performer=[{"@type": "Person", "name": "Anna Chovy"}, "The Kelps"],
            description="<p>Songs &amp; shanties</p>",
        )
    )
    event = one.event
    assert (event.title, one.by, one.subtype, one.is_utc) == ("Harbour Choir", "json-ld", "MusicEvent", False)
    assert (event.when.start, event.when.end) == (datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 5, 22))
    assert event.when.doors == time(19)
    assert event.where == Place("Granary", "Quay 1, Saltmouth, 12345, NL", 52.5, 4.25)
    assert event.price == Price(amounts=(Decimal("12.50"),), currency="EUR", text="12.50")
    assert event.image == "https://town.example/choir.jpg"
    assert event.link == "https://town.example/whats-on/choir"
    assert event.organiser == "Town of Saltmouth"
    assert one.performers == ("Anna Chovy", "The Kelps")
    assert event.description == "Songs & shanties"
    assert set(event.proofs) == {"title", "when", "where", "price", "image", "link"}
    assert event.proofs["when"].text == "2026-12-05T19:30"


@pytest.mark.parametrize(
    "thing",
    [
        [concert()],
        [[concert()]],
        {"@graph": [{"@type": "WebPage", "name": "What's on"}, concert()]},
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": concert()}]},
        {"@type": "Organization", "name": "Town", "event": [concert()]},
        {"@type": "Place", "name": "Granary", "events": concert()},
        {"@type": "WebPage", "mainEntity": concert()},
        {"@graph": {"@list": [concert()]}},
        concert() | {"@type": ["Event", "MusicEvent"]},
        concert() | {"@type": "http://schema.org/MusicEvent"},
        concert() | {"@type": "schema:MusicEvent"},
        {"https://schema.org/name": "Harbour Choir", "@type": "MusicEvent", "schema:startDate": "2026-12-05T19:30"},
        concert() | {"name": {"@value": "Harbour Choir", "@language": "en"}},
        concert() | {"name": "Harbour&amp;#32;Choir"},
    ],
)
def test_an_event_is_found_wherever_it_stands(only, thing):
    one = only(thing)
    assert (one.event.title, one.subtype) == ("Harbour Choir", "MusicEvent")
    assert one.event.when.start == datetime(2026, 12, 5, 19, 30)


@pytest.mark.parametrize("name", ["Event", "Festival", "EventSeries", "Hackathon", "CourseInstance", "ExhibitionEvent"])
def test_every_type_of_event_is_one(only, name):
    assert only(concert() | {"@type": name}).subtype == name


@pytest.mark.parametrize("name", ["DeliveryEvent", "PublicationEvent", "EventVenue", "EventReservation", "Person"])
def test_what_nobody_can_go_to_is_no_event(marked, name):
    assert marked(script(concert() | {"@type": name})) == []


def test_references_are_followed_across_scripts_and_circles(marked):
    hall = {"@type": "Place", "@id": "#hall", "name": "Granary", "event": {"@id": "#choir"}}
    event = concert() | {"@id": "#choir", "location": {"@id": "#hall"}, "subEvent": {"@id": "#choir"}}
    [one] = marked(script(event, hall))
    assert one.event.where.name == "Granary"


def test_parts_inherit_the_place_of_the_whole_and_courses_give_their_dates_a_name(marked):
    festival = concert(location="Quay", subEvent=[{"@type": "Event", "name": "Opening", "startDate": "2026-12-05"}])
    course = {
        "@type": "Course",
        "name": "Knots",
        "hasCourseInstance": {"@type": "CourseInstance", "startDate": "2027-01-04"},
    }
    found = marked(script(festival, course))
    assert [(one.event.title, one.event.where.name) for one in found] == [
        ("Harbour Choir", "Quay"),
        ("Opening", "Quay"),
        ("Knots", None),
    ]


def test_an_event_that_is_only_mentioned_is_left_out(marked):
    review = {"@type": "Review", "itemReviewed": concert(), "name": "Five stars"}
    [one] = marked(script(review, concert(name="Opening", superEvent={"@type": "Festival", "name": "Sea Week"})))
    assert one.event.title == "Opening"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-12-05", None, (date(2026, 12, 5), None)),
        ("2026-12-05T00:00:00", "2026-12-05T23:59:59", (date(2026, 12, 5), date(2026, 12, 5))),
        ("2026-12-05T00:00", None, (date(2026, 12, 5), None)),
        ("2026-12-05T19:30:00+09:00", None, (datetime(2026, 12, 5, 19, 30), None)),
        ("2026-12-05T22:00", "2026-12-04T23:00", (datetime(2026, 12, 5, 22), None)),
        ("2026-12-05/2026-12-07", None, (date(2026, 12, 5), date(2026, 12, 7))),
        ("2026-12-05T22:00", "01:00", (datetime(2026, 12, 5, 22), datetime(2026, 12, 6, 1))),
        ("5 December 2026, 7.30 pm", None, (datetime(2026, 12, 5, 19, 30), None)),
    ],
)
def test_start_and_end_are_read_as_they_are_written(only, start, end, expected):
    when = only(concert(startDate=start, **({"endDate": end} if end else {}))).event.when
    assert (when.start, when.end) == expected


def test_a_duration_gives_the_end(only):
    assert only(concert(duration="PT1H30M")).event.when.end == datetime(2026, 12, 5, 21)


def test_several_starts_are_more_days_of_the_same(only):
    when = only(concert(startDate=["2026-12-05", "2026-12-06", "2026-12-05"])).event.when
    assert (when.start, when.rdates) == (date(2026, 12, 5), (date(2026, 12, 6),))


@pytest.mark.parametrize("offset", ["Z", "+00:00", "+0000", "-00:00"])
def test_universal_time_is_kept_as_written_and_said(only, offset):
    one = only(concert(startDate=f"2026-12-05T19:30:00{offset}"))
    assert one.is_utc
    assert one.event.when.start == datetime(2026, 12, 5, 19, 30)


@pytest.mark.parametrize(
    ("plan", "rule", "start"),
    [
        (
            {
                "repeatFrequency": "P1W",
                "byDay": ["https://schema.org/Monday", "Wednesday"],
                "startDate": "2026-12-07",
                "startTime": "19:00",
                "endTime": "20:30",
            },
            "FREQ=WEEKLY;BYDAY=MO,WE",
            datetime(2026, 12, 7, 19),
        ),
        (
            {"repeatFrequency": "Daily", "startDate": "2026-12-07", "endDate": "2027-01-10"},
            "FREQ=DAILY;UNTIL=20270110",
            date(2026, 12, 7),
        ),
        (
            {
                "repeatFrequency": "P2M",
                "byDay": "Friday",
                "byMonthWeek": 1,
                "repeatCount": 4,
                "startDate": "2026-12-04",
            },
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=1FR;COUNT=4",
            date(2026, 12, 4),
        ),
        (
            {"repeatFrequency": "P1M", "byMonthDay": 15, "startDate": "2026-12-15"},
            "FREQ=MONTHLY;BYMONTHDAY=15",
            date(2026, 12, 15),
        ),
    ],
)
def test_a_schedule_is_a_rule(only, plan, rule, start):
    event = {
        "@type": "Event",
        "name": "Class",
        "eventSchedule": {"@type": "Schedule", "scheduleTimezone": "Europe/Paris", **plan},
    }
    when = only(event).event.when
    assert (when.rrule, when.start, when.zone) == (rule, start, "Europe/Paris")
    if "endTime" in plan:
        assert when.end == datetime(2026, 12, 7, 20, 30)


def test_days_that_a_schedule_leaves_out_are_kept(only):
    plan = {"repeatFrequency": "P1D", "startDate": "2026-12-07", "exceptDate": ["2026-12-25", "nonsense"]}
    assert only(concert(startDate="2026-12-07", eventSchedule=plan)).event.when.exdates == (date(2026, 12, 25),)


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("Granary", Place("Granary")),
        ({"@type": "Place", "name": "Granary", "address": "Quay 1"}, Place("Granary", "Quay 1")),
        (
            {"@type": "PostalAddress", "streetAddress": "Quay 1", "addressLocality": "Saltmouth"},
            Place(None, "Quay 1, Saltmouth"),
        ),
        ({"@type": "VirtualLocation", "url": "https://meet.example/1"}, Place(online=True)),
        (
            [{"@type": "VirtualLocation", "url": "https://meet.example/1"}, {"@type": "Place", "name": "Granary"}],
            Place("Granary", online=True),
        ),
        ({"@type": "Place", "name": "", "geo": {"latitude": "0", "longitude": "0"}}, Place()),
        ({"@type": "Place", "name": "Pole", "geo": {"latitude": "nan", "longitude": 200}}, Place("Pole")),
        (None, Place()),
        (7, Place("7")),
    ],
)
def test_a_place_comes_in_many_shapes(only, location, expected):
    assert only(concert(location=location)).event.where == expected


def test_an_event_may_be_online_by_its_mode(only):
    assert only(concert(eventAttendanceMode="https://schema.org/OnlineEventAttendanceMode")).event.where.online


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        ({"price": 0, "priceCurrency": "EUR"}, Price(currency="EUR", free=True, text="0")),
        ({"price": "Free"}, Price(free=True, text="Free")),
        (
            [{"price": "10"}, {"price": "8,50", "priceCurrency": "eur"}],
            Price((Decimal(10), Decimal("8.50")), "EUR", text="10 / 8,50"),
        ),
        (
            {"@type": "AggregateOffer", "lowPrice": 5, "highPrice": 20, "priceCurrency": "GBP"},
            Price((Decimal(5), Decimal(20)), "GBP", text="5 / 20"),
        ),
        (
            {"priceSpecification": {"price": "1,200.00", "priceCurrency": "USD"}},
            Price((Decimal(1200),), "USD", text="1,200.00"),
        ),
        ({"price": "€ 15"}, Price((Decimal(15),), "EUR", text="€ 15")),
        ({"url": "https://tickets.example"}, Price()),
        ("12 €", Price((Decimal(12),), "EUR", text="12 €")),
        ({"price": "a" * 1000}, Price()),
    ],
)
def test_offers_are_prices(only, offers, expected):
    assert only(concert(offers=offers)).event.price == expected


def test_what_is_free_for_all_is_free(only):
    assert only(concert(isAccessibleForFree=True)).event.price.free
    assert not only(concert(isAccessibleForFree=False)).event.price.free


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("https://schema.org/EventCancelled", Status.CANCELLED),
        ("EventPostponed", Status.POSTPONED),
        ("http://schema.org/EventRescheduled", Status.MOVED),
        ("EventMovedOnline", Status.MOVED),
        ("EventScheduled", Status.SCHEDULED),
        ("on-schedule", Status.SCHEDULED),
    ],
)
def test_the_status_is_read(only, said, status):
    assert only(concert(eventStatus=said)).event.status is status


def test_an_event_of_which_every_offer_is_gone_is_sold_out(only):
    gone = {"price": 5, "availability": "https://schema.org/SoldOut"}
    assert only(concert(offers=[gone, gone])).event.status is Status.SOLD_OUT
    assert only(concert(offers=[gone, {"availability": "InStock"}])).event.status is Status.SCHEDULED


@pytest.mark.parametrize("image", ["/a.jpg", {"@type": "ImageObject", "url": "/a.jpg"}, [{"contentUrl": "/a.jpg"}]])
def test_an_image_comes_in_many_shapes(only, image):
    assert only(concert(image=image)).event.image == "https://town.example/a.jpg"


def test_an_image_that_is_no_document_is_left_out(only):
    event = only(concert(image="data:image/png;base64,AAAA", url="javascript:void(0)")).event
    assert (event.image, event.link) == (None, None)
    assert not {"image", "link"} & set(event.proofs)


def test_the_same_event_twice_is_one_and_other_places_are_others(marked):
    here, there = concert(location="Granary"), concert(location="Lido")
    assert len(marked(script(here, here, there))) == 2


def test_an_event_without_a_name_is_none(marked):
    assert marked(script({"@type": "Event", "startDate": "2026-12-05"}, {"@type": "Event", "name": " <b></b> "})) == []


def test_proofs_lead_to_the_letters_of_the_script(marked):
    [one] = marked(script({"@type": "WebSite"}, concert(name='Caf\u00e9 "Quay"')))
    proof = one.event.proofs["title"]
    assert proof.text == r"Caf\u00e9 \"Quay\""
    assert "script[2]/text()#char=" in proof.path
