"""What a record says: title, when, where, price, image, link, status, each with its proof."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from eventlocky.annotate import Annotations
from eventlocky.fields import media, price, status, title, when, where
from eventlocky.fields.base import Found
from eventlocky.kinds import FIELDS, Kind
from eventlocky.page import Tree
from eventlocky.types import Event, Place, Price, Proof, Record, When

_LONGEST_DESCRIPTION = 2_000


def read(tree: Tree, records: Sequence[Record], annotations: Annotations, kind: Kind) -> list[Event | None]:
    """Return the events that records announce; None where a field that their kind needs is missing."""
    usual = when.usual_times(tree, annotations, records)
    return [_read(tree, record, annotations, kind, usual.get(record.group)) for record in records]


def _read(tree: Tree, record: Record, annotations: Annotations, kind: Kind, usual: When | None) -> Event | None:
    titled = title.read(tree, record, annotations)
    found: dict[str, Found[Any] | None] = {
        "title": titled,
        "when": when.read(annotations, record, usual),
        "where": where.read(tree, record, annotations),
        "price": price.read(tree, record, annotations),
        "image": media.read_image(tree, record),
        "link": media.read_link(tree, record, titled.row if titled else None),
    }
    if titled is None or any(need <= FIELDS and not any(found[name] for name in need) for need in kind.needs):
        return None
    text = tree.text(record.first, record.stop)
    return Event(
        title=titled.value,
        when=_value(found["when"], When()),
        where=_value(found["where"], Place()),
        price=_value(found["price"], Price()),
        description=text[:_LONGEST_DESCRIPTION],
        image=_value(found["image"], None),
        link=_value(found["link"], None),
        kind=kind.name,
        status=status.read(text),
        proofs=MappingProxyType({name: _proof(tree, field) for name, field in found.items() if field}),
    )


def _value(found: Found[Any] | None, default: Any) -> Any:  # noqa: ANN401 - each field has its own type
    return found.value if found else default


def _proof(tree: Tree, found: Found[Any]) -> Proof:
    """Write down where a field was read; `tree.read(proof.path)` gives back `proof.text`."""
    path = tree.path(found.row)
    if found.attribute:
        value = tree.attr(found.row, found.attribute) or ""
        return Proof(f"{path}/@{found.attribute}", value, found.confidence)
    return Proof(path, tree.text(found.row), found.confidence)
