"""Where it says so: the page of a source as it was read, with the words marked that an event was made of.

The page comes from the crawler's archive (the setting `archive`). It is drawn again from its tree, as `eventlocky
show` does: words and structure stay, scripts, styles, pictures, links and forms do not. What is drawn goes out as a
document of its own in a sandbox: it may run nothing, send nothing and load nothing but our style sheet. Where no page
was kept, the words are told alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.crawl.download import Answer
from eventlocky.crawl.stored import Stored
from eventlocky.errors import EventlockyError, FetchError
from eventlocky.explain import DROPPED, FIELDS, OTHER, Note, node_of, rows, title_of
from eventlocky.formats import clean
from eventlocky.page import Tree, parse
from eventlocky.store import Remembered, Statement
from eventlocky.types import Proof
from eventlocky.web import event_page
from eventlocky.web.home import Shown
from eventlocky.web.language import words_under
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import readings_of

POLICY = "default-src 'none'; style-src 'self'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
_LARGEST = 3_000_000
"""A page of more bytes is not drawn: few browsers would like it."""
_MOST_WORDS = 400
_FRAGMENT_WORDS = 6
_MARKUP = frozenset({"script", "meta", "link", "title"})

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stored page drawn again: when it was read, and which fields are marked on it."""

    html: str
    day: str
    marked: frozenset[str]


@router.get("/events/{uid}/said/{statement}", response_class=HTMLResponse)
async def said(request: Request, uid: str, statement: int, page: int = 0) -> Response:
    """Show what a source says of an event, and where on its pages."""
    known, source = await _source(request, uid, statement)
    pages = pages_of(source)
    address, proofs = _chosen(pages, page)
    drawn, problem = await _draw(request, address, proofs, source.event.source.path)
    context: Shown = {
        "event": {"id": known.uid, "title": clean.line(known.event.title)},
        "organisation": clean.line(source.organisation),
        "address": clean.address(address),
        "live": live_link(address, proofs),
        "fields": [_field(name, proof, drawn, language_of(request)) for name, proof in proofs.items()],
        "drawn": drawn,
        "frame": f"/events/{quote(known.uid)}/said/{source.id}/page?page={page}",
        "problem": problem,
        "pages": [
            {"number": number, "address": clean.address(one) or clean.line(one), "is_here": one == address}
            for number, one in enumerate(pages)
        ],
        "base": f"/events/{quote(known.uid)}/said/{source.id}",
    }
    return templates.TemplateResponse(request, "said.html", context)


@router.get("/events/{uid}/said/{statement}/page", response_class=HTMLResponse)
async def stored_page(request: Request, uid: str, statement: int, page: int = 0) -> Response:
    """Give the stored page itself, drawn again, for the frame."""
    _, source = await _source(request, uid, statement)
    address, proofs = _chosen(pages_of(source), page)
    drawn, _ = await _draw(request, address, proofs, source.event.source.path)
    if drawn is None:
        raise HTTPException(404, "This page was not kept.")
    return HTMLResponse(drawn.html, headers={"Content-Security-Policy": POLICY, "X-Frame-Options": "SAMEORIGIN"})


async def _source(request: Request, uid: str, statement: int) -> tuple[Remembered, Statement]:
    known = await readings_of(request).ask(lambda store: store.get(uid))
    if known is None:
        raise HTTPException(404, event_page.MISSING)
    source = next((one for one in known.statements if one.id == statement), None)
    if source is None:
        raise HTTPException(404, "There is no such source of this event. Its page has the list.")
    return known, source


def pages_of(source: Statement) -> dict[str, dict[str, Proof]]:
    """Return the pages that a statement was read on, the event's own first, each with the fields that it proves."""
    own = source.event.source.url or source.page
    pages: dict[str, dict[str, Proof]] = {own: {}}
    for name, proof in source.event.proofs.items():
        pages.setdefault(proof.page or own, {})[name] = proof
    return pages


def _chosen(pages: Mapping[str, dict[str, Proof]], number: int) -> tuple[str, dict[str, Proof]]:
    if not 0 <= number < len(pages):
        raise HTTPException(404, "There is no such page of this source. The first one is page=0.")
    return list(pages.items())[number]


def _field(name: str, proof: Proof, drawn: Drawn | None, language: str) -> Shown:
    return {
        "name": label_of(name, language),
        "colour": colour_of(name)[1:],
        "words": clean.line(proof.text)[:_MOST_WORDS],
        "percent": round(100 * proof.confidence),
        "is_marked": drawn is not None and name in drawn.marked,
        "is_hidden": any(f"/{tag}" in node_of(proof) for tag in _MARKUP),
    }


def live_link(address: str, proofs: Mapping[str, Proof]) -> str | None:
    """Return the page's own address with the words of the title, to which browsers scroll (a text fragment)."""
    plain = clean.address(address)
    title = proofs.get("title")
    words = " ".join(clean.line(title.text).split()[:_FRAGMENT_WORDS]) if title and "/@" not in title.path else ""
    if not plain or not words or "#" in plain:
        return plain
    return f"{plain}#:~:text={quote(words, safe='').replace('-', '%2D')}"


def colour_of(name: str) -> str:
    """Return the colour of a field."""
    return FIELDS.get(name, OTHER)


# The page ----------------------------------------------------------------------------------------


async def _draw(request: Request, address: str, proofs: Mapping[str, Proof], record: str) -> tuple[Drawn | None, str]:
    """Return the stored page drawn again, or the name of the sentence that says why there is none."""
    stored: Stored | None = request.app.state.stored
    language = language_of(request)
    if stored is None:
        return None, "no_page"

    def draw() -> tuple[Drawn | None, str]:
        try:
            answers = stored.find(address)
        except FetchError as error:
            return None, "not_yet" if "first time" in str(error) else "no_page"
        drawn = [one for answer in answers if (one := _drawn(answer, proofs, record, language)) is not None]
        if not drawn:
            return None, "no_page"
        best = max(drawn, key=lambda one: len(one.marked))
        return best, "" if best.marked or not proofs else "unmarked"

    return await asyncio.to_thread(draw)


def _drawn(answer: Answer, proofs: Mapping[str, Proof], record: str, language: str) -> Drawn | None:
    """Draw one answer, with the fields marked whose words still stand where they were read."""
    content_type = answer.header("content-type") or ""
    charset = content_type.lower().partition("charset=")[2].partition(";")[0].strip(" \"'") or None
    try:
        tree = parse(answer.body, answer.url, charset=charset, max_bytes=_LARGEST)
    except EventlockyError:
        return None
    notes: dict[int, Note] = {}
    marked = {name for name, proof in proofs.items() if _mark(tree, name, proof, notes, language)}
    if (row := tree.find(record) if record else None) is not None:
        notes.setdefault(row, Note()).classes.append("el-kept")
    return Drawn(write(tree, notes), answer.day.isoformat(), frozenset(marked))


def _mark(tree: Tree, name: str, proof: Proof, notes: dict[int, Note], language: str) -> bool:
    """Mark where a field was read; tell whether it can be seen there."""
    row = tree.find(node_of(proof))
    if row is None or tree.tags[row] in DROPPED or tree.read(proof.path) != proof.text:
        return False
    note = notes.setdefault(row, Note())
    note.classes.append("el-field")
    note.colour = note.colour or colour_of(name)
    note.anchor = note.anchor or f"said-{name}"
    label = label_of(name, language)
    note.words.append(label)
    note.tag = f"{note.tag} · {label}" if note.tag else label
    return True


def label_of(name: str, language: str) -> str:
    """Return what a field is called; one without a name of its own is called as it is in code."""
    return words_under(language, "field").get(name) or clean.line(name)[:40]


def write(tree: Tree, notes: dict[int, Note]) -> str:
    """Return a page as an HTML document of its words alone, with notes drawn in."""
    direction = tree.attr(0, "dir")
    language = tree.attr(0, "lang")
    root = "".join(f' {name}="{escape(value)}"' for name, value in (("lang", language), ("dir", direction)) if value)
    title = escape(title_of(tree) or tree.url)
    return "".join(
        [
            f'<!doctype html>\n<html{root}><head><meta charset="utf-8"><title>{title}</title>\n',
            '<meta name="robots" content="noindex"><link rel="stylesheet" href="/static/stored.css">\n',
            *rows(tree, notes, {}),
            "\n</body></html>\n",
        ]
    )
