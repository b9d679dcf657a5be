"""What is read from archives, whole and broken."""

from __future__ import annotations

import gzip
import io
import random
import zlib
from datetime import UTC, date, datetime

import brotli
import pytest
from cluster_archives import packed, page, record

from eventlocky.cluster.archives import Archive, Piece, cut
from eventlocky.cluster.warc import Capture, Passed, Problem, read

MOST = 1_000_000


def found(data: bytes, *, name: str = "a.warc.gz", most: int = MOST, start: int = 0, stop: int | None = None):
    archive = Archive(name, len(data))
    return list(read(io.BytesIO(data), Piece(archive, start, len(data) if stop is None else stop), most))


def pages(items) -> list[str]:
    return [item.url for item in items if isinstance(item, Capture)]


def problems(items) -> list[tuple[str, int]]:
    return [(item.reason, item.offset) for item in items if isinstance(item, Problem)]


def urls(*numbers: int) -> list[str]:
    return [f"https://site{number}.example/whats-on" for number in numbers]


GOOD = packed(*(record(number, page(number)) for number in range(6)))
OFFSETS = [sum(map(len, GOOD[:number])) for number in range(7)]


def test_a_page_comes_with_its_address_time_encoding_and_place():
    more = "WARC-Payload-Digest: sha1:ABC\r\nWARC-Truncated: length\r\n"
    http = "Content-Type: Text/HTML; charset=ISO-8859-1\r\nX-Robots-Tag: noindex\r\nX-Robots-Tag: nofollow"
    (one,) = found(b"".join(packed(record(7, b"<p>caf\xe9", http=http, more=more))))
    assert one == Capture(
        offset=0,
        length=one.length,
        url="https://site7.example/whats-on",
        captured=datetime(2026, 11, 1, 12, tzinfo=UTC),
        day=date(2026, 11, 1),
        body=b"<p>caf\xe9",
        content_type=one.content_type,
        charset="iso-8859-1",
        robots_tags=("noindex", "nofollow"),
        digest="sha1:ABC",
        truncated="length",
    )


def test_every_record_belongs_to_exactly_one_piece_wherever_the_archive_is_cut():
    data = b"".join(GOOD)
    for size in (1, 2, 7, 50, 211, OFFSETS[1], OFFSETS[1] + 1, 997, len(data)):
        pieces = cut([Archive("a.warc.gz", len(data))], size)
        items = [item for piece in pieces for item in read(io.BytesIO(data), piece, MOST)]
        assert pages(items) == urls(*range(6))
        assert problems(items) == []


def test_an_archive_that_was_cut_gives_what_is_whole_and_says_where_it_ends():
    items = found(b"".join(GOOD)[: OFFSETS[5] + 60])
    assert pages(items) == urls(0, 1, 2, 3, 4)
    assert problems(items) == [("cut", OFFSETS[5])]


@pytest.mark.parametrize(
    ("first", "last"), [(60, 90), (0, 2), (-8, -4), (3, 200)], ids=["body", "magic", "crc", "most"]
)
def test_a_damaged_record_hurts_no_other(first, last):
    member = bytearray(GOOD[2])
    member[first:last] = bytes(len(member[first:last]))
    items = found(b"".join([*GOOD[:2], bytes(member), *GOOD[3:]]))
    assert pages(items) == urls(0, 1, 3, 4, 5)
    assert problems(items) == [("corrupt", OFFSETS[2])]


def test_what_stands_between_records_is_passed_over_and_reported():
    items = found(b"".join([GOOD[0], b"\0" * 1000, GOOD[1], b"no archive"]))
    assert pages(items) == urls(0, 1)
    assert [reason for reason, _ in problems(items)] == ["corrupt", "corrupt"]


def test_a_bad_record_is_kept_aside_with_its_first_bytes_and_how_far_it_reaches():
    bad = next(item for item in found(b"".join([GOOD[0], b"\0" * 1000, GOOD[1]])) if isinstance(item, Problem))
    assert (bad.offset, bad.length, bad.head) == (OFFSETS[1], 1000, bytes(512))


def test_a_record_that_says_another_length_does_not_eat_the_next():
    lie = record(9, page(9)).replace(b"Content-Length: ", b"Content-Length: 9", 1)
    items = found(b"".join([*packed(lie), GOOD[1]]))
    assert pages(items) == urls(1)
    assert problems(items) == [("cut", 0)]
    assert next(item for item in items if isinstance(item, Problem)).url == urls(9)[0]


def test_a_page_that_is_too_large_is_refused_and_the_next_one_read():
    items = found(b"".join([*packed(record(1, b"<p>" + b"x" * 5_000_000)), GOOD[2]]))
    assert pages(items) == urls(2)
    assert problems(items) == [("too_large", 0)]


def test_a_record_that_explodes_is_left_alone(monkeypatch):
    monkeypatch.setattr("eventlocky.cluster.members._MOST_UNPACKED", 3_000_000)
    items = found(b"".join([*packed(record(1, bytes(8_000_000))), GOOD[2]]))
    assert pages(items) == urls(2)
    assert problems(items) == [("huge", 0)]


def test_a_body_that_explodes_is_refused():
    body = gzip.compress(bytes(5_000_000))
    items = found(b"".join(packed(record(1, body, http="Content-Type: text/html\r\nContent-Encoding: gzip"))))
    assert problems(items) == [("too_large", 0)]


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("Content-Encoding: gzip", gzip.compress(page(1))),
        ("Content-Encoding: deflate", zlib.compress(page(1))),
        ("Content-Encoding: br", brotli.compress(page(1))),
        ("Transfer-Encoding: chunked", b"%x\r\n%b\r\n0\r\n\r\n" % (len(page(1)), page(1))),
        ("Content-Encoding: gzip", page(1)),
        ("Transfer-Encoding: chunked", page(1)),
    ],
    ids=["gzip", "deflate", "brotli", "chunked", "said gzip, is plain", "said chunked, is plain"],
)
def test_bodies_are_unpacked_where_they_are_packed(coding, body):
    (one,) = found(b"".join(packed(record(1, body, http=f"Content-Type: text/html\r\n{coding}"))))
    assert one.body == page(1)


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (record(1, page(1), kind="request"), "request"),
        (record(1, b"fields", kind="metadata"), "metadata"),
        (record(1, page(1), kind="revisit"), "revisit"),
        (record(1, page(1), kind="nonsense"), "unknown"),
        (record(1, page(1), status="404 Not Found"), "status"),
        (record(1, page(1), status="301 Moved"), "status"),
        (record(1, b"\x89PNG", http="Content-Type: image/png"), "not_html"),
        (record(1, b"plain words", http="Server: x"), "not_html"),
        (record(1, b""), "empty"),
    ],
)
def test_what_is_no_page_is_counted_by_what_it_is(one, why):
    assert found(b"".join(packed(one))) == [Passed(why)]


def test_a_page_without_a_type_is_known_by_its_first_sign():
    assert pages(found(b"".join(packed(record(1, page(1), http="Server: x"))))) == urls(1)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"WARC-Target-URI: https://site1.example/whats-on\r\n", b"", "no_address"),
        (b"WARC-Date: 2026-11-01T12:00:00Z", b"WARC-Date: yesterday", "no_address"),
        (b"HTTP/1.1 200 OK\r\n", b"hello, no HTTP.\r\n", "not_http"),
        (b"WARC/1.0", b"XARC/1.0", "no_record"),
    ],
)
def test_a_record_that_lacks_what_it_needs_is_kept_aside(old, new, reason):
    one = record(1, page(1)).replace(old, new, 1)
    assert problems(found(b"".join(packed(one)))) == [(reason, 0)]


def test_our_own_archives_say_which_day_it_was_at_the_reader_s_place():
    (one,) = found(b"".join(packed(record(1, page(1), more="Eventlocky-Day: 2026-11-02\r\n"))))
    assert one.day == date(2026, 11, 2)


def test_several_records_in_one_member_are_all_read():
    assert pages(found(gzip.compress(record(1, page(1)) + record(2, page(2))))) == urls(1, 2)


def test_an_archive_that_was_packed_as_a_whole_says_what_to_do(monkeypatch):
    monkeypatch.setattr("eventlocky.cluster.warc._HEAD_ROOM", 1000)
    items = found(gzip.compress(b"".join(record(number, page(number)) for number in range(9))), most=1000)
    assert pages(items)
    assert "fastwarc recompress" in items[-1].message


def test_an_archive_that_is_not_packed_is_read_too_and_taken_up_behind_a_bad_record():
    good = [record(number, page(number)) for number in range(3)]
    assert pages(found(b"".join(good), name="a.warc")) == urls(0, 1, 2)
    bad = good[1].replace(b"Content-Length", b"Content-Lenght")
    items = found(b"".join([good[0], bad, good[2]]), name="a.warc")
    assert pages(items) == urls(0, 2)
    assert problems(items) == [("no_record", len(good[0]))]
    assert problems(found(b"".join(good)[:-80], name="a.warc")) == [("cut", len(good[0] + good[1]))]


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\x1f\x8b\x08", b"hello world" * 1000, bytes(5000), gzip.compress(b"", mtime=0)]
)
@pytest.mark.parametrize("name", ["a.warc.gz", "a.warc"])
def test_what_is_no_archive_gives_no_page_and_says_so(data, name):
    items = found(data, name=name)
    assert pages(items) == []
    assert len(items) <= 2


def test_no_change_of_an_archive_raises_and_most_pages_stay():
    draw = random.Random(9)
    data = b"".join(GOOD)
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            place = draw.randrange(len(changed))
            what = draw.choice(["flip", "drop", "repeat", "zero"])
            if what == "flip":
                changed[place] ^= 1 << draw.randrange(8)
            elif what == "drop":
                del changed[place : place + draw.randint(1, 30)]
            elif what == "repeat":
                changed[place:place] = changed[place : place + 30]
            else:
                changed[place : place + 20] = bytes(len(changed[place : place + 20]))
        items = found(bytes(changed))
        assert len(pages(items)) + len(problems(items)) >= 1
        assert set(pages(items)) <= set(urls(*range(6)))
        assert len(set(pages(items))) >= 1


def test_many_records_in_one_member_cost_no_more_than_their_bytes():
    """Cutting each off the front of all that follow took time in the square of their number."""
    from time import process_time

    small = record(1, b"", status="404 No", http="X: y")
    begun = process_time()
    items = found(gzip.compress(small * 20_000, 1), most=20_000_000)
    assert len(items) == 20_000
    assert process_time() - begun < 5


def test_bytes_that_only_look_like_members_cost_little():
    from time import process_time

    begun = process_time()
    assert found(b"\x1f\x8b\x08" * 30_000, start=1) == []
    assert process_time() - begun < 5


def test_no_change_of_what_is_packed_raises():
    draw = random.Random(5)
    said = ["Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked", "Server: x"]
    insertions = [
        b"\r\n",
        b"\0",
        b"Content-Length: 99999999999999\r\n",
        b"\xff" * 9,
        b"WARC/1.1\r\n",
        b"9" * 30,
        b";" * 50,
    ]
    for _ in range(500):
        data = bytearray(record(1, page(1), http=f"Content-Type: text/html\r\n{draw.choice(said)}"))
        for _ in range(draw.randint(1, 5)):
            place = draw.randrange(min(len(data), 700))
            data[place : place + draw.randrange(5)] = draw.choice([*insertions, draw.randbytes(4)])
        for item in found(gzip.compress(bytes(data), 1)):
            assert isinstance(item, Capture | Passed | Problem)


@pytest.mark.parametrize("size", [b"99999999999999", b"20000000000"])
def test_a_length_that_is_claimed_is_never_asked_for_as_memory(size):
    """FastWARC ends the process where a record claims more bytes than there is memory."""
    one = record(1, page(1))
    twice = one.replace(b"\r\nWARC-Date", b"\r\nContent-Length : " + size + b"\r\nWARC-Date", 1)
    lie = one.replace(b"Content-Length: ", b"Content-Length: " + size + b"\r\nX-Length: ", 1)
    assert pages(found(b"".join(packed(twice)))) == urls(1)
    assert problems(found(b"".join(packed(lie)))) == [("cut", 0)]
    assert problems(found(lie, name="a.warc")) == [("cut", 0)]


def test_a_body_that_was_packed_a_thousand_times_is_refused():
    http = "Content-Type: text/html\r\nContent-Encoding: " + "gzip, " * 1000 + "br"
    assert problems(found(b"".join(packed(record(1, b"x", http=http))))) == [("unreadable", 0)]
