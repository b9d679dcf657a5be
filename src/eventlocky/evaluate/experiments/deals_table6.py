"""Deal Finder, Tables 6 and 8, Fig. 11: pages by the ratio of blocks that sell to those that do not.

The paper's 84 pages and its 50 answers of a search for "soap" are gone; ours are the pages of the corpus `deals`. Fig.
11 is the F-score of the page test for every threshold of the ratio.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.evaluate import plots
from eventlocky.evaluate.deals import Judged
from eventlocky.evaluate.draws import Counts, drawn_error, tally
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.experiments.runs import by_finder, seconds_a_page
from eventlocky.evaluate.experiments.sentences import DATA, judged_pages

JUDGES = ("NB/EM", "best")
RATIOS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)
PAPER_TABLE6 = (
    ("deal", 32, 16, 2.0, "411travelbuys.ca"), ("deal", 9, 5, 1.8, "Dailycheckout.com"),
    ("deal", 22, 13, 1.69, "Jewelrydeal.com"), ("deal", 17, 13, 1.31, "Greendeals.org"),
    ("deal", 132, 114, 1.16, "Dealtime.com"), ("no deal", 20, 18, 1.11, "Filmsite.org"),
    ("deal", 16, 17, 0.94, "Thomascook.ca"), ("no deal", 11, 13, 0.85, "Rome.info"),
    ("no deal", 24, 31, 0.77, "Lvoe.ca"), ("no deal", 5, 7, 0.714, "Rockyview.ab.ca"),
    ("no deal", 20, 28, 0.71, "Foodnetwork.com"), ("no deal", 22, 33, 0.67, "Howto.wired.com"),
)  # fmt: skip
"""The rows of the paper's Table 6, as printed."""

PAPER_TABLE8 = (8, 4, 0, 38)
PAPER_FIG11 = {1.0: 0.80}
"""The peak that the text names; the rest of the figure is a drawing."""

_SHOWN = 6


def run(bench: Bench) -> Outcome:
    """Judge the blocks of all pages by the paper's classifier and by ours."""
    tables: list[Table] = []
    confusion: list[list[Cell]] = []
    curves: dict[str, list[tuple[float, float]]] = {}
    fig11: list[list[Cell]] = [[ratio] for ratio in RATIOS]
    bad: list[tuple[str, str]] = []
    for name in JUDGES:
        said = judged_pages(bench, name)
        judged = said.pages
        tables.append(
            Table(
                f"Table 6 with {name}: the lowest ratios of deal pages, the highest of others",
                ("label", "T", "F", "T/F", "page"),
                _ends(judged),
                digits=2,
            )
        )
        is_right = [one.is_deal == one.verdict.is_deal() for one in judged]
        error = drawn_error(tally([one.page.domain for one in judged], is_right).values())
        confusion.append([f"ratio of {name}", *counts(judged, 1.0), right(counts(judged, 1.0)), error, said.a_page])
        curves[name] = [(ratio, f_score(counts(judged, ratio))) for ratio in RATIOS]
        for row, (ratio, score) in zip(fig11, curves[name], strict=True):
            row += [score, f_error(judged, ratio)]
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
    for row in fig11:
        row.append(PAPER_FIG11.get(float(row[0] or 0)))
    error = drawn_error(
        tally([one.domain for one in runs], [bool(one.found) == one.has_events for one in runs]).values()
    )
    confusion.append(["offers found on the page", *found, right(found), error, seconds_a_page(runs)])
    confusion.append(["paper (50 answers to “soap”)", *PAPER_TABLE8, right(PAPER_TABLE8), None, None])
    columns = ("judge", "deal pages: said deal", "said no deal", "others: said deal", "said no deal ", "right", "±")
    return Outcome(
        tables=[
            *tables,
            Table(
                "Table 6 as the paper prints it",
                ("label", "T", "F", "T/F", "site"),
                [list(row) for row in PAPER_TABLE6],
                digits=2,
                note="82 of its 84 pages are right at a ratio of 1.0.",
            ),
            Table(
                "Table 8: pages by a ratio of 1.0 and the check for money",
                (*columns, "s/page"),
                confusion,
                moving=("s/page",),
                note="± is over draws of sites. Seconds are of judging, not of learning. The paper prints counts.",
            ),
            Table(
                "Fig. 11: F-score by the threshold of the ratio",
                ("Γ", "NB/EM", "±", "best", "± ", "paper"),
                fig11,
                note="The paper names its peak only.",
            ),
        ],
        plots=[
            Plot(
                "ratio", "F-score by the threshold of the ratio", plots.lines(curves, across="Γ", up="F-score", top=1.0)
            )
        ],
        worst=bad[:15],
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


def f_error(judged: Sequence[Judged], ratio: float) -> float | None:
    """Return how far the F-score of deal pages would move with other sites."""
    sites: Counts = {}
    for one in judged:
        is_said = one.verdict.is_deal(ratio)
        count = sites.setdefault(one.page.domain, [0, 0])
        count[0] += 2 * (is_said and one.is_deal)
        count[1] += is_said + one.is_deal
    return drawn_error(sites.values())


EXPERIMENT = Experiment(
    name="deals-table6",
    paper="Deal Finder, Tables 6 and 8, Fig. 11",
    what="Pages by the ratio of what sells on them",
    lane="pages",
    data=(*DATA, "bench/score.py"),
    uses=(*DEAL_ROOMS, "records", "fields", "extract.py", "train"),
    run=run,
)
