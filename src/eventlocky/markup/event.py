"""An item that speaks of an event to a marked event: one field after the other, each with what proves it."""

from __future__ import annotations

from datetime import date
from types import MappingProxyType

from eventlocky.markup import place, price, when
from eventlocky.markup.base import SURE, Item, Marked, Said
from eventlocky.markup.values import address, clean, stamp, words, words_of
from eventlocky.markup.vocabulary import (
    DESCRIPTION,
    IMAGE,
    LINK,
    NAME,
    ORGANISER,
    PERFORMER,
    STATUSES,
    bare,
    event_type,
)
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS
from eventlocky.types import Event, Source, Status, When

_LONGEST_TITLE = 300
_LONGEST_DESCRIPTION = 2_000
_LONGEST_ADDRESS = 2_000
_MOST_PERFORMERS = 50
_FARTHEST_HEADING = 500
"""How many rows of an item are searched for a heading: items may stand in each other."""


def read(tree: Tree, item: Item, by: str, reference: date) -> Marked | None:
    """Return the event that an item speaks of, or None where it has no name."""
    title = words(item, *NAME) or _heading(tree, item)
    name = clean(title.text, _LONGEST_TITLE) if title else ""
    if title is None or not name:
        return None
    timed = when.read(item, reference)
    where, where_said = place.read(tree, item)
    cost, cost_said = price.read(item)
    image, image_said = _address(tree, item, IMAGE)
    link, link_said = _address(tree, item, LINK)
    description = words(item, *DESCRIPTION)
    if description == title:
        description = None
    organiser = words(item, *ORGANISER)
    said = {
        "title": title,
        "when": timed.said if timed else None,
        "where": where_said,
        "price": cost_said,
        "image": image_said,
        "link": link_said,
    }
    event = Event(
        title=name,
        when=timed.when if timed else When(),
        where=where,
        price=cost,
        description=clean(description.text, _LONGEST_DESCRIPTION) if description else "",
        image=image,
        link=link,
        organiser=clean(organiser.text, _LONGEST_TITLE) if organiser else None,
        status=_status(item),
        confidence=SURE,
        proofs=MappingProxyType({field: text.proof(tree) for field, text in said.items() if text}),
        source=Source(url=tree.url, path=tree.path(item.row), finder=by),
    )
    subtype = event_type(item.types) or "Event"
    return Marked(event, item.row, by, subtype, timed.is_utc if timed else False, _performers(item))


def _heading(tree: Tree, item: Item) -> Said | None:
    """Return the first heading within an item that does not say its name."""
    for row in range(item.row, min(tree.ends[item.row], item.row + _FARTHEST_HEADING)):
        if tree.tags[row] in HEADINGS and (text := tree.text(row)):
            return Said(text, row)
    return None


def _address(tree: Tree, item: Item, names: tuple[str, ...]) -> tuple[str | None, Said | None]:
    said = address(item, *names)
    if said is None or len(said.text) > _LONGEST_ADDRESS:
        return None, None
    link = tree.absolute(said.text)
    return (link, said) if link else (None, None)


def _status(item: Item) -> Status:
    said = stamp(item, "eventStatus", "status")
    status = STATUSES.get(bare(said.text).lower()) if said else None
    if status is None and price.is_sold_out(item):
        return Status.SOLD_OUT
    return status or Status.SCHEDULED


def _performers(item: Item) -> tuple[str, ...]:
    found = (words_of(value) for value in item.all(*PERFORMER)[:_MOST_PERFORMERS])
    return tuple(dict.fromkeys(clean(said.text, _LONGEST_TITLE) for said in found if said))
