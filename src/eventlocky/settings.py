"""One Settings for the whole project: defaults, then a TOML file, then the environment.

The file is `eventlocky.toml` in the working directory, or the one that `EVENTLOCKY_SETTINGS` names.
Every setting can be given in the environment too: `timeout_s` as `EVENTLOCKY_TIMEOUT_S`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import inf, nan
from pathlib import Path
from typing import Any

from eventlocky.errors import SettingsError

PREFIX = "EVENTLOCKY_"
FILE_NAME = "eventlocky.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set. The comment beside each is its entry in `docs/settings.md`."""

    user_agent: str = (
        "Eventlocky/0.1 (reads public event pages; obeys robots.txt)"  # how the crawler names itself to a site
    )
    opt_out_page: str = ""  # a page that says who crawls and how to be left out; goes into the user agent
    timeout_s: float = 20.0  # the longest a site may take to answer, in seconds
    header_timeout_s: float = 10.0  # the longest it may take until the headers of an answer are there
    chunk_timeout_s: float = 10.0  # the longest it may be silent in the middle of an answer
    delay_s: float = 1.0  # the least pause between two requests to a host (this machine apart)
    max_delay_s: float = 60.0  # a host that asks for a longer pause is left alone for that long
    max_page_bytes: int = 10_000_000  # larger pages are refused
    max_redirects: int = 5  # the longest chain of redirects that is followed
    max_at_once: int = 32  # how many sites are asked side by side
    readers: int = 1  # how many processes read pages beside the one that asks for them (0: it reads them itself)
    reader_share: float = 1.0  # the part of a core that each of them takes in the long run: 0.5 leaves room for others
    max_pages_per_site: int = 12  # how many pages are asked of one site, at the most
    crawl_order: str = "best"  # in which order the pages of a site are asked for: best or breadth
    obey_noindex: bool = True  # leave out the events of pages that ask robots not to keep them
    obey_nofollow: bool = True  # leave alone the links that pages ask robots not to follow
    render: str = "sandboxed"  # may a browser show pages that are empty without JavaScript: sandboxed, always or never
    archive: str = ""  # the folder where every answer is written as WARC ("" writes none)
    replay: str = ""  # a WARC file, or a folder of them, that is read in place of the network ("" asks the network)
    allow_loopback: bool = False  # may addresses on this machine be fetched (the demo and tests need it)
    finder: str = "best"  # which algorithm finds the records of a page
    classifier: str = ""  # which classifier judges the records of a page ("" takes the one that the kind names)
    model: str = ""  # the file of a trained model ("" takes the one that the package carries for the kind)
    dates: str = "grammar"  # which reader finds the dates of a page ("plain" is the baseline)
    kinds_dir: str = "kinds"  # where your own kinds live, as TOML files
    store: str = (
        "eventlocky.sqlite"  # the file that keeps the events, or a server: postgresql://USER:PASSWORD@HOST/NAME
    )
    sources: str = "overpass"  # where organisations come from: overpass, google, wikidata, pbf; several with spaces
    geocoder: str = "gazetteer"  # who knows where a place is: gazetteer (offline) or nominatim
    overpass_urls: str = "https://overpass-api.de/api/interpreter https://overpass.private.coffee/api/interpreter"
    # ↑ the Overpass servers, tried in turn, with spaces between
    overpass_timeout_s: float = 60.0  # the longest that an Overpass server may work on one question
    nominatim_url: str = "https://nominatim.openstreetmap.org"  # the Nominatim server
    google_places_url: str = "https://places.googleapis.com"  # the server of Google Places
    google_places_key: str = ""  # your key for Google Places
    google_max_requests: int = 20  # how often Google may be asked in one search; each costs money
    wikidata_url: str = "https://query.wikidata.org/sparql"  # the SPARQL service of Wikidata
    osm_extract: str = ""  # a local extract of OpenStreetMap (.osm.pbf) for the source pbf
    places_cache: str = "~/.cache/eventlocky/places.sqlite"  # where answers of these services are kept ("" keeps none)
    places_cache_days: float = 7.0  # for how long they are fresh
    max_places_bytes: int = 50_000_000  # larger answers of these services are refused
    host: str = "127.0.0.1"  # the address that `serve` listens on
    port: int = 8800  # the port that `serve` listens on
    contact: str = ""  # an e-mail address or a page where the owner of a site reaches you; `/about` shows it
    image_cache: str = "~/.cache/eventlocky/images"  # the folder where small pictures are kept ("" keeps none)
    image_cache_bytes: int = 500_000_000  # how many bytes of them
    max_image_bytes: int = 15_000_000  # larger pictures are refused
    home_name: str = ""  # the name of the place that the home page shows where a visitor says none
    home_point: str = ""  # the point of that place, as "latitude, longitude" ("" shows everything that is known)
    map_tiles: str = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"  # the pictures that the map is made of
    map_credit: str = "© OpenStreetMap contributors"  # whom the map thanks
    map_file: str = ""  # a GeoJSON file that is drawn as the map in place of pictures
    public_url: str = ""  # the address by which people reach the server, for links in letters
    sign_up: bool = True  # may strangers make accounts
    session_days: float = 30.0  # for how many days somebody stays signed in
    confirm_hours: float = 48.0  # for how many hours a link that confirms an address is good
    reset_hours: float = 1.0  # for how many hours a link to a new password is good
    password_memory_kb: int = 65_536  # the memory that hashing a password takes, in KiB
    password_rounds: int = 3  # how often it goes over that memory
    smtp_host: str = ""  # the mail server that letters go out by ("" sends none)
    smtp_port: int = 587  # its port: 587 for starttls, 465 for tls, 25 for plain
    smtp_security: str = "starttls"  # how the way to it is kept private: starttls, tls or plain
    smtp_user: str = ""  # the name to sign in with ("" does not sign in)
    smtp_password: str = ""  # the password to sign in with
    smtp_timeout_s: float = 30.0  # the longest it may take to answer
    smtp_ca_file: str = ""  # a file of certificates to trust in place of the system's
    mail_from: str = ""  # the sender of letters: an address, or a name with the address in <>
    places_file: str = ""  # a file of organisations that `serve` searches in place of `sources` ("" asks those)
    near_at_once: int = 2  # how many searches nearby `serve` runs at once (0: visitors begin none)
    near_max_sites: int = 200  # how many sites one of them visits, the nearest
    near_fresh_s: float = 3_600.0  # a place that was searched so lately is answered from the store
    push_key: str = ""  # the private key that signs web push: `eventlocky digest --new-push-key` ("" sends none)
    send_notices: bool = True  # does `serve` tell people of their saved searches while it runs
    digest_hour: int = 8  # the hour of the day at which daily and weekly letters go out, by the person's own clock
    default_zone: str = ""  # the time zone of people who said none, by its IANA name ("" is UTC)


def load(file: Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings in force, or raise SettingsError with the name of the one that does not fit."""
    environment = os.environ if environment is None else environment
    settings = Settings()
    named = file or _named_file(environment)
    if named is not None or Path(FILE_NAME).is_file():
        settings = _with_file(settings, named or Path(FILE_NAME))
    values = {
        key.removeprefix(PREFIX).lower(): value
        for key, value in environment.items()
        if key.startswith(PREFIX) and key != f"{PREFIX}SETTINGS"
    }
    return _with(settings, values, "the environment")


def _named_file(environment: Mapping[str, str]) -> Path | None:
    name = environment.get(f"{PREFIX}SETTINGS")
    return Path(name) if name else None


def _with_file(settings: Settings, file: Path) -> Settings:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"The settings file {file} cannot be read: {error.strerror}. Check the path in {PREFIX}SETTINGS."
        raise SettingsError(message) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"The settings file {file} is not valid TOML: {error}."
        raise SettingsError(message) from error
    return _with(settings, values, str(file))


def _with(settings: Settings, values: Mapping[str, object], origin: str) -> Settings:
    known = {field.name: type(getattr(settings, field.name)) for field in fields(Settings)}
    for name in values:
        if name not in known:
            message = f"There is no setting {name!r} (in {origin}). Known: {', '.join(sorted(known))}."
            raise SettingsError(message)
    fitting: dict[str, Any] = {name: _fit(name, value, known[name], origin) for name, value in values.items()}
    return replace(settings, **fitting)


def _fit(name: str, value: object, wanted: type, origin: str) -> object:
    """Turn a value of the file or the environment into the type of its setting."""
    if wanted is bool and isinstance(value, str) and value.lower() in {"1", "true", "yes", "on"}:
        return True
    if wanted is bool and isinstance(value, str) and value.lower() in {"0", "false", "no", "off", ""}:
        return False
    if wanted in {int, float}:
        return _number(name, value, wanted, origin)
    if isinstance(value, wanted):
        return value
    message = f"The setting {name} (in {origin}) must be a {_KIND_NAMES[wanted]}, not {value!r}."
    raise SettingsError(message)


def _number(name: str, value: object, wanted: type, origin: str) -> int | float:
    """Read a number that is not below the least that makes sense; `88.7` is not a whole one."""
    least, most = _LEAST.get(name, 0), _MOST.get(name, inf)
    try:
        number = wanted(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else nan
    except (ValueError, OverflowError):
        number = nan
    if least <= number <= most and (isinstance(value, str) or number == value):
        return number
    bounds = f"from {least} on" if most == inf else f"from {least} to {most}"
    message = f"The setting {name} (in {origin}) must be a {_KIND_NAMES[wanted]} {bounds}, not {value!r}."
    raise SettingsError(message)


_LEAST = {
    "timeout_s": 0.001,
    "header_timeout_s": 0.001,
    "chunk_timeout_s": 0.001,
    "max_page_bytes": 1,
    "max_at_once": 1,
    "max_pages_per_site": 1,
    "reader_share": 0.01,
    "port": 1,
    "overpass_timeout_s": 1,
    "google_max_requests": 1,
    "max_places_bytes": 1,
    "max_image_bytes": 1,
    "session_days": 0.01,
    "confirm_hours": 0.01,
    "reset_hours": 0.01,
    "password_memory_kb": 8,
    "password_rounds": 1,
    "smtp_port": 1,
    "smtp_timeout_s": 0.001,
    "near_max_sites": 1,
}
_MOST = {"reader_share": 1.0, "port": 65_535, "smtp_port": 65_535, "digest_hour": 23}
_KIND_NAMES = {bool: "true or false", int: "whole number", float: "number", str: "text"}
