"""Marks on the rows of a tree: block, hidden, boilerplate.

Block follows the HTML standard, inline `style` and the rule that an inline element around a block
is drawn as one. Hidden and boilerplate rows stay in the tree: a mark is a hint, not a verdict.

The parser's own selectors pick the elements that may deserve a mark; only those are looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import TYPE_CHECKING

from eventlocky.page.elements import BLOCKS, CELLS, FURNITURE, UNSEEN

if TYPE_CHECKING:
    from eventlocky.page.tree import Tree

_BLOCK_STYLE = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.IGNORECASE)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_HIDDEN_NAMES = frozenset({"hidden", "d-none", "is-hidden", "sr-only", "visually-hidden", "screen-reader-text"})
_FURNITURE_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "search", "menu", "menubar", "dialog", "alertdialog"},
)
_FURNITURE_NAMES = frozenset(
    """
    nav navbar navigation menu submenu breadcrumb breadcrumbs footer cookie cookies consent gdpr pagination pager
    social share sharing skip copyright newsletter subscribe
    """.split(),
)
_TELLING = "[style*=display i],[style*=visibility i],[hidden],[aria-hidden=true],[role]"
"""The elements whose attributes, names apart, may deserve a mark."""

_FRAME = frozenset({"html", "body", "main"})
"""Elements that hold the whole page: whatever their attributes say, they are drawn and are not its furniture."""

_LARGE = 0.25
_LINKED = 0.5
"""A part with this share of the page's rows is furniture only where this share of its text is links. Old pages
stand in one `<form>`, and a table may be called `no-footer`: without the rule 15 % of the events of the corpora
stood in furniture, with it 3 %."""

_BLOCK, _UNSEEN, _FURNITURE = 1, 2, 4
_BITS = {
    tag: _BLOCK * (tag in BLOCKS or tag in CELLS) + _UNSEEN * (tag in UNSEEN) + _FURNITURE * (tag in FURNITURE)
    for tag in BLOCKS | CELLS | UNSEEN | FURNITURE
}
"""What the tag alone says."""

_IS_BLOCK, _IS_UNSEEN, _IS_FURNITURE = (
    bytes(bool(bits & bit) for bits in range(256)) for bit in (_BLOCK, _UNSEEN, _FURNITURE)
)


@dataclass(frozen=True, slots=True)
class Marks:
    """One byte a row, 1 where the mark is set."""

    blocks: bytearray
    hidden: bytearray
    boilerplate: bytearray


def of(tree: Tree) -> Marks:
    """Work out all marks of a tree."""
    bits_of = {tag: _BITS.get(tag, 0) for tag in set(tree.tags)}
    bits = bytes(map(bits_of.__getitem__, tree.tags))
    blocks = bytearray(bits.translate(_IS_BLOCK))
    hidden = [row for row in _rows(bits.translate(_IS_UNSEEN)) if not _is_shadow_root(tree, row)]
    furniture = _rows(bits.translate(_IS_FURNITURE))
    _mark_by_class(tree, hidden, furniture)
    _mark_by_id(tree, furniture)
    _mark_by_attributes(tree, blocks, hidden, furniture)
    _lift(blocks, tree.parents)
    return Marks(blocks, _spread(tree, hidden), _spread(tree, _without_content(tree, furniture)))


def _rows(flags: bytes) -> list[int]:
    """Return the rows that are flagged."""
    return [match.start() for match in re.finditer(b"\x01", flags)]


def _is_shadow_root(tree: Tree, row: int) -> bool:
    """Tell a template that browsers draw, as part of the element around it, from the others."""
    return tree.tags[row] == "template" and tree.attr(row, "shadowrootmode") is not None


def _mark_by_class(tree: Tree, hidden: list[int], furniture: list[int]) -> None:
    """Add the rows whose class speaks of hiding or of furniture."""
    distinct = set(tree.class_names)
    names = set(" ".join(distinct).split())
    for telling, tops in ((_HIDDEN_NAMES & names, hidden), (_furniture_names(names), furniture)):
        if telling:
            told = {value for value in distinct if not telling.isdisjoint(value.split())}
            tops.extend(_drawn(tree, [row for row, value in enumerate(tree.class_names) if value in told]))


def _mark_by_id(tree: Tree, furniture: list[int]) -> None:
    """Add the rows whose id speaks of furniture."""
    if telling := _furniture_names(set(tree.ids)):
        furniture += _drawn(tree, [row for row, value in enumerate(tree.ids) if value in telling])


def _mark_by_attributes(tree: Tree, blocks: bytearray, hidden: list[int], furniture: list[int]) -> None:
    """Add the rows whose style, role or `hidden` speaks."""
    for row in _drawn(tree, tree.select(_TELLING)):
        style = tree.attr(row, "style")
        if style and _BLOCK_STYLE.search(style):
            blocks[row] = 1
        if (
            (style and _HIDDEN_STYLE.search(style))
            or tree.attr(row, "hidden") is not None
            or tree.attr(row, "aria-hidden") == "true"
        ):
            hidden.append(row)
        if tree.attr(row, "role") in _FURNITURE_ROLES:
            furniture.append(row)


def _furniture_names(names: set[str]) -> set[str]:
    """Pick names such as `main-nav` or `site_footer` that have a word for furniture in them.

    A page has hundreds of names: they are taken apart in one string, of one line a name.
    """
    if not names:
        return set()
    lines = "\0".join(names).lower().replace("-", " ").replace("_", " ").split("\0")  # no attribute holds a NUL
    is_none = _FURNITURE_NAMES.isdisjoint
    return {name for name, line in zip(names, lines, strict=True) if not is_none(line.split())}


def _drawn(tree: Tree, rows: Iterable[int]) -> list[int]:
    """Leave out the rows that hold the whole page."""
    return [row for row in rows if tree.tags[row] not in _FRAME]


def _without_content(tree: Tree, furniture: list[int]) -> list[int]:
    """Leave out the rows that hold what the page is about: large, and a form or not mostly links."""
    ends, tags = tree.ends, tree.tags
    large = _LARGE * (ends[tree.body] - tree.body)
    doubtful = {row for row in furniture if ends[row] - row > large}
    content = {row for row in doubtful if tags[row] == "form"}
    if doubtful > content:
        links, written = tree.links, tree.offsets
        linked = [0, *accumulate(written[ends[link]] - written[link] for link in links)]
        for row in doubtful:
            in_links = linked[bisect_left(links, ends[row])] - linked[bisect_left(links, row)]
            if in_links < _LINKED * (written[ends[row]] - written[row]):
                content.add(row)
    return [row for row in furniture if row not in content]


def _lift(blocks: bytearray, parents: list[int]) -> None:
    """Mark every inline element that holds a block."""
    for parent in set(compress(parents, bytes(blocks))):
        above = parent
        while above >= 0 and not blocks[above]:
            blocks[above] = 1
            above = parents[above]


def _spread(tree: Tree, tops: Iterable[int]) -> bytearray:
    """Mark whole subtrees, each row once."""
    marked = bytearray(len(tree))
    for row in sorted(tops):
        if not marked[row]:
            stop = tree.ends[row]
            marked[row:stop] = b"\x01" * (stop - row)
    return marked
