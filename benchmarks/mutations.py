"""Read thousands of broken pages: how many raise what is not ours, how many take more than two seconds.

Seconds are those of the processor. Each page is a page of the corpora, broken in one to three of the ways below by a
seeded chance: run it twice and the same bytes come. Only our own errors may be raised; they are counted, since a page
that was made into a PDF by chance is rightly refused.

    python benchmarks/mutations.py --pages 10000
    python benchmarks/mutations.py --pages 500 --finder locky --seed 7

Exit 1 where anything else was raised or a page was too slow. `tests/test_mutations.py` uses the same ways on pages
of the project's own.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time

from eventlocky import extract
from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

COULD_NOT_RUN = 3
TOO_SLOW_S = 2.0
TODAY = date(2026, 11, 16)
MOST_SHOWN = 5
LARGEST = 150_000
"""Twice the mean page: what larger pages cost is asked by `benchmarks/page.py`, here it is what broken ones do."""


_TAG = re.compile(rb"<[^<>]{0,500}>")
_ENCODINGS = ("utf-16-le", "utf-16-be", "utf-7", "shift_jis", "euc_jp", "windows-1251", "cp500", "utf-32-le")
_ELEMENTS = b"div span table tr td ul li p a b form select option template svg math script style textarea pre".split()
_VALUES = (
    b"",
    b"\x00",
    b"x" * 5_000,
    b"&#x110000;&#xD800;",
    "2026-11-16T25:61 \u202e\ud83d\ude00".encode("utf-8", "surrogatepass"),
    b"javascript:alert(1)",
    b"http://[::1",
    b"//:99999999/",
    b'"><b',
)

Way = Callable[[bytes, Random], bytes]


# The ways -----------------------------------------------------------------------------------------


def cut(body: bytes, chance: Random) -> bytes:
    """End somewhere, begin somewhere, or lose a piece in the middle."""
    first, stop = sorted(chance.randrange(len(body) + 1) for _ in range(2))
    return chance.choice((body[:stop], body[first:], body[:first] + body[stop:]))


def nested(body: bytes, chance: Random) -> bytes:
    """Put a piece far inside elements that are never closed."""
    place = chance.randrange(len(body) + 1)
    deep = b"".join(b"<%s>" % chance.choice(_ELEMENTS) for _ in range(chance.choice((3, 30, 300, 3_000))))
    return body[:place] + deep + body[place:]


def shuffled(body: bytes, chance: Random) -> bytes:
    """Change the order of tags, leaving the words where they are."""
    tags = _TAG.findall(body)
    first = chance.randrange(len(tags) + 1)
    stop = min(len(tags), first + chance.choice((5, 50, 5_000)))
    some = tags[first:stop]
    chance.shuffle(some)
    order = iter([*tags[:first], *some, *tags[stop:]])
    return _TAG.sub(lambda _: next(order), body)


def wrongly_encoded(body: bytes, chance: Random) -> bytes:
    """Write the page in another encoding than it says, or spill bytes of all kinds over it."""
    if chance.random() < 0.5:
        return body.decode("utf-8", "replace").encode(chance.choice(_ENCODINGS), "replace")
    spilt = bytearray(body)
    for _ in range(min(len(spilt), chance.choice((1, 20, 2_000)))):
        spilt[chance.randrange(len(spilt))] = chance.randrange(256)
    return bytes(spilt)


def duplicated(body: bytes, chance: Random) -> bytes:
    """Say a piece again and again, up to `LARGEST` bytes of it."""
    first = chance.randrange(len(body) + 1)
    piece = body[first : first + chance.choice((20, 500, 20_000))]
    times = min(chance.choice((2, 20, 2_000)), LARGEST // max(1, len(piece)))
    return body[:first] + piece * times + body[first:]


def noisy(body: bytes, chance: Random) -> bytes:
    """Give some elements attributes with odd names and values."""
    names = (b"class", b"id", b"style", b"href", b"src", b"datetime", b"colspan", b"hidden", b"itemprop", b'a"b<c')
    rate = chance.choice((0.01, 0.2, 0.9))

    def add(match: re.Match[bytes]) -> bytes:
        tag = match[0]
        if tag.startswith((b"</", b"<!")) or chance.random() > rate:
            return tag
        return tag[:-1] + b" %s='%s'>" % (chance.choice(names), chance.choice(_VALUES)[: chance.choice((5, 5_000))])

    return _TAG.sub(add, body[:300_000]) + body[300_000:]


WAYS: tuple[Way, ...] = (cut, nested, shuffled, wrongly_encoded, duplicated, noisy)


def mutations(bodies: Sequence[bytes], count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield so many broken pages, each with the ways that broke it; the same seed gives the same bytes."""
    for number in range(count):
        chance = Random(f"{seed}/{number}")  # noqa: S311 - no secret
        body = bodies[number % len(bodies)]
        ways = chance.sample(WAYS, chance.choice((1, 1, 2, 3)))
        for way in ways:
            body = way(body, chance)
        yield f"{number % len(bodies)}: {' + '.join(way.__name__ for way in ways)} (number {number}, seed {seed})", body


# The run ------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Read the broken pages and say what came of it."""
    options = _options(arguments)
    files = sorted(options.corpora.glob("*/pages/*.html.gz"))
    if not files:
        message = f"There are no pages in {options.corpora}. Give the folder that holds <corpus>/pages/*.html.gz."
        print(message, file=sys.stderr)
        return COULD_NOT_RUN
    bodies = [gzip.decompress(file.read_bytes()) for file in files]
    settings = Settings(finder=options.finder)
    extract("<p>1 May 2026", settings=settings)  # an unknown finder, and what the first page loads
    refused: Counter[str] = Counter()
    raised: list[str] = []
    seconds: list[tuple[float, str]] = []
    for name, body in mutations(bodies, options.pages, options.seed):
        begun = process_time()
        try:
            extract(body, "https://example.org/", fetched=TODAY, settings=settings)
        except EventlockyError as error:
            refused[type(error).__name__] += 1
        except Exception as error:  # noqa: BLE001 - these are what we look for
            raised.append(f"{name}: {error!r} at {traceback.extract_tb(error.__traceback__)[-1]}")
        seconds.append((process_time() - begun, f"{len(body):,} bytes, page {name}"))
    return report(options, refused, raised, seconds)


def report(
    options: argparse.Namespace, refused: Counter[str], raised: list[str], seconds: list[tuple[float, str]]
) -> int:
    """Print what came of the pages; the exit code says whether it is good."""
    slow = sorted((one for one in seconds if one[0] > TOO_SLOW_S), reverse=True)
    print(f"{len(seconds):,} broken pages, finder {options.finder}, seed {options.seed}")
    print(f"refused: {', '.join(f'{name} {count}' for name, count in refused.most_common()) or 'none'}")
    print(f"raised what is not ours: {len(raised)}")
    print(f"over {TOO_SLOW_S:.0f} s: {len(slow)}; mean {1_000 * fmean(one[0] for one in seconds):.1f} ms")
    for line in raised[:MOST_SHOWN]:
        print(f"  {line}")
    for time, name in sorted(seconds, reverse=True)[:MOST_SHOWN]:
        print(f"  {time:.2f} s: {name}")
    return 1 if raised or slow else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1_000, metavar="N", help="how many broken pages (default: 1,000)")
    parser.add_argument("--finder", default=Settings().finder, help="which algorithm finds the records")
    parser.add_argument("--seed", type=int, default=1, help="another seed breaks the pages in other ways")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="the folder of the corpora")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
