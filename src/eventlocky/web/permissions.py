"""Who may do what: every route of the server in one table, and nothing that is not in it.

A row says for a route what becomes of each visitor: allowed, refused (told to sign in, or that it is not for them) or
hidden (as if there were nothing). The server enforces it from here (`guard.py`), and does not start with a route that
has no row.

`reader` is who owns what the route is about, where somebody does (`owner`); `other reader` is anybody else with an
account. Where nobody owns it, both are readers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

WHO = ("anonymous", "reader", "other reader", "editor", "admin")
"""The columns of the table."""


class Verdict(StrEnum):
    """What becomes of a visitor."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Row:
    """What becomes of each visitor of a route.

    `owner` names what the route is about, where that is somebody's own. `is_confirmed`: only with a confirmed address.
    `is_linked`: the address holds a secret of its own, so that no token against forged forms is asked for.
    """

    anonymous: Verdict
    reader: Verdict
    other_reader: Verdict
    editor: Verdict
    admin: Verdict
    owner: str = ""
    is_confirmed: bool = False
    is_linked: bool = False

    @property
    def is_public(self) -> bool:
        """Tell whether everybody is allowed."""
        return all(self.of(who) is Verdict.ALLOWED for who in WHO)

    def of(self, who: str) -> Verdict:
        """Return what becomes of one of WHO."""
        verdict: Verdict = getattr(self, who.replace(" ", "_"))
        return verdict


_YES, _NO, _HIDE = Verdict.ALLOWED, Verdict.REFUSED, Verdict.HIDDEN

EVERYBODY = Row(_YES, _YES, _YES, _YES, _YES)
SIGNED_IN = Row(_NO, _YES, _YES, _YES, _YES)
CONFIRMED = replace(SIGNED_IN, is_confirmed=True)
OWNER = Row(_NO, _YES, _HIDE, _HIDE, _HIDE)
EDITORS = replace(Row(_NO, _NO, _NO, _YES, _YES), is_confirmed=True)
ADMINS = replace(Row(_NO, _HIDE, _HIDE, _HIDE, _YES), is_confirmed=True)
BY_LINK = replace(EVERYBODY, is_linked=True)
"""What a link in a letter does with one click: the link is the secret."""


def _session(row: Row) -> Row:
    return replace(row, owner="session")


def _search(row: Row) -> Row:
    return replace(row, owner="search")


TABLE: dict[str, Row] = {
    # what is on, for everybody
    "GET /": EVERYBODY,
    "GET /events/{uid}": EVERYBODY,
    "GET /events/{uid}/event.ics": EVERYBODY,
    "GET /events/{uid}/said/{statement}": EVERYBODY,
    "GET /events/{uid}/said/{statement}/page": EVERYBODY,
    "GET /calendar": EVERYBODY,
    "GET /organisation": EVERYBODY,
    "GET /sources": EVERYBODY,
    "GET /deals": EVERYBODY,
    "GET /about": EVERYBODY,
    "GET /image/{width}/{uid}": EVERYBODY,
    "GET /cover/{category}/{seed}.svg": EVERYBODY,
    "GET /events.{form}": EVERYBODY,
    "GET /api/v1/near/stream": EVERYBODY,
    "GET /activity/events/{uid}": EVERYBODY,
    "GET /widget": EVERYBODY,
    "GET /widget/{uid}": EVERYBODY,
    "GET /oembed": EVERYBODY,
    "GET /language/{name}": EVERYBODY,
    "GET /manifest.webmanifest": EVERYBODY,
    "GET /worker.js": EVERYBODY,
    "GET /map/ground.geojson": EVERYBODY,
    "GET /map.json": EVERYBODY,
    "GET /sitemap.xml": EVERYBODY,
    "GET /robots.txt": EVERYBODY,
    "GET /static": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /api/v1/openapi.json": EVERYBODY,
    "GET /api/v1/events": EVERYBODY,
    "GET /api/v1/events/{uid}": EVERYBODY,
    "GET /api/v1/organisations": EVERYBODY,
    # accounts, as pages
    "GET /account/sign-up": EVERYBODY,
    "POST /account/sign-up": EVERYBODY,
    "GET /account/sign-in": EVERYBODY,
    "POST /account/sign-in": EVERYBODY,
    "POST /account/sign-out": EVERYBODY,
    "GET /account/reset": EVERYBODY,
    "POST /account/reset": EVERYBODY,
    "GET /account/new-password": EVERYBODY,
    "POST /account/new-password": EVERYBODY,
    "GET /account/confirm": EVERYBODY,
    "POST /account/confirm": EVERYBODY,
    "GET /account": SIGNED_IN,
    "POST /account/confirm/again": SIGNED_IN,
    "GET /account/profile": SIGNED_IN,
    "POST /account/profile": SIGNED_IN,
    "POST /account/name": SIGNED_IN,
    "GET /account/email": SIGNED_IN,
    "POST /account/email": SIGNED_IN,
    "GET /account/password": SIGNED_IN,
    "POST /account/password": SIGNED_IN,
    "GET /account/sessions": SIGNED_IN,
    "POST /account/sessions/others/end": SIGNED_IN,
    "POST /account/sessions/{session}/end": _session(OWNER),
    "GET /account/export": SIGNED_IN,
    "GET /account/delete": SIGNED_IN,
    "POST /account/delete": SIGNED_IN,
    # what readers say of events, as pages
    "GET /events/{uid}/rate": SIGNED_IN,
    "POST /events/{uid}/rate": CONFIRMED,
    "GET /events/{uid}/correct": SIGNED_IN,
    "POST /events/{uid}/correct": CONFIRMED,
    # saved searches, as pages; the link in a letter ends one without signing in
    "GET /searches": SIGNED_IN,
    "GET /searches/new": SIGNED_IN,
    "POST /searches": CONFIRMED,
    "POST /searches/{search}": _search(OWNER),
    "POST /searches/{search}/delete": _search(OWNER),
    "GET /unsubscribe/{token}": EVERYBODY,
    "POST /unsubscribe/{token}": BY_LINK,
    # editors and admins, as pages
    "GET /review": EDITORS,
    "POST /review/{correction}": EDITORS,
    "GET /review/accepted.jsonl": EDITORS,
    "GET /admin/accounts": ADMINS,
    "POST /admin/accounts/{account}": ADMINS,
    # the same as an API
    "POST /api/v1/accounts": EVERYBODY,
    "POST /api/v1/accounts/confirm": EVERYBODY,
    "POST /api/v1/accounts/reset": EVERYBODY,
    "POST /api/v1/accounts/new-password": EVERYBODY,
    "POST /api/v1/sessions": EVERYBODY,
    "GET /api/v1/csrf": SIGNED_IN,
    "GET /api/v1/sessions": SIGNED_IN,
    "DELETE /api/v1/sessions/current": SIGNED_IN,
    "DELETE /api/v1/sessions/{session}": _session(OWNER),
    "GET /api/v1/me": SIGNED_IN,
    "PATCH /api/v1/me": SIGNED_IN,
    "DELETE /api/v1/me": SIGNED_IN,
    "GET /api/v1/me/export": SIGNED_IN,
    "PUT /api/v1/me/email": SIGNED_IN,
    "PUT /api/v1/me/password": SIGNED_IN,
    "GET /api/v1/me/profile": SIGNED_IN,
    "PUT /api/v1/me/profile": SIGNED_IN,
    "GET /api/v1/events/{uid}/rating": EVERYBODY,
    "PUT /api/v1/events/{uid}/rating": CONFIRMED,
    "DELETE /api/v1/events/{uid}/rating": CONFIRMED,
    "POST /api/v1/events/{uid}/corrections": CONFIRMED,
    "GET /api/v1/corrections": EDITORS,
    "GET /api/v1/corrections/accepted": EDITORS,
    "GET /api/v1/corrections/hints": EDITORS,
    "POST /api/v1/corrections/{correction}": EDITORS,
    "GET /api/v1/push-key": EVERYBODY,
    "GET /api/v1/searches": SIGNED_IN,
    "POST /api/v1/searches": CONFIRMED,
    "PATCH /api/v1/searches/{search}": _search(OWNER),
    "DELETE /api/v1/searches/{search}": _search(OWNER),
    "GET /api/v1/accounts": ADMINS,
    "PATCH /api/v1/accounts/{account}": ADMINS,
}


def verdict(row: Row, role: str | None, *, is_own: bool) -> Verdict:
    """Return what becomes of a visitor with a role, None for nobody; `is_own` where the thing is theirs."""
    if role is None:
        return row.anonymous
    if row.owner and (is_own or role == "reader"):
        return row.reader if is_own else row.other_reader
    return row.of(role)
