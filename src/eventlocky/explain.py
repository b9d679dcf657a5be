"""A page drawn again with what was read in it: every record outlined, every field coloured and explained.

The drawing is one HTML file that needs nothing else. The page's words and structure are kept; its scripts, styles
and pictures are not: half of a page's styles hide or pile up what the other half shows, and here everything that
was read shall be seen, what a browser would hide as well. A policy in the head keeps the browser from fetching
anything, so that looking at a page tells nobody. The panel with the legend stands in a shadow root.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from eventlocky.annotate import Annotation, Dated
from eventlocky.extract import Reading
from eventlocky.formats.json import stamp
from eventlocky.formats.row import cost, where
from eventlocky.formats.text import line as event_line
from eventlocky.formats.text import moment
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
from eventlocky.page.paths import LETTERS
from eventlocky.types import Event, Proof

FIELDS = {
    "title": "#1f6fb2",
    "when": "#c2410c",
    "where": "#2f7d32",
    "price": "#8a6d00",
    "link": "#6b3fa0",
    "image": "#b0296b",
}
"""The fields of an event, each with its colour."""

OTHER = "#4b5563"
"""The colour of every other field."""

_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
DROPPED = frozenset(
    "script style noscript iframe frame object embed base meta link template audio video title svg math".split()
)
"""What would run, fetch or paint over the page, and what no browser draws."""

_NO_MARKUP = frozenset({"textarea", "option", "optgroup", "select"})
"""Elements in which no other element of ours may stand."""

_FRAMES = frozenset("table tbody thead tfoot tr colgroup ul ol dl menu html".split())
"""Elements that hold elements of certain names only: the number of a record goes into the first of those."""

_KEPT_ATTRIBUTES = ("colspan", "rowspan", "dir", "lang", "alt", "datetime", "start", "type", "value")
"""What shapes a page without running, fetching or hiding anything."""

_LONGEST = 160
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(slots=True)
class Note:
    """What is to be drawn at one row: which record begins or goes on there, which fields were read there."""

    classes: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    anchor: str = ""
    colour: str = ""
    tag: str = ""


def write(reading: Reading) -> str:
    """Return the page with its records and fields drawn in, as one HTML document."""
    tree = reading.tree
    root = " ".join(["<html", *_attributes(tree, 0, None)])
    title = escape(title_of(tree) or tree.url or "A page")
    return "".join(
        [
            f'<!doctype html>\n{root}><head><meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n',
            f"<title>{title} – as Event.Locky reads it</title>\n",
            *rows(tree, _notes(reading), _finds(reading)),
            f"\n<style>{_page_style()}</style>\n<el-panel>",
            f'<template shadowrootmode="open"><style>{_PANEL_STYLE}</style>{_panel(reading)}</template>',
            "</el-panel>\n</body></html>\n",
        ]
    )


# What is to be said --------------------------------------------------------------------------------


def verdicts(reading: Reading) -> list[tuple[Event | None, str]]:
    """Return for every record its event, if it was kept, and a sentence on what became of it."""
    tree, kind = reading.tree, reading.kind
    by_path = {event.source.path: event for event in reading.events}
    found: list[tuple[Event | None, str]] = []
    for record, label in zip(reading.records, reading.labels, strict=True):
        event = by_path.get(tree.path(record.first))
        if event is not None:
            found.append((event, f"kept: {event_line(event).strip()}"))
        elif label >= kind.threshold:
            found.append((None, "left out: a field that it needs is missing"))
        else:
            found.append((None, f"left out: {label:.2f} is below the threshold {kind.threshold:.2f}"))
    return found


def _notes(reading: Reading) -> dict[int, Note]:
    """Gather what is to be drawn, row by row."""
    tree = reading.tree
    notes: dict[int, Note] = {}
    pairs = zip(reading.records, reading.labels, verdicts(reading), strict=True)
    for number, (record, label, (event, verdict)) in enumerate(pairs, 1):
        source = event.source if event else None
        who = f"found by {source.finder}, labelled by {source.classifier}" if source else ""
        words = f"Record {number} of list {record.group + 1}, {label:.2f} sure. {verdict}" + (
            f" ({who})" if who else ""
        )
        for part, row in enumerate(_tops(tree, record.first, record.stop)):
            note = notes.setdefault(row, Note())
            note.classes.append("el-kept" if event else "el-left")
            note.words.append(words)
            if part == 0:
                note.anchor = f"el-record-{number}"
                notes.setdefault(_first_cell(tree, row), Note()).tag = f"{number} · {label:.2f}"
        for row in record.context if event else ():
            note = notes.setdefault(row, Note())
            note.classes.append("el-context")
            note.words.append(f"Record {number} inherits from here.")
        if event:
            rows = {tree.path(row): row for row in range(record.first, record.stop)}
            _add_fields(tree, event, number, rows, notes)
    return notes


def _add_fields(tree: Tree, event: Event, number: int, rows: dict[str, int], notes: dict[int, Note]) -> None:
    """Note the fields of an event at the rows that prove them; `rows` knows those of its record by their paths."""
    for name, proof in event.proofs.items():
        path = node_of(proof)
        row = rows[path] if path in rows else tree.find(path)
        if row is None:
            continue
        note = notes.setdefault(row, Note())
        note.classes.append("el-field")
        note.colour = note.colour or FIELDS.get(name, OTHER)
        note.words.append(f"{name} of record {number}: {_shown(event, name)} ({proof.confidence:.2f} sure)")


def node_of(proof: Proof) -> str:
    """Return the path of the node that a proof speaks of, without the attribute or the letters."""
    return proof.path.partition(LETTERS)[0].partition("/@")[0]


def _shown(event: Event, name: str) -> str:
    """Return the value of a field in words."""
    if name == "when":
        end = f" to {stamp(event.when.end)}" if event.when.end else ""
        rule = f", {event.when.rrule}" if event.when.rrule else ""
        return f"{moment(event.when)}{end}{rule}"
    if name == "where":
        return where(event.where) or "–"
    if name == "price":
        return cost(event.price) or "–"
    return str(getattr(event, name, None) or "–")


def _first_cell(tree: Tree, row: int) -> int:
    """Return the row itself, or the first element in it that may hold words."""
    while tree.tags[row] in _FRAMES and (children := tree.element_children(row)):
        row = children[0]
    return row


def _tops(tree: Tree, first: int, stop: int) -> Iterator[int]:
    """Yield the rows of a record that lie beside each other; all others lie in one of them."""
    row = first
    while row < stop:
        yield row
        row = tree.ends[row]


def _finds(reading: Reading) -> dict[int, list[tuple[int, int, str]]]:
    """Return, for every row of text, the finds that begin in it: from where to where, and what was read."""
    tree = reading.tree
    found: dict[int, list[tuple[int, int, str]]] = {}
    for annotation in reading.annotations.found:
        row, offset = annotation.row, tree.offsets[annotation.row]
        first, stop = annotation.first - offset, min(annotation.stop - offset, len(tree.texts[row]))
        others = found.setdefault(row, [])
        if tree.tags[row] == TEXT and first < stop and (not others or others[-1][1] <= first):
            others.append((first, stop, _read_as(annotation)))
    return found


def _read_as(annotation: Annotation) -> str:
    value = annotation.value
    if isinstance(value, Dated):
        when = value.when
        said = " ".join(str(part) for part in (stamp(when.start), stamp(when.end), when.rrule) if part)
        return f"{annotation.name}: {said or value.mention.text}"
    return annotation.name


def title_of(tree: Tree) -> str:
    """Return what a page calls itself."""
    row = next((row for row, tag in enumerate(tree.tags) if tag == "title"), None)
    return tree.text(row)[:_LONGEST] if row is not None else ""


# The page itself -----------------------------------------------------------------------------------


def rows(tree: Tree, notes: dict[int, Note], finds: dict[int, list[tuple[int, int, str]]]) -> Iterator[str]:
    """Write the rows of a page as HTML again; each row is touched once."""
    stack: list[int] = []
    row, count = 1, len(tree)
    plain_until = 0  # up to here no element of ours may stand
    while row < count:
        while stack and tree.ends[stack[-1]] <= row:
            yield _closed(tree.tags[stack.pop()])
        tag = tree.tags[row]
        if tag in DROPPED:
            row = tree.ends[row]
            continue
        if tag == TEXT:
            is_free = row >= plain_until
            yield from _text(
                tree.texts[row], notes.get(row) if is_free else None, finds.get(row, ()) if is_free else ()
            )
        else:
            yield tree.texts[row].replace("\t", " ")
            yield _opened(tree, row, notes.get(row))
            if tag in _NO_MARKUP:
                plain_until = max(plain_until, tree.ends[row])
            if tag not in _VOID:
                stack.append(row)
        row += 1
    while stack:
        yield _closed(tree.tags[stack.pop()])


def _opened(tree: Tree, row: int, note: Note | None) -> str:
    """Write the begin of an element; ours is the head, and so is the end of the body."""
    tag = tree.tags[row]
    if tag == "head":
        return ""
    begin = "</head><body" if tag == "body" else f"<{_name(tag)}"
    label = _label(note) if note and tag not in _VOID | _NO_MARKUP | _FRAMES else ""
    return " ".join([begin, *_attributes(tree, row, note)]) + ">" + label


def _closed(tag: str) -> str:
    return "" if tag in {"head", "body"} else f"</{_name(tag)}>"


def _name(tag: str) -> str:
    """Return a tag that can be written; a page may have `<a"b>`."""
    return tag if tag.isascii() and tag.replace("-", "").isalnum() else "el-unknown"


def _attributes(tree: Tree, row: int, note: Note | None) -> Iterator[str]:
    """Yield the attributes of an element that neither run nor fetch, and ours."""
    for name in _KEPT_ATTRIBUTES:
        value = tree.attr(row, name)
        if value is not None:
            yield f'{name}="{escape(value)}"'
    if note:
        yield from _drawn(note)


def _drawn(note: Note) -> Iterator[str]:
    """Yield the attributes that draw a note."""
    if note.classes:
        yield f'class="{" ".join(dict.fromkeys(note.classes))}"'
    if note.anchor:
        yield f'id="{note.anchor}"'
    if note.colour:
        yield f'data-el-colour="{note.colour[1:]}"'
    if note.words:
        yield f'title="{escape(chr(10).join(dict.fromkeys(note.words)))}"'


def _label(note: Note) -> str:
    """Return the small number at the corner of a record."""
    return f"<el-tag>{escape(note.tag)}</el-tag>" if note.tag else ""


def _text(text: str, note: Note | None, finds: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    """Write a text with its finds underlined; where it is a field or a record by itself, with that around it."""
    if note:
        yield f"<el-text {' '.join(_drawn(note))}>{_label(note)}"
    begin = 0
    for first, stop, words in finds:
        yield escape(text[begin:first])
        yield f'<el-find title="{escape(words)}">{escape(text[first:stop])}</el-find>'
        begin = stop
    yield escape(text[begin:])
    if note:
        yield "</el-text>"


def _page_style() -> str:
    colours = "".join(
        f'[data-el-colour="{colour[1:]}"]{{--el:{colour}}}' for colour in dict.fromkeys([*FIELDS.values(), OTHER])
    )
    return _STYLE + colours


_STYLE = (
    "html{margin-right:21rem;font:15px/1.5 system-ui,sans-serif;color:#1f2937;overflow-wrap:anywhere}"
    "body{margin:12px 16px;max-width:60rem}table{border-collapse:collapse}"
    "td,th{border:1px solid #e5e7eb;padding:2px 6px;vertical-align:top;text-align:left}"
    "h1,h2,h3,h4,h5,h6{font-size:1.1em;margin:.5em 0}p,ul,ol,dl{margin:.4em 0}"
    "img{display:inline-block;min-width:5rem;min-height:2rem;border:1px solid #d1d5db;font-size:11px;color:#6b7280}"
    "a{color:inherit;text-decoration:underline #9ca3af}"
    ".el-kept{outline:2px solid #0f766e;outline-offset:2px;scroll-margin:4rem}.el-kept:target{outline-width:5px}"
    ".el-left{outline:1px dashed #9ca3af;outline-offset:1px;opacity:.5}"
    ".el-context{border-left:4px solid #0f766e;padding-left:4px}"
    ".el-field{background:color-mix(in srgb,var(--el) 15%,transparent);box-shadow:inset 0 -2px var(--el)}"
    "img.el-field{border-color:var(--el)}"
    "el-find{border-bottom:1px dotted #c2410c}"
    "el-tag{font:600 10px/1.5 system-ui,sans-serif;background:#0f766e;color:#fff;padding:0 4px;border-radius:3px;"
    "margin-right:5px;white-space:nowrap;vertical-align:middle}.el-left el-tag{background:#6b7280}"
    "@media print{html{margin-right:0}}"
)


# The panel -----------------------------------------------------------------------------------------


def _panel(reading: Reading) -> str:
    """Write the legend and the list of records, each with a link to its place."""
    tree, kept = reading.tree, len(reading.events)
    colours = "".join(f'<li><i style="background:{colour}"></i>{name}</li>' for name, colour in FIELDS.items())
    items = []
    pairs = zip(reading.labels, verdicts(reading), strict=True)
    for number, (label, (event, verdict)) in enumerate(pairs, 1):
        if event:
            fields = "".join(_field(event, name, proof) for name, proof in event.proofs.items())
            body = f"<b>{escape(event.title[:_LONGEST])}</b><dl>{fields}</dl>"
        else:
            body = f"<span>{escape(verdict)}</span>"
        items.append(
            f'<li class="{"kept" if event else "left"}"><a href="#el-record-{number}">{number}</a> '
            f"<small>{label:.2f}</small> {body}</li>"
        )
    finder = reading.events[0].source.finder if reading.events else ""
    by = f", found by {escape(finder)}" if finder else ""
    return (
        f'<aside><h1>{kept} of {len(reading.records)} records kept</h1><p class="url">{escape(tree.url)}</p>'
        f"<p>As {escape(reading.kind.name)} from {reading.kind.threshold:.2f} on{by}. "
        "Point at anything outlined to see what was read there and how sure we are.</p>"
        '<ul class="legend"><li><i class="rec"></i>kept record</li><li><i class="rej"></i>left out</li>'
        '<li><i class="ctx"></i>inherited from</li><li><i class="find"></i>date, price … found</li>'
        f"{colours}</ul><ol>{''.join(items)}</ol></aside>"
    )


def _field(event: Event, name: str, proof: Proof) -> str:
    colour = FIELDS.get(name, OTHER)
    value = escape(_shown(event, name)[:_LONGEST])
    return (
        f'<dt style="color:{colour}">{escape(name)} <small>{proof.confidence:.2f}</small></dt>'
        f'<dd title="{escape(proof.path)}">{value}</dd>'
    )


_PANEL_STYLE = (
    ":host{all:initial}"
    "aside{position:fixed;top:0;right:0;bottom:0;width:20rem;overflow:auto;box-sizing:border-box;padding:12px 14px;"
    "background:#f8fafc;border-left:1px solid #cbd5e1;font:13px/1.45 system-ui,sans-serif;color:#0f172a}"
    "h1{font-size:15px;margin:0 0 4px}p{margin:4px 0 8px}.url{color:#475569;overflow-wrap:anywhere}"
    "small{color:#475569}ol,ul{list-style:none;margin:0;padding:0}"
    ".legend{display:grid;grid-template-columns:1fr 1fr;gap:3px 10px;padding:8px 0;margin-bottom:8px;"
    "border:solid #cbd5e1;border-width:1px 0}"
    "i{display:inline-block;width:14px;height:11px;margin-right:6px;vertical-align:-1px;box-sizing:border-box}"
    ".rec{border:2px solid #0f766e}.rej{border:1px dashed #9ca3af}.ctx{border-left:4px solid #0f766e}"
    ".find{border-bottom:1px dotted #c2410c}"
    "ol>li{padding:6px 0;border-bottom:1px solid #e2e8f0;overflow-wrap:anywhere}.left{color:#64748b}"
    "a{display:inline-block;min-width:1.4em;padding:0 4px;border-radius:3px;text-align:center;text-decoration:none;"
    "background:#0f766e;color:#fff;font-weight:600}.left a{background:#9ca3af}"
    "dl{display:grid;grid-template-columns:auto 1fr;gap:1px 8px;margin:3px 0 0}dt{font-weight:600}dd{margin:0}"
    "@media print{aside{display:none}}"
)
