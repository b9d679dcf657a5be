"""Paragraph vectors (PV-DM): the record itself is one more word in every window, and its vector is what is classified.

gensim trains the words; the vector of a record, in training and later, is then inferred with numpy by the same rule, so
that both are alike. `pvdmx10` trains on every record ten times as often: the paper found that short records leave
PV-DM unfinished otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify import embed
from eventlocky.classify.vectors import OverVectors
from eventlocky.models.arrays import Arrays, need
from eventlocky.models.trainers import trainer

_PASSES = 10
"""Over the records, in training and in inference: gensim's default for paragraphs."""

_FIRST_RATE, _LAST_RATE = 0.025, 0.0001
_CHUNK = 16
"""Words of a record that move its vector together; all at once would overshoot in long records."""

_NOISE = 0.75
"""The power of a word's count by which it is drawn as a wrong answer, as in word2vec."""


class Pvdm(OverVectors):
    """An SVM over paragraph vectors."""

    name = "pvdm"
    repeats: ClassVar[int] = 1
    outputs_: NDArray[np.float32]
    noise_: NDArray[np.float64]

    def _learn(self, sentences: Sequence[list[str]], labels: Sequence[int]) -> None:  # noqa: ARG002 - of words alone
        """Learn the words, what they predict, and how often each is drawn as a wrong answer."""
        gensim = trainer("gensim.models.doc2vec")
        model = gensim.Doc2Vec(
            [gensim.TaggedDocument(words, [number]) for number, words in enumerate(sentences)],
            dm=1,
            dm_mean=1,
            vector_size=embed.SIZE,
            window=embed.WINDOW,
            negative=embed.NEGATIVE,
            min_count=embed.LEAST_COUNT,
            epochs=_PASSES * self.repeats,
            seed=self.seed,
            workers=1,
            hashfxn=embed.stable_hash,
        )
        self.vectors_ = embed.of_gensim(model.wv)
        self.outputs_ = embed.rounded(model.syn1neg)
        counts = [model.wv.get_vecattr(word, "count") for word in model.wv.index_to_key]
        self.noise_ = _cumulated(np.array(counts, dtype=np.float64))

    def _row(self, places: list[int]) -> embed.Rows:
        return self.infer(places)

    def infer(self, places: Sequence[int]) -> embed.Rows:
        """Return the vector that best predicts every word of a record from its neighbours and itself.

        Words and what they predict stay as they are. What is drawn depends on the words alone, so the same record
        always gets the same vector.
        """
        words = np.asarray(places, dtype=np.int64)
        random = np.random.default_rng([self.seed, len(words), int(words.sum())])
        vector = ((random.random(self.vectors_.size) - 0.5) / self.vectors_.size).astype(np.float32)
        sums, counts = _neighbours(self.vectors_.rows[words])
        sums, shares = sums / (counts + 1), 1 / (counts + 1)
        passes = _PASSES * self.repeats
        drawn = np.searchsorted(self.noise_, random.random((passes, len(words), embed.NEGATIVE)))
        for rate, wrong in zip(np.linspace(_FIRST_RATE, _LAST_RATE, passes, dtype=np.float32), drawn, strict=True):
            answers = np.concatenate([words[:, None], wrong], axis=1)
            counted = _counted(answers) * rate  # word2vec gives every input the whole error, not its share
            for first in range(0, len(words), _CHUNK):
                some = slice(first, first + _CHUNK)
                outputs = self.outputs_[answers[some]]
                context = sums[some] + shares[some] * vector
                gap = -1 / (1 + np.exp(-np.clip((outputs @ context[:, :, None])[:, :, 0], -30, 30)))
                gap[:, 0] += 1
                gap *= counted[some]
                vector = (vector + gap.ravel() @ outputs.reshape(-1, outputs.shape[2])).astype(np.float32)
        return vector

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays, numbers = super()._pack()
        return arrays | {"outputs": self.outputs_.astype(np.float16), "noise": self.noise_}, numbers

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        super()._unpack(arrays, card)
        outputs, noise = arrays["outputs"], arrays["noise"]
        need(outputs.shape == self.vectors_.rows.shape, "what its words predict does not fit")
        need(noise.shape == (len(outputs),) and bool((np.diff(noise) >= 0).all()), "its counts of words are broken")
        need(float(noise[-1]) == 1.0, "its counts of words do not add up")
        self.outputs_, self.noise_ = outputs.astype(np.float32), noise.astype(np.float64)


class PvdmX10(Pvdm):
    """The same with every record ten times as often."""

    name = "pvdmx10"
    repeats = 10


def _neighbours(rows: embed.Rows) -> tuple[embed.Rows, embed.Rows]:
    """Return for every word of a record the sum of the vectors in its window, without its own, and their number."""
    count = len(rows)
    running = np.concatenate(
        [np.zeros((1, rows.shape[1]), dtype=np.float64), np.cumsum(rows, axis=0, dtype=np.float64)]
    )
    place = np.arange(count)
    low, high = np.maximum(0, place - embed.WINDOW), np.minimum(count, place + embed.WINDOW + 1)
    sums = (running[high] - running[low] - rows).astype(np.float32)
    return sums, (high - low - 1).astype(np.float32)[:, None]


def _counted(answers: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return 0 for a wrong answer that happens to be the right one, 1 for all others."""
    counted: NDArray[np.float32] = (answers != answers[:, :1]).astype(np.float32)
    counted[:, 0] = 1
    return counted


def _cumulated(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the running shares by which words are drawn as wrong answers."""
    shares = np.cumsum(counts**_NOISE)
    shares /= shares[-1]
    shares[-1] = 1.0
    return shares
