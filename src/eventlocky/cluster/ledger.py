"""What a run has done: `run.json` says how pages are read, `ledger/` has a file for every piece that is finished.

A piece is finished when its file is there, which is written last, and whole or not at all. So a run that was ended at
any moment is taken up again by the same command, and gives the same data sets. Another way to read, or an archive that
has changed, is refused: one folder holds one run.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pyarrow import fs  # type: ignore[import-untyped]

from eventlocky import __version__
from eventlocky.cluster.archives import Archive, place_of
from eventlocky.cluster.bounds import Task
from eventlocky.cluster.tables import publish
from eventlocky.errors import BatchError

_OF_SETTINGS = ("finder", "classifier", "model", "dates", "max_page_bytes", "obey_noindex", "kinds_dir")
"""The settings that change what is read."""


@dataclass(frozen=True, slots=True)
class Done:
    """A piece that is finished: what was in it, and the seconds of the processor that each part took."""

    piece: str
    archive: str
    start: int
    stop: int
    pages: int = 0
    events: int = 0
    errors: dict[str, int] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)
    cpu_s: dict[str, float] = field(default_factory=dict)


class Ledger:
    """The memory of a run in its folder."""

    def __init__(self, out: str) -> None:
        self.out = out
        self._filesystem, self._folder = place_of(out)

    def begin(self, task: Task, piece_bytes: int) -> None:
        """Note how pages are read, or raise BatchError where the folder holds a run that read them otherwise."""
        now = _way(task, piece_bytes)
        before = self._read(f"{self._folder}/run.json")
        if before is None:
            self._write(f"{self._folder}/run.json", now)
        elif before != now:
            other = ", ".join(sorted(name for name in {*now, *before} if now.get(name) != before.get(name)))
            message = f"{self.out} holds a run with another {other}. Give another --out, or the same options as then."
            raise BatchError(message)

    def done(self, archives: Sequence[Archive]) -> set[str]:
        """Return the names of the pieces that are finished; an archive that has changed since is an error."""
        infos = self._filesystem.get_file_info(fs.FileSelector(f"{self._folder}/ledger", allow_not_found=True))
        names = {info.base_name.removesuffix(".json") for info in infos if info.base_name.endswith(".json")}
        sizes = {archive.label: f"{archive.size:x}" for archive in archives}
        for name in names:
            label, _, size = name.rpartition("-")[0].rpartition(".")
            if sizes.get(label, size) != size:
                message = f"The archive of {name} has changed since {self.out} was begun. Give another --out."
                raise BatchError(message)
        return names

    def entry(self, name: str) -> Done:
        """Return what was said of a finished piece."""
        said = self._read(f"{self._folder}/ledger/{name}.json")
        try:
            return Done(**(said or {}))
        except TypeError as error:
            message = f"{self.out}/ledger/{name}.json is damaged. Remove it, and the piece is done again."
            raise BatchError(message) from error

    def finish(self, done: Done) -> None:
        """Note that a piece is finished."""
        self._write(f"{self._folder}/ledger/{done.piece}.json", asdict(done))

    def _read(self, place: str) -> dict[str, Any] | None:
        try:
            with self._filesystem.open_input_file(place) as file:
                said = json.loads(file.read())
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            message = f"{place} cannot be read: {error}. Remove it or give another --out."
            raise BatchError(message) from error
        return dict(said) if isinstance(said, dict) else {}

    def _write(self, place: str, what: dict[str, Any]) -> None:
        folder = place.rpartition("/")[0]
        try:
            self._filesystem.create_dir(folder)
            here = folder if isinstance(self._filesystem, fs.LocalFileSystem) else tempfile.gettempdir()
            handle, part = tempfile.mkstemp(suffix=".part", dir=here)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(what, file, indent=1)
                publish(Path(part), self._filesystem, place)
            finally:
                Path(part).unlink(missing_ok=True)
        except OSError as error:
            message = f"{self.out} cannot be written: {error.strerror or error}. Check the folder and the disk."
            raise BatchError(message) from error


def _way(task: Task, piece_bytes: int) -> dict[str, Any]:
    """Return everything that the rows of a run depend on."""
    return {
        "version": __version__,
        "kind": task.kind,
        "system": task.system,
        "page_s": task.page_s,
        "piece_bytes": piece_bytes,
        **{name: getattr(task.settings, name) for name in _OF_SETTINGS},
    }
