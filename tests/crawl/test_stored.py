"""What an address gave the last times is found in an archive, while that still grows."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date

import pytest

from eventlocky.crawl.address import read
from eventlocky.crawl.archive import Recorder
from eventlocky.crawl.download import Answer, Request
from eventlocky.crawl.stored import Stored
from eventlocky.errors import FetchError, UnreachableError

DAY = date(2026, 11, 16)


class Given:
    """A transport that answers what it was given."""

    is_live = False

    def __init__(self) -> None:
        self.body, self.status = b"", 200

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def get(self, request: Request) -> Answer:
        if self.status == 0:
            message = "no answer"
            raise UnreachableError(message)
        return Answer(request.address.url, self.status, "", (("content-type", "text/html"),), self.body, DAY)


class Archive:
    """An archive that is written answer by answer."""

    def __init__(self, folder) -> None:
        self.given = Given()
        self.recorder = Recorder(self.given, folder)
        asyncio.run(self.recorder.open())

    def took(self, url: str, body: bytes, status: int = 200) -> None:
        self.given.body, self.given.status = body, status
        with suppress(UnreachableError):
            asyncio.run(self.recorder.get(Request(read(url), {}, lambda _: True)))

    def close(self) -> None:
        asyncio.run(self.recorder.close())


@pytest.fixture
def archive(tmp_path):
    opened = Archive(tmp_path / "archive")
    yield opened
    opened.close()


def test_the_newest_answer_comes_first_and_three_are_remembered(archive, tmp_path):
    for number in range(5):
        archive.took("https://a.example/x", b"body %d" % number)
    found = Stored(tmp_path / "archive").find("https://a.example/x#part")
    assert [answer.body for answer in found] == [b"body 4", b"body 3", b"body 2"]
    assert found[0].day == DAY


def test_what_is_written_later_is_found_later(archive, tmp_path):
    stored = Stored(tmp_path / "archive")
    assert stored.find("https://a.example/") == []
    archive.took("https://a.example/", b"one")
    assert [answer.body for answer in stored.find("https://a.example/")] == [b"one"]
    archive.took("https://a.example/", b"two")
    archive.took("https://b.example/", b"three")
    assert [answer.body for answer in stored.find("https://a.example/")] == [b"two", b"one"]
    other = Archive(tmp_path / "archive")
    other.took("https://a.example/", b"four")
    other.close()
    assert [answer.body for answer in stored.find("https://a.example/")] == [b"four", b"two", b"one"]


def test_failures_and_errors_are_no_pages(archive, tmp_path):
    archive.took("https://a.example/", b"gone", 404)
    archive.took("https://a.example/", b"", 0)
    archive.took("https://a.example/", b"", 200)
    assert Stored(tmp_path / "archive").find("https://a.example/") == []


def test_a_long_archive_is_read_over_several_questions(archive, tmp_path):
    for number in range(20):
        archive.took(f"https://a.example/{number}", b"page %d" % number)
    stored = Stored(tmp_path / "archive", patience_s=-1)
    with pytest.raises(FetchError, match="Try again"):
        stored.find("https://a.example/19")
    for _ in range(30):
        try:
            found = stored.find("https://a.example/19")
        except FetchError:
            continue
        break
    assert [answer.body for answer in found] == [b"page 19"]
    assert [answer.body for answer in stored.find("https://a.example/3")] == [b"page 3"]


def test_an_archive_that_is_cut_or_none_at_all(archive, tmp_path):
    archive.took("https://a.example/", b"whole")
    archive.took("https://a.example/cut", b"cut" * 1_000)
    (file,) = (tmp_path / "archive").iterdir()
    file.write_bytes(file.read_bytes()[:-30])
    stored = Stored(tmp_path / "archive")
    assert [answer.body for answer in stored.find("https://a.example/")] == [b"whole"]
    assert stored.find("https://a.example/cut") == []
    with pytest.raises(FetchError, match="no archive"):
        Stored(tmp_path / "nowhere").find("https://a.example/")
