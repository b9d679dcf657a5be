"""Who holds a record's event: what is labelled or classed as organiser or speaker, else an institution in it.

People are found by the label in front of them, not by lists of first names.
"""

from __future__ import annotations

import re

from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
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
_BARE = re.compile(rf"\W{{0,3}}(?:{_LABELS}|{_EASTERN})\W{{0,3}}", re.IGNORECASE)
_NAMES = re.compile(
    r"(?:^|[\s_-])(?:organi[sz]ers?|speakers?|host|presenter|performer|veranstalter)(?:$|[\s_-])", re.IGNORECASE
)
_INSTITUTION = re.compile(
    r"(?:[A-ZÀ-Þ][\w.&'’-]{1,30} (?:of |for |and |the |für |de |des |du |di |der |zu |van )?){0,5}"
    r"(?:University|Universität|Université|Universidad|Università|Universiteit|Universitet|Institute?|"
    r"Institut|College|Department|Society|Association|"
    r"Foundation|Stiftung|Verein|Academy|Akademie|Hochschule|Faculty|Fakultät|Laboratory|School|"
    r"Orchestra|Orchester|Choir|Chor)"
    r"(?: (?:of|for|für|de|des|di|der|zu|van|the) (?:[A-ZÀ-Þ][\w'’-]{1,30} ?(?:of |and |& )?){1,4})?"
    r"|[一-龥ァ-ヶー]{2,14}(?:大学|研究所|研究会|協会|学会|委員会|財団|実行委員会)",
)
_LONGEST = 120
_FEWEST_LETTERS = 2
_MOST_ROWS = 3_000


def read(tree: Tree, record: Record) -> Found[str] | None:
    """Return who holds an event, or None where the record does not say."""
    stop = min(record.stop, record.first + _MOST_ROWS)
    return _labelled(tree, record.first, stop) or _classed(tree, record.first, stop) or _institution(tree, record, stop)


def _labelled(tree: Tree, first: int, stop: int) -> Found[str] | None:
    """Return what follows a label, in the same line or in the one below."""
    lines = tree.lines(first, stop)
    for number, line in enumerate(lines):
        if (match := _LABELLED.match(line.text)) and (name := _clean(match["who"])):
            return Found(name, line.first, 0.8)
        if (
            _BARE.fullmatch(line.text[:_LONGEST])
            and number + 1 < len(lines)
            and (name := _clean(lines[number + 1].text))
        ):
            return Found(name, lines[number + 1].first, 0.75)
    return None


def _classed(tree: Tree, first: int, stop: int) -> Found[str] | None:
    for row in range(first, stop):
        if tree.tags[row] == TEXT:
            continue
        names = f"{tree.attr(row, 'class') or ''} {tree.attr(row, 'itemprop') or ''}"
        if _NAMES.search(names) and tree.offsets[tree.ends[row]] - tree.offsets[row] <= 2 * _LONGEST:
            match = _LABELLED.match(text := tree.text(row))
            if name := _clean(match["who"] if match else text):
                return Found(name, row, 0.65)
    return None


def _institution(tree: Tree, record: Record, stop: int) -> Found[str] | None:
    for line in tree.lines(record.first, stop):
        if match := _INSTITUTION.search(line.text[:1_000]):
            return Found(match[0].strip(), line.first, 0.3)
    return None


def _clean(text: str) -> str | None:
    """Return a name without what follows it, or None where nothing of it is left."""
    name = re.split(r"\s[|·•]\s|\s{2,}|(?<=[a-z])\. (?=[A-Z])", " ".join(text.split()), maxsplit=1)[0].strip(
        " :：,;-–|/「」【】"
    )
    return name if _FEWEST_LETTERS <= len(name) <= _LONGEST and any(map(str.isalpha, name)) else None
