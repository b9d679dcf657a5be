"""What every route needs of the request: who reads the store, who keeps accounts, by what address we were asked."""

from __future__ import annotations

import re

from fastapi import HTTPException, Request

from eventlocky.web.desk import Desk
from eventlocky.web.reading import Readings

_HOST = re.compile(r"(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


def readings_of(request: Request) -> Readings:
    """Return the threads that read the store."""
    readings: Readings = request.app.state.readings
    return readings


def desk_of(request: Request) -> Desk:
    """Return what the routes of accounts share."""
    desk: Desk = request.app.state.desk
    return desk


def home_of(request: Request) -> str:
    """Return the address of the server as the visitor wrote it; a host that is none is refused."""
    host = request.headers.get("host", "localhost")
    if not _HOST.fullmatch(host):
        raise HTTPException(400, "The Host of the request is none. Ask by the name of the server.")
    scheme = "https" if request.scope["scheme"] == "https" else "http"
    return f"{scheme}://{host}"
