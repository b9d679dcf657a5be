"""The way of one page: the only file that knows in which order the stages run.

    html ─ parse ─▶ tree ─┬─ annotate ─▶ annotations ─ find ─▶ records ─ label ─▶ kept ─ read ─▶ shown ─┐
                          └─ markup ─▶ marked ───────────────────────────────────────── reconcile ◀─────┘─▶ events

The stages are loaded by the first page, not by `import eventlocky`, which must stay light.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from eventlocky.errors import NotRenderedError
from eventlocky.settings import Settings
from eventlocky.types import Event, Record, Source

if TYPE_CHECKING:
    from eventlocky.annotate import Annotations
    from eventlocky.kinds import Kind
    from eventlocky.page import Tree

_ALWAYS = ("date", "money", "percent", "address")
"""What the fields read of any kind; what the kind itself asks for is looked for too."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A page read, with everything that led to its events: what `show` draws."""

    tree: Tree
    kind: Kind
    annotations: Annotations
    records: list[Record]
    labels: list[float]
    events: list[Event]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let nobody look for cycles while a page is read: it is done a hundred times a page, a twelfth of all its time.

    What the page leaves is looked at once, behind it. Where another thread reads a page too, whoever found the
    collector on puts it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_undisturbed()
def extract(
    html: str | bytes,
    url: str = "",
    *,
    fetched: date | None = None,
    kind: str = "",
    system: str = "",
    charset: str | None = None,
    settings: Settings | None = None,
) -> list[Event]:
    """Return the events (or deals, or talks) that a page announces, in the order of the page.

    `url` makes links absolute, `fetched` is the day that "tomorrow" and missing years start from
    (today if not given), `kind` is a name or the path of a TOML file (events if not given), `system` a
    whole system by its name in place of the finder and classifier of the settings, `charset` is what
    the server said of the encoding of bytes.
    """
    return read(html, url, fetched=fetched, kind=kind, system=system, charset=charset, settings=settings).events


@_undisturbed()
def read(  # noqa: PLR0913 - wishes, each by its name
    html: str | bytes,
    url: str = "",
    *,
    fetched: date | None = None,
    kind: str = "",
    system: str = "",
    charset: str | None = None,
    settings: Settings | None = None,
    before: Reading | None = None,
) -> Reading:
    """Do what `extract` does and keep what every stage gave.

    `before` is a reading of the same page, on the same day, for another kind: what was found out then is used again.
    """
    from eventlocky import classify, fields, kinds, markup, models, page, records, systems  # see the module's docstring
    from eventlocky.annotate import annotate
    from eventlocky.reconcile import reconcile

    settings = settings or Settings()
    way = systems.get(system, settings)
    wanted = way.looks_for(kinds.load(kind or way.kind, settings.kinds_dir))
    classifier = classify.get(way.classifier or wanted.classifier, settings.model)
    has_own = classifier.name in classify.TEXT_CLASSIFIERS  # then the model given is its own, not the finder's
    finder = records.get(way.finder, "" if has_own else settings.model)
    today = fetched or date.today()  # noqa: DTZ011 - the reader's own day
    if before is not None and _needed(before.kind) == _needed(wanted):
        tree, annotations = before.tree, before.annotations
    else:
        tree = page.parse(html, url, charset=charset, max_bytes=settings.max_page_bytes)
        annotations = annotate(tree, _needed(wanted), today, dates_by=settings.dates)
    if finder.name in records.DRAWN and not tree.boxes and tree.whole_text.strip():
        raise NotRenderedError(finder.name)
    found = finder.find(tree, annotations, wanted)
    labels = classifier.label(tree, annotations, found, wanted)
    kept = [(record, label) for record, label in zip(found, labels, strict=True) if label >= wanted.threshold]
    model = None if wanted.anchor != "date" else models.of_events("" if has_own else settings.model)
    read_of = fields.read(tree, [record for record, _ in kept], annotations, wanted, model)
    shown = [
        replace(event, confidence=label, source=_source(tree, record, event, finder.name, classifier.name))
        for (record, label), event in zip(kept, read_of, strict=True)
        if event is not None
    ]
    if wanted.anchor == "date":  # offers are not told apart by their titles: a shirt in two colours may bear one name
        names = [tree.text(row) for row in tree.select("title, h1")]
        shown = reconcile(shown, markup.read(tree, today) if way.reads_markup else [], names)
    return Reading(tree, wanted, annotations, found, labels, shown)


def _needed(kind: Kind) -> set[str]:
    """Return what must be looked for on a page to find records of a kind and read them."""
    return {*_ALWAYS, kind.anchor}.union(*kind.needs)


def _source(tree: Tree, record: Record, event: Event, finder: str, classifier: str) -> Source:
    """Say where an event was found; the text fragment makes a browser scroll to its title."""
    from urllib.parse import quote

    fragment = f":~:text={quote(event.title[:80], safe='')}"
    return Source(tree.url, tree.path(record.first), fragment, finder, classifier)
