"""What a page says of itself: JSON-LD, microdata, RDFa, microformats, Open Graph, feeds, times.

`read` gives the events that a page marks as such, `facts` what it says of itself as a whole, `feeds` the
feeds that it names, `times` its `<time>` elements. One file a syntax; each turns its elements into items with
the words of schema.org, and `event.py` reads an item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from eventlocky.markup import event, jsonld, microdata, microformats, opengraph, rdfa
from eventlocky.markup.base import Item, Marked
from eventlocky.markup.feeds import Feed
from eventlocky.markup.feeds import read as feeds
from eventlocky.markup.opengraph import PageFacts, facts
from eventlocky.markup.scopes import in_template
from eventlocky.markup.vocabulary import bare, event_type
from eventlocky.page import Tree

_SCRIPTS = "script[type*='ld+json' i]"
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

    An event that is marked in two syntaxes is given once: as the first says (JSON-LD, microdata, RDFa,
    microformats, Open Graph), unless only a later one knows the time of day.
    """
    found: dict[object, Marked] = {}
    known: dict[tuple[str, date | None], list[object]] = {}
    for by, items in _items(tree):
        new: dict[object, Marked] = {}
        for item in items:
            if marked := event.read(tree, item, by, reference):
                new.setdefault(_account(marked), marked)
        _merge(found, known, new)
    return list(found.values())


def _merge(found: dict[object, Marked], known: dict[tuple[str, date | None], list[object]], new: dict[object, Marked]) -> None:
    """Add what another syntax says: new events, and the times of those that were known without."""
    taken = {name: list(accounts) for name, accounts in known.items()}
    for account, marked in new.items():
        said = marked.event
        name = (said.title.casefold(), said.when.first_day)
        if accounts := taken.get(name):
            first = accounts.pop(0) if len(accounts) > 1 else accounts[0]
            if found[first].event.when.all_day and not said.when.all_day:
                found[first] = marked
        else:
            found[account] = marked
            known.setdefault(name, []).append(account)


def _account(marked: Marked) -> tuple[object, ...]:
    """Return what is the same where one syntax tells of the same event twice."""
    said = marked.event
    return said.title.casefold(), said.when.start, said.when.end, said.where.name, said.where.address


def _items(tree: Tree) -> Iterator[tuple[str, list[Item]]]:
    """Yield the items of every syntax that are events, by the name of the syntax."""
    if tree.document.select(_SCRIPTS):
        yield "json-ld", jsonld.read(tree, tree.select(_SCRIPTS))
    elements = tree.document.select(_ELEMENTS)
    for by, attribute, reader in _IN_ELEMENTS if elements else ():
        values = {value for element in elements if (value := element.attr(attribute))}
        types = {_ROOTS.get(name) or bare(name) for value in values for name in value.split()}
        if event_type(types):
            yield by, [item for item in reader(tree) if event_type(item.types) and not in_template(tree, item.row)]
    if tree.document.select("meta[property='og:type' i]"):
        yield "opengraph", opengraph.read(tree)


def times(tree: Tree) -> list[tuple[int, str]]:
    """Return the rows of the `<time>` elements that say their date to machines, and what they say."""
    return [(row, tree.attr(row, "datetime") or "") for row in tree.select("time[datetime]")]


__all__ = ["Feed", "Marked", "PageFacts", "facts", "feeds", "read", "times"]
