"""A run over archives: the events of its pages, once each, whatever ends it in between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pyarrow.dataset as ds
import pytest
from cluster_archives import packed, page, record

from eventlocky.cli import main
from eventlocky.cluster.batch import here, prepare
from eventlocky.cluster.bounds import Task
from eventlocky.errors import BatchError
from eventlocky.extract import extract
from eventlocky.settings import Settings

PIECE = 1_500
"""Bytes: some four of our pages."""


def run(archive: Path, out: Path, piece_bytes: int = PIECE, task: Task | None = None):
    prepared = prepare([str(archive)], str(out), task or Task(), piece_bytes)
    return list(here(prepared))


def rows(out: Path, name: str = "events") -> list[dict]:
    table = ds.dataset(out / name, exclude_invalid_files=False).to_table()
    keys = [
        ("archive", "ascending"),
        ("offset", "ascending"),
        *([("position", "ascending")] if name == "events" else []),
    ]
    listed = table.sort_by(keys).to_pylist()
    return [{key: value for key, value in row.items() if key != "cpu_ms"} for row in listed]


def test_every_event_of_every_page_is_written_with_where_it_comes_from(archive, tmp_path):
    file = archive(9)
    run(file, tmp_path / "out")
    events = rows(tmp_path / "out")
    expected = [event for number in range(9) for event in extract(page(number), fetched=date(2026, 11, 1))]
    assert [row["title"] for row in events] == [event.title for event in expected]
    first = events[0]
    assert (first["url"], str(first["captured"]), first["archive"], first["offset"], first["position"]) == (
        "https://site0.example/whats-on",
        "2026-11-01 12:00:00+00:00",
        str(file),
        0,
        0,
    )
    assert first["path"]
    assert first["finder"] == "best"
    assert 0 < first["confidence"] <= 1
    assert sum(row["events"] for row in rows(tmp_path / "out", "pages")) == len(events)


def test_the_size_of_the_pieces_changes_nothing(archive, tmp_path):
    file = archive(12)
    run(file, tmp_path / "one", 10_000_000)
    pieces = run(file, tmp_path / "many", 700)
    assert len(pieces) > 4
    assert rows(tmp_path / "one") == rows(tmp_path / "many")
    assert rows(tmp_path / "one", "pages") == rows(tmp_path / "many", "pages")


def test_bad_records_are_counted_and_kept_aside(archive, tmp_path):
    good = packed(*(record(number, page(number)) for number in range(4)))
    pdf = packed(record(8, b"%PDF-1.7"))
    file = archive([good[0], bytes(100), good[1], *pdf, good[2], good[3][:-20]])
    (done,) = run(file, tmp_path / "out", 10_000_000)
    assert done.pages == 3
    assert done.errors == {"corrupt": 1, "cut": 1, "not_html": 1}
    errors = rows(tmp_path / "out", "errors")
    assert [(row["offset"], row["reason"]) for row in errors] == [
        (len(good[0]), "corrupt"),
        (len(good[0]) + 100 + len(good[1]), "not_html"),
        (sum(map(len, [*good[:3], *pdf])) + 100, "cut"),
    ]
    assert errors[1]["url"] == "https://site8.example/whats-on"
    assert errors[1]["head"] == b"%PDF-1.7"


def test_what_is_finished_is_not_done_again(archive, tmp_path):
    file, out = archive(9), tmp_path / "out"
    first = run(file, out)
    written = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    assert run(file, out) == []
    prepared = prepare([str(file)], str(out), Task(), PIECE)
    assert (prepared.waiting, prepared.before) == ([], first)
    lost = next((out / "ledger").iterdir())
    lost.unlink()
    (again,) = run(file, out)
    assert again.piece == lost.stem
    assert {path for path, when in written.items() if path.stat().st_mtime_ns != when} == {
        out / name / f"{lost.stem}.parquet" for name in ("events", "pages", "errors")
    }


def test_a_run_that_fails_in_the_middle_of_a_piece_leaves_nothing_of_it(archive, tmp_path, monkeypatch):
    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    file, out = archive(3), tmp_path / "out"
    monkeypatch.setattr("eventlocky.cluster.batch.rows.page_row", full)
    (failed,) = run(file, out, 10_000_000)
    assert "No space left" in failed.message
    assert [path for path in out.rglob("*") if path.is_file()] == [out / "run.json"]
    monkeypatch.undo()
    os.chdir(tmp_path)
    run(file, out, 10_000_000)
    assert len(rows(out)) == 9


def test_what_is_missing_here_is_no_fault_of_the_pages(archive, tmp_path):
    """A worker without the model once counted every page as refused, and the piece as done."""
    file, out = archive(3), tmp_path / "out"
    prepared = prepare([str(file)], str(out), Task(settings=Settings(model="")), PIECE)
    lost = replace(prepared, task=Task(settings=Settings(model="lost.npz")))
    assert all("lost.npz" in outcome.message for outcome in here(lost))
    assert not (out / "ledger").exists()


def test_another_way_to_read_needs_another_folder(archive, tmp_path):
    file, out = archive(2), tmp_path / "out"
    run(file, out)
    with pytest.raises(BatchError, match="another kind, page_s"):
        run(file, out, task=Task(kind="deal", page_s=3))
    with pytest.raises(BatchError, match="another piece_bytes"):
        run(file, out, 10_000)


def test_an_archive_that_has_changed_needs_another_folder_but_a_new_one_does_not(archive, tmp_path):
    file, out = archive(2), tmp_path / "out"
    run(file, out)
    run(archive(3, "more.warc.gz"), out)
    assert len(rows(out)) == 15
    archive(5)
    with pytest.raises(BatchError, match="has changed"):
        run(file, out)


def test_a_damaged_ledger_is_said(archive, tmp_path):
    file, out = archive(2), tmp_path / "out"
    run(file, out)
    next((out / "ledger").iterdir()).write_text("{", encoding="utf-8")
    with pytest.raises(BatchError, match="ledger"):
        run(file, out)


def test_archives_and_data_sets_may_lie_in_a_bucket(archive, bucket, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    bucket.objects["crawl/town.warc.gz"] = archive(4).read_bytes()
    address, out = bucket.address("crawl/*.warc.gz"), bucket.address("out")
    assert main(["batch", address, "--out", out, "--workers", "0"]) == 0
    (name,) = [key for key in bucket.objects if key.startswith("out/events/") and not key.endswith("/")]
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "x.parquet").write_bytes(bucket.objects[name])
    events = rows(tmp_path)
    assert len(events) == 12
    assert events[0]["archive"] == "s3://town/crawl/town.warc.gz"
    assert main(["batch", address, "--out", out, "--workers", "0"]) == 0
    assert len([key for key in bucket.objects if key.startswith("out/ledger/") and not key.endswith("/")]) == 1


def test_the_command_says_what_was_read(archive, tmp_path, capsys):
    file = archive([*packed(record(1, page(1))), bytes(50)])
    assert main(["batch", f"file://{file}", "--out", "out", "--workers", "0", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["pages"], said["events"], said["errors"]) == (1, 3, {"corrupt": 1})
    assert main(["batch", str(file), "--out", "out", "--workers", "0"]) == 0
    out, talk = capsys.readouterr()
    assert out.splitlines() == ["1 pages, 3 events, 1 bad records. Written: out", "         1  corrupt"]
    assert "1 of them done before" in talk


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["nothing.warc.gz"], 3),
        (["town.warc.gz", "--finder", "nobody"], 3),
        (["town.warc.gz", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"], 2),
        (["empty.warc.gz"], 1),
    ],
)
def test_what_cannot_be_done_is_said_by_the_exit_code(archive, options, code):
    archive(1)
    archive([], "empty.warc.gz")
    extra = [] if "--workers" in options else ["--workers", "0"]
    assert main(["batch", *options, *extra, "--out", "out"]) == code


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_page_has_a_number_of_seconds(archive, seconds):
    archive(1)
    with pytest.raises(SystemExit) as ended:
        main(["batch", "town.warc.gz", "--out", "out", "--page-seconds", seconds])
    assert ended.value.code == 2


def command(file: Path, out: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "eventlocky", "batch", str(file), "--out", str(out), "--piece", "1", *options]


@pytest.mark.slow
def test_a_run_that_was_killed_is_taken_up_and_gives_the_same(archive, tmp_path):
    many = b"".join(b"<li><b>Jazz %d x</b> %d May 2027, 19:30" % (n, n % 28 + 1) for n in range(150))
    filler = [os.urandom(300_000) for _ in range(12)]  # so that a megabyte holds a few pages only
    members = [
        one
        for number in range(12)
        for one in packed(
            record(number, many), record(number, filler[number], http="Content-Type: application/octet-stream")
        )
    ]
    file = archive(members)
    subprocess.run(command(file, tmp_path / "calm", "--workers", "0"), check=True, capture_output=True)
    out = tmp_path / "killed"
    process = subprocess.Popen(command(file, out, "--workers", "0"), stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not list(out.glob("ledger/*.json")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(list(out.glob("ledger/*.json")))
    assert 0 < before < 4
    subprocess.run(command(file, out, "--workers", "0"), check=True, capture_output=True)
    assert len(rows(out)) > 1000
    assert rows(out) == rows(tmp_path / "calm")
    assert rows(out, "pages") == rows(tmp_path / "calm", "pages")
