"""A process that reads pages for a worker: no page costs more than itself."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest
from test_bounds import PAGE

from eventlocky.cluster.bounds import Task, read_page
from eventlocky.cluster.reader import Reader

pytestmark = pytest.mark.slow


def test_it_reads_as_this_process_does_and_outlives_its_own_end():
    with Reader(Task()) as reader:
        assert reader.read(PAGE).rows == read_page(PAGE, Task()).rows
        first = reader.pid
        os.kill(first, signal.SIGKILL)
        assert reader.read(PAGE).reason == "died"
        assert reader.read(PAGE).rows == read_page(PAGE, Task()).rows
        assert reader.pid != first
    assert reader.pid is None


def test_memory_is_bounded_by_the_operating_system():
    heavy = replace(PAGE, body=b"<p>1 May 2026 Jazz" * 150_000)
    with Reader(Task(), memory_bytes=150_000_000) as reader:
        assert reader.read(heavy).reason in {"too_much_memory", "died"}
        assert reader.read(PAGE).rows


def test_a_page_that_is_stopped_costs_the_process_nothing():
    slow = replace(PAGE, body=page_of(2_000))
    with Reader(Task(page_s=0.05)) as reader:
        assert reader.read(slow).reason == "too_slow"
        pid = reader.pid
        assert reader.read(slow).reason == "too_slow"
        assert reader.pid == pid


def test_a_process_that_does_not_stop_is_ended_by_the_time_it_computes(monkeypatch):
    monkeypatch.setattr("eventlocky.cluster.reader._LOOK_S", 0.05)
    monkeypatch.setattr("eventlocky.cluster.reader._SLACK", 0)
    endless = replace(PAGE, body=page_of(6_000))
    with Reader(Task(page_s=1000)) as reader:
        assert reader.read(PAGE).reason == "too_slow", "loading alone takes longer"
        assert reader.pid is None
        assert reader.read(endless).reason == "too_slow"


def test_a_process_that_waits_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr("eventlocky.cluster.reader._LOOK_S", 0.05)
    with Reader(Task(page_s=1000)) as reader:
        assert reader.read(PAGE).rows
        os.kill(reader.pid, signal.SIGSTOP)
        monkeypatch.setattr("eventlocky.cluster.reader._LONGEST_S", 0.2)
        assert reader.read(PAGE).reason == "too_slow"
        assert reader.pid is None


def page_of(count: int) -> bytes:
    return b"".join(b"<li><b>Jazz %d</b> %d May 2026, 19:30" % (number, number % 28 + 1) for number in range(count))
