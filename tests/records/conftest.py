"""What the tests of the finders share."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from datetime import date
from time import process_time

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.base import Finder


@pytest.fixture
def is_linear() -> Callable[..., bool]:
    """Tell whether ten times a page cost a finder about ten times as much; a busy machine gets four attempts."""

    def cost(finder: Finder, html: str, names: Iterable[str]) -> float:
        tree = parse(html)
        annotations = annotate(tree, names, date(2026, 11, 1))
        begun = process_time()
        finder.find(tree, annotations, kinds.load("event"))
        return process_time() - begun

    def check(finder: Finder, write: Callable[[int], str], names: Iterable[str] = ()) -> bool:
        def once() -> bool:
            large = min(cost(finder, write(1_000), names) for _ in range(3))
            return large < 14 * min(cost(finder, write(100), names) for _ in range(5)) + 0.02  # quadratic is 100

        gc.collect()
        gc.disable()
        try:
            return any(once() for _ in range(4))
        finally:
            gc.enable()

    return check
