"""Every system of the papers and ours on the same pages, each with what it learns learned from other sites."""

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
from eventlocky.evaluate.experiments.runs import PageRun, by_system, of_corpus, seconds_a_page, shares, summed, worst

OF_EVENTS = ("eventlocky-2017", "eventlocky-2015", "eventfinder", "kedr", "best")
OF_DEALS = ("dealfinder", "kedr", "best")


def run(bench: Bench) -> Outcome:
    """Read all pages by every system that can look for what they hold."""
    rows: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {}
    errors: dict[tuple[str, str], float] = {}
    for names, corpora in ((OF_EVENTS, EVENTS), (OF_DEALS, ("deals",))):
        runs = {name: by_system(bench, name, corpora) for name in names}
        for corpus in corpora:
            for name in names:
                row, summary = _row(bench, name, of_corpus(runs[name], corpus))
                rows.append([corpus, *row])
                heights.setdefault(corpus, {})[name] = summary.get("site_f1")
                errors[corpus, name] = summary.get("site_f1_error") or 0.0
    columns = ("corpus", "system", "pages", "site_f1", "±", "precision", "recall", "fooled pages", "parses", "s/page")
    return Outcome(
        tables=[Table("Systems on all pages, sites left out", columns, rows, moving=("parses", "s/page"))],
        plots=[Plot("site-f1", "site_f1 of systems, sites left out", plots.bars(heights, up="site_f1", errors=errors))],
        worst=worst([*by_system(bench, "best", EVENTS), *by_system(bench, "best", ("deals",))]),
        notes=["`parses` is the time of a page in bare parses of the same bytes. No system of events looks for deals."],
    )


def _row(bench: Bench, name: str, runs: list[PageRun]) -> tuple[list[Cell], dict[str, float | None]]:
    summary = summed(runs, bench.scorer())
    parses = sum(one.seconds for one in runs) / (sum(one.parse_seconds for one in runs) or 1.0)
    figures = shares(summary, "site_f1", "site_f1_error", "precision", "recall", "fooled_pages")
    return [name, len(runs), *figures, parses, seconds_a_page(runs)], summary


EXPERIMENT = Experiment(
    name="systems",
    paper="All systems",
    what="Whole systems on the same pages",
    lane="pages",
    data=gold_files(*EVENTS, "deals"),
    uses=(*PAGE_ROOMS, "evaluate/systems.py", "evaluate/labels.py"),
    run=run,
)
