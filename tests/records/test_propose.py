"""Proposals: what could be a list, and by which of its dates."""

from __future__ import annotations

from datetime import date

from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.lists import day_of
from eventlocky.records.propose import propose

POSTS = """<ul>
<li><p>3 February 2026</p><h3>Spring recital</h3><p>On Sunday 22 March at 2 pm in the small hall.</p></li>
<li><p>27 January 2026</p><h3>Guitar for a day</h3><p>Come on 14 March 2026, everybody may try.</p></li>
<li><p>20 January 2026</p><h3>New strings</h3><p>We have put new strings on the harp.</p></li>
</ul>"""


def told_days(html):
    """Return the days of the lists that are told by posts."""
    tree = parse(html)
    groupings = propose(tree, annotate(tree, ["date"], date(2026, 2, 5)), "date")
    return [[str(day_of(draft.anchor)) for draft in one.drafts] for one in groupings if one.way == "told"]


def test_posts_are_a_list_by_the_days_that_they_tell_too():
    assert ["2026-03-22", "2026-03-14", "2026-01-20"] in told_days(POSTS)


def test_a_day_that_was_over_when_the_post_was_put_up_is_not_told_by_it():
    assert told_days(POSTS.replace("22 March", "1 February").replace("14 March 2026", "2 January 2026")) == []


def test_a_run_that_was_still_on_is_told():
    html = POSTS.replace("On Sunday 22 March at 2 pm", "From 1 January to 30 April 2026")
    assert any("2026-01-01" in days for days in told_days(html))


def test_a_date_with_an_hour_or_with_words_beside_it_is_no_stamp():
    assert told_days(POSTS.replace(" 2026</p><h3>", " 2026, 7 pm</p><h3>")) == []
    assert told_days(POSTS.replace("<li><p>", "<li><p>Our small school of music met the town's choir on ")) == []


def test_the_next_day_of_a_calendar_is_not_told_by_the_one_before():
    cells = "".join(f"<td><span>{day}</span><p>{'Choir' if day % 3 else ''}</p></td>" for day in range(1, 15))
    assert told_days(f"<h2>March 2026</h2><table><tr>{cells}</tr></table>") == []


def test_a_heading_of_another_class_is_no_record_of_the_date_above_it():
    cards = [
        f"<div class=card><p class=day>{day} May 2026</p><h3 class=name>Evening {day}</h3><p>In the hall</p></div>"
        for day in range(3, 12)
    ]
    promo = "<div class=card><h3>Become a friend of the house</h3><p>From 40 a year</p></div>"
    tree = parse(f"<main>{''.join(cards[:4])}{promo}{''.join(cards[4:])}</main>")
    groupings = propose(tree, annotate(tree, ["date"], date(2026, 5, 1)), "date")
    (headed,) = (one for one in groupings if one.way == "header-heading" and len(one.drafts) > 5)
    assert not any("friend" in tree.text(draft.first) for draft in headed.drafts)


def test_the_lines_of_a_pre_are_records_as_those_between_breaks_are():
    lines = "\n".join(f"{day} May 2026   Evening {day}   Town hall" for day in range(3, 8))
    for html in (f"<pre>{lines}</pre>", f"<p>{lines.replace(chr(10), '<br>')}</p>"):
        tree = parse(html)
        groupings = propose(tree, annotate(tree, ["date"], date(2026, 5, 1)), "date")
        (unit,) = (one for one in groupings if one.way == "unit" and len(one.drafts) == 5)
        assert [tree.text(draft.first, draft.stop) for draft in unit.drafts] == [
            f"{day} May 2026 Evening {day} Town hall" for day in range(3, 8)
        ]


def test_lines_that_list_days_are_proposed_without_other_dates_in_paragraphs():
    html = """<h2>Board meetings</h2><p><b>2016:</b> Jan 14; Feb 11; Mar 10</p><p><b>2015:</b> Jan 8; Feb 12; Mar 12</p>
    <h2>News</h2><p>The pool was found on July 22, 2015, by chance.</p><p>The report of June 30, 2015 is out.</p>"""
    tree = parse(html)
    groupings = propose(tree, annotate(tree, ["date"], date(2016, 1, 5)), "date")
    assert {"2016-01-14", "2015-01-08"} in [{str(day_of(draft.anchor)) for draft in one.drafts} for one in groupings]


def test_a_second_link_to_the_same_page_begins_no_record():
    film = '<div><a href="/f{0}">Film {0}</a> <span>DE | 90 min</span></div><div><a href="/f{0}">more</a></div>'
    days = "".join(f"<h2>{day} May 2026</h2>{film.format(2 * day)}{film.format(2 * day + 1)}" for day in (3, 4, 5))
    tree = parse(f"<main>{days}</main>")
    groupings = propose(tree, annotate(tree, ["date"], date(2026, 5, 1)), "date")
    (linked,) = (one for one in groupings if one.way == "header-link")
    assert [tree.text(draft.first, draft.stop).partition(" DE")[0] for draft in linked.drafts] == [
        f"Film {number}" for number in range(6, 12)
    ]
