"""Where a record takes place."""

from __future__ import annotations

import time
from datetime import date

import pytest

from eventlocky.annotate import Annotations, annotate
from eventlocky.fields import where
from eventlocky.fields.base import Found
from eventlocky.page import Tree, parse
from eventlocky.types import Place, Record


def prepare(html: str) -> tuple[Tree, Annotations]:
    tree = parse(html, "https://www.x.example/a/")
    return tree, annotate(tree, {"date", "money", "percent", "address"}, date(2026, 5, 1))


def records(tree: Tree, selector: str) -> list[Record]:
    return [Record(row, tree.ends[row]) for row in tree.select(selector)]


def read(html: str) -> Found[Place] | None:
    tree, annotations = prepare(f"<main>{html}</main>")
    return where.read(tree, Record(tree.body + 1, len(tree)), annotations)


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<b>Feast</b> 1 May 2026<br>Location: Old Hall", "Old Hall"),
        ("<b>Feast</b> 1 May 2026<dl><dt>Ort<dd>Altes Rathaus</dl>", "Altes Rathaus"),
        ("<b>Feast</b> 1 May 2026<table><tr><th>Lieu<td>Salle Verte</table>", "Salle Verte"),
        ("<b>Feast</b> 1 May 2026<p><strong>Where</strong> Old Hall", "Old Hall"),
        ("<b>Feast</b> 1 May 2026<p>■会場：市民会館", "市民会館"),
        ("<b>Feast</b> 1 May 2026<p class=eventVenue>The Anchor", "The Anchor"),
        ("<b>Feast</b> 1 May 2026<p itemprop=location>The Anchor", "The Anchor"),
        ("<b>Feast</b> 1 May 2026<p data-label=Venue>The Anchor", "The Anchor"),
        ("<b>Feast</b> 1 May 2026<p>at The Anchor, 7:00pm (18+)", "The Anchor"),
        ("<b>Feast</b> 1 May 2026 @ The Anchor", "The Anchor"),
        ("<b>Feast</b> 1 May 2026<p>Concert Hall<p>Come early", "Concert Hall"),
        ("<b>Feast</b> 1 May 2026<p>We eat and sing in the Council chambers until late.", "Council chambers"),
    ],
)
def test_a_place_is_found_by_its_label_its_class_or_its_words(html, name):
    found = read(html)
    assert found is not None
    assert found.value.name == name


def test_a_record_without_a_place_has_none():
    assert read("<b>Feast</b> 1 May 2026<p>Songs and bells") is None


def test_a_name_and_the_address_below_it_are_one_place():
    found = read("<b>Feast</b> 1 May 2026<p>The Anchor<br>12 Orchard Street<br>Chicago, IL 60601<p>Come early")
    assert found is not None
    assert found.value == Place("The Anchor", "12 Orchard Street, Chicago, IL 60601")


@pytest.mark.parametrize("text", ["Location: Zoom", "場所：オンライン", "Ort: Online", "Venue: Webinar"])
def test_what_takes_place_online_says_so(text):
    found = read(f"<b>Feast</b> 1 May 2026<br>{text}")
    assert found is not None
    assert found.value.online


def test_a_record_with_many_addresses_is_about_them_and_not_at_them():
    cases = "".join(f"<li>{number} Orchard Street" for number in range(1, 6))
    assert read(f"<b>Zoning cases</b> 1 May 2026<ul>{cases}</ul>") is None


def test_the_head_of_a_column_names_the_place_and_spans_are_obeyed():
    tree, annotations = prepare(
        "<table><tr><th>Date<th>What<th>Location<tr class=r><td>1 May 2026<td>Feast<td rowspan=2>The Anchor"
        "<tr class=r><td>2 May 2026<td>Song<tr class=r><td colspan=2>3 May 2026 Dance<td>The Mill</table>"
    )
    found = where.read_list(tree, records(tree, "tr.r"), annotations)
    assert [place.value.name if place else None for place in found] == ["The Anchor", "The Anchor", "The Mill"]


def test_a_list_decides_on_its_column_as_a_whole():
    venues = ("Town Hall", "Jaarbeurs", "City Library", "Concert House")
    items = "".join(
        f"<li><h3>Title {number}</h3><i>{number} May 2026</i><em>with friends</em><p>{venue}</p>"
        for number, venue in enumerate(venues, 1)
    )
    tree, annotations = prepare(f"<ul>{items}</ul>")
    found = where.read_list(tree, records(tree, "li"), annotations)
    assert [place.value.name if place else None for place in found] == list(venues)


def test_a_record_cut_too_small_reaches_to_the_element_that_is_its_own():
    tree, annotations = prepare(
        "<div><i>1 May 2026</i><p>Feast<p class=venue>The Anchor</div><div><i>2 May 2026</i><p>Song<p class=venue>The Mill</div>"
    )
    found = where.read_list(tree, records(tree, "i"), annotations)
    assert [place.value.name if place else None for place in found] == ["The Anchor", "The Mill"]


def test_the_page_says_where_all_its_meetings_are():
    tree, annotations = prepare(
        "<p>All meetings are held at the Town Hall, 1 High Street.</p><ul><li>1 May 2026 Budget<li>2 May 2026 Roads</ul>"
    )
    default = where.of_page(tree, annotations)
    found = where.read_list(tree, records(tree, "li"), annotations, default)
    assert [place and place.value for place in found] == [Place("Town Hall", "1 High Street")] * 2
    assert all(place and place.confidence <= 0.4 for place in found)


def test_the_nearest_statement_wins():
    tree, annotations = prepare(
        "<section><p>2025 meetings are held at the Town Hall.</p><ul><li>1 May 2025 Budget</ul></section>"
        "<section><p>2026 meetings are held at the City Library.</p><ul><li>2 May 2026 Roads</ul></section>"
    )
    found = where.read_list(tree, records(tree, "li"), annotations, where.of_page(tree, annotations))
    assert [place and place.value.name for place in found] == ["Town Hall", "City Library"]


def test_the_owner_of_the_page_is_the_last_resort():
    tree, annotations = prepare(
        "<title>Fair | The Anchor Inn</title><p>1 May 2026 Fair of bells</p>"
        + "<p>Bells and songs</p>" * 20
        + "<footer><p>The Anchor Inn</p><p>12 Orchard Street, Town</p><p>© 2026 The Anchor Inn. All rights reserved</p></footer>"
    )
    (found,) = where.read_list(tree, records(tree, "p")[:1], annotations, where.of_page(tree, annotations))
    assert found is not None
    assert found.value == Place("The Anchor Inn", "12 Orchard Street, Town")
    assert found.confidence < 0.3


def test_the_row_of_a_place_proves_it():
    html = "<b>Feast</b> 1 May 2026<dl><dt>Ort<dd>Altes Rathaus</dl>"
    tree, annotations = prepare(f"<main>{html}</main>")
    found = where.read(tree, Record(tree.body + 1, len(tree)), annotations)
    assert found is not None
    assert tree.read(tree.path(found.row)) == "Altes Rathaus"


@pytest.mark.parametrize(
    "html",
    [
        "<span class=venue>" * 3_000,
        "<i>Location:</i>" * 10_000,
        "<b>1 High Street </b>" * 10_000,
        "<table>" + "<tr><td rowspan=9999 colspan=9999>Location" * 3_000,
        "<p>in A in A in A in A in A held at the Hall" * 3_000,
        "<p class=venue>1 May 2026 at The Anchor" * 3_000,
    ],
)
def test_reading_is_linear_in_the_size_of_the_page(html):
    tree, annotations = prepare(html)
    begun = time.perf_counter()
    found = [Record(row, tree.ends[row]) for row in tree.select("p")] or [Record(tree.body, len(tree))]
    where.read_list(tree, found, annotations, where.of_page(tree, annotations))
    assert time.perf_counter() - begun < 8


def test_a_cell_of_a_table_is_read_apart_from_the_agenda_beside_it():
    row = "<tr><td>1 May 2026<td>9:00 am<br>Engine Hall<td><a href=a.pdf>Agenda - Full Board</a>"
    found = read(f"<h3>Board</h3><table>{row}</table>")
    assert found is not None
    assert found.value.name == "Engine Hall"


@pytest.mark.parametrize(
    "line",
    [
        "<a href=/join>Online Meeting Access</a>",
        "2020 Clark Street Commission Meeting Minutes",
        "対象：小学校1年生から3年生",
        "本店 03-1234-5678",
    ],
)
def test_what_only_looks_like_a_place_is_none(line):
    assert read(f"<b>Feast</b> 1 May 2026<p>{line}") is None


def test_the_next_label_is_no_place():
    found = read("<b>祭</b> 2026年5月1日<table><tr><td>会場<td>日時<tr><td>市民会館<td>5月1日</table>")
    assert found is not None
    assert found.value.name == "市民会館"


def places_of(html: str) -> list[Place]:
    tree, annotations = prepare(html)
    found = where.read_list(tree, records(tree, "li"), annotations, where.of_page(tree, annotations))
    return [each.value for each in found if each]


def test_a_room_alone_is_one_of_the_house_that_the_page_speaks_of():
    house = "<p>All meetings are held at the Mill House, 12 Orchard Street."
    page = f"{house}<ul><li><b>Feast</b> 1 May 2026<p>Room C<li><b>Choir</b> 2 May 2026</ul>"
    room, house = places_of(page)
    assert (room.name, room.address) == ("Room C, Mill House", "12 Orchard Street")
    assert (house.name, house.address) == ("Mill House", "12 Orchard Street")


def test_letters_stand_for_the_name_that_the_page_spells_out():
    page = "<h1>Orchard Valley Water Authority</h1><ul><li>1 May 2026<p>Location: OVWA, 12 Orchard Street</ul>"
    assert [place.name for place in places_of(page)] == ["Orchard Valley Water Authority (OVWA)"]


def test_a_report_of_meetings_that_are_over_says_nothing_of_the_next():
    page = "<p>We had two hearings and meetings at City Hall.<ul><li>1 May 2026</ul>"
    assert all(place.name != "City Hall" for place in places_of(page))


def test_a_row_that_is_all_of_a_page_is_not_read_anew_for_each_of_its_lines():
    """A `<pre>` of over 5,000 lines is one row: a page was cleaned as often as it had lines, in four seconds."""
    lines = "\n".join(f"{number} room, 14 May 2026, 19:30" for number in range(6_000))
    tree, annotations = prepare(f"<main><b>Feast</b> 1 May 2026<pre>{lines}</pre></main>")
    begun = time.process_time()
    where.read(tree, Record(tree.body + 1, len(tree)), annotations)
    assert time.process_time() - begun < 4.0  # half a second; thirteen before


def test_the_hours_of_a_japanese_sentence_are_no_part_of_its_place():
    assert where._HOURS.sub("", "を10時から15時まで川端公園") == "川端公園"
    assert where._HOURS.sub("", "1階ロビー") == "1階ロビー"
