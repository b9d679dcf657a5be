"""Event.Locky 2017, Fig. 7, and its forerunner's Table 5: F1 with ever more records to learn from, sites left out."""

from __future__ import annotations

from eventlocky.evaluate import classify, plots
from eventlocky.evaluate.draws import worst_of
from eventlocky.evaluate.experiments.base import TEXT_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.runs import f1_error, judged, right_by_site

MODELS = ("onehot-svm", "w2v-mean", "locky", "best-text")
PAPER_2015 = {
    1000: (0.8660, 0.5250, 0.6537), 2000: (0.8811, 0.5886, 0.7057), 3000: (0.8833, 0.6181, 0.7273),
    4000: (0.8896, 0.6628, 0.7596), 5000: (0.9009, 0.6929, 0.7833), 6000: (0.8945, 0.7059, 0.7891),
    7000: (0.9013, 0.7154, 0.7976), 8000: (0.9049, 0.7446, 0.8170), 9000: (0.9094, 0.7408, 0.8165),
    10000: (0.9166, 0.7461, 0.8226), 11000: (0.9118, 0.7559, 0.8266), 12000: (0.9137, 0.7674, 0.8342),
    13000: (0.9169, 0.7699, 0.8370), 14000: (0.9132, 0.7784, 0.8404), 15000: (0.9203, 0.7833, 0.8463),
    16000: (0.9233, 0.7836, 0.8478), 17000: (0.9144, 0.7929, 0.8493), 18000: (0.9220, 0.7958, 0.8543),
    19000: (0.9203, 0.8011, 0.8566), 20000: (0.9241, 0.8049, 0.8604), 21000: (0.9250, 0.8122, 0.8649),
    22000: (0.9244, 0.8125, 0.8649), 23000: (0.9301, 0.8157, 0.8691), 23761: (0.9279, 0.8188, 0.8700),
}  # fmt: skip
"""The forerunner's Table 5 as printed: precision, recall, F1 by the number of records."""

FOLDS = 5
STEP = 1_000


def run(bench: Bench) -> Outcome:
    """Judge all records by models that learned from one, two, three thousand of other sites, then from all."""
    records = bench.records()
    whole = len(records) * (FOLDS - 1) // FOLDS
    sizes = [*range(STEP, whole, STEP), whole]
    runs = {
        name: [judged(bench, name, folds=FOLDS, most=0 if size == whole else size) for size in sizes] for name in MODELS
    }
    scores = {name: [classify.score(records, one.chances) for one in each] for name, each in runs.items()}
    rows: list[list[Cell]] = [[size] for size in sizes]
    for name in MODELS:
        for row, score, one in zip(rows, scores[name], runs[name], strict=True):
            row += [score.f1, f1_error(records, one.chances)]
    forerunner: list[list[Cell]] = []
    for place, size in enumerate(sizes):
        score = scores["onehot-svm"][place]
        forerunner.append(
            [
                *(size, score.precision, score.recall, score.f1, score.low, score.high),
                *PAPER_2015.get(size, (None,) * 3),
                runs["onehot-svm"][place].seconds / max(1, len(records)),
            ]
        )
    forerunner += [[size, *[None] * 5, *PAPER_2015[size], None] for size in PAPER_2015 if size > whole]
    curves = {name: [(size, scores[name][place].f1) for place, size in enumerate(sizes)] for name in MODELS}
    paper = [(size, values[2]) for size, values in PAPER_2015.items() if size in sizes]
    shown = {**curves, "onehot-svm, paper of 2015": paper} if paper else curves
    columns = [part for place, name in enumerate(MODELS) for part in (name, "±" + " " * place)]
    return Outcome(
        tables=[
            Table(
                "F1 by the number of records that taught", ("records", *columns), rows, note="± is over draws of sites."
            ),
            Table(
                "The forerunner's Table 5: onehot-svm",
                (
                    "records",
                    "precision",
                    "recall",
                    "F1",
                    "95 % from",
                    "to",
                    "paper precision",
                    "paper recall",
                    "paper F1",
                    "s/record",
                ),
                forerunner,
                moving=("s/record",),
                note="We have no more records; the paper goes on. Seconds include learning.",
            ),
        ],
        plots=[
            Plot(
                "curve",
                "F1 by the number of records that taught",
                plots.lines(shown, across="records", up="F1", dashed=list(shown)[len(curves) :], top=1.0),
            )
        ],
        worst=worst_of(right_by_site(records, runs["best-text"][-1].chances), "records"),
        notes=[
            (
                "The paper's Fig. 7 is a drawing without figures: nothing is copied from it. PV-DM is not drawn: its "
                "vectors are inferred anew for every text, and four sizes take longer than all the rest. One draw of "
                "records a point."
            )
        ],
    )


EXPERIMENT = Experiment(
    name="locky-fig7",
    paper="Event.Locky 2017, Fig. 7; forerunner 2015, Table 5 and Fig. 7",
    what="Learning curves of the models of records",
    lane="records",
    data=("corpora/japan/records.jsonl.gz",),
    uses=TEXT_ROOMS,
    run=run,
)
