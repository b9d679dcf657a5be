"""Every finder with our classifier, sites left out; what confidence means; accuracies of fields; pages with faults."""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.evaluate import plots
from eventlocky.evaluate.draws import Counts, drawn_error
from eventlocky.evaluate.experiments.base import (
    EVENTS,
    PAGE_ROOMS,
    Bench,
    Cell,
    Experiment,
    Outcome,
    Plot,
    Table,
    gold_files,
)
from eventlocky.evaluate.experiments.runs import (
    PageRun,
    by_finder,
    mistakes,
    of_corpus,
    seconds_a_page,
    shares,
    summed,
    worst,
)
from eventlocky.evaluate.reliability import bins, calibration_error
from eventlocky.records import DRAWN, FINDERS

QUICK = ("best", "plain")
FAULTS = "Pages that best does not read faultlessly"
_FIELDS = ("time", "end", "location", "url", "price")


def run(bench: Bench) -> Outcome:
    """Read the pages of events by every finder."""
    scorer = bench.scorer()
    names = QUICK if bench.is_quick else [name for name in FINDERS if name not in DRAWN]
    runs = {name: by_finder(bench, name, EVENTS) for name in names}
    rows: list[list[Cell]] = []
    fields: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {}
    for name, pages in runs.items():
        for corpus in EVENTS:
            some = of_corpus(pages, corpus)
            summary = summed(some, scorer)
            figures = shares(summary, "site_f1", "site_f1_error", "precision", "recall", "fooled_pages")
            rows.append([corpus, name, *figures, seconds_a_page(some)])
            heights.setdefault(name, {})[corpus] = summary.get("site_f1")
            if name == "best":
                cells = [cell for field in _FIELDS for cell in (summary.get(f"{field}_accuracy"), _drift(some, field))]
                fields.append([corpus, *cells, summary.get("sites")])
    judged = [one for page in runs["best"] for one in page.judged]
    sure: list[list[Cell]] = [
        [f"{each.low:.1f} to {each.high:.1f}", each.events, each.confidence, each.right] for each in bins(judged)
    ]
    curve = {
        "best": [(each.confidence, each.right) for each in bins(judged)],
        "as it should be": [(0.0, 0.0), (1.0, 1.0)],
    }
    return Outcome(
        tables=[
            Table(
                "Finders with the classifier best, sites left out",
                ("corpus", "finder", "site_f1", "±", "precision", "recall", "fooled pages", "s/page"),
                sorted(rows, key=lambda row: EVENTS.index(str(row[0]))),
                moving=("s/page",),
            ),
            Table(
                "Accuracy of the fields of best",
                ("corpus", *(name for field in _FIELDS for name in (field, f"± {field}")), "sites"),
                fields,
                note="± is over draws of sites; `sites` are those with events whose gold is complete.",
            ),
            Table(
                "What a confidence of best means",
                ("confidence", "events", "mean", "right"),
                sure,
                note=f"Expected calibration error {calibration_error(judged) or 0.0:.3f}.",
            ),
            Table(
                FAULTS,
                ("corpus", "page", "gold", "found", "right"),
                faults(runs["best"]),
                note="Pages of complete gold on which something was missed or made up, with their sites left out.",
            ),
        ],
        plots=[
            Plot("site-f1", "site_f1 of finders", plots.bars(heights, up="site_f1")),
            Plot(
                "confidence",
                "How often events are right, by confidence",
                plots.lines(curve, across="how sure", up="how often right", dashed=["as it should be"]),
            ),
        ],
        worst=worst(runs["best"], 20),
    )


def _drift(runs: Sequence[PageRun], field: str) -> float | None:
    """Return how far the accuracy of a field would move with other sites."""
    sites: Counts = {}
    for run in runs:
        right, seen = run.score["field"][field]
        count = sites.setdefault(run.domain, [0, 0])
        count[0] += right
        count[1] += seen
    return drawn_error(sites.values())


def faults(runs: Sequence[PageRun]) -> list[list[Cell]]:
    """Return the pages of complete gold that were not read faultlessly, in the order of corpora and names."""
    rows: list[list[Cell]] = [
        [run.corpus, run.id, *(int(run.score[name]) for name in ("gold", "predicted", "right"))]
        for run in runs
        if run.score["complete"] and mistakes(run)
    ]
    return sorted(rows, key=lambda row: (EVENTS.index(str(row[0])), str(row[1])))


EXPERIMENT = Experiment(
    name="finders",
    paper="Our finders",
    what="All finders side by side with the same classifier; confidence; fields",
    lane="pages",
    data=gold_files(*EVENTS),
    uses=PAGE_ROOMS,
    run=run,
)
