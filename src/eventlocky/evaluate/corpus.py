"""The pages of a corpus with their gold, and the folds they fall into by site.

A corpus is a `gold.jsonl` with `pages/<id>.html` or `.html.gz` beside it. What a page's gold says is kept as
it was written (`row`): the scorer reads it, we do not.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from eventlocky.errors import CorpusError
from eventlocky.train.samples import WRITTEN
from eventlocky.train.sites import fold

Row = dict[str, Any]
"""One line of JSON: what the gold says of a page, or what the scorer says of our answer."""


@dataclass(frozen=True, slots=True)
class GoldPage:
    """One page, where it lies, what to look for on it, and what its gold says."""

    corpus: str
    id: str
    url: str
    fetched: date | None
    domain: str
    language: str
    kind: str
    file: Path
    row: Row

    def body(self) -> bytes:
        """Return the bytes of the page, or raise CorpusError where they are missing."""
        try:
            body = self.file.read_bytes()
            return gzip.decompress(body) if self.file.suffix == ".gz" else body
        except (OSError, EOFError, zlib.error) as error:
            message = f"The page {self.id} of {self.corpus} cannot be read: {error}."
            raise CorpusError(message) from error


def load(gold: Path, kind: str | None = None) -> list[GoldPage]:
    """Return the pages of a corpus; `kind` is what to look for, told from the gold where it is not given."""
    rows = list(_rows(gold))
    kind = kind or _kind_of(rows)
    return [_page(gold, row, kind) for row in rows]


def written() -> list[GoldPage]:
    """Return the pages that we wrote as those of a corpus; `best` learns from them."""
    return [
        replace(_page(WRITTEN / "gold.jsonl", row, "event"), file=WRITTEN / f"{row['id']}.html")
        for row in _rows(WRITTEN / "gold.jsonl")
    ]


def fold_of(page: GoldPage, folds: int) -> int:
    """Return the fold of a page: all pages of a site fall into one, whatever other sites there are."""
    return fold(page.domain, folds)


def _rows(gold: Path) -> Iterator[Row]:
    try:
        lines = gold.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The corpus {gold} cannot be read: {error}. Give the path of a gold.jsonl."
        raise CorpusError(message) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _row(gold, number, line)


def _row(gold: Path, number: int, line: str) -> Row:
    try:
        row = json.loads(line)
        is_page = isinstance(row["id"], str) and all(isinstance(event, dict) for event in row["events"])
    except (ValueError, KeyError, TypeError, RecursionError):
        is_page = False
    if is_page and row["id"] == Path(row["id"]).name:
        return dict(row)
    message = f"Line {number} of {gold} is not a page with gold: it needs an id that is a file name, and events."
    raise CorpusError(message)


def _kind_of(rows: list[Row]) -> str:
    """Tell whether a corpus is of deals: all of its pages that hold something say so."""
    kinds = {row.get("kind") for row in rows if row["events"]}
    return "deal" if kinds == {"deals"} else "event"


def _page(gold: Path, row: Row, kind: str) -> GoldPage:
    name, fetched = row["id"], row.get("fetched")
    try:
        day = date.fromisoformat(fetched[:10]) if fetched else None
    except (ValueError, TypeError) as error:
        message = f"The page {name} of {gold} says that it was fetched on {fetched!r}, which is no day."
        raise CorpusError(message) from error
    file = gold.parent / "pages" / f"{name}.html"
    return GoldPage(
        corpus=gold.parent.name,
        id=name,
        url=str(row.get("url") or ""),
        fetched=day,
        domain=str(row.get("domain", name)),
        language=str(row.get("lang") or "und"),
        kind=kind,
        file=file if file.exists() else file.with_suffix(".html.gz"),
        row=row,
    )
