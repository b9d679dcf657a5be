"""Where a marked item takes place."""

from __future__ import annotations

from eventlocky.markup.base import Item, Leaf, Said
from eventlocky.markup.scopes import Written
from eventlocky.markup.values import address as address_of
from eventlocky.markup.values import clean, items, stamp, words, words_of
from eventlocky.markup.vocabulary import bare
from eventlocky.page import Tree
from eventlocky.types import Place

_PARTS = ("streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry")
_LONGEST = 300
_LONGEST_NAME = 160
_MOST_PLACES = 8
_ONLINE = frozenset({"OnlineEventAttendanceMode", "MixedEventAttendanceMode"})
_FARTHEST_NORTH, _FARTHEST_EAST = 90, 180


def read(tree: Tree, item: Item) -> tuple[Place, Said | None]:
    """Return where an item takes place and what says so: the first place that one can go to, online or not."""
    mode = stamp(item, "eventAttendanceMode")
    is_online = bool(mode) and bare(mode.text if mode else "") in _ONLINE
    best: tuple[Place, Said | None] = (Place(), None)
    for value in item.all("location", "contentLocation", "venue")[:_MOST_PLACES]:
        is_virtual = isinstance(value, Item) and "VirtualLocation" in value.types
        is_online = is_online or is_virtual
        if best[1] is None or (best[0].online and not is_virtual):
            place, said = _place(tree, value, is_online=is_virtual)
            best = (place, said) if said else best
    place, said = best
    return Place(place.name, place.address, place.lat, place.lon, is_online), said


def _place(tree: Tree, value: Item | Leaf, *, is_online: bool) -> tuple[Place, Said | None]:
    name = words_of(value)
    if not isinstance(value, Item):
        return Place(clean(name.text, _LONGEST) if name else None), name
    address, address_said = _address(value)
    if name is None and address is None:
        name = _whole(tree, value)
    lat, lon = _position(value)
    said = name or address_said or (address_of(value, "url") if is_online else None)
    return Place(clean(name.text, _LONGEST) if name else None, address, lat, lon, is_online), said


def _whole(tree: Tree, place: Item) -> Said | None:
    """Return all words of a place that marks neither its name nor its address, where they are few."""
    said = Written(tree, place.row).words()
    return said if said and len(said.text) <= _LONGEST_NAME else None


def _address(place: Item) -> tuple[str | None, Said | None]:
    """Write an address in one line; a place may also be nothing but an address."""
    whole = next((value for value in place.all("address", "adr")), place)
    if not isinstance(whole, Item):
        said = words_of(whole)
        return (clean(said.text, _LONGEST), said) if said else (None, None)
    parts = [said for name in _PARTS if (said := words(whole, name))]
    if not parts:
        said = words(whole, "name", "description") if whole is not place else None
        return (clean(said.text, _LONGEST), said) if said else (None, None)
    texts = dict.fromkeys(clean(said.text, _LONGEST).strip(" ,") for said in parts)
    return ", ".join(filter(None, texts)), parts[0]


def _position(place: Item) -> tuple[float | None, float | None]:
    """Return latitude and longitude, where both are numbers that can be on the map."""
    point = next(iter(items(place, "geo")), place)
    north, east = _number(point, "latitude"), _number(point, "longitude")
    if north is None or east is None or abs(north) > _FARTHEST_NORTH or abs(east) > _FARTHEST_EAST:
        return None, None
    return (north, east) if (north, east) != (0, 0) else (None, None)


def _number(item: Item, name: str) -> float | None:
    said = stamp(item, name)
    try:
        number = float(said.text) if said else None
    except ValueError:
        return None
    return number
