"""Bytes to Tree. This file, `bombs.py` and `encoding.py` alone know which parser is underneath (turbohtml).

The parser builds the tree of the HTML standard in C; one pass over its nodes fills the arrays. Text
that is only white space is dropped, but for the space it stands for. A page that is too deep or has
too many nodes is cut and says so (`tree.is_cut`); nothing in a page makes this raise but too many
bytes, another format than HTML, or a tree that would explode.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from eventlocky.page import bombs, encoding
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

_MOST_LINES = 5_000
"""A kept text of more lines is one row: a log, no programme."""

_KEPT_LINE = re.compile(r"\s*\S[^\n]*")
"""A line of a text whose breaks are kept, with what is blank before it."""

_DENSE = "\u2e80"
"""From here on stand the scripts that are written without spaces."""

_PART_OF_NUMBER = 2
"""So many digits may be the end of a number that began in another element."""

_ORDINAL = re.compile(
    r"(?:(?:st|nd|rd|th|ST|ND|RD|TH|er|re|ère|nde?|ème|eme|r[oa]|ste|º|ª)(?![\w.])|[eoa](?![\w.]|\s*\d))"
)
"""What goes on with the number before it, as `th` does; a letter with a number behind it is a word (`6 e 7`)."""

_RAISED = frozenset({"sup", "sub"})
_IN_WORDS = frozenset({"b", "i", "strong", "em", "font"})
"""Elements that may begin or end inside a word: `<b>Mc</b><b>Cartney</b>`."""

_SPECIAL = RAW | KEEPS_LINES
"""Elements whose text is not read as that of all others."""


def parse(
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
    return _flatten(bombs.parse(text), url, name, max_depth, max_nodes)


def _flatten(  # noqa: C901, PLR0912, PLR0915 - see its docstring
    document: turbohtml.Document, url: str, name: str, max_depth: int, max_nodes: int
) -> Tree:
    """Write the nodes of a document into arrays, each node touched once.

    This loop is most of what a page costs: it is written out, not cut into functions.
    """
    from turbohtml import DocumentFragment, Element, Text  # 60 ms, paid by the first page only

    root: Any = document.root  # a page always has one
    owner: TreeElement | None = root  # the open element as the parser knows it …
    above = 0  # … and as we do
    tags = ["html"]
    parents = [-1]
    ends = [1]
    texts = ["\n"]
    elements: list[TreeElement | None] = [owner]
    hosts: dict[object, TreeElement | None] = {}  # nodes without a row, and the elements their content belongs to
    row = depth = 1
    kept = raw = -1  # the rows of an open <pre>, and of the last <script> or <style>
    gap = ""  # the break or space owed to the next row
    before = 0  # the row of the text before, and whether elements ended and began since: <b>Sa</b><b>21.01.</b>
    is_closed = is_apart = False
    separator_of = SEPARATORS.get
    nodes = iter(root.descendants)  # not the document's: there may be a million comments before <html>

    for node in islice(nodes, max(max_nodes, 0)):
        kind = type(node)
        if kind is Text:
            if above == raw and node.parent is owner:
                continue  # a script: to ask for its text would copy it
            data: str = node.data
            is_blank = data.isspace()
            if is_blank and kept < 0:
                gap = gap or " "
                continue
        elif kind is not Element:
            if kind is DocumentFragment:  # what a template holds
                hosts[node] = hosts.get(node.parent, node.parent)
            continue
        parent = node.parent
        if parent is not owner:
            if hosts and parent in hosts:
                if kind is Text and type(parent) is Element:  # it was cut: its words stand apart
                    if parent.tag in RAW:
                        continue
                    data = f" {data} "
                parent = hosts[parent]
            while parent is not owner and above:  # close what has ended
                ends[above] = row
                gap = separator_of(tags[above]) or gap
                if above == kept:
                    kept = -1
                above = parents[above]
                owner = elements[above]
                depth -= 1
                is_closed = True
        if kind is Text:
            if above == raw:
                continue
            if is_blank:
                gap = "\n" if kept >= 0 and "\n" in data else gap or " "
                continue
            if is_apart and not gap and _are_apart(texts[before], data, before, above, tags, parents):
                gap = " "
            is_closed = is_apart = False
            if "\n" in data and kept < 0:  # only real breaks shall look like breaks
                data = data.replace("\n", " ")
            if "\t" in data:
                data = data.replace("\t", " ")
            if kept >= 0 and 0 < data.count("\n") < _MOST_LINES:  # each line is a row, as those between two <br> are
                *above_it, data = _lines(gap + data)
                for line in above_it:
                    tags.append(TEXT)
                    texts.append(line)
                    elements.append(None)
                    parents.append(above)
                    row += 1
                    ends.append(row)
                gap = ""
            tags.append(TEXT)
            texts.append(gap + data if gap else data)
            elements.append(None)
            parents.append(above)
            before = row
            row += 1
            ends.append(row)
        elif depth < max_depth:
            tag: str = node.tag
            tags.append(tag)
            if between := separator_of(tag) or gap:
                is_closed = is_apart = False
            elif is_closed:
                is_apart = True
            texts.append(between)
            elements.append(node)
            parents.append(above)
            ends.append(row)
            if tag in _SPECIAL:
                if tag in RAW:
                    raw = row
                elif kept < 0:
                    kept = row
            above = row
            owner = node
            row += 1
            depth += 1
        else:  # deeper than we go
            hosts[node] = owner
            gap = separator_of(node.tag) or gap
            continue
        gap = ""
    while above >= 0:
        ends[above] = row
        above = parents[above]
    is_cut = any(type(node) is Element for node in hosts) or next(nodes, None) is not None
    return Tree(tags, parents, ends, texts, elements, document, url, name, is_cut)


def _are_apart(one: str, text: str, before: int, above: int, tags: list[str], parents: list[int]) -> bool:
    """Tell whether a text is another word than the one before it, where an element ends and a new one begins.

    `<span>Do</span><span>21.01.16</span><span>20 Uhr</span>` is drawn as three things. Letters alone may be of one
    word, each in a colour of its own, but for a capital behind a small one; `<b>20</b><b>25</b>` is one number,
    `6<sup>th</sup>` one ordinal, `<b>Mc</b><b>Cartney</b>` one name. `before` is the row of the one, `above` that of
    the element of the other.
    """
    last, first = one[-1], text[0]
    if max(last, first) >= _DENSE or not (last.isalnum() and first.isalnum()) or _raised(above, tags, parents):
        return False
    if (raised := _raised(parents[before], tags, parents)) and parents[raised] in (above, parents[above]):
        if _ORDINAL.fullmatch(one.strip()):
            return True  # 1<sup>er</sup><span>juin
        if len(one) == 1 and first.isalpha():
            return False  # <span>H</span><sub>2</sub><span>O
    if last.isdigit() and first.isdigit():
        return len(text) > _PART_OF_NUMBER
    if last.isdigit() or first.isdigit():
        return first.isdigit() or _ORDINAL.match(text) is None
    is_capital = last.islower() and first.isupper()
    return is_capital and (" " in text.strip() or not {tags[above], tags[parents[before]]} <= _IN_WORDS)


def _raised(row: int, tags: list[str], parents: list[int]) -> int:
    """Return the raised or lowered element that a row is or stands right in, or 0."""
    if tags[row] in _RAISED:
        return row
    return parents[row] if row and tags[parents[row]] in _RAISED else 0


def _lines(text: str) -> list[str]:
    """Cut a text whose breaks are kept into the lines that say something; together they are the text."""
    words = text.rstrip()
    lines: list[str] = _KEPT_LINE.findall(words)
    lines[-1] += text[len(words) :]
    return lines
