"""The day that a notice tells, where the day on which it was put up was taken for its own.

2026.05.01  5月23日(土)・24日(日) 感謝祭を開催します      08.06.2026  Sommerfest am 4. Juli
2026.04.24  フェアのご案内  【期間】4月29日〜5月10日      2026.04.01  2倍キャンペーン（4/30まで）
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.dates import Role
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.text.scripts import is_japanese
from eventlocky.types import Record, When

_STAMP = re.compile(
    r"\W*(?:19|20)\d\d\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,2}\s?日?\W*|\W*\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d\W*"
)
"""A day in numbers with its year, alone in its element, as posts are stamped."""

_LABEL = re.compile(
    r"(?:(?:開催|実施|フェア|キャンペーン|販売|提供|展示|公演)?(?:期間|日時|日程)|開催日|会期|とき|日\s時)"
    r"\s?(?:[:：／/】\]］」〉》]|\s)\s{0,3}$"
)
_LONGEST_LABEL, _LONGEST_HEADLINE = 16, 80
"""What stands before the day that a post is about, and how far behind the day of the post a last day may stand."""

_BEFORE_POST, _BEHIND_POST = timedelta(92), timedelta(370)
"""So long before and after its post a day is told."""


def read(tree: Tree, annotations: Annotations, record: Record, own: Found[When]) -> Found[When] | None:
    """Return the day that a record tells behind its stamp, in its headline or under a label, or None."""
    chosen = annotations.at("date", record.anchor)
    if chosen is None or record.title_row < 0 or not isinstance(chosen.value, Dated) or own.value.rrule:
        return None
    if own.value.start is None and own.value.end is not None:
        return _since_post(tree, annotations, chosen, own)
    when = chosen.value.when
    if not when.all_day or when.end is not None or when.rdates or not _is_stamp(tree, chosen, record):
        return None
    for one, is_of_sale in _behind(tree, annotations, record, chosen):
        if (said := _told(when, one, annotations.reference, is_of_sale=is_of_sale)) is not None:
            return Found(said, one.row, said.confidence)
    return None


def _behind(
    tree: Tree, annotations: Annotations, record: Record, chosen: Annotation
) -> Iterator[tuple[Annotation, bool]]:
    """Yield the days in the headline of a post, then those under labels, and whether goods are sold then."""
    first, stop = _headline(tree, chosen, record)
    yield from ((one, False) for one in annotations.dated if first <= one.first < stop and one.first != chosen.first)
    if not is_japanese(tree.whole_text):
        return
    for one in annotations.dated:
        if record.first <= one.row < record.stop and one.first > max(chosen.first, first):
            label = _LABEL.search(tree.whole_text[max(0, one.first - _LONGEST_LABEL) : one.first])
            if label is not None:
                yield one, label[0].startswith("販売")


def _since_post(tree: Tree, annotations: Annotations, chosen: Annotation, own: Found[When]) -> Found[When] | None:
    """Let what has only a last day begin on the day of its post: `2026.09.20`, and below it `フェア 10月12日まで`."""
    begin = max(0, chosen.first - _LONGEST_HEADLINE)
    before = [one for one in annotations.dated if one.name == "date" and begin <= one.first < chosen.first]
    post = before[-1] if before else None
    if post is None or not isinstance(post.value, Dated) or _STAMP.fullmatch(tree.text(post.row)) is None:
        return None
    first, last = post.value.when.first_day, own.value.last_day
    if first is None or last is None or not first <= last <= first + _BEHIND_POST:
        return None
    return replace(own, value=replace(own.value, start=first))


def _is_stamp(tree: Tree, chosen: Annotation, record: Record) -> bool:
    """Tell a day in numbers that is alone in its element, and not in the headline."""
    if not isinstance(chosen.value, Dated) or chosen.value.mention.start.year is None:
        return False
    if record.title_row <= chosen.row < tree.ends[record.title_row]:
        return False
    return _STAMP.fullmatch(tree.text(chosen.row)) is not None


def _headline(tree: Tree, chosen: Annotation, record: Record) -> tuple[int, int]:
    """Return where the element, or the rest of the line, of the title stands."""
    text, row = tree.whole_text, record.title_row
    begin = tree.offsets[row]
    begin = max(chosen.stop, begin) if chosen.row < row else begin
    stop = tree.offsets[tree.ends[row]]
    end = text.find("\n", begin + 1)
    return begin, max(stop, begin) if end < 0 or stop <= end else end


def _told(post: When, one: Annotation, reference: date, *, is_of_sale: bool) -> When | None:
    """Return the day that a headline tells of a post, or until when it holds from the day of the post on.

    The days on which goods are sold are those of an offer.
    """
    mention, said = one.value.mention, one.value.when  # type: ignore[attr-defined]
    posted = post.first_day
    if posted is None or said.rrule:
        return None
    if mention.role is Role.END and said.start is None and said.last_day is not None:
        return replace(post, end=said.last_day) if posted < said.last_day <= posted + _BEHIND_POST else None
    is_sale = is_of_sale and said.last_day != said.first_day
    is_event_s = posted > reference  # nothing is put up on a day to come
    if is_event_s or ((one.name != "date" or mention.role is not Role.START) and not is_sale):
        return None
    if mention.start.month is None or said.first_day is None:
        return None
    if mention.start.year is not None and _STAMP.fullmatch(mention.text) is not None:
        return None  # another stamp
    is_near = -_BEFORE_POST <= said.first_day - posted <= _BEHIND_POST
    is_same = said.first_day == posted and said.end is None and not isinstance(said.start, datetime)
    return said if is_near and not is_same else None
