"""The page drawn again: what was read in it is outlined and explained, and nothing in it runs or fetches."""

from __future__ import annotations

import gc
import re
import subprocess
import time
from datetime import date
from html import escape

import pytest

from eventlocky.explain import FIELDS, verdicts, write
from eventlocky.extract import read
from eventlocky.page import parse
from eventlocky.settings import Settings

PLAIN = Settings(finder="plain", classifier="rules")
CARDS = """<!doctype html><title>Old Harbour</title><style>body { display: none }</style>
<nav>Updated 1 May 2026 <a href="/">Home</a></nav>
<main><h1 onclick="alert(1)">Programme</h1>
<div class="card"><img src="https://spy.example/jazz.jpg"><h3><a href="/jazz">Jazz &amp; "more"</a></h3>
 <p>Saturday 14 November 2026, 19:30</p><p class="venue">Old Harbour</p><p>€12.50</p></div>
<div class="card"><h3><a href="/fair">Book Fair</a></h3><p>15 November 2026</p></div>
<div class="card"><p>posted 3 May 2026 comments</p><p>Reply</p></div>
</main><script>alert(2)</script><iframe src="https://spy.example"></iframe>"""
TABLE = "<table><tr><td>14 November 2026<td><b>Jazz</b></tr><tr><td>15 November 2026<td><b>Fair</b></tr></table>"


@pytest.fixture(scope="module")
def reading():
    return read(CARDS, "https://harbour.example/", fetched=date(2026, 11, 1), settings=PLAIN)


def test_every_record_and_field_is_drawn(reading):
    html = write(reading)
    tree = parse(html)
    kept = [row for row in range(len(tree)) if "el-kept" in tree.classes(row)]
    assert [tree.attr(row, "id") for row in kept] == ["el-record-1", "el-record-2"]
    assert all("kept: " in (tree.attr(row, "title") or "") for row in kept)
    fields = [row for row in range(len(tree)) if "el-field" in tree.classes(row)]
    assert len(fields) >= 8
    told = " ".join(tree.attr(row, "title") or "" for row in fields)
    assert "when of record 1: Sat 14 Nov 2026 19:30 (0." in told
    assert "found by plain" in " ".join(tree.attr(row, "title") or "" for row in kept)


def test_the_legend_names_every_field_and_every_record_has_a_link(reading):
    html = write(reading)
    assert all(f"</i>{name}</li>" in html for name in FIELDS)
    for number in range(1, len(reading.records) + 1):
        assert f'href="#el-record-{number}"' in html
        assert f'id="el-record-{number}"' in html


def test_a_record_that_was_left_out_is_faint_and_says_why():
    reading = read(CARDS.replace("<p>posted", "<b>News</b> <p>"), fetched=date(2026, 11, 1), settings=PLAIN)
    reasons = [reason for event, reason in verdicts(reading) if event is None]
    html = write(reading)
    assert reasons
    assert html.count('class="el-left"') == len(reasons)
    assert all(escape(reason) in html for reason in reasons)


def test_nothing_of_the_page_runs_fetches_or_hides(reading):
    html = write(reading)
    assert "alert" not in html
    assert "display: none" not in html
    assert not re.search(r"\s(?:src|srcset|action|onclick|style)=[\"'](?!background|color)", html)
    assert set(re.findall(r'href="([^"]*)"', html)) <= {f"#el-record-{n}" for n in range(1, 20)}
    assert "default-src 'none'" in html


def test_the_words_of_the_page_are_all_there(reading):
    drawn = parse(write(reading).split("<el-panel>")[0])
    words = [
        row for row in range(len(drawn)) if drawn.tags[row] == "#text" and drawn.tags[drawn.parents[row]] != "el-tag"
    ]
    said = " ".join(" ".join(drawn.text(row) for row in words if row > drawn.body).split())
    tree = reading.tree
    assert said.split() == tree.text(tree.body).split()


def test_the_number_of_a_row_stands_in_its_first_cell():
    tree = parse(write(read(TABLE, fetched=date(2026, 11, 1), settings=PLAIN)))
    tags = [row for row in range(len(tree)) if tree.tags[row] == "el-tag"]
    assert [tree.tags[tree.parents[row]] for row in tags] == ["td", "td"]


@pytest.mark.parametrize(
    "html",
    ["", "<p>", "<frameset><frame src=x></frameset>", "<ul><li>1 May 2026 A<li>2 May 2026 B</ul></b></table>",
     "<select><option>1 May 2026 A<option>2 May 2026 B</select>", "<textarea>1 May 2026 A</textarea>",
     '<a"b>1 May 2026 A</a"b>', "<svg><title>1 May 2026</title></svg>", "1 May 2026 A<br>2 May 2026 B<br>" * 3,
     "<div>" * 700 + "1 May 2026 A", "<p title='\"><script>'>1 May 2026 &lt;script&gt;x()&lt;/script&gt;"],
)  # fmt: skip
@pytest.mark.parametrize("finder", ["plain", "keyexpr", "locky"])
def test_any_page_can_be_drawn(html, finder):
    drawn = write(read(html, fetched=date(2026, 4, 1), settings=Settings(finder=finder)))
    assert drawn.endswith("</body></html>\n")
    assert "<script" not in drawn


@pytest.mark.slow
@pytest.mark.alone
def test_a_page_of_ten_times_the_records_is_drawn_in_at_most_fourteen_times():
    def cost(count: int) -> float:
        item = "<li><h3><a href=/{0}>Show {0}</a></h3><p>{1} May 2026, 8 pm</p><p>€{0}</p></li>"
        html = "<ul>" + "".join(item.format(n, n % 28 + 1) for n in range(count)) + "</ul>"
        reading = read(html, fetched=date(2026, 4, 1), settings=PLAIN)
        assert len(reading.events) == count
        write(reading)
        best = float("inf")
        gc.collect()
        gc.disable()  # its rounds grow with all that other tests left behind
        for _ in range(3):
            begun = time.process_time()
            write(reading)
            best = min(best, time.process_time() - begun)
        gc.enable()
        return best

    assert cost(3_000) < 14 * cost(300)


@pytest.mark.browser
@pytest.mark.slow
def test_a_browser_draws_it_offline_with_its_panel(chromium, reading, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(write(reading), encoding="utf-8")
    picture = tmp_path / "page.png"
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,800"]
    subprocess.run([*command, f"--screenshot={picture}", file.as_uri()], capture_output=True, timeout=60, check=True)
    assert picture.stat().st_size > 10_000
