"""What the tests of markup share: reading a page, with every proof followed in a second parse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from eventlocky import markup, page
from eventlocky.markup import Marked


@pytest.fixture(scope="session")
def marked() -> Callable[..., list[Marked]]:
    """A function from HTML to the marked events; every proof must lead back to its text in a fresh parse."""
    return _marked


def _marked(html: str, url: str = "https://town.example/whats-on/") -> list[Marked]:
    tree = page.parse(html, url)
    found = markup.read(tree, date(2026, 11, 16))
    fresh = page.parse(html, url)
    for one in found:
        assert fresh.find(one.event.source.path) == one.row
        for name, proof in one.event.proofs.items():
            assert fresh.read(proof.path) == proof.text, name
    assert markup.read(tree, date(2026, 11, 16)) == found
    return found
