"""Forms that only our own pages can send.

A token is made of the secret in a visitor's cookie, which no other site can read: that of the session, or, before
somebody signed in, that of the visit. Every page gets another one, so that a compressed page tells nothing of it. A
request that says it comes from another site is refused whatever it holds.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import Headers

HEADER = "x-csrf-token"
FIELD = "csrf"
_OWN_SITES = ("same-origin", "none")
_NONCE_BYTES = 12


def token(secret: str) -> str:
    """Return a new token for the forms of whoever holds a secret."""
    nonce = secrets.token_urlsafe(_NONCE_BYTES)
    return f"{nonce}.{_sign(secret, nonce)}"


def is_good(given: str, secret: str) -> bool:
    """Tell whether a token was made for a secret; how long that takes says nothing of it."""
    nonce, _, signature = given.partition(".")
    return bool(nonce) and hmac.compare_digest(signature.encode(), _sign(secret, nonce).encode())


def _sign(secret: str, nonce: str) -> str:
    return hmac.new(secret.encode(), f"form {nonce}".encode("utf-8", "replace"), sha256).hexdigest()


def is_from_elsewhere(headers: Headers, homes: tuple[str, ...]) -> bool:
    """Tell whether a browser says that a request comes from another site than ours (`homes`, by host)."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in _OWN_SITES:
        return True
    if origin is None:
        return False
    if origin == "null":  # a page that tells no one where it is; then the browser must say that it is ours
        return site != "same-origin"
    try:
        return urlsplit(origin).netloc.lower() not in homes
    except ValueError:
        return True
