"""Where things take place if a record does not say: what the page says of all its events, or of its owner.

"All meetings are held at …" goes first, the nearest one to the record; then a place that the page labels
once; then the owner's own name and address, as the head, the copyright line and the footer give them.
Each is a default: a reader of the event must be able to see that the record itself said nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from string import ascii_letters, digits

from eventlocky.annotate import Annotations
from eventlocky.fields import cues, lines
from eventlocky.fields.base import Found
from eventlocky.fields.lines import Line, Vocabulary
from eventlocky.page import Tree
from eventlocky.text import contacts, places
from eventlocky.text.contacts import Contact
from eventlocky.types import Place

_HOLDS = (
    r"held|holds?|takes? place|taking place|meets?|meetings?|convenes?|conducts?|occurs?|begins?|located|findet|finden|"
    r"statt|treffen|se déroulent?|ont lieu|a lieu|se celebra\w*|si tengono|si svolg\w+|vinden plaats|gehouden"
)
_HELD = re.compile(rf"\b(?:{_HOLDS})\b", re.IGNORECASE)
_HELD_WORDS = Vocabulary(
    """
    held hold holds place meet meets meeting meetings convene convenes conduct conducts occur occurs begin begins
    located findet finden statt treffen déroule déroulent lieu tengono plaats gehouden
    """.split(),
    begun=("cele", "svol"),
)
"""One of these is in whatever `_HELD` finds."""

_PAST = re.compile(r"\b(?:was|were|had|hosted|attended)\b")
"""What tells of meetings that are over says nothing of the next."""

_OWNED = re.compile(
    r"(?:©|\(c\)|（c）|copyright)[\s©,.()c]{0,6}(?:copyright )?(?:by )?(?:\d{4})?(?:\s?[-–~]\s?(?:\d{4}|"
    r"now|present))?[\s,.:|©-]{0,4}(?:by )?"
    r"(?P<name>[^\s\d|.,©·][^|©·]{1,80})",
    re.IGNORECASE,
)
_RESERVED = re.compile(
    r"[\s.,|–-]{0,4}(?:all rights? reserved|alle rechte|tous droits|todos los derechos|designed by|powered by|"
    r"privacy|terms|legal|impressum|sitemap|site map|login|website by|inc\b\.?$|co\.,? ?ltd|©|\(c\)|\d{4}).*",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\s+[|\-–—:»«•·/>~★☆]{1,2}\s+|\s*[|｜：»«•★☆]{1,3}\s*|(?<=\S):\s+|(?<=[^\x00-\x7f])\s*[-–]\s*(?=[^\x00-\x7f])"
)
_GENERAL = re.compile(
    r"\b(?:meetings?|minutes|agendas?|calendar|events?|schedule|home|news|about|official|welcome|"
    r"page|board|list|what'?s on|"
    r"programm?e?|termine|veranstaltung\w*|konzerte|aktuell\w*|startseite|agenda|eventi|tapahtumat|archive)\b|"
    r"イベント|お知らせ|フェア|キャンペーン|一覧|について|ニュース|新着|トップ|ホーム|クーポン|メニュー|情報|募集",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    r"^(?:©|\(c\)|copyright)[\s©,.]{0,4}(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)?\d\d)?[\s,.|–-]{0,3}(?:by )?", re.IGNORECASE
)
"""How a line claims a copyright before it gives an address."""

_MAY_OWN = re.compile(r"©|\(c\)|（c）|copyright")
_NAMING = (
    "meta[property='og:site_name'],meta[name='application-name'],title,h1,"
    "[class*=logo] img,[id*=logo] img,img[class*=logo],a[class*=brand]"
)
_TOP_DOMAIN = re.compile(r"\.\w{2,6}(?:\.\w{2})?$")
_NO_LETTERS = re.compile(r"[\W_]+")
_LETTERS_AND_DIGITS = frozenset(ascii_letters + digits)
_EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOGO = re.compile(r"\b(?:logo|home ?page|homepage|home)\b", re.IGNORECASE)
_LONGEST_LINE = 1_500
_MOST_STATEMENTS = 60
_MOST_MARKED = 6
_LONGEST_TOWN = 2
_FEW_TIMES = 3
_ATTRIBUTES = {"meta": "content", "img": "alt"}
"""Where the words of elements without text stand."""

_ACRONYM = re.compile(r"[A-Z]{3,6}")
_ROOM = re.compile(
    r"(?:the )?(?:room|rm\.?|suite|ste\.?) #?(?:[A-Z]|[A-Z]?-?\d{1,5}[A-Z]?)|\d{1,2}(?:st|nd|rd|th) floor",
    re.IGNORECASE,
)
"""A room by its number or letter: the house that it is in is not said."""

_LONGEST_NAME = 60
_FOOT = 0.6
"""An owner's address stands in the furniture, or in the last part of the page."""


class Premises:
    """What a page says of the place of all its events; each part is read when it is first asked for."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        self._tree, self._annotations = tree, annotations

    @cached_property
    def statements(self) -> list[Found[Place]]:
        """What the page says of all its events, in order."""
        tree, shown = self._tree, self._shown
        return _statements(tree, shown) or _marked(tree, self._annotations) or _only_block(tree, shown, self._addressed)

    @cached_property
    def owner(self) -> Found[Place] | None:
        """The place of the page's owner."""
        return _owner(self._tree, self._shown, self._foot[-1] if self._foot else None)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names in front of street addresses."""
        return _names(self._shown, self._addressed)

    @cached_property
    def streets(self) -> frozenset[str]:
        """The streets of the owner's addresses."""
        return frozenset(
            _street_key(contact.text) for address in self._foot for contact in contacts.find_addresses(address.value)
        )

    @cached_property
    def _shown(self) -> list[Line]:
        return lines.within(self._tree, self._tree.body, self._tree.ends[self._tree.body])

    @cached_property
    def _addressed(self) -> dict[int, list[Contact]]:
        return _addressed(self._annotations, self._shown)

    @cached_property
    def _foot(self) -> list[Found[str]]:
        if not self._annotations.rows("address"):
            return []
        return _foot_addresses(self._tree, self._annotations, self._shown, self._addressed)

    def complete(self, place: Place) -> Place:
        """Add what the page says elsewhere: the name of an address, the address of its owner or of a town.

        A room alone is one of the house that the page speaks of, and letters stand for the name that it spells out.
        """
        if place.name and not place.address and _ROOM.fullmatch(place.name):
            return self._in_house(place)
        if place.name and _ACRONYM.fullmatch(place.name) and (full := _in_full(self._tree, place.name)) != place.name:
            place = replace(place, name=f"{full} ({place.name})")
        if place.name is None and place.address:
            key = _street_key(place.address)
            owner = self.owner.value.name if key in self.streets and self.owner else None
            return replace(place, name=self.names.get(key) or owner)
        if place.name and not place.address and not place.online and self._foot:
            owned = self.owner.value if self.owner else Place()
            if owned.name and owned.name.casefold() == place.name.casefold():
                return replace(place, address=owned.address)
            if len(place.name.split()) <= _LONGEST_TOWN:
                address = next((found.value for found in self._foot if _has_words(found.value, place.name)), None)
                return replace(place, address=address)
        return place

    def _in_house(self, room: Place) -> Place:
        """Return a room with the house in which the page says that all takes place, else with its owner's."""
        houses = [found.value for found in self.statements if found.value.address]
        house = houses[0] if houses else self.owner.value if self.owner else Place()
        name = house.name if house.name and not _ROOM.fullmatch(house.name) else None
        return replace(room, name=f"{room.name}, {name}" if name else room.name, address=house.address)

    def near(self, tree: Tree, row: int) -> Found[Place] | None:
        """Return the statement that stands nearest to a row in the tree, else the owner's place."""
        if len(self._stated) <= 1:
            return self._stated[0] if self._stated else self.owner
        above = {ancestor: depth for depth, ancestor in enumerate(tree.ancestors(row))}
        return min(self._stated, key=lambda found: (_climb(tree, found.row, above), abs(found.row - row)))

    @cached_property
    def _stated(self) -> list[Found[Place]]:
        """The statements, each with what the page says elsewhere of its place."""
        found = []
        for statement in self.statements:
            place = self.complete(statement.value)
            if place.name is None and self.owner:
                place = replace(place, name=self.owner.value.name)
            found.append(replace(statement, value=place))
        return found


def _has_words(text: str, words: str) -> bool:
    """Tell whether a text has some words, not only as a part of others."""
    return words in text and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _climb(tree: Tree, row: int, above: dict[int, int]) -> int:
    """Count how far above the record the first ancestor is that also holds a row."""
    return next((above[ancestor] for ancestor in tree.ancestors(row) if ancestor in above), len(above))


def _addressed(annotations: Annotations, shown: list[Line]) -> dict[int, list[Contact]]:
    """Return the street addresses of the lines that have some, by the number of the line.

    What was found in the page's text is found again in its lines; in one whose spaces the page writes
    otherwise there may be more.
    """
    found = {number: contacts.find_addresses(shown[number].text) for number in _candidates(annotations, shown)}
    return {number: contact for number, contact in found.items() if contact}


def _candidates(annotations: Annotations, shown: list[Line]) -> list[int]:
    """Return the numbers of the lines that may have a street address."""
    firsts = [line.first for line in shown]
    numbers = {bisect_right(firsts, row) - 1 for row in annotations.rows("address")} - {-1}
    numbers.update(number for number, line in enumerate(shown) if not line.is_plain)
    return sorted(numbers)


def _marked(tree: Tree, annotations: Annotations) -> list[Found[Place]]:
    """Find what the page marks as a place, where that is one place only."""
    found: list[Found[Place]] = []
    first = tree.body
    for _ in range(_MOST_MARKED):
        value = cues.labelled(tree, annotations, first, len(tree)) if first < len(tree) else None
        if value is None:
            break
        if not tree.is_boilerplate(value.row) and places.score(value.text) > 0:
            found.append(Found(split(value.text), value.row, 0.4))
        first = value.row + 1
    value = None if found else cues.named(tree, annotations, tree.body, len(tree))
    if value and not tree.is_boilerplate(value.row) and places.score(value.text) > 0:
        found.append(Found(split(value.text), value.row, 0.35))
    return found if len({place.value for place in found}) <= 1 else []


def _only_block(tree: Tree, shown: list[Line], addressed: dict[int, list[Contact]]) -> list[Found[Place]]:
    """Find the one street address in the content of a page that has the name of a place above it."""
    found: dict[str, Found[Place]] = {}
    for number, (contact, *_) in addressed.items():
        above, line = shown[number - 1], shown[number]
        if not number or contact.first or max(len(above.text), len(line.text)) > _LONGEST_NAME:
            continue
        if tree.is_boilerplate(line.first) or (number - 1) in addressed or places.score(above.text) <= 1:
            continue
        place = Place(places.clean(above.text), places.clean(line.text))
        found.setdefault(_street_key(contact.text), Found(place, above.first, 0.3))
    return list(found.values()) if len(found) == 1 else []


def _names(shown: list[Line], addressed: dict[int, list[Contact]]) -> dict[str, str]:
    """Collect the names that the page writes in front of street addresses, by the address."""
    names: dict[str, str] = {}
    for number, found in addressed.items():
        line = shown[number]
        if len(line.text) > _LONGEST_LINE:
            continue
        above = shown[number - 1].text if number else ""
        before = places.clean(above) if len(above) <= _LONGEST_NAME else ""
        for contact in found[:3]:
            name = places.clean(line.text[: contact.first]) or before
            if len(name) > _LONGEST_NAME:
                phrases = places.find_phrases(line.text[: contact.first])
                name = phrases[-1].text if phrases else ""
            if name and places.score(name) > 1:
                names.setdefault(_street_key(contact.text), name)
    return names


def _street_key(address: str) -> str:
    """Return the number and the first word of a street: the same however the rest is written."""
    return " ".join(re.findall(r"\w+", address.casefold())[:2])


def _statements(tree: Tree, shown: list[Line]) -> list[Found[Place]]:
    """Find sentences such as "All meetings are held at the Town Hall, 1 High Street"."""
    found: list[Found[Place]] = []
    for line in lines.telling(tree, tree.body, tree.ends[tree.body], _HELD_WORDS):
        if len(found) >= _MOST_STATEMENTS:
            break
        if len(line.text) > _LONGEST_LINE:
            continue
        held = _HELD.search(line.text)
        if not held:
            continue
        phrase = next((phrase for phrase in places.find_phrases(line.text) if phrase.first > held.start()), None)
        if phrase is None or _PAST.search(line.text, 0, phrase.first):
            continue
        text = places.with_address(line.text, phrase)
        below = shown[shown.index(line) + 1 :][:1] if line.text.endswith(":") else []
        if below and contacts.has_address(below[0].text):
            text = f"{text}, {places.clean(below[0].text)}"
        found.append(Found(split(text), line.first, 0.4))
    return found


def _owner(tree: Tree, shown: list[Line], address: Found[str] | None) -> Found[Place] | None:
    """Return the place of the page's owner: its name, and the address at the foot of the page."""
    name = _owner_name(tree, shown)
    if name is None and address is None:
        return None
    label = _in_full(tree, name.value) if name else None
    words = address.value if address else None
    if label and words and words.casefold().startswith(label.casefold()):
        words = words[len(label) :].lstrip(" ,-–:") or None
    place = Place(label, words)
    if address:
        return Found(place, address.row, 0.25)
    return Found(place, name.row, 0.25, name.attribute) if name else None


def _foot_addresses(
    tree: Tree, annotations: Annotations, shown: list[Line], addressed: dict[int, list[Contact]]
) -> list[Found[str]]:
    """Return the street addresses in the furniture or the last part of a page, the owner's last."""
    foot = tree.body + _FOOT * (len(tree) - tree.body)
    head = len(tree) * (1 - _FOOT) / 4
    inside: list[Found[str]] = []
    outside: list[Found[str]] = []
    for number in _candidates(annotations, shown):
        line = shown[number]
        if len(line.text) > 2 * _LONGEST_NAME or not annotations.count("address", line.first, line.stop):
            continue
        if not (tree.is_boilerplate(line.first) or line.first > foot or line.first < head):
            continue
        parts = [_CLAIM.sub("", line.text)]
        if number and number in addressed and addressed[number][0].first < len("at the "):
            before = shown[number - 1].text
            if _may_be_owner(before):
                parts.insert(0, before)
        for below in shown[number + 1 : number + 3]:
            if not cues.is_address_part(places.clean(below.text)):
                break
            parts.append(below.text)
        address = Found(", ".join(filter(None, map(places.clean, parts))), line.first, 0.3)
        (inside if tree.is_boilerplate(line.first) else outside).append(address)
    return [*outside, *reversed(inside)]


def _may_be_owner(line: str) -> bool:
    """Tell whether the line above an address can be the name of who sits there."""
    if len(line) > _LONGEST_NAME or any(letter.isdigit() for letter in line) or line.endswith(":"):
        return False
    return line[:1].isupper() and " " in line and (places.score(line) > 1 or not _GENERAL.search(line))


def _in_full(tree: Tree, name: str) -> str:
    """Return what an acronym stands for, where the page writes words with its letters in a row."""
    if not _ACRONYM.fullmatch(name):
        return name
    joint = r" (?:(?i:of|for|and|the|&) )?"
    match = re.search(r"\b" + joint.join(rf"{letter}[A-Za-z]{{1,20}}" for letter in name) + r"\b", tree.whole_text)
    return match[0] if match else name


def _owner_name(tree: Tree, shown: list[Line]) -> Found[str] | None:
    """Return the name of the organisation whose page this is, by votes of its title, its head and its foot."""
    votes: dict[str, float] = {}
    rows: dict[str, int] = {}
    for words, row, points in [*_head_votes(tree), *_foot_votes(tree, shown)]:
        name = " ".join(words.split()).strip(" -–|,.:")
        if 1 < len(name) <= _LONGEST_NAME:
            votes[name] = votes.get(name, 0.0) + points
            rows.setdefault(name, row)
    if not votes:
        return None
    folded = [(name.casefold(), points) for name, points in votes.items()]
    host, whole = _letters(_host(tree.url)), tree.whole_text
    best = max(votes, key=lambda name: _support(name.casefold(), folded, host) + _presence(name, whole))
    return Found(best, rows[best], 0.3, _ATTRIBUTES.get(tree.tags[rows[best]], ""))


def _head_votes(tree: Tree) -> Iterator[tuple[str, int, float]]:
    """Yield the names that the head of a page gives: of the site, the parts of the title, the logo, the headline."""
    rows: dict[str, list[int]] = {}
    for row in tree.select(_NAMING):
        rows.setdefault("img" if tree.tags[row] == "a" else tree.tags[row], []).append(row)
    for row in rows.get("meta", [])[:2]:
        yield tree.attr(row, "content") or "", row, 2.5
    for row in rows.get("title", [])[:1]:
        parts = [part for part in _SPLIT.split(tree.text(row)[:_LONGEST_LINE]) if part and part.strip()]
        for number, part in enumerate(parts):
            yield part, row, 1.2 if number == len(parts) - 1 else 1.0
    for row in rows.get("img", [])[:3]:
        yield _LOGO.sub("", tree.attr(row, "alt") or tree.text(row)), row, 1.0
    for row in rows.get("h1", [])[:2]:
        yield tree.text(row), row, 0.7


def _foot_votes(tree: Tree, shown: list[Line]) -> Iterator[tuple[str, int, float]]:
    """Yield who claims the copyright, and the words that are the name of the host."""
    for line in [*shown[-40:], *shown[:10]]:
        text = line.text[:300]
        if _MAY_OWN.search(text.lower()) and (match := _OWNED.search(text)):
            yield _RESERVED.sub("", match["name"]), line.first, 2.0
    core = _letters(_TOP_DOMAIN.sub("", _host(tree.url).removeprefix("www.")))
    if len(core) <= len("abc"):
        return
    shortest, texts = len(core), tree.texts
    others = _LETTERS_AND_DIGITS - {core[0], core[0].upper()}
    for row in cues.written_rows(tree):
        text = texts[row]
        if shortest <= len(text) <= _LONGEST_NAME and text.lstrip()[:1] not in others and _letters(text) == core:
            yield text, row, 1.5
            return


def _support(name: str, votes: Iterable[tuple[str, float]], host: str) -> float:
    """Add up the votes for a name, those for longer names that hold it, and what its words and the address say."""
    points = sum(points * (1.0 if other == name else 0.6) for other, points in votes if name in other)
    if _GENERAL.search(name):
        points -= 1.5
    if re.search(r"\.[a-z]{2,4}\b|[!！]$", name):
        points -= 1.0
    letters = _letters(name)
    if len(letters) > len("abc") and letters in host:
        points += 1.0
    if places.score(name) > 1:
        points += 0.3
    return points


def _presence(name: str, text: str) -> float:
    """Return points for a name that the page keeps writing, and for one in the script of the page."""
    points = 0.5 if text.count(name) >= _FEW_TIMES else 0.0
    if not name.isascii() and _EASTERN.search(name):
        points += 0.8
    return points


def _host(url: str) -> str:
    return url.casefold().partition("//")[2].partition("/")[0]


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


def split(text: str) -> Place:
    """Part the words of a place into its name and its street address."""
    online = places.is_online(text)
    for contact in contacts.find_addresses(text):
        name = places.clean(text[: contact.first])
        return Place(name or None, places.clean(text[contact.first :]) or None, online=online)
    return Place(text, online=online)
