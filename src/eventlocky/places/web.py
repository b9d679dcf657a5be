"""The web site of an organisation as people write it on maps: `www.x.org; N/A`, `HTTP://X.org`, `javascript:…`.

Whether a site may be visited is decided by who visits it; here what can be none is left out, so that nobody tries.
"""

from __future__ import annotations

import ipaddress
import re

_LONGEST = 2_000
_PLAIN = re.compile(r"https?://((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,9}[a-z]{2,24})(/[!$-:<-~]*)?")
"""An address as most are: nothing about it can be read in two ways, so that no parser is needed."""
_SEPARATOR = re.compile(r"[;\s]+|,(?=\s*(?:https?:|www\.))")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30}):(?!\d)", re.IGNORECASE)
_NOT_PUBLIC = (".local", ".internal", ".invalid", ".test", ".onion", ".arpa", ".lan")
_LOCAL = (*_NOT_PUBLIC, ".localhost")
_MOST_PARTS = 5


def website(text: object, *, local: bool = False) -> str | None:
    """Return the first address of a text that can be a web site, or None; `local` lets this machine's pass."""
    if not isinstance(text, str) or not text:
        return None
    plain = _PLAIN.fullmatch(text) if len(text) <= _LONGEST else None
    if plain and not plain[1].endswith(_LOCAL):
        return text if plain[2] else f"{text}/"
    for part in _SEPARATOR.split(text[: 2 * _LONGEST], maxsplit=_MOST_PARTS)[:_MOST_PARTS]:
        if found := _address(part.strip("<>\"'()[]"), local=local):
            return found
    return None


def host(address: str | None) -> str:
    """Return the host of an address without `www.`: by it two sources speak of the same site."""
    name = (address or "").partition("://")[2].partition("/")[0].partition("?")[0].lower()
    return name.removeprefix("www.")


def _address(part: str, *, local: bool) -> str | None:
    """Read one address, with https where no scheme is said."""
    from ada_url import URL  # 25 ms; most addresses do without

    scheme = _SCHEME.match(part)
    if not part or len(part) > _LONGEST or (scheme and scheme[1].lower() not in {"http", "https"}):
        return None
    try:
        parts = URL(part if scheme else f"https://{part.lstrip('/')}")
        parts.username = parts.password = parts.hash = ""
        href, name = parts.href, parts.hostname
    except (ValueError, UnicodeEncodeError):
        return None
    return href if _is_site(name, local=local) else None


def _is_site(name: str, *, local: bool) -> bool:
    """Tell whether a host may have a public web site: a name with a dot, or a public IP address."""
    bare = name.strip("[]").rstrip(".")
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        if bare == "localhost" or bare.endswith(".localhost"):
            return local
        return "." in bare and ".." not in bare and not bare.endswith(_NOT_PUBLIC)
    return address.is_global or (local and address.is_loopback)
