"""From the type of an organisation to one of the paper's four categories; the types stand in `categories.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from eventlocky.places.names import fold
from eventlocky.types import Category

_FILE = Path(__file__).with_name("categories.toml")
_LONGEST_TYPE = 60
_MOST_WORDS = 3


def of_tags(tags: Mapping[str, object]) -> tuple[str, Category | None] | None:
    """Return the type and the category that the tags of OpenStreetMap tell, None where they tell of no organisation."""
    keys, known, nobody = _osm()
    for key in keys:
        value = tags.get(key)
        if not isinstance(value, str):
            continue
        value = value.partition(";")[0].strip()
        kind = f"{key}={value}"
        if value in {"", "no"} or len(value) > _LONGEST_TYPE or kind in nobody:
            continue
        return kind, known.get(kind) or known.get(f"{key}=*")
    return None


def of_google(types: list[str]) -> Category | None:
    """Return the category of the first of Google's types that has one; `sushi_restaurant` is a restaurant."""
    known = _table("google")
    for kind in types:
        if category := known.get(kind) or known.get(kind.rsplit("_", 1)[-1]):
            return category
    return None


def of_words(label: str) -> Category | None:
    """Return the category of a class by how its English name ends: an `art museum` is a museum."""
    words, known = fold(label).split(), _table("words")
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        if category := known.get("_".join(words[-count:])):
            return category
    return None


@cache
def google_types() -> Mapping[Category, tuple[str, ...]]:
    """Return the types that Google Places is asked for, by category."""
    table = _load()["google"]
    return {category: tuple(table[category].split()) for category in Category}


@cache
def _osm() -> tuple[tuple[str, ...], dict[str, Category], frozenset[str]]:
    table = _load()["osm"]
    return tuple(table["keys"].split()), _table("osm"), frozenset(table["nobody"].split())


@cache
def _table(name: str) -> dict[str, Category]:
    table = _load()[name]
    return {kind: category for category in Category for kind in table[category].split()}


@cache
def _load() -> dict[str, dict[str, str]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
