"""What belongs to every page and to none: the choice of a language, the app to install, its worker, the ground map."""

from __future__ import annotations

import json
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from eventlocky.settings import Settings
from eventlocky.web.language import COOKIE, LANGUAGES, say
from eventlocky.web.look import BUILT, language_of

_A_YEAR_S = 365 * 24 * 3_600
_LARGEST_MAP = 5_000_000
_PAPER, _MARK = "#f7f4ee", "#0f5c63"

router = APIRouter(include_in_schema=False)


@router.get("/language/{name}")
async def choose_language(request: Request, name: str, back: str = "/") -> Response:
    """Keep the language that a visitor chose, in a cookie, and go back to where they were."""
    if name not in LANGUAGES:
        raise HTTPException(404, f"There is no such language. Known: {', '.join(LANGUAGES)}.")
    answer = RedirectResponse(local(back), 303, {"Cache-Control": "no-store"})
    is_safe = request.url.scheme == "https"
    answer.set_cookie(COOKIE, name, _A_YEAR_S, path="/", secure=is_safe, httponly=True, samesite="lax")
    return answer


def local(path: str) -> str:
    """Return a path on this server; what would lead elsewhere leads home."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Describe the app to whoever wants to install it."""
    language = language_of(request)
    sizes = (("icon.svg", "any", "image/svg+xml"), ("icon-192.png", "192x192", "image/png"),
             ("icon-512.png", "512x512", "image/png"))  # fmt: skip
    told = {
        "name": "Event.Locky", "short_name": "Event.Locky", "description": say(language, "home.title"),
        "lang": language, "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
        "background_color": _PAPER, "theme_color": _MARK,
        "icons": [{"src": f"/static/{name}", "sizes": size, "type": kind, "purpose": "any"}
                  for name, size, kind in sizes]
        + [{"src": "/static/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}],
    }  # fmt: skip
    return Response(json.dumps(told, ensure_ascii=False), media_type="application/manifest+json")


@router.get("/worker.js")
async def worker() -> Response:
    """Give the service worker, at the root, so that it may keep every page."""
    script = BUILT / "worker.js"
    if not script.is_file():
        raise HTTPException(404, "The scripts are not built. Run: make setup")
    return Response(script.read_bytes(), media_type="text/javascript; charset=utf-8")


@router.get("/map/ground.geojson")
async def ground(request: Request) -> Response:
    """Give the map that is drawn in place of tiles, where the settings name one."""
    settings: Settings = request.app.state.settings
    file = Path(settings.map_file) if settings.map_file else None
    if file is None or not file.is_file() or file.stat().st_size > _LARGEST_MAP:
        raise HTTPException(404, "There is no map of our own here. The setting map_file names one.")
    return Response(file.read_bytes(), media_type="application/geo+json")
