"""The link and the picture of a record."""

from __future__ import annotations

from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record

_SOURCES = ("src", "data-src", "data-lazy-src", "data-original")


def read_link(tree: Tree, record: Record, title_row: int | None) -> Found[str] | None:
    """Return where a record leads: the link of its title, else its first link, else the link around it."""
    rows = [row for row in range(record.first, record.stop) if tree.tags[row] == "a"]
    if title_row is not None:
        near = [row for row in rows if title_row <= row < tree.ends[title_row] or row <= title_row < tree.ends[row]]
        rows = [*near, *rows]
    rows += [row for row in tree.ancestors(record.first) if tree.tags[row] == "a"]
    for row in rows:
        href = tree.attr(row, "href")
        if href and not href.startswith("#") and (link := tree.link(row)):
            return Found(link, row, 0.7, "href")
    return None


def read_image(tree: Tree, record: Record) -> Found[str] | None:
    """Return the first picture of a record that is not written into the page itself."""
    for row in range(record.first, record.stop):
        if tree.tags[row] != "img":
            continue
        for name in _SOURCES:
            value = tree.attr(row, name)
            if value and not value.startswith("data:") and (link := tree.link(row, name)):
                return Found(link, row, 0.6, name)
    return None
