"""A whole corpus: every page, in order, and nothing half-written."""

from __future__ import annotations

import gzip
import json
import os

import pytest

from eventlocky.cli import main

PAGE = "<ul><li><b>Jazz</b> Concert 14 November, 19:30</li><li><b>Fair</b> Market 15 November</li></ul>"


@pytest.fixture
def corpus(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text(PAGE, encoding="utf-8")
    (pages / "b.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    (pages / "c.html").write_bytes(b"%PDF-1.4")
    rows = [
        {
            "id": "b",
            "url": "http://b.example/",
            "fetched": "2020-11-01",
            "events": "not looked at",
            "lang": 7,
            "timezone": [],
        },
        {"id": "a", "url": "http://a.example/", "fetched": "2026-11-01"},
        {"id": "c", "url": None, "fetched": None},
        {"id": "missing", "url": "", "fetched": "2026-11-01"},
    ]
    gold = tmp_path / "gold.jsonl"
    gold.write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    return gold


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_page_gets_a_line_in_the_order_of_the_gold(corpus, tmp_path, jobs, capsys):
    out = tmp_path / "p.jsonl"
    assert main(["extract", "--corpus", str(corpus), "--out", str(out), "--jobs", jobs]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["b", "a", "c", "missing"]
    assert [event["start"] for event in rows[0]["events"]] == ["2020-11-14T19:30", "2020-11-15"]
    assert [event["start"] for event in rows[1]["events"]] == ["2026-11-14T19:30", "2026-11-15"]
    assert set(rows[1]["events"][0]) == {"title", "start", "end", "location", "price", "url", "confidence"}
    assert rows[0]["seconds"] > 0
    assert rows[2]["events"] == rows[3]["events"] == []
    assert "4 pages read, 2 with an error" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"url": ""}',
        '{"id": "../../x"}',
        '{"id": "a\\u0000"}',
        '{"id": "\\ud800"}',
        f'{{"id": "{"x" * 300}"}}',
        '{"id": "a", "fetched": "soon"}',
        '{"id": "a", "fetched": 3}',
    ],
    ids=lambda line: line[:20],
)
def test_a_broken_line_is_named_and_nothing_is_written(tmp_path, capsys, line):
    gold, out = tmp_path / "gold.jsonl", tmp_path / "p.jsonl"
    gold.write_text(line, encoding="utf-8")
    assert main(["extract", "--corpus", str(gold), "--out", str(out)]) == 3
    assert "Line 1 of" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [gold]


def test_an_unknown_kind_is_refused_before_the_first_page(corpus, tmp_path, capsys):
    assert main(["extract", "--corpus", str(corpus), "--out", str(tmp_path / "p.jsonl"), "--kind", "x"]) == 3
    assert "no kind called 'x'" in capsys.readouterr().err
    assert not (tmp_path / "p.jsonl").exists()


def test_an_answer_that_was_there_stays_when_a_run_fails(corpus, tmp_path, monkeypatch, capsys):
    out = tmp_path / "p.jsonl"
    out.write_text("before", encoding="utf-8")

    def broken(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("eventlocky.cli.corpus.read_task", broken)
    assert main(["extract", "--corpus", str(corpus), "--out", str(out)]) == 3
    assert out.read_text(encoding="utf-8") == "before"
    assert not list(tmp_path.glob("*.part"))


def test_a_place_that_cannot_be_written_is_said(corpus, tmp_path, capsys):
    assert main(["extract", "--corpus", str(corpus), "--out", str(tmp_path / "no" / "p.jsonl")]) == 3
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "kind"), [("civic", "event"), ("world", "event"), ("japan", "event"), ("deals", "deal")]
)
def test_every_page_of_the_corpora_is_read_without_an_error(shared, tmp_path, capsys, name, kind):
    gold, out = shared / "corpora" / name / "gold.jsonl", tmp_path / "p.jsonl"
    assert main(["extract", "--corpus", str(gold), "--out", str(out), "--kind", kind, "--jobs", "2"]) == 0
    assert ", 0 with an error" in capsys.readouterr().err


def test_a_byte_order_mark_before_the_gold_is_passed_over(corpus, tmp_path):
    corpus.write_bytes(b"\xef\xbb\xbf" + corpus.read_bytes())
    assert main(["extract", "--corpus", str(corpus), "--out", str(tmp_path / "p.jsonl")]) == 0


def test_a_pipe_is_written_to_and_not_replaced(corpus, tmp_path):
    """As root, `--out /dev/null` once put a file in the place of the device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert main(["extract", "--corpus", str(corpus), "--out", str(pipe)]) == 0
        assert os.read(reader, 1_000_000).count(b"\n") == 4
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_link_to_the_output_stays_a_link(corpus, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "real.jsonl")
    assert main(["extract", "--corpus", str(corpus), "--out", str(link)]) == 0
    assert link.is_symlink()
    assert len((tmp_path / "real.jsonl").read_text(encoding="utf-8").splitlines()) == 4
