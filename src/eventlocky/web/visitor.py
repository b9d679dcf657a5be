"""Who visits: by the secret in their cookie, or by the one that a program sends as its bearer token.

The server keeps digests alone, so that who reads the store can sign in as nobody. A secret is made here and never taken
from a visitor. The two kinds are apart: a cookie is no bearer token and the other way round.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from fastapi import Request, Response

from eventlocky.store import Account
from eventlocky.web.state import desk_of, readings_of

COOKIE, BEARER = "session", "bearer"
"""What secrets are for, as the store knows them: browsers and programs."""

VISIT = "visit"
_DAY_S = 86_400
_LONGEST_SECRET = 200


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is signed in, and by which secret."""

    account: Account
    purpose: str
    secret: str

    @property
    def digest(self) -> str:
        """Return the digest of their secret, by which their session is known."""
        return digest(self.secret)


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Return what the store keeps of a secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


async def visitor_of(request: Request) -> Visitor | None:
    """Return who visits, None for somebody who is not signed in; it is looked up once a request."""
    if "visitor" not in request.scope:
        request.scope["visitor"] = await _look_up(request)
    visitor: Visitor | None = request.scope["visitor"]
    return visitor


async def needed_visitor(request: Request) -> Visitor:
    """Return who visits a route that the table of permissions keeps for people with an account."""
    visitor = await visitor_of(request)
    assert visitor is not None
    return visitor


async def _look_up(request: Request) -> Visitor | None:
    said = request.headers.get("authorization")
    if said is not None:  # who says who they are by a token is nobody else by a cookie
        scheme, _, secret = said.partition(" ")
        purpose = BEARER if scheme.lower() == "bearer" else ""
    else:
        secret, purpose = request.cookies.get(cookie_name(request, COOKIE), ""), COOKIE
    secret = secret.strip()
    if not purpose or not secret or len(secret) > _LONGEST_SECRET:
        return None
    account = await readings_of(request).ask(lambda store: store.accounts.holder(purpose, digest(secret)))
    return Visitor(account, purpose, secret) if account else None


# Cookies -----------------------------------------------------------------------------------------


def is_secure(request: Request) -> bool:
    """Tell whether the visitor came by https."""
    return request.url.scheme == "https" or desk_of(request).settings.public_url.startswith("https:")


def cookie_name(request: Request, name: str) -> str:
    """Return the name of a cookie; by https it is one that no neighbouring host can set."""
    return f"__Host-{name}" if is_secure(request) else name


def set_cookie(request: Request, response: Response, name: str, secret: str, days: float | None = None) -> None:
    """Give a visitor a secret that scripts cannot read; without days it ends with the browser."""
    response.set_cookie(
        cookie_name(request, name), secret, max_age=int(days * _DAY_S) if days else None, path="/",
        secure=is_secure(request), httponly=True, samesite="lax",
    )  # fmt: skip


def drop_cookie(request: Request, response: Response, name: str) -> None:
    """Take a secret back from the browser."""
    response.delete_cookie(
        cookie_name(request, name), path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )  # fmt: skip


def form_secret(request: Request, visitor: Visitor | None) -> str:
    """Return the secret that tokens of forms are made of: that of the session, else of the visit, "" where none is."""
    if visitor is not None:
        return visitor.secret
    return request.cookies.get(cookie_name(request, VISIT), "")[:_LONGEST_SECRET]
