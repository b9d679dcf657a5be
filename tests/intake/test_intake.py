"""What is exported is imported as it was; what is broken is refused with a reason, and nothing hostile does harm."""

from __future__ import annotations

import json
import time as clock
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from eventlocky.errors import EventlockyError, IntakeError, UnknownNameError
from eventlocky.formats import FEEDS, FORMATS
from eventlocky.formats.entry import Entry, Feed
from eventlocky.intake import READERS, guess, read
from eventlocky.types import Event, Place, Price, Status, When

TODAY = date(2026, 11, 16)
AT = datetime(2026, 11, 1, 9, tzinfo=UTC)
BERLIN = "Europe/Berlin"
EVENTS = [
    Event("Jazz, „Night“; \\ late", When(datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 6, 1), BERLIN), Place("Quay, 3"),
          Price((Decimal("12.50"),), "EUR", text="12.50 EUR"), "With Anna.\nAnd Bo", link="https://harbour.example/jazz?a=1&b=2"),
    Event("夏祭り 🎷", When(date(2026, 12, 9)), Place("東京駅"), link="https://e.example/2", category="amusement"),
    Event("Ausstellung", When(date(2026, 11, 20), date(2027, 1, 31)), status=Status.CANCELLED, link="https://e.example/3"),
    Event("Chor", When(datetime(2026, 11, 18, 18), zone=BERLIN, rrule="FREQ=WEEKLY;BYDAY=WE", exdates=(datetime(2026, 12, 23, 18),)),
          status=Status.POSTPONED, link="https://e.example/4"),
    Event("=1+1 'Tis", When(datetime(2026, 3, 29, 2, 30), zone=BERLIN), price=Price(free=True, text="free"), link="https://e.example/5"),
    Event("'Tis nobler", When(date(2026, 12, 1)), link="https://e.example/6", organiser="Ä & Ö"),
]  # fmt: skip
ENTRIES = [
    Entry(f"u{number}", event, event.when.start, event.when.end, 1, AT, AT) for number, event in enumerate(EVENTS)
]


def again(form, document):
    taken = read(document.encode(), form, "https://source.example/file", TODAY)
    assert taken.refused == ()
    return {event.title: event for event in taken.events}


def when(event):
    return event.when.start, event.when.end


@pytest.mark.parametrize("form", ["ics", "csv", "jsonld", "json", "jsonfeed", "geojson", "rss", "atom"])
def test_what_is_exported_is_imported_with_title_time_and_link(form):
    writer = {"json": lambda feed: FORMATS["json"]([entry.event for entry in feed.entries]), "jsonfeed": FEEDS["json"]}
    back = again(form, writer.get(form, FEEDS.get(form))(Feed(ENTRIES)))
    assert set(back) == {event.title for event in EVENTS}
    for event in EVENTS:
        assert when(back[event.title]) == when(event), event.title
        assert back[event.title].link == event.link


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("ics", ("zone", "rrule", "exdates", "place", "description", "status", "category")),
        ("csv", ("zone", "rrule", "place", "price", "free", "status", "category", "organiser")),
        ("jsonfeed", ("zone", "rrule", "place", "price", "status", "category")),
        ("geojson", ("place", "price", "status", "category")),
        ("json", ("zone", "rrule", "exdates", "place", "price", "amounts", "free", "description", "status", "category", "organiser")),
        ("jsonld", ("place", "status", "organiser", "description")),
        ("rss", ("status", "category")),
        ("atom", ("status", "category")),
    ],
)  # fmt: skip
def test_every_field_that_a_format_holds_comes_back(form, fields):
    def said(event):
        known = {
            "zone": event.when.zone, "rrule": event.when.rrule, "exdates": event.when.exdates, "place": event.where.name,
            "price": event.price.text, "amounts": event.price.amounts, "free": event.price.free, "status": event.status,
            "category": event.category, "organiser": event.organiser, "description": event.description,
        }  # fmt: skip
        return {name: known[name] for name in fields}

    writer = {"json": lambda feed: FORMATS["json"]([entry.event for entry in feed.entries]), "jsonfeed": FEEDS["json"]}
    back = again(form, writer.get(form, FEEDS.get(form))(Feed(ENTRIES)))
    for event in EVENTS:
        expected, found = said(event), said(back[event.title])
        if form == "ics" and event.price.text:  # a calendar has the price as the last line of its description
            expected["description"] = "\n".join(part for part in (event.description, event.price.text) if part)
        if form == "jsonld":
            expected["description"] = " ".join(event.description.split())
            found["description"] = " ".join(found["description"].split())
            if event.status is Status.SOLD_OUT:
                continue
        assert found == expected, event.title


# Other people's files ----------------------------------------------------------------------------


def calendar(*lines, head=()):
    return "\r\n".join(["BEGIN:VCALENDAR", *head, *lines, "END:VCALENDAR", ""]).encode()


def vevent(*lines):
    return ["BEGIN:VEVENT", *lines, "END:VEVENT"]


def test_a_calendar_of_others_is_read_event_by_event():
    body = calendar(
        *vevent("SUMMARY:Jazz", "DTSTART;TZID=Europe/Berlin:20261205T193000", "DURATION:PT2H", "STATUS:TENTATIVE",
                "BEGIN:VALARM", "SUMMARY:Wake up", "END:VALARM", "GEO:53.99;11.12"),
        *vevent("SUMMARY:No date"),
        *vevent("DTSTART;VALUE=DATE:20261205"),
        *vevent("SUMMARY:Broken", "DTSTART:soon"),
        *vevent("SUMMARY:All day", "DTSTART;VALUE=DATE:20261205", "DTEND;VALUE=DATE:20261206"),
        *vevent("SUMMARY:In UTC", "DTSTART:20261205T183000Z", "DTEND:20261205T193000Z"),
        *vevent("SUMMARY:Windows", "DTSTART;TZID=W. Europe Standard Time:20261205T193000"),
        "BEGIN:VEVENT", "SUMMARY:Never ends",
        head=("X-WR-TIMEZONE:Europe/Berlin",),
    )  # fmt: skip
    taken = read(body, "ics", "", TODAY)
    back = {event.title: event for event in taken.events}
    assert set(back) == {"Jazz", "All day", "In UTC", "Windows"}
    assert when(back["Jazz"]) == (datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 5, 21, 30))
    assert (back["Jazz"].where.lat, back["Jazz"].status) == (53.99, Status.SCHEDULED)
    assert when(back["All day"]) == (date(2026, 12, 5), None)
    assert (*when(back["In UTC"]), back["In UTC"].when.zone) == (
        datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 5, 20, 30), BERLIN)  # fmt: skip
    assert back["Windows"].when.start == datetime(2026, 12, 5, 19, 30)
    assert [(one.where, one.why.split(":")[0]) for one in taken.refused] == [
        ("event 2", "It has no start (DTSTART)."),
        ("event 3", "It has no title (SUMMARY)."),
        ("event 4", "It has no start (DTSTART).")
        if "start" in taken.refused[2].why
        else ("event 4", "It cannot be read"),
    ]


def test_a_table_of_others_is_read_by_the_names_of_its_columns():
    body = (
        "Name;Start Date;Start Time;Venue;Preis;Website\n"
        "Jazz;2026-12-05;19:30;Quay;12 €;https://e.example/\n"
        "Markt;5. Dezember 2026;10 Uhr;;;javascript:alert(1)\n"
        ";2026-12-05;;;;\n"
        "When?;someday;;;;\n"
        "\n"
        "Open;;;;;\n"
        "Short;2026-12-07\n"
    ).encode()
    taken = read(body, "csv", "", TODAY)
    back = {event.title: event for event in taken.events}
    assert back["Jazz"].when.start == datetime(2026, 12, 5, 19, 30)
    assert (back["Jazz"].where.name, back["Jazz"].price.text) == ("Quay", "12 €")
    assert back["Markt"].when.first_day == date(2026, 12, 5)
    assert back["Markt"].link is None
    assert back["Open"].when == When()
    assert back["Short"].when.start == date(2026, 12, 7)
    assert [(one.where, one.why) for one in taken.refused] == [
        ("row 4", "It has no title."),
        ("row 5", "Its start cannot be read: 'someday'."),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_tables_of_old_spreadsheets_are_read(encoding):
    body = "title\tstart\nCafé Müller\t2026-12-05\n".encode(encoding)
    assert [event.title for event in read(body, "csv", "", TODAY).events] == ["Café Müller"]


def test_an_entry_of_a_feed_is_an_event_where_its_words_say_a_day():
    body = """<?xml version="1.0"?><rss xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>News of 3 May 2026</title>
      <item><title>Jazz Night</title><link>https://e.example/1</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
        <description>&lt;p&gt;On Saturday, 5 December 2026 at 19:30&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description></item>
      <item><title>We have a new roof</title><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description>Hooray</description></item>
      <item><title>CANCELLED: Choir, 9 December 2026</title></item>
      <item><title>Talk</title><ev:startdate>2026-12-07T18:00:00</ev:startdate></item>
      <item><description>9 December 2026</description></item>
    </channel></rss>"""
    taken = read(body.encode(), "rss", "", TODAY)
    back = {event.title: event for event in taken.events}
    assert back["Jazz Night"].when.start == datetime(2026, 12, 5, 19, 30)
    assert "<" not in back["Jazz Night"].description
    assert back["Choir, 9 December 2026"].status is Status.CANCELLED
    assert back["Talk"].when.first_day == date(2026, 12, 7)
    assert [one.where for one in taken.refused] == ["entry 2", "entry 5"]


def test_json_ld_is_read_from_a_document_or_a_page():
    document = {"@context": "https://schema.org", "@graph": [
        {"@type": "MusicEvent", "name": "Jazz </script><b>", "startDate": "2026-12-05T19:30:00+01:00"},
        {"@type": "Event", "startDate": "2026-12-05"},
        {"@type": "Organization", "name": "Us"},
    ]}  # fmt: skip
    taken = read(json.dumps(document).encode(), "jsonld", "", TODAY)
    assert [event.when.start for event in taken.events] == [datetime(2026, 12, 5, 19, 30)]
    assert [(one.where, one.why) for one in taken.refused] == [("event 2", "It has no name.")]
    del document["@graph"][0]["name"]
    page = '<!doctype html><script type="application/ld+json">{"@type": "Event", "name": "A", "startDate": "2026-12-05"}</script>'
    assert len(read(page.encode(), "jsonld", "", TODAY).events) == 1


def test_lines_of_json_are_read_and_a_broken_one_is_refused():
    body = b'{"title": "A", "when": {"start": "2026-12-05T19:30"}}\n{"title": \n{"event": {"title": "B"}}\n[1]\n'
    taken = read(body, "json", "", TODAY)
    assert [event.title for event in taken.events] == ["A", "B"]
    assert [(one.where, one.why) for one in taken.refused] == [
        ("event 2", "It is no object."),
        ("event 4", "It is no object."),
    ]


# Broken, hostile, huge ---------------------------------------------------------------------------


BROKEN = [
    b"", b"\x00\x01\x02", b"%PDF-1.7", b"<html><body>Hello</body></html>", b"[" * 100_000, b'{"a":' * 50_000, b"null", b'"x"', b"title",
    b"BEGIN:VCALENDAR", b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n" * 1_000, b"<rss>", b"<rss><channel><item><title>x", b"<feed>" * 300,
    b"<rss>" + b"<item>" * 5_000, b"\xff\xfe\x00", b"title,start\n" + b'"' * 10_001, b'title,start\n"' + b"x" * 200_000, b"{}", b"[]", b"[[]]",
    b'[{"title": {"a": 1}}]', b'[{"title": "x", "when": 7, "where": [], "price": "y", "proofs": 3, "source": {"url": 5}}]',
    b'{"type": "FeatureCollection", "features": [7, {"properties": {"title": "x", "start": "soon"}, "geometry": {"type": "Point", "coordinates": [1e999, null]}}]}',
    b'{"version": "https://jsonfeed.org/version/1.1", "items": [7, {"title": "x"}, {"title": "y", "_event": {"start": "9"}, "tags": [7]}]}',
    b'{"@type": "Event"}', b'{"@type": ["Event", 7], "name": [[["x"]]], "startDate": {"a": 1}}',
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:99999999T999999\r\nRRULE:FREQ=SECONDLY;COUNT=-1\r\nEND:VEVENT\r\n",
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:00010101T000000Z\r\nDURATION:-P9999999D\r\nEND:VEVENT\r\n",
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART;VALUE=DATE:99991231\r\nDTEND;VALUE=DATE:00010101\r\nGEO:x;y\r\nEND:VEVENT\r\n",
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:a\r\nSUMMARY:b\r\nDTSTART:20261205\r\nDTSTART:20261206\r\nEND:VEVENT\r\n",
    b'<?xml version="1.0" encoding="nonsense"?><rss></rss>', b"<rss><item><title>&undefined;</title></item></rss>",
]  # fmt: skip


@pytest.mark.parametrize("form", sorted(READERS))
@pytest.mark.parametrize("body", BROKEN, ids=range(len(BROKEN)))
def test_whatever_is_in_a_file_only_our_own_errors_come(form, body):
    try:
        taken = read(body, form, "https://x.example/", TODAY)
    except IntakeError:
        return
    assert all(event.title for event in taken.events)
    FORMATS["json"](taken.events)


@pytest.mark.parametrize("form", sorted(READERS))
def test_hostile_texts_are_taken_as_text(form):
    from hostile import HOSTILE

    entries = [replace(ENTRIES[1], uid=f"h{number}", event=replace(EVENTS[1], title=text or "x", link=None))
               for number, text in enumerate(HOSTILE)]  # fmt: skip
    writer = {"json": lambda feed: FORMATS["json"]([entry.event for entry in feed.entries]), "jsonfeed": FEEDS["json"]}
    document = writer.get(form, FEEDS.get(form))(Feed([replace(entry, event=_clean(entry.event)) for entry in entries]))
    taken = read(document.encode(), form, "https://x.example/", TODAY)
    assert len(taken.events) > 100
    assert not any({"\x00", "\x1b", "\u202e", "\r"} & set(event.title) for event in taken.events)


def _clean(event):
    from eventlocky.formats.entry import cleaned

    return cleaned(event)


def test_entities_are_refused_before_they_grow():
    bomb = (
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
        + "]><rss><item><title>&j;</title></item></rss>"
    )
    with pytest.raises(IntakeError, match="entities"):
        read(bomb.encode(), "rss", "", TODAY)
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><item><title>&a;</title></item></rss>'
    with pytest.raises(IntakeError, match="entities"):
        read(outside.encode(), "rss", "", TODAY)


@pytest.mark.slow
@pytest.mark.parametrize("form", sorted(READERS))
def test_twice_the_file_takes_about_twice_the_time(form):
    def took(count):
        many = [replace(ENTRIES[0], uid=f"m{n}", event=replace(EVENTS[0], title=f"Jazz {n}")) for n in range(count)]
        writer = {
            "json": lambda feed: FORMATS["json"]([entry.event for entry in feed.entries]),
            "jsonfeed": FEEDS["json"],
        }
        body = writer.get(form, FEEDS.get(form))(Feed(many)).encode()
        times = []
        for _ in range(3):
            begun = clock.process_time()
            assert len(read(body, form, "", TODAY).events) == count
            times.append(clock.process_time() - begun)
        return min(times)

    took(10)
    assert took(400) < 8 * took(100) + 0.1


def test_a_file_is_known_by_what_it_begins_with():
    assert guess(b"\xef\xbb\xbfBEGIN:VCALENDAR") == "ics"
    assert guess(b'{"@context": "https://schema.org"}') == "jsonld"
    assert guess(b"[]", "x.csv") == "json"
    assert guess(b"<?xml version='1.0'?><rss>") == "rss"
    assert guess(b"<!DOCTYPE html>") == "jsonld"
    assert guess(b"title,start", "x.csv.gz") == "csv"
    assert guess(b"title\tstart", "x.tsv") == "csv"
    with pytest.raises(UnknownNameError, match="Known: atom"):
        read(b"", "docx", "", TODAY)
    assert issubclass(IntakeError, EventlockyError)
