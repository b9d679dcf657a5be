"""Text to atoms: the numbers and the words of the lexicon, each with what stands before it.

One pass over the text, linear in its length. Everything else of the text is only looked at as the gap
between two atoms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from string import ascii_letters

from eventlocky.dates.lexicon import DENSE, KANA, NEUTRAL, Lexicon, Senses, merged

IN_ONE_SIGN = "㈪㈫㈬㈭㈮㈯㈰㊊㊋㊌㊍㊎㊏㊐㈷㊗"
"""Weekdays and holidays in one sign with their brackets."""

_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
    "\u3000": " ",
    "〔": "[",
    "〕": "]",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\u2010": "-",
    "\u2011": "-",
    "\u2018": "'",
    "\u2019": "'",
    **dict(zip("｡｢｣､･ｰ", "。「」、・ー", strict=True)),
    **dict(zip(IN_ONE_SIGN, "月火水木金土日月火水木金土日祝祝", strict=True)),
}
_TOKEN = re.compile(r"\d+|[^\W\d_①-⑳]+(?:['’./-][^\W\d_①-⑳]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_GLUED = re.compile(r"[A-ZÀ-Þ]?[^\W\d_A-ZÀ-Þ]+|[A-ZÀ-Þ]+(?![^\W\d_A-ZÀ-Þ])")
ROW_END = "\v"
"""What a caller puts where a row of a table ends: no day goes on behind it, and no time."""

_WIDE = re.compile(r"\s{2,}")
_NUMERALS = "〇一二三四五六七八九"
_HOLIDAY = re.compile(
    r"[(\[【〈《<](?:(?<=[\d日][(\[【〈《<])|(?<=[\d日] [(\[【〈《<]))\s?"
    r"(?:(?:祝日?+|休日?+|振休|各|いずれも|全て|すべて|毎回)[・･/、, ]?)?"
    r"(?P<weekday>[月火水木金土日](?:曜日?)?|[A-Za-z]{3,9}\.?)"
    r"(?:[・･/、, ]?(?:祝祭?日?|休日?|振替?休?日?|国民の休日|[^\W\d_]{1,7}の日|元[日旦]|全\d{1,2}回)"
    r"|[・/、](?![月火水木金土日](?:曜日?)?\s?[・/、)\]】〉》>])[^\W\d_a-zA-Z]{1,8}){0,2}"
    r"\s?[)\]】〉》>]"
)
"""A weekday in brackets with what Japanese pages say of it beside: `(火・祝)`, `(祝・月)`, `(いずれも土曜日)`."""

_SPREAD = re.compile(r"([申締受開終休発])(?<!\w[申締受開終休発])( {1,3})(込み?|切|付|場|演|始|会|館日|館|売|了)(?!\w)")
"""Labels of two signs that are spread to the width of others: `申　込`, `開　演`."""

_SPREAD_FURTHER = re.compile(r"([休定開申])( {1,3})([館休催込園業])( {1,3})([日先期])(?!\w)")
"""Labels of three such signs: `休 館 日`."""

_OPEN_AND_START = re.compile(r"\bOP[.:]? ?\d{1,2}:\d\d ?[/ ] ?ST[.:]? ?\d{1,2}:\d\d")
"""Doors and start as Japanese live houses shorten them: `OP 16:30/ST 17:00`."""

_SAME = str.maketrans("零两兩", "〇二二")
_YEAR_TWICE = re.compile(r"(?<=\d)\((?:令和|平成|昭和|[RH])?\d{1,4}\)(?=年)")
"""A year said in both calendars: `令和8(2026)年`, `2026(令和8)年`."""

_ALL = ("いずれも", "全て", "すべて")
_TELLING_WORDS = ("の日", *_ALL)
_ALL_OF_THEM = re.compile(rf"(?:{'|'.join(_ALL)})(?=[月火水木金土日]曜)")

_LASTS = re.compile(
    r"(?<![\w.:])(?:(?:(?:0?\d|1[0-2]) ?h(?:rs?|ours?)?[ \u00a0]|0?[0-5]h)[0-5]?\d ?m(?:ins?|inutes)?"
    r"|24[ -]?(?:hours?|hrs|horas|heures|ore|Stunden|timer|timmar))(?!\w)",
    re.ASCII,
)
_MAY_LAST = re.compile(r"h(?:rs?|ours?)?[ \u00a0]?[0-5]?\d ?m|24[ -]?[hotS]", re.ASCII)
"""How long something takes: `04h 04m`, `1h30m`. Without a space, from six on, it is an hour of the clock: `21h30m`."""

_ORDERED = re.compile(
    r"(?:(?P<word>[^\W\d_]{3,9})\.? )?\b(?P<number>\d{1,3}(?:st|nd|rd|th)) "
    r"(?:floor|flr?\b|street|st\b(?!\.? [A-Z])|avenue|ave\b|grade|graders|ward\b|precinct)",
    re.ASCII | re.IGNORECASE,
)
_DAYS_AND_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun the".split())
_MAY_BE_ORDERED = re.compile(r"\d(?:st|nd|rd|th) [fgaswpFGASWP]", re.ASCII)
"""What is told by its number and is no day: `9th Floor`, `12th Street`, `3rd Grade`; behind a month it may be one."""

_TELLING = 4
"""A word of more languages tells nothing of the language of a text."""

_NAMES = frozenset({"month", "weekday"})
_WORD_WEIGHT, _NAME_WEIGHT, _LETTER_WEIGHT = 60, 180, 24
"""Names of months and weekdays tell more than small words. The weights can be shared by up to four languages without a
rest: in a tie, sums of fractions would not be equal."""

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

_WITHOUT_SPACES = frozenset({"ja", "zh", "ko"})
_BESIDE_THEM = _WITHOUT_SPACES | {"en"}
"""Texts in these languages have English words among them and no others: the `pt.9` of a title is no Polish Friday."""

_BESIDE_KANA = frozenset({"ja", "en"})
"""Beside the signs that only Japanese has, the `其の三` of a title is no Chinese Wednesday."""

_TIMES_IN_TITLES = frozenset({"noon", "midnight"})
"""English words for a time that stand in titles beside these languages, and say no time there: `MIDNIGHT SPECIAL`."""

_SHARE = 3
"""A text with signs of these languages is in one of them if that has so many parts of the most votes."""

_LAST_CLASS, _MINUTES = 8, re.compile(r"[:.][0-5]\d(?!\d)")
_TO_CLASS = frozenset({"-", "–", " - ", " – "})
_MOST_DIGITS = 8
_FIRST_DENSE = "\u2e80"
"""Scripts without spaces begin here."""

_AROUND = ".,:;!?()[]\"'*|/-–—…“”"
"""What may stand around a word without being a part of it."""

_WORD_BEGINS = frozenset(ascii_letters) - {"o", "r"}
_SHORT, _SHORT_CHUNK = 16, 32
_MOST_KEPT = 1 << 14
_MOST_CHUNKS = 1 << 16
"""Short pieces of text come again on every page: what was found in so many of them is kept, some 12 MB."""

_HAS_FULL_WIDTH = re.compile("[" + re.escape("".join(_FULL_WIDTH)) + "]")


@dataclass(slots=True, eq=False)
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


_Piece = tuple[int, int, int, tuple[str, ...], int, int, Senses | None, str, str]
"""What may become an atom inside a chunk of text, all places counted from the chunk's first letter.

Where the whole token begins that it is a part of, its own first letter, its length, the phrases that may begin with it;
then as in an atom its number, digits, senses, sign and word. Its senses are None where only a phrase makes an atom of
it. A plain tuple: to take a named one apart takes far longer.
"""

_Pieces = tuple[str, tuple[_Piece, ...]]
"""A chunk with the spaces around it, as it is looked for in a text, and what may become its atoms."""


_UNDERSCORED = re.compile(r"(?<!\d)((?:19|20)\d\d)_([01]\d)_([0-3]\d)(?!\d)")
_MAY_BE_UNDERSCORED = re.compile(r"_[01]\d_[0-3]")
"""The day in the name of a file, which others write with dashes: `2023_12_26_Agenda`."""


def _without_order(match: re.Match[str]) -> str:
    """Blot the number out that tells a floor or a street, unless a month or a weekday stands before it."""
    word = match["word"]
    if word is not None and word[:3].lower() in _DAYS_AND_MONTHS:
        return match[0]
    first, stop = (place - match.start() for place in match.span("number"))
    return match[0][:first] + "_" * (stop - first) + match[0][stop:]


def plain_width(text: str) -> str:
    """Turn full-width signs, odd spaces and curly apostrophes into plain ones, so that every place stays the same.

    What no date is made of is blotted out: lengths of time, and what Japanese pages say beside a weekday.
    """
    if _MAY_LAST.search(text):
        text = _LASTS.sub(lambda match: "_" * len(match[0]), text)
    if _MAY_BE_ORDERED.search(text):
        text = _ORDERED.sub(_without_order, text)
    if _MAY_BE_UNDERSCORED.search(text):
        text = _UNDERSCORED.sub(r"\1-\2-\3", text)
    if text.isascii():
        return text
    text = _HAS_FULL_WIDTH.sub(lambda sign: _FULL_WIDTH[sign[0]], text)
    if any(sign in text for sign in "申締受開終休発定"):
        text = _SPREAD_FURTHER.sub(lambda match: match[2] + match[4] + match[1] + match[3] + match[5], text)
        text = _SPREAD.sub(lambda match: match[2] + match[1] + match[3], text)
    if ")年" in text:
        text = _YEAR_TWICE.sub(lambda match: " " * len(match[0]), text)
    if not any(sign in text for sign in "祝休振各〈《【・/、") and not any(word in text for word in _TELLING_WORDS):
        return text
    text = _HOLIDAY.sub(_weekday_alone, text)
    if not any(word in text for word in _ALL):
        return text
    return _ALL_OF_THEM.sub(lambda match: " " * len(match[0]), text)


def _weekday_alone(match: re.Match[str]) -> str:
    """Return a weekday in plain brackets without what stands beside it, and spaces in front to keep the length."""
    return f"({match['weekday']})".rjust(len(match[0]))


def atoms(text: str, lexicon: Lexicon) -> list[Atom]:
    """Return the atoms of a text of plain width, in order."""
    return read(text, lexicon)[0]


def read(text: str, lexicon: Lexicon) -> tuple[list[Atom], frozenset[str]]:
    """Return the atoms of a text of plain width, in order, and the languages that its words speak for.

    No token holds a space, so what stands between two spaces (a chunk) is looked at by itself, and once, however
    often it comes again. Most chunks hold no atom and are passed over.
    """
    spaced = f" {text} ".replace("\n", " ").replace("\t", " ").replace(ROW_END, " ")
    is_plain = spaced.isprintable()  # no white space but spaces
    chunks = spaced.split() if is_plain else spaced.split(" ")
    known = _pieces_by_chunk(chunks, lexicon)
    found: list[Atom] = []
    add, place_of = found.append, spaced.index
    begin = end = phrase_end = 0
    for spaced_chunk, pieces in filter(None, map(known.get, chunks)):
        begin = place_of(spaced_chunk, begin)
        for token, inner, length, phrases, number, digits, senses, sign, word in pieces:
            if begin + token < phrase_end:
                continue
            first = begin + inner
            phrase = _phrase(text, first, phrases) if phrases else None
            if phrase is None and senses is None:
                continue
            gap = text[end:first]
            if len(gap) > 1:
                if len(gap) <= _SHORT:
                    gap = _folded_short(gap)
                elif not is_plain or spaced.find("  ", end + 1, first + 1) >= 0:
                    gap = _folded(gap)
            if phrase is not None:
                end = phrase_end = first + len(phrase)
                add(Atom(first, end, gap, -1, 0, lexicon.senses[phrase], "", phrase))
            elif senses is not None:
                end = first + length
                add(Atom(first, end, gap, number, digits, senses, sign, word))
        begin += 1
    languages = _languages(text, found, lexicon)
    _settle(text, found, languages, lexicon)
    return _without_classes(text, found), languages


def begins_with_word(gap: str) -> bool:
    """Tell a gap with a word at once behind its space or break, as most have that part a date from what follows.

    Such a gap joins nothing: no pattern of joints begins so but that of `or`, whose letters are left out.
    """
    return gap[1:2] in _WORD_BEGINS and gap[0] in " \n"


Look = Callable[[int], Atom | None]
"""What gives the atom at a place, and None in front of the first and behind the last."""


def look_at(found: list[Atom]) -> Look:
    """Return what gives the atoms of a text.

    It is asked thousands of times a page: a function of a dictionary answers twice as fast as one of ours.
    """
    return dict(enumerate(found)).get


def _number(first: int, digits: str) -> _Piece:
    number = int(digits) if len(digits) <= _MOST_DIGITS else -2
    return (first, first, len(digits), (), number, len(digits), {}, "", "")


def _pieces_by_chunk(chunks: list[str], lexicon: Lexicon) -> dict[str, _Pieces | None]:
    """Return what is in chunks; other chunks may be in the answer too, and those that hold nothing are not or None."""
    wanted = set(chunks)
    known = _known_chunks(lexicon)[0]
    further: dict[str, _Pieces | None] = {}
    senses, phrases = lexicon.senses, lexicon.phrases
    for chunk in wanted.difference(known):
        if chunk.islower() and chunk.isalpha() and chunk.isascii() and chunk not in senses and chunk not in phrases:
            pieces = None  # as most words of a page
        else:
            pieces = _spaced_pieces(chunk, lexicon)
        if len(chunk) <= _SHORT_CHUNK:
            known[chunk] = pieces
        elif pieces is not None:
            further[chunk] = pieces
    if len(known) > _MOST_CHUNKS:
        _known_chunks(lexicon)[0] = {}  # whoever reads by the old ones keeps them
    return {chunk: known.get(chunk) for chunk in wanted} | further if further else known


@cache
def _known_chunks(_lexicon: Lexicon) -> list[dict[str, _Pieces | None]]:
    """Return the short chunks that were read by the words of a lexicon, alone in a list so that new ones can follow."""
    return [{}]


def _spaced_pieces(chunk: str, lexicon: Lexicon) -> _Pieces | None:
    """Return a chunk with the spaces around it and its pieces, or None where it has none."""
    pieces = _pieces_of(chunk, lexicon)
    return (f" {chunk} ", pieces) if pieces else None


def _pieces_of(chunk: str, lexicon: Lexicon) -> tuple[_Piece, ...]:
    """Return what may become atoms of a chunk: most are one word with signs around, or one number."""
    bare = chunk.strip(_AROUND)
    if bare.isalpha() and bare < _FIRST_DENSE:
        folded = bare.lower()
        if (senses := lexicon.senses.get(folded)) is not None:
            first = chunk.index(bare)
            return ((first, first, len(bare), lexicon.phrases.get(folded, ()), -1, 0, senses, _sign(bare), folded),)
        is_one = bare.islower() or bare.istitle() or bare.isupper()
        if is_one and bare[-1] < _FIRST_DENSE and folded not in lexicon.phrases:
            return ()  # as most words of a page
    if bare.isdecimal():
        return (_number(chunk.index(bare), bare),)
    found: list[_Piece] = []
    for match in _TOKEN.finditer(chunk):
        word = match[0]
        first = match.start()
        if word[0].isdecimal():
            found.append(_number(first, word))
            continue
        folded = word.lower()
        phrases = lexicon.phrases.get(folded, ())
        senses = lexicon.senses.get(folded)
        if phrases or senses is not None:
            found.append((first, first, len(word), phrases, -1, 0, senses, _sign(word), folded))
        is_dense = word >= _FIRST_DENSE or word[-1] >= _FIRST_DENSE
        if senses is None and ((len(word) > 1 and not word.isalpha()) or is_dense or _is_glued(word)):
            found += _parts(chunk, match, lexicon)
    return tuple(found)


def _is_glued(word: str) -> bool:
    """Tell a word such as `MeetingJanuary`: two texts of a page without a space between them."""
    return not (word.islower() or word.isupper() or word.istitle()) and word.isalpha()


def _phrase(text: str, first: int, phrases: tuple[str, ...]) -> str | None:
    """Return the phrase that begins here, if one does."""
    said = text[first : first + len(phrases[0]) + 1].lower()
    if not said.startswith(phrases):
        return None
    for phrase in phrases:
        if said.startswith(phrase) and (phrase[-1] == "'" or not said[len(phrase) : len(phrase) + 1].isalnum()):
            return phrase
    return None


def _parts(chunk: str, match: re.Match[str], lexicon: Lexicon) -> Iterator[_Piece]:
    """Look for known words inside a word such as `Fri-Sun` or `開催日時`."""
    token = match.start()
    pattern = lexicon.dense if DENSE.search(match[0]) else _GLUED if _is_glued(match[0]) else _LETTERS
    for part in pattern.finditer(chunk, *match.span()):
        word = part[0]
        if part.lastgroup == "numeral":
            number = numeral(word)
            yield (token, part.start(), len(word), (), number, len(str(number)), {}, "", "")
        elif (senses := lexicon.senses.get(word.lower())) is not None:
            yield (token, part.start(), len(word), (), -1, 0, senses, _sign(word), word.lower())


def _folded(gap: str) -> str:
    """Return the text between two atoms with its white space folded: a break stays a break."""
    return _one_space(gap) if gap.isspace() else _WIDE.sub(lambda wide: _one_space(wide[0]), gap)


def _one_space(wide: str) -> str:
    """Return one space, or one new line, with a tab behind it where it ends a cell, or the end of a row of a table."""
    if ROW_END in wide:
        return "\n" + ROW_END
    if "\n" in wide:
        return "\n\t" if "\t" in wide else "\n"
    return " "


_folded_short = lru_cache(maxsize=_MOST_KEPT)(_folded)


def numeral(signs: str) -> int:
    """Read a number in Chinese signs: 十二 is 12, 廿三 is 23, 二〇二七 is 2027."""
    signs = signs.replace("廿", "二十")
    if "十" not in signs:
        return int("".join(str(_NUMERALS.index(sign) % 10) for sign in signs.translate(_SAME)))
    tens, _, ones = signs.partition("十")
    return (_NUMERALS.index(tens[-1]) if tens else 1) * 10 + (_NUMERALS.index(ones[0]) if ones else 0)


def _sign(word: str) -> str:
    return word if len(word) == 1 else ""


def _languages(text: str, found: list[Atom], lexicon: Lexicon) -> frozenset[str]:
    """Let the words of a text vote on its language; in a tie several win, and none where no word tells."""
    votes = _votes(text, Counter([atom.word for atom in found]), lexicon)
    if not votes:
        return frozenset()
    most = max(votes.values())
    is_dense = not text.isascii() and not votes.keys().isdisjoint(_WITHOUT_SPACES) and DENSE.search(text) is not None
    if is_dense:
        dense = {language: vote for language, vote in votes.items() if language in _WITHOUT_SPACES}
        is_beside = all(vote < most for language, vote in votes.items() if language not in _BESIDE_THEM)
        if is_beside and max(dense.values()) * _SHARE >= most:
            votes, most = dense, max(dense.values())  # 6.13 SAT 開場 PM6:00: its English words are few
    languages = frozenset(language for language, vote in votes.items() if vote == most)
    if is_dense and not languages.isdisjoint(_WITHOUT_SPACES):
        languages &= _WITHOUT_SPACES
    return languages


def _settle(text: str, found: list[Atom], languages: frozenset[str], lexicon: Lexicon) -> None:
    """Drop the senses that a word has only in other languages than those of the text.

    "do 5" is Thursday in German and "until" in Polish; "a" is "and" in Czech and "to" in Spanish. In a tie the
    senses of the languages that share it stay.
    """
    words = {atom.word for atom in found}
    if "点" in words and KANA.search(text):
        for atom in found:
            if atom.word == "点":  # an hour in Chinese, a count in Japanese: 5点盛り
                atom.senses, atom.sign = {}, ""
    if {"op", "st"} <= words and _OPEN_AND_START.search(text):
        languages = frozenset({"ja"})
    if not languages:
        return
    beside = _BESIDE_KANA if "ja" in languages and KANA.search(text) else _BESIDE_THEM
    senses_of = {word: senses for word in words if (senses := _senses_in(languages, beside, word, lexicon)) is not None}
    for atom in found:
        if atom.word in senses_of:
            atom.senses = senses_of[atom.word]


def _without_classes(text: str, found: list[Atom]) -> list[Atom]:
    """Leave out the classes of Polish schools, `kl. 5` and `kl. 4-6`, where the text is not told to be a Nordic one.

    The classes go up to eight: `kl. 5.30` and `kl. 19` are hours.
    """
    out: set[int] = set()
    for place in [place for place, atom in enumerate(found) if "school_class" in atom.senses]:
        if not _is_class(text, found, place + 1):
            continue
        last = place + 1
        while _is_class(text, found, last + 1) and found[last + 1].gap in _TO_CLASS:
            last += 1
        out.update(range(place, last + 1))
    if not out:
        return found
    kept: list[Atom] = []
    for place, atom in enumerate(found):
        if place in out:
            continue
        if place - 1 in out:
            atom.gap = _folded(text[kept[-1].stop if kept else 0 : atom.first])
        kept.append(atom)
    return kept


def _is_class(text: str, found: list[Atom], place: int) -> bool:
    """Tell a number that may be a class from an hour with its minutes."""
    number = found[place] if place < len(found) else None
    is_low = number is not None and number.digits == 1 and 0 < number.number <= _LAST_CLASS
    return is_low and number is not None and _MINUTES.match(text, number.stop) is None


@lru_cache(maxsize=_MOST_KEPT)
def _senses_in(languages: frozenset[str], beside: frozenset[str], word: str, lexicon: Lexicon) -> Senses | None:
    """Return what a word means in some languages, or None where that is all that it means anyway."""
    owners = lexicon.owners.get(word, {})
    kept = [senses for language, senses in owners.items() if language in languages]
    if languages <= _WITHOUT_SPACES and word.isascii() and not _TIMES_IN_TITLES.isdisjoint(owners.get("en", {})):
        return {sense: value for sense, value in lexicon.senses[word].items() if sense not in _TIMES_IN_TITLES}
    is_foreign = bool(owners) and languages <= _WITHOUT_SPACES and owners.keys().isdisjoint(beside)
    if not is_foreign and (len(owners) < 2 or not kept):
        return None
    neutral = {sense: value for sense, value in lexicon.senses[word].items() if sense in NEUTRAL}
    return merged([*kept, neutral])


def _votes(text: str, words: Counter[str], lexicon: Lexicon) -> dict[str, int]:
    """Count for every language how much the words and letters of a text speak for it."""
    votes: dict[str, int] = {}
    for word, times in words.items():
        weight, languages = _vote(word, lexicon)
        for language in languages:
            votes[language] = votes.get(language, 0) + weight * times
    if text.isascii():
        return votes
    for letters, languages in _LETTERS_OF:
        if not votes.keys().isdisjoint(languages) and any(letter in text for letter in letters):
            for language in languages:
                if language in votes:
                    votes[language] += _LETTER_WEIGHT
    return votes


@lru_cache(maxsize=_MOST_KEPT)
def _vote(word: str, lexicon: Lexicon) -> tuple[int, tuple[str, ...]]:
    """Return how much a word speaks for each of its languages."""
    owners = lexicon.owners.get(word)
    if not owners or len(owners) > _TELLING:
        return 0, ()
    is_name = len(word) > 2 and not lexicon.senses[word].keys().isdisjoint(_NAMES)
    return (_NAME_WEIGHT if is_name else _WORD_WEIGHT) // len(owners), tuple(owners)
