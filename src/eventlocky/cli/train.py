"""`eventlocky train`: a model from labelled pages, or from labelled texts of records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress
from eventlocky.errors import EventlockyError

if TYPE_CHECKING:
    from eventlocky.train.records import LabelledTexts

SUMMARY = "Make a model: of the finder `best` from labelled pages, of a classifier of texts from texts and pages."
EXAMPLE = "eventlocky train event --corpus ../shared/corpora/world/gold.jsonl --out event.npz"

Given = tuple[dict[str, Any], Callable[[], bytes]]
"""What the gold says of a page, and what reads its bytes."""

_PAGES = "best"
_CUTTER = "plain"
_FOLDS = 5


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("kind", help="the kind of record that is labelled, such as event")
    parser.add_argument(
        "--corpus", type=Path, action="extend", nargs="+", default=[], metavar="GOLD.jsonl", help="labelled pages"
    )
    parser.add_argument("--records", type=Path, metavar="FILE", help="labelled texts: a records.jsonl or .jsonl.gz")
    parser.add_argument("--classifier", default=_PAGES, help="whose model to make (default: that of the finder `best`)")
    parser.add_argument(
        "--self-labelled",
        type=Path,
        action="extend",
        nargs="+",
        default=[],
        metavar="PAGES",
        help="further pages that mark their events: a folder of .html files, or a .jsonl list (with --corpus)",
    )
    parser.add_argument(
        "--corrections", type=Path, metavar="FILE.jsonl", help="what a person said was wrong (with --corpus)"
    )
    parser.add_argument(
        "--finder", default=_CUTTER, help="for a classifier of texts: what cuts the pages (default: plain)"
    )
    parser.add_argument("--words", default="runs", help="how texts are cut into words: runs, or mecab (extra ja)")
    parser.add_argument("--seed", type=shared.whole, help="of everything drawn (default: one that is always the same)")
    parser.add_argument(
        "--folds",
        type=shared.whole,
        default=_FOLDS,
        metavar="N",
        help=f"sites are left out in N parts for the scores on the card (default: {_FOLDS}; 1 writes no scores)",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="MODEL.npz", help="where to write the model")


def run(options: argparse.Namespace) -> int:
    """Train, write the model and say what it is made of."""
    if not options.corpus and not options.records:
        return shared.misused("train", "give labelled pages with --corpus, labelled texts with --records, or both.")
    is_of_texts = options.records or options.classifier != _PAGES
    if is_of_texts and (options.self_labelled or options.corrections):
        return shared.misused("train", "--self-labelled and --corrections go with --corpus, for the finder `best`.")
    return _run_texts(options) if is_of_texts else _run_pages(options)


def _run_texts(options: argparse.Namespace) -> int:
    from eventlocky import kinds
    from eventlocky.classify.texts import SEED
    from eventlocky.evaluate import classify
    from eventlocky.text import tokens
    from eventlocky.train import texts

    kind, seed = kinds.load(options.kind), options.seed or SEED
    texts.get(options.classifier)  # an unknown name is said before the first page
    tokens.get(options.words)
    data = _texts(options, kind.name)
    print(f"Training on {len(data.records):,} records …", file=sys.stderr)
    model = texts.fit(options.classifier, data, words=options.words, seed=seed)
    scores: dict[str, object] = {}
    if options.folds > 1:
        print(f"Scoring with sites left out in {options.folds} parts …", file=sys.stderr)
        judged = classify.judge(options.classifier, data.records, folds=options.folds, words=options.words, seed=seed)
        scores = {"split": f"{options.folds} parts by site", **asdict(classify.score(data.records, judged.chances))}
        print(f"F1 {scores['f1']:.3f} ({scores['low']:.3f} to {scores['high']:.3f})", file=sys.stderr)
    model.save(options.out, texts.card(kind.name, data, scores))
    print(f"Written: {options.out} ({options.out.stat().st_size // 1000} kB)", file=sys.stderr)
    return 0


def _texts(options: argparse.Namespace, kind: str) -> LabelledTexts:
    """Return the labelled texts that were given, and those that a finder cuts the labelled pages into."""
    from eventlocky import records
    from eventlocky.evaluate import corpus, labels
    from eventlocky.train.records import LabelledTexts, fingerprint, load

    given = load(options.records) if options.records else LabelledTexts("", "", [])
    records.get(options.finder)
    pages = [page for gold in options.corpus for page in corpus.load(gold, kind)]
    if not pages:
        return given
    shown = progress(pages, total=len(pages), what="pages")
    found = labels.drawn(record for page in shown for record in labels.cut(page, options.finder))
    names = "+".join(sorted({page.corpus for page in pages}))
    name = f"{names} cut by {options.finder}{f', {given.name}' if given.name else ''}"
    return LabelledTexts(name, fingerprint([*found, *given.records]), [*found, *given.records])


def _run_pages(options: argparse.Namespace) -> int:
    """Read the pages, train, write the model and say what it is made of."""
    from eventlocky import kinds, models
    from eventlocky.train import best, deals, pages, records

    kind = kinds.load(options.kind)
    if kind.anchor != "date" and (options.self_labelled or options.corrections):
        message = f"Only kinds of events learn from markup and corrections, and {kind.name} is none."
        raise EventlockyError(message)
    print("Reading the pages …", file=sys.stderr)
    given = [*_labelled(options, kind.name), *_self_labelled(options.self_labelled)]
    shown = progress(given, total=len(given), what="pages")
    card: dict[str, object] = {"kind": kind.name, "corpora": sorted(gold.parent.name for gold in options.corpus)}
    if kind.anchor == "date":
        card |= {"self_labelled": len(options.self_labelled) > 0, "corrected": options.corrections is not None}
        labelled = [*(pages.label(row, body(), kind) for row, body in shown), *pages.samples(kind)]
        texts = [text for gold in options.corpus for text in records.of_corpus(gold.parent)]
        model = best.fit(labelled, card, texts)
    else:
        model = deals.fit([*(deals.read(row, body(), kind) for row, body in shown), *deals.samples(kind)], card)
    models.save(model, options.out)
    print(f"Written: {options.out} ({options.out.stat().st_size // 1000} kB, {len(given)} pages)", file=sys.stderr)
    return 0


def _labelled(options: argparse.Namespace, kind: str) -> list[Given]:
    """Return the pages of the corpora, corrected, and the pages that were corrected and are in none of them."""
    from functools import partial

    from eventlocky import extract
    from eventlocky.evaluate import corpus
    from eventlocky.formats.json import stamp
    from eventlocky.train import corrections

    def find(body: bytes, url: str, fetched: date) -> list[dict[str, object]]:
        events = extract(body, url, fetched=fetched, kind=kind)
        return [{"title": event.title, "start": stamp(event.when.start)} for event in events]

    said = corrections.load(options.corrections) if options.corrections else []
    of_page = corrections.by_page(said)
    known = [page for gold in options.corpus for page in corpus.load(gold, kind)]
    given: list[Given] = [(corrections.correct(page.row, of_page.get(page.id, ())), page.body) for page in known]
    ids = {page.id for page in known}
    others = [correction for correction in said if correction.page not in ids]
    folder = options.corrections.parent if options.corrections else Path()
    given += [(row, partial(bytes, body)) for row, body in corrections.rows(others, folder, find)]
    if said:
        print(f"Corrected: {len(of_page)} pages.", file=sys.stderr)
    return given


def _self_labelled(paths: list[Path]) -> list[Given]:
    """Return the pages that label themselves, with the markup hidden."""
    from functools import partial

    from eventlocky.train import selflabel

    sources = [source for path in paths for source in selflabel.load(path)]
    found = [pair for pair in map(selflabel.label, sources) if pair]
    if paths:
        events = sum(len(row["events"]) for row, _ in found)
        print(f"{len(found)} of {len(sources)} pages label themselves, with {events:,} events.", file=sys.stderr)
    return [(row, partial(bytes, body)) for row, body in found]
