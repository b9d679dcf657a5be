"""The dates of news beside the events of a page: under `Latest News`, a past day says when something came out."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from datetime import date
from itertools import accumulate

from eventlocky.dates import Mention, Role
from eventlocky.page import Tree

_NEWS = re.compile(
    r"(?:the )?(?:(?:latest|recent|top|local|featured|more|other|breaking|city|town|county|village|district|school|"
    r"library|department|community|campus|club|company|site|our) ){0,3}"
    r"(?:news(?:room| room)?(?: (?:&|and) (?:announcements|updates|alerts|press|media|notices|stories))?"
    r"|news (?:releases?|articles?|archives?|updates?|posts?|stories|items|flash|headlines|feed)|headlines"
    r"|(?:press|media) releases?|in the (?:news|press|media)|recent (?:blog )?posts|(?:from the |latest )?blog"
    r"(?: posts)?)"
    r"\W{0,3}",
    re.IGNORECASE,
)
_LONGEST_HEADING = 48


def read(tree: Tree, mentions: list[Mention], reference: date) -> list[Mention]:
    """Give the past dates under the headings of news the role of stamps; the main heading of a page heads all of it."""
    if not any(_is_stamp(mention, reference) for mention in mentions):
        return mentions
    spans = [_span(tree, place) for place, row in enumerate(tree.headings) if _is_of_news(tree, row)]
    if not spans:
        return mentions
    firsts = [first for first, _ in spans]
    farthest = [*accumulate((stop for _, stop in spans), max)]
    found = []
    for one in mentions:
        place = bisect_left(firsts, one.first) - 1
        is_posted = place >= 0 and one.first < farthest[place] and _is_stamp(one, reference)
        found.append(replace(one, role=Role.POSTED) if is_posted else one)
    return found


def _is_stamp(mention: Mention, reference: date) -> bool:
    """Tell a day in full that is past, without a time: what news are stamped with."""
    start = mention.start
    if mention.role is not Role.START or mention.end is not None or mention.more or mention.rule or start.has_time:
        return False
    try:
        return date(start.year or 0, start.month or 0, start.day or 0) < reference
    except ValueError:
        return False


def _is_of_news(tree: Tree, row: int) -> bool:
    letters = tree.offsets[tree.ends[row]] - tree.offsets[row]
    return tree.tags[row] != "h1" and letters <= _LONGEST_HEADING and _NEWS.fullmatch(tree.text(row)) is not None


def _span(tree: Tree, place: int) -> tuple[int, int]:
    """Return where what a heading heads stands: up to the next of its rank, in the element around both."""
    row = tree.headings[place]
    holder = tree.parents[row]
    while holder > tree.body and not tree.raw_text(tree.ends[row], tree.ends[holder]).strip():
        holder = tree.parents[holder]
    stop = tree.ends[holder]
    last = bisect_left(tree.headings, stop)
    below = (tree.headings[number] for number in range(place + 1, last))
    following = (one for one in below if tree.tags[one] <= tree.tags[row])
    stop = next(following, stop)
    return tree.offsets[tree.ends[row]], tree.offsets[stop]
