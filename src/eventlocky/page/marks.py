"""Marks on the rows of a tree: block, hidden, boilerplate.

Block follows the HTML standard, inline `style` and the rule that an inline element around a block
is drawn as one. Hidden and boilerplate rows stay in the tree: a mark is a hint, not a verdict.

The parser's own selectors pick the elements that may deserve a mark; only those are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from eventlocky.page.elements import BLOCKS, CELLS, FURNITURE, TEXT, UNSEEN

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
_TELLING = ",".join(
    [
        "[style*=display i],[style*=visibility i],[hidden],[aria-hidden=true],[role]",
        *(f"[id*={part} i]" for part in ("nav", "menu", "foot", "cookie", "breadcrumb")),
    ],
)
"""The elements whose attributes, class apart, may deserve a mark."""

_FRAME = frozenset({"html", "body", "main"})
"""Elements that hold the whole page: whatever their attributes say, they are drawn and are not its furniture."""

_LARGE = 0.25
_LINKED = 0.5
"""A part with this share of the page's rows is furniture only where this share of its text is links. Old pages
stand in one `<form>`, and a table may be called `no-footer`: without the rule 15 % of the events of the corpora
stood in furniture, with it 2 %."""


@dataclass(frozen=True, slots=True)
class Marks:
    """One byte a row, 1 where the mark is set."""

    blocks: bytearray
    hidden: bytearray
    boilerplate: bytearray


def of(tree: Tree) -> Marks:
    """Work out all marks of a tree."""
    blocks: list[int] = []
    hidden: list[int] = []
    furniture: list[int] = []
    _mark_by_tag(tree, hidden, furniture)
    _mark_by_class(tree, hidden, furniture)
    _mark_by_attributes(tree, blocks, hidden, furniture)
    furniture = [row for row in furniture if not _is_content(tree, row)]
    return Marks(_blocks(tree, blocks), _spread(tree, hidden), _spread(tree, furniture))


def _mark_by_tag(tree: Tree, hidden: list[int], furniture: list[int]) -> None:
    """Add the rows whose tag is not drawn or is furniture by its meaning."""
    tags = set(tree.tags)
    for found, tops in ((UNSEEN & tags, hidden), (FURNITURE & tags, furniture)):
        for tag in found:
            tops += tree.select("template:not([shadowrootmode])" if tag == "template" else tag)


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


def _mark_by_attributes(tree: Tree, blocks: list[int], hidden: list[int], furniture: list[int]) -> None:
    """Add the rows whose style, role, id or `hidden` speaks."""
    for row in tree.select(_TELLING):
        if tree.tags[row] in _FRAME:
            continue
        style = tree.attr(row, "style") or ""
        if (
            _HIDDEN_STYLE.search(style)
            or tree.attr(row, "hidden") is not None
            or tree.attr(row, "aria-hidden") == "true"
        ):
            hidden.append(row)
        elif _BLOCK_STYLE.search(style):
            blocks.append(row)
        if tree.attr(row, "role") in _FURNITURE_ROLES or _furniture_names({tree.attr(row, "id") or ""}):
            furniture.append(row)


def _furniture_names(names: set[str]) -> set[str]:
    """Pick names such as `main-nav` or `site_footer` that have a word for furniture in them."""
    return {
        name
        for name in names
        if not _FURNITURE_NAMES.isdisjoint(name.lower().replace("-", " ").replace("_", " ").split())
    }


def _is_content(tree: Tree, row: int) -> bool:
    """Tell what the page is about from its furniture: large, and not mostly links."""
    stop = tree.ends[row]
    if stop - row < _LARGE * (tree.ends[tree.body] - tree.body):
        return False
    if tree.tags[row] == "form":
        return True
    linked = 0
    child = row
    while child < stop:
        if tree.tags[child] == "a":
            linked += len(tree.raw_text(child))
            child = tree.ends[child]
        else:
            child += 1
    return linked < _LINKED * len(tree.raw_text(row))


def _blocks(tree: Tree, styled: Iterable[int]) -> bytearray:
    """Mark every block by tag or style, and every inline element that holds one."""
    flags = {tag: tag in BLOCKS or tag in CELLS for tag in set(tree.tags)}
    marked = bytearray(map(flags.__getitem__, tree.tags))
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
