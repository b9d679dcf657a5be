"""Where things take place if a record does not say: what the page says of all its events, or of its owner.

"All meetings are held at …" goes first, the nearest one to the record; then a place that the page labels
once; then the owner's own name and address, as the head, the copyright line and the footer give them.
Each is a default: a reader of the event must be able to see that the record itself said nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from eventlocky.annotate import Annotations
from eventlocky.fields import cues
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.tree import Line
from eventlocky.text import contacts, places
from eventlocky.types import Place

_HELD = re.compile(
    r"\b(?:held|holds?|takes? place|taking place|meets?|meetings?|convenes?|conducts?|occurs?|begins?|located|"
    r"findet|finden|statt|treffen|se déroulent?|ont lieu|a lieu|se celebra\w*|si tengono|si svolg\w+|vinden plaats|"
    r"gehouden)\b",
    re.IGNORECASE,
)
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
_LONGEST_NAME = 60
_FOOT = 0.6
"""An owner's address stands in the furniture, or in the last part of the page."""


@dataclass(frozen=True, slots=True)
class Premises:
    """What a page says of the place of all its events: statements in their order, and its owner's place."""

    statements: tuple[Found[Place], ...] = ()
    owner: Found[Place] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()

    def complete(self, place: Place) -> Place:
        """Add what the page says elsewhere: the name of an address, the address of its owner or of a town."""
        owner = self.owner.value if self.owner else Place()
        if place.name is None and place.address:
            key = _street_key(place.address)
            is_owners = any(key in _street_keys(address) for address in self.addresses)
            return replace(place, name=self.names.get(key) or (owner.name if is_owners else None))
        if place.name and not place.address and not place.online:
            if owner.name and owner.name.casefold() == place.name.casefold():
                return replace(place, address=owner.address)
            if len(place.name.split()) <= _LONGEST_TOWN:
                town = re.compile(rf"(?<!\w){re.escape(place.name)}(?!\w)")
                return replace(place, address=next((text for text in self.addresses if town.search(text)), None))
        return place

    def near(self, tree: Tree, row: int) -> Found[Place] | None:
        """Return the statement that stands nearest to a row in the tree, else the owner's place."""
        if not self.statements:
            return self.owner
        above = {ancestor: depth for depth, ancestor in enumerate(tree.ancestors(row))}
        found = min(self.statements, key=lambda found: (_climb(tree, found.row, above), abs(found.row - row)))
        place = self.complete(found.value)
        if place.name is None and self.owner:
            place = replace(place, name=self.owner.value.name)
        return replace(found, value=place)


def _climb(tree: Tree, row: int, above: dict[int, int]) -> int:
    """Count how far above the record the first ancestor is that also holds a row."""
    return next((above[ancestor] for ancestor in tree.ancestors(row) if ancestor in above), len(above))


def of(tree: Tree, annotations: Annotations) -> Premises:
    """Read what a page says of the place of all its events."""
    lines = tree.lines(tree.body)
    statements = _statements(lines) or _marked(tree, annotations) or _only_block(tree, lines)
    addresses = _foot_addresses(tree, annotations, lines)
    owner = _owner(tree, lines, addresses[-1] if addresses else None)
    return Premises(tuple(statements), owner, _names(lines), tuple(address.value for address in addresses))


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


def _only_block(tree: Tree, lines: list[Line]) -> list[Found[Place]]:
    """Find the one street address in the content of a page that has the name of a place above it."""
    found: dict[str, Found[Place]] = {}
    for above, line in pairwise(lines):
        if tree.is_boilerplate(line.first) or max(len(above.text), len(line.text)) > _LONGEST_NAME:
            continue
        contact = next(iter(contacts.find_addresses(line.text)), None)
        if contact and contact.first == 0 and places.score(above.text) > 1 and not contacts.has_address(above.text):
            place = Place(places.clean(above.text), places.clean(line.text))
            found.setdefault(_street_key(contact.text), Found(place, above.first, 0.3))
    return list(found.values()) if len(found) == 1 else []


def _names(lines: list[Line]) -> dict[str, str]:
    """Collect the names that the page writes in front of street addresses, by the address."""
    names: dict[str, str] = {}
    before = ""
    for line in lines:
        if len(line.text) <= _LONGEST_LINE:
            for contact in contacts.find_addresses(line.text)[:3]:
                name = places.clean(line.text[: contact.first]) or before
                if len(name) > _LONGEST_NAME:
                    phrases = places.find_phrases(line.text[: contact.first])
                    name = phrases[-1].text if phrases else ""
                if name and places.score(name) > 1:
                    names.setdefault(_street_key(contact.text), name)
        before = places.clean(line.text) if len(line.text) <= _LONGEST_NAME else ""
    return names


def _street_keys(address: str) -> set[str]:
    return {_street_key(contact.text) for contact in contacts.find_addresses(address)}


def _street_key(address: str) -> str:
    """Return the number and the first word of a street: the same however the rest is written."""
    return " ".join(re.findall(r"\w+", address.casefold())[:2])


def _statements(lines: list[Line]) -> list[Found[Place]]:
    """Find sentences such as "All meetings are held at the Town Hall, 1 High Street"."""
    found: list[Found[Place]] = []
    for number, line in enumerate(lines):
        if len(line.text) > _LONGEST_LINE or len(found) >= _MOST_STATEMENTS:
            continue
        held = _HELD.search(line.text)
        if not held:
            continue
        phrase = next((phrase for phrase in places.find_phrases(line.text) if phrase.first > held.start()), None)
        if phrase is None:
            continue
        text = places.with_address(line.text, phrase)
        below = lines[number + 1].text if number + 1 < len(lines) else ""
        if line.text.rstrip().endswith(":") and contacts.has_address(below):
            text = f"{text}, {places.clean(below)}"
        found.append(Found(split(text), line.first, 0.4))
    return found


def _owner(tree: Tree, lines: list[Line], address: Found[str] | None) -> Found[Place] | None:
    """Return the place of the page's owner: its name, and the address at the foot of the page."""
    name = owner_name(tree, lines)
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


def _foot_addresses(tree: Tree, annotations: Annotations, lines: list[Line]) -> list[Found[str]]:
    """Return the street addresses in the furniture or the last part of a page, the owner's last."""
    foot = tree.body + _FOOT * (len(tree) - tree.body)
    inside: list[Found[str]] = []
    outside: list[Found[str]] = []
    found = annotations.within("address", tree.body, len(tree))
    by_row = {annotation.row: annotation for annotation in found}
    for number, line in enumerate(lines):
        if len(line.text) > 2 * _LONGEST_NAME:
            continue
        if not any(row in by_row for row in range(line.first, line.stop)):
            continue
        if not (tree.is_boilerplate(line.first) or line.first > foot or line.first < len(tree) * (1 - _FOOT) / 4):
            continue
        parts = [line.text]
        if (
            number
            and contacts.find_addresses(line.text)[:1]
            and contacts.find_addresses(line.text)[0].first < len("at the ")
        ):
            before = lines[number - 1].text
            if _may_be_owner(before):
                parts.insert(0, before)
        for below in lines[number + 1 : number + 3]:
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


def owner_name(tree: Tree, lines: list[Line]) -> Found[str] | None:
    """Return the name of the organisation whose page this is, by votes of its title, its head and its foot."""
    votes: dict[str, float] = {}
    rows: dict[str, int] = {}
    for words, row, points in [*_head_votes(tree), *_foot_votes(tree, lines)]:
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
    for row in tree.select("meta[property='og:site_name'], meta[name='application-name']")[:2]:
        yield tree.attr(row, "content") or "", row, 2.5
    for row in tree.select("title")[:1]:
        parts = [part for part in _SPLIT.split(tree.text(row)[:_LONGEST_LINE]) if part and part.strip()]
        for number, part in enumerate(parts):
            yield part, row, 1.2 if number == len(parts) - 1 else 1.0
    for row in tree.select("[class*=logo] img, [id*=logo] img, img[class*=logo], a[class*=brand]")[:3]:
        yield _LOGO.sub("", tree.attr(row, "alt") or tree.text(row)), row, 1.0
    for row in tree.select("h1")[:2]:
        yield tree.text(row), row, 0.7


def _foot_votes(tree: Tree, lines: list[Line]) -> Iterator[tuple[str, int, float]]:
    """Yield who claims the copyright, and the words that are the name of the host."""
    for line in [*lines[-40:], *lines[:10]]:
        if match := _OWNED.search(line.text[:300]):
            yield _RESERVED.sub("", match["name"]), line.first, 2.0
    core = _letters(re.sub(r"\.\w{2,6}(?:\.\w{2})?$", "", _host(tree.url).removeprefix("www.")))
    for row, text in enumerate(tree.texts):
        if len(core) > len("abc") and len(core) <= len(text) <= _LONGEST_NAME and _letters(text) == core:
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
    return re.sub(r"[\W_]", "", text.casefold())


def split(text: str) -> Place:
    """Part the words of a place into its name and its street address."""
    online = places.is_online(text)
    for contact in contacts.find_addresses(text):
        name = places.clean(text[: contact.first])
        return Place(name or None, places.clean(text[contact.first :]) or None, online=online)
    return Place(text, online=online)
