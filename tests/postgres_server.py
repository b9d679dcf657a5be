"""A PostgreSQL server with PostGIS for the tests: one for a whole run, on a free port, in a folder of its own.

Started by whoever needs it first, also among the workers of pytest-xdist, and stopped when the run ends. Nothing that
it holds outlives the run, so it never waits for the disk.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import psycopg
import system_parts

FOLDER = "PYTEST_POSTGRES_FOLDER"
"""Where the server of this run lives; the workers of a run inherit it."""

USER = "postgres" if os.geteuid() == 0 else None
"""A server does not run as root."""

TEMPLATE = "eventlocky_template"
_FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_connections=120"


def programs() -> Path | None:
    """Return the folder of the server's programs, or None where there is no server with PostGIS."""
    library = system_parts.program("postgis")
    return Path(library).parent.parent / "bin" if library else None


def prepare() -> None:
    """Choose the folder of this run's server."""
    folder = tempfile.mkdtemp(prefix="eventlocky-postgres-")
    os.environ[FOLDER] = folder
    if USER:
        shutil.chown(folder, USER)


def address(database: str) -> str:
    """Return the address of a database of the server, which is started where it does not run yet."""
    folder = Path(os.environ[FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "port").exists():
            _start(folder)
        return f"postgresql://eventlocky@127.0.0.1:{(folder / 'port').read_text()}/{database}"


def new_database(name: str) -> str:
    """Make a database that has the tables of a store already, and return its address."""
    with psycopg.connect(address("postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return address(name)


def empty_database(name: str) -> str:
    """Make a database without any tables, and return its address."""
    with psycopg.connect(address("postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return address(name)


def clear(store: str) -> None:
    """Take everything out of the tables of a store, and let numbers begin anew; TRUNCATE takes ten times as long."""
    with psycopg.connect(store, autocommit=True) as database:
        rows = database.execute(
            "SELECT relkind::text, quote_ident(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace "
            "AND relkind IN ('r', 'S') AND relname NOT IN ('spatial_ref_sys', 'store_format', 'crawl_version') "
            "AND relname NOT LIKE 'procrastinate%'"
        ).fetchall()
        steps = [f"DELETE FROM {name}" if kind == "r" else f"ALTER SEQUENCE {name} RESTART" for kind, name in rows]
        database.execute(f"SET session_replication_role = replica; {'; '.join(steps)}")


def stop() -> None:
    """Stop the server of this run, where it was started, and take its folder away."""
    folder = Path(os.environ.pop(FOLDER))
    if (folder / "port").exists():
        _run("pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop", check=False)
    shutil.rmtree(folder, ignore_errors=True)


def _start(folder: Path) -> None:
    from eventlocky.store import Store

    _run(
        "initdb",
        "-D",
        str(folder / "data"),
        "-A",
        "trust",
        "-U",
        "eventlocky",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync",
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
    options = f"-p {port} -k '' -c listen_addresses=127.0.0.1 {_FAST}"
    _run("pg_ctl", "-D", str(folder / "data"), "-l", str(folder / "data" / "log"), "-o", options, "-w", "start")
    server = f"postgresql://eventlocky@127.0.0.1:{port}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    with Store(f"{server}/{TEMPLATE}"):
        pass
    (folder / "port").write_text(str(port))


def _run(program: str, *arguments: str, check: bool = True) -> None:
    folder = programs()
    assert folder is not None
    subprocess.run(
        [str(folder / program), *arguments],
        check=check,
        user=USER,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
