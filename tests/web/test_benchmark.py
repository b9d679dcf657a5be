"""The tool that measures the server asks it, counts what it gets, and tells a target that is missed."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parent.parent.parent / "benchmarks" / "web.py"


@pytest.fixture
def bench(monkeypatch):
    spec = importlib.util.spec_from_file_location("benchmark_web", FILE)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    return module


@pytest.mark.slow
@pytest.mark.alone
def test_many_visitors_get_an_answer_each(bench, capsys, monkeypatch):
    """EVENTLOCKY_TEST_SOAK=60 lets five hundred ask for a minute, as the target says."""
    monkeypatch.setattr(bench, "LEAST", {"kept": 0.0, "new": 0.0})
    monkeypatch.setattr(bench, "EVENTS", 1_000)
    seconds = os.environ.get("EVENTLOCKY_TEST_SOAK", "5")
    options = [
        "--seconds",
        "0.5",
        "--rounds",
        "1",
        "--soak",
        seconds,
        "--soak-clients",
        "500",
        "--json",
    ]
    assert bench.main(options) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["errors"] == figures["soak"]["errors"] == 0
    assert sum(figures["soak"]["answers"].values()) >= 500


def test_a_target_that_is_missed_is_told(bench):
    good = {"ratios": {"kept": 0.4, "new": 0.2}, "errors": 0}
    assert bench.is_good(good)
    assert not bench.is_good(good | {"ratios": {"kept": 0.4, "new": 0.05}})
    assert not bench.is_good(good | {"errors": 1})
    assert not bench.is_good(good | {"soak": {"errors": 2}})
