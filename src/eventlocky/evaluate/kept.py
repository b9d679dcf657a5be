"""What was computed is kept: the same question of the same data by the same code is answered from a file.

A question has a name and what its answer hangs on (corpora by their hashes, folds, a seed); the code it uses is part of
it as a digest of the source files. A long evaluation that was interrupted goes on where it ended, and a change of one
room repeats what uses that room and nothing else. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from eventlocky.errors import EventlockyError

PACKAGE = Path(__file__).parent.parent
_CODE = {".py", ".toml", ".json", ".txt", ".html", ".jsonl", ".npz"}
"""What makes an answer beside the data that is asked: sources, and the pages and models that the package carries."""


@cache
def code_revision(uses: tuple[str, ...]) -> str:
    """Return a digest of some rooms or files of the package, named as in the plan of the house."""
    digest = hashlib.sha256()
    for name in sorted(uses):
        place = PACKAGE / name
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for file in files:
            if file.suffix in _CODE or (file == place and file.is_file()):
                digest.update(str(file.relative_to(PACKAGE)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def file_digest(file: Path) -> str:
    """Return a short digest of a file's bytes."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def folder_digest(folder: Path) -> str:
    """Return a short digest of the names and bytes of all files below a folder, but for what Python keeps there."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            digest.update(f"{file.relative_to(folder)} {file_digest(file)}\n".encode())
    return digest.hexdigest()[:16]


def write_whole(file: Path, text: str) -> None:
    """Write a file beside its place and move it there, so that nobody ever reads half of it."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


@dataclass(frozen=True, slots=True)
class Keeper:
    """A folder of answers. Without a folder nothing is kept.

    `saved` holds the processor's seconds that answers from the folder once took, so that a run can say what it costs.
    """

    folder: Path | None = None
    saved: list[float] = field(default_factory=list)

    def ask(self, name: str, hangs_on: Mapping[str, object], uses: Sequence[str], make: Callable[[], Any]) -> Any:  # noqa: ANN401 - any JSON
        """Return the answer that is kept, or make it and keep it; answers are made of what JSON can say."""
        return self.timed(name, hangs_on, uses, make)[0]

    def timed(
        self, name: str, hangs_on: Mapping[str, object], uses: Sequence[str], make: Callable[[], Any]
    ) -> tuple[Any, float]:
        """Return an answer and the processor's seconds that it takes, or once took where it is kept."""
        if self.folder is None:
            return _measured(make)
        question = json.dumps({**hangs_on, "code": code_revision(tuple(uses))}, sort_keys=True, default=str)
        file = self.folder / f"{name}-{hashlib.sha256(question.encode()).hexdigest()[:16]}.json"
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(file.read_text(encoding="utf-8"))
            answer, seconds = kept["answer"], float(kept.get("seconds") or 0.0)
            self.saved.append(seconds)
            return answer, seconds
        answer, seconds = _measured(make)
        self._keep(file, {"question": json.loads(question), "seconds": seconds, "answer": answer})
        return answer, seconds

    def _keep(self, file: Path, said: Mapping[str, object]) -> None:
        """Write an answer, or say what to do where it cannot be written."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(said))
        except OSError as error:
            message = f"{file} cannot be written: {error.strerror or error}. Give another folder with --kept."
            raise EventlockyError(message) from error


def _measured(make: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.process_time()
    answer = make()
    return answer, time.process_time() - begun
