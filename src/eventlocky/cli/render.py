"""`eventlocky render`: a page as a browser shows it, and where it draws everything."""

from __future__ import annotations

import argparse
import codecs
import sys
from pathlib import Path

from eventlocky import settings as settings_room
from eventlocky.cli import options as shared
from eventlocky.errors import EventlockyError

SUMMARY = "Write a page as it is after a browser has run its scripts, with --boxes also where everything is drawn."
EXAMPLE = "eventlocky render https://example.org/calendar --boxes --out rendered.html"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "source",
        metavar="FILE|URL|-",
        help="an address, or a file or - for standard input, whose parts (style sheets, scripts) are not fetched",
    )
    parser.add_argument(
        "--boxes", action="store_true", help="write into every element where it is drawn, as --finder vips asks for it"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the page (default: standard output)")


def run(options: argparse.Namespace) -> int:
    """Write the rendered page."""
    from eventlocky.crawl.render import render  # loads what every command would pay for

    settings = settings_room.load()
    page = render(shared.get_page(options.source, None, None, settings), settings, boxes=options.boxes)
    body = codecs.BOM_UTF8 + page.body  # the page itself may still declare the encoding that it had
    if options.out is None:
        sys.stdout.buffer.write(body)
        return 0
    try:
        options.out.write_bytes(body)
    except OSError as error:
        message = f"{options.out} cannot be written: {error.strerror or error}. Give another --out."
        raise EventlockyError(message) from error
    print(f"{len(body):,} bytes written: {options.out}", file=sys.stderr)
    return 0
