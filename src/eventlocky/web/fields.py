"""What people fill in, read field by field: each is cleaned, and what does not fit is said beside its field."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from fastapi import Request

from eventlocky.errors import FormError, NotifyError
from eventlocky.formats import clean
from eventlocky.notify.mail import check_address

SHORTEST_PASSWORD = 10
_LONGEST_PASSWORD = 1_000
_LONGEST_ADDRESS = 254
LONGEST_NAME = 80
_FEWEST_LETTERS = 4
"""A password of fewer different letters (aaaaaaaaaa) is guessed first."""
_HERE = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")


class Form:
    """A form that was sent: the fields by their names."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """Return what is in a field, "" where it is not there."""
        return next(iter(self._fields.get(name, ())), "")

    def all(self, name: str) -> list[str]:
        """Return all that was said under a name."""
        return list(self._fields.get(name, ()))


def form_of(request: Request) -> Form:
    """Return the form of a request, as the door has read it."""
    return Form(request.scope.get("form", {}))


def address(text: str, field: str = "email") -> str:
    """Return an e-mail address in one form."""
    found = unicodedata.normalize("NFC", text.strip()).casefold()
    try:
        check_address(found)
    except NotifyError as error:
        raise FormError(field, "Write an e-mail address, such as anna@example.org.") from error
    if len(found) > _LONGEST_ADDRESS:
        raise FormError(field, "No e-mail address is that long.")
    return found


def password(text: str, email: str = "", field: str = "password") -> str:
    """Return a new password that is not among the first to be guessed."""
    if len(text) < SHORTEST_PASSWORD:
        raise FormError(field, f"Take a password of at least {SHORTEST_PASSWORD} characters.")
    if len(text) > _LONGEST_PASSWORD:
        raise FormError(field, f"Take a password of at most {_LONGEST_PASSWORD:,} characters.")
    folded = text.casefold()
    if len(set(folded)) < _FEWEST_LETTERS or (email and (folded in email or email in folded)):
        raise FormError(field, "This password is too easy to guess: take several words.")
    return text


def name(text: str) -> str:
    """Return a name in one line; any script will do."""
    found = unicodedata.normalize("NFC", clean.line(text))
    if len(found) > LONGEST_NAME:
        raise FormError("name", f"A name has at most {LONGEST_NAME} characters here.")
    return found


def next_page(text: str) -> str:
    """Return where to go after signing in: a page of ours, or else one's account."""
    return text if len(text) <= 2_000 and _HERE.fullmatch(text) else "/account"  # noqa: PLR2004 - no page of ours
