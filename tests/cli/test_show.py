"""`eventlocky show`: the page drawn as text or as HTML."""

from __future__ import annotations

from eventlocky.cli import main

PAGE = "<ul><li><b>Jazz Night</b> concert, 14 November 2026</li><li><b>Book Fair</b>, 15 November 2026</li></ul>"


def test_html_is_written_to_a_file_and_said_in_one_sentence(capsys, tmp_path):
    page, out = tmp_path / "page.html", tmp_path / "out.html"
    page.write_text(PAGE, encoding="utf-8")
    assert main(["show", str(page), "--html", str(out), "--fetched", "2026-11-01"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"2 of 2 records kept. Written: {out}\n")
    assert "Jazz Night" in out.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_one_sentence(capsys, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    assert main(["show", str(page), "--html", str(tmp_path / "no" / "out.html")]) == 3
    err = capsys.readouterr().err
    assert "cannot be written" in err
    assert err.count("\n") == 1
