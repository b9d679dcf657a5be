"""Whole systems on the same pages: the papers' and our own, each with what it learns learned from other sites.

    pages ─ folds by site ─▶ texts of the other folds, cut by the system's finder ─▶ its model ─▶ extract ─▶ score.py

The Event.Locky classifiers learn from the records that their own finder cuts from the other folds' pages, and from
the labelled texts beside the corpora (`records.jsonl.gz`); the Deal Finder's voters from the sentences beside them
(`sentences.jsonl.gz`) that stand on none of the pages. Texts of a site that is tested are left out. `best` is trained
as `evaluate extract` does. EventFinder and KEDR learn nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from eventlocky import classify, kinds, systems
from eventlocky.evaluate import deals
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.evaluate.extract import Result, Scored, SettingsFor, evaluate, results
from eventlocky.evaluate.folds import folder, train
from eventlocky.evaluate.labels import cut, drawn
from eventlocky.evaluate.scorer import Scorer
from eventlocky.settings import Settings
from eventlocky.systems import SYSTEMS, System
from eventlocky.train.records import LabelledText, fingerprint, load, pages_of

NOTHING = "nothing"
LEFT_OUT = "other sites"
NOT_LEFT_OUT = "these sites too"
_LABELS = 2


@dataclass(frozen=True, slots=True)
class Measured:
    """A system's figures on a corpus, and what it had learned from: nothing, other sites, or these sites too."""

    result: Result
    learned_from: str


def chosen(names: Sequence[str] | None) -> list[System]:
    """Return systems by their names, all of them where none is named."""
    return [systems.get(name, Settings()) for name in names] if names else list(SYSTEMS.values())


def sample(pages: Sequence[GoldPage], most: int) -> list[GoldPage]:
    """Return at most so many pages of every corpus, drawn by chance but the same in every run; 0 for all."""
    kept: list[GoldPage] = []
    for _, members in groupby(pages, key=lambda page: page.corpus):
        drawn_pages = sorted(members, key=lambda page: blake2b(page.id.encode("utf-8", "replace")).digest())
        kept += drawn_pages[: most or None]
    return kept


def pages_for(system: System, pages: Sequence[GoldPage]) -> list[GoldPage]:
    """Return the pages on which a system can look for what they hold."""
    return [page for page in pages if system.anchor in {"", kinds.load(page.kind).anchor}]


def measure(system: System, pages: Sequence[GoldPage], scorer: Scorer, *, folds: int = 5) -> Iterator[Scored]:
    """Yield what a system finds on every page that it can look at, with what it learned from other sites."""
    fitting = pages_for(system, pages)
    return evaluate(fitting, scorer, _settings_for(system, fitting), folds=folds, system=system.name)


def table(system: System, scored: Sequence[Scored], scorer: Scorer) -> list[Measured]:
    """Return a row for every corpus, and one for all where there are several."""
    if system.classifier in classify.RULES:
        learned_from = NOTHING
    else:
        learned_from = LEFT_OUT if all(one.model for one in scored) else NOT_LEFT_OUT
    return [Measured(result, learned_from) for result in results(scored, scorer, system.name)]


# Models for folds ----------------------------------------------------------------------------------


def _settings_for(system: System, pages: Sequence[GoldPage]) -> SettingsFor:
    """Return what gives the settings of a fold: with a model of the other folds' sites where the system learns."""
    if system.name == "best":
        return lambda _fold, others: train(others, Settings())
    if system.classifier not in classify.TEXT_CLASSIFIERS:
        return lambda _fold, _others: Settings()
    every = {page.domain for page in pages}

    def settings_of_fold(_fold: int, others: Sequence[GoldPage]) -> Settings:
        texts = _lessons(system, others, every - {page.domain for page in others})
        is_enough = len({text.label for text in texts}) == _LABELS
        return replace(Settings(), model=str(_fit(system, texts))) if is_enough else Settings()

    return settings_of_fold


def _lessons(system: System, pages: Sequence[GoldPage], tested: set[str]) -> list[LabelledText]:
    """Return the texts that a system learns from: those cut from pages, and those beside them of no tested site."""
    learns_from_pages = system.anchor == "date"
    own = drawn(text for page in pages for text in _cut(page, system.finder)) if learns_from_pages else []
    corpora = sorted({page.file.parent.parent for page in pages})
    beside = [text for corpus in corpora for text in (_records(corpus) if learns_from_pages else _sentences(corpus))]
    return [*own, *(text for text in beside if text.site.partition("/")[0] not in tested)]


_cuts: dict[tuple[Path, str], list[LabelledText]] = {}


def _cut(page: GoldPage, finder: str) -> list[LabelledText]:
    """Return the labelled texts of a page; it is cut once, whatever the fold."""
    if (page.file, finder) not in _cuts:
        _cuts[page.file, finder] = cut(page, finder)
    return _cuts[page.file, finder]


@cache
def _records(corpus: Path) -> list[LabelledText]:
    """Return the labelled records beside a corpus, where there are any."""
    file = corpus / "records.jsonl.gz"
    return load(file).records if file.is_file() else []


@cache
def _sentences(corpus: Path) -> list[LabelledText]:
    """Return the labelled sentences beside a corpus that stand on none of its pages, where there are any."""
    file = corpus / "sentences.jsonl.gz"
    rows = deals.load(file) if file.is_file() else []
    return [LabelledText(row.text, row.label, row.group) for row in rows if not row.page]


def _fit(system: System, texts: Sequence[LabelledText]) -> Path:
    """Train the classifier of a system and return the file of its model; the same texts are learned once."""
    file = folder() / f"{system.classifier}-{fingerprint(texts)}.npz"
    if not file.exists():
        learned = classify.TEXT_CLASSIFIERS[system.classifier]().fit(
            [text.text for text in texts],
            [text.label for text in texts],
            [text.site for text in texts],
            pages_of(texts),
        )
        learned.save(file)
    return file
