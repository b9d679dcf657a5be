"""The seven kinds of page on which EventFinder failed (Harik, MIT 2003, section 4.1.2), each as a page of our own.

A page passes when every event of its truth is found on its day and with its title, and nothing else is. The default
finder must pass all seven; what another finder does not pass is named here.
"""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from eventlocky import extract
from eventlocky.demo.base import Truth
from eventlocky.demo.score import is_same
from eventlocky.records import FINDERS
from eventlocky.settings import Settings

DEFAULT = "best"
"""The finder that must pass every page."""

FOLDER = Path(__file__).parent.parent / "pages" / "eventfinder"
CASES = sorted(file.stem for file in FOLDER.glob("*.html"))
EXPECTED_FAILURES: dict[str, set[str]] = {
    "depta": {"broken-html", "flat-page", "month-listed-once", "odd-dates"},
    "locky": {"broken-html", "flat-page", "month-listed-once"},
    "locky-plain": {"broken-html", "flat-page", "month-listed-once"},
    "mdr": {"broken-html", "flat-page", "month-listed-once", "odd-dates"},
    "plain": {"date-elsewhere", "flat-page"},
    "repeats": {"date-elsewhere", "flat-page"},
    "vips": set(CASES),  # they are not rendered
    "window": {"broken-html", "flat-page", "month-listed-once"},
}
"""What the finders of the papers and the baseline do not read (2026-11-16); `pytest -rX` lists what they have learned."""


def test_there_is_a_page_for_each_of_the_seven_failures():
    said = [json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))["failure"] for case in CASES]
    assert len(set(said)) == len(CASES) == 7


def test_the_default_finder_is_excused_from_nothing():
    assert DEFAULT not in EXPECTED_FAILURES


IN_WORDS = {
    "broken HTML": "broken-html",
    "month listed once": "month-listed-once",
    "flat page of lines": "flat-page",
    "other dates in the text": "other-dates",
    "date and text not under one node": "date-elsewhere",
    "no name, no affiliation": "missing-attribute",
    "odd dates": "odd-dates",
}


def test_the_table_of_the_documents_says_who_reads_what():
    text = (FOLDER.parents[2] / "docs" / "evaluation-finders.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", text.partition("EventFinder could not read")[2], re.MULTILINE))
    finders = set(FINDERS) - {"vips"}
    for words, case in IN_WORDS.items():
        wrong = {finder for finder in finders if case in EXPECTED_FAILURES.get(finder, ())}
        listed = set(table[words].removeprefix("all but ").split(", ")) - {"all"}
        assert (finders - listed if table[words].startswith("all") else listed) == finders - wrong, words


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("finder", sorted(FINDERS))
def test_a_page_on_which_eventfinder_failed_is_read(request, finder, case):
    if case in EXPECTED_FAILURES.get(finder, ()):
        request.applymarker(pytest.mark.xfail(reason=f"{finder} does not read {case}"))
    missed, false = compare(finder, case)
    assert (missed, false) == ([], [])


def compare(finder: str, case: str) -> tuple[list[str], list[str]]:
    """Return the titles that were missed and those that were made up."""
    truth = json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))
    events = extract(
        (FOLDER / f"{case}.html").read_bytes(),
        truth["url"],
        fetched=date.fromisoformat(truth["fetched"]),
        settings=Settings(finder=finder),
    )
    missed = []
    for each in truth["events"]:
        wanted = Truth(each["title"], date.fromisoformat(each["start"][:10]))
        match = next((event for event in events if is_same(wanted, event)), None)
        if match is None:
            missed.append(f"{each['start']} {each['title']}")
        else:
            events.remove(match)
    return missed, [f"{event.when.start} {event.title}" for event in events]
