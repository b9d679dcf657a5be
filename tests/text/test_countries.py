"""The country of a page, by its address and its language."""

from __future__ import annotations

import pytest

from eventlocky.text.countries import of_page


@pytest.mark.parametrize(
    ("url", "language", "country"),
    [
        ("https://www.stadt.example.de/kalender", "", "DE"),
        ("https://council.example.gov/", "", "US"),
        ("https://council.example.uk./", "en-US", "GB"),
        ("https://example.com/", "fr-CA", "CA"),
        ("https://example.com/", "pt_BR", "BR"),
        ("https://example.com/", "en-US", None),
        ("https://example.com/", "zh-Hant", None),
        ("https://example.io/", "", None),
        ("https://127.0.0.1:8000/", "", None),
        ("https://[broken/", "de-AT", "AT"),
        ("", "", None),
    ],
)
def test_host_then_language(url, language, country):
    assert of_page(url, language) == country
