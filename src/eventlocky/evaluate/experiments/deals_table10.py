"""Deal Finder, Table 10: the recall of deal pages among the first of a list, before and after ranking by their ratio.

There is no search engine to ask: a list is forty pages of the corpus drawn by chance.
"""

from __future__ import annotations

from statistics import fmean

from eventlocky.evaluate import deals, plots
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, judged_pages

PAPER_BEFORE = (0.196, 0.433, 0.702, 1.0)
PAPER_AFTER = (0.380, 0.659, 0.833, 1.0)
"""Means of its ten terms."""


def run(bench: Bench) -> Outcome:
    """Draw ten lists and rank each by both judges."""
    tables: list[Table] = []
    means: list[list[Cell]] = []
    curves: dict[str, list[tuple[float, float]]] = {}
    tops = tuple(f"top {top}" for top in deals.TOPS)
    for name in ("NB/EM", "best"):
        found = deals.rerank(judged_pages(bench, name))
        rows: list[list[Cell]] = [[number, one.deals, *one.before, *one.after] for number, one in enumerate(found, 1)]
        tables.append(
            Table(
                f"Ten lists ranked by the ratio of {name}",
                ("list", "deals", *tops, *(f"{top}, ranked" for top in tops)),
                rows,
                digits=2,
            )
        )
        before, after = (
            [fmean(getattr(one, when)[place] for one in found) for place in range(len(tops))]
            for when in ("before", "after")
        )
        if not means:
            means.append(["as drawn", *before])
            curves["as drawn"] = list(zip(deals.TOPS, before, strict=True))
        means.append([f"ranked by {name}", *after])
        curves[f"ranked by {name}"] = list(zip(deals.TOPS, after, strict=True))
    means += [["paper, as Google ranks", *PAPER_BEFORE], ["paper, ranked by ratio", *PAPER_AFTER]]
    return Outcome(
        tables=[Table("Mean recall of deal pages", ("", *tops), means, digits=2), *tables],
        plots=[
            Plot(
                "recall",
                "Mean recall of deal pages",
                plots.lines(curves, across="first pages of a list", up="recall", top=1.0),
            )
        ],
        notes=["The paper's means are of its ten search terms."],
    )


EXPERIMENT = Experiment(
    name="deals-table10",
    paper="Deal Finder, Table 10",
    what="Lists of pages ranked by the ratio of what sells",
    lane="pages",
    data=DATA,
    uses=DEAL_ROOMS,
    run=run,
)
