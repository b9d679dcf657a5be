"""Parameters are read by their model as FastAPI would read them, and described in its words."""

from __future__ import annotations

from typing import Annotated

import pytest
from fastapi import Depends, FastAPI, Query
from fastapi.exceptions import RequestValidationError
from fastapi.testclient import TestClient

from eventlocky.web.asked import Asked
from eventlocky.web.home import Wanted
from eventlocky.web.parameters import described, reader

ASKED = (
    "", "q=", "q=a&q=b", "q=jazz&lat=1&lon=2&radius=3", "lat=1", "lat=x&lon=2", "lat=91&lon=0", "category=a&category=b",
    "category=", "category=&category=a", "kind=event&kind=", "status=cancelled&status=no", "from=2026-11-16&to=2026-11-01",
    "from=20261116", "since=2026-11-16", "until=2026-11-16", "limit=0", "limit=501", "limit=ten", "free=maybe", "free=true",
    "colour=red", "colour=red&colour=blue", "what=gourmet&what=shopping", "what=nothing", "place=Wismar", "sort=", "sort=no",
    "sort=distance", "bbox=1,2,3", "bbox=1,2,3,4", "q=%ff%00&cursor=%F0%9F%8E%B7", "q=" + "x" * 201, "&&=&=1", "q",
    "&".join(["source=s"] * 51), "past=1&missing=0&every=yes&facets=no", "lat=nan&lon=0", "lat=inf&lon=0", "radius=1e400",
)  # fmt: skip


def apps(model):
    """Return two servers that say what they read or what is wrong with it: FastAPI's way, and ours."""
    for way in (Query(), Depends(reader(model))):
        app = FastAPI()

        @app.exception_handler(RequestValidationError)
        async def wrong(_request, error):
            from fastapi.responses import PlainTextResponse

            return PlainTextResponse(repr([(one["loc"], one["msg"]) for one in error.errors()]), 422)

        async def read(asked):
            return {"read": repr(asked)}

        read.__annotations__["asked"] = Annotated[model, way]
        app.get("/")(read)
        yield TestClient(app)


@pytest.mark.parametrize("model", [Asked, Wanted])
def test_what_is_read_and_what_is_refused_is_what_fastapi_reads_and_refuses(model):
    theirs, ours = apps(model)
    for asked in ASKED:
        wanted, found = theirs.get(f"/?{asked}"), ours.get(f"/?{asked}")
        assert (found.status_code, found.text) == (wanted.status_code, wanted.text), asked


def test_parameters_are_described_with_the_schemas_that_they_name():
    parameters, named = described(Asked)
    assert [parameter["name"] for parameter in parameters] == [
        field.alias or name for name, field in Asked.model_fields.items()
    ]
    assert set(named) == {"Status"}
    assert all(parameter["in"] == "query" for parameter in parameters)
