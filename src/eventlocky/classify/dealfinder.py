"""The Deal Finder's judge of a page and its blocks: five voters of clusters and naive Bayes, and the page's ratio.

A page sells where at least as many of its blocks sell as do not (Γ = 1.0) and it names any money; on a page that does
not, nothing is a deal. On one that does, a record is a deal where most voters are surer than τ = 0.90. What the voters
learn from, how they vote and how blocks are counted is in `deals/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from eventlocky.annotate import Annotations
from eventlocky.classify.deals import features
from eventlocky.classify.deals.nbem import THRESHOLD, Voters
from eventlocky.classify.deals.page import judge
from eventlocky.classify.texts import Shares, TextClassifier, check
from eventlocky.kinds import Kind
from eventlocky.models.arrays import Arrays
from eventlocky.page import Tree
from eventlocky.types import Record


class DealFinder(TextClassifier):
    """A vote over sentences, a ratio over pages."""

    name = "dealfinder"
    voters_: Voters

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,  # noqa: ARG002
        pages: Sequence[str] | None = None,  # noqa: ARG002
    ) -> Self:
        """Learn from as many sentences that sell as not, as the paper does; which of the more numerous is drawn."""
        check(texts, labels)
        places = _balanced(labels, self.seed)
        voters = Voters().fit([features.read(texts[place]) for place in places], [labels[place] for place in places])
        self._unpack(*_small(*voters.parts()))
        return self

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text how sure the middle one of the voters is that it sells."""
        if not texts:
            return np.zeros(0)
        return np.clip(self.voters_.probabilities([features.read(text) for text in texts]), 0.0, 1.0)

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is a deal: not at all, on a page that sells nothing."""
        if not records or not judge(tree, self.learned(kind).sells).is_deal():
            return [0.0] * len(records)
        return super().label(tree, annotations, records, kind)

    def sells(self, texts: Sequence[str]) -> list[bool]:
        """Tell of each text whether the voters take it for a deal."""
        return [bool(chance > THRESHOLD) for chance in self.probabilities(texts)]

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        return self.voters_.parts()

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        self.voters_ = Voters.of(arrays, card)


def _balanced(labels: Sequence[int], seed: int) -> list[int]:
    """Return the places of as many texts of each label, in their order."""
    of_label = [np.flatnonzero(np.asarray(labels) == label) for label in (0, 1)]
    most = min(map(len, of_label))
    random = np.random.default_rng(seed)
    return sorted(int(place) for places in of_label for place in random.permutation(places)[:most])


def _small(arrays: Arrays, card: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Return the same in single precision: half the size, and the same votes."""
    return {name: array.astype(np.float32) for name, array in arrays.items()}, card
