"""The same event marked in several syntaxes: one account of it, made of all.

The first syntax counts (JSON-LD, microdata, RDFa, microformats, Open Graph, in this order); what it does not
say is taken from the others. An account that knows the time of day is better than one that does not, and one
that says it in the time of the place is better than one in universal time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Any

from eventlocky.markup.base import Marked
from eventlocky.types import Event, Place, Price

_FIELDS: tuple[tuple[str, object], ...] = (
    ("where", Place()),
    ("price", Price()),
    ("image", None),
    ("link", None),
    ("description", ""),
    ("organiser", None),
)
"""What may be taken from another account, and what stands there where it is missing."""


def distinct(accounts: Iterable[Marked]) -> list[Marked]:
    """Leave out what one syntax tells twice."""
    found: dict[object, Marked] = {}
    for marked in accounts:
        said = marked.event
        found.setdefault((said.title.casefold(), said.when.start, said.when.end, said.where), marked)
    return list(found.values())


def merge(known: list[Marked], new: list[Marked]) -> list[Marked]:
    """Add what another syntax says to what is known: other events, and more of the same.

    Accounts of one title and day belong together in their order.
    """
    found = list(known)
    places: dict[tuple[str, date | None], list[int]] = defaultdict(list)
    for number, marked in enumerate(known):
        places[_name(marked)].append(number)
    for numbers in places.values():
        numbers.reverse()
    for marked in new:
        numbers = places.get(_name(marked), [])
        if not numbers:
            found.append(marked)
        else:
            number = numbers.pop() if len(numbers) > 1 else numbers[0]
            found[number] = _together(found[number], marked)
    return found


def _name(marked: Marked) -> tuple[str, date | None]:
    return marked.event.title.casefold(), marked.event.when.first_day


def _together(first: Marked, second: Marked) -> Marked:
    if _knows_time(second) > _knows_time(first):
        first, second = second, first
    return replace(first, event=_filled(first.event, second.event), performers=first.performers or second.performers)


def _knows_time(marked: Marked) -> tuple[bool, bool]:
    return not marked.event.when.all_day, not marked.is_utc


def _filled(event: Event, other: Event) -> Event:
    """Take from another account what an event does not say, with the proofs of it."""
    missing = [name for name, empty in _FIELDS if getattr(event, name) == empty]
    values: dict[str, Any] = {name: getattr(other, name) for name in missing}
    proofs = {name: proof for name, proof in other.proofs.items() if name in missing}
    return replace(event, **values, proofs=MappingProxyType({**event.proofs, **proofs}))
