r"""A page as flat arrays in document order: one row a node, elements and text alike.

Row `i` has a tag, a parent row, a depth, the row after its last descendant (`ends[i]`) and its own
text. A subtree is a slice, its text is one join, and comparing two subtrees is comparing two hashes.
What not every caller needs (shapes, marks, paths) is worked out once, when it is first asked for.

The text of a row carries the break in front of it: `\n` before a line, `\t` before a table cell.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Protocol
from urllib.parse import urljoin, urlsplit

from eventlocky.page import boxes, marks, paths, shapes
from eventlocky.page.boxes import Box
from eventlocky.page.elements import HEADINGS, TEXT
from eventlocky.page.marks import Marks


class Element(Protocol):
    """What a tree asks of an element of its parser."""

    @property
    def text(self) -> str:
        """The text in it, as it is written."""

    def attr(self, name: str, /) -> str | None:
        """Return the value of an attribute, or None."""


class Document(Protocol):
    """What a tree asks of a document of its parser."""

    def select(self, selector: str, /) -> Sequence[Element]:
        """Return the elements that a CSS selector picks, in document order."""


_SIGNS = r"[!$%&'()*+,./0-9:=@A-Z_a-z~-]"
_PLAIN = re.compile(
    rf"(?:(?P<site>https?://[A-Za-z0-9._-]+)(?=[/?#]|$)(?:/{_SIGNS}*)?|/(?!/){_SIGNS}*)"
    rf"(?:\?(?:{_SIGNS}|\?)+)?(?:#(?:{_SIGNS}|\?)+)?"
)
"""An address that is resolved by joining: a whole one, or one that begins with a slash, without anything odd in it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the drawn page: the rows from `first` up to `stop` and their words."""

    first: int
    stop: int
    text: str


@dataclass(eq=False)
class Tree:
    """The parsed page. Treat it as read-only."""

    tags: list[str]
    parents: list[int]
    ends: list[int]
    texts: list[str]
    elements: list[Element | None] = field(repr=False)
    document: Document = field(repr=False)
    url: str = ""
    encoding: str = "UTF-8"
    is_cut: bool = False

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.tags)

    # Reading ---------------------------------------------------------------------------------

    def attr(self, row: int, name: str) -> str | None:
        """Return an attribute of an element: None where it is missing, "" where it has no value."""
        element = self.elements[row]
        return element.attr(name) if element is not None else None

    def select(self, selector: str) -> list[int]:
        """Return the rows of the elements that a CSS selector picks, in document order."""
        return self.rows(self.document.select(selector))

    def rows(self, elements: Iterable[Element]) -> list[int]:
        """Return the rows of the parser's elements, but for those that were cut."""
        row_of = self._rows_by_element.get
        return [row for row in map(row_of, elements) if row is not None]

    @cached_property
    def _rows_by_element(self) -> dict[Element | None, int]:
        return dict(zip(self.elements, range(len(self.elements)), strict=True))

    @cached_property
    def class_names(self) -> list[str]:
        """What every row has for a `class`; "" where it has none."""
        return self._attributes("class")

    @cached_property
    def ids(self) -> list[str]:
        """What every row has for an `id`; "" where it has none."""
        return self._attributes("id")

    def _attributes(self, name: str) -> list[str]:
        found = [""] * len(self)
        elements = self.document.select(f"[{name}]")
        for row, element in zip(map(self._rows_by_element.get, elements), elements, strict=True):
            if row is not None:
                found[row] = element.attr(name) or ""
        return found

    def classes(self, row: int) -> list[str]:
        """Return the class names of an element."""
        return self.class_names[row].split()

    def text(self, row: int, stop: int | None = None) -> str:
        """Return the words of a subtree, or of all rows up to `stop`, in one line."""
        return " ".join(self.raw_text(row, stop).split())

    def raw_text(self, row: int, stop: int | None = None) -> str:
        """Return the text as `text` does, with its breaks and spaces left as they are."""
        return "".join(self.texts[row : self.ends[row] if stop is None else stop])

    def source(self, row: int) -> str:
        """Return what is written in a script or style as it stands: `text` leaves it out, it is not words."""
        if row not in self._sources:
            element = self.elements[row]
            self._sources[row] = element.text if element is not None else ""
        return self._sources[row]

    @cached_property
    def _sources(self) -> dict[int, str]:
        return {}  # a proof in a long script is a few letters: the parser copies all of them whenever it is asked

    def own_text(self, row: int) -> str:
        """Return the words that stand directly in an element, not those of its descendants."""
        if self.tags[row] == TEXT:
            return self.text(row)
        pieces = []
        last = row
        for child in self.children(row):
            if self.tags[child] == TEXT:
                pieces.append(self.texts[child] if child == last + 1 else f" {self.texts[child]}")
                last = child
        return " ".join("".join(pieces).split())

    def lines(self, first: int = 0, stop: int | None = None) -> list[Line]:
        """Cut the rows of a subtree (or up to `stop`) into the lines that a reader sees.

        A flat page has no elements around its records: `Mon 3 May<br>Concert<br>` gives two lines.
        """
        stop = self.ends[first] if stop is None else stop
        breaks = [first, *(row for row in range(first + 1, stop) if self.texts[row][:1] == "\n"), stop]
        lines: list[Line] = []
        for begin, end in pairwise(breaks):
            text = "".join(self.texts[begin:end])
            if text.rfind("\n") > 0:
                lines += self._kept_lines(begin, end)
            elif words := text.split():
                lines.append(Line(begin, end, " ".join(words)))
        return lines

    def _kept_lines(self, first: int, stop: int) -> Iterator[Line]:
        """Cut rows with line breaks in the middle of their texts, as `<pre>` has them."""
        begin, text = first, ""
        for row in range(first, stop):
            head, *others = self.texts[row].split("\n")
            text += head
            for other in others:
                if words := text.split():
                    yield Line(begin, row + 1 if head else row, " ".join(words))
                begin, head, text = row, other, other
        if words := text.split():
            yield Line(begin, stop, " ".join(words))

    # Moving ----------------------------------------------------------------------------------

    def children(self, row: int) -> Iterator[int]:
        """Yield the child rows, elements and text."""
        child, stop = row + 1, self.ends[row]
        while child < stop:
            yield child
            child = self.ends[child]

    def element_children(self, row: int) -> list[int]:
        """Return the child rows that are elements."""
        return [child for child in self.children(row) if self.tags[child] != TEXT]

    def written_children(self, row: int) -> list[int]:
        """Return the child rows that hold words; they are looked for once."""
        known = self._written.get(row)
        if known is None:
            offsets, ends, text = self.offsets, self.ends, self.whole_text
            known = [child for child in self.children(row) if text[offsets[child] : offsets[ends[child]]].strip()]
            self._written[row] = known
        return known

    @cached_property
    def _written(self) -> dict[int, list[int]]:
        return {}

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above, the nearest first."""
        parent = self.parents[row]
        while parent >= 0:
            yield parent
            parent = self.parents[parent]

    @cached_property
    def body(self) -> int:
        """Return the row of the body, or of the root where a page has none."""
        return next((row for row in self.children(0) if self.tags[row] in {"body", "frameset"}), 0)

    # Worked out once -------------------------------------------------------------------------

    @cached_property
    def shapes(self) -> list[int]:
        """A hash of every subtree's tags: equal shapes, equal hashes. Text rows count for nothing."""
        return shapes.of(self.tags, self.parents)

    @cached_property
    def depths(self) -> list[int]:
        """How many rows stand above every row."""
        depths: list[int] = []
        for parent in self.parents:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        return depths

    @cached_property
    def trails(self) -> list[int]:
        """A number for the tags that lead to every row: equal for rows under the same tags, their own among them."""
        return shapes.trails(self.tags, self.parents)

    @cached_property
    def headings(self) -> list[int]:
        """The rows of the headings."""
        return [row for row, tag in enumerate(self.tags) if tag in HEADINGS]

    @cached_property
    def links(self) -> list[int]:
        """The rows of the links."""
        return [row for row, tag in enumerate(self.tags) if tag == "a"]

    @cached_property
    def spanning(self) -> frozenset[int]:
        """The rows that say how many columns or lines of a table they span."""
        return frozenset(self.select("[colspan],[rowspan]"))

    @cached_property
    def layouts(self) -> dict[int, dict[int, dict[int, int]]]:
        """The tables that were laid out so far, by their rows (see `tables.lay_out`)."""
        return {}

    @cached_property
    def marks(self) -> Marks:
        """Which rows are blocks, which are hidden (kept: sliders matter), which are furniture of the page."""
        return marks.of(self)

    @cached_property
    def boxes(self) -> dict[int, Box]:
        """Where a browser drew the elements, by row; empty unless the page was rendered and saved with its boxes."""
        return boxes.of(self)

    def is_block(self, row: int) -> bool:
        """Tell whether an element begins a line of its own, by its tag, its style or what it holds."""
        return self.marks.blocks[row] == 1

    def is_hidden(self, row: int) -> bool:
        """Tell whether a browser would not draw a row."""
        return self.marks.hidden[row] == 1

    def is_boilerplate(self, row: int) -> bool:
        """Tell whether a row stands in the furniture of the page: a menu, a footer, a cookie notice."""
        return self.marks.boilerplate[row] == 1

    @cached_property
    def whole_text(self) -> str:
        """The text of the whole page, breaks and all: what annotators read and `offsets` count in."""
        return "".join(self.texts)

    @cached_property
    def offsets(self) -> list[int]:
        """Where the text of every row begins in `whole_text`; one more for the end."""
        return [0, *accumulate(map(len, self.texts))]

    def row_at(self, offset: int) -> int:
        """Return the row whose text holds the character at this offset of the whole page's text."""
        return bisect_right(self.offsets, offset, 0, len(self.tags)) - 1

    # Addresses -------------------------------------------------------------------------------

    @cached_property
    def base_url(self) -> str:
        """The address that relative links start from: the page's, or what `<base href>` says."""
        for row, tag in enumerate(self.tags):
            if tag == "base" and (href := self.attr(row, "href")):
                return _join(self.url, href.strip()) or self.url
            if tag == "body":
                break
        return self.url

    def link(self, row: int, name: str = "href") -> str | None:
        """Return the absolute address in an attribute, or None where it leads to no document."""
        href = self.attr(row, name)
        return self.absolute(href) if href else None

    def absolute(self, address: str) -> str | None:
        """Return an address as seen from this page, or None where it leads to no document."""
        address = address.strip()
        if self._site and (plain := _PLAIN.fullmatch(address)):  # as most are: to resolve them takes ten times as long
            if plain["site"]:
                return address
            if "/." not in address:
                return self._site + address
        return _join(self.base_url, address)

    @cached_property
    def _site(self) -> str:
        """The scheme and the host of the address that relative links start from, "" where it is no plain one."""
        plain = _PLAIN.fullmatch(self.base_url)
        return plain["site"] or "" if plain else ""

    def path(self, row: int) -> str:
        """Return a short path that `find` turns back into this row, in this parse or a fresh one."""
        return paths.write(self, row)

    def number(self, row: int) -> int:
        """Return the number of a row among the siblings of its tag, from 1; its siblings are counted with it."""
        known = self._numbers.get(row)
        return paths.count(self, row, self._numbers) if known is None else known

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {}

    @cached_property
    def known_paths(self) -> dict[int, str]:
        """The paths that were written so far."""
        return {}

    def find(self, path: str) -> int | None:
        """Return the row that a path names, or None where there is none."""
        return paths.find(self, path)

    def read(self, path: str) -> str | None:
        """Return the words at a path, or what its end names: `…/img/@src`, `…/script/text()#char=10,25`."""
        return paths.read(self, path)

    @cached_property
    def ordinals(self) -> list[int]:
        """The number of every row among the siblings of its tag, from 1."""
        return paths.ordinals(self.tags, self.parents)

    @cached_property
    def anchors(self) -> dict[str, int]:
        """The rows with an `id` that no other row has."""
        return paths.anchors(self)


def _join(base: str, href: str) -> str | None:
    """Resolve an address; None where it is no address or leads to no document (`mailto:`, `javascript:`)."""
    try:
        joined = urljoin(base, href)
        parts = urlsplit(joined)
        parts.port  # noqa: B018 - reading it is what finds a broken one
    except ValueError:
        return None
    return joined if parts.scheme in {"http", "https", "file", ""} else None
