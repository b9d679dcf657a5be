"""Which pages are read differently by two revisions of the code: what a change does, shown before it is merged.

The other revision is checked out into a folder that is gone afterwards, and reads the same pages in a process of its
own; so does the present code. What differs is told event by event.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eventlocky.errors import CorpusError, EventlockyError

_SHOWN = ("start", "title", "end", "location", "price", "url")
"""What is compared of an event; how sure we are of it is not."""

_TIMEOUT_S = 3_600

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """A page whose answer changed: what is there no more, what is new, and pairs that differ in some fields."""

    page: str
    lost: tuple[Event, ...]
    gained: tuple[Event, ...]
    altered: tuple[tuple[Event, Event], ...]

    def __str__(self) -> str:
        lines = [f"{self.page}: {len(self.lost)} lost, {len(self.gained)} new, {len(self.altered)} altered"]
        lines += [f"  - {_line(event)}" for event in self.lost]
        lines += [f"  + {_line(event)}" for event in self.gained]
        for old, new in self.altered:
            parts = [f"{key}: {old.get(key)!r} to {new.get(key)!r}" for key in _SHOWN if old.get(key) != new.get(key)]
            lines.append(f"  ~ {_line(new)}  ({'; '.join(parts)})")
        return "\n".join(lines)


def _line(event: Event) -> str:
    return f"{event.get('start') or 'no day':16}  {event.get('title') or ''}"


def changes(before: Mapping[str, Sequence[Event]], after: Mapping[str, Sequence[Event]]) -> list[Changed]:
    """Return the pages whose events differ, those with most differences first."""
    found = []
    for page in sorted(before.keys() | after.keys()):
        one = _change(page, before.get(page, ()), after.get(page, ()))
        if one.lost or one.gained or one.altered:
            found.append(one)
    return sorted(found, key=lambda one: (-len(one.lost) - len(one.gained), -len(one.altered), one.page))


def _change(page: str, before: Sequence[Event], after: Sequence[Event]) -> Changed:
    old = {_shown(event): event for event in before}
    new = {_shown(event): event for event in after}
    lost = [event for key, event in old.items() if key not in new]
    gained = [event for key, event in new.items() if key not in old]
    altered = []
    for event in list(lost):
        match = next((one for one in gained if _is_same(event, one)), None)
        if match is not None:
            lost.remove(event)
            gained.remove(match)
            altered.append((event, match))
    return Changed(page, tuple(lost), tuple(gained), tuple(altered))


def _shown(event: Event) -> str:
    return json.dumps([event.get(key) for key in _SHOWN])


def _is_same(one: Event, other: Event) -> bool:
    """Tell whether two events have the same title and day."""
    days = [(event.get("start") or "")[:10] for event in (one, other)]
    return one.get("title") == other.get("title") and days[0] == days[1]


# Reading by another revision ---------------------------------------------------------------------------


def read_both(repository: Path, revision: str, golds: Sequence[Path]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the revision finds on the pages of corpora, and what the present code finds."""
    now = _read(Path(__file__).parent.parent.parent, golds)
    with checked_out(repository, revision) as tree:
        return _read(tree / "src", golds), now


@contextmanager
def checked_out(repository: Path, revision: str) -> Iterator[Path]:
    """Give a folder with the files of a revision, as long as the block lasts."""
    git = shutil.which("git")
    if git is None:
        message = "Comparing revisions needs git, which is not installed."
        raise EventlockyError(message)
    with tempfile.TemporaryDirectory(prefix="eventlocky-compare-") as folder:
        tree = Path(folder) / "tree"
        commit = _run(
            [git, "-C", str(repository), "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"]
        )
        _run([git, "-C", str(repository), "worktree", "add", "--detach", str(tree), commit.strip()])
        try:
            yield tree
        finally:
            _run([git, "-C", str(repository), "worktree", "remove", "--force", str(tree)])


def _read(source: Path, golds: Sequence[Path]) -> dict[str, Any]:
    """Read the pages of corpora by the code of a folder, each corpus by a command of its own."""
    found: dict[str, Any] = {}
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with tempfile.TemporaryDirectory(prefix="eventlocky-compare-") as folder:
        for gold in golds:
            out = Path(folder) / "found.jsonl"
            kind = ["--kind", "deal"] if _is_deals(gold) else []
            line = [
                sys.executable,
                "-m",
                "eventlocky",
                "extract",
                "--corpus",
                str(gold.resolve()),
                "--out",
                str(out),
                *kind,
            ]
            _run(line, environment, folder)
            for text in out.read_text(encoding="utf-8").splitlines():
                row = json.loads(text)
                found[f"{gold.parent.name}/{row['id']}"] = row["events"]
    return found


def _is_deals(gold: Path) -> bool:
    from eventlocky.evaluate import corpus

    pages = corpus.load(gold)
    return bool(pages) and pages[0].kind == "deal"


def _run(line: Sequence[str], environment: Mapping[str, str] | None = None, folder: str | None = None) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - git and our own command, no shell
            line, env=environment, cwd=folder, check=True, capture_output=True, text=True, timeout=_TIMEOUT_S
        )
    except (subprocess.SubprocessError, OSError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        message = f"{Path(line[0]).name} could not be run: {said[-1] if said else error}."
        raise EventlockyError(message) from error
    return done.stdout


def own_corpus(pages: Path, folder: Path) -> Path:
    """Write the project's own pages as a corpus into a folder, and return its gold."""
    place = folder / "own"
    (place / "pages").mkdir(parents=True)
    rows = []
    for file in sorted(pages.glob("*/*.json")):
        html = file.with_suffix(".html")
        if html.exists():
            name = f"{file.parent.name}-{file.stem}"
            (place / "pages" / f"{name}.html").write_bytes(html.read_bytes())
            rows.append(json.dumps({"id": name, "domain": name, **json.loads(file.read_text(encoding="utf-8"))}))
    if not rows:
        message = f"There are no pages with their truth below {pages}. Run it in a clone, or give --corpus GOLD.jsonl."
        raise CorpusError(message)
    gold = place / "gold.jsonl"
    gold.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return gold
