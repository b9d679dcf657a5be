"""Text and addresses of strangers made harmless before they are written into any format.

What a page says stays what it says: letters, signs, emoji, right-to-left scripts. What only steers a machine goes:
control characters, overrides of the direction of writing, halves of characters, and addresses that are not of the web.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

# Newline and tab stay. The rest of C0 and C1, the separators that some readers take for line ends, the marks that turn
# the direction of the text around them, halves of characters, and what XML cannot hold.
_STEERING = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]"
)
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_PLAIN_ADDRESS = re.compile(r"https?://[a-z0-9][a-z0-9.-]*(?::\d{1,4})?(?:[/?#][A-Za-z0-9/?#&=+,;:@!$()*~%._-]*)?")
_LONGEST = 20_000
_LONGEST_ADDRESS = 2_000
_KEPT_IN_ADDRESS = "/:?#[]@!$&()*+,;=%~"


def prose(text: str | None) -> str:
    """Return a text without what steers machines; line ends become newlines."""
    if not text:
        return ""
    if text.isprintable() and len(text) <= _LONGEST:  # nearly every text, and three times as fast
        return text.strip()
    return _STEERING.sub("", _LINE_ENDS.sub("\n", text[:_LONGEST])).strip()


def whole(text: str) -> str:
    """Return a text of any length without what steers machines: a document, not a field of one."""
    return _STEERING.sub("", _LINE_ENDS.sub("\n", text))


def line(text: str | None) -> str:
    """Return a text in one line."""
    return " ".join(prose(text).split())


def are_lines(texts: Iterable[str]) -> bool:
    """Tell whether `prose` and `line` leave texts as they are; of several at once that is faster told than of each.

    What can be printed holds no other white space than single blanks.
    """
    text = "|".join(texts)
    return (
        len(text) <= _LONGEST
        and text.isprintable()
        and not any(odd in text for odd in ("  ", " |", "| "))
        and text == text.strip()
    )


def is_plain_address(text: str) -> bool:
    """Tell whether `address` leaves an address as it is."""
    return len(text) <= _LONGEST_ADDRESS and bool(_PLAIN_ADDRESS.fullmatch(text))


def address(text: str | None) -> str | None:
    """Return a web address with everything escaped that could end it, or None where it is none."""
    if not text or len(text) > _LONGEST_ADDRESS:
        return None
    if is_plain_address(text):
        return text
    try:
        bare = prose(text).replace("\n", "").replace("\t", "")
        escaped = quote(bare if bare.isascii() else _in_ascii(bare), safe=_KEPT_IN_ADDRESS)
        parts = urlsplit(escaped)
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:  # no address at all: brackets that do not match, letters that are none
        return None
    return escaped if is_web else None


def _in_ascii(text: str) -> str:
    """Return an address with the host and the path that machines write for it; one that is none raises ValueError."""
    from ada_url import URL  # few addresses need it

    return str(URL(text).href)
