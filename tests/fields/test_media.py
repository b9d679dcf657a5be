"""The links and the picture of a record."""

from __future__ import annotations

import pytest

from eventlocky.fields import lands, media
from eventlocky.page import Tree, parse
from eventlocky.types import Record


def page(html: str) -> Tree:
    return parse(html, "https://x.example/a/")


def whole(tree: Tree) -> Record:
    return Record(tree.body, len(tree))


@pytest.mark.parametrize(
    ("html", "link"),
    [
        ("<h3><a href=jazz>Jazz</a></h3><a href=/shop>Tickets</a>", "https://x.example/a/jazz"),
        ("<h3>Jazz</h3><a href=agenda.pdf>Agenda</a><a href=jazz>More information</a>", "https://x.example/a/jazz"),
        ("<h3>Jazz</h3><a href=https://maps.google.com/x>Map</a><a href=jazz>Details</a>", "https://x.example/a/jazz"),
        ("<h3>Jazz</h3><a href='?ical=1'>iCal</a><a href=/event/jazz>Jazz</a>", "https://x.example/event/jazz"),
        ("<h3>Jazz</h3><a href=agenda.pdf>Agenda</a>", "https://x.example/a/agenda.pdf"),
        ("<h3>Jazz</h3><a href='#top'>up</a>", None),
        (
            "<h3>Jazz</h3><a href=musical-evening>A musical evening</a><a href=hall>Hall</a>",
            "https://x.example/a/musical-evening",
        ),
        ("<h3>Jazz</h3><a href='?musical=1'>Evening</a><a href='?ical=1'>Hall</a>", "https://x.example/a/?musical=1"),
        ("<h3>Jazz</h3><a href=file>Export to iCal</a><a href=hall>Hall</a>", "https://x.example/a/hall"),
        ("<h3>Jazz</h3><a href=file>iCalendar</a><a href=hall>Hall</a>", "https://x.example/a/hall"),
    ],
)
def test_the_link_leads_to_the_records_own_page(html, link):
    tree = page(html + "<p><a href=/other>Other</a>")
    record = Record(tree.body, tree.select("p")[0])
    found = media.read_links(tree, [record, Record(len(tree) - 2, len(tree))], [tree.select("h3")[0], None])[0]
    assert (found.value if found else None) == link


def test_a_link_that_other_records_share_is_not_the_records_own():
    rows = "".join(
        f"<li><a href=/artist/band>Band</a> <a href=/concert/band-hall-{day}-may title='More information'>+</a>"
        for day in (1, 2, 3)
    )
    tree = page(f"<ul>{rows}</ul>")
    items = tree.select("li")
    found = media.read_links(tree, [Record(row, tree.ends[row]) for row in items], [row + 1 for row in items])
    assert [link and link.value for link in found] == [
        f"https://x.example/concert/band-hall-{day}-may" for day in (1, 2, 3)
    ]


def test_a_link_that_says_the_year_beats_that_of_the_act():
    tree = page(
        "<ul><li><a href=/artist/otterhall>Otterhall</a> <a href=/venue/mill>Mill</a> <a href=/gig/otterhall-mill-3-may-2026>+</a>"
        "<li><a href=/artist/karg>Karg</a> <a href=/venue/mill>Mill</a> <a href=/gig/karg-mill-4-may-2026>+</a></ul>"
    )
    items = tree.select("li")
    found = media.read_links(tree, [Record(row, tree.ends[row]) for row in items], [row + 1 for row in items])
    assert [link and link.value.rpartition("/")[2] for link in found] == [
        "otterhall-mill-3-may-2026",
        "karg-mill-4-may-2026",
    ]


def test_a_record_without_a_link_takes_the_one_that_stands_alone_with_it():
    tree = page("<div><a href=jazz>Jazz</a><i>1 May</i></div><div><a href=rock>Rock</a><i>2 May</i></div>")
    records = [Record(row, tree.ends[row]) for row in tree.select("i")]
    found = media.read_links(tree, records, [None, None], lands.of(tree, records))
    assert [link and link.value for link in found] == ["https://x.example/a/jazz", "https://x.example/a/rock"]


def test_the_only_record_of_a_page_leads_to_the_page():
    tree = page("<link rel=canonical href=/events/jazz><h1>Jazz</h1><a href=/events>« All events</a> 1 May 2026")
    found = media.read_links(tree, [whole(tree)], [tree.select("h1")[0]])[0]
    assert found is not None
    assert found.value == "https://x.example/events/jazz"


@pytest.mark.parametrize(
    ("html", "image"),
    [
        ("<img src=p.jpg>", "https://x.example/a/p.jpg"),
        ("<img src=s.jpg srcset='s.jpg 300w, l.jpg 1200w, m.jpg 600w'>", "https://x.example/a/l.jpg"),
        ("<img src='data:image/gif;base64,R0' data-srcset='s.jpg 1x, l.jpg 2x'>", "https://x.example/a/l.jpg"),
        ("<img src=/spacer.gif data-src=/p.jpg>", "https://x.example/p.jpg"),
        ("<picture><source srcset='l.webp 900w'><img src=s.jpg></picture>", "https://x.example/a/l.webp"),
        ("<div style=\"background-image: url('/bg.jpg')\"></div>", "https://x.example/bg.jpg"),
        ("<div data-bg=/bg.jpg></div>", "https://x.example/bg.jpg"),
        ("<img src=/img/logo.png><img src=p.jpg>", "https://x.example/a/p.jpg"),
        ("<img src=dot.jpg width=1 height=1><img src=p.jpg>", "https://x.example/a/p.jpg"),
        ("<img src=/icons/facebook.svg>", None),
    ],
)
def test_the_picture_is_the_largest_that_is_no_symbol(html, image):
    tree = page(html)
    found = media.read_image(tree, whole(tree))
    assert (found.value if found else None) == image
