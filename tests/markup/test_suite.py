"""The public suite of microformats: every h-event and vevent of its pages, and nothing more.

Our wall times have no seconds and no offset, and a day may be written by its number in the year, so both sides
are brought to that form before they are compared. An event has one end: the first.
"""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from pathlib import Path

import pytest

from eventlocky import markup, page

SUITE = Path(__file__).parents[3] / "shared" / "suites" / "microformats"
CASES = sorted(SUITE.glob("*/*.json"))
SKIPPED = "The suites are not beside this clone."


def moment(text: str) -> date | datetime:
    """Bring a date of the suite to our form, without any of our code."""
    if re.fullmatch(r"\d{4}-\d{3}", text):
        return datetime.strptime(text, "%Y-%j").date()  # noqa: DTZ007
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d).*)?", text)
    return datetime.fromisoformat(f"{match[1]} {match[2]}") if match[2] else date.fromisoformat(match[1])


def words(value: object) -> str:
    text = value["value"] if isinstance(value, dict) else str(value)
    return " ".join(text.split())


def expected(case: Path) -> list[dict[str, list]]:
    """Return the properties of all events in a file, those within others too."""
    found, todo = [], list(json.loads(case.read_text(encoding="utf-8"))["items"])
    while todo:
        item = todo.pop(0)
        if "h-event" in item["type"]:
            found.append(item["properties"])
        inner = [value for values in item["properties"].values() for value in values if isinstance(value, dict)]
        todo += [*item.get("children", []), *inner]
    return found


@pytest.mark.skipif(not CASES, reason=SKIPPED)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_every_event_of_the_suite_is_found_and_nothing_more(case):
    tree = page.parse(case.with_suffix(".html").read_bytes(), "http://example.com/")
    found = markup.read(tree, date(2026, 11, 16))
    wanted = expected(case)
    assert len(found) == len(wanted)
    for one, properties in zip(found, wanted, strict=True):
        event = one.event
        assert event.title == words(properties["name"][0])
        assert {event.when.start, *event.when.rdates} - {None} == set(map(moment, properties.get("start", [])))
        assert event.when.end == next(map(moment, properties.get("end", [])), None)
        assert event.link == next(iter(properties.get("url", [])), None)
        assert event.where.name == next(map(words, properties.get("location", [])), None)
        assert event.description == next(map(words, properties.get("description", [])), "")
        assert all(tree.read(proof.path) == proof.text for proof in event.proofs.values())


@pytest.mark.skipif(not CASES, reason=SKIPPED)
def test_the_suite_is_whole():
    assert len(CASES) == 14
