"""The API's own description (OpenAPI) says for every call who may make it: from the table of permissions."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from eventlocky.web.permissions import TABLE, WHO, Verdict

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

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = plain()
            schema.setdefault("components", {})["securitySchemes"] = _SCHEMES
            for path, calls in schema["paths"].items():
                for method, call in calls.items():
                    _tell(f"{method.upper()} {path}", call)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def _tell(name: str, call: dict[str, Any]) -> None:
    row = TABLE[name]
    if row.anonymous is Verdict.ALLOWED:
        return
    call["security"] = [{"bearer": []}, {"cookie": []}]
    allowed = [who for who in WHO if row.of(who) is Verdict.ALLOWED]
    if row.owner:
        allowed = ["the owner"]
    call["description"] = f"{call.get('description', '')}\n\nFor: {', '.join(allowed)}.".strip()
