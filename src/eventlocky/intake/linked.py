"""JSON-LD (schema.org events): a document of its own, or the page that holds it, read as a page's markup is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Any

from eventlocky import markup
from eventlocky.errors import IntakeError, PageError
from eventlocky.intake.base import SURE, Taken, sorted_out
from eventlocky.markup.vocabulary import bare, event_type
from eventlocky.page import parse
from eventlocky.types import Event, Source

_MOST_NODES = 2_000_000
_KINDS = {"SaleEvent": "deal", "EducationEvent": "talk"}
"""The types that our own documents give to other kinds."""


def read(body: bytes, url: str, today: date) -> Taken:
    """Return the events of a JSON-LD document; a node of an event's type without a name is refused."""
    text = body.decode("utf-8-sig", "replace").strip()
    is_page = text.startswith("<")
    if not is_page and not text.startswith(("{", "[")):
        raise IntakeError("This is no JSON-LD: it begins with neither { nor [.")
    inner = text.replace("</", r"<\/")  # the same to JSON, and no end of a script
    html = text if is_page else f'<script type="application/ld+json">{inner}</script>'
    try:
        tree = parse(html, url, max_bytes=4 * len(html) + 1)
    except PageError as error:
        raise IntakeError(f"This JSON-LD cannot be read: {error}") from error
    found: list[tuple[str, Event | str]] = [
        ("", replace(
            marked.event, kind=_KINDS.get(marked.subtype, "event"), confidence=SURE, proofs=MappingProxyType({}),
            source=Source(url=url, finder="import-jsonld"),
        ))
        for marked in markup.read(tree, today)
    ]  # fmt: skip
    nameless = [] if is_page else [(f"event {number}", "It has no name.") for number in _nameless(text)]
    if not found and not nameless:
        raise IntakeError("No event is marked in this document: none of its nodes has a type such as Event.")
    return sorted_out([*found, *nameless])


def _nameless(text: str) -> Iterator[int]:
    """Yield the numbers of the events that have no name; a document that is broken tells none."""
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError):
        return
    number = 0
    left: list[Any] = [document]
    for _ in range(_MOST_NODES):
        if not left:
            return
        node = left.pop()
        if isinstance(node, list):
            left += reversed(node)
        elif isinstance(node, dict):
            left += reversed(list(node.values()))
            said = node.get("@type")
            types = said if isinstance(said, list) else [said]
            if event_type({bare(name) for name in types if isinstance(name, str)}):
                number += 1
                if not str(node.get("name") or "").strip():
                    yield number
