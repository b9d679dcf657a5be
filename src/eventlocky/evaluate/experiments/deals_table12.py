"""Deal Finder, Table 12: one feature less each time (Algorithm 2), NB/EM without words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.features import LETTERS, NUMBERS
from eventlocky.classify.deals.nbem import THRESHOLD, NbEm
from eventlocky.evaluate import deals, plots
from eventlocky.evaluate.draws import worst_of
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, SAMPLE, right_by_group, some

PAPER_BASE = 89.19
PAPER = {
    "B": (84.98, -4.21, 0.70), "C": (89.66, 0.47, 0.87), "D": (89.20, 0.01, 0.98), "E": (89.30, 0.11, 0.89),
    "F": (89.64, 0.45, 0.95), "G": (68.12, -21.07, 0.14), "H": (89.38, 0.19, 0.86), "I": (88.92, -0.27, 0.86),
    "J": (89.76, 0.57, 0.72), "K": (89.62, 0.73, 0.96), "L": (90.13, 0.94, 0.79),
}  # fmt: skip
"""Accuracy, its change and Pearson's correlation with the base, as printed: K's is not the sum of both."""


def run(bench: Bench) -> Outcome:
    """Take features away, round by round, as long as the best of a round is no worse than its base."""

    def make() -> list[list[dict[str, object]]]:
        rounds = []
        for steps in deals.eliminate(some(bench)):
            rounds.append([asdict(step) for step in steps])
            bench.say(f"features: round {len(rounds)} from {steps[0].letters}")
        return rounds

    hangs_on = {"data": bench.digests(DATA), "sample": SAMPLE, "quick": bench.is_quick}
    rounds, seconds = bench.keeper.timed("features", hangs_on, DEAL_ROOMS, make)
    names = dict(zip(LETTERS, NUMBERS, strict=True))
    first: list[list[Cell]] = []
    for step in rounds[0]:
        letter, change = step["without"], step["accuracy"] - rounds[0][0]["accuracy"]
        if not letter:
            first.append(["nothing (ALL-A)", step["accuracy"], step["error"], *[None] * 3, PAPER_BASE, None, None])
        else:
            first.append(
                [
                    f"{letter} {names[letter]}",
                    *(step["accuracy"], step["error"], change, step["change_error"], step["pearson"]),
                    *PAPER[letter],
                ]
            )
    later: list[list[Cell]] = [
        [number, steps[0]["letters"], steps[0]["accuracy"], steps[0]["error"]] for number, steps in enumerate(rounds, 1)
    ]
    models, sentences = sum(map(len, rounds)), len(some(bench))
    heights = {
        f"{letter} {names[letter]}": {"ours": _change(rounds[0], letter), "paper": PAPER[letter][1]} for letter in PAPER
    }
    return Outcome(
        tables=[
            Table(
                "First round: without one feature, percent",
                (
                    "without",
                    "accuracy",
                    "±",
                    "change",
                    "± ",
                    "Pearson",
                    "paper accuracy",
                    "paper change",
                    "paper Pearson",
                ),
                first,
                digits=2,
                note="± is over draws of groups; that of a change is of the same draws with and without the feature.",
            ),
            Table(
                "The rounds: what each begins with",
                ("round", "features", "accuracy", "±"),
                later,
                digits=2,
                note="The paper ends without L and D at 90.27.",
            ),
            Table(
                "What it costs",
                ("models", "sentences", "s/sentence"),
                [[models, sentences, seconds / max(1, models * sentences)]],
                digits=5,
                moving=("s/sentence",),
                note="Seconds of one model, the learning of its ten folds included.",
            ),
        ],
        plots=[Plot("change", "Change of accuracy without a feature", plots.bars(heights, up="points"))],
        worst=worst_of(right_by_group(some(bench), base(bench) > THRESHOLD), "sentences"),
        notes=["The groups are those on which the base (ALL-A) goes wrong."],
    )


def base(bench: Bench) -> NDArray[np.float64]:
    """Return how sure the model with which the first round begins is of each sentence."""

    def make() -> list[float]:
        return [round(float(chance), 6) for chance in deals.crossed(some(bench), lambda: NbEm(LETTERS))]

    hangs_on = {"data": bench.digests(DATA), "sample": SAMPLE, "quick": bench.is_quick}
    return np.array(bench.keeper.ask("features-base", hangs_on, DEAL_ROOMS, make))


def _change(steps: list[dict[str, Any]], letter: str) -> float | None:
    return next((step["accuracy"] - steps[0]["accuracy"] for step in steps if step["without"] == letter), None)


EXPERIMENT = Experiment(
    name="deals-table12",
    paper="Deal Finder, Table 12",
    what="Features of sentences, one less each time",
    lane="pages",
    data=DATA,
    uses=DEAL_ROOMS,
    run=run,
)
