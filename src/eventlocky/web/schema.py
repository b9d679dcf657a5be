"""The API's own description (OpenAPI) says for every call who may make it: from the table of permissions.

It also says that a parameter of a search may be blank, as the fields of a form are that nobody filled in.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from eventlocky.web.asked import Asked
from eventlocky.web.parameters import described
from eventlocky.web.permissions import TABLE, WHO, Verdict

_SEARCH = "/api/v1/events"
_ABOUT = ("description", "title", "default")
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of POST /api/v1/sessions."},
    "cookie": {
        "type": "apiKey", "in": "cookie", "name": "session",
        "description": "The cookie of a browser that is signed in (`__Host-session` by https); what changes something "
                       "needs the token of GET /api/v1/csrf as the header X-CSRF-Token, too.",
    },
}  # fmt: skip


def tell_who_may(app: FastAPI) -> None:
    """Let the description of an app say who may make each call."""
    plain = app.openapi

    def told() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = plain()
            schema.setdefault("components", {})["securitySchemes"] = _SCHEMES
            for path, calls in schema["paths"].items():
                for method, call in calls.items():
                    _tell(f"{method.upper()} {path}", call)
            parameters, named = described(Asked)
            schema["paths"][_SEARCH]["get"]["parameters"] = [
                {**parameter, "schema": _or_blank(parameter["schema"])} for parameter in parameters
            ]
            schema["components"]["schemas"] |= named
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = told  # type: ignore[method-assign]


def _or_blank(schema: dict[str, Any]) -> dict[str, Any]:
    """Return what a parameter may be, or nothing at all: `sort=` is as if it were not there."""
    if schema.get("type") == "string" and "enum" not in schema:
        return schema
    if schema.get("type") == "array":
        return {**schema, "items": _or_blank(schema["items"])}
    blank = {"type": "string", "maxLength": 0}
    about = {name: value for name, value in schema.items() if name in _ABOUT}
    said = {name: value for name, value in schema.items() if name not in _ABOUT}
    return {"anyOf": [*said.get("anyOf", [said]), blank], **about}


def _tell(name: str, call: dict[str, Any]) -> None:
    row = TABLE[name]
    if row.anonymous is Verdict.ALLOWED:
        return
    call["security"] = [{"bearer": []}, {"cookie": []}]
    allowed = [who for who in WHO if row.of(who) is Verdict.ALLOWED]
    if row.owner:
        allowed = ["the owner"]
    call["description"] = f"{call.get('description', '')}\n\nFor: {', '.join(allowed)}.".strip()
