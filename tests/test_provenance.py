"""Every field of every event can be proven: a fresh parse of the page has, at the proof's path, the proof's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from eventlocky import extract
from eventlocky.evaluate.corpus import load
from eventlocky.page import parse
from eventlocky.records import DRAWN, FINDERS
from eventlocky.settings import Settings
from eventlocky.types import Event

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 16)
CORPORA = ("civic", "world", "japan", "deals")


def check(body: bytes, url: str, events: list[Event], charset: str | None = None) -> int:
    """Check all proofs of a page and return how many there are."""
    fresh = parse(body, url, charset=charset)
    wrong = [
        (event.title, name, proof)
        for event in events
        for name, proof in event.proofs.items()
        if fresh.read(proof.path) != proof.text
    ]
    assert wrong == []
    assert [event.title for event in events if fresh.find(event.source.path) is None] == []
    return sum(len(event.proofs) for event in events)


def own_pages() -> Iterator[tuple[bytes, str, str | None]]:
    """Yield the pages of the project's own: those of the tests, and the town's with the encodings it says."""
    from eventlocky.demo.town import Town

    for file in sorted((ROOT / "tests" / "pages").rglob("*.html")):
        yield file.read_bytes(), f"https://{file.stem}.example/", None
    for site in Town(TODAY).sites:
        paths = {site.entry, *site.events_pages, *(truth.page for truth in site.truths)}
        for path in sorted(paths):
            reply = site.answer(path, "")
            if reply.content_type.startswith("text/html"):
                said = re.search(r"charset=([\w-]+)", reply.content_type)
                yield reply.body, f"http://{site.host}{path}", said[1] if said else None


@pytest.mark.parametrize("finder", sorted(set(FINDERS) - DRAWN))
def test_every_proof_holds_on_the_project_s_own_pages(finder):
    proofs = 0
    for body, url, charset in own_pages():
        for kind in ("event", "deal"):
            settings = Settings(finder=finder)
            events = extract(body, url, fetched=TODAY, kind=kind, charset=charset, settings=settings)
            proofs += check(body, url, events, charset)
    assert proofs > 100


@pytest.mark.corpus
def test_every_proof_holds_on_a_sample_of_the_corpora(shared):
    assert sum(check_corpus(shared, corpus, every=15) for corpus in CORPORA) > 100


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_proof_holds_on_all_pages_of_the_corpora(shared, corpus):
    assert check_corpus(shared, corpus, every=1) > 100


def check_corpus(shared: Path, corpus: str, every: int) -> int:
    proofs = 0
    for page in load(shared / "corpora" / corpus / "gold.jsonl")[::every]:
        body = page.body()
        proofs += check(body, page.url, extract(body, page.url, fetched=page.fetched, kind=page.kind))
    return proofs
