"""A person's corrections of what was found on a page, as gold to learn from.

A line of JSON a page, or several that add up:

    {"page": "club.html", "url": "https://club.example/", "fetched": "2026-11-01",
     "shown":   [{"title": "Jazz Night", "start": "2026-11-14"}, …],
     "wrong":   [{"title": "Read more", "start": "2026-11-14"}],
     "missing": [{"title": "Late Show", "start": "2026-11-15T22:00"}],
     "changed": [{"title": "Jazz Nigth", "start": "2026-11-14", "to": {"title": "Jazz Night"}}]}

`page` is the id of a page of the corpora that are trained on, or the path of a file, from the file of corrections on.
`shown` is what was found when the person looked. Where it is missing, a page of a corpus has its gold, and another page
what is found on it now. What was neither wrong nor changed is right: the person saw it. So the gold is complete, unless
the line says `"complete": false`.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from eventlocky.errors import CorpusError
from eventlocky.text.titles import same
from eventlocky.train.selflabel import site

Row = dict[str, Any]
_LISTS = ("shown", "wrong", "missing", "changed")


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said of one page."""

    page: str
    url: str
    fetched: str
    shown: tuple[Row, ...] | None
    wrong: tuple[Row, ...]
    missing: tuple[Row, ...]
    changed: tuple[Row, ...]
    is_complete: bool


def load(file: Path) -> list[Correction]:
    """Return the corrections of a file, or raise CorpusError with the line that is none."""
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The corrections {file} cannot be read: {error}."
        raise CorpusError(message) from error
    return [_correction(file, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def correct(row: Row, corrections: Sequence[Correction]) -> Row:
    """Return the gold of a page without what was wrong, with what was missing, and with what was changed as it is."""
    events = [dict(event) for event in row["events"]]
    is_complete = bool(row.get("complete", True))
    for correction in corrections:
        if correction.shown is not None:
            events = [dict(event) for event in correction.shown]
        for wrong in correction.wrong:
            events = [event for event in events if not _is_same(event, wrong)]
        for change in correction.changed:
            events = [{**event, **change["to"]} if _is_same(event, change) else event for event in events]
        events += [dict(missing) for missing in correction.missing if not any(_is_same(e, missing) for e in events)]
        is_complete = correction.is_complete
    return {**row, "events": events, "complete": is_complete}


def rows(
    corrections: Sequence[Correction], folder: Path, find: Callable[[bytes, str, date], list[Row]]
) -> list[tuple[Row, bytes]]:
    """Return the gold and the bytes of corrected pages that are files of their own, below `folder`.

    `find` gives what is found on a page now: what is corrected where a line does not say what was shown.
    """
    found = []
    for page, given in by_page(corrections).items():
        first = given[0]
        if not first.fetched:
            message = f"The correction of {page} does not say when the page was fetched: give the day as `fetched`."
            raise CorpusError(message)
        body = _body(folder / page)
        shown = [] if first.shown is not None else find(body, first.url, date.fromisoformat(first.fetched))
        row = {
            "id": page,
            "url": first.url,
            "domain": site(first.url) or page,
            "fetched": first.fetched,
            "events": shown,
        }
        found.append((correct(row, given), body))
    return found


def by_page(corrections: Sequence[Correction]) -> dict[str, list[Correction]]:
    """Return the corrections of every page, in their order."""
    found: dict[str, list[Correction]] = {}
    for correction in corrections:
        found.setdefault(correction.page, []).append(correction)
    return found


def _is_same(event: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    """Tell whether a person spoke of an event: the same title, and the same day where both have one."""
    days = [str(each.get("start") or "")[:10] for each in (event, said)]
    return same(str(event.get("title") or ""), str(said.get("title") or "")) and (days[0] == days[1] or "" in days)


def _body(file: Path) -> bytes:
    try:
        body = file.read_bytes()
        return gzip.decompress(body) if file.suffix == ".gz" else body
    except (OSError, EOFError, zlib.error) as error:
        message = f"The corrected page {file} cannot be read: {error}. It is no page of the corpora that were given."
        raise CorpusError(message) from error


def _correction(file: Path, number: int, line: str) -> Correction:
    try:
        row = json.loads(line)
        if _is_correction(row):
            shown = row.get("shown")
            return Correction(
                page=row["page"],
                url=str(row.get("url") or ""),
                fetched=str(date.fromisoformat(row["fetched"][:10])) if row.get("fetched") else "",
                shown=None if shown is None else tuple(shown),
                wrong=tuple(row.get("wrong") or ()),
                missing=tuple(row.get("missing") or ()),
                changed=tuple(row.get("changed") or ()),
                is_complete=row.get("complete", True) is True,
            )
    except (ValueError, TypeError, RecursionError):
        pass
    message = (
        f"Line {number} of {file} is no correction: it needs a page, and lists of events with titles as wrong, "
        "missing, changed (each with `to`) or shown; `fetched` is a day such as 2026-11-15."
    )
    raise CorpusError(message)


def _is_correction(row: object) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("page"), str) or not row["page"]:
        return False
    lists = [row.get(name) or [] for name in _LISTS]
    if not any(lists) or not all(isinstance(events, list) for events in lists):
        return False
    events = [event for events in lists for event in events]
    if not all(isinstance(event, dict) and isinstance(event.get("title"), str) for event in events):
        return False
    return all(isinstance(event.get("to"), dict) for event in row.get("changed") or [])
