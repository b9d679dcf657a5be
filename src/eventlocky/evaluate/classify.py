"""How well classifiers tell event records from the rest, by their texts, with sites left out.

    records ─ folds by site ─▶ fit on nine, judge the tenth ─▶ probabilities ─▶ precision, recall, F1 with intervals

Everything a classifier learns, its words' vectors and its C and gamma too, it learns from the other folds. Intervals
come from draws of sites: records of one site are alike, so draws of records would make the error look too small. The
papers split by record, so that a classifier is asked about sites it has seen; `split="record"` does the same, for
comparison only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

import numpy as np
from numpy.typing import NDArray

from eventlocky import classify
from eventlocky.classify.texts import SEED, parts
from eventlocky.errors import UnknownNameError
from eventlocky.train.records import LabelledText, pages_of

DRAWS = 1_000
YES = 0.5
SPLITS = ("site", "record")
ORDER = ("onehot-svm", "w2v-mean", "pvdm", "pvdmx10", "locky", "bayes", "knn", *classify.RULES, "best-text")
"""The rows of the table: the paper's five, its straw men, the rules of the other papers, ours."""

Shares = NDArray[np.float64]
Judge = Callable[[Sequence[str], Sequence[str]], Shares]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What a classifier said of every record when its site was left out, and how."""

    classifier: str
    chances: Shares
    parameters: tuple[dict[str, float], ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1; the F1 with the limits that hold it in 95 of 100 draws of sites."""

    precision: float
    recall: float
    f1: float
    low: float
    high: float


def names(given: Sequence[str] | None) -> list[str]:
    """Return the classifiers to measure, or raise UnknownNameError for one that does not judge texts."""
    for name in given or ():
        if name not in ORDER:
            what = "classifier of texts"
            raise UnknownNameError(what, name, ORDER)
    return list(given or ORDER)


def judge(
    name: str,
    records: Sequence[LabelledText],
    *,
    folds: int = 10,
    words: str = "runs",
    seed: int = SEED,
    most: int = 0,
    split: str = "site",
) -> Judged:
    """Judge every record by what was learned from other sites; `most` limits how many records teach."""
    begun = process_time()
    if split not in SPLITS:
        what = "split"
        raise UnknownNameError(what, split, SPLITS)
    if split == "record":
        records = [replace(record, site=str(number)) for number, record in enumerate(records)]
    numbers = parts([record.label for record in records], [record.site for record in records], folds)
    chances = np.zeros(len(records))
    found = []
    for fold in range(folds):
        tested = np.flatnonzero(numbers == fold)
        if not len(tested):
            continue
        learned = _sample(np.flatnonzero(numbers != fold), most, seed + fold)
        judging, parameters = _judge(name, [records[int(place)] for place in learned], words, seed)
        shown = [records[int(place)] for place in tested]
        chances[tested] = judging([record.text for record in shown], pages_of(shown))
        found.append(parameters)
    return Judged(name, chances, tuple(found), process_time() - begun)


def _judge(name: str, records: Sequence[LabelledText], words: str, seed: int) -> tuple[Judge, dict[str, float]]:
    """Train a classifier, or return one of rules as it is."""
    if name not in classify.TEXT_CLASSIFIERS:
        return classify.RULES[name]().probabilities, {}
    classifier = classify.TEXT_CLASSIFIERS[name](words=words, seed=seed)
    texts, labels, sites = ([getattr(one, part) for one in records] for part in ("text", "label", "site"))
    classifier.fit(texts, labels, sites, pages_of(records))
    return classifier.probabilities, classifier.parameters()


def _sample(places: NDArray[np.int64], most: int, seed: int) -> NDArray[np.int64]:
    if not most or most >= len(places):
        return places
    return np.sort(np.random.default_rng(seed).permutation(places)[:most])


def score(records: Sequence[LabelledText], chances: Shares, *, seed: int = SEED) -> Score:
    """Count what was right over all folds, and how far other sites would move it."""
    counts = _by_site(records, chances)
    low, high = np.percentile([_f1(drawn) for drawn in _draws(counts, seed)], [2.5, 97.5])
    right, said, wanted = counts.sum(axis=0)
    return Score(right / max(1, said), right / max(1, wanted), _f1(counts.sum(axis=0)), float(low), float(high))


def gap(records: Sequence[LabelledText], one: Shares, other: Shares, *, seed: int = SEED) -> tuple[float, float, float]:
    """Return by how much the F1 of one classifier is above another's, with limits from the same draws of sites."""
    mine, yours = _by_site(records, one), _by_site(records, other)
    pairs = zip(_draws(mine, seed), _draws(yours, seed), strict=True)
    low, high = np.percentile([_f1(ours) - _f1(theirs) for ours, theirs in pairs], [2.5, 97.5])
    return _f1(mine.sum(axis=0)) - _f1(yours.sum(axis=0)), float(low), float(high)


def by_level(records: Sequence[LabelledText], chances: Shares) -> dict[str, float]:
    """Return the share of events that was found among whole records, titles, fragments."""
    found: dict[str, list[bool]] = {}
    for record, chance in zip(records, chances, strict=True):
        if record.label:
            found.setdefault(record.level, []).append(bool(chance >= YES))
    return {level: sum(said) / len(said) for level, said in sorted(found.items())}


def by_page(records: Sequence[LabelledText], chances: Shares, *, seed: int = SEED) -> dict[str, Score]:
    """Return the score on pages that hold both labels, on those with one only, and on those of a single record."""
    pages: dict[str, list[int]] = {}
    for place, page in enumerate(pages_of(records)):
        pages.setdefault(page, []).append(place)
    kinds: dict[str, list[int]] = {}
    for places in pages.values():
        is_mixed = len({records[place].label for place in places}) > 1
        kinds.setdefault("one record" if len(places) == 1 else "both labels" if is_mixed else "one label", []).extend(
            places
        )
    return {
        kind: score([records[place] for place in places], chances[places], seed=seed)
        for kind, places in sorted(kinds.items())
    }


def middle(parameters: Sequence[dict[str, float]], name: str) -> float | None:
    """Return the median over folds of what was searched for, or None where nothing was."""
    values = [found[name] for found in parameters if name in found]
    return float(median(values)) if values else None


def curve(
    name: str, records: Sequence[LabelledText], step: int, *, folds: int = 10, words: str = "runs", seed: int = SEED
) -> Iterator[tuple[int, Score]]:
    """Yield the score with ever more records to learn from, up to all (Fig. 7 of the 2017 paper)."""
    whole = len(records) * (folds - 1) // folds
    sizes = [*range(step, whole, step), whole]
    for size in sizes:
        most = 0 if size == whole else size
        yield size, score(records, judge(name, records, folds=folds, words=words, seed=seed, most=most).chances)


def _by_site(records: Sequence[LabelledText], chances: Shares) -> NDArray[np.float64]:
    """Return a row a site: how many were rightly found, found, and to be found."""
    rows: dict[str, list[float]] = {}
    for record, chance in zip(records, chances, strict=True):
        row = rows.setdefault(record.site, [0.0, 0.0, 0.0])
        is_said = bool(chance >= YES)
        row[0] += is_said and record.label
        row[1] += is_said
        row[2] += record.label
    return np.array(list(rows.values()))


def _draws(counts: NDArray[np.float64], seed: int) -> Iterator[NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    for _ in range(DRAWS):
        yield counts[random.integers(0, len(counts), len(counts))].sum(axis=0)


def _f1(counts: NDArray[np.float64]) -> float:
    right, said, wanted = counts
    return float(2 * right / max(1.0, said + wanted))
