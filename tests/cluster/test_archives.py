"""Which archives an address means, and how they are cut."""

from __future__ import annotations

import pytest

from eventlocky.cluster.archives import Archive, cut, find
from eventlocky.errors import BatchError


def names(found) -> list[str]:
    return [archive.address.rpartition("/")[2] for archive in found]


def test_a_path_a_folder_and_a_pattern_are_found(archive, tmp_path):
    (tmp_path / "2026").mkdir()
    for name in ("a.warc.gz", "b.warc", "notes.txt", "2026/c.warc.gz"):
        archive(1, name)
    assert names(find([str(tmp_path / "a.warc.gz")])) == ["a.warc.gz"]
    assert names(find([f"file://{tmp_path}"])) == ["a.warc.gz", "b.warc"]
    assert names(find([f"file://{tmp_path}/*.warc*"])) == ["a.warc.gz", "b.warc"]
    assert names(find([f"{tmp_path}/*/*.warc.gz"])) == ["c.warc.gz"]
    assert names(find(["file://a.warc.gz", "*.warc.gz", "a.warc.gz"])) == ["a.warc.gz"]


@pytest.mark.parametrize("address", ["nothing.warc.gz", "no/folder/*.warc.gz", "*.warc.gz", "ftp://host/a.warc.gz"])
def test_an_address_without_an_archive_is_an_error_that_names_it(address):
    with pytest.raises(BatchError) as caught:
        find([address])
    assert address in str(caught.value)


def test_keys_of_a_bucket_are_not_taken_from_its_address():
    with pytest.raises(BatchError) as caught:
        find(["s3://key:secret@town/*.warc.gz"])
    assert "secret" not in str(caught.value)


def test_archives_in_a_bucket_are_found_by_pattern(bucket):
    bucket.objects.update({"crawl/1/a.warc.gz": b"x", "crawl/2/b.warc.gz": b"yy", "crawl/2/b.wat.gz": b"z"})
    found = find([bucket.address("crawl/*/*.warc.gz")])
    assert [(one.name, one.size) for one in found] == [
        ("s3://town/crawl/1/a.warc.gz", 1),
        ("s3://town/crawl/2/b.warc.gz", 2),
    ]


def test_pieces_cover_an_archive_without_a_gap_and_have_names_of_their_own():
    pieces = cut([Archive("/x/a.warc.gz", 250), Archive("/y/a.warc.gz", 250)], 100)
    assert [(piece.start, piece.stop) for piece in pieces] == [(0, 100), (100, 200), (200, 250)] * 2
    assert len({piece.name for piece in pieces}) == 6


def test_an_archive_that_is_not_packed_or_empty_is_one_piece():
    assert len(cut([Archive("a.warc", 250), Archive("b.warc.gz", 0)], 100)) == 2


def test_a_name_with_brackets_is_a_name_where_it_exists(archive):
    archive(1, "a[1].warc.gz")
    assert names(find(["a[1].warc.gz"])) == ["a[1].warc.gz"]


@pytest.mark.parametrize("name", ["_a b", ".hidden", "東京", "a" * 300, "-rf", "x\ny"])
def test_what_is_written_has_names_that_every_reader_takes(name):
    (piece,) = cut([Archive(f"/x/{name}.warc.gz", 10)], 100)
    assert piece.name.isascii()
    assert len(piece.name) < 150
    assert piece.name[0].isalnum()
    assert not {" ", "\n", "/"} & set(piece.name)
