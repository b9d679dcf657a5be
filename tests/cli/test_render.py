"""`eventlocky render`: a page as a browser shows it, and the finder that asks for its boxes."""

from __future__ import annotations

import pytest

from eventlocky.cli import main

CARDS = """<!doctype html><meta charset=shift_jis><title>Halle</title>
<link rel=stylesheet href=https://styles.example/all.css>
<style>.all { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 20px } .all > div > div:first-child { font-size: 24px }</style>
<div><div>Spielplan für Köln</div><div class=all>%s</div><div>Seit 1. Mai 1926</div></div>"""
DAYS = "<div><div>%s Night</div><div>%d November 2026</div></div>"
NIGHTS = ("Jazz", "Tango", "Fado", "Blues", "Samba")
PAGE = CARDS % "".join(DAYS % (name, day) for day, name in enumerate(NIGHTS, 14))


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    return str(file)


@pytest.mark.browser
@pytest.mark.slow
def test_cards_that_only_a_style_tells_apart_are_found_on_the_rendered_page(
    capsys, monkeypatch, tmp_path, page, chromium
):
    monkeypatch.setenv("EVENTLOCKY_RENDER", "always")
    out = str(tmp_path / "rendered.html")
    assert main(["render", page, "--boxes", "--out", out]) == 0
    assert out in capsys.readouterr().err
    assert main(["extract", out, "--finder", "vips", "--classifier", "rules", "--fetched", "2026-11-01"]) == 0
    assert [line.split()[4] for line in capsys.readouterr().out.splitlines()] == list(NIGHTS)


@pytest.mark.browser
@pytest.mark.slow
def test_without_boxes_a_page_is_written_as_it_is_shown_in_the_letters_that_it_has(
    capsysbinary, monkeypatch, page, chromium
):
    monkeypatch.setenv("EVENTLOCKY_RENDER", "always")
    assert main(["render", page]) == 0
    html = capsysbinary.readouterr().out.decode("utf-8-sig")
    assert "Köln" in html
    assert "data-box" not in html


@pytest.mark.parametrize("command", ["extract", "show"])
def test_a_page_without_boxes_is_one_sentence_that_says_how_to_get_one(capsys, page, command):
    assert main([command, page, "--finder", "vips"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("eventlocky: --finder vips needs a rendered page: ")
    assert "eventlocky render" in err
    assert err.count("\n") == 1


def test_a_corpus_names_the_pages_without_boxes(capsys, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "gold.jsonl").write_text('{"id": "a", "url": "", "fetched": "2026-11-01"}\n', encoding="utf-8")
    files = ["--corpus", str(tmp_path / "gold.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["extract", "--finder", "vips", *files]) == 0
    assert "a: --finder vips needs a rendered page" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [("never", "the setting render is never"), ("sandboxed", "as root a browser has no sandbox")],
)
def test_a_browser_that_may_not_be_used_is_not(capsys, monkeypatch, page, setting, complaint):
    monkeypatch.setattr("eventlocky.crawl.render.is_root", lambda: True)
    monkeypatch.setenv("EVENTLOCKY_RENDER", setting)
    assert main(["render", page, "--boxes"]) == 3
    assert complaint in capsys.readouterr().err


@pytest.mark.browser
@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_one_sentence(capsys, monkeypatch, page, chromium):
    monkeypatch.setenv("EVENTLOCKY_RENDER", "always")
    assert main(["render", page, "--out", "no/where.html"]) == 3
    assert "cannot be written" in capsys.readouterr().err
