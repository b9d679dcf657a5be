"""The parser, called so that no page takes all time and memory.

Small pages can make huge trees. By the standard, every formatting element that is left open (`<b id=1>`)
is opened again in every later block, so open elements and blocks multiply: 84 kB become a gigabyte. And
every further `<body>` or `<html>` tag adds its attributes to the first, at a cost that is quadratic in our
parser. No count of tags tells such a page from a sloppy one, but the clock does: a large page is fed to the
parser piece by piece, and one that takes many times longer than any real page is refused. What one piece
can do is not limited: a server that takes pages from strangers should limit the memory of its workers too.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from eventlocky.errors import PageTooComplexError

if TYPE_CHECKING:
    import turbohtml

_HARMLESS_CHARS = 32_000
_HARMLESS_TAGS = 4_000
"""A page with less than this costs 220 MB at the most, whatever it does: it is parsed at once."""

_PIECE = 16_384

_PATIENCE_S = 0.25
_PATIENCE_S_PER_CHAR = 5e-8
"""How much processor time the parser may take: ten times what real pages need (4 ms/MB), and something to begin
with. A page that multiplies reaches a gigabyte in 0.8 s."""


def parse(html: str) -> turbohtml.Document:
    """Return the document of a page, or raise PageTooComplexError where it is out of all proportion."""
    import turbohtml  # 60 ms, paid by the first page only

    try:
        if len(html) < _HARMLESS_CHARS or html.count("<") < _HARMLESS_TAGS:
            return turbohtml.parse(html, positions=False, allow_declarative_shadow_roots=False)
        return _parse_watched(html)
    except MemoryError as error:
        message = f"The tree of this page of {len(html):,} characters does not fit into memory."
        raise PageTooComplexError(message) from error


def _parse_watched(html: str) -> turbohtml.Document:
    """Parse in pieces, with an eye on the clock (this way the parser drops declarative shadow roots)."""
    import turbohtml

    parser = turbohtml.IncrementalParser(positions=False)
    begin = thread_time()
    for first in range(0, len(html), _PIECE):
        if thread_time() - begin > _PATIENCE_S + first * _PATIENCE_S_PER_CHAR:
            message = (
                f"The page has {html.count('<'):,} tags that multiply without end when parsed, so it is not read. "
                "Pages that people write do not do that; check where it comes from."
            )
            raise PageTooComplexError(message)
        parser.feed(html[first : first + _PIECE])
    return parser.close()
