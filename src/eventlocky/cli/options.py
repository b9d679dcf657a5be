"""Options and small doings that several commands share."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from eventlocky import settings as settings_room
from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings
from eventlocky.types import Page


def day(text: str) -> date:
    """Read a day such as 2026-11-15."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        message = f"{text!r} is not a day. Write it as 2026-11-15."
        raise argparse.ArgumentTypeError(message) from None


def whole(text: str) -> int:
    """Read a whole number from 1 on."""
    if text.isdecimal() and int(text) > 0:
        return int(text)
    message = f"{text!r} is not a whole number from 1 on."
    raise argparse.ArgumentTypeError(message)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a page is read."""
    parser.add_argument(
        "--kind", default="event", help="what to look for: event, talk, deal, or the path of a TOML file"
    )
    parser.add_argument("--finder", help="which algorithm finds the records (default: the setting `finder`)")


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings in force, with what the options change."""
    from dataclasses import replace

    loaded = settings_room.load()
    finder = getattr(options, "finder", None)
    return replace(loaded, finder=finder) if finder else loaded


def get_page(source: str, url: str | None, fetched: date | None, settings: Settings) -> Page:
    """Return the page of a file, an address or `-` for standard input, or raise an error that says why not."""
    if source == "-":
        return Page(url or "", sys.stdin.buffer.read(), fetched=fetched)
    if source.startswith(("http://", "https://")):
        from dataclasses import replace

        from eventlocky.crawl import fetch

        page = fetch(source, settings)
        return replace(page, url=url or page.url, fetched=fetched or page.fetched)
    return Page(url or "", read_file(Path(source)), fetched=fetched)


def read_file(file: Path) -> bytes:
    """Return the bytes of a page's file, unpacked where it is compressed."""
    try:
        body = file.read_bytes()
    except FileNotFoundError as error:
        message = f"There is no file {file}. Give a file, an address that begins with http:// or https://, or - ."
        raise EventlockyError(message) from error
    except OSError as error:
        message = f"The file {file} cannot be read: {error.strerror or error}."
        raise EventlockyError(message) from error
    return _unpacked(body, file) if file.suffix == ".gz" else body


def _unpacked(body: bytes, file: Path) -> bytes:
    import zlib

    limit = Settings().max_page_bytes
    unpacker = zlib.decompressobj(wbits=31)
    try:
        return unpacker.decompress(body, limit + 1)
    except zlib.error as error:
        message = f"The file {file} is not valid gzip: {error}."
        raise EventlockyError(message) from error
