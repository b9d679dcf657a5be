"""The services that know organisations and places, played on this machine: Overpass, Nominatim, Google Places, Wikidata.

Each looks into a question as the real one does and answers in its shape: what is not asked in the right way is
refused with the status and the words of the real one. The data is made up. A `Mood` makes the next answer of a
service another one: busy, broken, huge, slow.
"""

from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

from eventlocky.places.area import Box, Circle

KEY = "a-key"
CENTRE = (53.8922, 11.4556)


@dataclass(frozen=True)
class Thing:
    """An organisation as OpenStreetMap has it, and what Google and Wikidata call it (nothing: they do not know it)."""

    name: str
    lat: float
    lon: float
    tags: dict[str, str] = field(default_factory=dict)
    kind: str = "node"
    google: tuple[str, ...] = ()
    google_name: str = ""
    wikidata: tuple[str, ...] = ()
    wikidata_name: str = ""
    site: str = ""


THINGS = (
    Thing("Kunsthaus am Markt", 53.8925, 11.4560,
          {"tourism": "museum", "website": "https://kunsthaus.example/", "opening_hours": "Tu-Su 10:00-18:00",
           "addr:street": "Am Markt", "addr:housenumber": "3", "addr:postcode": "23966", "addr:city": "Wismar"},
          google=("museum", "point_of_interest"), wikidata=("art museum", "building"), wikidata_name="Kunsthaus Wismar",
          site="https://www.kunsthaus.example/"),
    Thing("Café Müller", 53.8919, 11.4551, {"amenity": "cafe", "contact:website": "www.cafe-mueller.example"},
          google=("cafe", "food"), google_name="Cafe Mueller GmbH", site="https://www.cafe-mueller.example/menu"),
    Thing("喫茶 港", 53.8930, 11.4570, {"amenity": "cafe", "url": "http://minato.example; N/A"}, kind="way"),
    Thing("Hafenkino", 53.8915, 11.4540, {"amenity": "cinema", "website": "https://hafenkino.example/"}, kind="relation",
          google=("movie_theater",), google_name="Kino am Hafen", wikidata=("movie theater",), site="https://hafenkino.example/"),
    Thing("Buchladen", 53.8960, 11.4600, {"shop": "books", "website": "https://buchladen.example/"}, google=("book_store",)),
    Thing("Parkhaus", 53.8921, 11.4557, {"amenity": "parking", "website": "https://parken.example/"}),
    Thing("Ohne Netz", 53.8922, 11.4558, {"shop": "kiosk"}, google=("store",)),
)  # fmt: skip

NAMES = {
    "wismar": [
        ("Wismar, Mecklenburg-Vorpommern, Deutschland", *CENTRE),
        ("Wismar, Nebraska, United States", 41.6, -96.9),
    ],
    "seelhaven": [("Seelhaven", 53.9924, 11.1185)],
}


@dataclass(frozen=True)
class Mood:
    """What a service answers once, whatever it is asked."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    slow_s: float = 0.0
    remark: str = ""
    """Overpass only: the true answer, cut in half, with this remark."""


@dataclass(frozen=True)
class Asked:
    """A question that came in."""

    service: str
    path: str
    headers: dict[str, str]
    body: str
    at: float


class Services:
    """All services at one address; use it as a context manager."""

    def __init__(self, things: tuple[Thing, ...] = THINGS) -> None:
        self.things = things
        self.names = dict(NAMES)
        self.asked: list[Asked] = []
        self.moods: dict[str, list[Mood]] = {}
        self.url = ""

    def of(self, service: str) -> list[Asked]:
        return [asked for asked in self.asked if asked.service == service]

    def __enter__(self) -> Self:
        services = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                services.answer(self, "")

            def do_POST(self) -> None:
                services.answer(self, self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.block_on_close = False
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, request: BaseHTTPRequestHandler, body: str) -> None:
        service = urlsplit(request.path).path.split("/")[1]
        headers = {name.lower(): value for name, value in request.headers.items()}
        asked = Asked(service, request.path, headers, body, time.monotonic())
        before = self.of(service.rstrip("0123456789")) if service.startswith("nominatim") else []
        self.asked.append(asked)
        mood = self.moods[service].pop(0) if self.moods.get(service) else None
        if mood is not None and mood.slow_s:
            time.sleep(mood.slow_s)
        if mood is not None and not mood.remark and (mood.body or mood.status != 200):
            status, told, more = mood.status, mood.body, mood.headers
        else:
            play = {
                "overpass": self.overpass,
                "nominatim": self.nominatim,
                "google": self.google,
                "wikidata": self.wikidata,
            }
            status, data = play[service.rstrip("0123456789")](asked, before)
            if mood is not None and mood.remark:
                data = {**data, "elements": data["elements"][: len(data["elements"]) // 2], "remark": mood.remark}
            told, more = (data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()), {}
        try:
            request.send_response(status)
            for name, value in {"Content-Type": "application/json", **more, "Content-Length": str(len(told))}.items():
                request.send_header(name, value)
            request.end_headers()
            request.wfile.write(told)
        except ConnectionError:
            pass  # who asked has gone: it was too slow or too much

    # Overpass: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL

    _HEAD = re.compile(r"\[out:json\]\[timeout:(\d+)\]\[maxsize:(\d+)\];\((.+)\);out tags center qt (\d+);")
    _PART = re.compile(r'nwr\["([^"]+)"\]\((around:)?([-\d.,]+)\);')

    def overpass(self, asked: Asked, _: list[Asked]) -> tuple[int, object]:
        question = self._HEAD.fullmatch(parse_qs(asked.body).get("data", [""])[0])
        parts = self._PART.findall(question[3]) if question else []
        if (
            not question
            or "".join(f'nwr["{key}"]({around}{numbers});' for key, around, numbers in parts) != question[3]
        ):
            return (
                400,
                b'<html><body><p><strong>Error</strong>: line 1: parse error: Unknown type "\xe2\x80\xa6" </p></body></html>',
            )
        elements = []
        for number, thing in enumerate(self.things, 1):
            if any(
                key in thing.tags and _area(around, numbers).contains(thing.lat, thing.lon)
                for key, around, numbers in parts
            ):
                place = {"lat": thing.lat, "lon": thing.lon}
                elements.append({"type": thing.kind, "id": number, **(place if thing.kind == "node" else {"center": place}),
                                 "tags": {"name": thing.name, **thing.tags}})  # fmt: skip
        return 200, {
            "version": 0.6,
            "generator": "Overpass API 0.7.62.4",
            "osm3s": {
                "timestamp_osm_base": "2026-11-16T12:00:00Z",
                "copyright": "The data … is made available under ODbL.",
            },
            "elements": elements[: int(question[4])],
        }

    # Nominatim: https://nominatim.org/release-docs/latest/api/Search/ and the rules of the public server

    def nominatim(self, asked: Asked, before: list[Asked]) -> tuple[int, object]:
        agent = asked.headers.get("user-agent", "")
        if not agent or agent.lower().startswith(("python", "aiohttp", "curl", "mozilla")):
            return 403, b"<html><head><title>403 Forbidden</title></head></html>"
        if before and asked.at - before[-1].at < 0.95:
            return 429, b"<html><head><title>429 Too Many Requests</title></head></html>"
        parts = urlsplit(asked.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != "/nominatim/search" or query.get("format") not in {"json", "jsonv2"}:
            return 400, {
                "error": {"code": 400, "message": "Parameter 'format' must be one of: xml, json, jsonv2, geojson"}
            }
        found = self.names.get(query.get("q", "").casefold(), [])[: int(query.get("limit", 10))]
        return 200, [
            {"place_id": number, "licence": "Data © OpenStreetMap contributors, ODbL 1.0.", "osm_type": "relation",
             "osm_id": number, "lat": str(lat), "lon": str(lon), "category": "boundary", "type": "administrative",
             "importance": 0.5, "name": name.split(",")[0], "display_name": name,
             "boundingbox": [str(lat - 0.1), str(lat + 0.1), str(lon - 0.1), str(lon + 0.1)]}
            for number, (name, lat, lon) in enumerate(found, 1)
        ]  # fmt: skip

    # Google: https://developers.google.com/maps/documentation/places/web-service/nearby-search

    def google(self, asked: Asked, _: list[Asked]) -> tuple[int, object]:
        key, mask = asked.headers.get("x-goog-api-key"), asked.headers.get("x-goog-fieldmask", "")
        if not key:
            return _refused(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
        if key != KEY:
            return _refused(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
        if not mask:
            return _refused(400, "INVALID_ARGUMENT", "FieldMask is a required parameter.")
        question = json.loads(asked.body)
        circle, types = question["locationRestriction"]["circle"], question.get("includedTypes", [])
        if asked.path != "/google/v1/places:searchNearby" or not 1 <= question["maxResultCount"] <= 20:
            return _refused(400, "INVALID_ARGUMENT", "Max_result_count must be between 1 and 20 inclusively.")
        if not 0 < circle["radius"] <= 50_000 or len(types) > 50:
            return _refused(400, "INVALID_ARGUMENT", "Radius must be between 0 and 50000 inclusively.")
        area = Circle(circle["center"]["latitude"], circle["center"]["longitude"], circle["radius"])
        found = [
            _google_place(number, thing)
            for number, thing in enumerate(self.things, 1)
            if area.contains(thing.lat, thing.lon) and set(types) & set(thing.google)
        ]
        wanted = {name.removeprefix("places.").split(".")[0] for name in mask.split(",")}
        places = [{name: value for name, value in place.items() if name in wanted} for place in found]
        return 200, {"places": places[: question["maxResultCount"]]} if places else {}

    # Wikidata: https://www.mediawiki.org/wiki/Wikidata_Query_Service/User_Manual

    _POINT = r'"Point\((-?[\d.]+) (-?[\d.]+)\)"\^\^geo:wktLiteral \.'
    _AROUND = re.compile(rf'wikibase:center {_POINT} bd:serviceParam wikibase:radius "([\d.]+)" \.')
    _BOX = re.compile(rf"wikibase:cornerSouthWest {_POINT} bd:serviceParam wikibase:cornerNorthEast {_POINT}")

    def wikidata(self, asked: Asked, _: list[Asked]) -> tuple[int, object]:
        if asked.headers.get("user-agent", "").lower().startswith(("python", "aiohttp")):
            return 403, b"Please set a user-agent that complies with our policy."
        text = parse_qs(asked.body).get("query", [""])[0]
        areas = [Circle(float(lat), float(lon), 1_000 * float(km)) for lon, lat, km in self._AROUND.findall(text)]
        areas += [Box(float(s), float(w), float(n), float(e)) for w, s, e, n in self._BOX.findall(text)]
        if not areas or text.count("{") != text.count("}"):
            return (
                400,
                b"SPARQL-QUERY: queryStr=\xe2\x80\xa6 java.util.concurrent.ExecutionException: MalformedQueryException",
            )
        rows = [
            {"item": {"type": "uri", "value": f"http://www.wikidata.org/entity/Q{number}"},
             "where": {"datatype": "http://www.opengis.net/ont/geosparql#wktLiteral", "type": "literal",
                       "value": f"Point({thing.lon} {thing.lat})"},
             "site": {"type": "uri", "value": thing.site or thing.tags.get("website", "")},
             "kind": {"xml:lang": "en", "type": "literal", "value": kind},
             "itemLabel": {"xml:lang": "de", "type": "literal", "value": thing.wikidata_name or thing.name}}
            for number, thing in enumerate(self.things, 1)
            for kind in (thing.wikidata if any(area.contains(thing.lat, thing.lon) for area in areas) else ())
        ]  # fmt: skip
        return 200, {"head": {"vars": ["item", "itemLabel", "where", "site", "kind"]}, "results": {"bindings": rows}}


def _area(around: str, numbers: str) -> Circle | Box:
    values = [float(number) for number in numbers.split(",")]
    return Circle(values[1], values[2], values[0]) if around else Box(*values)


def _refused(status: int, name: str, message: str) -> tuple[int, object]:
    return status, {"error": {"code": status, "message": message, "status": name}}


def _google_place(number: int, thing: Thing) -> dict[str, object]:
    place: dict[str, object] = {
        "id": f"ChIJ{number}",
        "types": list(thing.google),
        "primaryType": thing.google[0],
        "formattedAddress": "Am Markt 3, 23966 Wismar, Germany",
        "location": {"latitude": thing.lat + 0.0001, "longitude": thing.lon},
        "displayName": {"text": thing.google_name or thing.name, "languageCode": "de"},
        "regularOpeningHours": {
            "openNow": True,
            "weekdayDescriptions": ["Monday: Closed", "Tuesday: 10:00 AM – 6:00 PM"],
        },
        "businessStatus": "OPERATIONAL",
    }
    site = thing.site or thing.tags.get("website")
    return {**place, "websiteUri": site} if site else place
