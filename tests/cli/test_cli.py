"""The command line as a person types it: data on standard output, talk on standard error, exit codes."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shlex
import subprocess
import sys

import pytest

from eventlocky import __version__
from eventlocky.cli import COMMANDS, main, parser

PAGE = b"""<h1>Old Harbour</h1><ul>
<li><a href="/jazz"><b>Jazz Night</b></a>, 14 November 2026, 19:30</li>
<li><a href="/fair"><b>Book Fair</b></a>, 15 November 2026</li></ul>"""


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(PAGE)
    return str(file)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    out = capsys.readouterr()
    return code, out.out, out.err


def test_extract_prints_a_line_an_event(capsys, page):
    code, out, err = run(capsys, "extract", page)
    assert code == 0
    assert re.search(r"Sat 14 Nov 2026 19:30 +Jazz Night", out)
    assert err == "2 found.\n"


def test_extract_prints_json_csv_and_ics(capsys, page):
    _, out, _ = run(capsys, "extract", page, "--json", "--url", "https://x.example/")
    assert [event["link"] for event in json.loads(out)] == ["https://x.example/jazz", "https://x.example/fair"]
    _, out, _ = run(capsys, "extract", page, "--csv")
    assert [row["title"] for row in csv.DictReader(io.StringIO(out))] == ["Jazz Night", "Book Fair"]
    _, out, _ = run(capsys, "extract", page, "--ics")
    assert out.count("BEGIN:VEVENT") == 2


@pytest.mark.parametrize("form", ["text", "json", "csv", "ics", "rss", "atom", "jsonfeed", "jsonld", "geojson"])
def test_extract_prints_every_format_that_there_is(capsys, page, form):
    from eventlocky import formats
    from eventlocky.cli import extract

    assert set(extract.FORMATS) == set(formats.FORMATS)
    code, out, _ = run(capsys, "extract", page, "--format", form, "--url", "https://x.example/")
    assert code == 0
    assert out.strip()


def test_extract_reads_standard_input(page):
    command = [sys.executable, "-m", "eventlocky.cli", "extract", "-", "--json"]
    done = subprocess.run(command, input=PAGE, capture_output=True, check=True)
    assert len(json.loads(done.stdout)) == 2


def test_extract_reads_a_packed_file(capsys, tmp_path):
    file = tmp_path / "page.html.gz"
    file.write_bytes(gzip.compress(PAGE))
    assert run(capsys, "extract", str(file))[0] == 0


def test_the_limit_of_a_packed_file_is_the_one_in_force(capsys, tmp_path, monkeypatch):
    file = tmp_path / "page.html.gz"
    file.write_bytes(gzip.compress(b" " * 11_000_000 + PAGE))
    assert run(capsys, "extract", str(file))[0] == 3
    monkeypatch.setenv("EVENTLOCKY_MAX_PAGE_BYTES", "20000000")
    assert run(capsys, "extract", str(file))[0] == 0


def test_no_events_is_the_answer_no(capsys, tmp_path):
    file = tmp_path / "empty.html"
    file.write_bytes(b"<p>Nothing is on.")
    assert run(capsys, "extract", str(file)) == (1, "", "0 found.\n")


@pytest.mark.parametrize(
    ("name", "body", "complaint"),
    [
        ("a.pdf", b"%PDF-1.7", "a PDF document"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        ("a.gz", b"not gzip", "not valid gzip"),
        ("broken-off.html.gz", gzip.compress(PAGE)[:-20], "not valid gzip"),
        ("a.zip", b"PK\x03\x04", "a ZIP archive"),
    ],
)
def test_what_is_no_page_is_one_clear_sentence(capsys, tmp_path, name, body, complaint):
    file = tmp_path / name
    file.write_bytes(body)
    code, out, err = run(capsys, "extract", str(file))
    assert (code, out) == (3, "")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["extract", "nowhere.html"], "no file nowhere.html"),
        (["extract", "."], "cannot be read"),
        (["extract", "http://127.0.0.1:8080/"], "not public"),
        (["extract", "HTTP://127.0.0.1:8080/"], "not public"),
        (["extract", "/dev/zero"], "more than 10,000,000 bytes"),
        (["extract", "http://"], "not a web address"),
        (["show", "nowhere.html"], "no file nowhere.html"),
        (["extract", "--corpus", "nowhere.jsonl", "--out", "p.jsonl"], "cannot be read"),
        (["serve", "--store", "nowhere.sqlite"], "no store nowhere.sqlite"),
        (["serve", "--store", __file__], "not a database"),
        (["near", "--places", "nowhere.csv"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence_with_exit_3(capsys, arguments, complaint):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (3, "")
    assert err.startswith("eventlocky: ")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["extract"], ["extract", "x", "--out", "y"], ["extract", "--corpus", "x"], ["sing"], ["extract", "x", "--fetched", "soon"],
     ["extract", "x", "--json", "--csv"], ["extract", "--corpus", "g", "--out", "o", "--jobs", "0"], ["near"],
     ["extract", "x", "--system", "kedr", "--finder", "plain"], ["show", "x", "--system", "kedr", "--classifier", "rules"]],
)  # fmt: skip
def test_wrong_use_is_exit_2_with_a_hint(capsys, arguments):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "--help" in err or "usage:" in err


@pytest.mark.parametrize("option", [["--kind", "concert"], ["--finder", "nobody"], ["--system", "nobody"]])
def test_an_unknown_name_lists_the_known_ones(capsys, page, option):
    code, _, err = run(capsys, "extract", page, *option)
    assert code == 3
    assert "Known: " in err


def test_show_says_why_each_record_was_kept_or_not(capsys, page):
    code, out, _ = run(capsys, "show", page)
    assert code == 0
    assert "◀ record 1" in out
    assert "kept: Sat 14 Nov 2026 19:30" in out
    _, short, _ = run(capsys, "show", page, "--records")
    assert len(short) < len(out)


def test_systems_are_listed_with_one_line_each(capsys):
    from eventlocky.systems import SYSTEMS

    _, out, _ = run(capsys, "systems")
    assert [line.split()[0] for line in out.splitlines()] == list(SYSTEMS)
    assert all(len(line.split()) > 5 for line in out.splitlines())
    _, out, _ = run(capsys, "systems", "--json")
    assert [system["finder"] for system in json.loads(out)] == [system.finder for system in SYSTEMS.values()]


def test_extract_and_show_take_a_whole_system(capsys, page):
    code, out, _ = run(capsys, "extract", page, "--system", "kedr", "--json")
    sources = [event["source"] for event in json.loads(out)]
    assert code == 0
    assert {(source["finder"], source["classifier"]) for source in sources} == {("keyexpr", "kedr")}
    code, out, _ = run(capsys, "show", page, "--records", "--system", "dealfinder")
    assert code == 0
    assert "0 kept as deal" in out


def test_a_corpus_is_read_by_a_whole_system(capsys, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_bytes(PAGE)
    (tmp_path / "gold.jsonl").write_text('{"id": "a", "url": "", "fetched": "2026-11-01"}\n', encoding="utf-8")
    what = ["extract", "--corpus", str(tmp_path / "gold.jsonl"), "--out", str(tmp_path / "out.jsonl"), "--system"]
    assert run(capsys, *what, "kedr")[0] == 0
    assert len(json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))["events"]) == 2
    code, _, err = run(capsys, *what, "nobody")
    assert (code, "Known: " in err) == (3, True)


def test_version_is_told(capsys):
    assert run(capsys, "version")[1].startswith(f"eventlocky {__version__} ")
    assert run(capsys, "--version")[1] == f"eventlocky {__version__}\n"


def test_a_key_among_the_settings_is_told_by_its_end_alone(capsys, monkeypatch):
    monkeypatch.setenv("EVENTLOCKY_GOOGLE_PLACES_KEY", "secret-of-mine-1234")
    out = run(capsys, "settings")[1]
    assert "secret" not in out
    assert "…1234" in out


def test_settings_are_printed(capsys, monkeypatch):
    monkeypatch.setenv("EVENTLOCKY_PORT", "9999")
    assert re.search(r"port +9999 +EVENTLOCKY_PORT", run(capsys, "settings")[1])


def test_a_wrong_setting_is_said_in_one_sentence(capsys, monkeypatch, page):
    monkeypatch.setenv("EVENTLOCKY_PORT", "many")
    code, _, err = run(capsys, "extract", page)
    assert code == 3
    assert "port" in err


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_sentence_an_example_and_a_page(capsys, command, root):
    code, out, _ = run(capsys, command.name, "--help")
    assert code == 0
    assert command.summary in " ".join(out.split())
    assert "Example: " in out
    assert f"eventlocky {command.name}" in (root / "docs" / "command-line.md").read_text(encoding="utf-8")


def test_every_example_parses():
    for command in COMMANDS:
        parser().parse_args(command.example.split()[1:])


def test_a_reader_that_goes_away_is_no_failure(page):
    script = f"{shlex.quote(sys.executable)} -m eventlocky.cli show {shlex.quote(str(page))} | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {script}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_said_in_one_sentence(page):
    script = f"{shlex.quote(sys.executable)} -m eventlocky.cli show {shlex.quote(str(page))} > /dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "eventlocky: No space left on device.\n")
