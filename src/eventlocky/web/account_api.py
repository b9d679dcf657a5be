"""Accounts, profiles, stars and corrections as JSON. It does what the pages do, with the same permissions.

A program signs in with POST /api/v1/sessions and sends the token as `Authorization: Bearer …`. A script of our own
pages has the cookie, and sends the token of GET /api/v1/csrf as `X-CSRF-Token` with everything that changes something.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.background import BackgroundTask

from eventlocky.errors import FormError
from eventlocky.formats import clean
from eventlocky.store import Account, Store, profiles
from eventlocky.web import csrf, fields, models, opinions, people, taste
from eventlocky.web.forms import PRIVATE, posting
from eventlocky.web.limits import address_of
from eventlocky.web.state import desk_of, readings_of
from eventlocky.web.visitor import BEARER, needed_visitor, visitor_of

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal} for status in (400, 401, 403, 404, 413, 415, 422, 429, 503)
}  # fmt: skip
router = APIRouter(prefix="/api/v1", tags=["accounts"], responses=_REFUSALS)
_MOST_ID = 2**62
Id = Annotated[int, Path(ge=1, le=_MOST_ID)]
After = Annotated[int, Query(ge=0, le=_MOST_ID, description="`next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=200)]
Short = Annotated[str, Field(max_length=300)]
Secret = Annotated[str, Field(max_length=1_100)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SignUp(_Body):
    """An account to make."""

    email: Short
    password: Secret
    name: Short = ""


class Token(_Body):
    """The secret of a letter."""

    token: Short


class Address(_Body):
    """An e-mail address."""

    email: Short


class NewPassword(_Body):
    """The secret of a letter, and the password to have."""

    token: Short
    password: Secret


class SignIn(_Body):
    """Who signs in, and what the token is for."""

    email: Short
    password: Secret
    label: Annotated[str, Field(max_length=120)] = ""


class Change(_Body):
    """What to change of one's account."""

    name: Short


class NewAddress(_Body):
    """A new e-mail address, with the present password."""

    email: Short
    current: Secret


class ChangePassword(_Body):
    """A new password, with the present one."""

    password: Secret
    current: Secret


class Current(_Body):
    """The present password."""

    current: Secret


class Place(_Body):
    """A place of interest: a point, or a name that the gazetteer knows."""

    name: Short = ""
    lat: Annotated[float | None, Field(ge=-90, le=90)] = None
    lon: Annotated[float | None, Field(ge=-180, le=180)] = None
    radius_m: Annotated[float, Field(gt=0, le=profiles.FARTHEST_M)] = 10_000.0


class Interests(_Body):
    """What somebody cares for."""

    words: Annotated[list[Short], Field(max_length=profiles.MOST)] = []
    categories: Annotated[list[Short], Field(max_length=profiles.MOST)] = []
    places: Annotated[list[Place], Field(max_length=profiles.MOST)] = []


class Stars(_Body):
    """One to five stars."""

    stars: Annotated[int, Field(ge=1, le=5)]


class Wrong(_Body):
    """What is wrong with an event: the field, what is right, a remark."""

    field: Annotated[str, Field(max_length=40)]
    said: Annotated[str, Field(max_length=opinions.LONGEST)] = ""
    remark: Annotated[str, Field(max_length=opinions.LONGEST)] = ""


class Judgement(_Body):
    """Whether a correction is accepted."""

    accept: bool


class Role(_Body):
    """The role of an account."""

    role: Annotated[str, Field(max_length=40)]


def _told(answer: object, status: int = 200) -> JSONResponse:
    return JSONResponse(answer, status, PRIVATE)


def _done(status: int = 204) -> Response:
    return Response(status_code=status, headers=PRIVATE)


# Signing up and in -------------------------------------------------------------------------------


@router.post("/accounts", status_code=202, response_model=models.Message)
async def sign_up(request: Request, body: SignUp) -> Response:
    """Make an account. The answer is the same for an address that has one."""
    desk = desk_of(request)
    asked = people.SignUp(body.email, body.password, body.name)
    letter = await people.sign_up(desk, asked, address_of(request))
    said = "A letter with a link that confirms the address is on its way."
    if not desk.can_write:
        said = "This server can send no letters: whoever runs it must confirm the address."
    return posting(request, _told({"message": said}, 202), letter)


@router.post("/accounts/confirm", status_code=204)
async def confirm(request: Request, body: Token) -> Response:
    """Confirm an address with the token of a letter; it works once."""
    letter = await people.confirm(desk_of(request), body.token, address_of(request))
    return posting(request, _done(), letter)


@router.post("/accounts/reset", status_code=202, response_model=models.Message)
async def reset(request: Request, body: Address) -> Response:
    """Ask for a letter with a link to a new password. Whether the address has an account is not told."""
    desk = desk_of(request)
    email = people.may_reset(desk, body.email, address_of(request))
    said = "If the address has an account, a letter with a link is on its way."
    if not desk.can_write:
        said = "This server can send no letters: whoever runs it can give you a link."
    answer = _told({"message": said}, 202)
    answer.background = BackgroundTask(people.reset, desk, email)
    return answer


@router.post("/accounts/new-password", status_code=204)
async def new_password(request: Request, body: NewPassword) -> Response:
    """Take a new password with the token of a letter; all sessions end."""
    letter = await people.new_password(desk_of(request), body.token, body.password, address_of(request))
    return posting(request, _done(), letter)


@router.post("/sessions", status_code=201, response_model=models.SessionToken)
async def sign_in(request: Request, body: SignIn) -> Response:
    """Sign in: the token is for `Authorization: Bearer …`. It is told once."""
    desk = desk_of(request)
    try:
        account = await people.sign_in(desk, body.email, body.password, address_of(request))
    except FormError as error:
        raise HTTPException(401, str(error), {"WWW-Authenticate": "Bearer"}) from error
    secret = await people.begin_session(desk, account, BEARER, body.label or request.headers.get("user-agent", ""))
    return _told({"token": secret, "days": desk.settings.session_days}, 201)


@router.get("/csrf", response_model=models.SessionToken)
async def csrf_token(request: Request) -> Response:
    """Give a script of our own pages the token that it sends as `X-CSRF-Token`."""
    visitor = await needed_visitor(request)
    return _told({"token": csrf.token(visitor.secret), "days": desk_of(request).settings.session_days})


@router.get("/sessions", response_model=models.Sessions)
async def sessions(request: Request) -> Response:
    """List where one is signed in."""
    return _told({"sessions": await people.sessions(desk_of(request), await needed_visitor(request))})


@router.delete("/sessions/current", status_code=204)
async def sign_out(request: Request) -> Response:
    """End the session by which this was asked."""
    await people.end_session(desk_of(request), await needed_visitor(request))
    return _done()


@router.delete("/sessions/{session}", status_code=204)
async def end_session(request: Request, session: str) -> Response:
    """End one of one's sessions."""
    await people.end_session(desk_of(request), await needed_visitor(request), session)
    return _done()


# One's account -----------------------------------------------------------------------------------


@router.get("/me", response_model=models.AccountItem)
async def me(request: Request) -> Response:
    """Tell who one is."""
    return _told(_account((await needed_visitor(request)).account))


@router.patch("/me", response_model=models.AccountItem)
async def change(request: Request, body: Change) -> Response:
    """Change one's name."""
    visitor, desk, name = await needed_visitor(request), desk_of(request), fields.name(body.name)
    desk.limits.take("profile", account=str(visitor.account.id))
    return _told(_account(await desk.readings.ask(lambda store: store.accounts.change(visitor.account.id, name=name))))


@router.delete("/me", status_code=204)
async def delete(request: Request, body: Current) -> Response:
    """Delete one's account with all that is its own."""
    await people.delete(desk_of(request), await needed_visitor(request), body.current)
    return _done()


@router.get("/me/export", response_model=dict[str, Any])
async def export(request: Request) -> Response:
    """Give all that is known of oneself."""
    return _told(await people.export(desk_of(request), await needed_visitor(request)))


@router.put("/me/email", status_code=202, response_model=models.Message)
async def change_address(request: Request, body: NewAddress) -> Response:
    """Ask for another e-mail address: it counts once the letter to it was answered."""
    letter = await people.change_address(desk_of(request), await needed_visitor(request), body.current, body.email)
    return posting(request, _told({"message": "A letter with a link is on its way to the new address."}, 202), letter)


@router.put("/me/password", status_code=204)
async def change_password(request: Request, body: ChangePassword) -> Response:
    """Change one's password; all other sessions end."""
    letter = await people.change_password(
        desk_of(request), await needed_visitor(request), body.current, body.password
    )  # fmt: skip
    return posting(request, _done(), letter)


@router.get("/me/profile", response_model=models.Interests)
async def profile(request: Request) -> Response:
    """Tell what one cares for."""
    return _told(profiles.write(profiles.read((await needed_visitor(request)).account.profile)))


@router.put("/me/profile", response_model=models.Interests)
async def change_profile(request: Request, body: Interests) -> Response:
    """Say what one cares for: searches with `sort=profile` go by it."""
    rows = [
        {"name": place.name, "lat": _text(place.lat), "lon": _text(place.lon), "km": repr(place.radius_m / 1_000)}
        for place in body.places
    ]
    said = taste.Said(body.words, body.categories, rows)
    kept = await taste.keep(desk_of(request), await needed_visitor(request), said)
    return _told(profiles.write(kept))


# Stars and corrections ---------------------------------------------------------------------------


@router.get("/events/{uid}/rating", response_model=models.Rating)
async def rating(request: Request, uid: str) -> Response:
    """Tell the mean of the stars of an event, how many gave some, and one's own."""
    await _needed(request, uid)
    visitor = await visitor_of(request)
    own = visitor.account.id if visitor else None
    return _told(await readings_of(request).ask(lambda store: opinions.rating(store, uid, own)))


@router.put("/events/{uid}/rating", response_model=models.Rating)
async def rate(request: Request, uid: str, body: Stars) -> Response:
    """Give an event, or the series that it is, one to five stars."""
    await _needed(request, uid)
    await opinions.rate(desk_of(request), await needed_visitor(request), uid, body.stars, address_of(request))
    return await rating(request, uid)


@router.delete("/events/{uid}/rating", status_code=204)
async def unrate(request: Request, uid: str) -> Response:
    """Take one's stars back."""
    await _needed(request, uid)
    await opinions.rate(desk_of(request), await needed_visitor(request), uid, None, address_of(request))
    return _done()


@router.post("/events/{uid}/corrections", status_code=201, response_model=models.CorrectionItem)
async def correct(request: Request, uid: str, body: Wrong) -> Response:
    """Say what is wrong with an event; an editor judges it."""
    await _needed(request, uid)
    given = (body.field, body.said, body.remark)
    kept = await opinions.correct(desk_of(request), await needed_visitor(request), uid, given, address_of(request))
    return _told(await readings_of(request).ask(lambda store: opinions.told(store, kept)), 201)


@router.get("/corrections", response_model=models.CorrectionsPage)
async def corrections(request: Request, after: After = 0, limit: Limit = 50) -> Response:
    """List what no editor has judged yet, the oldest first, each with what the pages say."""

    def tell(store: Store) -> dict[str, object]:
        found = store.corrections.open(after, limit + 1)
        more = found[limit - 1].id if len(found) > limit else None
        return {"corrections": [opinions.told(store, one) for one in found[:limit]], "next": more}

    return _told(await readings_of(request).ask(tell))


@router.get("/corrections/accepted", response_model=models.Lines)
async def accepted(request: Request) -> Response:
    """Give what was accepted as lines to learn from, as `eventlocky train --corrections` reads them."""
    return _told({"lines": await readings_of(request).ask(lambda store: store.corrections.lines())})


@router.get("/corrections/hints", response_model=models.Hints)
async def hints(request: Request, website: Annotated[str, Query(max_length=2_000)] = "") -> Response:
    """Tell what accepted corrections say of a site, or of every site."""
    found = await readings_of(request).ask(lambda store: store.corrections.hints(website))
    return _told({"hints": [
        {"website": clean.address(hint.website), "field": hint.field, "was": clean.prose(hint.was),
         "said": clean.prose(hint.said), "events": hint.events}
        for hint in found
    ]})  # fmt: skip


@router.post("/corrections/{correction}", response_model=models.CorrectionItem)
async def judge(request: Request, correction: Id, body: Judgement) -> Response:
    """Accept a correction, which holds from then on, or refuse it."""
    if await readings_of(request).ask(lambda store: store.corrections.get(correction)) is None:
        raise HTTPException(404, "There is no such correction. GET /api/v1/corrections lists those to judge.")
    judged = await opinions.judge(desk_of(request), await needed_visitor(request), correction, accept=body.accept)
    return _told(await readings_of(request).ask(lambda store: opinions.told(store, judged)))


async def _needed(request: Request, uid: str) -> None:
    if await readings_of(request).ask(lambda store: store.get(uid)) is None:
        raise HTTPException(404, "There is no event of this id. Search for it: /api/v1/events?q=words")


# Accounts, for admins ----------------------------------------------------------------------------


@router.get("/accounts", response_model=models.AccountsPage)
async def accounts(request: Request, after: After = 0, limit: Limit = 50) -> Response:
    """List the accounts, in the order in which they were made."""
    found = await readings_of(request).ask(lambda store: store.accounts.all(after, limit + 1))
    more = found[limit - 1].id if len(found) > limit else None
    return _told({"accounts": [_account(one) for one in found[:limit]], "next": more})


@router.patch("/accounts/{account}", response_model=models.AccountItem)
async def change_role(request: Request, account: Id, body: Role) -> Response:
    """Give an account another role; the last admin keeps theirs."""
    if await readings_of(request).ask(lambda store: store.accounts.get(account)) is None:
        raise HTTPException(404, "There is no such account. GET /api/v1/accounts lists them.")
    return _told(_account(await people.change_role(desk_of(request), account, body.role)))


def _account(account: Account) -> dict[str, object]:
    confirmed = account.confirmed.isoformat(timespec="seconds") if account.confirmed else None
    return {"id": account.id, "email": account.email, "name": account.name, "role": account.role,
            "created": account.created.isoformat(timespec="seconds"), "confirmed": confirmed}  # fmt: skip


def _text(number: float | None) -> str:
    return "" if number is None else repr(number)
