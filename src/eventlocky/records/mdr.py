"""MDR (mining data records): generalised nodes whose strings of tags are within an edit distance.

A baseline to compare with: it looks at tags alone, so it returns every repeated thing of a page, menus
included, and leaves it to the classifier to throw away what is no event. The regions are found as the paper
says (see `regions.py`); the edit distance is computed with whole columns as bits of one number, which gives
the same figure in a fraction of the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records import regions
from eventlocky.records.regions import Forms
from eventlocky.types import Record

_FARTHEST = 0.3
"""How many tags may differ, as a share of the mean length of two strings: the paper's figure."""

_MOST_COMPARED = 200
"""The most tags of a string that are compared."""

_STEPS_PER_ROW = 40
_STEPS = 20_000
"""Edit distances may cost so many steps on a page; then only equal strings are alike.

Of 447 pages of the corpora none gets there.
"""


class Mdr:
    """Edit distance of tag strings."""

    name = "mdr"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:  # noqa: ARG002 - tags alone
        """Return the repeated records of a page in document order; they do not overlap."""
        forms = Forms()
        numbers = forms.of(tree)
        strings = _Strings(forms, _STEPS + _STEPS_PER_ROW * len(tree))
        found = regions.find(tree, numbers, strings.alike)
        return [record for region in found for record in regions.records(tree, region, numbers, strings.alike)]


@dataclass(slots=True)
class _Strings:
    """The tag strings of subtrees, and which of them were found alike."""

    forms: Forms
    steps: int
    strings: dict[int, list[str]] = field(default_factory=dict)
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = field(default_factory=dict)

    def alike(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """Tell whether two runs of subtrees have nearly the same tags in the same order."""
        pair = (tuple(one), tuple(other))
        if pair not in self.known:
            self.known[pair] = one == other or self._is_near(one, other)
        return self.known[pair]

    def _is_near(self, one: Sequence[int], other: Sequence[int]) -> bool:
        sizes = [min(_MOST_COMPARED, sum(self.forms.sizes[number] for number in run)) for run in (one, other)]
        most = _FARTHEST * sum(sizes) / 2
        if max(sizes) - min(sizes) > most or self.steps <= 0:
            return False
        self.steps -= sizes[1]
        return distance(self._join(one), self._join(other)) <= most

    def _join(self, run: Sequence[int]) -> list[str]:
        return [tag for number in run for tag in self._string(number)][:_MOST_COMPARED]

    def _string(self, number: int) -> list[str]:
        """Return the tags of a subtree in document order."""
        if number not in self.strings:
            tags = []
            stack = [number]
            while stack:
                form = stack.pop()
                tags.append(self.forms.tags[form])
                stack += reversed(self.forms.children[form])
            self.strings[number] = tags
        return self.strings[number]


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many insertions, deletions and changes lead from one string to another (Myers 1999, Hyyrö 2003).

    Bit `i` of `rises` says that the distance grows from row `i` to row `i + 1` of the column, of `falls` that
    it shrinks; one pass over `other` moves the column from left to right.
    """
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for place, tag in enumerate(one):
        places[tag] = places.get(tag, 0) | 1 << place
    last = 1 << len(one) - 1
    whole = (last << 1) - 1
    rises, falls = whole, 0
    total = len(one)
    for tag in other:
        same = places.get(tag, 0)
        diagonal = ((((same & rises) + rises) ^ rises) | same | falls) & whole
        up = falls | ~(diagonal | rises) & whole
        down = rises & diagonal
        if up & last:
            total += 1
        if down & last:
            total -= 1
        up = (up << 1 | 1) & whole
        down = (down << 1) & whole
        rises = down | ~(diagonal | up) & whole
        falls = up & diagonal
    return total
