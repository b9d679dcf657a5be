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
DENSE = re.compile("[\u3005\u3006\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A sign of a script that does not put spaces between words."""

KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
"""A sign that only Japanese has."""

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

_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "r": 2018, "h": 1988, "令": 2018}
"""What to add to a year of a Japanese era."""

_FIRST_YEARS = {"令和元年": 2019, "平成元年": 1989}
"""The first years of eras, which have a name instead of a number."""

_ZONES = """
    utc gmt bst wet west cet cest met mez mesz eet eest msk est edt cst cdt mst mdt pst pdt akst hst jst kst ist sgt hkt
    aest aedt acst awst nzst nzdt brt art
""".split()
"""The short names of zones that stand behind times: they are read over, wall time is what counts."""

_NOT_BEFORE = {"時点": "(?![灯火検])"}
"""The words that are none before some signs: `19時点灯` is a time."""

NEUTRAL = frozenset({"unit", "era", "era_year", "iso", "zone", "letter"})
"""The senses that hold in every language."""

_GROUP = 20
"""So many first signs of words make a group: of 12, 20 and 32, 20 was the fastest on Japanese pages."""

_COMMON = ("en", "de", "fr", "es", "ja", "it", "nl", "pt")

Senses = dict[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The senses of every word, by language too, and how words are found.

    `phrases` maps the first word of a phrase ("till" of "till och med") to the phrases, the longest first;
    `dense` finds words in runs of scripts without spaces.
    """

    senses: dict[str, Senses]
    owners: dict[str, dict[str, Senses]]
    phrases: dict[str, tuple[str, ...]]
    dense: re.Pattern[str]


def names() -> list[str]:
    """Return the languages there are."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def load(languages: Iterable[str] | None = None) -> Lexicon:
    """Return the words of some languages, or of all of them."""
    return _load(tuple(sorted(languages)) if languages is not None else None)


@cache
def _load(languages: tuple[str, ...] | None) -> Lexicon:
    known = names()
    owners: dict[str, dict[str, Senses]] = {}
    for language in sorted(known if languages is None else languages, key=_rank):
        if language not in known:
            raise UnknownNameError("language", language, known)
        for word, senses in _words(language).items():
            owners.setdefault(word, {})[language] = senses
    union = {word: merged(by_language.values()) for word, by_language in owners.items()}
    for word, senses in _neutral().items():
        union[word] = merged([union.get(word, {}), senses])
    return Lexicon(union, owners, _phrases(union), _dense_pattern(union))


def _rank(language: str) -> tuple[int, str]:
    """Put the languages of most pages first: their sense of a word holds where nothing else decides."""
    return (_COMMON.index(language) if language in _COMMON else len(_COMMON), language)


def _words(language: str) -> dict[str, Senses]:
    """Read the words of one language."""
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    senses: dict[str, Senses] = {}
    for number, words in enumerate(data["months"], 1):
        for word in words:
            senses.setdefault(word, {})["month"] = number
    for key in ("weekdays", "weekdays_plural"):
        for number, words in enumerate(data.get(key, [])):
            for word in words:
                senses.setdefault(word, {})["weekday"] = number
                if key == "weekdays_plural":
                    senses[word]["plural"] = 1
    for sense, words in data["words"].items():
        for word in words:
            senses.setdefault(word, {}).setdefault(sense, 1)
    for pattern, minutes in data.get("spoken", {}).items():
        for hour, word in enumerate(data["counts"], 1):
            for count in (word, str(hour)) if minutes else (word,):
                senses.setdefault(pattern.replace("{}", count), {})["spoken"] = hour * 60 + minutes
    if not data.get("spaced", True):
        for meanings in senses.values():
            meanings["dense"] = 1
    return senses


def _neutral() -> dict[str, Senses]:
    """Return the signs that belong to no language, or to several in the same sense."""
    senses: dict[str, Senses] = {unit: {"unit": 1} for unit in _UNITS}
    senses |= {era: {"era": base} for era, base in _ERAS.items()}
    senses |= {name: {"era": 0, "era_year": year} for name, year in _FIRST_YEARS.items()}
    senses |= {zone: {"zone": 1} for zone in _ZONES}
    return senses | {"t": {"iso": 1}, "z": {"iso": 1, "zone": 1}, "a": {"letter": 0}, "p": {"letter": 1}}


def merged(several: Iterable[Senses]) -> Senses:
    """Return all senses of a word; the first value of each holds, and other weekdays are kept beside it."""
    merged: Senses = {}
    for senses in several:
        for sense, value in senses.items():
            if sense == "weekday" and merged.get(sense, value) != value:
                merged["other_weekdays"] = merged.get("other_weekdays", 0) | 1 << value
            merged.setdefault(sense, value)
    return merged


def _phrases(senses: dict[str, Senses]) -> dict[str, tuple[str, ...]]:
    phrases: dict[str, list[str]] = {}
    for word in senses:
        if " " in word:
            phrases.setdefault(word.split(" ", maxsplit=1)[0].rstrip(".-"), []).append(word)
    return {first: tuple(sorted(words, key=len, reverse=True)) for first, words in phrases.items()}


def _in_groups(signs: list[str]) -> list[list[str]]:
    return [signs[first : first + _GROUP] for first in range(0, len(signs), _GROUP)]


def _dense_pattern(senses: dict[str, Senses]) -> re.Pattern[str]:
    """Return the pattern that finds the known words inside a run of a script without spaces, the longest first.

    The first sign is looked at before the words: most signs begin none. Then it says in which group of words to look,
    as hundreds of them are too many to go through one by one. Latin words may stand in the run
    (`次回はR8.11.5`), and no word takes its last sign from a weekday: `最終日曜日` is no last day.
    """
    by_first: dict[str, list[str]] = {}
    for word in sorted((word for word in senses if DENSE.match(word)), key=len, reverse=True):
        is_before_weekday = len(word) > 1 and word[-1] in "月火水木金土日"
        behind = "(?!曜)" if is_before_weekday else _NOT_BEFORE.get(word, "")
        by_first.setdefault(word[0], []).append(re.escape(word[1:]) + behind)
    is_no_number = "(?!一時(?:閉|休|停|的|預|保|帰|中断|利用|使用|金)|一日中)"  # 一時閉店 is closed for a while
    numeral = is_no_number + r"(?P<numeral>[〇零一二三四五六七八九十廿两兩]{1,5}(?=[年月日時时点點分号號]))"
    words = [
        f"[{group[0]}-{group[-1]}](?:"
        + "|".join(f"(?<={first})(?:{'|'.join(by_first[first])})" for first in group)
        + ")"
        for group in _in_groups(sorted(by_first))
    ]
    signs = "〇零一二三四五六七八九十廿两兩" + "".join(by_first)
    return re.compile(f"(?=[{signs}A-Za-z])(?:{'|'.join([numeral, *words, r'[A-Za-z]+(?:[.][A-Za-z]+)*'])})")
