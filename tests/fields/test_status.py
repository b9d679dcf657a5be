"""What has become of a record."""

from __future__ import annotations

import pytest

from eventlocky.fields import status
from eventlocky.page import parse
from eventlocky.types import Record, Status


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Concert cancelled", Status.CANCELLED),
        ("fällt aus", Status.CANCELLED),
        ("Concert annulé", Status.CANCELLED),
        ("Concierto cancelado", Status.CANCELLED),
        ("Concerto annullato", Status.CANCELLED),
        ("afgelast", Status.CANCELLED),
        ("inställt", Status.CANCELLED),
        ("aflyst", Status.CANCELLED),
        ("avlyst", Status.CANCELLED),
        ("peruttu", Status.CANCELLED),
        ("odwołany", Status.CANCELLED),
        ("zrušeno", Status.CANCELLED),
        ("公演中止", Status.CANCELLED),
        ("活动取消", Status.CANCELLED),
        ("공연 취소", Status.CANCELLED),
        ("rescheduled", Status.POSTPONED),
        ("Spectacle reporté", Status.POSTPONED),
        ("uppskjutet", Status.POSTPONED),
        ("slutsålt", Status.SOLD_OUT),
        ("fullbokat", Status.SOLD_OUT),
        ("雨天のため中止", Status.CANCELLED),
        ("開催延期", Status.POSTPONED),
        ("Moved to the Old Hall", Status.MOVED),
        ("November 9 - location change: Town Hall", Status.MOVED),
        ("May 14, 2026 CANCELLED", Status.CANCELLED),
        ("会場変更のお知らせ", Status.MOVED),
        ("COMPLET", Status.SOLD_OUT),
        ("Fully booked", Status.SOLD_OUT),
        ("loppuunmyyty", Status.SOLD_OUT),
        ("vyprodáno", Status.SOLD_OUT),
        ("チケット完売", Status.SOLD_OUT),
        ("매진", Status.SOLD_OUT),
    ],
)
def test_a_statement_counts_in_every_language(text, expected):
    assert status.read(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "If sold out, ask at the door",
        "Cancellation policy",
        "The walk may be cancelled",
        "Walks in May may be cancelled",
        "Last year we sold out on October 12",
        "unless cancelled",
        "Wenn ausverkauft, Abendkasse",
        "雨天の際は中止の場合があります",
        "19時～20時30分　※雨天中止",
        "小雨決行・荒天時は中止",
        "※雨天の場合は5月31日（日）に延期",
        "un programme complet de danse",
        "not cancelled",
    ],
)
def test_a_condition_or_a_rule_states_nothing(text):
    assert status.read(text) is Status.SCHEDULED


def test_the_line_that_says_it_is_the_proof():
    tree = parse("<p>Feast<p>Sold out!<p>More")
    found = status.find(tree, Record(tree.body, len(tree)), (tree.body, len(tree)))
    assert found is not None
    assert found.value is Status.SOLD_OUT
    assert tree.text(found.row) == "Sold out!"


def test_what_is_sold_out_may_be_glued_to_a_title():
    tree = parse("<p><b>Jazz Night</b><i>Sold out</i></p>")
    found = status.find(tree, Record(tree.body, len(tree)), (tree.body, len(tree)))
    assert found is not None
    assert found.value is Status.SOLD_OUT


def test_words_of_a_script_without_spaces_may_stand_right_before_it():
    tree = parse("<p>本日SOLD OUT<p>More")
    found = status.find(tree, Record(tree.body, len(tree)), (tree.body, len(tree)))
    assert found is not None
    assert found.value is Status.SOLD_OUT


def test_the_line_of_a_record_that_was_cut_around_its_day_says_it_too():
    tree = parse("<table><tr><td>8/27/26<td>Cancelled<tr><td>9/3/26<td>Regular</table>")
    cells = [row for row, tag in enumerate(tree.tags) if tag == "td"]
    lines = [row for row, tag in enumerate(tree.tags) if tag == "tr"]
    one, two = (
        status.find(tree, Record(cell, tree.ends[cell]), (line, tree.ends[line]))
        for cell, line in zip(cells[::2], lines, strict=True)
    )
    assert one is not None
    assert one.value is Status.CANCELLED
    assert two is None


def test_the_last_cell_of_a_line_says_what_has_become_of_the_record_in_its_first():
    tree = parse("<table><tr><td>05.03.26</td><td>Hamburg</td><td>Ausverkauft</td></tr></table>", "")
    line, cell, *_ = (*tree.select("tr"), *tree.select("td"))
    found = status.find(tree, Record(cell, tree.ends[cell]), (line, tree.ends[line]))
    assert found is not None
    assert found.value is Status.SOLD_OUT
