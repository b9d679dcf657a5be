"""Text to Tree. This file and `encoding.py` alone know which parser is underneath (turbohtml).

The parser builds the tree of the HTML standard in C; one pass over its nodes fills the arrays. Text
that is only white space is dropped, but for the space it stands for. A page that is too deep, has
too many nodes or keeps the parser too busy is cut and says so (`tree.is_cut`); nothing in a page
makes this raise but too many bytes or another format than HTML.
"""

from __future__ import annotations

from itertools import chain, islice
from time import thread_time
from typing import TYPE_CHECKING

from eventlocky.page import encoding
from eventlocky.page.elements import KEEPS_LINES, RAW, SEPARATORS, TEXT
from eventlocky.page.tree import Element as TreeElement
from eventlocky.page.tree import Tree

if TYPE_CHECKING:
    import turbohtml

MAX_BYTES = 20_000_000
"""Pages of events are 0.1 MB on the average and 1.2 MB at the most in the corpora."""

MAX_DEPTH = 512
"""Browsers stop nesting at 512; the deepest page of the corpora has 60 levels."""

MAX_NODES = 1_000_000
"""The largest page of the corpora has 40,000; a million rows take about 300 MB."""

_HARMLESS_CHARS = 64_000
_HARMLESS_TAGS = 8_000
"""The standard copies open <b>, <i>, … into every new block, up to 512 of them: a page of 1 MB can grow to
60 million nodes and 8 GB. With fewer tags than this it cannot pass 0.5 GB; only larger pages are watched."""

_PIECE = 32_768
_PATIENCE_S = 0.5
_PATIENCE_S_PER_CHAR = 5e-8
"""How long the parser may take: ten times what real pages need, half a second more for a slow machine."""


def parse(  # noqa: PLR0913 - three of them are limits that have a default
    html: str | bytes | bytearray | memoryview,
    url: str = "",
    *,
    charset: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_nodes: int = MAX_NODES,
) -> Tree:
    """Return the tree of a page; `charset` is what the transport says of the encoding, if anything."""
    text, name = encoding.read(html, charset, max_bytes=max_bytes)
    document, is_whole = _document(text)
    tree = _flatten(document, url, name, max_depth, max_nodes)
    tree.is_cut = tree.is_cut or not is_whole
    return tree


def _document(html: str) -> tuple[turbohtml.Document, bool]:
    """Return the parser's document and whether all of the page is in it."""
    import turbohtml  # 60 ms, paid by the first page only

    if len(html) < _HARMLESS_CHARS or html.count("<") < _HARMLESS_TAGS:
        return turbohtml.parse(html, positions=False, allow_declarative_shadow_roots=False), True
    parser = turbohtml.IncrementalParser(positions=False)
    deadline = thread_time() + _PATIENCE_S
    for first in range(0, len(html), _PIECE):
        if thread_time() > deadline + first * _PATIENCE_S_PER_CHAR:
            return parser.close(), False
        parser.feed(html[first : first + _PIECE])
    return parser.close(), True


def _flatten(  # noqa: C901, PLR0912, PLR0915 - see its docstring
    document: turbohtml.Document, url: str, name: str, max_depth: int, max_nodes: int
) -> Tree:
    """Write the nodes of a document into arrays, each node touched once.

    This loop is most of what a page costs: it is written out, not cut into functions.
    """
    from turbohtml import DocumentFragment, Element, Text  # 60 ms, paid by the first page only

    tags: list[str] = []
    parents: list[int] = []
    ends: list[int] = []
    texts: list[str] = []
    elements: list[TreeElement | None] = []
    owners: list[object] = [document]  # the open elements as the parser knows them …
    rows = [-1]  # … and as we do
    owner: object = document
    above = -1
    row = 0
    kept = -2  # the row of an open <pre>
    raw = -2  # the row of the last <script> or <style>
    gap = ""  # the break or space owed to the next row
    is_cut = False
    separator_of = SEPARATORS.get
    root = document.root
    nodes = chain((root,), root.descendants) if root is not None else iter(())  # no comments before <html>

    for node in islice(nodes, max(max_nodes, 1)):
        kind = type(node)
        if kind is Text:
            data: str = node.data  # type: ignore[attr-defined]
            is_blank = data.isspace()
            if is_blank and kept < 0 and above != raw:
                gap = gap or " "
                continue
        elif kind is not Element and kind is not DocumentFragment:
            continue
        parent = node.parent
        while parent is not owner:  # close what has ended
            owners.pop()
            owner = owners[-1]
            closed = rows.pop()
            above = rows[-1]
            if closed != above:
                ends[closed] = row
                gap = separator_of(tags[closed]) or gap
                if closed == kept:
                    kept = -2
        if kind is Text:
            if above == raw:
                continue
            if is_blank:
                gap = "\n" if kept >= 0 and "\n" in data else gap or " "
                continue
            if "\n" in data or "\t" in data:
                data = _spaced(data, keeps_lines=kept >= 0)
            tags.append(TEXT)
            texts.append(gap + data if gap else data)
            elements.append(None)
            parents.append(above)
            row += 1
            ends.append(row)
        elif kind is Element and len(rows) <= max_depth:
            tag: str = node.tag  # type: ignore[attr-defined]
            tags.append(tag)
            texts.append(separator_of(tag) or gap)
            elements.append(node)  # type: ignore[arg-type]
            parents.append(above)
            ends.append(row)
            owners.append(node)
            owner = node
            rows.append(row)
            above = row
            if tag in _SPECIAL:
                if tag in RAW:
                    raw = row
                elif kept < 0:
                    kept = row
            row += 1
        else:  # a template's content, or deeper than we go: what is in it belongs to the row above
            is_cut = is_cut or kind is Element
            owners.append(node)
            owner = node
            rows.append(above)
            continue
        gap = ""
    for open_row in rows[1:]:
        ends[open_row] = row
    is_cut = is_cut or next(nodes, None) is not None
    return Tree(tags, parents, ends, texts, elements, document, url, name, is_cut)


_SPECIAL = RAW | KEEPS_LINES
"""Elements whose text is not read as that of all others."""


def _spaced(data: str, *, keeps_lines: bool) -> str:
    """Turn the white space of the source into spaces, so that only real breaks look like breaks."""
    if keeps_lines:
        return data.replace("\t", " ")
    return data.replace("\n", " ").replace("\t", " ")
