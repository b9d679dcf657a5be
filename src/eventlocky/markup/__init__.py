"""What a page says of itself: JSON-LD, microdata, RDFa, microformats, Open Graph, feeds, times.

`read` gives the events that a page marks as such, `facts` what it says of itself as a whole, `feeds` the
feeds that it names, `times` its `<time>` elements. One file a syntax; each turns its elements into items with
the words of schema.org, and `event.py` reads an item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from eventlocky.markup import event, jsonld, merge, microdata, microformats, opengraph, rdfa
from eventlocky.markup.base import Item, Marked
from eventlocky.markup.feeds import Feed
from eventlocky.markup.feeds import read as feeds
from eventlocky.markup.opengraph import PageFacts, facts
from eventlocky.markup.scopes import in_template
from eventlocky.markup.vocabulary import HINT, bare, event_type
from eventlocky.page import Tree

_SCRIPTS = "script[type*='ld+json' i]"
_KINDS = "meta[property='og:type' i]"
_ELEMENTS = "[itemtype],[typeof],.h-event,.vevent"
"""One selector for the syntaxes that stand in elements: most pages have none of them, and are asked once."""

_IN_ELEMENTS: tuple[tuple[str, str, Callable[[Tree], list[Item]]], ...] = (
    ("microdata", "itemtype", microdata.read),
    ("rdfa", "typeof", rdfa.read),
    ("microformats", "class", microformats.read),
)
_ROOTS = {"h-event": "Event", "vevent": "Event"}


def read(tree: Tree, reference: date) -> list[Marked]:
    """Return the events that a page marks as such; `reference` is the day the page was fetched.

    An event that is marked in several syntaxes is given once, with what any of them says of it (see `merge.py`).
    """
    found: list[Marked] = []
    for by, items in _items(tree):
        marked = (event.read(tree, item, by, reference) for item in items)
        found = merge.merge(found, merge.distinct(one for one in marked if one))
    return found


def _items(tree: Tree) -> Iterator[tuple[str, list[Item]]]:
    """Yield the items of every syntax that are events, by the name of the syntax.

    The parser's elements are asked first: to find their rows costs more than all the rest of a page without events.
    """
    scripts = tree.document.select(_SCRIPTS)
    if any(HINT.search(script.text) for script in scripts):
        yield "json-ld", jsonld.read(tree, tree.rows(scripts))
    elements = tree.document.select(_ELEMENTS)
    for by, attribute, reader in _IN_ELEMENTS if elements else ():
        values = {value for element in elements if (value := element.attr(attribute))}
        types = {_ROOTS.get(name) or bare(name) for value in values for name in value.split()}
        if event_type(types):
            yield by, [item for item in reader(tree) if event_type(item.types) and not in_template(tree, item.row)]
    if any(map(opengraph.is_event, tree.document.select(_KINDS))):
        yield "opengraph", opengraph.read(tree)


def times(tree: Tree) -> list[tuple[int, str]]:
    """Return the rows of the `<time>` elements that say their date to machines, and what they say."""
    return [(row, tree.attr(row, "datetime") or "") for row in tree.select("time[datetime]")]


__all__ = ["Feed", "Marked", "PageFacts", "facts", "feeds", "read", "times"]
