"""Deal Finder, Table 11: the offers of deal pages, found one by one; by the paper's cut and by ours, sites left out."""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.evaluate.experiments.base import PAGE_ROOMS, Bench, Cell, Experiment, Outcome, Table, gold_files
from eventlocky.evaluate.experiments.runs import PageRun, by_finder, by_rules, seconds_a_page, shares, summed, worst

PAPER = (1402, 1436, 1282, 0.893, 0.914, 0.903)
_ENDS = 5


def run(bench: Bench) -> Outcome:
    """Read the deal pages by the paper's finder with rules, and by ours."""
    scorer = bench.scorer()
    sums: list[list[Cell]] = []
    tables: list[Table] = []
    for name, runs in (
        ("patterns", by_rules(bench, "patterns", ("deals",))),
        ("best", by_finder(bench, "best", ("deals",))),
    ):
        sites = _sites(runs)
        totals = [sum(counts[place] for counts in sites.values()) for place in range(3)]
        summary = summed(runs, scorer)
        sums.append(
            [name, *rates(totals), *shares(summary, "site_f1", "site_f1_error", "fooled_pages"), seconds_a_page(runs)]
        )
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
        tables.append(
            Table(f"By site, with {name}", ("site", "deals", "found", "right", "precision", "recall", "F"), shown)
        )
    sums.append(["paper", *PAPER, None, None, None, None])
    columns = (
        "finder",
        "deals",
        "found",
        "right",
        "precision",
        "recall",
        "F",
        "site_f1",
        "±",
        "fooled pages",
        "s/page",
    )
    return Outcome(
        tables=[Table("All offers of pages whose gold is complete", columns, sums, moving=("s/page",)), *tables],
        worst=worst(by_finder(bench, "best", ("deals",))),
        notes=[
            "`patterns` is the paper's cut with the classifier `rules`; `best` learns from the sites of other folds."
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
    data=gold_files("deals"),
    uses=PAGE_ROOMS,
    run=run,
)
