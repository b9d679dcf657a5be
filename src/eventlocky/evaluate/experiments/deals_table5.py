"""Deal Finder, Table 5: the same classifiers by words only (A), and by everything but words (ALL-A)."""

from __future__ import annotations

from eventlocky.classify.deals.features import LETTERS
from eventlocky.evaluate import deals, plots
from eventlocky.evaluate.draws import worst_of
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, NAMES, asked, chances, right_by_group, some, thresholds

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
    heights: dict[str, dict[str, float | None]] = {}
    errors: dict[tuple[str, str], float] = {}
    for letters, what in (("A", "Words only (A), percent"), (LETTERS, "The rest (ALL-A), percent")):
        rows: list[list[Cell]] = []
        for name in NAMES:
            said = asked(bench, name, letters)
            one = deals.figures(name, given, said.chances > limits[name])
            cells = [
                part for share in (one.accuracy, one.sensitivity, one.specificity) for part in (share.mean, share.error)
            ]
            rows.append([name, *cells, *PAPER[letters][name], said.seconds / len(given)])
            half = "words" if letters == "A" else "the rest"
            errors[name, half] = one.accuracy.error
            heights.setdefault(name, {}).update({half: one.accuracy.mean, f"{half}, paper": PAPER[letters][name][0]})
        columns = ("classifier", "accuracy", "±", "sensitivity", "± ", "specificity", "±  ")
        tables.append(Table(what, (*columns, *PAPER_COLUMNS, "s/sentence"), rows, digits=2, moving=("s/sentence",)))
    return Outcome(
        tables=tables,
        plots=[
            Plot(
                "accuracy",
                "Accuracy by words only, and by the rest",
                plots.bars(heights, up="accuracy, percent", errors=errors),
            )
        ],
        worst=worst_of(right_by_group(given, chances(bench, "NB/EM", "A") > limits["NB/EM"]), "sentences"),
        notes=[
            "Folds by group, as in Table 4; the paper averages ten rounds of drawn sentences.",
            "The groups are those on which NB/EM goes wrong by words alone. Seconds include the learning of ten folds.",
        ],
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
