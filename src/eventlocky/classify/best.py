"""The trained judge: how likely a record is right, by what it looks like, what it says and what surrounds it.

Records of the finder `best` were weighed when they were chosen, so their score is the answer. Those of any other
finder are weighed here in the same way, list by list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from eventlocky.annotate import Annotation, Annotations
from eventlocky.classify.rules import Rules
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records import deals
from eventlocky.records.best import Best as Chooser
from eventlocky.records.best import weigh
from eventlocky.records.propose import Draft, Grouping
from eventlocky.records.slots import Sheet
from eventlocky.records.weigh import Scales
from eventlocky.types import Record


class Best:
    """The learned weights of the finder `best`, for the records of any finder."""

    name = "best"

    def __init__(self, model: str = "") -> None:
        """Store the file of the model ("" for the one that the package carries)."""
        self.model = model

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""
        labels = [record.score if record.title else 0.0 for record in records]
        if kind.anchor != "date":
            return labels if all(labels) else self._label_deals(tree, annotations, records, kind)
        lists: dict[int, list[tuple[int, Draft]]] = defaultdict(list)
        for number, record in enumerate(records):
            if not record.title and (anchor := _anchor(annotations, record, kind)):
                lists[record.group].append((number, Draft(record.first, record.stop, anchor)))
        if not lists:
            return labels
        model = Chooser(self.model).learned(kind)
        scales = Scales(Sheet(tree, annotations), kind, annotations.reference)
        for members in lists.values():
            for weighed in weigh(scales, [Grouping("unit", tuple(draft for _, draft in members))], model):
                chances, _ = weighed.weigh_all(scales, model)
                for (number, _), chance in zip(members, chances, strict=True):
                    labels[number] = max(labels[number], model.confidence(float(chance)))
        return labels

    def _label_deals(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Weigh the records of another finder as lists of offers; a kind without a model is judged by the rules."""
        model = Chooser(self.model).learned_of_deals(kind)
        if model is None:
            return Rules().label(tree, annotations, records, kind)
        return deals.label(tree, annotations, records, kind, model)


def _anchor(annotations: Annotations, record: Record, kind: Kind) -> Annotation | None:
    """Return the first find of the kind's anchor in a record, or in what it inherits."""
    for first, stop in ((record.first, record.stop), *((row, row + 1) for row in record.context)):
        for annotation in annotations.within(kind.anchor, first, stop):
            return annotation
    return None
