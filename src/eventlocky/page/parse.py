"""Bytes to Tree. This file and `encoding.py` alone know which parser is underneath (turbohtml).

The parser builds the tree of the HTML standard in C; one pass over its nodes fills the arrays. Text
that is only white space is dropped, but for the space it stands for. A page that is too deep or has
too many nodes is cut and says so (`tree.is_cut`); nothing in a page makes this raise but too many
bytes or another format than HTML.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from eventlocky.page import encoding
from eventlocky.page.elements import KEEPS_LINES, RAW, SEPARATORS, TEXT
from eventlocky.page.tree import Element as TreeElement
from eventlocky.page.tree import Tree

if TYPE_CHECKING:
    import turbohtml

MAX_BYTES = 10_000_000
"""Pages have 0.12 MB on the average and 1.2 MB at the most in the corpora; 10 MB take 300 MB of memory."""

MAX_DEPTH = 512
"""Browsers stop nesting at 512, and so does our parser; the deepest page of the corpora has 137 levels."""

MAX_NODES = 1_000_000
"""The largest page of the corpora has 24,274; a million rows take about 600 MB."""


def parse(
    html: str | bytes,
    url: str = "",
    *,
    charset: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_nodes: int = MAX_NODES,
) -> Tree:
    """Return the tree of a page; `charset` is what the transport says of the encoding, if anything."""
    document, name = encoding.read(html, charset, max_bytes=max_bytes)
    return _flatten(document, url, name, max_depth, max_nodes)


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
    gap = ""  # the break or space owed to the next row
    is_cut = False
    separator_of = SEPARATORS.get
    nodes = iter(document.descendants)

    for node in islice(nodes, max_nodes):
        kind = type(node)
        if kind is Text:
            data: str = node.data  # type: ignore[attr-defined]
            if data.isspace():
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
            if above >= 0 and tags[above] in RAW:
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
            if kept < 0 and tag in KEEPS_LINES:
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


def _spaced(data: str, *, keeps_lines: bool) -> str:
    """Turn the white space of the source into spaces, so that only real breaks look like breaks."""
    if keeps_lines:
        return data.replace("\t", " ")
    return data.replace("\n", " ").replace("\t", " ")
