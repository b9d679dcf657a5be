"""Forerunner of 2015, Table 4: precision, recall and F1 of the linear machine over words for every C."""

from __future__ import annotations

import numpy as np

from eventlocky.classify.onehot import OneHot
from eventlocky.classify.texts import SEED, parts
from eventlocky.evaluate import classify, plots
from eventlocky.evaluate.experiments.base import TEXT_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table

PAPER = {
    -5: (0.9241, 0.8165, 0.8670), -4: (0.9223, 0.8161, 0.8659), -3: (0.9253, 0.8142, 0.8662),
    -2: (0.9249, 0.8148, 0.8664), -1: (0.9279, 0.8188, 0.8700), 0: (0.9266, 0.8154, 0.8675),
    1: (0.9245, 0.8119, 0.8645), 2: (0.9270, 0.8164, 0.8682), 3: (0.9299, 0.8136, 0.8679),
    4: (0.9252, 0.8191, 0.8689), 5: (0.9253, 0.8169, 0.8677),
}  # fmt: skip
"""log2 C as printed, whole powers only: half powers lie between them."""

FOLDS = 5


def run(bench: Bench) -> Outcome:
    """Train with every C on four fifths of the sites and judge the rest."""
    found = bench.keeper.ask(
        "forerunner-c",
        {
            "data": bench.digests(["corpora/japan/records.jsonl.gz"]),
            "folds": FOLDS,
            "seed": SEED,
            "quick": bench.is_quick,
        },
        TEXT_ROOMS,
        lambda: {str(power): _judge(bench, power) for power in PAPER},
    )
    records = bench.records()
    scores = {power: classify.score(records, np.array(found[str(power)])) for power in PAPER}
    rows: list[list[Cell]] = [
        [power, score.precision, score.recall, score.f1, score.low, score.high, *PAPER[power]]
        for power, score in scores.items()
    ]
    best = max(scores, key=lambda power: scores[power].f1)
    curves = {
        "ours": [(power, score.f1) for power, score in scores.items()],
        "paper": [(power, values[2]) for power, values in PAPER.items()],
    }
    return Outcome(
        tables=[
            Table(
                "onehot-svm by C",
                (
                    "log2 C",
                    "precision",
                    "recall",
                    "F1",
                    "95 % from",
                    "to",
                    "paper precision",
                    "paper recall",
                    "paper F1",
                ),
                rows,
                note=f"The best is 2^{best} here, 2^-1 in the paper.",
            )
        ],
        plots=[Plot("c", "F1 by C", plots.lines(curves, across="log2 C", up="F1", dashed=["paper"], top=1.0))],
    )


def _judge(bench: Bench, power: int) -> list[float]:
    records = bench.records()
    numbers = parts([record.label for record in records], [record.site for record in records], FOLDS)
    chances = np.zeros(len(records))
    for fold in range(FOLDS):
        learned = [records[int(place)] for place in np.flatnonzero(numbers != fold)]
        model = OneHot(log_c=float(power)).fit([one.text for one in learned], [one.label for one in learned])
        tested = np.flatnonzero(numbers == fold)
        chances[tested] = model.probabilities([records[int(place)].text for place in tested])
    bench.say(f"onehot-svm with C = 2^{power}")
    return [round(float(chance), 5) for chance in chances]


EXPERIMENT = Experiment(
    name="forerunner-table4",
    paper="Forerunner 2015, Table 4",
    what="The C of the linear machine over words",
    lane="records",
    data=("corpora/japan/records.jsonl.gz",),
    uses=TEXT_ROOMS,
    run=run,
)
