"""The benchmark of reading and merging organisations."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parent.parent.parent / "benchmarks" / "places.py"


@pytest.fixture
def bench(monkeypatch):
    spec = importlib.util.spec_from_file_location("benchmark_places", FILE)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_every_element_is_an_organisation_and_both_sources_are_one(bench):
    figures = bench.measure(300, runs=1)
    assert figures["merged"] == 300
    assert figures["read"] > 0


def test_the_table_is_printed(bench, capsys, monkeypatch):
    monkeypatch.setattr(bench, "MOST_GROWTH", 1_000.0)
    assert bench.main(["--elements", "200", "--runs", "1"]) == 0
    assert "| 200 |" in capsys.readouterr().out
