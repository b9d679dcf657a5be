"""Saved searches as pages without JavaScript, and the page behind the link that ends the letters of one."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated
from zoneinfo import available_timezones

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.errors import FormError
from eventlocky.notify.digest import name_of
from eventlocky.notify.links import search_link
from eventlocky.notify.schedule import PERIODS
from eventlocky.store import Store
from eventlocky.web import saved
from eventlocky.web.fields import Form, form_of
from eventlocky.web.forms import go, show
from eventlocky.web.limits import address_of
from eventlocky.web.people import refusing
from eventlocky.web.state import desk_of, readings_of
from eventlocky.web.visitor import needed_visitor

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
_MOST_ID = 2**62
Id = Annotated[int, Path(ge=1, le=_MOST_ID)]
_DONE = frozenset({"saved", "changed", "deleted"})
_GONE = 410


@lru_cache(maxsize=1)
def _zones() -> list[str]:
    """Return the time zones that people choose from: those named after a town."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))


@router.get("/searches")
async def searches(request: Request, done: str = "") -> Response:
    """Show the searches that somebody saved."""
    return await _searches(request, done)


async def _searches(request: Request, done: str = "", error: FormError | None = None) -> Response:
    desk, visitor = desk_of(request), await needed_visitor(request)
    context = {
        "searches": await saved.listed(desk, visitor), "periods": list(PERIODS),
        "done": done if done in _DONE else None,
        "can_write": desk.can_write, "is_confirmed": visitor.account.confirmed is not None,
        "hour": desk.settings.digest_hour, "zone": visitor.account.profile.get("zone") or desk.settings.default_zone,
    }  # fmt: skip
    return await show(request, "alerts/searches", context, error)


@router.get("/searches/new")
async def new_form(request: Request) -> Response:
    """Show the form that saves the search whose parameters the address has."""
    return await _new_form(request, str(request.url.query), Form({}))


async def _new_form(request: Request, search: str, form: Form, error: FormError | None = None) -> Response:
    desk, visitor = desk_of(request), await needed_visitor(request)

    def describe(store: Store) -> tuple[str, str, int]:
        query = saved.query_in(search, desk, store)
        return query.words, search_link("", query), store.facets(query).total

    try:
        words, page, count = await refusing("search", desk, describe)
    except FormError as wrong:
        words, page, count, error = "", "/", 0, error or wrong
    context = {
        "search": search[: saved.LONGEST_SEARCH], "page": page, "count": count, "name": form.text("name") or words,
        "period": form.text("period") or "daily", "channel": form.text("channel") or "email", "periods": list(PERIODS),
        "zone": form.text("zone") or visitor.account.profile.get("zone") or desk.settings.default_zone,
        "zones": _zones(), "can_write": desk.can_write, "is_confirmed": visitor.account.confirmed is not None,
        "longest": saved.LONGEST_NAME, "hour": desk.settings.digest_hour,
    }  # fmt: skip
    return await show(request, "alerts/new", context, error)


@router.post("/searches")
async def save(request: Request) -> Response:
    """Save a search."""
    form = form_of(request)
    wanted = saved.Wanted(
        form.text("name"), form.text("search"), form.text("channel"), form.text("period"), form.text("zone")
    )
    try:
        await saved.save(desk_of(request), await needed_visitor(request), wanted)
    except FormError as error:
        return await _new_form(request, form.text("search"), form, error)
    return go("/searches?done=saved")


@router.post("/searches/{search}")
async def change(request: Request, search: Id) -> Response:
    """Change the name, the period or the zone of a search, pause it, or let it go on."""
    form = form_of(request)
    given = {name: form.text(name) for name in ("name", "period", "zone", "active") if form.text(name)}
    try:
        await saved.change(desk_of(request), await needed_visitor(request), search, **given)
    except FormError as error:
        return await _searches(request, error=error)
    return go("/searches?done=changed")


@router.post("/searches/{search}/delete")
async def delete(request: Request, search: Id) -> Response:
    """Delete a search."""
    await saved.delete(desk_of(request), search)
    return go("/searches?done=deleted")


@router.get("/unsubscribe/{token}")
async def end_form(request: Request, token: str) -> Response:
    """Show the button that ends the letters of a search: a program that opens every link ends nothing."""
    return await _end(request, token, is_ended=False)


@router.post("/unsubscribe/{token}")
async def end(request: Request, token: str) -> Response:
    """End the letters of a search, for whoever has the link of one: mail programs send this with one click."""
    desk_of(request).limits.take("link", address=address_of(request))
    await readings_of(request).ask(lambda store: store.searches.unsubscribe(token[:200]))
    return await _end(request, token, is_ended=True)


async def _end(request: Request, token: str, *, is_ended: bool) -> Response:
    found = await readings_of(request).ask(lambda store: store.searches.find(token[:200]))
    context = {
        "name": name_of(found) if found else "", "is_known": found is not None, "is_ended": is_ended, "token": token,
        "is_active": found is not None and found.is_active,
    }  # fmt: skip
    return await show(request, "alerts/unsubscribe", context, status=200 if found else _GONE)
