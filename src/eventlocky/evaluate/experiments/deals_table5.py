"""Deal Finder, Table 5: the same classifiers by words only (A), and by everything but words (ALL-A)."""

from __future__ import annotations

from eventlocky.classify.deals.features import LETTERS
from eventlocky.evaluate import deals
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Table
from eventlocky.evaluate.experiments.sentences import DATA, NAMES, chances, some, thresholds

PAPER = {
    "A": {
        "NB/EM": (97.52, 99.64, 95.82, 0.6),
        "J48": (86.5, 81.15, 92.32, 0.5),
        "SVM/z-score": (71.4, 69.74, 73.29, 1.0),
        "SVM/linear": (49.47, 0.0, 100.0, 0.2),
        "NN/z-score": (48.60, 0.0, 100.0, 0.3),
        "NN/linear": (49.55, 0.0, 100.0, 0.2),
    },
    LETTERS: {
        "NB/EM": (89.19, 98.71, 83.33, 0.6),
        "J48": (88.27, 91.85, 88.30, 0.5),
        "SVM/z-score": (89.05, 97.05, 84.10, 1.0),
        "SVM/linear": (49.5, 0.0, 100.0, 0.2),
        "NN/z-score": (52.6, 0.0, 100.0, 0.3),
        "NN/linear": (49.0, 0.0, 100.0, 0.2),
    },
}
"""Accuracy, sensitivity, specificity in percent, and the ± of the accuracy, as printed."""

PAPER_COLUMNS = ("paper accuracy", "paper sensitivity", "paper specificity", "paper ± of accuracy")


def run(bench: Bench) -> Outcome:
    """Judge the balanced sentences with each half of the features."""
    given, limits = some(bench), thresholds()
    tables: list[Table] = []
    for letters, what in (("A", "Words only (A), percent"), (LETTERS, "The rest (ALL-A), percent")):
        rows: list[list[Cell]] = []
        for name in NAMES:
            one = deals.figures(name, given, chances(bench, name, letters) > limits[name])
            cells = [
                part for share in (one.accuracy, one.sensitivity, one.specificity) for part in (share.mean, share.error)
            ]
            rows.append([name, *cells, *PAPER[letters][name]])
        columns = ("classifier", "accuracy", "±", "sensitivity", "± ", "specificity", "±  ")
        tables.append(Table(what, (*columns, *PAPER_COLUMNS), rows, digits=2))
    return Outcome(
        tables=tables, notes=["Folds by group, as in Table 4; the paper averages ten rounds of drawn sentences."]
    )


EXPERIMENT = Experiment(
    name="deals-table5",
    paper="Deal Finder, Table 5",
    what="Sentences by words only, and by all but words",
    lane="pages",
    data=DATA,
    uses=DEAL_ROOMS,
    run=run,
)
