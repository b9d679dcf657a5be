"""`eventlocky version`: which version this is, and on what it runs."""

from __future__ import annotations

import argparse
import platform

from eventlocky import __version__

SUMMARY = "Print the version of Event.Locky, of Python and of the parser."
EXAMPLE = "eventlocky version"


def add(_parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(_options: argparse.Namespace) -> int:
    """Print the versions."""
    from importlib.metadata import version  # every command would pay for it

    print(f"eventlocky {__version__} (Python {platform.python_version()}, turbohtml {version('turbohtml')})")
    return 0
