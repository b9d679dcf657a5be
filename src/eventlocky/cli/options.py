"""Options and small doings that several commands share."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import Protocol

from eventlocky import settings as settings_room
from eventlocky.errors import EventlockyError, PageTooLargeError
from eventlocky.extract import Reading, read
from eventlocky.settings import Settings
from eventlocky.types import Page

_LAST_PORT = 65_535


def day(text: str) -> date:
    """Read a day such as 2026-11-15."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is not a day. Write it as 2026-11-15."
        raise argparse.ArgumentTypeError(message) from None


def whole(text: str) -> int:
    """Read a whole number from 1 on."""
    if text.isdecimal() and int(text) > 0:
        return int(text)
    message = f"{text!r} is not a whole number from 1 on."
    raise argparse.ArgumentTypeError(message)


def port(text: str) -> int:
    """Read the number of a port; 0 asks for a free one."""
    if text.isdecimal() and int(text) <= _LAST_PORT:
        return int(text)
    message = f"{text!r} is not a port: give a whole number up to {_LAST_PORT}."
    raise argparse.ArgumentTypeError(message)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a page is read."""
    parser.add_argument(
        "--kind",
        default="",
        help="what to look for: event (the default), talk, deal (that of --system dealfinder), or a TOML file",
    )
    parser.add_argument(
        "--system", default="", help="a whole system by its name, in place of --finder and --classifier: see systems"
    )
    parser.add_argument("--finder", help="which algorithm finds the records (default: the setting `finder`)")
    parser.add_argument("--classifier", help="which classifier judges the records (default: the one of the kind)")
    parser.add_argument("--model", metavar="FILE", help="a trained model (default: the one that the package carries)")
    parser.add_argument("--dates", help="which reader finds the dates (default: the setting `dates`)")


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings in force, with what the options change."""
    from dataclasses import replace

    loaded = settings_room.load()
    given = {
        name: value for name in ("finder", "classifier", "model", "dates") if (value := getattr(options, name, None))
    }
    return replace(loaded, **given)


def mixes(options: argparse.Namespace) -> str:
    """Say what is wrong where options name a system and parts of another, or return nothing."""
    if options.system and (options.finder or options.classifier):
        return "--system has its own finder and classifier: leave --finder and --classifier out."
    return ""


def misused(command: str, why: str) -> int:
    """Say what is wrong with the options of a command, and return the exit code of wrong use."""
    print(f"eventlocky {command}: {why} See eventlocky {command} --help.", file=sys.stderr)
    return 2


def read_source(options: argparse.Namespace) -> Reading:
    """Read the page that the options name, as they say."""
    settings = settings_of(options)
    page = get_page(options.source, options.url, options.fetched, settings)
    return read(
        page.body,
        page.url,
        fetched=page.fetched,
        kind=options.kind,
        system=options.system,
        charset=page.encoding,
        settings=settings,
    )


def get_page(source: str, url: str | None, fetched: date | None, settings: Settings) -> Page:
    """Return the page of a file, an address or `-` for standard input, or raise an error that says why not."""
    if source == "-":
        return Page(url or "", _limited(sys.stdin.buffer, "Standard input", settings.max_page_bytes), fetched=fetched)
    if source.lower().startswith(("http://", "https://")):
        from dataclasses import replace

        from eventlocky.crawl import fetch

        page = fetch(source, settings)
        return replace(page, url=url or page.url, fetched=fetched or page.fetched)
    return Page(url or "", read_file(Path(source), settings.max_page_bytes), fetched=fetched)


def read_file(file: Path, max_bytes: int) -> bytes:
    """Return the bytes of a page's file, unpacked where it is compressed; no more than a page may have is read."""
    try:
        with file.open("rb") as stream:
            body = _limited(stream, str(file), max_bytes)
    except FileNotFoundError as error:
        message = f"There is no file {file}. Give a file, an address that begins with http:// or https://, or - ."
        raise EventlockyError(message) from error
    except OSError as error:
        message = f"The file {file} cannot be read: {error.strerror or error}."
        raise EventlockyError(message) from error
    return _unpacked(body, file, max_bytes) if file.suffix == ".gz" else body


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes."""


def _limited(stream: Readable, name: str, max_bytes: int) -> bytes:
    body = stream.read(max_bytes + 1)
    if len(body) > max_bytes:
        message = f"{name} has more than {max_bytes:,} bytes. Raise max_page_bytes in the settings to read it."
        raise PageTooLargeError(message)
    return body


def _unpacked(body: bytes, file: Path, max_bytes: int) -> bytes:
    import gzip
    import io
    import zlib

    try:
        with gzip.open(io.BytesIO(body)) as stream:
            return _limited(stream, str(file), max_bytes)
    except (OSError, EOFError, zlib.error) as error:
        message = f"The file {file} is not valid gzip: {error}."
        raise EventlockyError(message) from error
