"""The sentence classifier of the Deal Finder: clusters by EM, naive Bayes over them (its section 3.1).

Clusters of sentences are found by expectation and maximisation over all features, among them whether a sentence sells.
A new sentence belongs to each cluster as naive Bayes says (equation 1), and it sells as much as the clusters do that it
belongs to (equation 2). Five such models, each of other sentences, vote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.features import LETTERS, Sentence, Vocabulary, table
from eventlocky.models import arrays as files
from eventlocky.models.arrays import Arrays, need

THRESHOLD = 0.90
"""τ of the paper: from this probability on a sentence sells."""

CLUSTERS = 8
VOTERS = 5
_ROUNDS = 25
_SMOOTH = 0.1
_LEAST_SPREAD = 0.05
_SETTLED = 1e-4

Numbers = NDArray[np.float64]


class NbEm:
    """One model: how common each cluster is, its words, its numbers, and how many of its sentences sell."""

    name = "nb-em"

    def __init__(self, letters: str = "A" + LETTERS, clusters: int = CLUSTERS, seed: int = 1) -> None:
        """Store which features are used, how many clusters there are, and where chance begins."""
        self.letters = letters
        self.clusters = clusters
        self.seed = seed

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[int]) -> NbEm:
        """Find the clusters of labelled sentences."""
        self.vocabulary_ = Vocabulary.of(sentences) if "A" in self.letters else Vocabulary([])
        numbers = table(sentences, self.letters)
        tokens, firsts = self._tokens(sentences)
        sells = np.asarray(labels, dtype=float)
        shares = self._begin(sells)
        last = -np.inf
        for _ in range(_ROUNDS):
            self._maximise(shares, tokens, firsts, numbers, sells)
            joint = self._likelihood(tokens, firsts, numbers)
            joint += np.where(sells[:, None] > 0, np.log(self.sells_), np.log1p(-self.sells_))
            whole = np.logaddexp.reduce(joint, axis=1)
            shares = np.exp(joint - whole[:, None])
            if whole.mean() - last < _SETTLED:
                break
            last = whole.mean()
        return self

    def probabilities(self, sentences: Sequence[Sentence]) -> Numbers:
        """Return how likely each sentence sells (equation 2)."""
        if not sentences:
            return np.zeros(0)
        tokens, firsts = self._tokens(sentences)
        joint = self._likelihood(tokens, firsts, table(sentences, self.letters))
        shares = np.exp(joint - np.logaddexp.reduce(joint, axis=1)[:, None])
        return np.asarray(shares @ self.sells_)

    def label(self, sentences: Sequence[Sentence], threshold: float = THRESHOLD) -> list[bool]:
        """Tell of each sentence whether it sells."""
        return [bool(value > threshold) for value in self.probabilities(sentences)]

    def save(self, file: Path) -> None:
        """Write the model."""
        files.write(file, self.arrays(), self.card() | {"classifier": self.name})

    @classmethod
    def load(cls, file: Path) -> NbEm:
        """Read a model; a file that does not fit is refused."""
        return files.read(file, cls.name, cls.of)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what was learned as arrays."""
        return {
            "priors": self.priors_,
            "words": self.words_,
            "means": self.means_,
            "spreads": self.spreads_,
            "sells": self.sells_,
        }

    def card(self) -> dict[str, Any]:
        """Return what the arrays are of."""
        return {
            "letters": self.letters,
            "clusters": self.clusters,
            "seed": self.seed,
            "vocabulary": self.vocabulary_.words,
        }

    @classmethod
    def of(cls, arrays: Arrays, card: Mapping[str, Any]) -> NbEm:
        """Put a model together from its arrays and its card; raise ValueError where they do not fit."""
        model = cls(str(card["letters"]), int(card["clusters"]), int(card["seed"]))
        model.vocabulary_ = Vocabulary(map(str, card["vocabulary"]))
        count, numbers = model.clusters, sum(letter in model.letters for letter in LETTERS)
        files.shaped(arrays, {
            "priors": (count,), "sells": (count,), "words": (count, len(model.vocabulary_.words)),
            "means": (count, numbers), "spreads": (count, numbers),
        })  # fmt: skip
        model.priors_, model.words_, model.sells_ = arrays["priors"], arrays["words"], arrays["sells"]
        model.means_, model.spreads_ = arrays["means"], arrays["spreads"]
        need(count > 0 and bool((model.spreads_ > 0).all()), "its spreads are not above 0")
        need(bool(((model.sells_ >= 0) & (model.sells_ <= 1)).all()), "its clusters sell more than all")
        return model

    def _tokens(self, sentences: Sequence[Sentence]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the words of all sentences in a row, and where each begins; a word that counts nothing ends each."""
        none = len(self.vocabulary_.words)
        tokens: list[int] = []
        firsts = []
        for sentence in sentences:
            firsts.append(len(tokens))
            tokens += self.vocabulary_.find(sentence)
            tokens.append(none)
        return np.array(tokens, dtype=np.int64), np.array(firsts, dtype=np.int64)

    def _begin(self, sells: Numbers) -> Numbers:
        """Deal the sentences out to the clusters by chance, those that sell to the one half of them."""
        chance = np.random.default_rng(self.seed).dirichlet(np.ones(self.clusters) * 0.5, len(sells))
        half = self.clusters // 2
        chance[sells > 0, half:] *= 0.05
        chance[sells <= 0, :half] *= 0.05
        return np.asarray(chance / chance.sum(axis=1, keepdims=True))

    def _maximise(
        self, shares: Numbers, tokens: NDArray[np.int64], firsts: NDArray[np.int64], numbers: Numbers, sells: Numbers
    ) -> None:
        """Read off the clusters what they are like."""
        weight = shares.sum(axis=0) + _SMOOTH
        self.priors_ = np.log(weight / weight.sum())
        self.sells_ = np.clip((shares.T @ sells + _SMOOTH) / (weight + _SMOOTH), 1e-4, 1 - 1e-4)
        lengths = np.diff([*firsts, len(tokens)])
        owners = np.repeat(np.arange(len(firsts)), lengths)
        size = len(self.vocabulary_.words)
        counts = np.full((self.clusters, size + 1), _SMOOTH)
        for cluster in range(self.clusters):
            counts[cluster] += np.bincount(tokens, shares[owners, cluster], size + 1)
        counts = counts[:, :size]
        self.words_ = np.log(counts / counts.sum(axis=1, keepdims=True)) if size else counts
        self.means_ = (shares.T @ numbers) / weight[:, None]
        squares = (shares.T @ numbers**2) / weight[:, None]
        self.spreads_ = np.maximum(squares - self.means_**2, _LEAST_SPREAD)

    def _likelihood(self, tokens: NDArray[np.int64], firsts: NDArray[np.int64], numbers: Numbers) -> Numbers:
        """Return the logarithm of how likely each sentence is together with each cluster (equation 1)."""
        joint = np.repeat(self.priors_[None, :], len(firsts), axis=0)
        if self.vocabulary_.words:
            padded = np.hstack([self.words_, np.zeros((self.clusters, 1))])
            joint += np.add.reduceat(padded[:, tokens], firsts, axis=1).T
        for cluster in range(self.clusters):
            spread = self.spreads_[cluster]
            off = (numbers - self.means_[cluster]) ** 2 / spread + np.log(2 * np.pi * spread)
            joint[:, cluster] -= 0.5 * off.sum(axis=1)
        return joint


class Voters:
    """Five models, each of four fifths of the sentences; the majority decides."""

    name = "nb-em-vote"

    def __init__(self, letters: str = "A" + LETTERS, voters: int = VOTERS) -> None:
        """Store which features are used and how many vote."""
        self.letters = letters
        self.voters = voters

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[int]) -> Voters:
        """Train each voter on all sentences but one part."""
        order = np.random.default_rng(1).permutation(len(sentences))
        self.models_ = []
        for number in range(self.voters):
            kept = [int(place) for turn, place in enumerate(order) if turn % self.voters != number]
            model = NbEm(self.letters, seed=number + 1)
            self.models_.append(model.fit([sentences[place] for place in kept], [labels[place] for place in kept]))
        return self

    def probabilities(self, sentences: Sequence[Sentence]) -> Numbers:
        """Return the middle probability of the voters: above a threshold where most of them are."""
        return np.asarray(np.median([model.probabilities(sentences) for model in self.models_], axis=0))

    def label(self, sentences: Sequence[Sentence], threshold: float = THRESHOLD) -> list[bool]:
        """Tell of each sentence whether most voters say that it sells."""
        return [bool(value > threshold) for value in self.probabilities(sentences)]

    def save(self, file: Path) -> None:
        """Write the voters into one file."""
        arrays, card = self.parts()
        files.write(file, arrays, card | {"classifier": self.name})

    @classmethod
    def load(cls, file: Path) -> Voters:
        """Read voters; a file that does not fit is refused."""
        return files.read(file, cls.name, cls.of)

    def parts(self) -> tuple[Arrays, dict[str, Any]]:
        """Return what was learned as arrays, and what they are of."""
        arrays = {
            f"{place}.{name}": array
            for place, model in enumerate(self.models_)
            for name, array in model.arrays().items()
        }
        return arrays, {"letters": self.letters, "voters": [model.card() for model in self.models_]}

    @classmethod
    def of(cls, arrays: Arrays, card: Mapping[str, Any]) -> Voters:
        """Put voters together from their arrays and their card; raise ValueError where they do not fit."""
        cards = card["voters"]
        need(isinstance(cards, list) and bool(cards), "it has no voters")
        voters = cls(str(card["letters"]), len(cards))
        own: list[Arrays] = [{} for _ in cards]
        for name, array in arrays.items():
            place, _, part = name.partition(".")
            own[int(place)][part] = array
        voters.models_ = [NbEm.of(arrays_of, one) for arrays_of, one in zip(own, cards, strict=True)]
        return voters
