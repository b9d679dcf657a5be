"""Small pages that would make a huge tree, refused before they are parsed.

Two ways are known. By the standard, every formatting element that is left open (`<b id=1>`) is opened
again in every later block, so open elements and blocks multiply: 84 kB become a gigabyte. And every
further `<body>` or `<html>` tag adds its attributes to the first, at a cost that is quadratic in our
parser. Both counts can be fooled by somebody who reads this: a server that takes pages from strangers
should limit the memory of its workers too.
"""

from __future__ import annotations

import re
from itertools import accumulate

from eventlocky.errors import PageTooComplexError

_HARMLESS_TAGS = 4_000
"""Pages with fewer `<` cost at most 220 MB whatever they do: they are not looked at."""

_MOST_ROOTS = 100
"""Repeated `<body>` and `<html>` tags; the corpora have at most 2 in a page."""

_MOST_COPIES = 5_000_000
"""Open formatting elements times tags; the corpora reach 3.0 million, a gigabyte is 8 million."""

_ROOT = re.compile(rb"<(?:body|html)\b", re.IGNORECASE)
_FORMATTING = re.compile(rb"<(/?)(?:big|code|em|font|i|s|small|strike|strong|tt|u|b)(?=[\s/>])", re.IGNORECASE)


def refuse(body: bytes) -> None:
    """Raise PageTooComplexError where the tree would be out of all proportion to the bytes."""
    tags = body.count(b"<")
    if tags <= _HARMLESS_TAGS:
        return
    if len(_ROOT.findall(body)) > _MOST_ROOTS or _most_open(body) * tags > _MOST_COPIES:
        message = (
            f"The page has {tags:,} tags that would multiply without end when parsed, so it is not read. "
            "Pages that people write do not look like that; check where it comes from."
        )
        raise PageTooComplexError(message)


def _most_open(body: bytes) -> int:
    """Return how many formatting elements are open at once, at the most."""
    steps = (-1 if close else 1 for close in _FORMATTING.findall(body))
    return max(accumulate(steps, lambda is_open, step: max(0, is_open + step), initial=0))
