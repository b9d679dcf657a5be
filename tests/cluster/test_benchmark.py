"""The benchmark of archives measures what it says, and what must hold holds on a small archive."""

from __future__ import annotations

import importlib.util
import sys
from datetime import date
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "batch.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("benchmark_batch", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_pages_are_invented_where_there_are_no_corpora(bench, tmp_path):
    pages = bench.pages_of(tmp_path)
    assert len({body for _, _, body in pages}) == 50


def test_an_archive_holds_as_many_pages_as_asked_for(bench, tmp_path):
    from eventlocky.cluster.archives import Archive, Piece
    from eventlocky.cluster.warc import Capture, read

    file = tmp_path / "a.warc.gz"
    bench.write(
        file, [("https://a.example/", date(2026, 5, 1), b"<p>a"), ("https://b.example/", date(2026, 5, 2), b"<p>b")], 5
    )
    size = file.stat().st_size
    with file.open("rb") as opened:
        found = list(read(opened, Piece(Archive("a.warc.gz", size), 0, size), 1000))
    assert all(isinstance(one, Capture) for one in found)
    assert [(one.url[8], one.day.day) for one in found] == [("a", 1), ("b", 2), ("a", 1), ("b", 2), ("a", 1)]


@pytest.mark.parametrize(
    ("pieces", "workers", "end"), [([3, 1, 1, 1], 2, 3), ([1, 1, 1], 2, 2), ([2, 2], 1, 4), ([], 2, 0)]
)
def test_pieces_go_to_whoever_is_free(bench, pieces, workers, end):
    assert bench.last_end(pieces, workers) == end


def figures(bench, workers: int, seconds: float, **other):
    given = {"pages": 100, "events": 5, "cpu_s": {"extracting": 10.0, "writing": 0.5}, "worker_bytes": 200_000_000}
    given |= {"pieces": [1.0] * 10, **other}
    return bench.Figures(workers, seconds, **given)


def test_what_must_hold_decides_how_it_ends(bench, capsys):
    good = [figures(bench, 1, 10.5), figures(bench, 2, 5.5)]
    assert bench.report(good, is_same=True, per_million=100) == 0
    assert "1.91 times as fast as one; fair: 2.00" in capsys.readouterr().out
    assert bench.report(good, is_same=False, per_million=100) == 1
    assert bench.report([good[0], figures(bench, 2, 5.5, worker_bytes=600_000_000)], is_same=True, per_million=1) == 1
    costly = figures(bench, 2, 5.5, cpu_s={"extracting": 10.0, "writing": 1.1})
    assert bench.report([good[0], costly], is_same=True, per_million=1) == 1
    assert bench.report([good[0], figures(bench, 2, 5.8, cpu_s={"extracting": 10.9})], is_same=True, per_million=1) == 0
    slow = figures(bench, 2, 6.5, cpu_s={"extracting": 12.5})
    assert bench.report([good[0], slow], is_same=True, per_million=1) == 1, "an idle machine, and too slow"


@pytest.mark.slow
@pytest.mark.alone
def test_one_process_and_two_workers_give_the_same_and_stay_within_bounds(bench, tmp_path):
    archive = tmp_path / "pages.warc.gz"
    bench.write(archive, bench.invented_pages(), 60)
    runs = [bench.run(archive, tmp_path / f"out{workers}", workers, 1) for workers in (0, 2)]
    assert bench.rows(tmp_path / "out0") == bench.rows(tmp_path / "out2")
    assert [one.pages for one in runs] == [60, 60]
    assert 50_000_000 < runs[1].worker_bytes < bench.MOST_BYTES
    assert all(one.beside < bench.MOST_BESIDE for one in runs)
