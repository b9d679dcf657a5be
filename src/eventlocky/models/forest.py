"""A forest of decision trees as arrays: every question is asked once for all rows, the answers are looked up.

Trees ask the same questions (is this number at most that one?) many times over. Each different one is answered for
all rows at once; the answers of a tree, up to eight to a byte, say where in a small table its value stands. A tree
with more than eight questions has several bytes: all but the last say in which part of the tree the next one goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Places = NDArray[np.int32]

_BYTE = 8
_ROWS = 256
"""So many rows are weighed at a time: what is looked up for them stays near the processor."""


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
        return _tables(self)


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The different questions, which of them each tree asks, and what its answers lead to."""

    feature: NDArray[np.intp]
    threshold: Numbers
    asked: list[NDArray[np.intp]]
    """By byte: the questions of every tree, one row a bit."""

    begins: NDArray[np.int32]
    steps: list[NDArray[np.int32]]
    """By byte but the last: where the table of the next byte begins."""

    leaves: NDArray[np.integer[Any]]
    """By the last byte: the leaf, as a number of two bytes where that is enough: of values there are few."""

    values: Numbers

    def sums(self, rows: Numbers) -> NDArray[np.float64]:
        """Return the sum of the values of all trees for every row."""
        answers = (np.ascontiguousarray(rows.T).take(self.feature, axis=0) <= self.threshold[:, None]).view(np.uint8)
        place: NDArray[np.int32] = self.begins[:, None]
        for number, asked in enumerate(self.asked):
            code = answers.take(asked[0], axis=0)
            answer = np.empty_like(code)
            for bit in asked[1:]:
                answers.take(bit, axis=0, out=answer, mode="clip")  # any other mode would copy once more
                code += code
                code += answer
            place = place + code
            if number < len(self.steps):
                place = self.steps[number].take(place, mode="clip")
        leaf = self.leaves.take(place, mode="clip")
        return np.asarray(self.values.take(leaf, mode="clip").sum(axis=0, dtype=np.float64))


def _tables(forest: Forest) -> _Tables:
    """Follow every tree for every code of every byte."""
    nodes = np.arange(len(forest.left))
    is_inner = forest.left != nodes
    count = np.cumsum(is_inner) - is_inner
    tree = np.searchsorted(forest.roots, nodes, side="right") - 1
    number = count - count[forest.roots][tree]  # of a question within its tree
    feature, question = _distinct(forest.feature, forest.threshold)
    trees, most = len(forest.roots), int(number[is_inner].max(initial=0)) + 1
    size, width = -(-most // _BYTE), min(most, _BYTE)
    asked = np.zeros((size, width, trees), dtype=np.intp)
    asked[number[is_inner] // _BYTE, number[is_inner] % _BYTE, tree[is_inner]] = question[is_inner]
    starts = forest.roots
    begins = np.arange(trees, dtype=np.int32) << width
    steps = []
    for byte in range(size):
        bits = np.where(is_inner & (number // _BYTE == byte), number % _BYTE, -1).astype(np.int8)
        reached = _follow(forest, starts, bits, width).ravel()
        if byte + 1 < size:
            is_start = np.zeros(len(nodes), dtype=bool)
            is_start[reached] = True
            starts = np.flatnonzero(is_start).astype(np.int32)
            steps.append(((np.cumsum(is_start, dtype=np.int32) - 1) << width)[reached])
    leaves = reached.astype(np.min_scalar_type(len(nodes)))
    questions = forest.feature[feature].astype(np.intp), forest.threshold[feature]
    return _Tables(*questions, list(asked), begins, steps, leaves, forest.value)


def _distinct(feature: Places, threshold: Numbers) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return one node of every different question, and the number of every node's question."""
    key = feature.astype(np.int64) << 32 | threshold.astype(np.float32).view(np.uint32)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number


def _follow(forest: Forest, starts: Places, bits: NDArray[np.int8], width: int) -> Places:
    """Return the node that every code of so many bits leads to from some nodes; nodes without a bit are not left.

    Bit by bit: a node comes after its parent, so on every way down the bits are asked in their order. A few nodes at
    a time: on the way each needs many times the room of its answer.
    """
    found = np.empty((len(starts), 1 << width), dtype=np.int32)
    for begin in range(0, len(starts), _ROWS):
        at = starts[begin : begin + _ROWS, None]
        for bit in range(width):
            is_asked = bits[at] == bit
            ways = np.empty((*at.shape, 2), dtype=np.int32)
            ways[..., 0] = np.where(is_asked, forest.right[at], at)
            ways[..., 1] = np.where(is_asked, forest.left[at], at)
            at = ways.reshape(len(at), -1)
        found[begin : begin + _ROWS] = at
    return found
