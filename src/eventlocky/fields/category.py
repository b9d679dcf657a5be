"""What sort of event a record announces: the words of its title, of its first lines, and of the title of its page.

The words and how they are weighed stand in `classify/category.py`.
"""

from __future__ import annotations

from itertools import chain, islice

from eventlocky.classify.category import NAMES, decide, languages_of, words_of
from eventlocky.fields import lines
from eventlocky.fields.base import Found, once_a_page
from eventlocky.fields.lines import Line
from eventlocky.page import Tree
from eventlocky.text.words import is_dense, lowered
from eventlocky.types import Record

_LONGEST = 400
_LONGEST_HEADING = 200
_MOST_VOTES = 1_500
"""So many words of a page vote on its language."""

_HEADINGS = "title,h1"
_MOST_HEADINGS = 3


class _About:
    """The words of the languages of a page, and what its own titles say of all its records."""

    def __init__(self, tree: Tree) -> None:
        self._known = lines.words(tree)  # not the tree, which keeps this: no page shall wait for the collector
        shown = lines.within(tree, 0, len(tree))
        votes = islice(chain.from_iterable(line.words for line in shown), _MOST_VOTES)
        sample = tree.whole_text[: _MOST_VOTES * 6]
        self.words = words_of(languages_of(sample, votes))
        headings = [tree.text(row)[:_LONGEST_HEADING] for row in tree.select(_HEADINGS)[:_MOST_HEADINGS]]
        text = " ".join(headings)
        self.points = self.words.count(text, lowered(text))
        self.judged = decide({}, {}, self.points)
        self.is_dense = is_dense(tree.whole_text)
        self._telling: tuple[int, frozenset[str]] = 0, frozenset()

    def may_tell(self, shown: list[Line]) -> bool:
        """Tell whether lines have a word that speaks for some category, or begins a phrase that does."""
        known = self._known
        if self._telling[0] != len(known):  # a record that begins within a word adds one
            self._telling = len(known), frozenset(filter(self.words.is_telling, known))
        return any(not self._telling[1].isdisjoint(line.words) for line in shown)


_about = once_a_page(_About)


def read(tree: Tree, record: Record, title: Found[str] | None) -> Found[str] | None:
    """Return the category that most words of a record speak for, or None where too little tells it."""
    about = _about(tree)
    name = title.value if title else ""
    of_title = about.words.count(name, lowered(name))
    found = lines.within(tree, record.first, min(record.stop, record.first + _LONGEST))
    if about.is_dense or about.may_tell(found):
        judged = decide(of_title, about.words.count(*_head(found)), about.points)
    else:
        judged = decide(of_title, {}, about.points) if of_title else about.judged
    if judged is None:
        return None
    return Found(judged.category, title.row if title else record.first, judged.confidence)


def _head(found: list[Line]) -> tuple[str, list[str]]:
    """Return the text with which a record begins and its words in lower case."""
    text = " ".join([line.text for line in found])
    if len(text) > _LONGEST:
        text = text[:_LONGEST]
        return text, lowered(text)
    return text, [word for line in found for word in line.words]


__all__ = ["NAMES", "read"]
