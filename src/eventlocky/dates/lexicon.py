"""The words of dates in all languages: TOML files in `languages/`, read once into one dictionary.

A word may mean several things in several languages ("mar" is a month and a weekday): every sense is
kept, and the grammar takes the one that fits its place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eventlocky.errors import UnknownNameError

_FOLDER = Path(__file__).parent / "languages"
DENSE = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A sign of a script that does not put spaces between words."""

_UNITS = (
    "年",
    "月",
    "日",
    "時",
    "时",
    "點",
    "点",
    "分",
    "半",
    "号",
    "號",
    "曜",
    "년",
    "월",
    "일",
    "시",
    "분",
    "반",
    "第",
    "週",
    "周",
)
"""The signs that stand between the numbers of Chinese, Japanese and Korean dates."""

_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
"""What to add to a year of a Japanese era."""

Senses = dict[str, int]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The senses of every word, and the pattern that finds words in runs of scripts without spaces."""

    senses: dict[str, Senses]
    dense: re.Pattern[str]


def names() -> list[str]:
    """Return the languages there are."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def load(languages: Iterable[str] | None = None) -> Lexicon:
    """Return the words of some languages, or of all of them."""
    return _load(tuple(sorted(languages)) if languages is not None else tuple(names()))


@cache
def _load(languages: tuple[str, ...]) -> Lexicon:
    known = names()
    senses: dict[str, Senses] = {}
    for language in languages:
        if language not in known:
            raise UnknownNameError("language", language, known)
        data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        _add_numbered(senses, "month", data["months"], 1)
        _add_numbered(senses, "weekday", data["weekdays"], 0)
        for sense, words in data["words"].items():
            for word in words:
                senses.setdefault(word, {}).setdefault(sense, 1)
                if not data.get("spaced", True):
                    senses[word]["dense"] = 1
    for unit in _UNITS:
        senses.setdefault(unit, {})["unit"] = 1
    for era, base in _ERAS.items():
        senses.setdefault(era, {})["era"] = base
    senses.setdefault("t", {})["iso"] = 1
    senses.setdefault("z", {})["iso"] = 1
    senses.setdefault("元", {})["unit"] = 1
    return Lexicon(senses, _dense_pattern(senses))


def _add_numbered(senses: dict[str, Senses], sense: str, rows: list[list[str]], base: int) -> None:
    for number, words in enumerate(rows, base):
        for word in words:
            senses.setdefault(word, {}).setdefault(sense, number)
            if sense == "weekday" and len(word) > 4 and word.endswith("s") and word[:-1] in words:
                senses[word]["plural"] = 1


def _dense_pattern(senses: dict[str, Senses]) -> re.Pattern[str]:
    """Return the pattern that finds the known words inside a run of a script without spaces."""
    words = sorted((word for word in senses if DENSE.match(word)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)) or r"(?!)")
