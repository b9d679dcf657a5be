"""Where a browser drew the elements of a page, and in what letters: read from a rendered page saved with its boxes.

An element that was drawn carries `data-box="x y width height font-size font-weight"`, whole pixels from the upper left
corner of the page. `crawl/render.py` writes these; what other pages mean by such an attribute is no box.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from eventlocky.page.tree import Tree

ATTRIBUTE: Final = "data-box"
_BOX = re.compile(r"(-?\d{1,7}) (-?\d{1,7}) (\d{1,7}) (\d{1,7}) (\d{1,4}) (\d{1,4})", re.ASCII)


class Box(NamedTuple):
    """The rectangle of an element in pixels, and the size and weight of its letters."""

    x: int
    y: int
    width: int
    height: int
    size: int
    weight: int


def of(tree: Tree) -> dict[int, Box]:
    """Return the boxes of a page by their rows; none where it was not saved with its boxes."""
    matches = ((row, _BOX.fullmatch(tree.attr(row, ATTRIBUTE) or "")) for row in tree.select(f"[{ATTRIBUTE}]"))
    return {row: Box(*map(int, match.groups())) for row, match in matches if match}
