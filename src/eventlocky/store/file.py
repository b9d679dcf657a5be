"""One SQLite file: opened, brought up to date, read and written in transactions, its errors said in sentences.

WAL lets many read while one writes; a transaction that was not committed is as if it had never begun, whenever the
process is killed. `user_version` counts the migrations that a file has seen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path

from eventlocky.errors import DatabaseError, StoreError
from eventlocky.sqlite import PATIENCE_S, advice, transaction
from eventlocky.store.file_index import FileIndex

_CACHE_KB = 64_000
_MAPPED = 2_000_000_000
"""So many bytes of a file are read in place: a search in a large store looks at many pages once."""


class Connection(sqlite3.Connection):
    """A connection to a file, with the index that it has."""

    index = FileIndex()


Migration = Callable[[Connection], None]


class File:
    """A SQLite file of some tables.

    `after` names what Python has to do for a migration once the SQL of all is done: it writes into the present tables.
    """

    def __init__(self, path: str | Path, after: dict[int, Migration]) -> None:
        self.path = path
        self.after = after
        self._connection: Connection | None = None
        self._depth = 0

    def open(self) -> None:
        """Open the file, make it where there is none, and bring it up to date."""
        with self.errors("opened"):
            self._connection = sqlite3.connect(
                self.path, isolation_level=None, timeout=PATIENCE_S, factory=Connection
            )  # fmt: skip
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            self._connection.execute(f"PRAGMA mmap_size = {_MAPPED}")
            self._migrate(self._connection)

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _migrate(self, connection: Connection) -> None:
        """Take the steps that the file has not seen, all or none; another process may have been faster."""
        steps = migrations()
        if self._version(connection, len(steps)) == len(steps):
            return
        with suppress(sqlite3.OperationalError):  # another process has the file: it sets the mode
            connection.execute("PRAGMA journal_mode = WAL")
        with transaction(connection):
            unseen = range(self._version(connection, len(steps)) + 1, len(steps) + 1)
            for number in unseen:
                for statement in _statements(steps[number - 1]):
                    connection.execute(statement)
            for number in unseen:
                if number in self.after:
                    self.after[number](connection)
            connection.execute(f"PRAGMA user_version = {len(steps)}")

    def _version(self, connection: sqlite3.Connection, known: int) -> int:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if not 0 <= version <= known:
            message = (
                f"The store {self.path} was written by another version of Event.Locky: it has format {version}, and "
                f"this one knows formats up to {known}. Use the newer program, or name another file with --store."
            )
            raise StoreError(message)
        return version

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give the connection to read with: what is read within is of one moment."""
        with self.errors("read") as connection:
            if self._depth:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give the connection to write with: all of it is kept, or nothing; within another writing, with that."""
        with self.errors("written") as connection:
            if self._depth:
                yield connection
                return
            self._depth += 1
            try:
                with transaction(connection):
                    yield connection
            finally:
                self._depth -= 1

    @contextmanager
    def errors(self, doing: str) -> Iterator[Connection]:
        """Turn what SQLite raises into a sentence that says what to do."""
        if self._connection is None and doing != "opened":
            message = "The store must be opened first: with Store(path) as store."
            raise StoreError(message)
        try:
            yield self._connection  # type: ignore[misc]
        except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
            if doing == "opened":
                self.close()
            message = f"The store {self.path} cannot be {doing}: {error}. {advice(error)}"
            kind = DatabaseError if isinstance(error, sqlite3.Error) else StoreError
            raise kind(message) from error
        except StoreError:
            if doing == "opened":
                self.close()
            raise


def migrations() -> Sequence[str]:
    """Return the steps from an empty file to the present tables, the first first."""
    folder = files("eventlocky.store") / "migrations"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; those of a trigger hold semicolons themselves."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += "" if line.startswith("--") else line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
