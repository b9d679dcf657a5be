"""The letters that accounts need, in plain words: what to do with each, also where it was not asked for."""

from __future__ import annotations

from urllib.parse import quote

from eventlocky.notify.mail import Letter

_NOT_YOU = "If this was not you, do nothing: without the link nothing happens."


def _link(home: str, page: str, secret: str) -> str:
    return f"{home}/account/{page}?token={quote(secret)}"


def _lasting(hours: float) -> str:
    if hours < 1:
        return f"{max(1, round(60 * hours))} minutes"
    return "an hour" if hours == 1 else f"{hours:g} hours"


def _letter(to: str, subject: str, *paragraphs: str) -> Letter:
    return Letter(to, subject, "\n\n".join([*paragraphs, "Event.Locky"]) + "\n")


def confirm(to: str, home: str, secret: str, hours: float) -> Letter:
    """Return the letter that confirms an address."""
    return _letter(
        to, "Confirm your address", f"Somebody made an account at {home} with this address.",
        f"If it was you, open this page and confirm it within {_lasting(hours)}:",
        _link(home, "confirm", secret), _NOT_YOU,
    )  # fmt: skip


def known_already(to: str, home: str, secret: str, hours: float) -> Letter:
    """Return the letter to somebody who signs up again."""
    return _letter(
        to, "You have an account already",
        f"Somebody wanted to make an account at {home} with this address, which has one.",
        f"Sign in at {home}/account/sign-in.",
        f"If you forgot your password, this page takes a new one within {_lasting(hours)}:",
        _link(home, "new-password", secret), _NOT_YOU,
    )  # fmt: skip


def reset(to: str, home: str, secret: str, hours: float) -> Letter:
    """Return the letter with a link to a new password."""
    return _letter(
        to, "A new password", f"Somebody asked for a new password for your account at {home}.",
        f"If it was you, this page takes it within {_lasting(hours)}:", _link(home, "new-password", secret), _NOT_YOU,
    )  # fmt: skip


def new_address(to: str, home: str, secret: str, hours: float) -> Letter:
    """Return the letter that confirms a new address of an account."""
    return _letter(
        to, "Confirm your new address", f"Somebody wants to use this address for an account at {home}.",
        f"If it was you, open this page and confirm it within {_lasting(hours)}:",
        _link(home, "confirm", secret), _NOT_YOU,
    )  # fmt: skip


def address_taken(to: str, home: str) -> Letter:
    """Return the letter to an address that another account wants and that has one."""
    return _letter(
        to, "This address has an account already",
        f"Somebody wanted to use this address for another account at {home}.",
        "It has one already, so nothing was changed.",
    )  # fmt: skip


def address_changed(to: str, home: str) -> Letter:
    """Return the letter to the address that an account had before."""
    return _letter(
        to, "Your address was changed", f"Your account at {home} has another e-mail address from now on.",
        f"If this was not you, write to whoever runs {home} at once.",
    )  # fmt: skip


def password_changed(to: str, home: str) -> Letter:
    """Return the letter after a new password."""
    return _letter(
        to, "Your password was changed", f"Your account at {home} has a new password, and was signed out elsewhere.",
        f"If this was not you, take a new one: {home}/account/reset",
    )  # fmt: skip
