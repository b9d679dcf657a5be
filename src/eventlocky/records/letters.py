"""How large the letters of a page's rows are, as far as the page itself says so, and not a style sheet.

Pages pasted together by hand or by a builder have neither headings nor telling classes, but their titles are larger.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from eventlocky.page import Tree

_SIZE = re.compile(r"font-size\s*:\s*(?:clamp\([^)]{0,80},\s*)?([\d.]{1,6})(px|pt|rem|em|%)", re.IGNORECASE)
_PIXELS = {"px": 1.0, "pt": 4 / 3, "rem": 16.0}
_USUAL = 16.0
_LARGEST = 200.0
_LONGEST_STYLE = 1_000
_FONT = (10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
"""The sizes of `<font size="1">` to 7 in pixels."""

Floats = NDArray[np.float64]


def sizes(tree: Tree) -> Floats:
    """Return the size of every row's letters in pixels; 0 where nothing over it says one."""
    found = np.zeros(len(tree))
    for row in sorted(tree.select("[style*=font-size i], font[size]")):
        if said := _said(tree, row):
            amount, unit = said
            over = float(found[row]) or _USUAL
            size = amount * _PIXELS[unit] if unit in _PIXELS else over * amount / (100 if unit == "%" else 1)
            found[row : tree.ends[row]] = min(size, _LARGEST)  # what lies deeper comes later, and says its own
    return found


def _said(tree: Tree, row: int) -> tuple[float, str] | None:
    """Return the number and the unit of the size that a row sets; None where it sets none."""
    match = _SIZE.search((tree.attr(row, "style") or "")[:_LONGEST_STYLE])
    if match and match[1].count(".") <= 1 and match[1] != ".":
        return float(match[1]), match[2].lower()
    number = (tree.attr(row, "size") or "").strip() if tree.tags[row] == "font" else ""
    if not re.fullmatch(r"[+-]?\d", number):
        return None
    level = int(number) + (3 if number[0] in "+-" else 0)
    return _FONT[max(0, min(level, len(_FONT)) - 1)], "px"
