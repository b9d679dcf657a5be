"""Models for folds: what `best` learns from the pages of some sites only, so that it can be tested on the others."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from eventlocky import kinds, models
from eventlocky.evaluate.corpus import GoldPage, load
from eventlocky.settings import Settings
from eventlocky.train import best, deals
from eventlocky.train.pages import LabelledPage, label, samples
from eventlocky.train.records import LabelledText, of_corpus

_FEWEST_SITES = 20
"""Fewer sites with events teach nothing: then the model that the package carries is used."""

_trained: dict[frozenset[str], str] = {}


def train(pages: Sequence[GoldPage], settings: Settings) -> Settings:
    """Return the settings with a model that was trained on these pages of one kind, once for each set of pages."""
    learned = [page for page in pages if page.fetched]
    if len({page.domain for page in learned if page.row["events"]}) < _FEWEST_SITES:
        return settings
    key = frozenset(f"{page.corpus}/{page.id}" for page in learned)
    if key not in _trained:
        file = folder() / f"{len(_trained)}.npz"
        fit = _fit_deals if kinds.load(learned[0].kind).anchor != "date" else _fit_events
        models.save(fit(learned), file)
        _trained[key] = str(file)
    return replace(settings, model=_trained[key])


_pages: dict[str, LabelledPage] = {}
_lessons: dict[str, deals.Lesson] = {}


def _fit_events(pages: Sequence[GoldPage]) -> models.Model:
    """Make a model of events; a page is read once, whatever the fold."""
    kind = kinds.load(pages[0].kind)
    for page in pages:
        if _key(page) not in _pages:
            _pages[_key(page)] = label(page.row, page.body(), kind)
    return best.fit([*(_pages[_key(page)] for page in pages), *samples(kind)], texts=texts_of(pages))


def texts_of(pages: Sequence[GoldPage]) -> list[LabelledText]:
    """Return the labelled texts beside the pages, but for those of sites that are left out."""
    learned = {page.domain for page in pages}
    found = []
    for folder in sorted({page.file.parent.parent for page in pages}):
        texts = of_corpus(folder)
        known = {page.domain for page in load(folder / "gold.jsonl")} if texts else set()
        found += [text for text in texts if text.site in learned or text.site not in known]
    return found


def _fit_deals(pages: Sequence[GoldPage]) -> models.Model:
    """Make a model of deals; a page is read once, whatever the fold."""
    kind = kinds.load(pages[0].kind)
    for page in pages:
        if _key(page) not in _lessons:
            _lessons[_key(page)] = deals.read(page.row, page.body(), kind)
    return deals.fit([*(_lessons[_key(page)] for page in pages), *deals.samples(kind)])


def _key(page: GoldPage) -> str:
    return f"{page.corpus}/{page.id}"


@cache
def _keeper() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="eventlocky-")


def folder() -> Path:
    """Return a folder that is removed when the program ends."""
    return Path(_keeper().name)
