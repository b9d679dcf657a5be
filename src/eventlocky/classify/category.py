"""What sort of event it is: music, stage, talk, class, sport …, by its words, what stands around it, and who holds it.

The words of sixteen languages are data (`categories/*.toml`), sure ones and hints. Those of the title count most; the
page's own title and the type of the organisation decide only where the record says little. Where two categories are
about equal, or nearly nothing speaks for any, there is none: a false category is worse than none.
`main_category` gives the four of the Event.Locky paper, which sorts organisations by their type.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from eventlocky.classify import lookup
from eventlocky.classify.lookup import HINT, NOTHING, SURE, Words
from eventlocky.text.words import is_dense, lowered
from eventlocky.types import Category

_HERE = Path(__file__).parent
LANGUAGES: Final = tuple(sorted(file.stem for file in (_HERE / "categories").glob("*.toml")))
DENSE: Final = ("ja", "ko", "zh")
"""The languages that are told by their script; in them a word may stand anywhere in a run."""

NAMES: Final = (
    "family", "film", "exhibition", "worship", "tour", "market", "food", "sport", "class", "talk", "meeting", "music",
    "stage", "festival",
)  # fmt: skip
"""Every category that may be given; of two with equal points the former goes first."""

SUBTYPES: Final = {
    "MusicEvent": "music", "TheaterEvent": "stage", "ComedyEvent": "stage", "DanceEvent": "stage",
    "LiteraryEvent": "talk", "ConferenceEvent": "talk", "CourseInstance": "class", "EducationEvent": "class",
    "SportsEvent": "sport", "ChildrensEvent": "family", "SaleEvent": "market", "ScreeningEvent": "film",
    "FoodEvent": "food", "ExhibitionEvent": "exhibition", "VisualArtsEvent": "exhibition", "Festival": "festival",
    "Hackathon": "class",
}  # fmt: skip
"""What the types of schema.org say, where a page marks its events."""

_OF_TITLE, _OF_TEXT, _OF_PAGE = 3.0, 1.0, 1.0
_LEAST = 2.9
"""One sure word of the text, or two hints, of which one stands in the title: less is nothing."""

_LEAST_SHARE = 0.55
"""What the best category must have of all points. Measured with docs/categories.md's tables: less brings more wrong
ones than right ones."""

_USUAL, _ALWAYS = 2.3, 3.0
"""What the type of an organisation counts: what a museum usually shows needs a hint beside it, a cinema shows films."""

_LONGEST = 1_000
"""So many letters of a text are read: what an event is stands where its text begins."""

_SHORTEST = 4
"""A shorter word means something else in another language: it counts where the language is known."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A category and how sure it is, from 0 to 1."""

    category: str
    confidence: float


@cache
def words_of(languages: frozenset[str]) -> Words:
    """Return the words of some languages and of English, which stands on pages of all; without any, of all."""
    is_sure = len(languages) > 0 and len(languages - {"en"} - set(DENSE)) <= 1
    entries: dict[tuple[str, int], float] = {}
    for language in sorted(languages | {"en"}) if languages else LANGUAGES:
        for number, weight, entry in _entries(language):
            if is_sure or language == "en" or len(entry) >= _SHORTEST or is_dense(entry):
                entries[entry, number] = max(entries.get((entry, number), 0.0), weight)
    return Words(entries)


@cache
def _table(language: str) -> dict[str, object]:
    return tomllib.loads((_HERE / "categories" / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def _entries(language: str) -> list[tuple[int, float, str]]:
    """Return the words of a language, each with the number of its category and what it counts."""
    table = _table(language)
    hints = table["hints"]
    found = [(NOTHING, 0.0, entry) for entry in str(table.get("nothing", "")).split()]
    for number, name in enumerate(NAMES):
        found += [(number, SURE, entry) for entry in str(table[name]).split()]
        found += [(number, HINT, entry) for entry in str(hints[name] if isinstance(hints, dict) else "").split()]
    return found


@cache
def _common() -> dict[str, tuple[str, ...]]:
    """Return the languages of every common word."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for word in str(_table(language).get("common", "")).split():
            found[word] = (*found.get(word, ()), language)
    return found


_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_FEW_VOTES = 2


def languages_of(text: str, words: Iterable[str]) -> frozenset[str]:
    """Return the languages that a text may be in, by its script and its commonest words; none where nothing tells."""
    if is_dense(text):
        if _KANA.search(text):
            return frozenset({"ja"})
        return frozenset({"ko"}) if _HANGUL.search(text) else frozenset({"ja", "zh"})
    common = _common()
    votes: dict[str, int] = {}
    for word in filter(common.__contains__, words):
        for language in common[word]:
            votes[language] = votes.get(language, 0) + 1
    most = max(votes.values(), default=0)
    if most < _FEW_VOTES:
        return frozenset()
    return frozenset(language for language, count in votes.items() if count >= 0.7 * most)


def judge(title: str, text: str = "", *, about: str = "", organisation: str = "") -> Judgement | None:
    """Return the category of an event, or None where too little tells it.

    `about` is what stands over it (the title of its page), `organisation` the type of who holds it, as on a map.
    """
    title, text, about = title[:_LONGEST], text[:_LONGEST], about[:_LONGEST]
    everything = f"{title} {text} {about}"
    words = words_of(languages_of(everything, lowered(everything)))
    of_title = words.count(title, lowered(title))
    of_text = words.count(text, lowered(text))
    of_page = words.count(about, lowered(about))
    return decide(of_title, of_text, of_page, organisation)


def decide(
    title: dict[int, float], text: dict[int, float], page: dict[int, float], organisation: str = ""
) -> Judgement | None:
    """Return the category that has most of the points, if it has enough."""
    parts = [(title, _OF_TITLE), (text, _OF_TEXT), (page, _OF_PAGE)]
    for table, count in (("usual", _USUAL), ("always", _ALWAYS)) if organisation else ():
        if known := _first_known(organisation, table):
            parts.append(({NAMES.index(known): count}, 1.0))
    found = lookup.judge(parts)
    if found is None or found.points < _LEAST or found.share < _LEAST_SHARE:
        return None
    return Judgement(NAMES[found.number], confidence(found))


def confidence(found: lookup.Judgement) -> float:
    """Say how sure a judgement is: by its share of all points, and by how many there are."""
    return round(min(0.95, 0.25 + 0.5 * found.share + 0.02 * min(found.points, 10.0)), 2)


@cache
def _types(name: str) -> dict[str, str]:
    table = tomllib.loads((_HERE / "organisations.toml").read_text(encoding="utf-8"))[name]
    return {kind: category for category, kinds in table.items() for kind in str(kinds).split()}


def main_category(organisation: str) -> Category | None:
    """Return which of the paper's four categories the type of an organisation falls into: `amenity=cafe` is gourmet."""
    found = _first_known(organisation, "main")
    return Category(found) if found else None


_TYPE_PARTS = re.compile(r"[;,|]")
_LONGEST_TYPE = 200


def _first_known(organisation: str, table: str) -> str | None:
    """Return what a table says of the first type that it knows: types may be several, `restaurant;bar`."""
    types = _types(table)
    for part in _TYPE_PARTS.split(organisation[:_LONGEST_TYPE].lower()):
        name = "_".join(re.split(r"[\s_-]+", part.rsplit("=", 1)[-1].rsplit(":", 1)[-1].strip()))
        if name in types:
            return types[name]
    return None
