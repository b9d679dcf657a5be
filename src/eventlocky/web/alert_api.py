"""Saved searches as JSON, and the way for a browser to ask for push messages."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from eventlocky.notify.push import public_key
from eventlocky.web import models, saved
from eventlocky.web.forms import PRIVATE
from eventlocky.web.state import desk_of
from eventlocky.web.visitor import needed_visitor

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal} for status in (400, 401, 403, 404, 413, 415, 422, 429, 503)
}  # fmt: skip
router = APIRouter(prefix="/api/v1", tags=["saved searches"], responses=_REFUSALS)
_MOST_ID = 2**62
Id = Annotated[int, Path(ge=1, le=_MOST_ID)]
Period = Literal["at once", "daily", "weekly"]
Short = Annotated[str, Field(max_length=300)]


class Keys(BaseModel):
    """The keys of a browser, as it tells them itself."""

    p256dh: Short
    auth: Short


class Subscription(BaseModel):
    """A browser that takes push messages, as `PushSubscription.toJSON()` writes it."""

    endpoint: Annotated[str, Field(max_length=2_000)]
    keys: Keys


class NewSearch(BaseModel):
    """A search to save: `search` is what stands behind the `?` of its page."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=saved.LONGEST_NAME)] = ""
    search: Annotated[str, Field(max_length=saved.LONGEST_SEARCH, description="q=jazz&lat=53.99&lon=11.12")] = ""
    channel: Literal["email", "push", "feed"] = "email"
    period: Period = "daily"
    zone: Annotated[str, Field(max_length=60, description="One's own time zone, by its IANA name.")] = ""
    subscription: Subscription | None = None


class SearchChange(BaseModel):
    """What to change of a saved search."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str | None, Field(max_length=saved.LONGEST_NAME)] = None
    period: Period | None = None
    zone: Annotated[str | None, Field(max_length=60)] = None
    active: bool | None = None


class Search(BaseModel):
    """A saved search; `due` is when it is told of next."""

    id: int
    name: str
    page: str
    search: str
    channel: str
    period: str
    active: bool
    due: str | None


class Searches(BaseModel):
    """The searches of somebody."""

    searches: list[Search]


class PushKey(BaseModel):
    """What a browser needs to ask for push messages; empty where this server sends none."""

    key: str


@router.get("/push-key", response_model=PushKey)
async def push_key(request: Request) -> Response:
    """Return the public key that push messages are signed with, for `pushManager.subscribe`."""
    private = desk_of(request).settings.push_key
    return JSONResponse({"key": public_key(private) if private else ""})


@router.get("/searches", response_model=Searches)
async def listed(request: Request) -> Response:
    """Return one's saved searches."""
    found = await saved.listed(desk_of(request), await needed_visitor(request))
    return JSONResponse({"searches": found}, headers=PRIVATE)


@router.post("/searches", response_model=Search, status_code=201)
async def save(request: Request, wanted: NewSearch) -> Response:
    """Save a search, to be told of what is new by e-mail or as push messages to this browser."""
    given = saved.Wanted(
        wanted.name, wanted.search, wanted.channel, wanted.period, wanted.zone,
        json.dumps(wanted.subscription.model_dump()) if wanted.subscription else "",
    )  # fmt: skip
    kept = await saved.save(desk_of(request), await needed_visitor(request), given)
    return JSONResponse(saved.shown(kept), 201, headers=PRIVATE)


@router.patch("/searches/{search}", response_model=Search)
async def change(request: Request, search: Id, wanted: SearchChange) -> Response:
    """Change a saved search, pause it, or let it go on."""
    given = {name: value for name in ("name", "period", "zone") if (value := getattr(wanted, name)) is not None}
    if wanted.active is not None:
        given["active"] = "yes" if wanted.active else "no"
    kept = await saved.change(desk_of(request), await needed_visitor(request), search, **given)
    return JSONResponse(saved.shown(kept), headers=PRIVATE)


@router.delete("/searches/{search}", status_code=204)
async def delete(request: Request, search: Id) -> Response:
    """Delete a saved search."""
    await saved.delete(desk_of(request), search)
    return Response(status_code=204, headers=PRIVATE)
