"""Which addresses we go to: http and https, read as browsers read them, and only public ones.

An address is read by Ada, the parser of the URL standard, so that what is checked is what is asked
for: `http://2130706433/`, `http://0x7f.1/` and `http://127。0。0。1/` are all 127.0.0.1 before anybody
looks at them. Names and passwords in an address are dropped; no page of events needs them. Whether an
IP address is public is decided by the registries of special ranges, not by the version of Python.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from typing import NamedTuple

from eventlocky.errors import AddressRefusedError

_SCHEMES = {"http": 80, "https": 443}
_BEGINNINGS = tuple(f"{scheme}://" for scheme in _SCHEMES)
_PARTS = re.compile(r"((https?)://(\[[0-9a-f:.]+\]|[^\[\]:/?#@\\]+)(?::(\d+))?)/")
"""The beginning of an address as Ada writes it: asking Ada for every part by itself takes three times as long."""
_LONGEST = 8_000
"""Longer addresses are refused: servers answer them with an error (RFC 9110 asks for 8,000 to be taken)."""

_OTHER_SERVICES = frozenset(
    (0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
     109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
     530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
     4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080)
)  # fmt: skip
"""Ports where mail, chat and the like listen: browsers send no request there (the Fetch standard), nor do we."""


def _networks(*ranges: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(map(ipaddress.ip_network, ranges))


_NOT_PUBLIC_4 = _networks(
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",  # private
    "100.64.0.0/10",  # behind a provider
    "127.0.0.0/8",  # this machine
    "168.63.129.16/32",  # the inside of a cloud, at an address that looks public
    "169.254.0.0/16",  # this link, the metadata of clouds among it
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocols
    "192.0.2.0/24",  # documents
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # multicast tunnels
    "192.88.99.0/24",  # 6to4 relays
    "192.168.0.0/16",  # private
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documents
    "203.0.113.0/24",  # documents
    "224.0.0.0/4",  # many at once
    "240.0.0.0/4",  # reserved, and everybody
)
_PUBLIC_6 = ipaddress.IPv6Network("2000::/3")
"""The only part of IPv6 that is given out; everything else is special or reserved (NAT64 and ::/96 among it)."""
_NOT_PUBLIC_6 = _networks(
    "2001::/23",  # protocols: Teredo, benchmarks, ORCHID
    "2001:db8::/32",  # documents
    "2002::/16",  # 6to4: an IPv4 address inside
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documents
)
_LOOPBACK = _networks("127.0.0.0/8", "::1/128")


class Address(NamedTuple):
    """An address that a request may be sent to, as the URL standard writes it."""

    url: str
    host: str
    port: int
    origin: str
    ip: str | None
    """The IP address that stands in place of a name, if one does."""

    @property
    def is_robots(self) -> bool:
        """Whether this is where a site keeps its rules."""
        return self.url == f"{self.origin}/robots.txt"


def read(url: str, base: str | None = None) -> Address:
    """Read an address, or raise AddressRefusedError where it is none that we go to.

    Fragment, user name and password are dropped: `http://a:b@X.example/y#z` is `http://x.example/y`.
    """
    if len(url) > _LONGEST:
        message = f"{url[:80]}… has {len(url):,} characters, too many for an address."
        raise AddressRefusedError(message)
    return _read(url, base)


@lru_cache(maxsize=1024)
def _read(url: str, base: str | None) -> Address:
    from ada_url import URL, join_url, normalize_url  # 25 ms; reading a page from a file does not need it

    try:
        href = normalize_url(_sound(url)) if base is None else join_url(_sound(base), _sound(url))
    except ValueError as error:
        message = f"{_sound(url)} is not a web address. Give one that begins with http:// or https://."
        raise AddressRefusedError(message) from error
    if href.startswith(_BEGINNINGS) and ("@" in href or "#" in href):
        parts = URL(href)
        parts.username = parts.password = parts.hash = ""
        href = parts.href
    found = _PARTS.match(href)
    if found is None:
        message = f"{_sound(url)} is not a web address. Give one that begins with http:// or https://."
        raise AddressRefusedError(message)
    origin, scheme, host, own_port = found.groups()
    port = int(own_port or _SCHEMES[scheme])
    if port in _OTHER_SERVICES:
        message = f"{_sound(url)} is not a web address: port {port} belongs to another service."
        raise AddressRefusedError(message)
    bare = host.strip("[]")
    is_ip = host.startswith("[") or bare.replace(".", "").isdigit()
    return Address(href, host, port, origin, bare if is_ip else None)


def _sound(text: str) -> str:
    """Replace halves of characters, as the URL standard does before it looks."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def check_address(url: str) -> None:
    """Refuse what is not an http or https address with a host.

    The door for what a person gives: where the standard takes the path for a host (`http:///x` is
    `http://x/`), the host was forgotten.
    """
    read(url)
    if url.partition(":")[2].replace("\\", "/").startswith("///"):
        message = f"{url} is not a web address: there is no host in it."
        raise AddressRefusedError(message)


@lru_cache(maxsize=4096)
def is_public(address: str) -> bool:
    """Tell whether an IP address is on the public network, also where IPv6 carries an IPv4 one."""
    ip = _ip(address)
    if isinstance(ip, ipaddress.IPv4Address):
        return not any(ip in network for network in _NOT_PUBLIC_4)
    return ip in _PUBLIC_6 and not any(ip in network for network in _NOT_PUBLIC_6)


def check_ip(address: str, *, allow_loopback: bool) -> None:
    """Refuse an IP address that is not public; loopback only where it is allowed."""
    if is_public(address):
        return
    ip = _ip(address)
    is_loopback = any(ip in network for network in _LOOPBACK)
    if is_loopback and allow_loopback:
        return
    hint = " Set allow_loopback to fetch from this machine." if is_loopback else ""
    message = f"The address {ip} is not public, so nothing is fetched from it.{hint}"
    raise AddressRefusedError(message)


def _ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an IP address; one of IPv4 in the clothes of IPv6 is the one of IPv4."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        return ip.ipv4_mapped
    return ip
