"""The parts of `evaluate` that measure classifiers of texts: a table of all, and their learning curves."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eventlocky.cli import options as shared
from eventlocky.errors import EventlockyError

if TYPE_CHECKING:
    from eventlocky.evaluate.classify import Judged, Score
    from eventlocky.train.records import LabelledText

_STEP = 1_000
_LEVELS = ("record", "title", "fragment")


def add(subjects: Any) -> None:
    """Add `classify` and `learning-curve` to what can be measured."""
    table = subjects.add_parser("classify", help="how well classifiers tell events by the texts of records")
    curve = subjects.add_parser("learning-curve", help="the same with ever more records to learn from")
    for each in (table, curve):
        each.add_argument("--records", type=Path, required=True, metavar="FILE", help="a records.jsonl or .jsonl.gz")
        each.add_argument(
            "--classifier", action="extend", nargs="+", metavar="NAME", help="the classifiers to measure (default: all)"
        )
        each.add_argument("--folds", type=shared.whole, default=10, metavar="N", help="parts of sites (default: 10)")
        each.add_argument("--words", default="runs", help="how words are cut: runs, or mecab (extra ja)")
        each.add_argument("--json", type=Path, metavar="FILE", help="write every figure and what made it as JSON")
    table.add_argument(
        "--split", default="site", help="what stays together in a fold: site, or record as the papers do (to compare)"
    )
    table.add_argument("--alone", action="store_true", help="judge every record without the others of its page")
    curve.add_argument(
        "--step", type=shared.whole, default=_STEP, metavar="N", help=f"records from point to point (default: {_STEP})"
    )
    curve.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the curves")


def run_classify(options: argparse.Namespace) -> int:
    """Print a row a classifier, then how far the best is above each."""
    from eventlocky.evaluate import classify
    from eventlocky.text import tokens
    from eventlocky.train.records import load

    names = classify.names(options.classifier)
    tokens.get(options.words)
    data = load(options.records)
    judged: list[Judged] = []
    given = [replace(record, page="") for record in data.records] if options.alone else data.records
    for name in names:
        one = classify.judge(name, given, folds=options.folds, words=options.words, split=options.split)
        judged.append(one)
        found = classify.score(data.records, one.chances)
        print(f"{name}: F1 {found.f1:.3f}, {one.seconds:.0f} s", file=sys.stderr)
    scores = [classify.score(data.records, one.chances) for one in judged]
    _print_rows(judged, scores, data.records)
    _print_pages(judged, data.records)
    _print_gaps(judged, scores, data.records)
    if options.json:
        rows = [_plain(one, score, data.records) for one, score in zip(judged, scores, strict=True)]
        run: dict[str, object] = {"data": data.name, "data_sha256": data.digest}
        run |= {"folds": options.folds, "words": options.words}
        run |= {"split": options.split, "alone": options.alone}
        write(options.json, json.dumps({"run": run, "results": rows}, indent=1) + "\n")
    return 0


def _print_rows(judged: Sequence[Judged], scores: Sequence[Score], records: Sequence[LabelledText]) -> None:
    from eventlocky.evaluate.classify import by_level, middle

    cells = [["model", "log2 C", "log2 γ", "precision", "recall", "F1", "95 % by site", *_LEVELS, "seconds"]]
    for one, score in zip(judged, scores, strict=True):
        levels = by_level(records, one.chances)
        found = [middle(one.parameters, name) for name in ("log_c", "log_gamma")]
        cells.append(
            [
                one.classifier,
                *("–" if value is None else f"{value:g}" for value in found),
                *(f"{value:.3f}" for value in (score.precision, score.recall, score.f1)),
                f"{score.low:.3f} to {score.high:.3f}",
                *(f"{levels[level]:.3f}" if level in levels else "–" for level in _LEVELS),
                f"{one.seconds:.0f}",
            ]
        )
    print_cells(cells)


def _print_pages(judged: Sequence[Judged], records: Sequence[LabelledText]) -> None:
    from eventlocky.evaluate.classify import by_page

    cells = [["F1 on pages of", *(kinds := list(by_page(records, judged[0].chances)))]]
    for one in judged:
        scores = by_page(records, one.chances)
        shown = [scores[kind] for kind in kinds]
        cells.append([one.classifier, *(f"{score.f1:.3f} ({score.low:.3f} to {score.high:.3f})" for score in shown)])
    print()
    print_cells(cells)


def _print_gaps(judged: Sequence[Judged], scores: Sequence[Score], records: Sequence[LabelledText]) -> None:
    from eventlocky.evaluate.classify import gap

    if len(judged) < 2:  # noqa: PLR2004 - nothing to compare
        return
    _, best = max(zip(scores, judged, strict=True), key=lambda pair: pair[0].f1)
    print(f"\nHow far {best.classifier} is above the others in F1 (95 % of the draws of sites):")
    for one in judged:
        if one is not best:
            above, low, high = gap(records, best.chances, one.chances)
            print(f"{one.classifier:12} {above:+.3f} ({low:+.3f} to {high:+.3f})")


def _plain(one: Judged, score: Score, records: Sequence[LabelledText]) -> dict[str, object]:
    from eventlocky.evaluate.classify import by_level, by_page

    return {
        "classifier": one.classifier,
        **asdict(score),
        "recall_by_level": by_level(records, one.chances),
        "by_page": {kind: asdict(found) for kind, found in by_page(records, one.chances).items()},
        "parameters": one.parameters,
    }


def run_curve(options: argparse.Namespace) -> int:
    """Print a row a size, a column a classifier, and draw it."""
    from eventlocky.evaluate import classify, curves
    from eventlocky.text import tokens
    from eventlocky.train.records import load

    names = classify.names(options.classifier)
    tokens.get(options.words)
    data = load(options.records)
    found: dict[str, list[tuple[int, Score]]] = {}
    for name in names:
        found[name] = []
        for size, score in classify.curve(name, data.records, options.step, folds=options.folds, words=options.words):
            found[name].append((size, score))
            print(f"{name}: {size:,} records, F1 {score.f1:.3f}", file=sys.stderr)
    sizes = [size for size, _ in found[names[0]]]
    cells = [["records", *names]]
    cells += [[f"{size:,}", *(_three(found[name][place][1]) for name in names)] for place, size in enumerate(sizes)]
    print_cells(cells)
    print("(precision / recall / F1)")
    if options.plot:
        write(options.plot, curves.plot({name: [(size, score.f1) for size, score in found[name]] for name in names}))
    if options.json:
        rows = [
            {"classifier": name, "records": size, "precision": score.precision, "recall": score.recall, "f1": score.f1}
            for name in names
            for size, score in found[name]
        ]
        run = {"data": data.name, "data_sha256": data.digest, "folds": options.folds, "words": options.words}
        write(options.json, json.dumps({"run": run, "results": rows}, indent=1) + "\n")
    return 0


def _three(score: Score) -> str:
    return f"{score.precision:.3f} / {score.recall:.3f} / {score.f1:.3f}"


def print_cells(cells: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table; the first row is its head."""
    widths = [max(len(line[place]) for line in cells) for place in range(len(cells[0]))]
    for line in [cells[0], ["-" * width for width in widths], *cells[1:]]:
        print("| " + " | ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) + " |")


def write(file: Path, text: str) -> None:
    """Write a file and say so."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}."
        raise EventlockyError(message) from error
    print(f"Written: {file}", file=sys.stderr)
