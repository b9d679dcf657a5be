"""A copy of the store that can be put back: of a SQLite file by SQLite itself, of PostgreSQL by its own programs.

A store that is in use cannot be copied as a file: what was written last lies in a log beside it. Here a copy is what
one reader sees at one moment, while others go on writing; it is checked, and takes its place when it is whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from eventlocky.database import is_server, shown
from eventlocky.errors import StoreError
from eventlocky.sqlite import PATIENCE_S, errors

_BEGIN = "eventlocky-"
_ENDINGS = (".sqlite", ".pgdump")


def back_up(store: str, folder: Path, keep: int = 0) -> Path:
    """Write a copy of a store into a folder and return its path; only so many of the newest are kept (0 keeps all)."""
    name = f"{_BEGIN}{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}{_ENDINGS[is_server(store)]}"
    part = folder / f".{name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if is_server(store):
            _program("pg_dump", store, "--format=custom", "--no-owner", f"--file={part}")
        else:
            _copy_file(Path(store), part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(folder / name)
        _forget(folder, keep)
    except OSError as error:
        message = f"The copy cannot be written to {folder}: {error.strerror or error}. Check the folder and the disk."
        raise StoreError(message) from error
    finally:
        part.unlink(missing_ok=True)
    return folder / name


def restore(copy: Path, store: str, *, replace: bool = False) -> None:
    """Put a copy back; a store that holds something is replaced only where that is said."""
    if not copy.is_file():
        message = f"There is no copy {copy}. Make one first: eventlocky backup --to FOLDER"
        raise StoreError(message)
    if copy.suffix != _ENDINGS[is_server(store)]:
        message = f"{copy} is no copy for {shown(store)}: a {_ENDINGS[is_server(store)]} file is needed."
        raise StoreError(message)
    if is_server(store):
        _program("pg_restore", store, "--no-owner", "--exit-on-error", "--single-transaction", *_over(replace), copy)
        return
    if Path(store).exists() and not replace:
        message = f"There is a store {store} already. Name another one, or replace it with --replace."
        raise StoreError(message)
    _check(copy)
    with (
        errors(f"The store {store}", "written"),
        closing(sqlite3.connect(_address(copy), uri=True)) as source,
        closing(sqlite3.connect(store, timeout=PATIENCE_S)) as target,
    ):
        source.backup(target)  # in one transaction: who has the store open sees the old one or the new one


def _over(replace: bool) -> tuple[str, ...]:  # noqa: FBT001 - what the caller was told
    return ("--clean", "--if-exists") if replace else ()


def _address(file: Path) -> str:
    """Return the address by which SQLite opens a file to read it only."""
    return f"{file.absolute().as_uri()}?mode=ro"


def _copy_file(store: Path, part: Path) -> None:
    if not store.is_file():
        message = f"There is no store {store}. Name it with --store."
        raise StoreError(message)
    with (
        errors(f"The store {store}", "copied"),
        closing(sqlite3.connect(_address(store), uri=True, timeout=PATIENCE_S)) as connection,
    ):
        connection.execute("VACUUM INTO ?", (str(part),))
    _check(part)


def _check(file: Path) -> None:
    """Refuse a file that is damaged, or no store."""
    with errors(f"The copy {file}", "read"), closing(sqlite3.connect(_address(file), uri=True)) as connection:
        (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if said != "ok" or not version:
        message = f"{file} is damaged or no store of events ({said}). Take another copy."
        raise StoreError(message)


def _forget(folder: Path, keep: int) -> None:
    """Remove the oldest copies; their names are in the order of time."""
    copies = sorted(file for file in folder.glob(f"{_BEGIN}*") if file.suffix in _ENDINGS)
    for file in copies[:-keep] if keep else ():
        file.unlink(missing_ok=True)


def _program(name: str, store: str, *options: str | Path) -> None:
    """Run a program of PostgreSQL; the password goes by the environment, where no list of processes shows it."""
    if shutil.which(name) is None:
        message = f"{name} is not installed. On Debian run: apt-get install postgresql-client"
        raise StoreError(message)
    password = urlsplit(store).password
    environment = {**os.environ, **({"PGPASSWORD": unquote(password)} if password else {})}
    command: Sequence[str] = [name, f"--dbname={_without_password(store)}", *map(str, options)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode:
        message = f"{name} failed: {' '.join(done.stderr.split())[:500]}"
        raise StoreError(message)


def _without_password(store: str) -> str:
    """Return the address of a server for its programs, which get the password apart; what else it says stays."""
    parts = urlsplit(store)
    if parts.password is None:
        return store
    user, _, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}@{host}"))
