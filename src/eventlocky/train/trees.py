"""Boosted trees, trained with LightGBM and written as the arrays that `models.Forest` walks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.models import Forest
from eventlocky.models.trainers import trainer

PARAMETERS: dict[str, Any] = {
    "objective": "binary", "num_leaves": 15, "learning_rate": 0.08, "min_data_in_leaf": 30, "feature_fraction": 0.6,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5, "max_depth": 6, "verbose": -1,
    "num_threads": 1, "deterministic": True, "force_row_wise": True, "enable_bundle": False,
}  # fmt: skip
"""What every forest begins with; one thread, so that the same rows and seeds give the same trees."""


def forest(
    rows: Sequence[Sequence[float]] | NDArray[Any],
    right: Sequence[float] | NDArray[Any],
    weights: Sequence[float] | NDArray[Any],
    names: tuple[str, ...],
    parameters: dict[str, Any],
    rounds: int,
) -> Forest:
    """Train trees and write them as arrays."""
    boosting = trainer("lightgbm")
    table = np.array(rows, dtype=np.float32)
    data = boosting.Dataset(table, np.array(right), weight=np.array(weights) / np.mean(weights))
    nodes: list[tuple[int, float, int, int, float]] = []
    roots, deepest = [], 0
    for tree in boosting.train(PARAMETERS | parameters | {"seed": 1}, data, rounds).dump_model()["tree_info"]:
        roots.append(len(nodes))
        deepest = max(deepest, _write_node(tree["tree_structure"], nodes))
    feature, threshold, left, right_of, value = zip(*nodes, strict=True)
    return Forest(
        names, np.array(roots, np.int32), np.array(feature, np.int32), np.array(threshold, np.float32),
        np.array(left, np.int32), np.array(right_of, np.int32), np.array(value, np.float32), deepest,
    )  # fmt: skip


def order(names: tuple[str, ...], rising: frozenset[str], falling: frozenset[str]) -> list[int]:
    """Return for every number whether more of it may only speak for, only against, or either way."""
    return [1 if name in rising else -1 if name in falling else 0 for name in names]


def _write_node(node: dict[str, Any], nodes: list[tuple[int, float, int, int, float]]) -> int:
    """Write a node and those under it; return how deep they go."""
    place = len(nodes)
    if "leaf_value" in node:
        nodes.append((0, float("inf"), place, place, float(node["leaf_value"])))
        return 0
    nodes.append((0, 0.0, 0, 0, 0.0))
    left = len(nodes)
    depth_left = _write_node(node["left_child"], nodes)
    right = len(nodes)
    depth_right = _write_node(node["right_child"], nodes)
    nodes[place] = (int(node["split_feature"]), float(node["threshold"]), left, right, 0.0)
    return 1 + max(depth_left, depth_right)
