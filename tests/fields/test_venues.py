"""Places that no word tells: the ways to read them, and the choice among them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from eventlocky import extract, models
from eventlocky.annotate import annotate
from eventlocky.errors import ModelError
from eventlocky.fields import venues, where
from eventlocky.fields.base import Found
from eventlocky.page import parse
from eventlocky.types import Record

HOUSES = ["Lamplighter", "Beatpol", "Lamplighter", "The Keel", "Estragon", "Beatpol"]
BANDS = ["Gutter Psalms", "Ines Marlow Trio", "Potting Sheds", "Tin Orchard", "Pale Commuter", "Amy Trask"]


def tour(line: str) -> str:
    lines = "".join(
        line.format(day=3 + number, house=house, band=band)
        for number, (house, band) in enumerate(zip(HOUSES, BANDS, strict=True))
    )
    return f"<title>Tour | Low Tide Agency</title><h1>Tour</h1><ul>{lines}</ul>"


def seen(html: str, tag: str = "li") -> list[venues.Seen]:
    tree = parse(html, "https://www.x.example/a/")
    annotations = annotate(tree, {"date", "money", "address"}, date(2026, 5, 1))
    records = [Record(row, tree.ends[row]) for row in tree.select(tag)]
    titles = [Found(tree.text(row), row, 0.8) for row in tree.select(f"{tag} a")] or [None] * len(records)
    lands = [(record.first, record.stop) for record in records]
    return where.see(tree, records, annotations, where.of_page(tree, annotations), titles, lands)


@pytest.mark.parametrize(
    "line",
    [
        "<li><b>{day} May 2026</b> <a href=x{day}>{band}</a> – {house}, 8 pm</li>",
        "<li><a href=x{day}>{band}</a><br>{day} May 2026, 20:00<br>{house}</li>",
        "<li><span>{day} May 2026</span><h3><a href=x{day}>{band}</a></h3><p>{house}</p><p>Tickets £8</p></li>",
    ],
)
def test_what_stands_at_one_position_of_a_list_is_its_place_though_no_word_says_so(line):
    events = extract(tour(line), "https://www.agency.example/tour", fetched=date(2026, 4, 20))
    assert [event.title for event in events] == BANDS
    assert [event.where.name for event in events] == HOUSES


def test_a_line_is_cut_at_its_dates_and_marks():
    (one,) = seen("<li><a>Quiz</a> 3 May 2026 | Lamplighter, Main Street @ the back (upstairs) £5")
    pieces = [sighting.text for key, sighting in one.all.items() if key[0] == "piece" and key[3] >= 0]
    assert pieces == ["Lamplighter", "Main Street", "the back", "upstairs"]


def test_what_stands_behind_a_preposition_is_a_way_of_its_own():
    (one,) = seen("<li><a>Quiz</a><p>Join us at the Old Lamp on 3 May 2026.</p>")
    assert [sighting.text for key, sighting in one.all.items() if key[0] == "led"] == ["Old Lamp"]


def test_what_the_page_says_before_and_behind_its_records_is_heard():
    ones = seen("<p>All talks are in room B14.</p><ul><li><a>Knots</a> 3 May 2026<li><a>Braids</a> 4 May 2026</ul>")
    assert all("room B14" in [sighting.text for key, sighting in one.all.items() if key[0] == "stated"] for one in ones)


def test_headings_over_a_record_are_ways_to_read_its_place():
    (one,) = seen("<h1>Tour</h1><h2>Appleby</h2><h4>Drama</h4><ul><li><a>Quiz</a> 3 May 2026</ul>")
    assert [one.get(("above", number, 0, 0)).text for number in range(3)] == ["Drama", "Appleby", "Tour"]


def test_a_sample_reaches_from_the_first_record_to_the_last():
    ones = seen("<ul>" + "".join(f"<li><a>Talk {number}</a> {number} May 2026" for number in range(1, 29)) + "</ul>")
    some = venues.sample(ones)
    assert len(some) == venues.SAMPLE
    assert (some[0], some[-1]) == (ones[0], ones[-1])


def test_ways_are_described_in_finite_numbers():
    found = venues.ways(seen(tour("<li><b>{day} May 2026</b> <a>{band}</a> – {house}, 8 pm</li>")), 6)
    assert found.looks.shape == (len(found.keys), len(venues.LOOKS))
    assert np.isfinite(found.looks).all()
    assert venues.ways([], 0).looks.shape == (0, len(venues.LOOKS))


def test_without_what_a_model_knows_of_places_the_rules_read_them():
    tree = parse("<ul><li><a>Jazz</a> 3 May 2026<p>Town Hall", "https://www.x.example/")
    annotations = annotate(tree, {"date"}, date(2026, 5, 1))
    record = Record(row := next(iter(tree.select("li"))), tree.ends[row])
    model = models.of_events()
    assert model is not None
    blind = replace(model, forests={name: forest for name, forest in model.forests.items() if name != "places"})
    assert venues.forest_of(blind) is None
    (found,) = where.read_list(tree, [record], annotations, where.of_page(tree, annotations), model=blind)
    assert found is not None
    assert found.value.name == "Town Hall"


def test_a_model_that_knows_places_of_another_version_is_refused():
    model = models.of_events()
    assert model is not None
    other = replace(model.forests["places"], features=("a", "b"))
    with pytest.raises(ModelError, match="Train it again"):
        venues.forest_of(replace(model, forests={**model.forests, "places": other}))


def test_the_hour_of_a_date_is_no_place():
    (one,) = seen("<li><a>June meetup</a><p>June 6, 2026 at 7 pm</p><p>Bring your needles.</p>")
    assert [sighting.text for key, sighting in one.all.items() if key[0] == "led"] == []


def test_a_place_that_no_record_of_the_sample_says_is_read_where_it_stands():
    cards = "".join(
        f"<div class=card><h3><a href=/{n}>Talk on knots, part {n}</a></h3><p>{n} June 2026, 19:30</p>"
        f"{'<p class=venue>Old Grist Mill</p>' if n in {3, 10} else ''}</div>"
        for n in range(1, 21)
    )
    page = f"<h1>Talks</h1>{cards}<footer>Riverside Knot Club, 12 Main Street, Riverside</footer>"
    events = extract(page, "https://www.knots.example/talks", fetched=date(2026, 5, 1))
    assert len(events) == 20
    assert [event.when.first_day.day for event in events if event.where and event.where.name == "Old Grist Mill"] == [
        3,
        10,
    ]
