"""`users`: accounts by hand."""

from __future__ import annotations

import io
import json

import pytest

from eventlocky.cli import main
from eventlocky.store import Store

ANNA = "anna@example.org"


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = str(tmp_path / "a.sqlite")
    for name, value in (("STORE", path), ("PASSWORD_MEMORY_KB", "8"), ("PASSWORD_ROUNDS", "1")):
        monkeypatch.setenv(f"EVENTLOCKY_{name}", value)
    with Store(path):
        pass
    return path


def users(*arguments, piped="", monkeypatch=None):
    if monkeypatch:
        monkeypatch.setattr("sys.stdin", io.StringIO(piped))
    return main(["users", *arguments])


def test_accounts_are_made_listed_changed_and_deleted(store, capsys, monkeypatch):
    assert users("list") == 1
    made = users(
        "add",
        "Anna@Example.org",
        "--role",
        "admin",
        "--name",
        "安奈",
        piped="several good words\n",
        monkeypatch=monkeypatch,
    )
    assert made == 0
    assert users("add", "b@example.org", "--json", piped="several good words\n", monkeypatch=monkeypatch) == 0
    row = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (row["email"], row["role"]) == ("b@example.org", "reader")
    assert row["confirmed"] is not None
    assert users("role", "b@example.org", "editor") == 0
    assert users("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].startswith("anna@example.org  admin  confirmed")
    assert lines[-1].startswith("b@example.org  editor  confirmed")
    with Store(store) as opened:
        assert opened.accounts.find(ANNA).password.startswith("$argon2id$")
    assert users("delete", "b@example.org") == 0
    with Store(store) as opened:
        assert opened.accounts.find("b@example.org") is None


def test_an_address_is_confirmed_by_hand(store, capsys):
    with Store(store) as opened:
        opened.accounts.add(ANNA, "x")
    assert users("confirm", ANNA) == 0
    assert "  confirmed  " in capsys.readouterr().out


def test_a_link_to_a_new_password_is_printed_and_kept_as_a_digest(store, capsys, monkeypatch):
    from eventlocky.web.visitor import digest

    monkeypatch.setenv("EVENTLOCKY_PUBLIC_URL", "https://whatson.example/")
    with Store(store) as opened:
        opened.accounts.add(ANNA, "x")
        assert users("reset", ANNA) == 0
        link = capsys.readouterr().out.strip()
        assert link.startswith("https://whatson.example/account/new-password?token=")
        assert opened.accounts.holder("reset", digest(link.partition("=")[2])).email == ANNA


@pytest.mark.parametrize(
    ("arguments", "piped", "complaint"),
    [
        (("confirm", "nobody@example.org"), "", "no account nobody@example.org"),
        (("add", "no address"), "several good words", "Write an e-mail address"),
        (("add", "c@example.org"), "short", "at least 10"),
        (("add", "c@example.org"), "", "at least 10"),
        (("add", ANNA), "several good words", "already"),
        (("role", ANNA, "reader"), "", "last admin"),
        (("delete", ANNA), "", "last admin"),
        (("list", "--store", "nowhere.sqlite"), "", "no store nowhere.sqlite"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(store, capsys, monkeypatch, arguments, piped, complaint):
    with Store(store) as opened:
        opened.accounts.add(ANNA, "x", role="admin")
    assert users(*arguments, piped=piped, monkeypatch=monkeypatch) == 3
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1
