"""A corpus of four pages on three sites, and a scorer of a few lines: what the tests of evaluation share."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

JAZZ = """<main><h1>Old Harbour</h1><ul>
<li><a href="/jazz"><b>Jazz Night</b></a> concert, come and listen, 14 November 2026, 19:30</li>
<li><a href="/fair"><b>Book Fair</b></a> market, come and listen, 15 November 2026</li></ul></main>"""
CHOIR = """<main><ul><li><b>Evening Choir</b> concert, come and listen, 3 December 2026</li>
<li><b>Winter Market</b> market, come and listen, 5 December 2026</li></ul></main>"""
NEWS = """<main><div><h2>Roof mended</h2><p>The roof is whole again, filed under news, 3 May 2026</p></div>
<div><h2>Bridge painted</h2><p>The bridge is green now, filed under news, 5 May 2026</p></div></main>"""
ROWS = [
    {"id": "harbour", "domain": "harbour.example", "url": "https://harbour.example/", "fetched": "2026-11-01",
     "lang": "en", "kind": "listing", "events": [
         {"title": "Jazz Night", "start": "2026-11-14T19:30", "url": "https://harbour.example/jazz", "url_in_page": True},
         {"title": "Book Fair", "start": "2026-11-15"},
         {"title": "Ghost Walk", "start": "2026-11-20"}]},
    {"id": "harbour-news", "domain": "harbour.example", "fetched": "2026-06-01", "lang": "en", "kind": "no-events", "events": []},
    {"id": "choir", "domain": "choir.example", "fetched": "2026-11-01", "lang": "en", "kind": "listing", "events": [
        {"title": "Evening Choir", "start": "2026-12-03"}, {"title": "Winter Market", "start": "2026-12-05"}]},
    {"id": "town-news", "domain": "town.example", "fetched": "2026-06-01", "lang": "en", "kind": "no-events", "events": []},
]  # fmt: skip
PAGES = {"harbour": JAZZ, "harbour-news": NEWS, "choir": CHOIR, "town-news": NEWS}

SCORER = '''
"""A scorer that pairs events of the same title and day: enough for tests."""

def is_titled(gold):
    return True

def titles_agree(gold, predicted):
    return gold["title"] == predicted["title"]

def within(stamp, start, end):
    return bool(stamp and start and end) and start[:10] <= stamp[:10] <= end[:10]

def pair(gold, predicted):
    pairs, used = [], set()
    for g, want in enumerate(gold):
        for p, got in enumerate(predicted):
            if p not in used and titles_agree(want, got) and want["start"][:10] == (got["start"] or "")[:10]:
                pairs.append((g, p))
                used.add(p)
                break
    return pairs

def score_page(page, predicted):
    return {"id": page["id"], "domain": page["domain"], "complete": page.get("complete", True),
            "gold": len(page["events"]), "predicted": len(predicted), "right": len(pair(page["events"], predicted)),
            "field": {name: [0, 0] for name in ("time", "end", "location", "url", "price")}}

def summary(rows):
    right, gold, predicted = (sum(row[name] for row in rows) for name in ("right", "gold", "predicted"))
    out = {"pages": len(rows), "recall": right / gold if gold else None, "precision": right / max(1, predicted)}
    sites = {}
    for row in rows:
        if row["gold"]:
            sites.setdefault(row["domain"], []).append(2 * row["right"] / (row["gold"] + row["predicted"]))
    if sites:
        out["site_f1"] = sum(sum(each) / len(each) for each in sites.values()) / len(sites)
    empty = [row for row in rows if not row["gold"]]
    if empty:
        out["fooled_pages"] = sum(row["predicted"] > 0 for row in empty) / len(empty)
    return out
'''


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """A corpus as it lies on a disk, its scorer beside it; one page is packed."""
    file = tmp_path / "shared" / "corpora" / "little" / "gold.jsonl"
    (file.parent / "pages").mkdir(parents=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    for name, html in PAGES.items():
        (file.parent / "pages" / f"{name}.html").write_text(html, encoding="utf-8")
    packed = file.parent / "pages" / "choir.html"
    packed.with_suffix(".html.gz").write_bytes(gzip.compress(packed.read_bytes()))
    packed.unlink()
    bench = tmp_path / "shared" / "bench"
    bench.mkdir()
    (bench / "score.py").write_text(SCORER, encoding="utf-8")
    return file
