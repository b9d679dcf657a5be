"""Models for folds: what `best` learns from the pages of some sites only, so that it can be tested on the others."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from eventlocky import kinds, models
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.settings import Settings
from eventlocky.train import best
from eventlocky.train.pages import LabelledPage, label, samples

_KIND = "event"
"""Pages labelled with anything else teach nothing: there is no model for it yet."""

_FEWEST_SITES = 20
"""Fewer sites with events teach nothing: then the model that the package carries is used."""

_trained: dict[frozenset[str], str] = {}


def train(pages: Sequence[GoldPage], settings: Settings) -> Settings:
    """Return the settings with a model that was trained on these pages, once for each set of pages."""
    learned = [page for page in pages if page.kind == _KIND and page.fetched]
    if len({page.domain for page in learned if page.row["events"]}) < _FEWEST_SITES:
        return settings
    key = frozenset(f"{page.corpus}/{page.id}" for page in learned)
    if key not in _trained:
        file = _folder() / f"{len(_trained)}.npz"
        written = samples(kinds.load(_KIND))
        models.save(best.fit([*(_labelled(page) for page in learned), *written]), file)
        _trained[key] = str(file)
    return replace(settings, model=_trained[key])


_pages: dict[str, LabelledPage] = {}


def _labelled(page: GoldPage) -> LabelledPage:
    """Read a page for training, once."""
    key = f"{page.corpus}/{page.id}"
    if key not in _pages:
        _pages[key] = label(page.row, page.body(), kinds.load(_KIND))
    return _pages[key]


@cache
def _keeper() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="eventlocky-")


def _folder() -> Path:
    """Return a folder that is removed when the program ends."""
    return Path(_keeper().name)
