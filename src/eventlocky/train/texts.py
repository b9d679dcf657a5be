"""A model of a text classifier from labelled records, with the card that says what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eventlocky import classify
from eventlocky.classify.texts import TextClassifier
from eventlocky.errors import UnknownNameError
from eventlocky.train.records import LabelledTexts, pages_of


def get(name: str) -> type[TextClassifier]:
    """Return a classifier that learns from texts by its name."""
    if name not in classify.TEXT_CLASSIFIERS:
        what = "classifier that learns from texts"
        raise UnknownNameError(what, name, classify.TEXT_CLASSIFIERS)
    return classify.TEXT_CLASSIFIERS[name]


def fit(name: str, data: LabelledTexts, *, words: str, seed: int) -> TextClassifier:
    """Train a classifier on all records of a file."""
    texts, labels, sites = ([getattr(one, part) for one in data.records] for part in ("text", "label", "site"))
    return get(name)(words=words, seed=seed).fit(texts, labels, sites, pages_of(data.records))


def card(kind: str, data: LabelledTexts, scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a card says of the data and of how well it went with sites left out."""
    return {
        "kind": kind,
        "data": data.name,
        "data_sha256": data.digest,
        "records": len(data.records),
        "events": sum(record.label for record in data.records),
        "sites": len({record.site for record in data.records}),
        "scores": dict(scores),
    }
