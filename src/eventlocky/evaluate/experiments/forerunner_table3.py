"""Forerunner of 2015, Table 3: the share of events that a finder cuts into a block of their own, site by site.

A block is right where it holds the title and the day of a gold event and of no other. It judges the cut alone, whatever
a classifier does after. The paper counts on 66 of 96 shops' home pages; ours are the pages of `japan` with dates.
"""

from __future__ import annotations

from functools import partial

from eventlocky import kinds, records
from eventlocky.annotate import annotate
from eventlocky.errors import PageError
from eventlocky.evaluate import plots
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.evaluate.draws import drawn_error
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
from eventlocky.evaluate.labels import days_of
from eventlocky.page import parse
from eventlocky.train.labels import Gold, spaced

FINDERS = ("window", "locky", "locky-plain", "repeats", "keyexpr", "patterns", "depta", "mdr", "plain")
"""`best` is not among them: it cuts with what it has learned, and these pages are part of that."""

PAPER_WINDOW = 0.9135
PAPER_SITES = (
    ("www.komeda.co.jp to www.akakura.jp (54 home pages)", 425, 1.0), ("www.n-rs.co.jp", 30, 0.9667),
    ("www.kikuchi-megane.co.jp", 11, 0.9091), ("www.pokkacreate.co.jp", 913, 0.8905), ("www.honeys.co.jp", 12, 0.8333),
    ("www.hokennomadoguchi.com", 6, 0.8333), ("www.world.co.jp/soup", 5, 0.8), ("www.hokennomadoguchi.com ", 6, 0.5),
    ("www.facebook.com", 3, 0.0), ("www.riochain.co.jp", 1, 0.0), ("www.r-p-s.net", 3, 0.0),
    ("www.schiatti.co.jp", 1, 0.0), ("www.erina-t.com", 6, 0.0),
)  # fmt: skip
"""Its home pages, events and recall, as printed; one stands there twice."""

Counts = dict[str, list[int]]
"""By page: how many events stand alone in a block, and how many there are."""


def run(bench: Bench) -> Outcome:
    """Count the events that stand alone in a block of each finder."""
    pages = bench.pages(EVENTS)
    hangs_on = {"data": bench.digests(gold_files(*EVENTS)), "quick": bench.is_quick}
    uses = (*PAGE_ROOMS, "evaluate/labels.py")
    asked: dict[str, tuple[Counts, float]] = {
        finder: bench.keeper.timed(f"alone-{finder}", hangs_on, uses, partial(_count, bench, pages, finder))
        for finder in FINDERS
    }
    corpus_of = {page.id: page.corpus for page in pages}
    site_of = {page.id: page.domain for page in pages}
    rows: list[list[Cell]] = []
    found = {finder: counts for finder, (counts, _) in asked.items()}
    heights: dict[str, dict[str, float | None]] = {"paper (window)": {"japan": PAPER_WINDOW}}
    errors: dict[tuple[str, str], float] = {}
    for finder, (counts, seconds) in asked.items():
        line: list[Cell] = [finder]
        for corpus in EVENTS:
            some = {name: count for name, count in counts.items() if corpus_of[name] == corpus}
            mean, error = _mean_of_sites(some, site_of)
            line += [_share(some), mean, error]
            heights.setdefault(finder, {})[corpus] = mean
            errors[finder, corpus] = error or 0.0
        rows.append([*line, PAPER_WINDOW if finder == "window" else None, seconds / max(1, len(pages))])
    japan = {name: count for name, count in found["window"].items() if corpus_of[name] == "japan"}
    by_site: Counts = {}
    for name, (alone, events) in japan.items():
        total = by_site.setdefault(site_of[name], [0, 0])
        total[0], total[1] = total[0] + alone, total[1] + events
    sites: list[list[Cell]] = [
        [site, events, alone / events]
        for site, (alone, events) in sorted(by_site.items(), key=lambda item: (-item[1][0] / item[1][1], item[0]))
    ]
    columns = [name for corpus in EVENTS for name in (corpus, f"{corpus}, mean of sites", f"± {corpus}")]
    bad = sorted(found["window"].items(), key=lambda item: (item[1][0] - item[1][1], item[0]))[:10]
    return Outcome(
        tables=[
            Table(
                "Events that stand alone in a block", ("finder", *columns, "paper", "s/page"), rows, moving=("s/page",)
            ),
            Table("`window` on japan, by site", ("site", "events", "recall"), sites),
            Table(
                "By site, as the paper prints it",
                ("site", "events", "recall"),
                [list(site) for site in PAPER_SITES],
                digits=4,
            ),
        ],
        plots=[
            Plot(
                "alone",
                "Events that stand alone in a block, mean of sites",
                plots.bars(heights, up="recall, mean of sites", errors=errors),
            )
        ],
        worst=[(f"{corpus_of[name]}/{name}", f"{alone} of {events} alone") for name, (alone, events) in bad],
        notes=["The paper's 91.35 % is the mean over 66 home pages, 54 of which have all their blocks."],
    )


def _count(bench: Bench, pages: list[GoldPage], finder: str) -> Counts:
    counts: Counts = {}
    for page in pages:
        if (count := alone(page, finder))[1]:
            counts[page.id] = count
    bench.say(f"{finder}: blocks of {len(counts)} pages counted")
    return counts


def alone(page: GoldPage, finder: str) -> list[int]:
    """Return how many events of a page stand alone in a record, and how many are dated and titled in it."""
    wanted = [
        Gold.of(event)
        for event in page.row["events"]
        if event.get("start") and event.get("date_in_page", True) and not event.get("optional")
    ]
    wanted = [gold for gold in wanted if gold.day and gold.is_titled]
    if not wanted or page.fetched is None:
        return [0, 0]
    try:
        tree = parse(page.body(), page.url)
    except PageError:
        return [0, len(wanted)]
    kind = kinds.load(page.kind)
    annotations = annotate(tree, {kind.anchor}.union(*kind.needs) - kinds.FIELDS, page.fetched)
    right: set[int] = set()
    for record in records.get(finder).find(tree, annotations, kind):
        days, words = days_of(record, annotations), spaced(tree.text(record.first, record.stop))
        held = [number for number, gold in enumerate(wanted) if gold.stands_in(days, words)]
        if len(held) == 1:
            right.add(held[0])
    return [len(right), len(wanted)]


def _share(counts: Counts) -> float | None:
    events = sum(count[1] for count in counts.values())
    return sum(count[0] for count in counts.values()) / events if events else None


def _mean_of_sites(counts: Counts, site_of: dict[str, str]) -> tuple[float | None, float | None]:
    """Return the mean over sites, and how far it would move with other sites."""
    sites: Counts = {}
    for name, (right, events) in counts.items():
        total = sites.setdefault(site_of[name], [0, 0])
        total[0], total[1] = total[0] + right, total[1] + events
    shares = [(right / events, 1.0) for right, events in sites.values()]
    return (sum(share for share, _ in shares) / len(shares) if shares else None), drawn_error(shares)


EXPERIMENT = Experiment(
    name="forerunner-table3",
    paper="Forerunner 2015, Table 3",
    what="Events that a finder cuts into a block of their own",
    lane="pages",
    data=gold_files(*EVENTS),
    uses=(*PAGE_ROOMS, "evaluate/labels.py"),
    run=run,
)
