"""A folder never holds more than it may, and what is asked for stays longest."""

from __future__ import annotations

import os

from eventlocky.web.shelf import Shelf


def test_what_is_put_can_be_had_again_by_another_shelf_of_the_folder(tmp_path):
    Shelf(tmp_path / "new", 1_000).put("a/../b", b"bytes")
    assert Shelf(tmp_path / "new", 1_000).get("a/../b") == b"bytes"
    assert Shelf(tmp_path / "new", 1_000).get("c") is None
    assert [file.suffix for file in (tmp_path / "new").iterdir()] == [".kept"]


def test_the_folder_stays_within_its_bytes_and_the_oldest_goes_first(tmp_path):
    shelf = Shelf(tmp_path, 1_000)
    for number in range(9):
        shelf.put(str(number), b"x" * 100)
        os.utime(shelf._file(str(number)), (number, number))
    shelf.get("0")  # asked for: now the newest
    for number in range(9, 30):
        shelf.put(str(number), b"x" * 100)
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 1_000
    assert shelf.get("1") is None
    assert shelf.get("29") == b"x" * 100


def test_a_file_larger_than_the_folder_is_not_kept(tmp_path):
    shelf = Shelf(tmp_path, 10)
    shelf.put("a", b"x" * 11)
    assert shelf.get("a") is None


def test_a_folder_that_cannot_be_written_keeps_nothing_and_fails_nobody(tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    shelf = Shelf(tmp_path / "file" / "sub", 1_000)
    shelf.put("a", b"x")
    assert shelf.get("a") is None
