"""What readers say of events, and what editors and admins do with it, as pages that need no JavaScript."""

from __future__ import annotations

import json

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.errors import FormError
from eventlocky.formats import clean
from eventlocky.store import Remembered, Store
from eventlocky.store.accounts import ROLES
from eventlocky.store.compose import FIELDS
from eventlocky.store.corrections import present
from eventlocky.types import Status
from eventlocky.web import opinions, people
from eventlocky.web.fields import form_of
from eventlocky.web.forms import PRIVATE, go, show
from eventlocky.web.limits import address_of
from eventlocky.web.state import desk_of, readings_of
from eventlocky.web.visitor import needed_visitor

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
_PAGE = 50
Shown = dict[str, object]


async def _known(request: Request, uid: str) -> Remembered:
    known = await readings_of(request).ask(lambda store: store.get(uid))
    if known is None:
        raise HTTPException(404, "There is no event at this address. Begin with the search: /")
    return known


# Stars -------------------------------------------------------------------------------------------


@router.get("/events/{uid}/rate")
async def rate_form(request: Request, uid: str) -> Response:
    """Show the stars of an event, and the form that gives some."""
    return await _rate_form(request, uid)


async def _rate_form(request: Request, uid: str, error: FormError | None = None) -> Response:
    visitor, known = await needed_visitor(request), await _known(request, uid)
    told = await readings_of(request).ask(lambda store: opinions.rating(store, uid, visitor.account.id))
    is_series = bool(known.event.when.rrule or known.event.when.rdates)
    shown = {"uid": known.uid, "title": clean.line(known.event.title), "rating": told, "is_series": is_series}
    return await show(request, "rate", shown, error)


@router.post("/events/{uid}/rate")
async def rate(request: Request, uid: str) -> Response:
    """Keep the stars that somebody gives; none takes them back."""
    known = await _known(request, uid)
    said = form_of(request).text("stars")
    if said not in {"", *map(str, opinions.STARS)}:
        return await _rate_form(request, uid, FormError("stars", "Choose one to five stars."))
    visitor = await needed_visitor(request)
    await opinions.rate(desk_of(request), visitor, uid, int(said) if said else None, address_of(request))
    return go(f"/events/{known.uid}")


# Corrections -------------------------------------------------------------------------------------


@router.get("/events/{uid}/correct")
async def correct_form(request: Request, uid: str, field: str = "") -> Response:
    """Show the form that says what is wrong with an event."""
    return await _correct_form(request, uid, {"field": field})


async def _correct_form(request: Request, uid: str, filled: Shown, error: FormError | None = None) -> Response:
    known = await _known(request, uid)
    values = {name: clean.prose(present(known.event, name)) for name in FIELDS if name != "wrong"}
    shown = {
        "uid": known.uid, "title": clean.line(known.event.title), "values": values, "filled": filled,
        "statuses": list(Status), "longest": opinions.LONGEST,
    }  # fmt: skip
    return await show(request, "correct", shown, error)


@router.post("/events/{uid}/correct")
async def correct(request: Request, uid: str) -> Response:
    """Keep what a reader says is wrong, for an editor to judge."""
    await _known(request, uid)
    form = form_of(request)
    given = (form.text("field"), form.text("said"), form.text("remark"))
    visitor = await needed_visitor(request)
    try:
        await opinions.correct(desk_of(request), visitor, uid, given, address_of(request))
    except FormError as error:
        return await _correct_form(request, uid, dict(zip(("field", "said", "remark"), given, strict=True)), error)
    return go("/account?done=corrected")


# Editors -----------------------------------------------------------------------------------------


@router.get("/review")
async def review(request: Request, after: int = 0) -> Response:
    """Show what readers say is wrong, the oldest first, each with what the pages say."""
    return await _review(request, after)


async def _review(request: Request, after: int = 0, error: FormError | None = None) -> Response:
    def tell(store: Store) -> Shown:
        found = store.corrections.open(max(0, min(after, 2**62)), _PAGE + 1)
        more = found[_PAGE - 1].id if len(found) > _PAGE else None
        return {"corrections": [opinions.told(store, one) for one in found[:_PAGE]], "more": more}

    return await show(request, "review", await readings_of(request).ask(tell), error)


@router.post("/review/{correction}")
async def judge(request: Request, correction: int) -> Response:
    """Accept or refuse a correction."""
    verdict = form_of(request).text("verdict")
    if verdict not in {"accept", "refuse"}:
        return await _review(request, error=FormError("", "Accept it or refuse it."))
    try:
        await opinions.judge(desk_of(request), await needed_visitor(request), correction, accept=verdict == "accept")
    except FormError as error:
        return await _review(request, error=error)
    return go("/review")


@router.get("/review/accepted.jsonl")
async def accepted(request: Request) -> Response:
    """Give what was accepted as lines to learn from: `eventlocky train --corrections` reads them."""
    lines = await readings_of(request).ask(lambda store: store.corrections.lines())
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="corrections.jsonl"'}
    return Response(text.encode("utf-8", "replace"), headers=headers, media_type="application/x-ndjson")


# Admins ------------------------------------------------------------------------------------------


@router.get("/admin/accounts")
async def accounts(request: Request, after: int = 0) -> Response:
    """Show the accounts, in the order in which they were made."""
    return await _accounts(request, after)


async def _accounts(request: Request, after: int = 0, error: FormError | None = None) -> Response:
    begin = max(0, min(after, 2**62))
    found = await readings_of(request).ask(lambda store: store.accounts.all(begin, _PAGE + 1))
    more = found[_PAGE - 1].id if len(found) > _PAGE else None
    return await show(request, "accounts", {"accounts": found[:_PAGE], "roles": ROLES, "more": more}, error)


@router.post("/admin/accounts/{account}")
async def change_role(request: Request, account: int) -> Response:
    """Give an account another role."""
    try:
        await people.change_role(desk_of(request), account, form_of(request).text("role"))
    except FormError as error:
        return await _accounts(request, error=error)
    return go("/admin/accounts")
