"""Written pages: each has its gold, and what the gold says stands in the page."""

from __future__ import annotations

import json
import re
import unicodedata
from datetime import datetime
from importlib import resources

import pytest

from eventlocky.page import parse

FOLDER = resources.files("eventlocky.train") / "written"
ROWS = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
EVENTS = ("title", "start", "end", "location", "address", "url", "price")


def words(text: str) -> str:
    return " ".join(text.split())


def kanji(number: int) -> str:
    """Write a day as temples do: 十九."""
    tens, ones = divmod(number, 10)
    return ("", "十", "二十", "三十")[tens] + ("", *"一二三四五六七八九")[ones]


def test_every_page_has_gold_and_all_gold_has_a_page():
    pages = sorted(file.name.removesuffix(".html") for file in FOLDER.iterdir() if file.name.endswith(".html"))
    assert sorted(row["id"] for row in ROWS) == pages


def test_no_two_pages_are_of_one_site():
    domains = [row["domain"] for row in ROWS]
    assert len(set(domains)) == len(domains)
    assert all(f"{row['domain']}/" in row["url"] and row["domain"].endswith(".example") for row in ROWS)


def test_they_stay_small():
    assert sum(len(file.read_bytes()) for file in FOLDER.iterdir() if file.is_file()) < 8_000 * len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_the_gold_stands_in_the_page(row):
    body = (FOLDER / f"{row['id']}.html").read_bytes()
    tree = parse(body, row["url"])
    text = words(tree.text(tree.body))
    for event in row["events"]:
        assert set(EVENTS) <= event.keys()
        if event["title_in_page"]:
            assert words(event["title"]) in text
        for name in ("location", "address", "price"):
            assert words(event[name] or "") in text
        day = datetime.fromisoformat(event["start"]).day
        if not event["date_in_page"]:  # a whole month: its first day is not written
            continue
        assert re.search(rf"(?<!\d)0?{day}(?!\d)|{kanji(day)}日", unicodedata.normalize("NFKC", body.decode()))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_kind_and_dates_are_sound(row):
    assert datetime.fromisoformat(row["fetched"])
    assert row["complete"]
    assert row["kind"] in {"listing", "detail", "no-events", "deals"}
    assert not (row["kind"] == "no-events" and any(not event.get("optional") for event in row["events"]))
    assert row["kind"] in {"no-events", "deals"} or row["events"]
    for event in row["events"]:
        start, end = event["start"], event["end"]
        assert datetime.fromisoformat(start)
        assert end is None or (datetime.fromisoformat(end) and end[:10] >= start[:10])


# Offers ---------------------------------------------------------------------------------------------

OFFERED = resources.files("eventlocky.train") / "offered"
OFFERS = [json.loads(line) for line in (OFFERED / "gold.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_page_of_offers_has_gold_is_of_its_own_site_and_small():
    pages = sorted(file.name.removesuffix(".html") for file in OFFERED.iterdir() if file.name.endswith(".html"))
    assert sorted(row["id"] for row in OFFERS) == pages
    domains = [row["domain"] for row in [*OFFERS, *ROWS]]
    assert len(set(domains)) == len(domains)
    assert sum(len(file.read_bytes()) for file in OFFERED.iterdir() if file.is_file()) < 3_000_000


@pytest.mark.parametrize("row", OFFERS, ids=lambda row: row["id"])
def test_the_offers_stand_in_the_page(row):
    tree = parse((OFFERED / f"{row['id']}.html").read_bytes(), row["url"])
    text = words(tree.text(tree.body))
    assert row["kind"] in {"deals", "no-events"}
    assert not (row["kind"] == "no-events" and any(not offer.get("optional") for offer in row["events"]))
    for offer in row["events"]:
        assert words(offer["title"]) in text
        assert words(offer["price"] or "") in text
