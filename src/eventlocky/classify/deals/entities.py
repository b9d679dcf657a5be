"""Named things in a sentence, counted: organisations, places, persons, dates, times, money, percentages.

Our own finders know no list of the world's names: a name is taken for a person, a place or an organisation by the
words in and before it. A trained recogniser can take their place (`Spacy`), where one is installed.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from eventlocky import dates
from eventlocky.errors import MissingExtraError, ModelError
from eventlocky.text import money, places

_REFERENCE = date(2026, 1, 1)
"""Dates are counted, not read: any day will do to count from."""

_MOST_LETTERS = 2_000
"""So many letters of a block are looked at."""

_NAME = r"[A-Z][\w'’&.-]{0,24}"
_ORGANISATION = re.compile(
    rf"\b(?:{_NAME} ){{1,4}}(?:Inc|Ltd|LLC|Corp|Co|Corporation|Company|Group|Bank|University|College|Institute|"
    r"Association|Society|Council|Committee|Agency|Department|Ministry|Foundation|Party|Union|Club|Store|Stores|Airlines|Hotels|Press|"
    r"GmbH|AG|e\.V|Verein|SA|SARL|Ltda)\b"
    rf"|\b(?:University|Bank|Department|Ministry|House|Court) of (?:the )?{_NAME}"
    r"|(?<![\w$])[A-Z]{3,5}(?![\w$])"
    r"|(?<=@ )[A-Z][\w.&'-]{2,24}",
)
_PERSON = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lady|Lord|King|Queen|Prince|Princess|President|Captain|Colonel|Admiral|Herr|Frau|"
    rf"Mme|Senator|Emperor|Uncle|Aunt)\.? {_NAME}"
    r"|\b(?:John|James|Mary|Anne?|Jane|Elizabeth|William|George|Henry|Charles|Thomas|Robert|Emma|Frank|Edward|Harriet|"
    r"Catherine|Marianne|Elinor|Peter|Paul|David|Michael|Sarah|Hans|Gretel|Maria|Anna|Jack|Tom|Bob|Steve|Bill|Barack|"
    r"Chris|Daniel|Alice|Lucy|Fanny|Louisa|Isabella|Eleanor|Walter|Richard|Abraham|Andrew|Martin|Laura|Julia|Mark)\b",
)
_PLACE = re.compile(
    r"\b(?:in|at|from|to|near|of|visit) (?:the )?(?:[A-Z][a-z]{2,15})(?:,? [A-Z][a-z]{2,15}){0,2}"
    r"|\b(?:Europe|Asia|Africa|America|Australia|Canada|England|Britain|France|Germany|Spain|Italy|Japan|China|India|"
    r"Mexico|London|Paris|Berlin|Rome|Tokyo|Chicago|Boston|Sydney|Toronto|Washington|Hawaii|Florida|California|Texas|"
    r"Vegas|Bath|Sweden|Norway|Russia|Brazil|USA|UK|US|EU|NYC)\b",
)


@dataclass(frozen=True, slots=True)
class Named:
    """How many named things of each kind a text has, in the order of the paper's features B to H."""

    dates: int = 0
    organisations: int = 0
    times: int = 0
    places: int = 0
    percentages: int = 0
    money: int = 0
    persons: int = 0


class Recogniser(Protocol):
    """Whoever counts named things."""

    name: str

    def count(self, text: str) -> Named:
        """Return how many named things of each kind a text has."""


class Own:
    """The project's own readers of dates, money and places, and patterns for names."""

    name = "own"

    def count(self, text: str) -> Named:
        """Return how many named things of each kind a text has."""
        text = text[:_MOST_LETTERS]
        has_digit = any(map(str.isdigit, text))
        mentions = dates.find(text, reference=_REFERENCE) if has_digit or _DAY.search(text) else []
        persons = len(_PERSON.findall(text))
        return Named(
            dates=sum(mention.has_day for mention in mentions),
            organisations=len(_ORGANISATION.findall(text)),
            times=sum(not mention.has_day for mention in mentions),
            places=len(_PLACE.findall(text)) + len(places.find_phrases(text)),
            percentages=len(money.find_percentages(text)),
            money=len(money.find(text)),
            persons=persons,
        )


_DAY = re.compile(r"day|week|month|year|today|tonight|tomorrow|noon|night", re.IGNORECASE)

_SPACY = {
    "DATE": "dates", "ORG": "organisations", "TIME": "times", "GPE": "places", "LOC": "places", "FAC": "places",
    "PERCENT": "percentages", "MONEY": "money", "PERSON": "persons", "PER": "persons",
}  # fmt: skip


class Spacy:
    """A recogniser of spaCy, where it and one of its models are installed."""

    name = "spacy"

    def __init__(self, model: str = "en_core_web_sm") -> None:
        """Store the name of the model."""
        self.model = model
        self._loaded: Any = None

    def count(self, text: str) -> Named:
        """Return how many named things of each kind a text has."""
        if self._loaded is None:
            self._loaded = self._load()
        counts: dict[str, int] = {}
        for entity in self._loaded(text[:_MOST_LETTERS]).ents:
            if name := _SPACY.get(entity.label_):
                counts[name] = counts.get(name, 0) + 1
        return Named(**counts)

    def _load(self) -> Any:  # noqa: ANN401 - spaCy is not there to be typed
        try:
            spacy = importlib.import_module("spacy")
        except ImportError as error:
            what = "spaCy"
            raise MissingExtraError(what, "ner") from error
        try:
            return spacy.load(self.model)
        except OSError as error:
            message = f"spaCy has no model {self.model!r}: {error}. Install it, or use our own recogniser."
            raise ModelError(message) from error
