"""What every page shares: the templates, the words of the visitor's language, the pages that the menu leads to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from fastapi import Request
from fastapi.templating import Jinja2Templates

from eventlocky.web import language as languages
from eventlocky.web import words

STATIC = Path(__file__).parent / "static"
BUILT = STATIC / "built"
"""Scripts made by `client/`. They may be missing: every page works without them."""

_MENU = (("/", "home"), ("/calendar", "calendar"), ("/deals", "deals"), ("/sources", "sources"), ("/about", "about"))
"""The pages of the menu, in their order."""


def _shared(request: Request) -> dict[str, object]:
    """Return what every template may use: the language, its words (`say`), days and times in them."""
    language = language_of(request)
    return {
        "language": language,
        "languages": [(name, languages.say(name, "frame.language")) for name in languages.LANGUAGES],
        "say": partial(languages.say, language),
        "words_under": partial(languages.words_under, language),
        "when": partial(words.when, language=language),
        "full": partial(words.full, language=language),
        "distance": partial(words.distance, language=language),
        "menu": _MENU,
        "here": request.url.path,
        "back": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "built": built(),
    }


def language_of(request: Request) -> str:
    """Return the language that the visitor reads."""
    return languages.of_headers(dict(request.headers.raw))


def translated(name: str, known: Mapping[str, str], else_: str = "") -> str:
    """Return what a name is called in the words of one room, or else the name itself."""
    return known.get(name, else_ or name)


def built() -> dict[str, str]:
    """Return the addresses of the built scripts by their names; none where nothing was built."""
    return _built((BUILT / "names.json").stat().st_mtime_ns) if (BUILT / "names.json").is_file() else {}


@cache
def _built(_changed: int) -> dict[str, str]:
    names: dict[str, str] = json.loads((BUILT / "names.json").read_text(encoding="utf-8"))
    return names


templates = Jinja2Templates(Path(__file__).parent / "templates", context_processors=[_shared])
templates.env.globals["shapes"] = frozenset(
    re.findall(r'id="(\w+)"', (STATIC / "shapes.svg").read_text(encoding="utf-8"))
)
"""The drawings that covers can have."""
templates.env.filters.update(
    day=words.day, clock=words.clock, until=words.until, web_link=words.web_link, sureness=words.sureness,
    translated=translated,
)  # fmt: skip
