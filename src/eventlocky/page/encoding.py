"""Bytes to a document in the right encoding.

The order is the WHATWG one: byte order mark, what the transport says, `<meta>`, then a guess from
the bytes. It is left in two cases only, both found on real sites: bytes that are valid UTF-8 with
letters beyond ASCII are UTF-8 whatever is declared, and bytes that make no sense in the declared
encoding are guessed as if nothing had been declared.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from eventlocky.errors import NotHtmlError, PageTooComplexError, PageTooLargeError
from eventlocky.page import bombs

if TYPE_CHECKING:
    import turbohtml

_MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"BM\x00", "a bitmap"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"\x1f\x8b", "gzip-compressed data"),
    (b"BZh", "bzip2-compressed data"),
    (b"\xfd7zXZ\x00", "xz-compressed data"),
    (b"(\xb5/\xfd", "Zstandard-compressed data"),
    (b"7z\xbc\xaf'\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document"),
    (b"\x7fELF", "a program"),
    (b"ID3", "an audio file"),
    (b"OggS", "an audio or video file"),
    (b"fLaC", "an audio file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"SQLite format 3\x00", "a database"),
    (b"BEGIN:VCALENDAR", "an iCalendar file"),
)

_HEAD = 1_024
"""How far the WHATWG looks for a `<meta>` in bytes."""

_BROKEN = 0.01
"""More replacement characters than this share of the letters beyond ASCII is a wrong declaration."""


def format_of(body: bytes) -> str | None:
    """Name the format of bytes that are not HTML, or None."""
    head = body[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return name
    if head[:4] == b"RIFF" and head[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "a picture, sound or video"
    if head[4:8] == b"ftyp":
        return "a video or a picture"
    return None


def read(html: str | bytes, charset: str | None, *, max_bytes: int) -> tuple[turbohtml.Document, str]:
    """Return the parsed document and the name of its encoding."""
    _refuse_large(len(html), max_bytes)
    if isinstance(html, str):
        html = _without_surrogates(html)
        bombs.refuse(html.encode())
        return _parse(html), "UTF-8"
    html = bytes(html)
    if name := format_of(html):
        message = f"This is {name}, not a page of HTML. Give the address or file of an HTML page."
        raise NotHtmlError(message)
    bombs.refuse(html)
    document = _parse(html, _label(charset) or _label_of_wide(html))
    encoding = document.encoding or "UTF-8"
    better = _better(html, encoding)
    if better and better != encoding:
        document, encoding = _parse(html, better), better
    return document, encoding


def _parse(html: str | bytes, label: str | None = None) -> turbohtml.Document:
    """Call the parser; the contents of shadow roots stay in the tree, source positions are not kept."""
    import turbohtml  # 60 ms, paid by the first page only

    try:
        return turbohtml.parse(
            html,
            encoding=label,
            detect_encoding=True,
            positions=False,
            allow_declarative_shadow_roots=False,
        )
    except MemoryError as error:
        message = f"The tree of this page of {len(html):,} characters does not fit into memory."
        raise PageTooComplexError(message) from error


def _without_surrogates(html: str) -> str:
    """Replace the halves of letters that only a broken `str` can hold."""
    try:
        html.encode()
    except UnicodeEncodeError:
        return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return html


def _refuse_large(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        message = (
            f"The page has {size:,} bytes, more than the limit of {max_bytes:,}. "
            "Raise max_page_bytes in the settings to read it."
        )
        raise PageTooLargeError(message)


def _label(charset: str | None) -> str | None:
    """Return the declared label where the standard knows it."""
    if not charset:
        return None
    label = charset.strip().strip("\"'").lower()
    try:
        codecs.lookup(f"whatwg-{label}")
    except (LookupError, ValueError):
        return None
    return label


def _label_of_wide(body: bytes) -> str | None:
    """Recognise UTF-16 without a byte order mark: half of the bytes of its markup are zero."""
    head = body[:_HEAD]
    if len(head) < 8 or body[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:  # noqa: PLR2004
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    quarter = len(head) // 4
    if odd > quarter and not even:
        return "utf-16le"
    if even > quarter and not odd:
        return "utf-16be"
    return None


def _better(body: bytes, encoding: str) -> str | None:
    """Return an encoding that fits the bytes better than the one that was declared."""
    if body.isascii():
        return None
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        if encoding == "UTF-8":
            return _guess(body) if _is_nonsense(body, error) else None
        return None
    return None if encoding.startswith("UTF-16") else "UTF-8"


def _is_nonsense(body: bytes, error: UnicodeDecodeError) -> bool:
    """Tell a page in another encoding from one that is UTF-8 but for a few broken places."""
    sample = body[max(0, error.start - 2_000) : error.start + 200_000]
    text = sample.decode("utf-8", "replace")
    beyond = sum(letter > "\x7f" for letter in text)
    return text.count("\ufffd") > max(1, _BROKEN * beyond)


def _guess(body: bytes) -> str | None:
    """Guess from the bytes alone, deaf to what they declare."""
    from turbohtml.detect import detect

    match = detect(body.replace(b"charset", b"_______").replace(b"CHARSET", b"_______"))
    return match.encoding if match.encoding not in {None, "UTF-8", "UTF-8-SIG"} else None
