"""`eventlocky settings`: what is set, and where it can be changed."""

from __future__ import annotations

import argparse
from dataclasses import fields

from eventlocky.settings import PREFIX, Settings, load

SUMMARY = "Print every setting, its value in force and the environment variable that changes it."
EXAMPLE = "eventlocky settings"


def add(_parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(_options: argparse.Namespace) -> int:
    """Print the settings in force."""
    settings = load()
    for field in fields(Settings):
        print(f"{field.name:16} {getattr(settings, field.name)!s:55} {PREFIX}{field.name.upper()}")
    return 0
