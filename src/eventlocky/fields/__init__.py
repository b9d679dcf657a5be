"""What records say: title, when, where, price, image, link, status and more, each with its proof.

Records are read together: the place, the link and the time of a list are decided for its columns, not for each record.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from eventlocky.annotate import Annotations
from eventlocky.fields import (
    category,
    description,
    lands,
    media,
    moved,
    notices,
    organiser,
    price,
    status,
    tips,
    title,
    when,
    where,
)
from eventlocky.fields.base import Found
from eventlocky.kinds import FIELDS, Kind
from eventlocky.models import Model
from eventlocky.page import Tree
from eventlocky.types import Event, Place, Price, Proof, Record, Status, When

Fields = dict[str, Found[Any] | None]

_NO_TIME, _NOWHERE, _NO_PRICE = When(), Place(), Price()
"""What a record does not say: frozen, so that all events share them."""


def read(
    tree: Tree, records: Sequence[Record], annotations: Annotations, kind: Kind, model: Model | None = None
) -> list[Event | None]:
    """Return the events that records announce; None where a field that their kind needs is missing.

    Where a `model` knows of places, it chooses among all ways to read them.
    """
    if not records:
        return []
    titles = [title.read(tree, record, annotations) for record in records]
    days = when.read_list(tree, annotations, records)
    new_days = moved.read(tree, annotations, records, days)
    days = [new_days.whens.get(number, day) for number, day in enumerate(days)]
    if kind.anchor != "date":
        pairs = zip(records, days, strict=True)
        days = [day or tips.read(tree, record, annotations.reference) for record, day in pairs]
    reach = lands.of(tree, records)
    places = where.read_list(tree, records, annotations, where.of_page(tree, annotations), titles, reach, model)
    rows = [titled.row if titled else None for titled in titles]
    links = media.read_links(tree, records, rows, reach)
    needs = [need for need in kind.needs if need <= FIELDS]
    events: list[Event | None] = []
    proofs = _Proofs(tree)
    parts = zip(records, reach, titles, days, places, links, strict=True)
    for number, (record, land, titled, day, place, link) in enumerate(parts):
        found: Fields = {
            "title": titled,
            "when": day,
            "where": place,
            "price": price.read(tree, record, annotations, land),
            "image": media.read_image(tree, record),
            "link": link,
            "status": _postponed(new_days.whens.get(number)) or status.find(tree, record, land),
            "organiser": organiser.read(tree, record),
            "category": category.read(tree, record, titled),
        }
        is_missing = any(not any(found[name] for name in need) for need in needs)
        is_notice = titled is not None and kind.anchor == "date" and notices.announces_nothing(titled.value)
        is_missing = is_missing or is_notice or number in new_days.news
        events.append(None if titled is None or is_missing else _event(tree, record, annotations, kind, found, proofs))
    return events


def _postponed(new_day: Found[When] | None) -> Found[Status] | None:
    """Return the status of what has a new day."""
    return Found(Status.POSTPONED, new_day.row, 0.8) if new_day is not None else None


def _event(tree: Tree, record: Record, annotations: Annotations, kind: Kind, found: Fields, proofs: _Proofs) -> Event:
    name = _value(found["title"], "")
    words = description.read(tree, record, annotations, [name])
    return Event(
        title=name,
        when=_value(found["when"], _NO_TIME),
        where=_value(found["where"], _NOWHERE),
        price=_value(found["price"], _NO_PRICE),
        description=_value(words, ""),
        image=_value(found["image"], None),
        link=_value(found["link"], None),
        category=_value(found["category"], None),
        kind=kind.name,
        organiser=_value(found["organiser"], None),
        status=_value(found["status"], Status.SCHEDULED),
        proofs=MappingProxyType({field: proofs.of(value) for field, value in found.items() if value}),
    )


def _value(found: Found[Any] | None, default: Any) -> Any:  # noqa: ANN401 - each field has its own type
    return found.value if found else default


class _Proofs:
    """Writes down where fields were read; `tree.read(proof.path)` gives back `proof.text`."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[int, tuple[str, str]] = {}

    def of(self, found: Found[Any]) -> Proof:
        """Return the proof of a field; the words of a row that proves several are read once."""
        tree, row = self._tree, found.row
        if found.attribute:
            value = tree.attr(row, found.attribute) or ""
            return Proof(f"{tree.path(row)}/@{found.attribute}", value, found.confidence)
        if row not in self._known:
            self._known[row] = tree.path(row), tree.text(row)
        return Proof(*self._known[row], found.confidence)
