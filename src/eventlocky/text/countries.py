"""The country of a page, as far as its address and its markup tell: it settles how 11/12 is read."""

from __future__ import annotations

from urllib.parse import urlsplit

_EVERYWHERE = frozenset("ai cc co eu fm gg im io la ly me nu sh st to tv vc ws".split())
"""Ends of host names that stand for a country and are used in all of them."""

_OF_ONE = {"edu": "US", "gov": "US", "mil": "US", "uk": "GB"}
_DEFAULT = "US"
"""What makers of pages say when they say nothing: pages from everywhere have `lang="en-US"`."""

_LETTERS = 2


def of_page(url: str, language: str = "") -> str | None:
    """Return the country of a page by the end of its host's name, or by its `lang` attribute; None where neither tells.

    >>> of_page("https://www.leeds.ac.uk/events"), of_page("https://example.com/", "de-AT"), of_page("https://x.io")
    ('GB', 'AT', None)
    """
    return _of_host(url) or _of_language(language)


def _of_host(url: str) -> str | None:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return None  # no address at all
    end = host.rstrip(".").rpartition(".")[2]
    if end in _OF_ONE:
        return _OF_ONE[end]
    is_country = len(end) == _LETTERS and end.isascii() and end.isalpha() and end not in _EVERYWHERE
    return end.upper() if is_country else None


def _of_language(language: str) -> str | None:
    region = language.replace("_", "-").partition("-")[2].upper()
    is_country = len(region) == _LETTERS and region.isascii() and region.isalpha() and region != _DEFAULT
    return region if is_country else None
