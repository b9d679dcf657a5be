"""Pages with forms: each carries a token that only it has, says its mistakes first, and is kept by nobody."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.background import BackgroundTask

from eventlocky.errors import FormError
from eventlocky.notify.mail import Letter
from eventlocky.web import csrf
from eventlocky.web.language import say_again
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import desk_of
from eventlocky.web.visitor import VISIT, form_secret, new_secret, set_cookie, visitor_of

_UNFIT = 422


async def show(
    request: Request, name: str, context: Mapping[str, object] | None = None, error: FormError | None = None,
    status: int = 200,
) -> Response:  # fmt: skip
    """Return a page with forms; with an error it is the page again, with what was wrong."""
    visitor = await visitor_of(request)
    secret = form_secret(request, visitor)
    is_new = not secret
    secret = secret or new_secret()
    shown = {
        "visitor": visitor.account if visitor else None, "csrf": csrf.token(secret),
        "error": {"field": error.field, "message": say_again(language_of(request), str(error))} if error else None,
        **(context or {}),
    }  # fmt: skip
    answer = templates.TemplateResponse(
        request,
        f"{name if '/' in name else f'account/{name}'}.html",
        shown,
        status_code=_UNFIT if error else status,
        headers=PRIVATE,
    )
    if is_new:
        set_cookie(request, answer, VISIT, secret)
    return answer


PRIVATE = {"Cache-Control": "no-store"}
"""What is somebody's own stays in no cache."""


def go(path: str) -> RedirectResponse:
    """Return the answer to a form that was good: another page, so that loading it again sends nothing twice."""
    return RedirectResponse(path, 303, PRIVATE)


def posting(request: Request, answer: Response, letter: Letter | None) -> Response:
    """Return an answer after which a letter goes out: how long that takes tells nobody anything."""
    answer.background = BackgroundTask(desk_of(request).post, letter)
    return answer
