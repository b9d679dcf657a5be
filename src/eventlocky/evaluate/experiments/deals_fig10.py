"""Deal Finder, Fig. 10: the accuracy of NB/EM on sentences for every threshold of its probability (τ)."""

from __future__ import annotations

from eventlocky.classify.deals.nbem import THRESHOLD
from eventlocky.evaluate import plots
from eventlocky.evaluate.draws import drawn_error, worst_of
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, chances, right_by_group, some

THRESHOLDS = (0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99)
PAPER = {0.8: 0.945, 0.9: 0.945}
"""The two peaks that the text names; the rest of the figure is a drawing."""


def run(bench: Bench) -> Outcome:
    """Ask at every threshold how many of the balanced sentences are told rightly."""
    given = some(bench)
    curves: dict[str, list[tuple[float, float]]] = {}
    rows: list[list[Cell]] = [[limit] for limit in THRESHOLDS]
    for name in ("NB/EM", "best"):
        found = chances(bench, name)
        for row, limit in zip(rows, THRESHOLDS, strict=True):
            groups = right_by_group(given, found > limit)
            accuracy = sum(right for right, _ in groups.values()) / len(given)
            curves.setdefault(name, []).append((limit, accuracy))
            row += [accuracy, drawn_error(groups.values())]
    for row, limit in zip(rows, THRESHOLDS, strict=True):
        row.append(PAPER.get(limit))
    return Outcome(
        tables=[
            Table(
                "Accuracy by threshold, groups left out",
                ("τ", "NB/EM", "±", "best", "± ", "paper"),
                rows,
                note="± is over draws of groups.",
            )
        ],
        plots=[Plot("tau", "Accuracy by threshold", plots.lines(curves, across="τ", up="accuracy", top=1.0))],
        worst=worst_of(right_by_group(given, chances(bench, "NB/EM") > THRESHOLD), "sentences"),
        notes=[
            (
                "NB/EM is asked for the middle probability of its five voters; the groups are those on which it is "
                f"wrong with the paper's threshold of {THRESHOLD}. What a sentence costs stands with Table 4."
            )
        ],
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
