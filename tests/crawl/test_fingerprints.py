"""The same page is known again, a changed one never is; copies and mirrors are seen."""

from __future__ import annotations

import random
import time

import pytest

from eventlocky.crawl.fingerprints import NEAR_BITS, Fingerprint, Seen, compare, distance, near, readable, share_alike

PAGE = b"""<!doctype html><html><head><title>What is on</title><meta name="csrf-token" content="%(token)s">
<meta name="description" content="Concerts"><script nonce="%(token)s">var now = "%(token)s"; // <!-- not a comment</script>
<script type="application/ld+json">{"@type": "Event", "startDate": "2026-11-20"}</script></head><body>
<!-- made in %(token)s s --><form><input type="hidden" name="t" value="%(token)s"></form>
<h1>Concert</h1><a href="/tickets/1">Tickets</a> <time datetime="2026-11-20">Friday</time> <!-- end --></body></html>"""


def page(token: bytes = b"1", old: bytes = b"", new: bytes = b"") -> bytes:
    return (PAGE % {b"token": token}).replace(old, new) if old else PAGE % {b"token": token}


def test_the_same_bytes_are_the_same_page():
    _, known = compare(page())
    assert compare(page(), known) == (True, known)


def test_a_first_visit_is_no_known_page():
    same, known = compare(page())
    assert (same, known.readable) == (False, None)


def test_a_page_that_is_another_at_every_visit_is_known_from_the_third_on():
    _, first = compare(page(b"1"))
    same, second = compare(page(b"2"), first)
    assert not same
    same, third = compare(page(b"3"), second)
    assert same
    assert compare(page(b"4"), third)[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Concert<", b"Concert, cancelled<"),
        (b'2026-11-20"}', b'2026-11-21"}'),
        (b'datetime="2026-11-20"', b'datetime="2026-11-21"'),
        (b"/tickets/1", b"/tickets/2"),
        (b'content="Concerts"', b'content="Talks"'),
        (b"<h1>Concert</h1>", b"<H1>Concert</H1>"),
    ],
)  # fmt: skip
def test_whatever_can_be_read_counts(old, new):
    known = Fingerprint(b"", readable(page()))
    assert not compare(page(b"2", old, new), known)[0]


def test_a_comment_in_a_script_does_not_hide_what_follows():
    assert readable(b"<script>x = '<!--'</script><p>one</p><!-- a -->") != readable(
        b"<script>x = '<!--'</script><p>two</p><!-- a -->"
    )


def test_a_script_in_a_comment_does_not_hide_what_follows():
    assert readable(b"<!-- <script> --><p>one</p><script>1</script>") != readable(
        b"<!-- <script> --><p>two</p><script>1</script>"
    )


def test_what_never_ends_counts():
    assert readable(b"<p>x</p><script>one") != readable(b"<p>x</p><script>two")


@pytest.mark.parametrize("body", [b"", b"<", b"<!", b"<!-", b"\x00\xff", b"<script", "ü".encode("utf-16")])
def test_any_bytes_have_a_fingerprint(body):
    assert len(readable(body)) == 16
    assert compare(body, compare(body)[1])[0]


@pytest.mark.parametrize(
    "body",
    [b"<script" * 700_000, b"<!--" * 1_000_000, b"<input" * 700_000, b"<meta" * 1_000_000, b"<" * 5_000_000,
     b"<script></script" * 300_000],
    ids=["scripts", "comments", "fields", "meta", "angles", "closed"],
)  # fmt: skip
def test_a_page_made_to_be_slow_is_not(body):
    begun = time.process_time()
    readable(body)
    assert time.process_time() - begun < 1


WORDS = [f"word{number}" for number in range(5_000)]


def text(seed: int, count: int = 800) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=count))


def changed(words: str, count: int, seed: int = 1) -> str:
    split = words.split()
    start = random.Random(seed).randrange(len(split) - count)
    split[start : start + count] = [f"new{n}" for n in range(count)]
    return " ".join(split)


def test_texts_that_differ_a_little_differ_in_few_bits():
    distances = [distance(near(text(seed)), near(changed(text(seed), 3, seed))) for seed in range(50)]
    assert sorted(distances)[25] <= NEAR_BITS


def test_texts_that_have_nothing_in_common_do_not():
    distances = [distance(near(text(seed)), near(text(seed + 1_000))) for seed in range(200)]
    assert min(distances) > 3 * NEAR_BITS


@pytest.mark.parametrize("words", ["", "a", "ab" * 3, "東京", "日本語の長い文章です。" * 50, "\ud800", "x" * 1_000_000])
def test_any_text_has_one(words):
    assert 0 <= near(words) < 2**64
    assert near(words) == near(words)


def test_japanese_texts_are_told_apart_and_known_again():
    one = "。".join(f"第{n}回の演奏会は大ホールで開かれます" for n in range(60))
    other = "。".join(f"展覧会{n}は美術館の三階にあります" for n in range(60))
    assert distance(near(one), near(other)) > 3 * NEAR_BITS
    assert distance(near(one), near(one.replace("第30回", "第31回"))) <= NEAR_BITS


def test_a_fingerprint_is_the_same_on_every_machine():
    assert near("Concerts in the town hall, every Friday at eight.") == 9948619836904998977


def test_a_copy_is_found_among_many():
    seen = Seen()
    assert [seen.add(near(text(n)), f"/{n}") for n in range(300)] == [None] * 300
    assert seen.add(near(text(7)), "/copy") == "/7"
    assert seen.add(near(text(8)) ^ 0b1000_0000_0001, "/nearly") == "/8"


@pytest.mark.parametrize("bits", range(NEAR_BITS + 2))
def test_copies_may_differ_in_so_many_bits_wherever_they_are(bits):
    rng = random.Random(bits)
    for _ in range(50):
        seen = Seen()
        one = rng.getrandbits(64)
        other = one
        for place in rng.sample(range(64), bits):
            other ^= 1 << place
        seen.add(one, "/one")
        assert (seen.add(other, "/other") == "/one") == (bits <= NEAR_BITS)


def test_a_site_of_copies_alone_stays_quick():
    seen = Seen()
    begun = time.process_time()
    for number in range(5_000):
        seen.add(0, f"/{number}")
    assert time.process_time() - begun < 2


def test_a_mirror_shares_its_pages():
    ours = [near(text(n)) for n in range(20)]
    assert share_alike(ours, ours[::-1]) == 1.0
    assert share_alike(ours, ours[:10]) == 0.5
    assert share_alike(ours, [near(text(n + 500)) for n in range(20)]) == 0.0
    assert share_alike([], ours) == share_alike(ours, []) == 0.0


def test_unrelated_pages_of_the_corpora_are_never_near(shared):
    """The nearest two that are not copies of one another differ in six bits: of one shop, toys and games."""
    import gzip

    from eventlocky.page import parse

    files = sorted((shared / "corpora").glob("*/pages/*.html.gz"))[::5]
    texts = {parse(gzip.decompress(file.read_bytes())).text(0): file.name for file in files}
    seen = Seen()
    assert [name for text, name in texts.items() if seen.add(near(text), name)] == []
