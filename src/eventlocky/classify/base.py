"""Event or not: what a classifier is, and the table of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from eventlocky.annotate import Annotations
from eventlocky.classify.best import Best
from eventlocky.classify.rules import Rules
from eventlocky.errors import UnknownNameError
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.types import Record


class Classifier(Protocol):
    """A judge of records."""

    name: str

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""


CLASSIFIERS: dict[str, type[Classifier]] = {classifier.name: classifier for classifier in (Best, Rules)}
"""Every classifier by its name: the table that a kind's `classifier` reads."""


def get(name: str, model: str = "") -> Classifier:
    """Return a classifier by its name; `model` is the file of a trained model for the one that has learned."""
    if name not in CLASSIFIERS:
        raise UnknownNameError("classifier", name, CLASSIFIERS)
    return Best(model) if name == Best.name else CLASSIFIERS[name]()
