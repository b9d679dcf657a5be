"""A progress bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def progress(items: Iterable[Item], *, total: int, what: str) -> Iterator[Item]:
    """Yield the items; on a terminal draw how far it is, on standard error."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console  # only a terminal needs it
    from rich.progress import track

    console = Console(stderr=True, no_color="NO_COLOR" in os.environ)
    yield from track(items, description=what, total=total, console=console, transient=True)
