"""EventFinder (Harik, MIT 2003), sections 4.1 and 4.2: event pages right, in part, failed; and pages without events.

As in the thesis a page is right with at most two mistakes, partly right with more, failed where not one event is found.
Its 100 pages of mit.edu and stanford.edu and its 1,000 pages without events are gone; ours are those of the corpora,
and for the second experiment the pages without events that we wrote, too.
"""

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
    by_system,
    by_system_on_nothing,
    mistakes,
    seconds_a_page,
    worst,
)

SYSTEMS = ("eventfinder", "kedr", "eventlocky-2015", "eventlocky-2017", "best")
PAPER = {"eventfinder": (0.54, 0.10, 0.36, 0.0)}
_FEW = 2


def run(bench: Bench) -> Outcome:
    """Sort the pages of every system into right, partly right and failed, and count those that fooled it."""
    rows: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {
        "thesis": dict(zip(("right", "in part", "failed"), PAPER["eventfinder"], strict=False))
    }
    for name in SYSTEMS:
        runs = by_system(bench, name, EVENTS)
        complete = [one for one in runs if one.score["complete"] and one.score["gold"]]
        right, part, failed = sorted_out(complete)
        empty = [one for one in runs if not one.has_events]
        fooled = sum(bool(one.score["predicted"]) for one in empty)
        whole = max(1, len(complete))
        figures = [right / whole, part / whole, failed / whole]
        heights[name] = dict(zip(("right", "in part", "failed"), figures, strict=True))
        rows.append(
            [
                *(name, len(complete), right, part, failed, right / whole, _error(complete)),
                *(len(empty), fooled, fooled / max(1, len(empty))),
                *PAPER.get(name, (None,) * 4),
                seconds_a_page(runs),
            ]
        )
    columns = (
        "system",
        "event pages",
        "right",
        "in part",
        "failed",
        "share right",
        "±",
        "pages without",
        "fooled",
        "share fooled",
    )
    paper = ("thesis: right", "thesis: in part", "thesis: failed", "thesis: fooled")
    return Outcome(
        tables=[
            Table(
                "Pages right, in part, failed; and pages without events",
                (*columns, *paper, "s/page"),
                rows,
                moving=("s/page",),
            ),
            on_nothing(bench),
        ],
        plots=[Plot("pages", "Shares of event pages", plots.bars(heights, up="share of event pages"))],
        worst=worst(by_system(bench, "best", EVENTS)),
        notes=[
            (
                "Pages whose gold is complete count. A mistake is an event missed or made up; a page with at most "
                "two, and something right, is right: a short page is right as soon as one event is found."
            )
        ],
    )


def on_nothing(bench: Bench) -> Table:
    """Return how many of many pages without events fool the systems of the papers: the thesis has 1,000."""
    rows: list[list[Cell]] = []
    for name in SYSTEMS:
        if name == "best":
            continue
        sites: Counts = {}
        runs = by_system_on_nothing(bench, name)
        for run in runs:
            count = sites.setdefault(run.domain, [0, 0])
            count[0] += bool(run.score["predicted"])
            count[1] += 1
        fooled = int(sum(count[0] for count in sites.values()))
        share = fooled / max(1, len(runs))
        paper = PAPER[name][-1] if name in PAPER else None
        rows.append([name, len(runs), fooled, share, drawn_error(sites.values()), paper, seconds_a_page(runs)])
    return Table(
        "Pages that we wrote and that announce nothing",
        ("system", "pages without", "fooled", "share fooled", "±", "thesis: fooled", "s/page"),
        rows,
        moving=("s/page",),
        note="Each is of an invented site, in one of some twenty languages. Many were written because something was "
        "read wrongly, so they are harder than pages drawn by chance. `best` is not asked: it learns from them. ± is "
        "over draws of sites.",
    )


def _error(runs: Sequence[PageRun]) -> float | None:
    """Return how far the share of pages that are right would move with other sites."""
    sites: dict[str, list[PageRun]] = {}
    for one in runs:
        sites.setdefault(one.domain, []).append(one)
    return drawn_error([(sorted_out(pages)[0], len(pages)) for pages in sites.values()])


def sorted_out(runs: Sequence[PageRun]) -> tuple[int, int, int]:
    """Return how many pages are right, partly right and failed."""
    failed = sum(not one.score["right"] for one in runs)
    right = sum(bool(one.score["right"]) and mistakes(one) <= _FEW for one in runs)
    return right, len(runs) - right - failed, failed


EXPERIMENT = Experiment(
    name="eventfinder",
    paper="EventFinder 2003, sections 4.1 and 4.2",
    what="Event pages right, in part, failed; pages without events that fool a system",
    lane="pages",
    data=(*gold_files(*EVENTS), "corpora/japan/records.jsonl.gz"),
    uses=(*PAGE_ROOMS, "evaluate/systems.py", "evaluate/labels.py"),
    run=run,
)
