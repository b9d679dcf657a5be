"""A search nearby told while it runs, by Server-Sent Events: `GET /api/v1/near/stream?place=Wismar`.

Messages are `progress`, `event` (as the API tells it; the same id again is a change), `gone`, `site`, and at last
`done` or `failed`. Each has an id: who loses the connection sends it back as `Last-Event-ID` and hears what was missed.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Request, Response
from fastapi import Query as Parameter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, model_validator

from eventlocky.errors import PlacesError
from eventlocky.formats import clean
from eventlocky.places import UnknownPlaceError
from eventlocky.store import Hit
from eventlocky.web import api, models, near
from eventlocky.web.near import Message, RefusedError, Run, Runs
from eventlocky.web.state import home_of

PATH = "/api/v1/near/stream"
_RETRY_MS = 3_000
_FARTHEST_M = 20_000.0

router = APIRouter(tags=["near"])
_MESSAGE = {
    "type": "object",
    "description": "One message; its data is an object in JSON.",
    "required": ["event", "id", "data"],
    "properties": {
        "event": {"type": "string", "enum": ["progress", "event", "gone", "site", "done", "failed"]},
        "id": {"type": "string", "description": "To be sent back as Last-Event-ID."},
        "data": {"type": "string"},
    },
}
_STREAM = {"text/event-stream": {"schema": _MESSAGE}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The messages of the search.", "content": _STREAM},
    204: {"description": "All was told already: do not connect again."},
    **{status: {"model": models.Refusal} for status in (400, 403, 404, 422, 429, 503)},
}  # fmt: skip


class Nearby(BaseModel):
    """Where to search."""

    model_config = ConfigDict(extra="forbid")

    place: str = Field(default="", max_length=200, description="A name, `latitude,longitude`, or a box.")
    lat: float | None = Field(default=None, ge=-90, le=90, description="Latitude of the place, with `lon`.")
    lon: float | None = Field(default=None, ge=-180, le=180, description="Longitude of the place, with `lat`.")
    radius: float = Field(default=1_000.0, gt=0, le=_FARTHEST_M, description="Metres around the place.")

    @model_validator(mode="after")
    def fits(self) -> Nearby:
        """Check what the parameters say together."""
        if (self.lat is None) != (self.lon is None):
            raise ValueError("Give both lat and lon, or neither.")
        if self.lat is not None and self.place.strip():
            raise ValueError("Give place, or lat and lon, not both.")
        return self

    @property
    def point(self) -> tuple[float, float] | None:
        """The point that is asked for, where it is one."""
        return None if self.lat is None or self.lon is None else (self.lat, self.lon)


@router.get(PATH, responses=_ANSWERS, response_class=StreamingResponse)
async def stream(
    request: Request,
    asked: Annotated[Nearby, Parameter()],
    last_event_id: Annotated[str, Header(max_length=100, description="The id of the last message heard.")] = "",
) -> Response:
    """Search nearby, or join the search that runs there: events as they are found, by Server-Sent Events."""
    home, runs = home_of(request), runs_of(request)
    run, after = _resumed(runs, last_event_id)
    if run is None:
        run = await _joined(request, asked, runs)
    elif run.is_over and after >= len(run.messages):
        return Response(status_code=204)
    if runs.is_crowded:
        raise HTTPException(503, "Too many listen just now. Try again in a minute.", {"Retry-After": "60"})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_told(runs, run, after, home), headers=headers, media_type="text/event-stream")


def runs_of(request: Request) -> Runs:
    """Return the searches of the server."""
    runs: Runs = request.app.state.runs
    return runs


def _resumed(runs: Runs, last: str) -> tuple[Run | None, int]:
    """Return the run that a message belongs to, and its number; none where it is not remembered."""
    id, _, number = last.partition("-")
    run = runs.again(id)
    if run is None or not number.isascii() or not number.isdigit():
        return None, 0
    return run, min(int(number[:9]), len(run.messages))


async def _joined(request: Request, asked: Nearby, runs: Runs) -> Run:
    if not asked.place.strip() and asked.point is None and not near.is_offline(runs.settings):
        raise HTTPException(422, "Say where: place=Wismar, or lat and lon.")
    try:
        spot = await near.spot(clean.line(asked.place), asked.point, asked.radius, runs.settings)
        return runs.join(spot, request.client.host if request.client else "")
    except UnknownPlaceError as error:
        raise HTTPException(404, str(error)) from error
    except PlacesError as error:
        raise HTTPException(400, str(error)) from error
    except RefusedError as error:
        headers = {"Retry-After": str(error.retry_s)} if error.retry_s else None
        raise HTTPException(error.status, str(error), headers) from error


async def _told(runs: Runs, run: Run, after: int, home: str) -> AsyncIterator[bytes]:
    """Yield the lines of a stream, and a comment where nothing is new."""
    yield f"retry: {_RETRY_MS}\n\n".encode()
    async with aclosing(runs.listen(run, after)) as messages:
        async for each in messages:
            if each is None:
                yield b": still searching\n\n"
            else:
                number, message = each
                yield f"id: {run.id}-{number}\nevent: {message.name}\ndata: {_json(message, home)}\n\n".encode(
                    "utf-8", "replace"
                )


def _json(message: Message, home: str) -> str:
    """Return what a message says in one line; text of strangers is cleaned as everywhere."""
    data = message.data
    told = api.told(data, home) if isinstance(data, Hit) else {name: _clean(value) for name, value in data.items()}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _clean(value: object) -> object:
    if isinstance(value, list):
        return [_clean(each) for each in value]
    return clean.line(value) if isinstance(value, str) else value
