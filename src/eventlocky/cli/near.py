"""`eventlocky near`: from a place to the organisations there, their sites, their events, printed as they are found."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from eventlocky.cli import places, visits
from eventlocky.types import Organisation

SUMMARY = "Find what is on near a place: its organisations, their sites, their events, printed as they are found."
EXAMPLE = 'eventlocky near "Wismar" --radius 1km --when tomorrow'


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    places.add_search(parser)
    visits.add(parser)


def run(options: argparse.Namespace) -> int:
    """Find the organisations and visit them."""
    return visits.run(lambda: _found(options), options)


def _found(options: argparse.Namespace) -> Sequence[Organisation]:
    found = places.search(options, visits.settings_of(options))
    return found.all if places.has_some(found, sites=True) else ()
