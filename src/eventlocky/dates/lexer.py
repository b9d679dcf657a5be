"""Text to atoms: the numbers and the words of the lexicon, each with what stands before it.

One pass over the text, linear in its length. Everything else of the text is only looked at as the gap
between two atoms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from eventlocky.dates.lexicon import DENSE, NEUTRAL, Lexicon, Senses, merged

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0xA0: 0x20,
    0x202F: 0x20,
    0x2009: 0x20,
    0x2018: 0x27,
    0x2019: 0x27,
}
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’./-][^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_GLUED = re.compile(r"[A-ZÀ-Þ]?[^\W\d_A-ZÀ-Þ]+|[A-ZÀ-Þ]+(?![^\W\d_A-ZÀ-Þ])")
_WIDE = re.compile(r"\s{2,}")
_NUMERALS = "〇一二三四五六七八九"

_TELLING = 4
"""A word of more languages tells nothing of the language of a text."""

_NAMES = frozenset({"month", "weekday"})
_NAME_WEIGHT = 3
"""Names of months and weekdays tell more than small words."""

_LETTERS_OF = (
    ("ěřůťď", ("cs",)),
    ("łżźśęą", ("pl",)),
    ("ß", ("de",)),
    ("ñ¿", ("es",)),
    ("ãõ", ("pt",)),
    ("œ", ("fr",)),
    ("ø", ("da", "nb")),
    ("のはをがにで", ("ja",)),
    ("周们这个号时", ("zh",)),
)
"""Letters that few languages have: they vote where the words of dates say nothing."""

_LETTER_WEIGHT = 0.4
_MOST_DIGITS = 8
_HAS_FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000\u00a0\u202f\u2009\u2018\u2019]")


@dataclass(slots=True)
class Atom:
    """A number or a word. `gap` is the text between the atom before and this one, `sign` a single letter."""

    first: int
    stop: int
    gap: str
    number: int = -1
    digits: int = 0
    senses: Senses = field(default_factory=dict)
    sign: str = ""
    word: str = ""


def plain_width(text: str) -> str:
    """Turn full-width signs, odd spaces and curly apostrophes into plain ones, so that every place stays the same."""
    return text.translate(_FULL_WIDTH) if _HAS_FULL_WIDTH.search(text) else text


def _gap(text: str, end: int, first: int) -> str:
    """Return the text between two atoms with its white space folded: a break stays a break."""
    gap = text[end:first]
    if first - end < 2 or not _WIDE.search(gap):
        return gap
    return _WIDE.sub(lambda space: "\n" if "\n" in space[0] else " ", gap)


def atoms(text: str, lexicon: Lexicon) -> list[Atom]:
    """Return the atoms of a text of plain width, in order."""
    found: list[Atom] = []
    senses_of = lexicon.senses.get
    end = 0
    for match in _TOKEN.finditer(text):
        word = match[0]
        first = match.start()
        if first < end:
            continue
        if word[0].isdecimal():
            stop = match.end()
            number = int(word) if len(word) <= _MOST_DIGITS else -2
            found.append(Atom(first, stop, _gap(text, end, first), number, len(word)))
            end = stop
            continue
        folded = word.lower()
        if folded in lexicon.phrases and (phrase := _phrase(text, first, lexicon.phrases[folded])):
            found.append(
                Atom(first, first + len(phrase), _gap(text, end, first), senses=lexicon.senses[phrase], word=phrase)
            )
            end = first + len(phrase)
        elif (senses := senses_of(folded)) is not None:
            stop = match.end()
            found.append(Atom(first, stop, _gap(text, end, first), senses=senses, sign=_sign(word), word=folded))
            end = stop
        elif (len(word) > 1 and not word.isalpha()) or word[0] > "\u2e7f" or _is_glued(word):
            end = _split(text, match, lexicon, found, end)
    return _settled(text, found, lexicon)


def _is_glued(word: str) -> bool:
    """Tell a word such as `MeetingJanuary`: two texts of a page without a space between them."""
    return not (word.islower() or word.isupper() or word.istitle()) and word.isalpha()


def _phrase(text: str, first: int, phrases: tuple[str, ...]) -> str | None:
    """Return the phrase that begins here, if one does."""
    for phrase in phrases:
        stop = first + len(phrase)
        is_whole = phrase[-1] == "'" or not text[stop : stop + 1].isalnum()
        if is_whole and text[first:stop].lower() == phrase:
            return phrase
    return None


def _split(text: str, match: re.Match[str], lexicon: Lexicon, found: list[Atom], end: int) -> int:
    """Look for known words inside a word such as `Fri-Sun` or `開催日時`."""
    pattern = lexicon.dense if DENSE.search(match[0]) else _GLUED if _is_glued(match[0]) else _LETTERS
    for part in pattern.finditer(text, *match.span()):
        if part.lastgroup == "numeral":
            first, stop = part.span()
            number = numeral(part[0])
            found.append(Atom(first, stop, _gap(text, end, first), number, len(str(number))))
            end = stop
        elif (senses := lexicon.senses.get(part[0].lower())) is not None:
            first, stop = part.span()
            word = part[0]
            found.append(Atom(first, stop, _gap(text, end, first), senses=senses, sign=_sign(word), word=word.lower()))
            end = stop
    return end


def numeral(signs: str) -> int:
    """Read a number in Chinese signs: 十二 is 12, 二〇二七 is 2027."""
    if "十" not in signs:
        return int("".join(str(_NUMERALS.index(sign) % 10) for sign in signs.replace("两", "二").replace("兩", "二")))
    tens, _, ones = signs.partition("十")
    return (_NUMERALS.index(tens[-1]) if tens else 1) * 10 + (_NUMERALS.index(ones[0]) if ones else 0)


def _sign(word: str) -> str:
    return word if len(word) == 1 else ""


def _settled(text: str, found: list[Atom], lexicon: Lexicon) -> list[Atom]:
    """Let the words of a text vote on its language, and drop the senses that a word has in other languages only.

    "do 5" is Thursday in German and "until" in Polish; "a" is "and" in Czech and "to" in Spanish. In a tie the
    senses of the languages that share it stay.
    """
    votes = _votes(text, found, lexicon)
    if not votes:
        return found
    most = max(votes.values())
    languages = [language for language, vote in votes.items() if vote == most]
    for atom in found:
        owners = lexicon.owners.get(atom.word) if atom.word else None
        if not owners or len(owners) == 1:
            continue
        kept = [senses for language, senses in owners.items() if language in languages]
        if kept:
            neutral = {sense: value for sense, value in atom.senses.items() if sense in NEUTRAL}
            atom.senses = merged([*kept, neutral])
    return found


def _votes(text: str, found: list[Atom], lexicon: Lexicon) -> dict[str, float]:
    """Count for every language how much the words and letters of a text speak for it."""
    votes: dict[str, float] = {}
    for atom in found:
        owners = lexicon.owners.get(atom.word) if atom.word else None
        if owners and len(owners) <= _TELLING:
            is_name = len(atom.word) > 2 and not atom.senses.keys().isdisjoint(_NAMES)
            weight = (_NAME_WEIGHT if is_name else 1) / len(owners)
            for language in owners:
                votes[language] = votes.get(language, 0) + weight
    for letters, languages in _LETTERS_OF:
        if any(letter in text for letter in letters):
            for language in languages:
                if language in votes:
                    votes[language] += _LETTER_WEIGHT
    return votes
