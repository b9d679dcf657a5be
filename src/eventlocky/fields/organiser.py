"""Who holds a record's event: what is labelled or classed as organiser or speaker, else an institution in it.

People are found by the label in front of them, not by lists of first names.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from eventlocky.fields import lines, names
from eventlocky.fields.base import Found, once_a_page
from eventlocky.fields.lines import Line, Vocabulary
from eventlocky.page import Tree
from eventlocky.text.keeping import keep_short
from eventlocky.text.words import LETTERS_OF_BEGINNING, beginnings, is_dense
from eventlocky.types import Record

_LABELS = (
    "organi[sz](?:er|ed by|ers)|event organi[sz]er|host(?:ed by)?|presented by|presenter|sponsor(?:ed "
    "by)?|speakers?|lecturer|instructor|taught by|"
    "led by|veranstalter(?:in)?|referent(?:in|en)?|dozent(?:in)?|leitung|vortragende[r]?|organisat(?:eur|"
    "rice)|organisé par|présenté par|intervenant[es]{0,2}|"
    "conférencier|organizza(?:tore)?|organizzato da|a cura di|relatore|docente|organizador|"
    "organiza|ponente|organizado por|organisator|spreker|docent|"
    "arrangør|arrangör|talare|föreläsare|foredragsholder|järjestäjä|puhuja|organizator|prowadzący|"
    "pořadatel|přednáší|palestrante"
)
_EASTERN = "主催者?|共催|講師|発表者|登壇者|主办方?|主辦|讲师|講者|주최|강사"
_LABELLED = re.compile(
    rf"^\W{{0,3}}(?:(?:{_LABELS})\s?[:：]\s?|(?:{_LABELS})\s(?=[A-ZÀ-Þ])|\W?(?:{_EASTERN})\W?\s?[:：／/]?\s?)(?P<who>\S.{{1,119}})",
    re.IGNORECASE,
)
_LABEL_WORDS = Vocabulary(begun=beginnings(_LABELS), eastern=_EASTERN)
_BARE = re.compile(rf"\W{{0,3}}(?:{_LABELS}|{_EASTERN})\W{{0,3}}", re.IGNORECASE)
_NAMES = re.compile(
    r"(?:^|[\s_-])(?:organi[sz]ers?|speakers?|host|presenter|performer|veranstalter)(?:$|[\s_-])", re.IGNORECASE
)
_NAME_PARTS = frozenset(
    "organizer organizers organiser organisers speaker speakers host presenter performer veranstalter".split()
)
_INSTITUTIONS = (
    "University|Universität|Université|Universidad|Università|Universiteit|Universitet|Institute?|"
    "Institut|College|Department|Society|Association|"
    "Foundation|Stiftung|Verein|Academy|Akademie|Hochschule|Faculty|Fakultät|Laboratory|School|"
    "Orchestra|Orchester|Choir|Chor"
)
_MAY_BE_INSTITUTION = re.compile(f"{_INSTITUTIONS}|大学|研究|協会|学会|委員会|財団")
_INSTITUTION = re.compile(
    r"(?:[A-ZÀ-Þ][\w.&'’-]{1,30} (?:of |for |and |the |für |de |des |du |di |der |zu |van )?){0,5}"
    rf"(?:{_INSTITUTIONS})"
    r"(?: (?:of|for|für|de|des|di|der|zu|van|the) (?:[A-ZÀ-Þ][\w'’-]{1,30} ?(?:of |and |& )?){1,4})?"
    r"|[一-龥ァ-ヶー]{2,14}(?:大学|研究所|研究会|協会|学会|委員会|財団|実行委員会)",
)
_NAME_END = re.compile(r"\s[|·•]\s|(?<=[a-z])\. (?=[A-Z])")
_LONGEST = 120
_FEWEST_LETTERS = 2
_MOST_ROWS = 3_000


def read(tree: Tree, record: Record) -> Found[str] | None:
    """Return who holds an event, or None where the record does not say."""
    stop = min(record.stop, record.first + _MOST_ROWS)
    return _labelled(tree, record.first, stop) or _classed(tree, record.first, stop) or _institution(tree, record, stop)


def _labelled(tree: Tree, first: int, stop: int) -> Found[str] | None:
    """Return what follows a label, in the same line or in the one below."""
    for line in lines.telling(tree, first, stop, _LABEL_WORDS):
        if not _may_be_led(line):
            continue
        if (match := _LABELLED.match(line.text)) and (name := _clean(match["who"])):
            return Found(name, line.first, 0.8)
        if _BARE.fullmatch(line.text[:_LONGEST]):
            shown = lines.within(tree, first, stop)
            below = shown[shown.index(line) + 1 :][:1]
            if below and (name := _clean(below[0].text)):
                return Found(name, below[0].first, 0.75)
    return None


def _may_be_led(line: Line) -> bool:
    """Tell whether a line can begin with a label."""
    begins = line.words[0][:LETTERS_OF_BEGINNING] if line.words else ""
    return begins in _LABEL_WORDS.begun or is_dense(line.text)


def _classed(tree: Tree, first: int, stop: int) -> Found[str] | None:
    rows = _named_rows(tree)
    for row in rows[bisect_left(rows, first) : bisect_left(rows, stop)]:
        if tree.offsets[tree.ends[row]] - tree.offsets[row] <= 2 * _LONGEST:
            match = _LABELLED.match(text := tree.text(row))
            if name := _clean(match["who"] if match else text):
                return Found(name, row, 0.65)
    return None


@once_a_page
def _named_rows(tree: Tree) -> list[int]:
    """Return the elements of a page whose class or property says that they name an organiser or a speaker."""
    return names.rows(tree, _names_somebody, ("class", "itemprop"), _NAME_PARTS)


@keep_short(4_096)
def _names_somebody(name: str) -> bool:
    return _NAMES.search(name) is not None


def _institution(tree: Tree, record: Record, stop: int) -> Found[str] | None:
    for line in lines.holding(tree, record.first, stop, _MAY_BE_INSTITUTION):
        if match := _INSTITUTION.search(line.text[:1_000]):
            return Found(match[0].strip(), line.first, 0.3)
    return None


def _clean(text: str) -> str | None:
    """Return a name without what follows it, or None where nothing of it is left."""
    name = _NAME_END.split(" ".join(text.split()), maxsplit=1)[0].strip(" :：,;-–|/「」【】")
    return name if _FEWEST_LETTERS <= len(name) <= _LONGEST and any(map(str.isalpha, name)) else None
