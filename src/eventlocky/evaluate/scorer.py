"""The one scorer: a file beside the corpora, loaded, never copied, so that every figure means the same.

We ask it for the score of a page and for the summary of many, and for what it thinks of single events, so
that a confidence can be compared with it.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from eventlocky.errors import CorpusError
from eventlocky.evaluate.corpus import Row

_NEEDED = ("score_page", "summary", "pair", "is_titled", "titles_agree", "within")


class Scorer(Protocol):
    """What a scorer's file offers."""

    def score_page(self, page: Row, predicted: list[Row]) -> Row:
        """Count what is right on a page."""

    def summary(self, rows: list[Row]) -> Row:
        """Sum up the scores of pages."""

    def pair(self, gold: list[Row], predicted: list[Row]) -> list[tuple[int, int]]:
        """Pair the events of a page with its gold."""

    def is_titled(self, gold: Row) -> bool:
        """Tell whether the title of a gold event counts."""

    def titles_agree(self, gold: Row, predicted: Row) -> bool:
        """Tell whether two titles are the same."""

    def within(self, stamp: str | None, start: str | None, end: str | None) -> bool:
        """Tell whether a day lies between two."""


def find(corpora: Sequence[Path], given: Path | None = None) -> Path:
    """Return the file of the scorer: the given one, or `../bench/score.py` as seen from the corpora's folder."""
    file = given or corpora[0].resolve().parent.parent.parent / "bench" / "score.py"
    if not file.is_file():
        message = f"There is no scorer {file}. Give the path of score.py with --scorer."
        raise CorpusError(message)
    return file


def load(file: Path) -> Scorer:
    """Load a scorer from its file, or raise CorpusError where it is none."""
    spec = importlib.util.spec_from_file_location("eventlocky_scorer", file)
    if spec is None or spec.loader is None:
        message = f"{file} is not a Python file. Give the path of score.py with --scorer."
        raise CorpusError(message)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a file that is no scorer may do
        message = f"The scorer {file} cannot be loaded: {error}."
        raise CorpusError(message) from error
    if missing := [name for name in _NEEDED if not callable(getattr(module, name, None))]:
        message = f"{file} is not the scorer: it has no {', '.join(missing)}."
        raise CorpusError(message)
    return cast("Scorer", module)


def fingerprint(file: Path) -> str:
    """Return a short digest of a file, to be stored with what it scored."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
