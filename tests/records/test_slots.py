"""Slots: what a label before a text says that it is."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records import slots, wording
from eventlocky.records.slots import Cut, Sheet

QUOTED = 7


def sheet_of(html):
    tree = parse(html.encode())
    return Sheet(tree, annotate(tree, ["date"], date(2026, 11, 17)))


@pytest.mark.parametrize(
    ("html", "words", "said"),
    [
        ("<p>Title: Tides and time</p>", "Title", 1),
        ("<p>【演題】潮の話</p>", "【", 1),
        ("<dl><dt>Title</dt><dd>Tides and time</dd></dl>", "Tides", 1),
        ("<dl><dt>Topic</dt><dd>Tides and time</dd></dl>", "Tides", 0.5),
        ("<p>タイトル：</p><p>潮の話</p>", "潮", 1),
        ("<p>Film: <i>Metropolis</i></p>", "Metropolis", 0.5),
        ("<dl><dt>Speaker:</dt><dd>Ada Byrne</dd></dl>", "Ada", -1),
        ("<table><tr><th>会場</th><td>市民会館</td></tr></table>", "市民", -1),
        ("<p>Tides and time</p>", "Tides", 0),
        ("<p>A long line that names no title at all.</p><p>Tides and time</p>", "Tides", 0),
    ],
)
def test_a_label_says_what_follows(html, words, said):
    sheet = sheet_of(html)
    assert sheet.label(sheet.text.index(words)) == said


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Title: Tides and time", "Tides and time"),
        ("■ 演題：潮の話", "潮の話"),
        ("Was: Hafenfest", "Hafenfest"),
        ("Film: Metropolis", "Film: Metropolis"),
        ("Title:", "Title"),
        ("What a night", "What a night"),
    ],
)
def test_a_title_is_given_without_its_label(text, title):
    sheet = sheet_of(f"<p>{text}</p>")
    first = sheet.text.index(text[0])
    assert sheet.clean(first, first + len(text)) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("秋の読書フェア開催中! 本の好きな子を応援します", "秋の読書フェア開催中!"),
        ("第39回 忍者25名。雪の舞台と信号機", "第39回 忍者25名。雪の舞台と信号機"),
        ("「春が来た。桜も咲いた」コンサート", "「春が来た。桜も咲いた」コンサート"),
        ("おかげで55才！感謝を込めて店長を務めます", "おかげで55才！感謝を込めて店長を務めます"),
        ("Fête de la musique! Venez nombreux au port", "Fête de la musique! Venez nombreux au port"),
    ],
)
def test_the_headline_of_a_japanese_notice_ends_where_its_text_begins(text, title):
    known = sheet_of(f"<p>{text}</p>")
    assert known.clean(0, len(known.text)) == title


def test_what_classes_speak_of_is_told_in_the_shape_that_was_asked(monkeypatch):
    """Before numpy 2 `unique` gives its places in one line, whatever the shape of what it is given."""
    unique = np.unique
    monkeypatch.setattr(np, "unique", lambda rows, **given: [part.ravel() for part in unique(rows, **given)])
    sheet = sheet_of('<p class="title">Tides</p><p class="date">3 May</p>')
    title, day = (sheet.tree.class_names.index(name) for name in ("title", "date"))
    bits = sheet.name_bits(np.array([[title, -1, day], [-1, day, title]]))
    assert bits.shape == (2, 3)
    assert bits[0, 0] == bits[1, 2] != bits[0, 2] == bits[1, 1]
    assert not bits[0, 1]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("On 3 May 2026 Ada Byrne speaks on “Tides and time” in the library.", "Tides and time"),
        ("Am 3. Mai 2026 lesen wir aus »Die Flut« und backen Brot.", "Die Flut"),
        ("2026年5月3日に『潮の話』を上演します。", "潮の話"),
        ("Den 3 maj 2026 visar vi ”Flodens barn” i stora salen.", "Flodens barn"),
        ("On 3 May 2026 we meet in the library.", ""),
    ],
)
def test_a_name_in_quotes_beside_a_date_may_be_its_title(line, title):
    sheet = sheet_of(f"<h1>News</h1><p>{line}</p><p>“Another name”</p>")
    date_at = sheet.span_firsts[0]
    assert sheet.outside(sheet.tree.row_at(date_at), date=date_at)[QUOTED][1] == title


def test_of_several_names_in_quotes_the_nearest_is_meant():
    sheet = sheet_of("<p>After “Ebb” we show “Flood” on 3 May 2026, then “Calm” a week later.</p>")
    assert sheet.outside(1, date=sheet.span_firsts[0])[QUOTED][1] == "Flood"


def test_a_cell_under_a_day_may_have_its_title_from_the_head_of_its_line():
    html = (
        "<table><tr><th></th><th>Fri 1 May 2026</th><th>Sat 2 May 2026</th></tr>"
        "<tr><td>The Ice Road<br>112 minutes</td><td>17:00</td><td>20:15</td></tr></table>"
    )
    sheet = sheet_of(html)
    cell = next(row for row in range(len(sheet.tree)) if sheet.tree.text(row) == "20:15")
    assert "The Ice Road" in [words for _, words in sheet.outside(cell, date=sheet.span_firsts[1])]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("Dezember 2026", True), ("May", True), ("2026", False), ("1984", False), ("December Market 2026", False)],
)
def test_a_month_with_its_year_names_nothing(text, is_one):
    assert slots.is_month(text) is is_one


@pytest.mark.parametrize(
    ("line", "before", "behind"),
    [
        ("18 July 2026. Great Bass Day, Meeting House. Bring a bass or the wish to hear one.", "", "Great Bass Day"),
        ("Come and sing. Harbour Walk (short), Pier 2, 3 May 2026, 7 pm.", "Harbour Walk", ""),
        ("3 May 2026 - Dr. Ada Byrne: Tides – Town Hall", "", "Dr. Ada Byrne: Tides"),
        ("2026年5月3日　流しそうめんの会　若宮八幡の境内で", "", "流しそうめんの会"),
        ("Ebb on 3 May 2026, Flood on 10 May 2026, both free", "Ebb on", "Flood"),
        ("3 May 2026, 19:30", "", ""),
    ],
)
def test_the_clauses_beside_a_date_may_be_its_title(line, before, behind):
    sheet = sheet_of(f"<p>An evening</p><p>{line}</p><p>Another</p>")
    assert [words for _, words in sheet.nearby.clauses(sheet.span_firsts[0])] == [before, behind]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>◇Story time</p><p>for all</p><p>3 May 2026</p><p>Room 2</p>", ["for all", "Room 2", ""]),
        ("<p>Story time, 2 May 2026</p><p>3 May 2026</p>", ["", "", ""]),
        ("<div><div>Metropolis</div><p>4 stars</p><ul><li>3 May 2026, 8 pm, Hall 1</ul></div>", ["", "", "Metropolis"]),
        ("<section><p>3 May 2026</p><h3>Metropolis</h3></section>", ["", "Metropolis", "Metropolis"]),
        ("<table><tr><th>Month<th>Board<tr><td>Hall<td>3 May 2026</table>", ["Hall", "", ""]),
    ],
)
def test_a_date_that_takes_its_title_from_around_it_looks_beside_its_line_too(html, words):
    sheet = sheet_of(html)
    date_at = sheet.text.index("3 May 2026")
    assert [said for _, said in sheet.nearby.beside(date_at, sheet.clean)] == words


def test_a_slot_that_says_nothing_but_read_more_is_none():
    sheet = sheet_of("".join(f"<li>{day} May 2026 <b>Evening {day}</b> <a>Read more</a></li>" for day in (3, 4, 5)))
    rows = [row for row, tag in enumerate(sheet.tree.tags) if tag == "li"]
    cut = Cut([(row, sheet.tree.ends[row]) for row in rows], sheet.span_firsts, rows[0])
    said = [[words for _, words in slot.texts.values()] for slot in slots.slots(sheet, [cut])[0]]
    assert ["Evening 3", "Evening 4", "Evening 5"] in said
    assert not any("Read more" in texts for texts in said)


def test_a_line_of_a_table_has_a_title_in_its_seventh_cell():
    cells = "<td>Hall<td>A<td>B<td>C<td>D"
    sheet = sheet_of(
        "<table>" + "".join(f"<tr><td>{day} May 2026{cells}<td>Evening {day}" for day in (3, 4, 5)) + "</table>"
    )
    rows = [row for row, tag in enumerate(sheet.tree.tags) if tag == "tr"]
    cut = Cut([(row, sheet.tree.ends[row]) for row in rows], sheet.span_firsts, rows[0])
    assert any("Evening 3" in [words for _, words in slot.texts.values()] for slot in slots.slots(sheet, [cut])[0])


def test_what_joins_the_day_of_a_file_to_its_name_is_no_part_of_it():
    assert wording.tidy("_CC_Agenda") == "CC_Agenda"
