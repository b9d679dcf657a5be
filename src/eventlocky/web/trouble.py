"""Errors as pages: what happened, in the frame of all pages, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Request, Response

from eventlocky.web.look import templates

_KNOWN = (400, 403, 404, 503)
_ALIKE = {401: 403, 405: 404, 410: 404, 422: 400}


def wants_page(request: Request) -> bool:
    """Tell whether a browser asks, for a page: what a program gets is a sentence."""
    is_page = "." not in request.url.path.rsplit("/", 1)[-1]
    return is_page and "text/html" in request.headers.get("accept", "")


def page(request: Request, status: int, message: str, headers: Mapping[str, str]) -> Response:
    """Return an error as a page."""
    sort = _ALIKE.get(status, status)
    said = " ".join(message.split())
    context = {"status": status, "sort": str(sort) if sort in _KNOWN else "other",
               "message": "" if said == HTTPStatus(status).phrase else said}  # fmt: skip
    return templates.TemplateResponse(request, "error.html", context, status, dict(headers))
