"""Addresses on our own pages for what leaves the house: an event, a search, the end of a saved one."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from eventlocky.settings import Settings
from eventlocky.store import Query

_PLAIN = Query()


def home_of(settings: Settings) -> str:
    """Return the address by which people reach the server, without a slash at its end."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_url.rstrip("/") or f"http://{host}:{settings.port}"


def event_link(home: str, uid: str) -> str:
    """Return the address of an event's page."""
    return f"{home}/events/{quote(uid, safe='@')}"


def end_link(home: str, token: str) -> str:
    """Return the address that ends a saved search; it shows a button, and a POST to it is enough (RFC 8058)."""
    return f"{home}/unsubscribe/{quote(token, safe='')}"


def search_link(home: str, query: Query) -> str:
    """Return the address of the page that shows what a query finds."""
    said: dict[str, object] = {
        "q": query.words,
        "lat": query.near[0] if query.near else "",
        "lon": query.near[1] if query.near else "",
        "radius": query.radius_m if query.radius_m != _PLAIN.radius_m else "",
        "bbox": ",".join(str(query.box[side]) for side in (1, 0, 3, 2)) if query.box else "",
        "when": query.when,
        "from": query.since or "",
        "to": query.until or "",
        "zone": query.zone,
        "category": query.categories,
        "kind": query.kinds,
        "status": query.statuses,
        "source": query.sources,
        "organiser": query.organiser,
        "free": "" if query.free is None else str(query.free).lower(),
        "missing": "true" if query.missing else "",
    }
    given = urlencode({name: value for name, value in said.items() if value not in ("", ())}, doseq=True)
    return f"{home}/?{given}" if given else f"{home}/"
