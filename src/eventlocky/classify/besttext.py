"""Our own classifier of a record's text: a linear model over facts and words, and what else is on its page.

Facts hold on sites that were never seen, words carry what no fact names. Logistic regression gives every one of them
two weights: one for the text that says it, one for those beside it. What was found then is weighed against what the
others of the page turned out to be, twice over: those beside it, those most like it, the record it is part of. A text
that is alone on its page is judged by itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify import around
from eventlocky.classify.around import Around, Numbers
from eventlocky.classify.onehot import sparse
from eventlocky.classify.texts import SEED, Shares, TextClassifier, check, f1, parts, sigmoid
from eventlocky.models.arrays import Arrays, need, pack, unpack
from eventlocky.models.trainers import trainer
from eventlocky.text import tokens
from eventlocky.text.facts import facts

LOG_C = (-6, -5, -4, -3)
"""Powers of two: below, nothing is learned, above, sites are learned by heart."""

LOOKS = 2
"""How often a text is weighed against its page; a third look changed nothing."""

_INNER_FOLDS = 5
_LEAST_COUNT = 3
_POOLED = 0.3
"""What the pages count that are made of all texts of a site: with 0.3 or 1 the same, without them the pages that hold
both labels, of which there are few to learn from, lose three points."""

_SUREST = 6.0
"""Logarithm of odds: nobody is believed to be surer than this."""

_HELD_BACK = 1.0

Sheet = tuple[NDArray[np.intp], Around | None]
"""The places of texts that are on one page, and what is around them; nothing where there is only one."""


class BestText(TextClassifier):
    """Logistic regression over facts and words of a text and of its page."""

    name = "best-text"
    places_: dict[str, int]
    weights_: NDArray[np.float32]
    """By row: what a fact or word counts in the text itself, and beside it."""

    looks_: NDArray[np.float32]
    """What the numbers of `Around` count, a row a look."""

    bias_: float
    log_c_: float

    def __init__(self, model: str = "", *, words: str = "runs", seed: int = SEED, log_c: float | None = None) -> None:
        """Store parameters; C is given as a power of two, or searched for."""
        super().__init__(model, words=words, seed=seed)
        self.log_c = log_c

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,
        pages: Sequence[str] | None = None,
    ) -> Self:
        """Learn the weights of every fact, pair of facts and word, then those of what is around a text."""
        check(texts, labels)
        found = [facts(text) for text in texts]
        said = [self._said(text, some) for text, some in zip(texts, found, strict=True)]
        counts = Counter(name for names in said for name in names)
        kept = sorted(name for name, count in counts.items() if count >= _LEAST_COUNT) or sorted(counts)
        self.places_ = {name: place for place, name in enumerate(kept)}
        rows = sparse([self._known(names) for names in said], len(kept))
        wanted = np.asarray(labels, dtype=bool)
        groups = list(sites or pages or map(str, range(len(texts))))
        sheets = [_sheet(places, texts, found) for places in _on_pages(pages, len(texts))]
        pooled = [_sheet(places, texts, found) for places in _pooled(pages, sites, labels)]
        self._learn(_Lessons([*sheets, *pooled], len(sheets), rows, wanted, _weights(groups), groups))
        return self

    def _learn(self, lessons: _Lessons) -> None:
        """Learn both kinds of weights; what is around a text is learned from what was said of it unseen."""
        powers = LOG_C if self.log_c is None else (self.log_c,)
        unseen = {log_c: lessons.unseen(log_c) for log_c in powers}
        self.log_c_ = float(max(powers, key=lambda log_c: lessons.f1(unseen[log_c])))
        trained = lessons.regression(self.log_c_, lessons.everything)
        self.weights_ = trained.coef_[0].reshape(2, -1).astype(np.float32)
        self.bias_ = float(trained.intercept_[0])
        self.looks_ = np.zeros((LOOKS, around.COUNT), dtype=np.float32)
        if not lessons.has_any.any():
            return
        sure = unseen[self.log_c_]
        for look in self.looks_:
            table = lessons.numbers(sure)
            look[:] = _held_back(table, np.clip(sure, -_SUREST, _SUREST), lessons)
            sure = _looked_again(sure, table, look, lessons.has_any)

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:
        """Return for every text how sure it is that it is an event; each is alone where no page is given."""
        found = [facts(text) for text in texts]
        known = [self._known(self._said(text, some)) for text, some in zip(texts, found, strict=True)]
        own, beside = (np.array([float(row[places].sum()) for places in known]) for row in self.weights_)
        sure = own + self.bias_
        for places, ring in (_sheet(places, texts, found) for places in _on_pages(pages, len(texts))):
            if ring is not None:
                here = sure[places] + ring.beside @ beside[places]
                for look in self.looks_:
                    here = _looked_again(here, _numbers(ring, here), look, ring.has_any)
                sure[places] = here
        return sigmoid(sure)

    def parameters(self) -> dict[str, float]:
        """Return C as a power of two."""
        return {"log_c": self.log_c_}

    def _said(self, text: str, some: Sequence[str]) -> list[str]:
        """Return facts and words; the first word and the last once more, as such: they say what a text is."""
        words = tokens.get(self.words)(text)
        ends = [f"^{words[0]}", f"${words[-1]}"] if words else []
        return sorted({*some, *(f"={word}" for word in words), *ends})

    def _known(self, names: Sequence[str]) -> list[int]:
        return [self.places_[name] for name in names if name in self.places_]

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {"names": pack(list(self.places_)), "weights": self.weights_, "looks": self.looks_}
        return arrays, {"bias": self.bias_, "log_c": self.log_c_}

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        names, weights, looks = unpack(arrays["names"]), arrays["weights"], arrays["looks"]
        need(len(names) == len(set(names)) and weights.shape == (2, len(names)), "its facts and weights do not fit")
        need(looks.shape == (LOOKS, around.COUNT), "its weights of what is around a text do not fit")
        need(weights.dtype.kind == looks.dtype.kind == "f", "its weights are no numbers")
        self.places_ = {name: place for place, name in enumerate(names)}
        self.weights_, self.looks_ = weights.astype(np.float32), looks.astype(np.float32)
        self.bias_, self.log_c_ = float(card["bias"]), float(card["log_c"])


# Pages -----------------------------------------------------------------------------------------------


def _on_pages(pages: Sequence[str] | None, count: int) -> list[NDArray[np.intp]]:
    """Return the places of the texts of every page."""
    if pages is None:
        return [np.array([place], dtype=np.intp) for place in range(count)]
    found: dict[str, list[int]] = defaultdict(list)
    for place, page in enumerate(pages):
        found[page].append(place)
    return [turn for places in found.values() for turn in around.turns(places)]


def _pooled(pages: Sequence[str] | None, sites: Sequence[str] | None, labels: Sequence[int]) -> list[NDArray[np.intp]]:
    """Return the texts of every site with several pages and both labels, as if they were on one page.

    Most pages that were labelled hold one label only. From those alone one would learn that a page is all one or the
    other, and lose what events there are among menus.
    """
    if pages is None or sites is None:
        return []
    found: dict[str, list[int]] = defaultdict(list)
    for place, site in enumerate(sites):
        found[site].append(place)
    mixed = [
        places
        for places in found.values()
        if len({pages[place] for place in places}) > 1 and len({int(labels[place]) for place in places}) > 1
    ]
    return [turn for places in mixed for turn in around.turns(places)]


def _sheet(places: NDArray[np.intp], texts: Sequence[str], found: Sequence[Sequence[str]]) -> Sheet:
    """Return a page with what is around each text; how alike they are goes by facts, not by pairs of them."""
    if len(places) == 1:
        return places, None
    single = [[fact for fact in found[place] if "&" not in fact] for place in places]
    return places, around.read([texts[place] for place in places], single)


def _numbers(ring: Around, sure: Numbers) -> Numbers:
    return ring.numbers(np.clip(sure, -_SUREST, _SUREST))


def _looked_again(sure: Numbers, table: Numbers, look: NDArray[np.float32], has_any: NDArray[np.bool_]) -> Numbers:
    """Return how sure it is of texts by what is around them; of one with nothing around it, as before."""
    moved = np.clip(sure, -_SUREST, _SUREST) + table @ look
    return np.asarray(np.where(has_any, moved, sure), dtype=np.float64)


# Learning --------------------------------------------------------------------------------------------


class _Lessons:
    """The texts of all pages one after another, those of pooled pages once more behind them."""

    def __init__(
        self,
        sheets: Sequence[Sheet],
        real: int,
        rows: Any,  # noqa: ANN401 - scipy has no types
        wanted: NDArray[np.bool_],
        weights: Numbers,
        groups: Sequence[str],
    ) -> None:
        """Lay out the pages, of which the first `real` are no pools."""
        tables = trainer("scipy.sparse")
        self.sheets = sheets
        places = np.concatenate([places for places, _ in sheets])
        first = sum(len(places) for places, _ in sheets[:real])
        beside = tables.block_diag([np.zeros((1, 1)) if ring is None else ring.beside for _, ring in sheets], "csr")
        self.rows = tables.hstack([rows[places], beside @ rows[places]], "csr")
        self.first = first
        self.wanted = wanted[places]
        self.weights = weights[places] * np.where(np.arange(len(places)) < first, 1, _POOLED)
        self.folds = parts(wanted.tolist(), groups, _INNER_FOLDS)[places]
        self.has_any = np.concatenate([np.zeros(1, bool) if ring is None else ring.has_any for _, ring in sheets])
        self.everything = np.arange(len(places))

    def regression(self, log_c: float, some: NDArray[np.intp]) -> Any:  # noqa: ANN401
        """Return a regression that learned from some of the texts."""
        return _regression(log_c).fit(self.rows[some], self.wanted[some], sample_weight=self.weights[some])

    def unseen(self, log_c: float) -> Numbers:
        """Return how sure one is of every text that learned from other sites."""
        sure = np.zeros(len(self.wanted))
        for fold in range(_INNER_FOLDS):
            learn, test = np.flatnonzero(self.folds != fold), np.flatnonzero(self.folds == fold)
            if len(test) and len(set(self.wanted[learn])) > 1:
                sure[test] = self.regression(log_c, learn).decision_function(self.rows[test])
        return sure

    def f1(self, sure: Numbers) -> float:
        """Return the F1 on the pages that are no pools."""
        return f1(self.wanted[: self.first], sure[: self.first] > 0)

    def numbers(self, sure: Numbers) -> Numbers:
        """Return the numbers of what is around every text, zeros for one that is alone."""
        ends = np.cumsum([len(places) for places, _ in self.sheets])[:-1]
        return np.concatenate(
            [
                np.zeros((1, around.COUNT)) if ring is None else _numbers(ring, one)
                for (_, ring), one in zip(self.sheets, np.split(sure, ends), strict=True)
            ]
        )


def _weights(groups: Sequence[str]) -> Numbers:
    """Return what each text counts: a site with four times as many counts twice as much."""
    counts = Counter(groups)
    weights = np.array([counts[group] ** -0.5 for group in groups])
    return np.asarray(weights / weights.mean())


def _held_back(table: Numbers, sure: Numbers, lessons: _Lessons) -> NDArray[np.float32]:
    """Return the weights of numbers that move `sure` to what is right, where there is anything around a text."""
    some = lessons.has_any
    table, sure, wanted, weights = table[some], sure[some], lessons.wanted[some], lessons.weights[some]

    def loss(tried: Numbers) -> tuple[float, Numbers]:
        moved = sure + table @ tried
        wrong = (weights * (np.logaddexp(0, moved) - wanted * moved)).sum()
        slope = table.T @ (weights * (sigmoid(moved) - wanted))
        return float(wrong + _HELD_BACK / 2 * tried @ tried), slope + _HELD_BACK * tried

    minimize = trainer("scipy.optimize").minimize
    found = minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B").x
    return np.asarray(found, dtype=np.float32)


def _regression(log_c: float) -> Any:  # noqa: ANN401 - scikit-learn has no types
    return trainer("sklearn.linear_model").LogisticRegression(C=2.0**log_c, class_weight="balanced", max_iter=2_000)
