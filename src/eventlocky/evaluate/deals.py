"""The tables of the Deal Finder on our own sentences and pages; groups and sites are left out, never single sentences.

sentences ─ folds by group ─▶ every classifier ─▶ Tables 4, 5, 12
pages ─ sentences of other sites ─▶ ratio of blocks that sell ─▶ Tables 6, 8, 10
pages ─ folds by site ─▶ finder ─▶ Table 11
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals import features
from eventlocky.classify.deals.best import Linear
from eventlocky.classify.deals.features import LETTERS, Sentence
from eventlocky.classify.deals.nbem import THRESHOLD, NbEm, Voters
from eventlocky.classify.deals.others import Net, Svm, Tree
from eventlocky.classify.deals.page import Verdict, judge, rank
from eventlocky.errors import CorpusError, EventlockyError
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.evaluate.draws import drawn_error, tally
from eventlocky.page import parse

FOLDS = 10
SEED = 20_261_116
ALL = "A" + LETTERS
_SURE = 1.96
"""So many standard errors on either side hold 95 of 100 means."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled sentence: who wrote it, whether it is hard to tell, and the page it stands on, if any."""

    text: str
    label: int
    group: str
    is_hard: bool
    page: str
    sentence: Sentence


class Model(Protocol):
    """A classifier of sentences, as this module asks of it."""

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[int]) -> object:
        """Learn."""

    def probabilities(self, sentences: Sequence[Sentence]) -> Numbers:
        """Return how likely each sentence sells."""


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over folds, in percent, and half of the interval that holds it in 95 of 100 cases."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What a classifier scores on sentences of groups that it has not seen."""

    name: str
    accuracy: Share
    sensitivity: Share
    specificity: Share
    hard: Share
    """Specificity on the hard negatives alone: product talk, reviews, news of money."""


# Sentences -----------------------------------------------------------------------------------------


def load(file: Path) -> list[Row]:
    """Return the labelled sentences of a file with their features."""
    try:
        lines = gzip.decompress(file.read_bytes()).decode().split("\n")
        rows = [json.loads(line) for line in lines if line.strip()]
        return [
            Row(
                str(row["text"]), int(row["label"]), str(row["group"]), bool(row.get("hard")),
                str(row.get("page_id") or ""), features.read(str(row["text"])),
            )
            for row in rows
        ]  # fmt: skip
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, ValueError, KeyError, TypeError) as error:
        message = f"The sentences {file} cannot be read: {error}. Give a .jsonl.gz with text, label and group."
        raise CorpusError(message) from error


def balanced(rows: Sequence[Row], each: int) -> list[Row]:
    """Return so many sentences that sell and as many that do not, by chance but the same in every run."""
    random = Random(SEED)  # noqa: S311 - a draw of sentences, no secret
    drawn = []
    for label in (1, 0):
        of_label = [row for row in rows if row.label == label]
        drawn += random.sample(of_label, min(each, len(of_label)))
    return drawn


def folds(rows: Sequence[Row], count: int = FOLDS) -> list[int]:
    """Return the fold of every sentence: a group is in one fold, and folds have about as many of each label."""
    members: dict[tuple[int, str], int] = defaultdict(int)
    for row in rows:
        members[row.label, row.group] += 1
    load_of = {label: [0] * count for label in (0, 1)}
    chosen: dict[str, int] = {}
    for (label, group), size in sorted(members.items(), key=lambda item: (-item[1], item[0])):
        if group not in chosen:
            chosen[group] = min(range(count), key=lambda fold: (load_of[label][fold], fold))
        load_of[label][chosen[group]] += size
    return [chosen[row.group] for row in rows]


def crossed(rows: Sequence[Row], make: Callable[[], Model]) -> Numbers:
    """Return how likely each sentence sells, by a model that has not seen its group."""
    chances = np.zeros(len(rows))
    for learn, test in _parts(rows):
        if len({row.label for row in learn}) > 1:
            model = make()
            model.fit([row.sentence for row in learn], [row.label for row in learn])
            chances[test] = model.probabilities([rows[place].sentence for place in test])
    return chances


def crossed_texts(rows: Sequence[Row], extra: Sequence[tuple[str, str]]) -> Numbers:
    """Do what `crossed` does for our own classifier, which also learns from titles of offers: of other sites."""
    chances = np.zeros(len(rows))
    for learn, test in _parts(rows):
        groups = {rows[place].group for place in test}
        names = [title for title, site in extra if site not in groups]
        model = Linear().fit([row.text for row in learn] + names, [row.label for row in learn] + [1] * len(names))
        chances[test] = model.probabilities([rows[place].text for place in test])
    return chances


def _parts(rows: Sequence[Row]) -> Iterator[tuple[list[Row], list[int]]]:
    """Yield for every fold the sentences to learn from, and the places of those to test on."""
    numbers = folds(rows)
    for fold in range(FOLDS):
        test = [place for place, number in enumerate(numbers) if number == fold]
        if test:
            yield [row for row, number in zip(rows, numbers, strict=True) if number != fold], test


def figures(name: str, rows: Sequence[Row], sells: Sequence[bool] | NDArray[np.bool_]) -> Figures:
    """Return what is right of what a classifier said, fold by fold."""
    numbers = folds(rows)
    is_right: dict[str, dict[int, list[bool]]] = {name: defaultdict(list) for name in ("all", "1", "0", "hard")}
    for row, fold, said in zip(rows, numbers, sells, strict=True):
        right = bool(said) == bool(row.label)
        is_right["all"][fold].append(right)
        is_right[str(row.label)][fold].append(right)
        if row.is_hard:
            is_right["hard"][fold].append(right)
    shares = {key: _share([fmean(values) for values in by_fold.values()]) for key, by_fold in is_right.items()}
    return Figures(name, shares["all"], shares["1"], shares["0"], shares["hard"])


def _share(values: Sequence[float]) -> Share:
    if not values:
        return Share(float("nan"), 0.0)
    error = _SURE * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Share(100 * fmean(values), 100 * error)


def classifiers(letters: str = ALL) -> dict[str, tuple[Callable[[], Model], float]]:
    """Return the paper's classifiers by their names, each with its threshold."""
    return {
        "NB/EM": (lambda: Voters(letters), THRESHOLD),
        "J48": (lambda: Tree(letters), 0.5),
        "SVM/z-score": (lambda: Svm(letters, "z"), 0.5),
        "SVM/linear": (lambda: Svm(letters, "linear"), 0.5),
        "NN/z-score": (lambda: Net(letters, "z"), 0.5),
        "NN/linear": (lambda: Net(letters, "linear"), 0.5),
    }


def compare(rows: Sequence[Row], letters: str = ALL) -> Iterator[Figures]:
    """Yield what every classifier of the paper scores with some of the features (Tables 4 and 5)."""
    for name, (make, threshold) in classifiers(letters).items():
        yield figures(name, rows, crossed(rows, make) > threshold)


@dataclass(frozen=True, slots=True)
class Step:
    """One model with a feature less: its accuracy in percent, and how much it says the same as the base.

    The errors are those of its accuracy and of its distance from the base's, had other groups been drawn.
    """

    letters: str
    without: str
    accuracy: float
    pearson: float
    error: float = 0.0
    change_error: float = 0.0


def eliminate(rows: Sequence[Row], letters: str = LETTERS) -> Iterator[list[Step]]:
    """Yield the rounds of Algorithm 2: each begins with the base and tries it without each of its features in turn.

    The best of a round that is no worse than its base is the base of the next.
    """
    labels = np.array([row.label for row in rows]) > 0
    groups = [row.group for row in rows]

    def chances(some: str) -> Numbers:
        return crossed(rows, lambda: NbEm(some))

    def error(right: Numbers) -> float:
        return 100 * (drawn_error(tally(groups, right.tolist()).values()) or 0.0)

    base = chances(letters)
    best = 100 * float(((base > THRESHOLD) == labels).mean())
    while len(letters) > 1:
        is_right = ((base > THRESHOLD) == labels).astype(float)
        steps = [Step(letters, "", best, 1.0, error(is_right))]
        for letter in letters:
            some = letters.replace(letter, "")
            found = chances(some)
            alike = np.corrcoef(base, found)[0, 1] if found.std() and base.std() else 0.0
            right = ((found > THRESHOLD) == labels).astype(float)
            accuracy = 100 * float(right.mean())
            steps.append(Step(some, letter, accuracy, float(alike), error(right), error(right - is_right)))
        yield steps
        top = max(steps[1:], key=lambda step: step.accuracy)
        if top.accuracy < best:
            break
        letters, best = top.letters, top.accuracy
        base = chances(letters)


# Pages ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """A page, whether it has deals, and what its blocks say."""

    page: GoldPage
    is_deal: bool
    verdict: Verdict


def judges(rows: Sequence[Row]) -> dict[str, Callable[[Sequence[str]], list[bool]]]:
    """Return the paper's judge of texts and our own, trained on as many sentences that sell as not.

    None of them stands on one of the pages.
    """
    free = [row for row in rows if not row.page]
    learn = balanced(free, sum(row.label for row in free))
    voters = Voters().fit([row.sentence for row in learn], [row.label for row in learn])
    linear = Linear().fit([row.text for row in learn], [row.label for row in learn])
    return {"NB/EM": lambda texts: voters.label([features.read(text) for text in texts]), "best": linear.label}


def judge_pages(pages: Sequence[GoldPage], tells: Callable[[Sequence[str]], list[bool]]) -> Iterator[Judged]:
    """Yield what the blocks of every page say; one bad page never ends a run."""
    for page in pages:
        try:
            verdict = judge(parse(page.body(), page.url), tells)
        except EventlockyError:
            verdict = Verdict(0, 1, has_money=False)
        yield Judged(page, bool(page.row["events"]), verdict)


@dataclass(frozen=True, slots=True)
class Recall:
    """The share of the deal pages of a list among its first 10, 20, 30 and 40, as found and after ranking by ratio."""

    deals: int
    before: tuple[float, ...]
    after: tuple[float, ...]


TOPS = (10, 20, 30, 40)


def rerank(judged: Sequence[Judged], lists: int = 10) -> list[Recall]:
    """Draw lists of forty pages, as a search may give them, and rank each by the ratio of its pages (Table 10)."""
    random = Random(SEED)  # noqa: S311 - a draw of pages, no secret
    found = []
    for _ in range(lists):
        drawn = random.sample(list(judged), min(TOPS[-1], len(judged)))
        ranked = [drawn[place] for place in rank([one.verdict for one in drawn])]
        deals = sum(one.is_deal for one in drawn)
        before, after = (
            tuple(sum(one.is_deal for one in order[:top]) / max(1, deals) for top in TOPS) for order in (drawn, ranked)
        )
        found.append(Recall(deals, before, after))
    return found


def titles(pages: Sequence[GoldPage]) -> list[tuple[str, str]]:
    """Return the titles of all offers of some pages, each once for a site, with the site."""
    events = ((event, page.domain) for page in pages for event in page.row["events"])
    return list(dict.fromkeys((str(event["title"]), site) for event, site in events if event.get("title")))
