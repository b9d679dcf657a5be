"""`eventlocky near`: from a place to the organisations there, their sites, their events, printed as they are found."""

from __future__ import annotations

import argparse

from eventlocky.cli import places, visits

SUMMARY = "Find what is on near a place: its organisations, their sites, their events, printed as they are found."
EXAMPLE = 'eventlocky near "Wismar" --radius 1km --when tomorrow'


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    places.add_search(parser)
    visits.add(parser)


def run(options: argparse.Namespace) -> int:
    """Find the organisations and visit them."""
    found = places.search(options, visits.settings_of(options))
    if not places.has_some(found, sites=True):
        return 1
    return visits.run(found.all, options)
