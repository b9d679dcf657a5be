"""Elements of XML by their names; the standard library escapes what they hold."""

from __future__ import annotations

from xml.etree import ElementTree as Tree  # noqa: ICN001 - we write with it and parse nothing

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def add(parent: Tree.Element, name: str, text: str = "", **attributes: str) -> Tree.Element:
    """Add an element with a text and attributes, and return it."""
    element = Tree.SubElement(parent, name, attributes)
    element.text = text or None
    return element


def document(root: Tree.Element) -> str:
    """Return the whole document."""
    return HEAD + Tree.tostring(root, encoding="unicode") + "\n"
