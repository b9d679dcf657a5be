"""Event or not: what a classifier is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from eventlocky.annotate import Annotations
from eventlocky.classify.best import Best
from eventlocky.classify.besttext import BestText
from eventlocky.classify.dealfinder import DealFinder
from eventlocky.classify.eventfinder import EventFinder
from eventlocky.classify.kedr import Kedr
from eventlocky.classify.onehot import OneHot
from eventlocky.classify.paragraphs import Pvdm, PvdmX10
from eventlocky.classify.rules import Rules
from eventlocky.classify.strawmen import Bayes, Knn
from eventlocky.classify.texts import TextClassifier
from eventlocky.classify.vectors import Locky, W2vMean
from eventlocky.errors import UnknownNameError
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.types import Record


class Classifier(Protocol):
    """A judge of records."""

    name: str

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""


TEXT_CLASSIFIERS: dict[str, type[TextClassifier]] = {
    classifier.name: classifier
    for classifier in (BestText, OneHot, W2vMean, Pvdm, PvdmX10, Locky, Bayes, Knn, DealFinder)
}
"""Those that learn from the texts of records, by name: what `train --records` makes a model for."""

RULES: dict[str, type[EventFinder | Kedr]] = {EventFinder.name: EventFinder, Kedr.name: Kedr}
"""Those that judge texts by rules alone, by name."""

_OTHERS: tuple[type[Classifier], ...] = (Best, Rules, EventFinder, Kedr)
CLASSIFIERS: dict[str, type[Classifier]] = {classifier.name: classifier for classifier in _OTHERS} | {
    **TEXT_CLASSIFIERS
}
"""Every classifier by its name: the table that `--classifier` and a kind's `classifier` read."""


def get(name: str, model: str = "") -> Classifier:
    """Return a classifier by its name; `model` is the file of a trained model for those that have learned."""
    if name in TEXT_CLASSIFIERS:
        return TEXT_CLASSIFIERS[name](model)
    if name not in CLASSIFIERS:
        raise UnknownNameError("classifier", name, CLASSIFIERS)
    return Best(model) if name == Best.name else CLASSIFIERS[name]()
