"""The model of the finder `best`, in four steps, each trained so that no page is weighed by what it taught.

1. Where titles stand: a forest over the slots of lists.
2. What words say: one weight a word.
3. Which records are right: a forest over records, with the scores of 1 and 2 from other sites (inner folds).
4. How sure that is: the share of right records by probability, on sites left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.models import Forest, Model, WordWeights
from eventlocky.records import slots as slotting
from eventlocky.records import weigh
from eventlocky.records.best import variants
from eventlocky.train.labels import pair
from eventlocky.train.pages import Candidate, LabelledPage, fold
from eventlocky.train.trees import forest, need, order

_INNER = 3
_UNTITLED = 0.3
"""What a record counts whose day alone is known to be right."""

_TITLE_ROUNDS = 120
_RECORD_ROUNDS = 200
_RECORD_TREES: dict[str, Any] = {"learning_rate": 0.06, "min_data_in_leaf": 50, "feature_fraction": 0.4, "max_depth": 6}


@dataclass
class Lesson:
    """A page with the scores that others gave it, while a model is made."""

    page: LabelledPage
    titles: list[NDArray[np.float64]] = field(default_factory=list)
    words: list[list[float]] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)


def fit(pages: Sequence[LabelledPage], card: dict[str, Any] | None = None) -> Model:
    """Make a model of some pages; the same pages give the same model."""
    lessons = [Lesson(page) for page in pages]
    _crossed(lessons, _fit_titles, _score_titles, "titles")
    _crossed(lessons, _fit_words, _score_words, "words")
    for lesson in lessons:
        _write_rows(lesson)
    chances: list[float] = []
    right: list[float] = []
    weights: list[float] = []
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, "records") != number]
        outer = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, "records") == number and lesson.rows]
        if not inner or not outer:
            continue
        forest = _fit_records(inner)
        for lesson in outer:
            chances += forest.probabilities(np.array(lesson.rows, dtype=np.float32)).tolist()
            right += lesson.right
            weights += lesson.weights
    sure_at, sure = _calibrate(chances, right, weights)
    return Model(
        _fit_titles(lessons), _fit_records(lessons), _fit_words(lessons), sure_at, sure,
        {"pages": len(pages), "sites": len({page.domain for page in pages}), "hash": _hash(pages)} | (card or {}),
    )  # fmt: skip


def _crossed(
    lessons: list[Lesson], fit_on: Callable[[list[Lesson]], Any], score: Callable[[Lesson, Any], None], salt: str
) -> None:
    """Score every page by what the pages of other sites taught."""
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, salt) != number]
        learned = fit_on(inner or lessons)
        for lesson in lessons:
            if fold(lesson.page.domain, _INNER, salt) == number:
                score(lesson, learned)


# 1. Titles -----------------------------------------------------------------------------------------


def _fit_titles(lessons: list[Lesson]) -> Forest:
    rows, right, weights = [], [], []
    for lesson in lessons:
        known = [candidate for candidate in lesson.page.candidates if candidate.right is not None]
        for candidate in known:
            for slot, is_right in zip(candidate.slots, candidate.right or (), strict=True):
                rows.append(slot.features)
                right.append(float(is_right))
                weights.append(len(known) ** -0.7)
    trees = {"monotone_constraints": order(slotting.FEATURES, slotting.RISING, slotting.FALLING)}
    return forest(rows, right, weights, slotting.FEATURES, trees, _TITLE_ROUNDS)


def _score_titles(lesson: Lesson, forest: Forest) -> None:
    rows = [slot.features for candidate in lesson.page.candidates for slot in candidate.slots]
    chances = forest.probabilities(np.array(rows, dtype=np.float32)) if rows else np.zeros(0)
    ends = np.cumsum([len(candidate.slots) for candidate in lesson.page.candidates])
    lesson.titles = np.split(chances, ends[:-1]) if len(ends) else []


# 2. Words ------------------------------------------------------------------------------------------


def _fit_words(lessons: list[Lesson]) -> WordWeights:
    linear_model = need("sklearn.linear_model")
    texts, right, weights = [], [], []
    for lesson in lessons:
        days = {event.day for event in lesson.page.gold if event.day}
        count = sum(len(candidate.hashes) for candidate in lesson.page.candidates)
        for candidate in lesson.page.candidates:
            for day, hashes in zip(weigh.sample(candidate.days), candidate.hashes, strict=True):
                is_right = day in days
                if is_right or lesson.page.is_complete:
                    texts.append(hashes)
                    right.append(is_right)
                    weights.append(1 / count)
    model = linear_model.LogisticRegression(C=0.5, max_iter=300)
    model.fit(_sparse(texts), right, sample_weight=np.array(weights) / np.mean(weights))
    return WordWeights(model.coef_[0].astype(np.float16).astype(np.float32), float(model.intercept_[0]))


def _sparse(texts: list[list[int]]) -> Any:  # noqa: ANN401 - scipy has no types
    sparse = need("scipy.sparse")
    places: list[int] = []
    values: list[float] = []
    ends = [0]
    for hashes in texts:
        distinct = sorted(set(hashes))
        places += distinct
        values += [len(distinct) ** -0.5] * len(distinct)
        ends.append(len(places))
    return sparse.csr_matrix((values, places, ends), shape=(len(texts), weigh.HASHES))


def _score_words(lesson: Lesson, words: WordWeights) -> None:
    lesson.words = [[words.score(hashes) for hashes in candidate.hashes] for candidate in lesson.page.candidates]


# 3. Records ----------------------------------------------------------------------------------------


def _write_rows(lesson: Lesson) -> None:
    """Write the numbers of some records of every list and whether they are right."""
    page = lesson.page
    proposals = [
        (candidate, variant, said)
        for candidate, chances, said in zip(page.candidates, lesson.titles, lesson.words, strict=True)
        for variant in variants(candidate.slots, chances)
    ]
    for candidate, variant, said in proposals:
        everyone = range(len(candidate.days))
        some = weigh.sample(everyone)
        every_title = page.scales.titles(candidate.grouping, variant.order, everyone)
        titles = [every_title[number] for number in some]
        text = (sum(said) / len(said), min(said))
        shared = page.scales.shared(candidate.grouping, titles, variant.slot, variant.scores, text)
        rows = page.scales.rows(candidate.grouping, shared, some, titles)
        right, counts = _right_records(page, candidate, [title.words for title in every_title])
        for number, row in zip(some, rows, strict=True):
            if counts[number]:
                lesson.rows.append(row)
                lesson.right.append(right[number])
                lesson.weights.append(counts[number] * len(some) ** -0.5 * len(proposals) ** -0.8)


def _right_records(page: LabelledPage, candidate: Candidate, titles: list[str]) -> tuple[list[float], list[float]]:
    """Return which records of a list are right, and what each counts."""
    pairs = pair(page.gold, candidate.days, titles)
    right, counts = [], []
    for number in range(len(titles)):
        event = page.gold[pairs[number]] if number in pairs else None
        right.append(float(event is not None))
        if event is None:
            counts.append(float(page.is_complete))
        else:
            counts.append(0.0 if event.is_optional else 1.0 if event.is_titled else _UNTITLED)
    return right, counts


def _fit_records(lessons: list[Lesson]) -> Forest:
    rows = [row for lesson in lessons for row in lesson.rows]
    right = [value for lesson in lessons for value in lesson.right]
    weights = [value for lesson in lessons for value in lesson.weights]
    trees = _RECORD_TREES | {"monotone_constraints": order(weigh.FEATURES, weigh.RISING, weigh.FALLING)}
    return forest(rows, right, weights, weigh.FEATURES, trees, _RECORD_ROUNDS)


# 4. Confidence -------------------------------------------------------------------------------------


def _calibrate(
    chances: list[float], right: list[float], weights: list[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a rising table from probability to the share that was right."""
    if len(set(right)) < 2:  # noqa: PLR2004 - nothing to calibrate on
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])
    isotonic = need("sklearn.isotonic").IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
    isotonic.fit(chances, right, sample_weight=weights)
    at = np.linspace(0, 1, 41)
    return at, np.asarray(isotonic.predict(at))


def _hash(pages: Sequence[LabelledPage]) -> str:
    digest = hashlib.sha256()
    for page in sorted(pages, key=lambda page: page.id):
        digest.update(
            page.id.encode() + page.scales.sheet.text.encode("utf-8", "surrogatepass") + repr(page.gold).encode()
        )
    return digest.hexdigest()[:16]
