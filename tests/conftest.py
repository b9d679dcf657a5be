"""What every test may use: the corpora where they are, parts of the system, a frozen day."""

from __future__ import annotations

import os
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.path.append(str(ROOT / "tests"))

import system_parts  # noqa: E402 - found by the lines above

import postgres_server  # noqa: E402 - the same
import small_records  # noqa: E402 - the same


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock():
    return Clock()


def missing(what: str) -> None:
    """Skip a test that needs something, but fail where everything must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}, and with CI=true everything must be there.")
    pytest.skip(f"{what}.")


@pytest.fixture(scope="session", name="missing")
def _missing() -> object:
    """`missing("Something is not installed")`, for the fixtures of other folders."""
    return missing


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clock", action="store_true", help="hold pages to their times by the clock too (quiet machines)")
    parser.addoption("--screenshots", action="store_true", help="draw the pictures of docs/img anew")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def today() -> date:
    return date(2026, 11, 16)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpora and suites beside the project: not part of a clone, so never a failure."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("The corpora and suites are not beside this clone.")
    return folder


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch):
    """Small labelled records, and classifiers that learn from them with word vectors that are drawn, not trained."""
    small_records.without_gensim(monkeypatch)
    return small_records.small


@pytest.fixture(scope="session")
def chromium() -> str:
    path = system_parts.program("chromium")
    if path is None:
        missing("Chromium is not installed")
    return str(path)


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a folder for its PostgreSQL server; the workers of pytest-xdist share it."""
    if not hasattr(config, "workerinput"):
        postgres_server.prepare()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres_server.stop()


@pytest.fixture(scope="session")
def postgres() -> str:
    """The address of a PostgreSQL database with the tables of a store, one for each worker of the run."""
    if postgres_server.programs() is None:
        missing("PostgreSQL with PostGIS is not installed")
    return postgres_server.new_database(f"store_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")


@pytest.fixture(params=["sqlite", "postgres"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is to be: a file, and again a database."""
    if request.param == "sqlite":
        return str(tmp_path / "a.sqlite")
    address: str = request.getfixturevalue("postgres")
    postgres_server.clear(address)
    return address


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep a developer's own settings out of the tests, and files out of the checkout."""
    for name in list(os.environ):
        if name.startswith("EVENTLOCKY_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
