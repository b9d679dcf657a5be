"""Event.Locky 2017, Table 3: what each way of cutting a page finds, everything after it being the same.

The paper compares VIPS, DEPTA and its own matching with and without backtracking, each followed by its classifier. Here
every finder is followed by our default classifier and readers, trained for each fold without the fold's sites.
"""

from __future__ import annotations

from eventlocky.evaluate import plots
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
from eventlocky.evaluate.experiments.runs import by_finder, of_corpus, seconds_a_page, shares, summed, worst

PAPER = {
    "VIPS": (0.8989, 0.4023, 0.5558),
    "depta": (0.9872, 0.7098, 0.8236),
    "locky-plain": (0.9872, 0.7098, 0.8236),
    "locky": (0.9876, 0.7302, 0.8396),
}
FINDERS = ("depta", "locky-plain", "locky", "best")


def run(bench: Bench) -> Outcome:
    """Read all pages by every finder."""
    scorer = bench.scorer()
    tables: list[Table] = []
    heights: dict[str, dict[str, float | None]] = {}
    errors: dict[tuple[str, str], float] = {}
    for corpus in ("japan", "civic", "world"):
        rows: list[list[Cell]] = []
        for finder in FINDERS:
            runs = of_corpus(by_finder(bench, finder, EVENTS), corpus)
            summary = summed(runs, scorer)
            ours = shares(summary, "precision", "recall", "f1", "site_f1", "site_f1_error")
            rows.append([finder, *ours, *PAPER.get(finder, (None,) * 3), seconds_a_page(runs)])
            heights.setdefault(finder, {})[corpus] = summary.get("site_f1")
            errors[finder, corpus] = summary.get("site_f1_error") or 0.0
        rows.append(["VIPS (not run)", *[None] * 5, *PAPER["VIPS"], None])
        columns = (
            "finder",
            "precision",
            "recall",
            "F1",
            "site_f1",
            "±",
            "paper precision",
            "paper recall",
            "paper F1",
            "s/page",
        )
        tables.append(Table(f"On {corpus}", columns, rows, moving=("s/page",)))
    return Outcome(
        tables=tables,
        plots=[Plot("site-f1", "site_f1 of finders, sites left out", plots.bars(heights, up="site_f1", errors=errors))],
        worst=worst(by_finder(bench, "best", EVENTS)),
        notes=[
            (
                "`japan` is of the paper's kind (shops, restaurants, artists), `civic` and `world` are not. "
                "`locky-plain` is the paper's matching without backtracking, `best` ours. The paper's F1 is as printed."
            ),
            (
                "VIPS is not run: our finder `vips` needs boxes that a browser drew for every page "
                "(`eventlocky render --boxes`), and the stored pages lack the style sheets and pictures of their "
                "sites. What it finds on 80 of them, drawn without, stands in docs/finders-papers-b.md."
            ),
        ],
    )


EXPERIMENT = Experiment(
    name="locky-table3",
    paper="Event.Locky 2017, Table 3",
    what="Ways of cutting a page into records, followed by the same classifier",
    lane="pages",
    data=gold_files(*EVENTS),
    uses=PAGE_ROOMS,
    run=run,
)
