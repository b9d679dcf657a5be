"""The tool that measures the store makes stores that answer, and prints its table."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parent.parent.parent / "benchmarks" / "store.py"


@pytest.fixture
def bench(monkeypatch):
    spec = importlib.util.spec_from_file_location("benchmark_store", FILE)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "KEPT", 200)
    return module


def test_every_query_of_the_tool_has_an_answer_in_every_store(bench, capsys, tmp_path):
    bench.main(["--counts", "200", "600", "--queries", "8", "--folder", str(tmp_path), "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert [row["answered"] for row in figures.values()] == [1.0, 1.0]
    assert all(row["p95_cpu_ms"] > 0 and row["floor_cpu_ms"] > 0 for row in figures.values())


def test_a_store_that_was_multiplied_counts_every_copy(bench, tmp_path):
    from eventlocky.store import Query, Store

    bench.fill(tmp_path / "a.sqlite", 600)
    with Store(tmp_path / "a.sqlite", clock=lambda: bench.NOW) as store:
        assert store.facets(Query()).total == 600
