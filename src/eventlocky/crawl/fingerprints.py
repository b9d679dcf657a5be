"""Know a page again: the same one, or nearly one of those seen.

Unchanged is what need not be read again. The bytes decide at first; where they differ, what could be read
decides: text, attributes, JSON-LD, without scripts, comments, form fields and tokens for one visit. This
second look is only taken at pages that came back different once. A doubt always means "changed".

Near is what has nearly the same words: 64 bits that differ in few places where texts differ a little (SimHash,
after Charikar 2002, over pieces of eight bytes, so that any script will do). It tells copies of a page and
mirrors of a site. It must not be used to pass over a page that changed: one new event in a long list moves
few bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xxhash import xxh3_128, xxh3_128_digest

NEAR_BITS = 3
"""So many of 64 bits may differ between copies; see `docs/crawl-safety.md` for how it was measured."""
_BANDS = 4
"""With at most three bits changed, one of four bands of sixteen bits is untouched."""
_MOST_IN_BAND = 64
_MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9
_SHIFT = 29
"""Multiplied, shifted, multiplied, shifted, every bit of a piece is spread over all 64."""
_SAMPLED = 1 << 59
"""After the first product one piece in 32 is below: chosen by its own bits, and so the same on every page. One in 16
(before) tells copies no better on the corpora, one in 64 brings pages of one shop to four bits."""
_PIECE = 8

_DROPPED = ((b"<script", b"</script"), (b"<!--", b"-->"), (b"<input", b">"), (b"<meta", b">"))
"""Where begins, and where ends, what may be another at every visit (of `<meta` only what says csrf)."""
_BEGINNINGS = tuple(int.from_bytes(mark[1:3], "big") for mark, _ in _DROPPED)
_LONGEST_TAG = 500
_MOST_TAGS = 20_000
"""What comes after so many tags of these kinds counts in full; real pages have a hundred."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is kept of a page to know it again."""

    whole: bytes
    """Of all its bytes."""
    readable: bytes | None = None
    """Of what can be read on it; None as long as its bytes were never different from one visit to the next."""


def compare(body: bytes, known: Fingerprint | None = None) -> tuple[bool, Fingerprint]:
    """Tell whether a page is still the one that is known, and return what to know it by from now on."""
    whole = xxh3_128_digest(body)
    if known is None:
        return False, Fingerprint(whole)
    if whole == known.whole:
        return True, known
    now = Fingerprint(whole, readable(body))
    return now.readable == known.readable, now


def readable(body: bytes) -> bytes:
    """Return 16 bytes for what can be read on a page, however it is broken, in time that grows with its size."""
    digest = xxh3_128()
    view = memoryview(body)
    here = 0
    for start, stop in _spans(body):
        digest.update(view[here:start])
        here = stop
    digest.update(view[here:])
    return digest.digest()


def _spans(page: bytes) -> Iterator[tuple[int, int]]:
    """Yield where something stands that does not count; what never ends, and what a page says of itself, counts."""
    waiting = dict(_DROPPED)
    here = 0
    for start in _candidates(page):
        if start < here:
            continue
        mark = next((mark for mark in waiting if page.startswith(mark, start)), None)
        if mark is None or _counts(mark, page[start : start + _LONGEST_TAG].partition(b">")[0]):
            continue
        stop = page.find(waiting[mark], start + len(mark))
        if stop < 0:
            del waiting[mark]  # nor does the next one end
            continue
        yield start, stop
        here = stop


def _candidates(page: bytes) -> list[int]:
    """Return the places where the first letters of a tag are right: few of thousands, found all at once."""
    import numpy as np  # only pages that came back different need it

    letters = np.frombuffer(page, np.uint8)
    places = np.flatnonzero(letters[:-2] == ord("<"))
    pairs = letters[places + 1].astype(np.uint16) << 8 | letters[places + 2]
    fitting = np.zeros(len(places), np.bool_)
    for beginning in _BEGINNINGS:
        fitting |= pairs == beginning
    return [int(place) for place in places[fitting][:_MOST_TAGS]]


def _counts(mark: bytes, tag: bytes) -> bool:
    return (mark == b"<script" and b"ld+json" in tag) or (mark == b"<meta" and b"csrf" not in tag)


def near(text: str) -> int:
    """Return 64 bits that differ little for texts that differ little; give the text of the page's tree."""
    import numpy as np  # who reads the page has loaded it by then

    letters = text.encode("utf-8", "replace").ljust(_PIECE, b"\0")
    pieces = np.ndarray((len(letters) - _PIECE + 1,), "<u8", letters, strides=(1,)) * np.uint64(_MIX_1)
    sampled = pieces.compress(pieces < np.uint64(_SAMPLED))
    if not len(sampled):
        sampled = pieces
    sampled.sort()
    is_first = np.empty(len(sampled), np.bool_)
    is_first[0] = True
    np.not_equal(sampled[1:], sampled[:-1], out=is_first[1:])
    distinct = sampled.compress(is_first)
    distinct ^= distinct >> np.uint64(_SHIFT)
    distinct *= np.uint64(_MIX_2)
    distinct ^= distinct >> np.uint64(_SHIFT)
    bits = np.unpackbits(distinct.view(np.uint8)).reshape(-1, 64)
    most = np.add.reduce(bits, 0, np.uint32) > len(distinct) // 2
    return int.from_bytes(np.packbits(most).tobytes(), "big")


def distance(one: int, other: int) -> int:
    """Return in how many bits two near fingerprints differ."""
    return (one ^ other).bit_count()


class Seen:
    """The pages seen so far, to be asked for one like another."""

    def __init__(self) -> None:
        self._bands: dict[int, list[tuple[int, str]]] = {}

    def add(self, near: int, url: str) -> str | None:
        """Keep a page; return the address of an earlier one that it is a copy of, if there is one."""
        found: str | None = None
        page = (near, url)
        for band in range(_BANDS):
            key = band << 16 | (near >> 16 * band & 0xFFFF)
            row = self._bands.get(key)
            if row is None:
                self._bands[key] = [page]
                continue
            found = found or next((other for known, other in row if distance(near, known) <= NEAR_BITS), None)
            if len(row) < _MOST_IN_BAND:
                row.append(page)
        return found


def share_alike(pages: Iterable[int], others: Iterable[int]) -> float:
    """Return which part of the pages of one site has a copy among those of another; 1.0 is a mirror."""
    import numpy as np

    ours = np.fromiter(pages, np.uint64)
    theirs = np.fromiter(others, np.uint64)
    if not len(ours) or not len(theirs):
        return 0.0
    return float(np.mean([np.bitwise_count(theirs ^ page).min() <= NEAR_BITS for page in ours]))
