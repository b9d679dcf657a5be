"""A forest of decision trees as arrays: every question is asked once for all rows, the answers are looked up.

Trees ask the same questions (is this number at most that one?) many times over. Each different one is answered for
all rows at once; the answers of a tree, six to a code, say which of its leaves they leave possible, a bit a leaf. What
all codes of a tree leave possible is one leaf, as in QuickScorer (Lucchese et al. 2015). The tables are small: those of
a tree are still near the processor when its next row is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError

Numbers = NDArray[np.float32]
Places = NDArray[np.int32]

_BITS = 6
"""So many answers of a tree are looked up at once; with four or eight it takes 1.06 and 1.21 times as long."""

_FRACTION = {np.dtype(np.int32): (np.float32, 23), np.dtype(np.int64): (np.float64, 52)}
"""For sets of leaves as bits: the floating numbers of that size, and the bits behind their exponent."""

_FEW_LEAVES, _MOST_LEAVES = 32, 63
"""Fewer leaves of a tree are the bits of a number of four bytes, so many at most those of one of eight."""

_KEPT = 1 << 24
"""An array of so many bytes is given back once, unused: glibc then keeps the memory of all smaller ones for the next.

Else every forest asks the system for its own anew: forty pages of memory for each page of the web.
"""

_ROWS = 128
"""So many rows are weighed at a time: what is looked up for them stays near the processor, and needs no new memory."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees one after another: a node's feature, its threshold, its children, its value; a leaf leads to itself.

    The nodes of a tree stand together, its root first, children after their parents.
    """

    features: tuple[str, ...]
    roots: Places
    feature: Places
    threshold: Numbers
    left: Places
    right: Places
    value: Numbers
    depth: int

    def probabilities(self, rows: Numbers) -> NDArray[np.float64]:
        """Return for every row the probability that the forest gives it."""
        if not len(rows):
            return np.zeros(0)
        raw = np.concatenate([self._tables.sums(rows[begin : begin + _ROWS]) for begin in range(0, len(rows), _ROWS)])
        return np.asarray(1 / (1 + np.exp(-raw)))

    @cached_property
    def _tables(self) -> _Tables:
        np.empty(_KEPT, dtype=np.uint8)
        return _tables(self)


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The different questions, which of them each tree asks, and which leaves the answers leave possible."""

    feature: NDArray[np.intp]
    threshold: Numbers
    asked: NDArray[np.intp]
    """By bit: the questions of the first code of every tree, then those of the next codes."""

    begins: NDArray[np.intp]
    """Where the sets of every tree begin in those of a code."""

    possible: list[NDArray[np.signedinteger[Any]]]
    """By the number of the code: the leaves that its answers leave possible, a bit a leaf."""

    starts: NDArray[np.signedinteger[Any]]
    """Where the values of every tree begin, less what stands for the first leaf in the exponent of a number."""

    values: NDArray[np.float64]

    def sums(self, rows: Numbers) -> NDArray[np.float64]:
        """Return the sum of the values of all trees for every row."""
        answers = (np.ascontiguousarray(rows.T).take(self.feature, axis=0) <= self.threshold).view(np.uint8)
        code = answers.take(self.asked[0], axis=0)
        answer = np.empty_like(code)
        for bit in self.asked[1:]:
            answers.take(bit, axis=0, out=answer, mode="clip")  # any other mode would copy once more
            code += code
            code += answer
        codes = code.reshape(len(self.possible), -1, len(rows))
        at = codes[0].astype(np.intp)
        at += self.begins
        left = self.possible[0].take(at, mode="clip")
        for possible, more in zip(self.possible[1:], codes[1:], strict=True):
            np.copyto(at, more)
            at += self.begins
            left &= possible.take(at, mode="clip")
        number, bits = _FRACTION[left.dtype]
        place = left.astype(number).view(left.dtype)  # one leaf is one bit: the exponent is its number
        place >>= bits
        place += self.starts
        return np.asarray(np.add.reduce(self.values.take(place, mode="clip"), axis=0))


def _tables(forest: Forest) -> _Tables:
    """Find out which leaves of every tree each of its codes leaves possible."""
    nodes = np.arange(len(forest.left))
    is_inner = forest.left != nodes
    tree = np.searchsorted(forest.roots, nodes, side="right") - 1
    question_of, leaf_of = (_number_within(each, forest.roots, tree) for each in (is_inner, ~is_inner))
    questions, leaves = (
        int(number[which].max(initial=0)) + 1 for number, which in ((question_of, is_inner), (leaf_of, ~is_inner))
    )
    kind = np.dtype(np.int32 if leaves < _FEW_LEAVES else np.int64)
    if leaves > _MOST_LEAVES:
        message = f"A tree of the model has {leaves} leaves. Train it again with {_MOST_LEAVES} at most."
        raise ModelError(message)
    below = np.where(is_inner, 0, np.ones(1, kind) << leaf_of.astype(kind))
    for _ in range(forest.depth):
        below = np.where(is_inner, below[forest.left] | below[forest.right], below)
    feature, question = _distinct(forest.feature, forest.threshold)
    size, trees = -(-questions // _BITS), len(forest.roots)
    width = -(-questions // size)
    asked = np.zeros((size, width, trees), dtype=np.intp)
    left_by = np.full((size, width, 2, trees), -1, dtype=kind)  # by code and bit: what "no" and "yes" leave possible
    at = question_of[is_inner] // width, question_of[is_inner] % width
    asked[*at, tree[is_inner]] = question[is_inner]
    for answer, ruled_out in enumerate((forest.left, forest.right)):
        left_by[*at, answer, tree[is_inner]] = ~below[ruled_out[is_inner]]
    number, bits = _FRACTION[kind]
    first = int(np.ones(1, number).view(kind)[0]) >> bits
    values = np.zeros((trees, leaves))
    values[tree[~is_inner], leaf_of[~is_inner]] = forest.value[~is_inner]
    return _Tables(
        forest.feature[feature].astype(np.intp),
        forest.threshold[feature][:, None],
        asked.transpose(1, 0, 2).reshape(width, -1),
        (np.arange(trees) << width)[:, None],
        [_sets(below[forest.roots], of_code) for of_code in left_by],
        (np.arange(trees) * leaves - first)[:, None].astype(kind),
        values.ravel(),
    )


def _number_within(which: NDArray[np.bool_], roots: Places, tree: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the numbers of some nodes within their trees, from 0; of others it says nothing."""
    count: NDArray[np.intp] = np.cumsum(which) - which
    found: NDArray[np.intp] = count - count[roots][tree]
    return found


def _sets(
    every: NDArray[np.signedinteger[Any]], left_by: NDArray[np.signedinteger[Any]]
) -> NDArray[np.signedinteger[Any]]:
    """Return the leaves that every code leaves possible, tree by tree; its first bit counts most."""
    sets = every[:, None]
    for no, yes in left_by:
        sets = np.stack([sets & no[:, None], sets & yes[:, None]], axis=2).reshape(len(every), -1)
    return sets.ravel()


def _distinct(feature: Places, threshold: Numbers) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return one node of every different question, and the number of every node's question."""
    key = feature.astype(np.int64) << 32 | threshold.astype(np.float32).view(np.uint32)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number
