"""Any search as a feed: `/events.ics`, `.rss`, `.atom`, `.json`, `.csv`, `.jsonld`, `.geojson`, and the sitemap."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from fastapi import APIRouter, HTTPException, Request, Response

from eventlocky.formats import FEEDS, clean
from eventlocky.formats.entry import Feed
from eventlocky.formats.xml import add, document
from eventlocky.store import Query, Store
from eventlocky.web import entries
from eventlocky.web.asked import Search, query_of, today
from eventlocky.web.state import home_of, readings_of

TYPES = {
    "ics": "text/calendar; charset=utf-8",
    "rss": "application/rss+xml; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
    "json": "application/feed+json",
    "csv": "text/csv; charset=utf-8; header=present",
    "jsonld": "application/ld+json",
    "geojson": "application/geo+json",
}
_MOST = 100
_MOST_IN_SITEMAP = 5_000
_PAGE = 500

router = APIRouter()


@router.get("/events.{form}", include_in_schema=False)
async def feed(request: Request, form: str, asked: Search) -> Response:
    """Return the first hundred events of a search (`limit` up to 500) in a format."""
    if form not in FEEDS:
        raise HTTPException(404, f"There is no feed .{clean.line(form)[:20]}. Known: {', '.join(FEEDS)}.")
    home, readings = home_of(request), readings_of(request)
    asked_for = f"?{request.url.query}" if request.url.query else ""
    addresses = (
        clean.address(f"{home}/events.{form}{asked_for}") or home,
        clean.address(f"{home}/{asked_for}") or home,
    )

    def write(store: Store) -> str:
        hits = store.search(query_of(asked, store, readings.clock, _MOST)).hits
        name = clean.line(asked.q) or "What's on"
        return FEEDS[form](Feed([entries.of_hit(hit, home) for hit in hits], f"{name} · Event.Locky", *addresses))

    text = await readings.ask(write)
    headers = {"Content-Disposition": f'inline; filename="events.{form}"'}
    return Response(text.encode("utf-8", "replace"), headers=headers, media_type=TYPES[form])


@router.get("/sitemap.xml", include_in_schema=False)
async def sitemap(request: Request) -> Response:
    """Return the pages that a search engine may visit: the soonest five thousand events."""
    home, readings = home_of(request), readings_of(request)

    def write(store: Store) -> str:
        root = Element("urlset", {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"})
        add(add(root, "url"), "loc", f"{home}/")
        first, cursor = today(Query(), store, readings.clock), ""
        for _ in range(_MOST_IN_SITEMAP // _PAGE):
            found = store.search(Query(since=first, limit=_PAGE, cursor=cursor))
            for hit in found.hits:
                url = add(root, "url")
                add(url, "loc", f"{home}/events/{hit.uid}")
                add(url, "lastmod", hit.changed.isoformat(timespec="seconds"))
            cursor = found.cursor
            if not cursor:
                break
        return document(root)

    return Response(await readings.ask(write), media_type="application/xml")


@router.get("/robots.txt", include_in_schema=False)
async def robots(request: Request) -> Response:
    """Say where the sitemap is."""
    lines = ("User-agent: *", "Disallow: /api/", "Disallow: /widget", f"Sitemap: {home_of(request)}/sitemap.xml", "")
    return Response("\n".join(lines), media_type="text/plain")
