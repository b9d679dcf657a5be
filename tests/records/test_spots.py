"""The texts of one line of a page: each once, in the outermost row of its record, with its place among its like."""

from __future__ import annotations

import numpy as np

from eventlocky.page import parse
from eventlocky.records.spots import Spots


def _texts(html: str, first_tag: str) -> list[tuple[str, str, int]]:
    tree = parse(html)
    spots = Spots(tree)
    first = tree.tags.index(first_tag)
    found = spots.within([(first, tree.ends[first])])
    return [
        (tree.tags[row], tree.whole_text[spots.first[row] : spots.stop[row]], ordinal)
        for row, ordinal in zip(found.row.tolist(), found.ordinal.tolist(), strict=True)
    ]


def test_rows_around_the_same_words_are_one_spot():
    assert _texts("<ul><li><h3><a href='/'> Jazz Night </a></h3><p>Hall</p></li></ul>", "li") == [
        ("h3", "Jazz Night", 0),
        ("p", "Hall", 0),
    ]


def test_spots_of_the_same_tags_are_counted():
    assert [ordinal for *_, ordinal in _texts("<div><p>One</p><p>Two</p><p>Six</p></div>", "div")] == [0, 1, 2]


def test_what_goes_on_over_lines_or_is_too_long_is_no_spot():
    assert _texts(f"<div><p>One<br>Two</p><p>{'x' * 301}</p><p>x</p></div>", "div") == [
        ("#text", "One", 0),
        ("#text", "Two", 1),
    ]


def test_a_text_that_goes_on_beyond_its_record_is_none_of_its():
    tree = parse("<div><p>One <b>Two</b> <i>Three</i></p></div>")
    spots = Spots(tree)
    found = spots.within([(tree.tags.index("p"), tree.tags.index("i"))])
    assert [tree.tags[row] for row in found.row.tolist()] == ["#text", "b"]


def test_pages_and_records_without_words_have_none():
    tree = parse("")
    assert len(Spots(tree).rows) == 0
    assert len(Spots(tree).within(np.zeros((0, 2), dtype=np.int64)).row) == 0
    assert len(Spots(tree).within([(0, len(tree))]).row) == 0


def test_equal_subtrees_have_equal_shapes_whatever_their_texts():
    tree = parse("<ul><li><b>One</b> two</li><li><b>Six</b></li><li><b><i>One</i></b></li><li><b></b><i></i></li></ul>")
    shapes = Spots(tree).shapes(np.arange(len(tree)))
    first, same, deeper, beside = (int(shapes[row]) for row, tag in enumerate(tree.tags) if tag == "li")
    assert first == same
    assert len({first, deeper, beside}) == 3


def test_letters_beyond_the_basic_plane_and_odd_spaces_keep_their_place():
    assert _texts("<div><p>\u3000𝄞 Konzert\u00a0</p></div>", "div") == [("div", "𝄞 Konzert", 0)]


def _keys(html: str) -> list[list[tuple[str, tuple[int, int]]]]:
    tree = parse(html)
    spots = Spots(tree)
    rows = [row for row, tag in enumerate(tree.tags) if tag == "li"]
    found = spots.within([(row, tree.ends[row]) for row in rows])
    keys = [
        (tree.text(row), (path, number))
        for row, path, number in zip(found.row.tolist(), found.path.tolist(), found.ordinal.tolist(), strict=True)
    ]
    return [
        [key for key, record in zip(keys, found.record.tolist(), strict=True) if record == one]
        for one in range(len(rows))
    ]


def test_classes_tell_parts_apart_that_tags_do_not():
    badge, title, hall = "<div class=badge>New</div>", "<div class='title d1'>Jazz</div>", "<div class=hall>Barn</div>"
    with_badge, without = _keys(f"<ul><li>{badge}{title}{hall}</li><li>{title}{hall}</li></ul>")
    assert dict(with_badge)["Jazz"] == dict(without)["Jazz"]
    assert dict(with_badge)["Barn"] == dict(without)["Barn"]


def test_classes_that_every_row_has_for_itself_tell_nothing_apart():
    keys = _keys("<ul><li><p class=ax>One</p></li><li><p class=bx>Two</p></li><li><p class=cx>Six</p></li></ul>")
    assert len({key for record in keys for _, key in record}) == 1


def test_classes_of_every_second_row_tell_nothing_apart():
    keys = _keys("<ul>" + "<li><p class=odd>One</p></li><li><p class='even row2'>Two</p></li>" * 2 + "</ul>")
    assert len({key for record in keys[::2] for _, key in record}) == 1


def test_an_empty_cell_takes_its_place_among_the_cells_of_its_line():
    tree = parse("<table><tr><td>24.05.<td>14:00<td>Open day<tr><td>11.07.<td><td>Camp</table>", "")
    spots = Spots(tree)
    lines = [(row, tree.ends[row]) for row in tree.select("tr")]
    found = spots.within(lines)
    named = {tree.text(row): int(ordinal) for row, ordinal in zip(found.row, found.ordinal, strict=True)}
    assert (named["Open day"], named["Camp"]) == (2, 2)
