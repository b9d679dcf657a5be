"""Where records begin and end: what a finder is, and the table of all of them."""

from __future__ import annotations

from typing import Protocol

from eventlocky.annotate import Annotations
from eventlocky.errors import UnknownNameError
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records.best import Best
from eventlocky.records.depta import Depta
from eventlocky.records.keyexpr import KeyExpr
from eventlocky.records.locky import Locky, LockyPlain
from eventlocky.records.mdr import Mdr
from eventlocky.records.patterns import Patterns
from eventlocky.records.plain import Plain
from eventlocky.records.repeats import Repeats
from eventlocky.records.vips import Vips
from eventlocky.records.window import Window
from eventlocky.types import Record


class Finder(Protocol):
    """An algorithm that cuts a page into records."""

    name: str

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""


_ALL: tuple[type[Finder], ...] = (
    Best,
    Plain,
    Locky,
    LockyPlain,
    Window,
    Repeats,
    KeyExpr,
    Patterns,
    Mdr,
    Depta,
    Vips,
)
FINDERS: dict[str, type[Finder]] = {finder.name: finder for finder in _ALL}
"""Every finder by its name: the table that `--finder` reads."""

DRAWN = frozenset({Vips.name})
"""Those that look at what a browser draws: without the boxes of a rendered page they find nothing."""


def get(name: str, model: str = "") -> Finder:
    """Return a finder by its name; `model` is the file of a trained model for the one that has learned."""
    if name not in FINDERS:
        raise UnknownNameError("finder", name, FINDERS)
    return Best(model) if name == Best.name else FINDERS[name]()
