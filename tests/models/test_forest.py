"""A forest of looked-up answers says what walking its trees node by node says."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from eventlocky.errors import ModelError
from eventlocky.models import Forest


def _grow(draw: random.Random, questions: int, nodes: list[list[float]]) -> int:
    """Write a tree of so many questions in the order of `train/trees.py`; return how deep it is."""
    place = len(nodes)
    if not questions:
        nodes.append([0, math.inf, place, place, draw.uniform(-1, 1)])
        return 0
    nodes.append([])
    under = draw.randrange(questions)
    depth_left = _grow(draw, under, nodes)
    right = len(nodes)
    depth_right = _grow(draw, questions - 1 - under, nodes)
    nodes[place] = [draw.randrange(5), draw.choice([0.0, 0.25, 0.5]), place + 1, right, 0.0]
    return 1 + max(depth_left, depth_right)


def _forest(draw: random.Random, most: int) -> Forest:
    nodes: list[list[float]] = []
    roots, depth = [], 0
    for _ in range(9):
        roots.append(len(nodes))
        depth = max(depth, _grow(draw, draw.randint(0, most), nodes))
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    places = [np.array(each, np.int32) for each in (roots, feature, left, right)]
    return Forest(
        tuple("abcde"), places[0], places[1], np.array(threshold, np.float32), places[2], places[3],
        np.array(value, np.float32), depth,
    )  # fmt: skip


def _walk(forest: Forest, row: np.ndarray) -> float:
    total = 0.0
    for root in forest.roots:
        node = int(root)
        while forest.left[node] != node:
            is_left = row[forest.feature[node]] <= forest.threshold[node]
            node = int(forest.left[node] if is_left else forest.right[node])
        total += float(forest.value[node])
    return 1 / (1 + math.exp(-total))


@pytest.mark.parametrize("most", [0, 1, 7, 8, 9, 16, 40])
def test_looking_up_is_walking(most):
    draw = random.Random(most)
    forest = _forest(draw, most)
    rows = np.array([[draw.choice([-1, 0, 0.2, 0.25, 0.4, 0.5, 3]) for _ in range(5)] for _ in range(300)], np.float32)
    assert forest.probabilities(rows) == pytest.approx([_walk(forest, row) for row in rows])


def test_a_tree_with_more_leaves_than_bits_is_refused():
    forest = _forest(random.Random(0), 900)
    with pytest.raises(ModelError, match="leaves"):
        forest.probabilities(np.zeros((1, 5), np.float32))
