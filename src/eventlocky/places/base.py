"""Where organisations are: what a source is, the table of all of them, and the search in several at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from eventlocky.errors import EventlockyError, PlacesError, UnknownNameError
from eventlocky.places.area import Area
from eventlocky.places.file import File
from eventlocky.places.google import Google
from eventlocky.places.merge import merge
from eventlocky.places.organisations import Organisations
from eventlocky.places.overpass import Overpass
from eventlocky.places.pbf import SUFFIXES, Pbf
from eventlocky.places.wikidata import Wikidata
from eventlocky.settings import Settings
from eventlocky.types import Category


class Source(Protocol):
    """Somebody who knows organisations."""

    name: str

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of an area, or raise a PlacesError that says what to do.

        Without an area a file gives all that it holds; a service cannot.
        """


_ALL: tuple[type[Overpass | Google | Wikidata | Pbf | File], ...] = (Overpass, Google, Wikidata, Pbf, File)
SOURCES = {source.name: source for source in _ALL}
"""Every source by its name: the table that `--source` reads."""


def get(
    names: Sequence[str],
    settings: Settings,
    files: Sequence[Path] = (),
    wanted: Sequence[Category] = tuple(Category),
) -> list[Source]:
    """Return sources by their names; each file is a source of its own, an extract of OpenStreetMap by its suffix.

    `wanted` are the categories that are needed: who is paid by the question is asked for no others.
    """
    for name in names:
        if name not in SOURCES:
            raise UnknownNameError("source of organisations", name, SOURCES)
    found: list[Source] = []
    for name in dict.fromkeys(names):
        mine = [file for file in files if name == source_of(file)]
        if mine:
            found += [Pbf(settings, file) if name == Pbf.name else File(settings, file) for file in mine]
        elif name == Google.name:
            found.append(Google(settings, wanted))
        else:
            found.append(SOURCES[name](settings))
    return found


def source_of(file: Path) -> str:
    """Return the name of the source that reads a file."""
    return Pbf.name if file.name.lower().endswith(SUFFIXES) else File.name


async def find(area: Area | None, sources: Sequence[Source]) -> Organisations:
    """Return the organisations that several sources know in an area, each once; the first source has the first word.

    Without an area, all that is in files. A source that fails is a note, unless all do: then its error is raised.
    """
    answers = await asyncio.gather(*(source.find(area) for source in sources), return_exceptions=True)
    found: list[Organisations] = []
    notes: list[str] = []
    errors: list[EventlockyError] = []
    for answer in answers:
        if isinstance(answer, Organisations):
            found.append(answer)
            notes += answer.notes
        elif isinstance(answer, EventlockyError):
            errors.append(answer)
            notes.append(str(answer))
        else:
            raise answer
    if errors and not found:
        raise errors[0] if len(errors) == 1 else PlacesError(" ".join(map(str, errors)))
    everyone = merge([answer.all for answer in found])
    credits_ = dict.fromkeys(name for answer in found if answer.all for name in answer.credits)
    return Organisations(tuple(everyone), tuple(notes), tuple(credits_))
