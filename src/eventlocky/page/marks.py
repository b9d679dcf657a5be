"""Marks on the rows of a tree: block, hidden, boilerplate.

Block follows the HTML standard, inline `style` and the rule that an inline element around a block
is drawn as one. Hidden and boilerplate rows stay in the tree: a mark is a hint, not a verdict.

The parser's own selectors pick the elements that may deserve a mark; only those are looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from eventlocky.page.elements import BLOCKS, CELLS, FURNITURE, UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable

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
_TELLING = "[style],[hidden],[aria-hidden=true],[role],[id*=nav],[id*=menu],[id*=foot],[id*=cookie],[id*=breadcrumb]"
"""The elements whose attributes, class apart, may deserve a mark."""

_FRAME = frozenset({"html", "body", "main"})
"""Elements that hold the whole page: whatever their class says, they are not its furniture."""


@dataclass(frozen=True, slots=True)
class Marks:
    """One byte a row, 1 where the mark is set."""

    blocks: bytearray
    hidden: bytearray
    boilerplate: bytearray


def of(tree: Tree) -> Marks:
    """Work out all marks of a tree."""
    blocks: list[int] = []
    hidden = [row for tag in UNSEEN for row in tree.select(tag)]
    furniture = [row for tag in FURNITURE for row in tree.select(tag)]
    _mark_by_class(tree, hidden, furniture)
    for element in tree.document.select(_TELLING):
        rows = tree.rows([element])
        style = element.attr("style") or ""
        if _HIDDEN_STYLE.search(style) or element.attr("hidden") is not None or element.attr("aria-hidden") == "true":
            hidden += rows
        elif _BLOCK_STYLE.search(style):
            blocks += rows
        if element.attr("role") in _FURNITURE_ROLES or _furniture_names({element.attr("id") or ""}):
            furniture += rows
    return Marks(_blocks(tree, blocks), _spread(tree, hidden), _spread(tree, furniture))


def _mark_by_class(tree: Tree, hidden: list[int], furniture: list[int]) -> None:
    """Add the rows whose class speaks of hiding or of furniture.

    A page has hundreds of names and a few that matter: they are looked for in one long string.
    """
    elements = tree.document.select("[class]")
    values = [element.attr("class") or "" for element in elements]
    distinct = set(values)
    names = set(" ".join(distinct).split())
    for found, tops in ((_furniture_names(names), furniture), (names & _HIDDEN_NAMES, hidden)):
        if found:
            telling = {value for value in distinct if not found.isdisjoint(value.split())}
            rows = tree.rows(element for element, value in zip(elements, values, strict=True) if value in telling)
            tops += [row for row in rows if tree.tags[row] not in _FRAME]


def _furniture_names(names: set[str]) -> set[str]:
    """Pick names such as `main-nav` or `site_footer` that have a word for furniture in them."""
    return {
        name
        for name in names
        if not _FURNITURE_NAMES.isdisjoint(name.lower().replace("-", " ").replace("_", " ").split())
    }


def _blocks(tree: Tree, styled: Iterable[int]) -> bytearray:
    """Mark every block by tag or style, and every inline element that holds one."""
    flags = {tag: tag in BLOCKS or tag in CELLS for tag in set(tree.tags)}
    marked = bytearray([flags[tag] for tag in tree.tags])
    for row in styled:
        marked[row] = 1
    parents = tree.parents
    for parent in compress(parents, bytes(marked)):
        above = parent
        while above >= 0 and not marked[above]:
            marked[above] = 1
            above = parents[above]
    return marked


def _spread(tree: Tree, tops: Iterable[int]) -> bytearray:
    """Mark whole subtrees, each row once."""
    marked = bytearray(len(tree))
    for row in sorted(tops):
        if not marked[row]:
            stop = tree.ends[row]
            marked[row:stop] = b"\x01" * (stop - row)
    return marked
