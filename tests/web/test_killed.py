"""A server that is killed while people write, or cannot write: nothing that was acknowledged is lost, and it is said."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient
from visitors import PASSWORD, token_for

from eventlocky.settings import Settings
from eventlocky.sqlite import transaction as sqlite_transaction
from eventlocky.store import Store, file
from eventlocky.web.passwords import Passwords

KILLS = int(os.environ.get("EVENTLOCKY_TEST_KILLS", "3"))
"""EVENTLOCKY_TEST_KILLS=100 kills it a hundred times."""

WRITERS = 3
PATIENCE_S = 120
"""A server takes a while to load where others use the machine."""


@contextmanager
def serving(path):
    """Run `eventlocky serve`, and give its port and its process; it is killed at the end."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "EVENTLOCKY_PASSWORD_MEMORY_KB": "8",
                   "EVENTLOCKY_PASSWORD_ROUNDS": "1"}  # fmt: skip
    line = [sys.executable, "-m", "eventlocky", "serve", "--store", str(path), "--port", "0"]
    with subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            said = process.stderr.readline()
            yield int(said.split("127.0.0.1:")[1].split("/")[0]), process
        finally:
            process.kill()


def ask(connection, method, path, body, token=""):
    """Send one request and return the status and what it answers."""
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request(method, path, json.dumps(body), head)
    answer = connection.getresponse()
    return answer.status, answer.read()


class Writer:
    """Somebody who changes their name and rates an event, again and again, and knows what was acknowledged."""

    def __init__(self, number, uid):
        self.email = f"writer{number}@example.org"
        self.uid = uid
        self.token = ""
        self.tried = self.named = self.rated = 0
        self.problem = ""

    def sign_in(self, connection):
        given = {"email": self.email, "password": PASSWORD}
        status, body = ask(connection, "POST", "/api/v1/sessions", given)
        assert status == 201, body
        self.token = json.loads(body)["token"]

    def write(self, port):
        """Write until the server is gone, or until it has had enough of us."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            if not self.token:
                self.sign_in(connection)
            while True:
                self.tried = self.rated + 1
                if not self._put(connection, "PATCH", "/api/v1/me", {"name": f"Number {self.tried}"}):
                    return
                self.named = self.tried
                stars = {"stars": self.tried % 5 + 1}
                if not self._put(connection, "PUT", f"/api/v1/events/{self.uid}/rating", stars):
                    return
                self.rated = self.tried
        except TimeoutError:
            self.problem = f"There was no answer within {PATIENCE_S} s."
        except (OSError, http.client.HTTPException):
            pass  # it was killed
        except AssertionError as error:
            self.problem = str(error)
        finally:
            connection.close()

    def _put(self, connection, method, path, body):
        """Write once; False where the server says that it was too often."""
        status, answer = ask(connection, method, path, body, self.token)
        assert status in {200, 429}, answer
        return status == 200

    def check(self, store):
        """Look whether what was acknowledged last is there, or what was on its way then."""
        account = store.accounts.find(self.email)
        stars = store.accounts.stars(account.id, self.uid)
        assert not self.problem
        assert account.name in {f"Number {number}" if number else "" for number in (self.named, self.tried)}
        assert stars in {number % 5 + 1 if number else None for number in (self.rated, self.tried)}


@pytest.mark.slow
def test_no_acknowledged_write_is_lost_when_the_server_is_killed(settings):
    chance = random.Random(5)
    with Store(settings.store) as store:
        uid = store.changes(datetime(2020, 1, 1, tzinfo=UTC))[0][0]
        writers = [Writer(number, uid) for number in range(WRITERS)]
        hashed = Passwords(Settings(password_memory_kb=8, password_rounds=1)).hash_now(PASSWORD)
        for writer in writers:
            account = store.accounts.add(writer.email, hashed)
            store.accounts.change(account.id, confirmed=datetime.now(UTC))
    for _ in range(KILLS):
        before = sum(writer.rated for writer in writers)
        with serving(settings.store) as (port, process):
            threads = [threading.Thread(target=writer.write, args=(port,)) for writer in writers]
            for thread in threads:
                thread.start()
            deadline = time.monotonic() + PATIENCE_S
            wanted = before + chance.randint(1, 30)
            while sum(writer.rated for writer in writers) < wanted and time.monotonic() < deadline:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join(PATIENCE_S)
        with Store(settings.store) as store:
            assert store._file._connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
            for writer in writers:
                writer.check(store)
        assert sum(writer.rated for writer in writers) > before


@contextmanager
def locked(settings, _monkeypatch):
    """Let another program write for long."""
    other = sqlite3.connect(settings.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def full(_settings, monkeypatch):
    """Let there be no room for another page of the file."""

    @contextmanager
    def transaction(connection):
        connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
        with sqlite_transaction(connection):
            yield

    with monkeypatch.context() as patch:
        patch.setattr(file, "transaction", transaction)
        yield


@pytest.mark.parametrize(("trouble", "said"), [(locked, "Another program"), (full, "Make room")])
def test_a_write_that_the_store_cannot_take_is_said_and_reading_goes_on(
    person, app, settings, monkeypatch, caplog, trouble, said
):
    monkeypatch.setattr(file, "PATIENCE_S", 0.05)
    person("anna@example.org")
    head = token_for(app, "anna@example.org")
    client = TestClient(app, base_url="http://e.example")
    uid = client.get("/api/v1/events").json()["events"][0]["id"]
    wrong = {"field": "description", "said": "It is longer. " * 100}
    with trouble(settings, monkeypatch):
        for _ in range(15):  # the last page of the file may have room for some
            answer = client.post(f"/api/v1/events/{uid}/corrections", json=wrong, headers=head)
            if answer.status_code != 201:
                break
        assert answer.status_code == 503, answer.text
        assert "cannot be written just now" in answer.json()["error"]["message"]
        assert said in caplog.text
        assert client.get("/api/v1/events").status_code == 200
