"""`eventlocky settings`: what is set, and where it can be changed."""

from __future__ import annotations

import argparse
from dataclasses import fields

from eventlocky.settings import PREFIX, Settings, load

SUMMARY = "Print every setting, its value in force and the environment variable that changes it."
EXAMPLE = "eventlocky settings"

_END = 4


def add(_parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(_options: argparse.Namespace) -> int:
    """Print the settings in force."""
    settings = load()
    for field in fields(Settings):
        print(f"{field.name:16} {_shown(field.name, getattr(settings, field.name)):55} {PREFIX}{field.name.upper()}")
    return 0


def _shown(name: str, value: object) -> str:
    """Return a value as it may be shown; a key is told by its end alone, for screens and logs are seen by others."""
    text = str(value)
    if name.endswith("_password"):
        return "(set)" if text else ""
    return f"…{text[-_END:]}" if name.endswith("_key") and len(text) > _END else text
