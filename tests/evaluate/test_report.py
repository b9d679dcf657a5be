"""All figures in one page."""

from __future__ import annotations

import re

from eventlocky import cli


def test_the_page_has_every_part_and_asks_nobody_for_anything(gold, tmp_path):
    out = tmp_path / "report.html"
    assert cli.main(["report", "--corpus", str(gold), "--html", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert headings == [
        "In all", "By corpus", "By language", "By structure", "By site", "How sure", "Times", "The worst pages",
    ]  # fmt: skip
    assert "harbour.example" in page
    assert not re.search(r"(?:src|href)=\"(?!data:)", page)
    assert "<script" not in page
    assert page.count("data:image/svg+xml;base64,") >= 5


def test_an_unknown_system_and_a_corpus_without_pages_are_said(gold, tmp_path, capsys):
    line = ["report", "--corpus", str(gold), "--html", str(tmp_path / "r.html")]
    assert cli.main([*line, "--system", "nobody"]) == 3
    assert "nobody" in capsys.readouterr().err
    assert cli.main([*line, "--system", "dealfinder"]) == 1
    assert "no pages" in capsys.readouterr().err
