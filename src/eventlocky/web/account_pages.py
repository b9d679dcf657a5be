"""Accounts as pages without JavaScript: signing up, in and out, address, password, sessions, profile, one's data."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.background import BackgroundTask

from eventlocky.classify.category import NAMES
from eventlocky.errors import FormError
from eventlocky.store import profiles
from eventlocky.store.profiles import MOST
from eventlocky.web import fields, people, taste
from eventlocky.web.fields import Form, form_of
from eventlocky.web.forms import PRIVATE, go, posting, show
from eventlocky.web.limits import address_of
from eventlocky.web.state import desk_of
from eventlocky.web.visitor import COOKIE, VISIT, drop_cookie, needed_visitor, set_cookie, visitor_of

router = APIRouter(prefix="/account", default_response_class=HTMLResponse, include_in_schema=False)
_BLANK_PLACES = 2
Shown = dict[str, object]


# Signing up --------------------------------------------------------------------------------------


@router.get("/sign-up")
async def sign_up_form(request: Request) -> Response:
    """Show the form that makes an account."""
    return await show(request, "sign-up", _signing_up(request))


def _signing_up(request: Request, form: Form | None = None) -> Shown:
    desk = desk_of(request)
    return {
        "can_write": desk.can_write, "is_open": desk.settings.sign_up, "shortest": fields.SHORTEST_PASSWORD,
        "longest_name": fields.LONGEST_NAME, "email": form.text("email") if form else "",
        "name": form.text("name") if form else "",
    }  # fmt: skip


@router.post("/sign-up")
async def sign_up(request: Request) -> Response:
    """Make an account; the answer is the same for an address that has one."""
    form, desk = form_of(request), desk_of(request)
    try:
        asked = people.SignUp(form.text("email"), form.text("password"), form.text("name"))
        letter = await people.sign_up(desk, asked, address_of(request))
    except FormError as error:
        return await show(request, "sign-up", _signing_up(request, form), error)
    return posting(request, await show(request, "signed-up", {"can_write": desk.can_write}), letter)


@router.get("/confirm")
async def confirm_form(request: Request, token: str = "") -> Response:
    """Show the button that confirms an address: a mail program that opens every link confirms nothing."""
    return await show(request, "confirm", {"token": token[:200]})


@router.post("/confirm")
async def confirm(request: Request) -> Response:
    """Confirm an address."""
    form = form_of(request)
    try:
        letter = await people.confirm(desk_of(request), form.text("token"), address_of(request))
    except FormError as error:
        return await show(request, "confirm", {"token": ""}, error)
    return posting(request, await show(request, "confirmed"), letter)


@router.post("/confirm/again")
async def confirm_again(request: Request) -> Response:
    """Send the letter that confirms an address once more."""
    visitor = await needed_visitor(request)
    return posting(request, go("/account?done=letter"), await people.confirm_again(desk_of(request), visitor.account))


# Signing in and out ------------------------------------------------------------------------------


@router.get("/sign-in")
async def sign_in_form(request: Request, next: str = "") -> Response:  # noqa: A002 - the name of the parameter
    """Show the form to sign in with; who is signed in goes on."""
    there = fields.next_page(next)
    if await visitor_of(request) is not None:
        return go(there)
    return await show(request, "sign-in", {"next": there, "email": ""})


@router.post("/sign-in")
async def sign_in(request: Request) -> Response:
    """Sign in: the session gets a secret that no one had before."""
    form, desk = form_of(request), desk_of(request)
    there = fields.next_page(form.text("next"))
    try:
        account = await people.sign_in(desk, form.text("email"), form.text("password"), address_of(request))
    except FormError as error:
        return await show(request, "sign-in", {"next": there, "email": form.text("email")}, error)
    before = await visitor_of(request)
    agent = request.headers.get("user-agent", "")
    secret = await people.begin_session(desk, account, COOKIE, agent, before)
    answer = go(there)
    set_cookie(request, answer, COOKIE, secret, desk.settings.session_days)
    drop_cookie(request, answer, VISIT)
    return answer


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Sign out; the session ends here and in the browser."""
    visitor = await visitor_of(request)
    if visitor is not None:
        await people.end_session(desk_of(request), visitor)
    answer = go("/")
    drop_cookie(request, answer, COOKIE)
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


@router.get("/sessions")
async def sessions(request: Request) -> Response:
    """Show where one is signed in."""
    visitor = await needed_visitor(request)
    return await show(request, "sessions", {"sessions": await people.sessions(desk_of(request), visitor)})


@router.post("/sessions/others/end")
async def end_others(request: Request) -> Response:
    """Sign out everywhere else."""
    await people.end_others(desk_of(request), await needed_visitor(request))
    return go("/account/sessions")


@router.post("/sessions/{session}/end")
async def end_session(request: Request, session: str) -> Response:
    """End one session."""
    await people.end_session(desk_of(request), await needed_visitor(request), session)
    return go("/account/sessions")


# Passwords ---------------------------------------------------------------------------------------


@router.get("/reset")
async def reset_form(request: Request) -> Response:
    """Show the form that asks for a link to a new password."""
    return await show(request, "reset", {"can_write": desk_of(request).can_write, "email": ""})


@router.post("/reset")
async def reset(request: Request) -> Response:
    """Send a link to a new password; whether the address has an account is not told."""
    form, desk = form_of(request), desk_of(request)
    try:
        email = people.may_reset(desk, form.text("email"), address_of(request))
    except FormError as error:
        return await show(request, "reset", {"can_write": desk.can_write, "email": form.text("email")}, error)
    answer = await show(request, "reset-sent", {"can_write": desk.can_write})
    answer.background = BackgroundTask(people.reset, desk, email)
    return answer


@router.get("/new-password")
async def new_password_form(request: Request, token: str = "") -> Response:
    """Show the form that takes a new password."""
    return await show(request, "new-password", {"token": token[:200], "shortest": fields.SHORTEST_PASSWORD})


@router.post("/new-password")
async def new_password(request: Request) -> Response:
    """Take a new password from who has the link."""
    form = form_of(request)
    try:
        letter = await people.new_password(
            desk_of(request), form.text("token"), form.text("password"), address_of(request)
        )  # fmt: skip
    except FormError as error:
        shown = {"token": form.text("token")[:200] if error.field else "", "shortest": fields.SHORTEST_PASSWORD}
        return await show(request, "new-password", shown, error)
    answer = await show(request, "new-password-set")
    drop_cookie(request, answer, COOKIE)
    return posting(request, answer, letter)


@router.get("/password")
async def password_form(request: Request) -> Response:
    """Show the form that changes a password."""
    return await show(request, "password", {"shortest": fields.SHORTEST_PASSWORD})


@router.post("/password")
async def password(request: Request) -> Response:
    """Change a password, and sign out everywhere else."""
    form = form_of(request)
    try:
        letter = await people.change_password(
            desk_of(request), await needed_visitor(request), form.text("current"), form.text("password")
        )
    except FormError as error:
        return await show(request, "password", {"shortest": fields.SHORTEST_PASSWORD}, error)
    return posting(request, go("/account?done=password"), letter)


# One's account -----------------------------------------------------------------------------------

_DONE = frozenset({"letter", "password", "name", "profile", "rated", "corrected"})
"""What was just done, where the page says so."""


@router.get("")
async def overview(request: Request, done: str = "") -> Response:
    """Show one's account: what is kept, and where to change it."""
    return await _overview(request, done if done in _DONE else None)


async def _overview(request: Request, done: str | None, error: FormError | None = None) -> Response:
    visitor, desk = await needed_visitor(request), desk_of(request)
    known = await desk.readings.ask(lambda store: store.accounts.export(visitor.account.id))
    shown = {
        "done": done, "known": known, "profile": profiles.read(visitor.account.profile),
        "can_write": desk.can_write, "longest_name": fields.LONGEST_NAME,
    }  # fmt: skip
    return await show(request, "account", shown, error)


@router.post("/name")
async def name(request: Request) -> Response:
    """Change the name that one goes by."""
    visitor, desk = await needed_visitor(request), desk_of(request)
    try:
        wanted = fields.name(form_of(request).text("name"))
    except FormError as error:
        return await _overview(request, None, error)
    desk.limits.take("profile", account=str(visitor.account.id))
    await desk.readings.ask(lambda store: store.accounts.change(visitor.account.id, name=wanted))
    return go("/account?done=name")


@router.get("/email")
async def email_form(request: Request) -> Response:
    """Show the form that changes one's address."""
    return await show(request, "email", {"can_write": desk_of(request).can_write, "email": ""})


@router.post("/email")
async def email(request: Request) -> Response:
    """Send a letter to a new address; it counts once it is confirmed."""
    form, desk = form_of(request), desk_of(request)
    try:
        letter = await people.change_address(
            desk, await needed_visitor(request), form.text("current"), form.text("email")
        )  # fmt: skip
    except FormError as error:
        return await show(request, "email", {"can_write": desk.can_write, "email": form.text("email")}, error)
    return posting(request, go("/account?done=letter"), letter)


@router.get("/export")
async def export(request: Request) -> Response:
    """Give somebody all that is known of them, as a file."""
    known = await people.export(desk_of(request), await needed_visitor(request))
    headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="eventlocky-account.json"'}
    return Response(json.dumps(known, ensure_ascii=False, indent=1), headers=headers, media_type="application/json")


@router.get("/delete")
async def delete_form(request: Request) -> Response:
    """Show the form that deletes an account."""
    return await show(request, "delete")


@router.post("/delete")
async def delete(request: Request) -> Response:
    """Delete an account with all that is its own."""
    try:
        await people.delete(desk_of(request), await needed_visitor(request), form_of(request).text("current"))
    except FormError as error:
        return await show(request, "delete", error=error)
    request.scope["visitor"] = None
    answer = await show(request, "deleted")
    drop_cookie(request, answer, COOKIE)
    return answer


# One's profile -----------------------------------------------------------------------------------


@router.get("/profile")
async def profile_form(request: Request) -> Response:
    """Show what one cares for."""
    kept = profiles.read((await needed_visitor(request)).account.profile)
    rows = [
        {"name": spot.name, "lat": f"{spot.lat:g}", "lon": f"{spot.lon:g}", "km": f"{spot.radius_m / 1_000:g}"}
        for spot in kept.places
    ]
    return await show(request, "profile", _profile("\n".join(kept.words), kept.categories, rows))


def _profile(words: str, chosen: tuple[str, ...] | list[str], rows: list[dict[str, str]]) -> Shown:
    """Return what the form of a profile shows: the places there are, and room for two more."""
    filled = [row for row in rows if any(row.get(side) for side in ("name", "lat", "lon"))]
    places = filled + [{} for _ in range(min(_BLANK_PLACES, MOST - len(filled)))]
    known = list(dict.fromkeys([*sorted(NAMES), *chosen]))
    return {"words": words, "chosen": chosen, "categories": known, "places": places}


@router.post("/profile")
async def profile(request: Request) -> Response:
    """Keep what one cares for."""
    form, desk = form_of(request), desk_of(request)
    columns = [form.all(f"place_{side}") for side in ("name", "lat", "lon", "km")]
    rows = [
        {"name": name, "lat": lat, "lon": lon, "km": km, "field": f"place_{number}"}
        for number, (name, lat, lon, km) in enumerate(zip(*columns, strict=False), 1)
        if name.strip()
    ]
    said = taste.Said(form.text("words").splitlines(), form.all("category"), rows)
    try:
        await taste.keep(desk, await needed_visitor(request), said)
    except FormError as error:
        return await show(request, "profile", _profile(form.text("words"), form.all("category"), rows), error)
    return go("/account?done=profile")
