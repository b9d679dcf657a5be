"""Deal Finder, Table 11: the offers of deal pages, found one by one; by the paper's cut and by ours, sites left out."""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.evaluate import plots
from eventlocky.evaluate.draws import drawn_error
from eventlocky.evaluate.experiments.base import PAGE_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table, gold_files
from eventlocky.evaluate.experiments.runs import (
    PageRun,
    by_finder,
    by_rules,
    by_system,
    seconds_a_page,
    shares,
    summed,
    worst,
)

PAPER_SITES = (
    ("Dailynews.com", 8, 8, 8, 1.0, 1.0, 1.0),
    ("Trackdailydeals.com", 13, 13, 13, 1.0, 1.0, 1.0),
    ("Deals.com", 25, 25, 25, 1.0, 1.0, 1.0),
    ("Dealextreme.com", 52, 53, 52, 0.981, 1.0, 0.990),
    ("Mydealbag.com", 246, 238, 238, 1.0, 0.967, 0.983),
    ("(32 sites together)", 950, 970, 869, 0.896, 0.915, 0.905),
    ("Sidebuy.com", 9, 17, 9, 0.529, 1.0, 0.692),
    ("Music123.com", 20, 13, 11, 0.846, 0.550, 0.667),
    ("Dealfrenzy.com", 5, 10, 5, 0.500, 1.0, 0.667),
    ("Elivedeals.com", 53, 64, 39, 0.609, 0.736, 0.667),
    ("Rubywallet.com", 21, 25, 13, 0.520, 0.619, 0.565),
)
PAPER = (1402, 1436, 1282, 0.893, 0.914, 0.903)
"""Deals, found, right, precision, recall and F as printed: by site, and of all."""

RATES = ("precision", "recall", "F")
_ENDS = 5


def run(bench: Bench) -> Outcome:
    """Read the deal pages by the paper's finder with rules, by its whole system, and by ours."""
    scorer = bench.scorer()
    sums: list[list[Cell]] = []
    tables: list[Table] = []
    heights: dict[str, dict[str, float | None]] = {}
    errors: dict[tuple[str, str], float] = {}
    for name, runs in (
        ("patterns, rules", by_rules(bench, "patterns", ("deals",))),
        ("dealfinder", by_system(bench, "dealfinder", ("deals",))),
        ("best", by_finder(bench, "best", ("deals",))),
    ):
        sites = _sites(runs)
        totals = [sum(counts[place] for counts in sites.values()) for place in range(3)]
        summary = summed(runs, scorer)
        error = drawn_error([(2 * right, wanted + found) for wanted, found, right in sites.values()])
        figures = shares(summary, "site_f1", "site_f1_error", "fooled_pages")
        sums.append([name, *rates(totals), error, *figures, seconds_a_page(runs)])
        heights[name] = dict(zip(RATES, (float(cell or 0.0) for cell in rates(totals)[3:]), strict=True))
        errors[name, "F"] = error or 0.0
        lines = sorted(
            ([site, *rates(counts)] for site, counts in sites.items()),
            key=lambda line: (-float(line[-1] or 0), str(line[0])),
        )
        middle = lines[_ENDS:-_ENDS]
        rest = [sum(int(line[place] or 0) for line in middle) for place in (1, 2, 3)]
        shown = [
            *lines[:_ENDS],
            *([[f"({len(middle)} sites together)", *rates(rest)]] if middle else []),
            *lines[max(_ENDS, len(lines) - _ENDS) :],
        ]
        tables.append(Table(f"By site, with {name}", ("site", "deals", "found", "right", *RATES), shown))
    sums.append(["paper", *PAPER, None, None, None, None, None])
    heights["paper"] = dict(zip(RATES, PAPER[3:], strict=True))
    columns_of_site = ("site", "deals", "found", "right", *RATES)
    tables.append(Table("By site, as the paper prints it", columns_of_site, [list(row) for row in PAPER_SITES]))
    columns = (
        "system",
        "deals",
        "found",
        "right",
        "precision",
        "recall",
        "F",
        "±",
        "site_f1",
        "± ",
        "fooled pages",
        "s/page",
    )
    return Outcome(
        tables=[Table("All offers of pages whose gold is complete", columns, sums, moving=("s/page",)), *tables],
        plots=[Plot("rates", "Offers found one by one", plots.bars(heights, up="share", errors=errors))],
        worst=worst(by_finder(bench, "best", ("deals",))),
        notes=[
            (
                "`patterns, rules` is the paper's cut with the classifier `rules`; `dealfinder` is the paper's whole "
                "system, its voters taught by sentences that stand on none of the pages; `best` learns from the sites "
                "of other folds. ± is over draws of sites."
            )
        ],
    )


def _sites(runs: Sequence[PageRun]) -> dict[str, list[int]]:
    sites: dict[str, list[int]] = {}
    for one in runs:
        if one.score["complete"] and one.score["gold"]:
            counts = sites.setdefault(one.domain, [0, 0, 0])
            for place, key in enumerate(("gold", "predicted", "right")):
                counts[place] += one.score[key]
    return sites


def rates(counts: Sequence[int]) -> list[Cell]:
    """Return gold, found and right with precision, recall and F."""
    gold, found, right = counts
    return [gold, found, right, right / max(1, found), right / max(1, gold), 2 * right / max(1, gold + found)]


EXPERIMENT = Experiment(
    name="deals-table11",
    paper="Deal Finder, Table 11",
    what="Offers found one by one",
    lane="pages",
    data=(*gold_files("deals"), "corpora/deals/sentences.jsonl.gz"),
    uses=(*PAGE_ROOMS, "evaluate/systems.py", "evaluate/labels.py"),
    run=run,
)
