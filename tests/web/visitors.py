"""Browsers of the tests: they open pages, fill in forms as people do, and read their letters."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from fastapi.testclient import TestClient

from eventlocky.errors import NotifyError

PASSWORD = "korrekt Pferd 電池"
OTHER = "ein ganz anderes Wort"


class Postbox:
    """A mailer that keeps the letters, or cannot send any."""

    def __init__(self, *, works=True):
        self.works = works
        self.letters = []

    def check(self):
        if not self.works:
            raise NotifyError("No letter can be sent.")

    def send(self, letter):
        self.check()
        self.letters.append(letter)

    def last(self, to):
        return next(letter for letter in reversed(self.letters) if letter.to == to)

    def link(self, to):
        """Return the path of the link in the last letter to somebody."""
        return re.search(r"https?://[^/\s]+(/\S+token=\S+)", self.last(to).text)[1]


def with_post(app, postbox):
    """Let a server send its letters into a postbox."""
    app.state.desk = replace(app.state.desk, mailer=postbox)
    return app


class Browser:
    """One browser: it keeps cookies, and sends the forms that it was shown."""

    def __init__(self, app, base="http://e.example"):
        self.client = TestClient(app, base_url=base, follow_redirects=False)

    def get(self, path):
        return self.client.get(path)

    def token(self, path="/account/sign-in"):
        """Return the hidden token of the forms on a page."""
        page = self.get(path)
        found = re.search(r'name="csrf" value="([^"]+)"', page.text)
        if found is None and page.status_code == 303:
            return self.token("/account")
        return unescape(found[1])

    def send(self, path, page=None, headers=None, **fields):
        """Fill in a form of a page and send it."""
        return self.client.post(path, data={"csrf": self.token(page or path), **fields}, headers=headers)

    def sign_up(self, email, password=PASSWORD, name=""):
        return self.send("/account/sign-up", email=email, password=password, name=name)

    def sign_in(self, email, password=PASSWORD, **fields):
        return self.send("/account/sign-in", email=email, password=password, **fields)

    def follow(self, link, **fields):
        """Open the link of a letter and send the form behind it."""
        token = re.search(r"token=(\S+)", link)[1]
        return self.send(link.partition("?")[0], link, token=token, **fields)

    @property
    def is_signed_in(self):
        return self.get("/account").status_code == 200


def token_for(app, email, password=PASSWORD):
    """Return the header of a program that is signed in."""
    client = TestClient(app, base_url="http://e.example")
    answer = client.post("/api/v1/sessions", json={"email": email, "password": password})
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}
