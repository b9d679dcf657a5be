"""Every experiment runs from its data to its page, on corpora of a few pages and texts written here.

What learns is drawn by chance here: that classifiers and systems learn is tested where they are.
"""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

import small_records
from eventlocky.evaluate import runner
from eventlocky.evaluate.experiments import EXPERIMENTS
from eventlocky.evaluate.experiments.base import Bench
from eventlocky.evaluate.kept import Keeper

TODAY = date(2026, 11, 16)
SALE = """<main><h1>Sale</h1><ul><li><h3>Blue kettle</h3><p>was £40, now £25, 20% off</p></li>
<li><h3>Red lamp</h3><p>was £30, now £18, save £12</p></li><li><h3>Green chair</h3><p>was £80, now £60</p></li></ul></main>"""
OFFERS = [
    {"title": "Blue kettle", "start": ""},
    {"title": "Red lamp", "start": ""},
    {"title": "Green chair", "start": ""},
]
SELL = (
    "Save {}% on the {} kettle, now only £25",
    "Half price {} tickets {} today: £12 instead of £24",
    "{} off your {} coupon, buy now",
)
TELL = (
    "The {} rooster walked {} miles along the river.",
    "In {} the {} king went to sleep.",
    "She wrote {} letters to her {} aunt.",
)


def lines(rows: list[dict]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def shared_folder(gold: Path) -> Path:
    """Corpora by the names that experiments ask for, all with the pages of the little one."""
    shared = gold.parent.parent.parent
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    for name in ("civic", "world", "japan"):
        pages = shared / "corpora" / name / "pages"
        pages.mkdir(parents=True)
        for file in (gold.parent / "pages").iterdir():
            (pages / f"{name}-{file.name}").write_bytes(file.read_bytes())
        named = [{**row, "id": f"{name}-{row['id']}", "structure": "list"} for row in rows]
        (pages.parent / "gold.jsonl").write_text(lines(named), encoding="utf-8")
    deals = shared / "corpora" / "deals"
    (deals / "pages").mkdir(parents=True)
    (deals / "pages" / "sale.html").write_text(SALE, encoding="utf-8")
    (deals / "pages" / "tale.html").write_text(
        "<main><p>The rooster and the hen went on a long journey.</p></main>", encoding="utf-8"
    )
    offers = {"id": "sale", "domain": "shop.example", "fetched": "2026-11-01", "kind": "deals", "events": OFFERS}
    tale = {"id": "tale", "domain": "tale.example", "fetched": "2026-11-01", "kind": "no-events", "events": []}
    (deals / "gold.jsonl").write_text(lines([offers, tale]), encoding="utf-8")
    records = [
        {"site": site, "label": label, "text": text, "level": "record"} for site, label, text in small_records.RECORDS
    ]
    (shared / "corpora" / "japan" / "records.jsonl.gz").write_bytes(gzip.compress(lines(records).encode()))
    sentences = [
        {
            "text": text.format(number, "old"),
            "label": label,
            "group": f"{label}-{number}",
            "hard": not label and number % 2 == 0,
        }
        for number in range(12)
        for label, texts in ((1, SELL), (0, TELL))
        for text in texts
    ]
    (deals / "sentences.jsonl.gz").write_bytes(gzip.compress(lines(sentences).encode()))
    return shared


@pytest.fixture
def by_chance(monkeypatch):
    """Put chance in the place of what takes long to learn."""
    from eventlocky.evaluate import classify, deals, extract, systems
    from eventlocky.settings import Settings

    random = np.random.default_rng(1)

    def judge(name, records, **_options):
        return classify.Judged(name, random.random(len(records)), ({"log_c": 1.0},), 0.1)

    def measure(system, pages, scorer, *, folds):
        return extract.evaluate(
            systems.pages_for(system, pages), scorer, lambda *_: Settings(finder="plain"), folds=folds
        )

    monkeypatch.setattr(classify, "judge", judge)
    monkeypatch.setattr(deals, "crossed", lambda rows, _make: random.random(len(rows)))
    monkeypatch.setattr(deals, "crossed_texts", lambda rows, _extra: random.random(len(rows)))
    some = {name: lambda texts: [len(text) % 2 == 0 for text in texts] for name in ("NB/EM", "best")}
    monkeypatch.setattr(deals, "judges", lambda _rows: some)
    monkeypatch.setattr(systems, "measure", measure)


@pytest.mark.parametrize("name", sorted(EXPERIMENTS))
def test_an_experiment_runs_from_its_data_to_its_page(name, shared_folder, tmp_path, by_chance):
    if name == "locky-fig10":
        pytest.skip("It visits the demo town, which tests of the town do.")
    bench = Bench(shared_folder, Keeper(tmp_path / "kept"), is_quick=name in {"finders", "eventfinder"})
    for _ in range(2):  # the second time from what was kept
        assert runner.run_one(EXPERIMENTS[name], bench, tmp_path / "out", TODAY).problem == ""
    plain = json.loads((tmp_path / "out" / f"{name}.json").read_text(encoding="utf-8"))
    for table in plain["tables"]:
        assert table["rows"], table["title"]
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}, table["title"]
        assert len(set(table["columns"])) == len(table["columns"]), table["title"]
        assert set(table["moving"]) <= set(table["columns"])
