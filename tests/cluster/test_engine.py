"""The same run on workers of Dask."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from cluster_archives import packed, record
from test_batch import command, rows

pytestmark = pytest.mark.slow


@pytest.fixture
def crowded(archive) -> Path:
    """An archive of several pieces of a megabyte, each with pages that take a while."""
    pages = [
        b"".join(b"<li><b>Jazz %c%d x</b> %d May 2026, 19:30" % (65 + page, n, n % 28 + 1) for n in range(150))
        for page in range(16)
    ]
    binary = "Content-Type: application/octet-stream"
    members = [
        member
        for number, body in enumerate(pages)
        for member in packed(record(number, body), record(number, os.urandom(300_000), http=binary))
    ]
    return archive([*members, bytes(500)])


def readers(pid: int) -> list[psutil.Process]:
    processes = psutil.Process(pid).children(recursive=True)
    return [one for one in processes if "eventlocky.cluster.reader" in " ".join(one.cmdline())]


def test_two_workers_give_what_one_process_gives_also_where_one_is_killed(crowded, tmp_path):
    subprocess.run(command(crowded, tmp_path / "one", "--workers", "0"), check=True, capture_output=True)
    on_dask = command(crowded, tmp_path / "two", "--workers", "2", "--dashboard", "127.0.0.1:0")
    process = subprocess.Popen(on_dask, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 120
    killed = False
    while process.poll() is None and not killed and time.monotonic() < until:
        try:
            for reader in readers(process.pid)[:1]:
                psutil.Process(reader.ppid()).send_signal(signal.SIGKILL)  # the worker, in the middle of a piece
                killed = True
        except psutil.Error:
            pass
        time.sleep(0.02)
    out, talk = process.communicate(timeout=300)
    assert killed
    assert process.returncode == 0, talk
    assert "Dask: http://127.0.0.1:" in talk
    assert "corrupt" in out
    for name in ("events", "pages", "errors"):
        assert rows(tmp_path / "two", name) == rows(tmp_path / "one", name)
    assert not list(tmp_path.glob("two/*/*.json.part"))


def test_a_cluster_is_used_by_its_address_and_must_have_workers(archive, tmp_path):
    file = archive(3)
    scheduler_file = tmp_path / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"]
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    with subprocess.Popen(
        [*dask, *options, "--scheduler-file", str(scheduler_file)], stderr=subprocess.DEVNULL
    ) as process:
        try:
            until = time.monotonic() + 60
            while not scheduler_file.exists() and time.monotonic() < until:
                time.sleep(0.05)
            import json

            time.sleep(0.2)
            address = json.loads(scheduler_file.read_text(encoding="utf-8"))["address"]
            done = subprocess.run(
                command(file, tmp_path / "out", "--cluster", address), capture_output=True, text=True, check=False
            )
            assert done.returncode == 3
            assert "The cluster has no workers. Start some: dask worker tcp://127.0.0.1:" in done.stderr
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
            with subprocess.Popen(worker, stderr=subprocess.DEVNULL) as helper:
                try:
                    for _ in range(60):
                        done = subprocess.run(
                            command(file, tmp_path / "out", "--cluster", address),
                            capture_output=True,
                            text=True,
                            check=False,
                        )
                        if "has no workers" not in done.stderr:
                            break
                        time.sleep(0.5)
                    assert done.returncode == 0, done.stderr
                    assert "3 pages, 9 events" in done.stdout
                finally:
                    helper.terminate()
        finally:
            process.terminate()


def test_a_cluster_that_is_not_there_is_said(archive, tmp_path, monkeypatch):
    from eventlocky.cluster import engine
    from eventlocky.errors import BatchError

    monkeypatch.setattr(engine, "_REACH_S", 0.5)
    with pytest.raises(BatchError, match="cannot be reached"), engine._client(1, "tcp://127.0.0.1:9", ""):
        pass
