"""Words as vectors: word2vec (CBOW, negative sampling), trained on the records themselves by gensim.

The same records, words and seed give the same vectors: one thread, and our own hash in place of Python's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from eventlocky.models.arrays import Arrays, need, pack, unpack
from eventlocky.models.trainers import trainer

SIZE = 100
WINDOW = 5
NEGATIVE = 5
LEAST_COUNT = 2
EPOCHS = 20
"""Passes over the records. With 5 (gensim's default) four thousand short records move the vectors too little."""

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """A vector for every known word."""

    places: Mapping[str, int]
    rows: Rows

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.rows.shape[1])

    def known(self, words: Sequence[str]) -> list[int]:
        """Return the rows of the words that have a vector."""
        places = self.places
        return [places[word] for word in words if word in places]

    def pack(self) -> Arrays:
        """Return what a file keeps."""
        return {"vectors.words": pack(list(self.places)), "vectors.rows": self.rows.astype(np.float16)}


def read(arrays: Arrays) -> Vectors:
    """Read vectors from the arrays of a file."""
    words, rows = unpack(arrays["vectors.words"]), arrays["vectors.rows"]
    need(rows.ndim == 2 and rows.dtype.kind == "f", "its vectors are broken")  # noqa: PLR2004 - rows and columns
    need(len(words) == len(rows) == len(set(words)), "its words and vectors do not fit")
    return Vectors({word: place for place, word in enumerate(words)}, rows.astype(np.float32))


def fit(sentences: Sequence[Sequence[str]], seed: int, epochs: int = EPOCHS) -> Vectors:
    """Train vectors for the words that occur often enough."""
    model = trainer("gensim.models").Word2Vec(
        [list(words) for words in sentences],
        vector_size=SIZE,
        window=WINDOW,
        negative=NEGATIVE,
        min_count=LEAST_COUNT,
        sg=0,
        epochs=epochs,
        seed=seed,
        workers=1,
        hashfxn=stable_hash,
        sorted_vocab=1,
    )
    return of_gensim(model.wv)


def of_gensim(vectors: Any) -> Vectors:  # noqa: ANN401 - gensim has no types
    """Take the vectors out of a trained model."""
    words = [str(word) for word in vectors.index_to_key]
    return Vectors({word: place for place, word in enumerate(words)}, rounded(vectors.vectors))


def rounded(rows: NDArray[Any]) -> Rows:
    """Return numbers as a file keeps them, in half precision: what is trained is then what is read back."""
    return np.asarray(rows).astype(np.float16).astype(np.float32)


def stable_hash(word: str) -> int:
    """Return the same number for a word in every process."""
    return crc32(word.encode())
