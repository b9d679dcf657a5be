"""The benchmark of the whole way of a page: its clock is true and leaves the rooms as they were."""

from __future__ import annotations

import gzip
import importlib.util
import sys
from pathlib import Path

import pytest

from eventlocky import classify, fields, page, records
from eventlocky.settings import Settings

FILE = Path(__file__).parent.parent / "benchmarks" / "page.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("benchmark_page", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_stage_takes_its_part_of_the_whole(bench):
    before = (page.parse, records.get, classify.get, fields.read)
    times = bench.read_page(bench.PAGES["cards"](50), Settings())
    assert all(times[stage] > 0 for stage in bench.STAGES)
    assert sum(times[stage] for stage in bench.STAGES) <= times["whole"]
    assert times["bare"] < times["whole"]
    assert before == (page.parse, records.get, classify.get, fields.read)


def test_a_round_begins_without_what_texts_left_in_caches_but_with_what_was_loaded(bench):
    from eventlocky.kinds import _read
    from eventlocky.records import hearing

    hearing.hashes("10月3日 講演会")
    records.get("best")
    kept = _read.cache_info().currsize
    bench.forget()
    assert hearing.hashes.cache_info().currsize == 0
    assert _read.cache_info().currsize == kept


def test_the_pages_made_for_growth_have_so_many_records(bench):
    from eventlocky.page import parse

    for make in bench.PAGES.values():
        assert len(parse(make(40))) / len(parse(make(20))) == pytest.approx(2, rel=0.1)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.xfail(strict=False, reason="4 to 13 times when measured alone; on a busy machine it may be more")
def test_a_page_of_ten_times_the_records_costs_at_most_twelve_times(bench):
    _, worst = bench.growth(Settings(), rounds=5)
    assert worst <= bench.MOST_GROWTH


def test_the_tool_prints_its_tables_or_says_why_not(bench, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "PAGES", {"cards": bench.PAGES["cards"]})
    monkeypatch.setattr(bench, "MOST_GROWTH", 100.0)
    (tmp_path / "little" / "pages").mkdir(parents=True)
    (tmp_path / "little" / "pages" / "a.html.gz").write_bytes(gzip.compress(bench.PAGES["cards"](9)))
    assert bench.main(["--corpora", str(tmp_path), "--rounds", "1"]) == 0
    assert "| **whole way** |" in capsys.readouterr().out
    assert bench.main(["--corpora", str(tmp_path / "nowhere")]) == 3
