"""The words of a sentence and what they mean nearly: our own table, or WordNet's files where they are installed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from eventlocky.errors import ModelError

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+){0,3}")
_LONGEST = 20
_MOST = 200
_MOST_SENSES = 3
"""So many senses of a word in WordNet are looked at: the commonest come first there."""


def words(text: str) -> list[str]:
    """Return the first words of a text in lower case."""
    found = _WORD.finditer(text.casefold())
    return [match[0][:_LONGEST] for match, _ in zip(found, range(_MOST), strict=False)]


@cache
def related() -> dict[str, str]:
    """Return the group of every word of our own table: "voucher" is in that of "coupon"."""
    table = tomllib.loads((Path(__file__).parent / "related.toml").read_text(encoding="utf-8"))
    return {word: group[0] for group in table["groups"] for word in group}


def expanded(text: str, groups: dict[str, str]) -> list[str]:
    """Return the words of a text, and `=group` for every word that a table of related words knows."""
    found = words(text)
    return found + [f"={groups[word]}" for word in found if word in groups]


@cache
def wordnet(folder: Path) -> dict[str, str]:
    """Return a table of related words from WordNet's own files: the first word of a word's commonest set of synonyms.

    `folder` holds index.noun, data.noun and their like, as the package `wordnet-base` of a Linux system installs them.
    """
    groups: dict[str, str] = {}
    try:
        for part in ("noun", "verb", "adj", "adv"):
            names = {}
            for line in (folder / f"data.{part}").read_text(encoding="utf-8", errors="replace").split("\n"):
                fields = line.split(" ")
                if line[:1].isdigit() and len(fields) > _MOST_SENSES + 2:
                    names[fields[0]] = fields[4].casefold()
            for line in (folder / f"index.{part}").read_text(encoding="utf-8", errors="replace").split("\n"):
                fields = line.split()
                if line[:1].isalnum() and fields and (senses := [field for field in fields if field in names]):
                    groups.setdefault(fields[0], names[senses[0]])
    except OSError as error:
        message = f"There is no WordNet in {folder}: {error}. Install it, or leave the folder out for our own table."
        raise ModelError(message) from error
    return groups
