"""What every connection to a PostgreSQL server shares: how it is opened, how our SQL is said there, one error.

Connections keep the order in which a question joins its tables, as SQLite's CROSS JOIN does, and plan every question
for the values that are asked for: what is rare and what is common is known to who asks. No question is given to
helpers: it takes milliseconds, and to start one takes ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from eventlocky.database import Rows, shown
from eventlocky.errors import DatabaseError, MissingExtraError, StoreError

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg.pq import TransactionStatus
    from psycopg_pool import PoolTimeout
except ModuleNotFoundError as missing:
    what = "A store on PostgreSQL"
    raise MissingExtraError(what, "postgres") from missing

Error = (psycopg.Error, PoolTimeout, UnicodeEncodeError)
"""What a connection raises; `errors` makes a sentence of it."""

PATIENCE_S = 30
"""So long one program waits for another that writes; its transactions take milliseconds."""

_SESSION = {
    "join_collapse_limit": "1",
    "plan_cache_mode": "force_custom_plan",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "work_mem": "32MB",
    "lock_timeout": f"{PATIENCE_S}s",
    "idle_in_transaction_session_timeout": "10min",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""What a connection sets for itself. A program whose machine is gone loses its locks in a minute, not in hours."""

_WORDS = (("%", "%%"), ("?", "%s"), ("CROSS JOIN", "JOIN"), ("instr(", "strpos("))
"""The few words of our SQL that PostgreSQL says otherwise."""

_AWAY = "Check that the server runs, and its host and port: postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
_ADVICE = {
    "08": _AWAY,
    "28": "Check the user and the password: postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
    "3D": "Create the database first: createdb NAME",
    "0A": "Install PostGIS where the server runs (Debian: apt install postgresql-15-postgis-3).",
    "58P01": "Install PostGIS where the server runs (Debian: apt install postgresql-15-postgis-3).",
    "42501": "Ask who looks after the server: the user needs CREATE on the database, and an administrator runs once "
    "in it: CREATE EXTENSION postgis",
    "25006": "The server only lets itself be read: name the one that is written to.",
    "53100": "Make room on the disk of the server and do it again: what was kept before is still there.",
    "53300": "Too many programs are connected: end some, or raise max_connections of the server.",
    "53": "The server has no memory or room left: check it and do it again; what was kept before is still there.",
    "54": "Something is longer than the server can index: leave it out.",
    "55P03": f"Another program has been writing for {PATIENCE_S} seconds: wait for it or end it, and do it again.",
    "57": "The server is being restarted: wait a moment and do it again; what was kept before is still there.",
}
_SAID = (
    ("password", _ADVICE["28"]),
    ("does not exist", _ADVICE["3D"]),
    ("no space left", _ADVICE["53100"]),
    ("too many", _ADVICE["53300"]),
    ("starting up", _ADVICE["57"]),
)
"""What a server says before a connection is made comes without a code."""


class Session:
    """A connection that our SQL is said to."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """Ask or write one thing."""
        return self.connection.execute(said(sql), _clean(values))

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Rows:
        """Write one thing for many values."""
        cursor = self.connection.cursor()
        cursor.executemany(said(sql), [_clean(each) for each in values])
        return cursor


@lru_cache(maxsize=2_000)
def said(sql: str) -> bytes:
    """Return our SQL in the words of PostgreSQL."""
    for ours, theirs in _WORDS:
        sql = sql.replace(ours, theirs)
    return sql.encode()


def _clean(values: Sequence[Any]) -> Sequence[Any]:
    """Leave out the character of code 0, which a server keeps in no text."""
    return [value.replace("\0", "") if isinstance(value, str) and "\0" in value else value for value in values]


def conninfo(store: str) -> str:
    """Return how a store is connected to: what its address says, and what every connection sets."""
    try:
        given = conninfo_to_dict(store)
    except psycopg.ProgrammingError as error:
        message = f"{shown(store)} is no address of a server: {_first_line(error)}. {_AWAY}"
        raise StoreError(message) from error
    options = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    own: dict[str, Any] = {
        "connect_timeout": 10,
        "application_name": "eventlocky",
        **given,
        "options": f"{options} {given.get('options') or ''}".strip(),
        "client_encoding": "UTF8",
    }
    return make_conninfo(**own)


def connect(store: str) -> psycopg.Connection[Any]:
    """Open a connection that begins and ends its transactions when it is told to."""
    return psycopg.connect(conninfo(store), autocommit=True)


@contextmanager
def errors(store: str, doing: str) -> Iterator[None]:
    """Turn what a server says into one clear sentence that says what to do."""
    try:
        yield
    except Error as error:
        message = f"The store {shown(store)} cannot be {doing}: {_first_line(error)}. {advice(error)}"
        is_ours = isinstance(error, psycopg.DataError | UnicodeEncodeError)
        raise (StoreError if is_ours else DatabaseError)(message) from error


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (
        lines[-1 if isinstance(error, psycopg.OperationalError) else 0].rstrip(".") if lines else type(error).__name__
    )


def advice(error: Exception) -> str:
    """Return what to do about an error of a server."""
    code = getattr(error, "sqlstate", None) or ""
    for length in (5, 2):
        if code[:length] in _ADVICE and code:
            return _ADVICE[code[:length]]
    text = str(error).lower()
    if isinstance(error, psycopg.OperationalError | PoolTimeout):
        return next((what for words, what in _SAID if words in text), _AWAY)
    return "Check the address of the store and who else uses it."


@contextmanager
def transaction(connection: psycopg.Connection[Any], begin: bytes = b"BEGIN") -> Iterator[None]:
    """Change everything or nothing."""
    connection.execute(begin)
    with ending(connection):
        yield


@contextmanager
def ending(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """End a transaction that has begun: what was changed is kept, or nothing where something went wrong."""
    try:
        yield
        _commit(connection)
    except BaseException:
        if not connection.closed and connection.info.transaction_status != TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")
        raise


def _commit(connection: psycopg.Connection[Any]) -> None:
    """Keep what was changed; a server answers otherwise where something has failed that nobody heard of."""
    if connection.execute("COMMIT").statusmessage != "COMMIT":
        message = "Something within has failed, so nothing is kept."
        raise psycopg.errors.InFailedSqlTransaction(message)
