"""Bytes to Tree: encoding, the HTML5 parse, and the page as flat arrays."""

from eventlocky.page.parse import parse
from eventlocky.page.tree import Line, Tree

__all__ = ["Line", "Tree", "parse"]
