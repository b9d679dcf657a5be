"""Where places are said: a forest over the ways to read them (`fields/venues.py`), from pages whose places are known.

The records are those that the model just made finds on the pages; a way is right in so far as the places that it reads
are those of the events. What its words and letters say is learned from other sites (inner folds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.fields import lands, premises, title, venues, when, where
from eventlocky.models import Forest, Model, WordWeights
from eventlocky.records.best import choose, weigh
from eventlocky.text import spelling
from eventlocky.text.words import words
from eventlocky.train.labels import Gold, pair
from eventlocky.train.linear import linear
from eventlocky.train.pages import LabelledPage
from eventlocky.train.sites import fold
from eventlocky.train.trees import forest

_INNER = 3
_WORDS_C = 4.0
_ROUNDS = 300
_TREES: dict[str, Any] = {
    "objective": "cross_entropy", "learning_rate": 0.06, "num_leaves": 24, "max_depth": 7, "min_data_in_leaf": 25,
    "feature_fraction": 0.4, "max_bin": 63,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A list: the ways to read its places, how often each is right, and the texts with whether each is a place."""

    domain: str
    ways: venues.Ways
    right: NDArray[np.float64]
    texts: dict[str, bool]


def fit(pages: Sequence[LabelledPage], model: Model) -> Model:
    """Return a model that knows of places too; the same one where no page says any."""
    lessons = [lesson for page in pages if any(event.place for event in page.gold) for lesson in _read(page, model)]
    if not any(right for lesson in lessons for right in lesson.texts.values()):
        return model
    rows: list[NDArray[np.float32]] = []
    taught: list[Lesson] = []
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.domain, _INNER, "places") != number]
        outer = [lesson for lesson in lessons if fold(lesson.domain, _INNER, "places") == number]
        said, spelt = _fit_words(inner or lessons)
        rows += [lesson.ways.rows(said, spelt) for lesson in outer]
        taught += outer
    said, spelt = _fit_words(lessons)
    forests = {**model.forests, "places": _fit_ways(rows, taught)}
    weights = {**model.weights, "place_words": said, "place_letters": spelt}
    return Model(forests, weights, model.sure_at, model.sure, model.card, model.trust)


def _read(page: LabelledPage, model: Model) -> list[Lesson]:
    """Find the records of a page and say which ways read their places."""
    scales = page.scales
    tree, annotations = scales.sheet.tree, scales.sheet.annotations
    groupings = [candidate.grouping for candidate in page.candidates]
    records = sorted(choose(scales, weigh(scales, groupings, model), model), key=lambda record: record.first)
    if not records:
        return []
    titles = [title.read(tree, record, annotations) for record in records]
    days = [
        str(found.value.first_day) if found and found.value.first_day else None
        for found in when.read_list(tree, annotations, records)
    ]
    pairs = pair(page.gold, days, [found.value if found else "" for found in titles])
    events = [page.gold[pairs[number]] if number in pairs else None for number in range(len(records))]
    default = where.of_page(tree, annotations)
    seen = where.see(tree, records, annotations, default, titles, lands.of(tree, records))
    lessons = []
    for members in where.lists_of(records):
        some = venues.sample([seen[number] for number in members])
        known = [event for one in some if (event := events[seen.index(one)]) is not None and event.place]
        if known:
            asked = [(one, events[seen.index(one)]) for one in some]
            lessons.append(_lesson(page.domain, default, venues.ways(some, len(members)), asked))
    return [lesson for lesson in lessons if lesson.ways.keys]


def _lesson(
    domain: str,
    default: premises.Premises,
    ways: venues.Ways,
    asked: Sequence[tuple[venues.Seen, Gold | None]],
) -> Lesson:
    """Say how often every way of a list is right: NaN where nobody knows."""
    texts: dict[str, bool] = {}
    right = []
    for key in ways.keys:
        told = []
        for one, event in asked:
            if event is None or not event.place or (sighting := one.all.get(key)) is None:
                continue
            place = default.complete(premises.split(sighting.text))
            whole = sighting.text if key[0] in venues.OF_PAGE else f"{place.name or ''} {place.address or ''}"
            told.append(event.is_at(whole))
            texts[sighting.text] = texts.get(sighting.text, False) or told[-1]
        right.append(float(np.mean(told)) if told else np.nan)
    return Lesson(domain, ways, np.array(right), texts)


def _fit_words(lessons: Sequence[Lesson]) -> tuple[WordWeights, WordWeights]:
    """Learn what the words and the letters of places are."""
    texts = [(text, right, len(lesson.texts) ** -0.7) for lesson in lessons for text, right in lesson.texts.items()]
    texts = [each for each in texts if words(each[0], 1)]
    said = [venues.hashes(text) for text, _, _ in texts]
    spelt = [spelling.numbers(text) for text, _, _ in texts]
    right, weights = [each[1] for each in texts], [each[2] for each in texts]
    return (
        linear(said, right, weights, venues.WORDS, _WORDS_C),
        linear(spelt, right, weights, spelling.SIZE, _WORDS_C, is_counted=True),
    )


def _fit_ways(rows: Sequence[NDArray[np.float32]], lessons: Sequence[Lesson]) -> Forest:
    known = [~np.isnan(lesson.right) for lesson in lessons]
    table = np.concatenate([some[is_known] for some, is_known in zip(rows, known, strict=True)])
    right = np.concatenate([lesson.right[is_known] for lesson, is_known in zip(lessons, known, strict=True)])
    weights = np.concatenate([np.full(is_known.sum(), max(1, is_known.sum()) ** -0.5) for is_known in known])
    return forest(table, right, weights, venues.FEATURES, _TREES, _ROUNDS)
