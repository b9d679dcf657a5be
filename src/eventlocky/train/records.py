"""Texts with labels: a line of JSON each, with `text`, `label` (1 for an event) and `site`, plain or packed by gzip.

In place of a site a `group` will do: whoever wrote a text, so that what is alike stays together. Those of a site with
the same `page` stand on one page; without it, each stands alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from eventlocky.errors import CorpusError


@dataclass(frozen=True, slots=True)
class LabelledText:
    """The text of a record, whether it is an event, its site, how much of a record it is, and its page there."""

    text: str
    label: int
    site: str
    level: str = "record"
    page: str = ""


@dataclass(frozen=True, slots=True)
class LabelledTexts:
    """The records of a file, and what is needed to say later which they were."""

    name: str
    digest: str
    records: list[LabelledText]


def load(file: Path) -> LabelledTexts:
    """Return the records of a file, or raise CorpusError with the line that is none."""
    try:
        body = file.read_bytes()
        lines = (gzip.decompress(body) if file.suffix == ".gz" else body).decode("utf-8-sig").split("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        message = f"The records {file} cannot be read: {error}. Give the path of a records.jsonl or records.jsonl.gz."
        raise CorpusError(message) from error
    records = [_record(file, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return LabelledTexts(f"{file.parent.name}/{file.name}", hashlib.sha256(body).hexdigest()[:16], records)


def of_corpus(folder: Path) -> list[LabelledText]:
    """Return the labelled texts that lie beside the gold of a corpus, if any do."""
    files = [folder / name for name in ("records.jsonl", "records.jsonl.gz")]
    return next((load(file).records for file in files if file.is_file()), [])


def pages_of(records: Sequence[LabelledText]) -> list[str]:
    """Return a name for the page of every record: one that names none is alone on its own."""
    return [json.dumps([record.site, record.page] if record.page else number) for number, record in enumerate(records)]


def fingerprint(records: Iterable[LabelledText]) -> str:
    """Return a short digest of records, to be stored with what learned from them."""
    digest = hashlib.sha256()
    for record in records:
        digest.update(json.dumps([record.text, record.label, record.site, record.page]).encode())
    return digest.hexdigest()[:16]


def _record(file: Path, number: int, line: str) -> LabelledText:
    try:
        row = json.loads(line)
        site = row["site"] if "site" in row else row["group"]
        if isinstance(row["text"], str) and row["label"] in {0, 1} and isinstance(site, str):
            level, page = str(row.get("level") or "record"), str(row.get("page") or "")
            return LabelledText(row["text"], int(row["label"]), site, level, page)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    message = f"Line {number} of {file} is not a labelled record: it needs a text, a label of 0 or 1, and a site."
    raise CorpusError(message)
