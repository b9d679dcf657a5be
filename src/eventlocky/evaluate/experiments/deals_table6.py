"""Deal Finder, Tables 6 and 8, Fig. 11: pages by the ratio of blocks that sell to those that do not.

The paper's 84 pages and its 50 answers of a search for "soap" are gone; ours are the pages of the corpus `deals`. Fig.
11 is the F-score of the page test for every threshold of the ratio.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.evaluate import plots
from eventlocky.evaluate.deals import Judged
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.runs import by_finder
from eventlocky.evaluate.experiments.sentences import DATA, judged_pages

JUDGES = ("NB/EM", "best")
RATIOS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)
PAPER_TABLE6 = "82 of 84 pages right at a ratio of 1.0; deals from 0.94 up, others up to 1.11"
PAPER_TABLE8 = (8, 4, 0, 38)
PAPER_PEAK = 0.80
_SHOWN = 6


def run(bench: Bench) -> Outcome:
    """Judge the blocks of all pages by the paper's classifier and by ours."""
    tables: list[Table] = []
    confusion: list[list[Cell]] = []
    curves: dict[str, list[tuple[float, float]]] = {}
    fig11: list[list[Cell]] = [[ratio] for ratio in RATIOS]
    bad: list[tuple[str, str]] = []
    for name in JUDGES:
        judged = judged_pages(bench, name)
        tables.append(
            Table(
                f"Table 6 with {name}: the lowest ratios of deal pages, the highest of others",
                ("label", "T", "F", "T/F", "page"),
                _ends(judged),
                digits=2,
            )
        )
        confusion.append([f"ratio of {name}", *counts(judged, 1.0), right(counts(judged, 1.0))])
        curves[name] = [(ratio, f_score(counts(judged, ratio))) for ratio in RATIOS]
        for row, (_, score) in zip(fig11, curves[name], strict=True):
            row.append(score)
        bad += [
            (f"deals/{one.page.id}", f"{name}: {one.verdict.true} : {one.verdict.false}")
            for one in judged
            if name == "best" and one.is_deal != one.verdict.is_deal()
        ]
    runs = by_finder(bench, "best", ("deals",))
    found = [
        sum(bool(one.found) == said and one.has_events == is_deal for one in runs)
        for is_deal, said in ((True, True), (True, False), (False, True), (False, False))
    ]
    confusion.append(["offers found on the page", *found, right(found)])
    confusion.append(["paper (50 answers to “soap”)", *PAPER_TABLE8, right(PAPER_TABLE8)])
    columns = ("judge", "deal pages: said deal", "said no deal", "others: said deal", "said no deal ", "right")
    return Outcome(
        tables=[
            *tables,
            Table("Table 8: pages by a ratio of 1.0 and the check for money", columns, confusion),
            Table(
                "Fig. 11: F-score by the threshold of the ratio",
                ("Γ", *JUDGES),
                fig11,
                note=f"The paper's peak is {PAPER_PEAK:.2f} at 1.0.",
            ),
        ],
        plots=[
            Plot(
                "ratio", "F-score by the threshold of the ratio", plots.lines(curves, across="Γ", up="F-score", top=1.0)
            )
        ],
        worst=bad[:15],
        notes=[f"The paper's Table 6: {PAPER_TABLE6}."],
    )


def _ends(judged: Sequence[Judged]) -> list[list[Cell]]:
    order = sorted(judged, key=lambda one: (one.verdict.ratio, one.page.id))
    shown = [
        *[one for one in order if one.is_deal][:_SHOWN],
        *[one for one in reversed(order) if not one.is_deal][:_SHOWN],
    ]
    return [
        ["deal" if one.is_deal else "no deal", one.verdict.true, one.verdict.false, one.verdict.ratio, one.page.id]
        for one in sorted(shown, key=lambda one: -one.verdict.ratio)
    ]


def counts(judged: Sequence[Judged], ratio: float) -> list[int]:
    """Count deal pages that are said to be such or not, then others."""
    return [
        sum(one.is_deal == is_deal and one.verdict.is_deal(ratio) == said for one in judged)
        for is_deal, said in ((True, True), (True, False), (False, True), (False, False))
    ]


def right(found: Sequence[int]) -> float:
    """Return the share of pages that are told rightly."""
    return (found[0] + found[3]) / max(1, sum(found))


def f_score(found: Sequence[int]) -> float:
    """Return the F-score of deal pages."""
    return 2 * found[0] / max(1, 2 * found[0] + found[1] + found[2])


EXPERIMENT = Experiment(
    name="deals-table6",
    paper="Deal Finder, Tables 6 and 8, Fig. 11",
    what="Pages by the ratio of what sells on them",
    lane="pages",
    data=(*DATA, "bench/score.py"),
    uses=(*DEAL_ROOMS, "records", "fields", "extract.py", "train"),
    run=run,
)
