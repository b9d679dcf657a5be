"""Ctrl-C while a server loads: held back until the server can hear it.

What it interrupts while modules load may swallow it, and then nothing ends, or make another error of it.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Patience:
    """Hears Ctrl-C, and remembers it."""

    def __init__(self) -> None:
        self.is_pressed = False

    def __call__(self, _signal: int, _frame: object) -> None:
        """Remember it."""
        self.is_pressed = True


@contextmanager
def patient() -> Iterator[Patience]:
    """Hold Ctrl-C back, and raise it at the end; in the main thread only, as all that hears signals."""
    patience = Patience()
    before = signal.signal(signal.SIGINT, patience)
    try:
        yield patience
    finally:
        signal.signal(signal.SIGINT, before)
    if patience.is_pressed:
        raise KeyboardInterrupt
