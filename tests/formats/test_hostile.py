"""Whatever a page calls its event, every format stays whole and the text stays text."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import icalendar
import pytest

from eventlocky.formats import FEEDS, clean
from eventlocky.formats.entry import Entry, Feed, cleaned
from eventlocky.formats.jsonld import script
from eventlocky.types import Event, Place, Price, Source, When

sys.path.insert(0, str(Path(__file__).parent))  # the table of strings
from hostile import HOSTILE

STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
AT = datetime(2026, 11, 1, 9, tzinfo=UTC)


def entry(text, number=0):
    event = Event(
        f"T{text}" if number < 0 else text, When(datetime(2026, 11, 14, 19, 30), zone=text, rrule=text), Place(text, text),
        Price(text=text), text, text, text, text, text, text, source=Source(text),
    )  # fmt: skip
    return Entry(f"u{number}", cleaned(event), event.when.start, None, 1, AT, AT, clean.line(text), clean.address(text))


FEED = Feed(
    [entry(text, number) for number, text in enumerate(HOSTILE)],
    "T",
    "https://e.example/x?a=1&b=2",
    "https://e.example/",
)


def test_the_table_has_two_hundred_strings_of_all_sorts():
    assert len(set(HOSTILE)) >= 200


@pytest.mark.parametrize("name", sorted(FEEDS))
def test_no_format_holds_a_character_that_steers_a_machine(name):
    document = FEEDS[name](FEED)
    document.encode()
    assert STEERS.findall(document.replace("\r\n", "\n")) == []


@pytest.mark.parametrize("name", ["rss", "atom"])
def test_xml_reads_back_with_every_entry_and_no_element_of_a_title(name):
    root = ET.fromstring(FEEDS[name](FEED))
    known = {"rss", "channel", "item", "title", "link", "guid", "pubDate", "description", "category", "feed", "id", "updated",
             "author", "name", "entry", "published", "content"}  # fmt: skip
    assert {element.tag.split("}")[-1] for element in root.iter()} <= known
    titles = [element.text or "" for element in root.iter() if element.tag.split("}")[-1] == "title"][1:]
    assert titles == [" ".join(clean.prose(text).split()) for text in HOSTILE]


def test_the_html_of_rss_holds_no_element_but_line_breaks():
    root = ET.fromstring(FEEDS["rss"](FEED))
    for description in root.iter("description"):
        assert set(re.findall(r"<[^>]*>?", description.text or "")) <= {"<br>"}


def test_a_calendar_reads_back_with_the_titles_and_nothing_that_was_slipped_in():
    document = FEEDS["ics"](FEED)
    calendar = icalendar.Calendar.from_ical(document)
    events = calendar.walk("VEVENT")
    assert [str(event.get("SUMMARY", "")) for event in events] == [clean.prose(text) for text in HOSTILE]
    known = {"UID", "DTSTAMP", "SUMMARY", "DTSTART", "LOCATION", "DESCRIPTION", "CATEGORIES", "URL", "STATUS", "SEQUENCE", "CREATED",
             "LAST-MODIFIED"}  # fmt: skip
    assert all(set(event) <= known for event in events)
    assert {component.name for component in calendar.walk()} == {"VCALENDAR", "VEVENT"}
    assert all(len(line.encode()) <= 75 for line in document.split("\r\n"))
    assert all(not event.errors for event in events)


def test_no_cell_of_a_table_is_a_formula():
    rows = list(csv.reader(io.StringIO(FEEDS["csv"](FEED), newline="")))
    assert len(rows) == len(HOSTILE) + 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if cell.lstrip()[:1] in {*"=+-@＝＋－＠"} and cell.strip()]


@pytest.mark.parametrize("name", ["json", "jsonld", "geojson"])
def test_json_reads_back_with_every_title(name):
    document = json.loads(FEEDS[name](FEED))
    items = {
        "json": lambda: [item["title"] for item in document["items"]],
        "jsonld": lambda: [item["item"]["name"] for item in document["itemListElement"]],
        "geojson": lambda: [" ".join(item["properties"]["title"].split()) for item in document["features"]],
    }[name]()
    assert items == [" ".join(clean.prose(text).split()) for text in HOSTILE]


@pytest.mark.parametrize("name", ["json", "jsonld", "geojson", "rss", "atom", "csv", "ics"])
def test_every_address_is_one_of_the_web(name):
    document = FEEDS[name](Feed([entry(text, number) for number, text in enumerate(HOSTILE)]))
    if name in {"rss", "atom"}:
        root = ET.fromstring(document)
        links = [e.text or e.get("href") for e in root.iter() if e.tag.split("}")[-1] == "link"]
    elif name == "ics":
        links = [str(event["URL"]) for event in icalendar.Calendar.from_ical(document).walk("VEVENT") if "URL" in event]
    elif name == "csv":
        links = [row["url"] for row in csv.DictReader(io.StringIO(document, newline=""))]
    else:
        links = re.findall(r'"(?:url|external_url|image|sameAs)": "([^"]*)"', document)
    assert [link for link in links if link]
    assert all(re.fullmatch(r"https?://[^\s<>\"']+", link) for link in links if link)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_the_markup_of_a_page_cannot_be_ended_from_within(text):
    written = script(entry(text))
    assert not re.search("[<>&\u2028\u2029]", written)
    assert json.loads(written)["name"] == " ".join(clean.prose(text).split())


def test_scripts_of_the_world_and_emoji_stay_as_they_are():
    for text in ("שלום עולם", "مرحبا بالعالم", "👩‍👩‍👧‍👦", "夜の音楽", "Fête — “l’été”", "हिन्दी"):
        assert clean.prose(text) == text


def test_addresses_in_other_scripts_are_written_as_machines_do():
    assert clean.address("https://münchen.example/straße") == "https://xn--mnchen-3ya.example/stra%C3%9Fe"
    assert clean.address("https://x.example/a%20b?c=d&e=f#g") == "https://x.example/a%20b?c=d&e=f#g"
    assert clean.address("javascript:alert(1)") is None
    assert clean.address(None) is None
