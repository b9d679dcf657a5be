"""`digest` sends what is due, or shows it; what a crash left is listed and can be given back."""

from __future__ import annotations

import json
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from eventlocky.cli import main
from eventlocky.notify.push import Pusher
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.types import Event, Organisation, When

sys.path.append(str(Path(__file__).parent.parent / "notify"))
from postoffice import Post

HALL = Organisation("Old Harbour", "https://harbour.example/")


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = str(tmp_path / "a.sqlite")
    monkeypatch.setenv("EVENTLOCKY_STORE", path)
    with Store(path) as opened:
        opened.keep(HALL, HALL.website, "event", [Event("Jazz", When(date(2099, 12, 5)))])
        anna = opened.accounts.add("anna@example.org", "x").id
        opened.accounts.change(anna, confirmed=datetime.now(UTC))
        opened.searches.add(anna, "Jazz", Query(words="jazz"), "email", 86_400)
    return path


@pytest.fixture
def post(monkeypatch):
    with Post() as server:
        for name in ("smtp_host", "smtp_port", "smtp_security", "mail_from"):
            monkeypatch.setenv(f"EVENTLOCKY_{name.upper()}", str(getattr(server.settings, name)))
        yield server


def out(capsys, *arguments):
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_dry_run_shows_the_letters_and_sends_and_claims_nothing(store, capsys, post):
    for _ in range(2):
        code, printed, said = out(capsys, "digest", "--dry-run")
        assert code == 0
        assert printed.startswith("To: anna@example.org\nSubject: Jazz: 1 new\n\nJazz\n")
        assert said == "1 would go out; nothing was sent.\n"
    assert post.letters == []
    line = json.loads(out(capsys, "digest", "--dry-run", "--json")[1])
    assert (line["to"], line["notices"][0]["what"]) == ("anna@example.org", "new")


def test_digest_sends_once(store, capsys, post):
    code, printed, said = out(capsys, "digest", "--json")
    assert (code, json.loads(printed)["outcome"], said) == (0, "sent", "1 sent.\n")
    assert out(capsys, "digest") == (0, "", "Nothing is due.\n")
    assert [letter["Subject"] for letter in post.letters] == ["Jazz: 1 new"]


def test_without_a_mail_server_digest_says_what_to_set(store, capsys):
    code, _, said = out(capsys, "digest")
    assert code == 1
    assert "EVENTLOCKY_SMTP_HOST" in said


def test_what_a_crash_left_is_listed_and_given_back(store, capsys, post):
    with Store(store) as opened:
        opened.searches.claim(1, "lost-batch")
    code, printed, _ = out(capsys, "digest", "--unsettled")
    assert (code, printed.split()[0]) == (0, "lost-batch")
    assert json.loads(out(capsys, "digest", "--unsettled", "--json")[1])["batch"] == "lost-batch"
    assert out(capsys, "digest", "--again", "guess")[0] == 3
    assert out(capsys, "digest", "--again", "lost-batch")[0] == 0
    assert out(capsys, "digest")[2] == "1 sent.\n"
    assert out(capsys, "digest", "--unsettled")[0] == 1


def test_a_new_push_key_is_one(capsys):
    code, key, _ = out(capsys, "digest", "--new-push-key")
    assert code == 0
    Pusher(Settings(push_key=key.strip())).check()
