"""The town's printing press: templates, style sheets and pictures become answers.

Each site has a folder of Jinja2 templates. A page is encoded in the site's own encoding, as old sites still
are; what the encoding lacks is written as a character reference.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from eventlocky.demo import days
from eventlocky.demo.base import Reply
from eventlocky.demo.pictures import draw
from eventlocky.errors import MissingExtraError

try:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
except ModuleNotFoundError as missing:
    what = "The demo town"
    raise MissingExtraError(what, "web") from missing

_CONTENT_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
}

_TEMPLATES = Environment(
    loader=PackageLoader("eventlocky.demo", "templates"),
    autoescape=select_autoescape(("html", "htm", "xml")),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_TEMPLATES.filters |= {language: partial(days.spell, language=language) for language in ("en", "de", "ja")}
_TEMPLATES.filters["full_width"] = days.full_width


class Press:
    """Prints the pages of one site from its folder of templates."""

    def __init__(
        self, folder: str, *, content_type: str = "text/html; charset=utf-8", encoding: str = "utf-8", **shared: object
    ) -> None:
        self.folder = folder
        self.content_type = content_type
        self.encoding = encoding
        self.shared = shared

    def page(self, name: str, /, *, status: int = 200, delay_s: float = 0.0, **values: object) -> Reply:
        """Print one page in the site's encoding."""
        html = self._render(name, values)
        return Reply(html.encode(self.encoding, "xmlcharrefreplace"), self.content_type, status, delay_s)

    def file(self, name: str, /, **values: object) -> Reply:
        """Print a style sheet, script, feed or text file in UTF-8, its type told by its ending."""
        return Reply(self._render(name, values).encode(), _CONTENT_TYPES[name.rsplit(".", 1)[-1]])

    def _render(self, name: str, values: Mapping[str, object]) -> str:
        return _TEMPLATES.get_template(f"{self.folder}/{name}").render(**self.shared, **values)


def picture(drawing: str, label: str = "") -> Reply:
    """Answer with a small picture, told as in `pictures.draw`."""
    return Reply(draw(drawing, label).encode(), "image/svg+xml")


def text(words: str, content_type: str = "text/plain; charset=utf-8") -> Reply:
    """Answer with plain words, such as a robots.txt."""
    return Reply(words.encode(), content_type)


def as_json(value: object) -> str:
    """Write a value as JSON that may stand inside a script element."""
    return json.dumps(value, ensure_ascii=False, indent=2).replace("</", "<\\/")


class Shelf:
    """The finished pages of a site, by path; anything else is not found."""

    def __init__(self, pages: Mapping[str, Reply], not_found: Reply | None = None) -> None:
        self.pages = dict(pages)
        self.not_found = not_found or Reply(
            b"<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1><p>There is no such page here.</p>\n",
            status=404,
        )

    def __call__(self, path: str, query: str) -> Reply:
        """Answer with the page of the path; the query makes no difference."""
        del query
        return self.pages.get(path, self.not_found)
