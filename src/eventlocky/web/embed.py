"""Event.Locky on other people's pages: oEmbed (`/oembed?url=`), and a small page that may be framed (`/widget`).

Only the widget may be framed. It holds links and nothing that acts for anybody: no form, no script, no cookie.
"""

from __future__ import annotations

from html import escape
from typing import Annotated, Literal
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from xml.etree.ElementTree import Element

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi import Query as Parameter
from fastapi.responses import HTMLResponse, JSONResponse

from eventlocky.formats import clean
from eventlocky.formats.xml import add, document
from eventlocky.store import Store
from eventlocky.web import api
from eventlocky.web.asked import Asked, Search, query_of, today
from eventlocky.web.look import templates
from eventlocky.web.state import home_of, readings_of

FRAMED = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
"""What the widget may do: be framed by anybody, and nothing that other pages may not."""

_MOST = 10
_WIDTH, _HEIGHT = 400, 480
_LEAST = 100
_KEPT_S = 3_600
_MOST_PARAMETERS = 100
_ELSEWHERE = "This address of ours cannot be embedded. Give that of an event (/events/…) or of a search (/?q=…)."

router = APIRouter(include_in_schema=False)


@router.get("/widget", response_class=HTMLResponse)
async def widget(request: Request, asked: Search) -> Response:
    """Show the first events of a search in a small page for a frame."""
    home, readings = home_of(request), readings_of(request)

    def tell(store: Store) -> dict[str, object]:
        query = query_of(asked, store, readings.clock, _MOST)
        hits = store.search(query).hits
        return {"events": [api.told(hit, home) for hit in hits], "today": today(query, store, readings.clock)}

    context = await readings.ask(tell)
    said = asked.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"cursor", "facets", "limit"})
    title = clean.line(asked.q) or "What's on"
    return _framed(request, context | {"title": title, "more": f"{home}/?{urlencode(said, doseq=True)}"})


@router.get("/widget/{uid}", response_class=HTMLResponse)
async def widget_of_event(request: Request, uid: str) -> Response:
    """Show one event in a small page for a frame."""
    home, readings = home_of(request), readings_of(request)

    def tell(store: Store) -> dict[str, object] | None:
        known = store.get(uid)
        if known is None:
            return None
        first = today(query_of(Asked(past=True), store, readings.clock), store, readings.clock)
        event = api.detail(known, [], store.times(uid, first, first + api.AHEAD), home)
        return {"events": [_next(event)], "today": first}

    context = await readings.ask(tell)
    if context is None:
        raise HTTPException(404, "There is no event of this id.")
    return _framed(request, context | {"title": "", "more": f"{home}/"})


def _next(event: dict[str, object]) -> dict[str, object]:
    """Return a series with its next time in place of its first."""
    times = event["occurrences"]
    assert isinstance(times, list)
    return event | {"start": times[0]["start"], "end": times[0]["end"]} if event["repeats"] and times else event


def _framed(request: Request, context: dict[str, object]) -> Response:
    headers = {"Content-Security-Policy": FRAMED}
    return templates.TemplateResponse(request, "widget.html", context, headers=headers)


@router.get("/oembed")
async def oembed(
    request: Request,
    url: Annotated[str, Parameter(max_length=2_000)],
    format: str = "json",
    maxwidth: Annotated[int, Parameter(ge=1)] = _WIDTH,
    maxheight: Annotated[int, Parameter(ge=1)] = _HEIGHT,
) -> Response:
    """Say how one of our addresses is embedded elsewhere (oEmbed 1.0): in a frame."""
    if format not in {"json", "xml"}:
        raise HTTPException(501, "oEmbed is given as json or xml.")
    home = home_of(request)
    path, title = await _shown(request, url, home)
    width, height = (max(_LEAST, min(most, wanted)) for most, wanted in ((_WIDTH, maxwidth), (_HEIGHT, maxheight)))
    frame = (
        f'<iframe src="{escape(home + path)}" width="{width}" height="{height}" title="{escape(title)}" '
        'loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>'
    )
    answer: dict[str, str | int] = {
        "version": "1.0", "type": "rich", "provider_name": "Event.Locky", "provider_url": f"{home}/", "title": title,
        "html": frame, "width": width, "height": height, "cache_age": _KEPT_S,
    }  # fmt: skip
    return JSONResponse(answer) if format == "json" else _xml(answer)


def discovery(address: str) -> str:
    """Return where it is said how one of our addresses is embedded, for the head of its page."""
    return f"/oembed?{urlencode({'url': address})}"


def _xml(answer: dict[str, str | int]) -> Response:
    root = Element("oembed")
    for name, value in answer.items():
        add(root, name, str(value))
    return Response(document(root), media_type="text/xml")


async def _shown(request: Request, url: str, home: str) -> tuple[str, str]:
    """Return the path of the widget that shows what one of our addresses does, and its title."""
    kind, said = _address(url, home)  # a search that makes no sense is said by the widget itself
    if kind == "event":
        known = await readings_of(request).ask(lambda store: store.get(said))
        if known is None:
            raise HTTPException(404, "There is no event at this address.")
        return f"/widget/{quote(known.uid, safe='@')}", clean.line(known.event.title)
    pairs = [pair for pair in _pairs(said) if pair[0] not in {"cursor", "facets"}]
    named = dict(pairs)
    if not named.keys() <= {field.alias or name for name, field in Asked.model_fields.items()}:
        raise HTTPException(404, _ELSEWHERE)
    return f"/widget?{urlencode(pairs)}" if pairs else "/widget", clean.line(named.get("q")) or "What's on"


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, max_num_fields=_MOST_PARAMETERS)
    except ValueError as error:
        raise HTTPException(404, _ELSEWHERE) from error


def _address(url: str, home: str) -> tuple[Literal["event", "search"], str]:
    """Return whether an address of ours is that of an event or of a search, and its uid or its parameters."""
    try:
        asked, own = urlsplit(url), urlsplit(home)
    except ValueError as error:
        raise HTTPException(404, _ELSEWHERE) from error
    is_ours = asked.scheme in {"http", "https"} and asked.netloc.lower() == own.netloc.lower()
    if is_ours and asked.path in {"", "/"}:
        return "search", asked.query
    uid = asked.path.removeprefix("/events/")
    if is_ours and asked.path.startswith("/events/") and uid and "/" not in uid:
        return "event", uid
    raise HTTPException(404, _ELSEWHERE)
