"""Deal Finder, Fig. 10: the accuracy of NB/EM on sentences for every threshold of its probability (τ)."""

from __future__ import annotations

from eventlocky.evaluate import plots
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, chances, some

THRESHOLDS = (0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99)
PAPER = {0.8: 0.945, 0.9: 0.945}
"""The two peaks that the text names; the rest of the figure is a drawing."""


def run(bench: Bench) -> Outcome:
    """Ask at every threshold how many of the balanced sentences are told rightly."""
    labels = [bool(row.label) for row in some(bench)]
    curves = {}
    for name in ("NB/EM", "best"):
        found = chances(bench, name)
        curves[name] = [
            (
                limit,
                sum(bool(chance > limit) == label for chance, label in zip(found, labels, strict=True)) / len(labels),
            )
            for limit in THRESHOLDS
        ]
    rows: list[list[Cell]] = [
        [limit, *(curves[name][place][1] for name in curves), PAPER.get(limit)]
        for place, limit in enumerate(THRESHOLDS)
    ]
    return Outcome(
        tables=[Table("Accuracy by threshold, groups left out", ("τ", *curves, "paper"), rows)],
        plots=[Plot("tau", "Accuracy by threshold", plots.lines(curves, across="τ", up="accuracy", top=1.0))],
        notes=["NB/EM is asked for the middle probability of its five voters."],
    )


EXPERIMENT = Experiment(
    name="deals-fig10",
    paper="Deal Finder, Fig. 10",
    what="The threshold of a sentence's probability",
    lane="pages",
    data=DATA,
    uses=DEAL_ROOMS,
    run=run,
)
