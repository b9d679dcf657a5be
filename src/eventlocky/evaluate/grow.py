"""How a benchmark grows: a page is saved with what we find on it, a person corrects that, and it becomes gold.

    corpus add URL    ─▶ pages/<id>.html, drafts/<id>.json (to be corrected), drafts/<id>.html (what was read, outlined)
    corpus accept ID  ─▶ a line of gold.jsonl, checked field by field

A draft is never gold by itself: `checked` must be set to true by whoever read the page.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from eventlocky import __version__
from eventlocky.errors import CorpusError
from eventlocky.evaluate import corpus
from eventlocky.explain import write as explained
from eventlocky.extract import read
from eventlocky.formats.row import flat
from eventlocky.page import encoding
from eventlocky.settings import Settings
from eventlocky.train.labels import spaced
from eventlocky.types import Page

KINDS = ("listing", "detail", "no-events", "deals")
_LONGEST_ID = 60
_FIELDS = ("title", "start", "end", "location", "url", "price")
_TODO = "Correct the events, set kind, complete and checked, then: eventlocky corpus accept"


def add(page: Page, folder: Path, settings: Settings, *, kind: str = "event", name: str = "") -> Path:
    """Save a page with its present answer as a draft, and return the draft's file.

    A page that the folder holds already, by its name, its address or its bytes, is refused.
    """
    fetched = page.fetched or date.today()  # noqa: DTZ011 - the day it is here
    text, _charset = encoding.read(page.body, page.encoding, max_bytes=settings.max_page_bytes)
    reading = read(text, page.url, fetched=fetched, kind=kind, settings=settings)
    name = name or name_of(page.url, page.body)
    _refuse(folder, name, page.url, text)
    words = spaced(reading.tree.whole_text)
    draft = {
        "todo": _TODO,
        "checked": False,
        "id": name,
        "url": page.url,
        "fetched": fetched.isoformat(),
        "lang": "",
        "timezone": None,
        "kind": "deals" if reading.kind.anchor == "money" else _guess(len(reading.events)),
        "domain": _parts(page.url)[0] or name,
        "source": page.url,
        "license": "",
        "gold_by": f"eventlocky {__version__}, not yet read by a person",
        "complete": True,
        "events": [_event(dict(flat(event)), words, page.url) for event in reading.events],
    }
    _write(folder / "pages" / f"{name}.html", text)
    _write(folder / "drafts" / f"{name}.html", explained(reading))
    file = folder / "drafts" / f"{name}.json"
    _write(file, json.dumps(draft, indent=1, ensure_ascii=False) + "\n")
    return file


def name_of(url: str, body: bytes) -> str:
    """Return a short name for a page: words of its address, and a few signs of its bytes."""
    host, path = _parts(url)
    words = re.sub(r"[^a-z0-9]+", "-", f"{host or 'page'}{path}".lower())
    return f"{words.strip('-')[:_LONGEST_ID].strip('-')}-{hashlib.sha256(body).hexdigest()[:6]}"


def _parts(url: str) -> tuple[str, str]:
    """Return the host of an address, without www, and its path; nothing of one that is none."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").removeprefix("www."), parts.path
    except ValueError:
        return "", ""


def _guess(events: int) -> str:
    if not events:
        return "no-events"
    return "detail" if events == 1 else "listing"


def _event(row: Mapping[str, Any], words: str, address: str) -> dict[str, Any]:
    """Return an event as the gold writes it, with what can be seen of it in the page at an address.

    Without `location_in_page` and `url_in_page` the scorer asks for neither place nor link.
    """
    event = {name: row.get(name) for name in _FIELDS}
    title, location = (spaced(str(row.get(name) or "")) for name in ("title", "location"))
    has_time = len(str(row.get("start") or "")) > len("2026-01-01")
    return {
        **event,
        "title_in_page": bool(title.strip()) and title in words,
        "date_in_page": True,
        "time_in_page": has_time,
        "location_in_page": bool(location.strip()) and location in words,
        "url_in_page": bool(row.get("url")) and row["url"] != address,
    }


def _refuse(folder: Path, name: str, url: str, text: str) -> None:
    """Raise CorpusError where the folder holds the page already."""
    drafts = [_draft(file) for file in sorted((folder / "drafts").glob("*.json"))]
    gold = folder / "gold.jsonl"
    rows = [page.row for page in corpus.load(gold)] if gold.exists() else []
    for row in [*drafts, *rows]:
        file = folder / "pages" / f"{row.get('id')}.html"
        is_same = file.is_file() and file.read_bytes() == text.encode()
        if row.get("id") == name or is_same or (url and row.get("url") == url):
            message = f"{folder} holds this page already, as {row.get('id')}. Correct that one, or give another --id."
            raise CorpusError(message)


# A draft becomes gold ------------------------------------------------------------------------------------


def accept(folder: Path, name: str) -> int:
    """Add a corrected draft to the gold of its folder, and return how many pages that has now."""
    if name != Path(name).name:
        message = f"{name!r} is not the id of a draft."
        raise CorpusError(message)
    file = folder / "drafts" / f"{name}.json"
    draft = _draft(file)
    if problems := faults(draft):
        message = f"The draft {name} is not yet gold: {'; '.join(problems)}."
        raise CorpusError(message)
    gold = folder / "gold.jsonl"
    known = [page.row for page in corpus.load(gold)] if gold.exists() else []
    if any(row["id"] == name for row in known):
        message = f"{gold} has a page {name} already."
        raise CorpusError(message)
    row = {key: value for key, value in draft.items() if key not in {"todo", "checked"}}
    lines = [json.dumps(one, ensure_ascii=False) for one in [*known, row]]
    _write(gold, "\n".join(lines) + "\n")
    for left in (file, file.with_suffix(".html")):
        left.unlink(missing_ok=True)
    return len(lines)


def _draft(file: Path) -> dict[str, Any]:
    """Return a draft as it lies on the disk, whatever a person has made of it."""
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        message = f"The draft {file} cannot be read: {error}. Correct it, or remove it."
        raise CorpusError(message) from error


def faults(draft: Any) -> list[str]:  # noqa: ANN401 - whatever a person may have written
    """Return what keeps a draft from being gold."""
    if not isinstance(draft, dict) or not isinstance(draft.get("events"), list):
        return ["it needs an object with a list of events"]
    found = [] if draft.get("checked") is True else ["`checked` is not true: has somebody read the page?"]
    if draft.get("kind") not in KINDS:
        found.append(f"`kind` must be one of {', '.join(KINDS)}")
    if not isinstance(draft.get("complete"), bool):
        found.append("`complete` must be true or false")
    if "not yet read" in str(draft.get("gold_by") or "not yet read"):
        found.append("`gold_by` must say how the gold was obtained, such as: read by hand")
    if not draft.get("lang"):
        found.append("`lang` must be the language of the page, such as en")
    if draft.get("kind") == "no-events" and draft["events"]:
        found.append("a page of the kind no-events has no events")
    for number, event in enumerate(draft["events"], 1):
        found += [f"event {number}: {fault}" for fault in _faults_of(event)]
    return found


def _faults_of(event: Any) -> list[str]:  # noqa: ANN401 - the same
    if not isinstance(event, dict):
        return ["it is no object"]
    found = [] if event.get("title") else ["it has no title"]
    for name in ("start", "end"):
        try:
            stamp = event.get(name)
            if stamp is not None:
                (datetime if "T" in stamp else date).fromisoformat(stamp)
        except (ValueError, TypeError):
            found.append(f"`{name}` must be like 2026-11-14 or 2026-11-14T19:30")
    return found


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}."
        raise CorpusError(message) from error
