"""How far a share would move if other sites had been drawn: the bootstrap over sites, groups, houses or lists.

What stands on one site is alike, so draws of pages or sentences would make the error look too small: whole sites are
drawn, with replacement, as many as there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

DRAWS = 1_000
SEED = 20_261_116
"""So many draws of sites, the same in every run: the same pages give the same error."""

_FEWEST = 2

Counts = dict[str, list[float]]
"""By site: what is right there, and of how many."""


def drawn_error(parts: Iterable[Sequence[float]], *, draws: int = DRAWS, seed: int = SEED) -> float | None:
    """Return how far a share would move if other sites had been drawn.

    Every part is a site: what is right there, and of how many. The share is the sum of the one over that of the other,
    so with twice what is right over what is said and what is wanted it is an F-score. Of one site nothing can be said.
    """
    counts = np.array([tuple(part) for part in parts], dtype=float).reshape(-1, 2)
    if len(counts) < _FEWEST or not counts[:, 1].sum():
        return None
    times = np.random.default_rng(seed).multinomial(len(counts), np.full(len(counts), 1 / len(counts)), size=draws)
    sums = times @ counts
    some = sums[sums[:, 1] > 0]
    return float((some[:, 0] / some[:, 1]).std())


def tally(sites: Iterable[str], right: Iterable[float]) -> Counts:
    """Return by site what is right there, and of how many; the order is that of the sites."""
    counts: Counts = {}
    for site, share in zip(sites, right, strict=True):
        count = counts.setdefault(site, [0, 0])
        count[0] += share
        count[1] += 1
    return counts


def worst_of(counts: Mapping[str, Sequence[float]], what: str, most: int = 10) -> list[tuple[str, str]]:
    """Return the sites where most is not right, each with how much."""
    wrong = sorted(((count[1] - count[0], site) for site, count in counts.items()), key=lambda one: (-one[0], one[1]))
    return [(site, f"{bad:.0f} of {counts[site][1]:.0f} {what} wrong") for bad, site in wrong[:most] if bad]
