"""`eventlocky evaluate deals` and `evaluate rank`: the tables of the Deal Finder, on our own sentences and pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress
from eventlocky.cli.texts import print_cells

if TYPE_CHECKING:
    from eventlocky.evaluate.corpus import GoldPage
    from eventlocky.evaluate.deals import Figures, Judged, Row, Share
    from eventlocky.evaluate.extract import Scored

_TABLES = ("4", "5", "6", "8", "11", "12")
_HALF = 0.5
"""Our own classifier says that a sentence sells where that is likelier than not."""

_SHOWN = 6
"""So many pages of either kind are shown in Table 6."""

_ENDS = 5
"""So many sites are shown at the top and at the bottom of Table 11."""


def add(subjects: Any) -> None:
    """Add the two subjects with their options."""
    deals = subjects.add_parser("deals", help="the tables of the Deal Finder: sentences, pages, where deals stand")
    rank = subjects.add_parser("rank", help="whether the ratio of sentences that sell brings deal pages to the top")
    for each in (deals, rank):
        each.add_argument("--sentences", type=Path, required=True, metavar="FILE.jsonl.gz", help="labelled sentences")
        each.add_argument(
            "--corpus", type=Path, required=True, metavar="GOLD.jsonl", help="pages with and without deals"
        )
    deals.add_argument(
        "--sample", type=shared.whole, default=2_000, metavar="N", help="sentences of each label (2,000)"
    )
    deals.add_argument("--tables", action="extend", nargs="+", choices=_TABLES, help="which tables (default: all)")
    deals.add_argument("--folds", type=shared.whole, default=5, metavar="N", help="sites are left out in N parts (5)")
    deals.add_argument("--scorer", type=Path, metavar="FILE", help="the scorer (default: ../bench/score.py there)")


def run_deals(options: argparse.Namespace) -> int:
    """Print the tables that were asked for."""
    from eventlocky.classify.deals import features
    from eventlocky.evaluate import corpus
    from eventlocky.evaluate import deals as measured

    pages = corpus.load(options.corpus, "deal")
    tables = set(options.tables or _TABLES)
    rows = measured.load(options.sentences) if tables - {"11"} else []
    some = measured.balanced(rows, options.sample)
    if "4" in tables:
        _print_sentences(rows, some, pages)
    if "5" in tables:
        for letters, what in (("A", "words only (A)"), (features.LETTERS, "the rest (ALL-A)")):
            print(f"\nTable 5. Sentences by {what}.")
            _print_figures(progress(measured.compare(some, letters), total=0, what="classifiers"))
    if tables & {"6", "8"}:
        for name, tells in measured.judges(rows).items():
            judged = list(progress(measured.judge_pages(pages, tells), total=len(pages), what=name))
            _print_pages(name, judged, tables)
    if "11" in tables:
        _print_sites(pages, options)
    if "12" in tables:
        _print_elimination(some)
    return 0


def run_rank(options: argparse.Namespace) -> int:
    """Print Table 10: lists of pages before and after they are ranked by their ratio."""
    from eventlocky.evaluate import corpus
    from eventlocky.evaluate import deals as measured

    pages = corpus.load(options.corpus, "deal")
    for name, tells in measured.judges(measured.load(options.sentences)).items():
        judged = list(progress(measured.judge_pages(pages, tells), total=len(pages), what=name))
        print(
            f"\nTable 10. Recall of deal pages in ten lists of 40, drawn by chance, then ranked by the ratio of {name}."
        )
        lines = [
            [f"{number} ({recall.deals} deals)", *map(_two, (*recall.before, *recall.after))]
            for number, recall in enumerate(measured.rerank(judged), 1)
        ]
        means = [fmean(float(line[place]) for line in lines) for place in range(1, len(lines[0]))]
        tops = [f"top {top}" for top in measured.TOPS]
        print_cells([["list", *tops, *(f"{top}, ranked" for top in tops)], *lines, ["mean", *map(_two, means)]])
    return 0


# Tables ----------------------------------------------------------------------------------------


def _print_sentences(rows: Sequence[Row], some: Sequence[Row], pages: Sequence[GoldPage]) -> None:
    from eventlocky.classify.deals import nbem
    from eventlocky.evaluate import deals as measured

    print(f"\nTable 4. {len(some)} sentences, ten folds by group: percent, with the interval of 95 %.")
    extra = measured.titles(pages)
    ours = measured.figures("best", some, measured.crossed_texts(some, extra) > _HALF)
    _print_figures([*progress(measured.compare(some), total=0, what="classifiers"), ours])
    print(f"\nThe same with all {len(rows)} sentences.")
    voted = measured.crossed(rows, nbem.Voters) > nbem.THRESHOLD
    sells = measured.crossed_texts(rows, extra) > _HALF
    _print_figures([measured.figures("NB/EM", rows, voted), measured.figures("best", rows, sells)])
    for name, said in (("NB/EM", voted), ("best", sells)):
        right = fmean(bool(one) == bool(row.label) for one, row in zip(said, rows, strict=True))
        print(f"Of all sentences together, {name} is right on {right:.2%}.")


def _print_figures(figures: Iterable[Figures]) -> None:
    lines = [
        [one.name, *(_percent(share) for share in (one.accuracy, one.sensitivity, one.specificity, one.hard))]
        for one in figures
    ]
    print_cells([["", "accuracy", "sensitivity", "specificity", "hard negatives"], *lines])


def _print_pages(name: str, judged: Sequence[Judged], tables: set[str]) -> None:
    order = sorted(judged, key=lambda one: one.verdict.ratio)
    deals = [one for one in order if one.is_deal][:_SHOWN]
    others = [one for one in reversed(order) if not one.is_deal][:_SHOWN]
    if "6" in tables:
        print(f"\nTable 6 with {name}. The lowest ratios of deal pages, the highest of others.")
        lines = [
            [
                "deal" if one.is_deal else "no deal",
                *map(str, (one.verdict.true, one.verdict.false)),
                _two(one.verdict.ratio),
                one.page.id,
            ]
            for one in sorted([*deals, *others], key=lambda one: -one.verdict.ratio)
        ]
        print_cells([["label", "T", "F", "T/F", "page"], *lines])
    if "8" in tables:
        counts = {(is_deal, said): 0 for is_deal in (True, False) for said in (True, False)}
        for one in judged:
            counts[one.is_deal, one.verdict.is_deal()] += 1
        print(f"\nTable 8 with {name}. Pages by the ratio of 1.0 and the check for money.")
        lines = [
            [f"said {what}", str(counts[True, said]), str(counts[False, said])]
            for said, what in ((True, "deal"), (False, "no deal"))
        ]
        print_cells([["", "deal", "no deal"], *lines])
        print(f"Right: {(counts[True, True] + counts[False, False]) / max(1, len(judged)):.1%} of {len(judged)} pages.")


def _print_sites(pages: Sequence[GoldPage], options: argparse.Namespace) -> None:
    from eventlocky.evaluate import extract, scorer
    from eventlocky.settings import Settings

    judge = scorer.load(scorer.find([options.corpus], options.scorer))
    for settings in (
        Settings(finder="patterns", classifier="rules"),
        replace(shared.settings_of(options), finder="best"),
    ):
        train = extract.settings_for(settings)
        found = extract.evaluate(pages, judge, train, folds=options.folds)
        scored = list(progress(found, total=len(pages), what=settings.finder))
        _print_localised(settings.finder, scored)
        summary = judge.summary([one.score for one in scored])
        print(
            f"site_f1 {summary['site_f1']:.3f}; deals are found on {summary['fooled_pages']:.1%} of pages without any."
        )
        right = fmean(bool(one.events) == bool(one.page.row["events"]) for one in scored)
        print(f"A page is taken for a deal page where deals are found: right on {right:.1%} of {len(scored)} pages.")


def _print_localised(finder: str, scored: Sequence[Scored]) -> None:
    print(f"\nTable 11 with {finder}. Deals of pages whose gold is complete, by site; sites left out.")
    sites: dict[str, list[int]] = {}
    for one in scored:
        if one.score["complete"] and one.score["gold"]:
            counts = sites.setdefault(one.page.domain, [0, 0, 0])
            for place, key in enumerate(("gold", "predicted", "right")):
                counts[place] += one.score[key]
    lines = sorted(([site, *_rates(*counts)] for site, counts in sites.items()), key=lambda line: -float(line[-1]))
    sums = [sum(counts[place] for counts in sites.values()) for place in range(3)]
    middle = [["…", "", "", "", "", "", ""]] if len(lines) > 2 * _ENDS else []
    shown = [*lines[:_ENDS], *middle, *lines[max(_ENDS, len(lines) - _ENDS) :]]
    print_cells([["site", "deals", "found", "right", "precision", "recall", "F"], *shown, ["all", *_rates(*sums)]])


def _rates(gold: int, found: int, right: int) -> list[str]:
    f1 = 2 * right / max(1, gold + found)
    return [
        str(gold),
        str(found),
        str(right),
        *(f"{value:.3f}" for value in (right / max(1, found), right / max(1, gold), f1)),
    ]


def _print_elimination(some: Sequence[Row]) -> None:
    from eventlocky.classify.deals import features
    from eventlocky.evaluate import deals as measured

    print("\nTable 12. NB/EM without words, a feature less each time; a round begins with the best of the one before.")
    names = dict(zip(features.LETTERS, features.NUMBERS, strict=True))
    lines = []
    for number, steps in enumerate(progress(measured.eliminate(some), total=0, what="rounds"), 1):
        base = steps[0].accuracy
        lines.append([str(number), f"base {steps[0].letters}", f"{base:.2f}", "", ""])
        for step in steps[1:]:
            name, change = f"-{step.without} {names[step.without]}", f"{step.accuracy - base:+.2f}"
            lines.append([str(number), name, f"{step.accuracy:.2f}", change, _two(step.pearson)])
    print_cells([["round", "model", "accuracy", "change", "Pearson"], *lines])


def _percent(share: Share) -> str:
    return f"{share.mean:.1f} ± {share.error:.1f}"


def _two(value: float) -> str:
    return f"{value:.2f}"
