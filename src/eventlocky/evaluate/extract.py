"""How many events of the pages of a corpus are found by a finder, with sites left out where it has learned.

    pages ─ fold by site ─▶ settings_for(fold, pages of the other folds) ─▶ extract ─▶ score.py ─▶ Result

The model of the finder and classifier `best` is trained anew for every fold, and never on a site that it is tested
on. A finder without a trainer in `TRAINERS` has the same settings in every fold, and then folds change nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from time import process_time

import turbohtml

from eventlocky.errors import EventlockyError
from eventlocky.evaluate.corpus import GoldPage, Row, fold_of
from eventlocky.evaluate.draws import DRAWS, SEED
from eventlocky.evaluate.folds import train
from eventlocky.evaluate.reliability import Judged, judge
from eventlocky.evaluate.scorer import Scorer
from eventlocky.extract import extract
from eventlocky.formats.row import flat
from eventlocky.records import FINDERS
from eventlocky.settings import Settings

_FIRST = '<p data-box="0 0 90 20 16 400">1 May 2026'
"""A page that every finder can read, also one that asks for boxes."""

SettingsFor = Callable[[int, Sequence[GoldPage]], Settings]
"""Gives the settings of a fold, from its number and the pages of all other sites."""

Trainer = Callable[[Sequence[GoldPage], Settings], Settings]
"""Trains a finder on pages and returns the settings that use what it has learned."""

TRAINERS: dict[str, Trainer] = dict.fromkeys(FINDERS, train)
"""What trains a finder's model, by its name. All have one: the classifier `best` judges the records of every finder."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What was found on one page, what the scorer says of it, and what it cost, beside the bare parse of its bytes.

    `model` is the file of what was learned for the page's fold, "" where the package's own was used, or none.
    """

    page: GoldPage
    events: list[Row]
    score: Row
    judged: list[Judged]
    seconds: float
    error: str = ""
    parse_seconds: float = 0.0
    model: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What a finder scores on a corpus: the scorer's summary, the error of its headline, the cost of a page.

    The cost is told in milliseconds of the processor, and in bare parses of the same pages in the same run.
    """

    corpus: str
    finder: str
    summary: Row
    site_f1_error: float | None
    ms_per_page: float
    failed: int
    parses: float = 0.0


def settings_for(settings: Settings) -> SettingsFor:
    """Return what gives the settings of a fold: the same for all, or a model trained on the fold's other sites."""
    trainer = TRAINERS.get(settings.finder)
    if trainer is None:
        return lambda _fold, _train: settings
    return lambda _fold, others: trainer(others, settings)


def evaluate(
    pages: Sequence[GoldPage], scorer: Scorer, settings_of_fold: SettingsFor, *, folds: int = 5, system: str = ""
) -> Iterator[Scored]:
    """Yield what is found on every page, fold by fold; no page is read with what was learned from its site."""
    fold_numbers = [fold_of(page, folds) for page in pages]
    for fold in range(folds):
        tested = [page for page, number in zip(pages, fold_numbers, strict=True) if number == fold]
        others = [page for page, number in zip(pages, fold_numbers, strict=True) if number != fold]
        if not tested:
            continue
        for kind in sorted({page.kind for page in tested}):
            settings = settings_of_fold(fold, [page for page in others if page.kind == kind])
            # an unknown name, and what the first page loads
            extract(_FIRST, kind=kind, system=system, settings=settings)
            for page in tested:
                if page.kind == kind:
                    yield read_page(page, scorer, settings, system)


def read_page(page: GoldPage, scorer: Scorer, settings: Settings, system: str = "") -> Scored:
    """Read a page and score what was found; one bad page never ends a run."""
    body = page.body()
    begun = process_time()
    turbohtml.parse(body)
    parse_seconds = process_time() - begun
    begun = process_time()
    try:
        found = extract(body, page.url, fetched=page.fetched, kind=page.kind, system=system, settings=settings)
        complaint = ""
    except EventlockyError as error:
        found, complaint = [], str(error)
    seconds = process_time() - begun
    events: list[Row] = [dict(flat(event)) for event in found]
    score, judged = scorer.score_page(page.row, events), judge(page.row, events, scorer)
    return Scored(page, events, score, judged, seconds, complaint, parse_seconds, settings.model)


def results(scored: Sequence[Scored], scorer: Scorer, finder: str) -> list[Result]:
    """Return a result for each corpus by its name, and one for all of them together where there are several."""
    by_corpus: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        by_corpus[one.page.corpus].append(one)
    groups = sorted(by_corpus.items()) + ([("all", list(scored))] if len(by_corpus) > 1 else [])
    return [_result(corpus, finder, members, scorer) for corpus, members in groups]


def _result(corpus: str, finder: str, scored: Sequence[Scored], scorer: Scorer) -> Result:
    rows = [one.score for one in scored]
    return Result(
        corpus=corpus,
        finder=finder,
        summary=scorer.summary(rows),
        site_f1_error=site_error(rows, scorer),
        ms_per_page=1_000 * fmean(one.seconds for one in scored),
        failed=sum(bool(one.error) for one in scored),
        parses=sum(one.seconds for one in scored) / (sum(one.parse_seconds for one in scored) or 1.0),
    )


def site_error(rows: Sequence[Row], scorer: Scorer, *, draws: int = DRAWS, seed: int = SEED) -> float | None:
    """Return by how much `site_f1` would move if other sites had been drawn: the bootstrap over sites."""
    by_site: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_site[row["domain"]].append(row)
    summaries = [scorer.summary(members) for members in by_site.values()]
    scores = [summary["site_f1"] for summary in summaries if "site_f1" in summary]
    if not scores:
        return None
    random = Random(seed)  # noqa: S311 - draws of sites, no secret
    return pstdev(fmean(random.choices(scores, k=len(scores))) for _ in range(draws))


def worst(scored: Sequence[Scored], most: int) -> list[Scored]:
    """Return the pages on which most is missed or made up, the worst first."""
    bad = [one for one in scored if mistakes(one) > 0]
    return sorted(bad, key=lambda one: (-mistakes(one), one.page.id))[:most]


def mistakes(one: Scored) -> int:
    """Count what was missed and, where the gold is complete, what was made up."""
    score = one.score
    false = score["predicted"] - score["right"] if score["complete"] else 0
    return int(score["gold"] - score["right"] + max(0, false))
