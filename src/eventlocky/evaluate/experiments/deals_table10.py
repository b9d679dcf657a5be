"""Deal Finder, Table 10: the recall of deal pages among the first of a list, before and after ranking by their ratio.

There is no search engine to ask: a list is forty pages of the corpus drawn by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from eventlocky.classify.deals.page import rank
from eventlocky.evaluate import deals, plots
from eventlocky.evaluate.deals import Judged
from eventlocky.evaluate.draws import drawn_error
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.sentences import DATA, judged_pages

PAPER = {
    "Indoor tanning": (4, 0.0, 0.50, 0.75, 1.0, 0.75, 0.75, 0.75, 1.0),
    "Laser eye correction": (25, 0.24, 0.40, 0.72, 1.0, 0.24, 0.48, 0.72, 1.0),
    "Facials": (29, 0.24, 0.52, 0.69, 1.0, 0.31, 0.59, 0.79, 1.0),
    "Canada travel": (10, 0.20, 0.30, 0.70, 1.0, 0.50, 0.80, 0.90, 1.0),
    "Daycares": (15, 0.20, 0.40, 0.60, 1.0, 0.47, 0.80, 0.93, 1.0),
    "Italian food": (23, 0.22, 0.48, 0.78, 1.0, 0.30, 0.61, 0.83, 1.0),
    "Acupuncture treatments": (12, 0.17, 0.25, 0.58, 1.0, 0.17, 0.50, 0.75, 1.0),
    "Christmas trees": (25, 0.24, 0.48, 0.72, 1.0, 0.36, 0.72, 0.96, 1.0),
    "Dry cleaning": (27, 0.19, 0.44, 0.74, 1.0, 0.33, 0.67, 0.89, 1.0),
    "Smartphones": (27, 0.26, 0.56, 0.74, 1.0, 0.37, 0.67, 0.81, 1.0),
}
"""By search term: the deal pages of forty, the recall as Google ranks, and as their ratio does, as printed."""

MOST_WORST = 5


def run(bench: Bench) -> Outcome:
    """Draw ten lists and rank each by both judges."""
    tables: list[Table] = []
    means: list[list[Cell]] = []
    bad: list[tuple[str, str]] = []
    curves: dict[str, list[tuple[float, float]]] = {}
    tops = tuple(f"top {top}" for top in deals.TOPS)
    for name in ("NB/EM", "best"):
        said = judged_pages(bench, name)
        found = deals.rerank(said.pages)
        rows: list[list[Cell]] = [[number, one.deals, *one.before, *one.after] for number, one in enumerate(found, 1)]
        tables.append(
            Table(
                f"Ten lists ranked by the ratio of {name}",
                ("list", "deals", *tops, *(f"{top}, ranked" for top in tops)),
                rows,
                digits=2,
            )
        )
        if not means:
            curves["as drawn"], line = _means([one.before for one in found])
            means.append(["as drawn", *line, None])
        curves[f"ranked by {name}"], line = _means([one.after for one in found])
        means.append([f"ranked by {name}", *line, said.a_page])
        if name == "best":
            bad = misplaced(said.pages)
    size = len(deals.TOPS)
    for what, first in (("paper, as Google ranks", 1), ("paper, ranked by ratio", 1 + size)):
        _, line = _means([recalls[first : first + size] for recalls in PAPER.values()])
        means.append([what, *line, None])
    errors = ("±", "± ", "±  ", "±   ")
    columns = [part for pair in zip(tops, errors, strict=True) for part in pair]
    return Outcome(
        tables=[
            Table(
                "Mean recall of deal pages",
                ("", *columns, "s/page"),
                means,
                moving=("s/page",),
                note="± is over draws of lists, or of the paper's terms; its means are made of the terms below.",
            ),
            *tables,
            Table(
                "The ten terms as the paper prints them",
                ("term", "deals", *tops, *(f"{top}, ranked" for top in tops)),
                [[term, *recalls] for term, recalls in PAPER.items()],
                digits=2,
            ),
        ],
        plots=[
            Plot(
                "recall",
                "Mean recall of deal pages",
                plots.lines(curves, across="first pages of a list", up="recall", top=1.0),
            )
        ],
        worst=bad,
    )


def _means(recalls: Sequence[Sequence[float]]) -> tuple[list[tuple[float, float]], list[Cell]]:
    """Return the mean recall of lists as points, and as cells with how far other lists would move it."""
    points: list[tuple[float, float]] = []
    cells: list[Cell] = []
    for place, top in enumerate(deals.TOPS):
        shares = [each[place] for each in recalls]
        points.append((top, fmean(shares)))
        cells += [fmean(shares), drawn_error([(share, 1) for share in shares])]
    return points, cells


def misplaced(judged: Sequence[Judged]) -> list[tuple[str, str]]:
    """Return the deal pages that are ranked lowest, and the others that are ranked highest."""
    order = [judged[place] for place in rank([one.verdict for one in judged])]
    low = [(place, one) for place, one in enumerate(order, 1) if one.is_deal][::-1][:MOST_WORST]
    high = [(place, one) for place, one in enumerate(order, 1) if not one.is_deal][:MOST_WORST]
    return [
        (f"deals/{one.page.id}", f"{'a deal page' if one.is_deal else 'no deal page'} at place {place} of {len(order)}")
        for place, one in [*low, *high]
    ]


EXPERIMENT = Experiment(
    name="deals-table10",
    paper="Deal Finder, Table 10",
    what="Lists of pages ranked by the ratio of what sells",
    lane="pages",
    data=DATA,
    uses=DEAL_ROOMS,
    run=run,
)
