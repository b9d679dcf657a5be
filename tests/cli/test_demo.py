"""The demo town from end to end: places, crawl, events, store, a page."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from eventlocky.cli import main
from eventlocky.store import Store

README = Path(__file__).parent.parent.parent / "README.md"
END = re.compile(r"(\d+) organisations visited: found (\d+) of (\d+) events, (\d+) false")


@pytest.mark.slow
def test_the_demo_runs_through_once_and_finds_what_the_readme_shows(tmp_path, capsys):
    store = tmp_path / "town.sqlite"
    assert main(["demo", "--once", "--today", "2026-11-16", "--store", str(store)]) == 0
    out = capsys.readouterr().out
    match = END.search(out)
    assert match
    organisations, found, truths, false = map(int, match.groups())
    said = README.read_text(encoding="utf-8").partition("$ make demo\n")[2].partition("```")[0]
    promised = list(map(int, END.search(said).groups()))  # better stages raise it, there: what is shown is the floor
    assert [organisations, truths] == [promised[0], promised[2]]
    assert found >= promised[1]
    assert false <= promised[3]
    assert set(re.findall(r"^ *\d+ of .*$", said, re.MULTILINE)) <= set(out.splitlines())
    assert "robots.txt asks for that" in out
    assert "status 500" in out
    with Store(store) as opened:
        assert len(opened.events()) >= found


@contextmanager
def demo(folder):
    """Start the demo as a terminal does, with a folder for what is thrown away; end it with Ctrl-C at the latest."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "eventlocky", "demo", "--port", "0", "--today", "2026-11-16"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def addresses(process):
    """Read the two lines that are printed first, and return the addresses in them."""
    town, shown = process.stderr.readline(), process.stderr.readline()
    assert (town.split("http")[0].strip(), shown.split("http")[0].strip()) == ("The town:", "What's on:")
    return [re.search(r"http://[\d.:]+/", line)[0] for line in (town, shown)]


def page(address):
    with urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def interrupt(process):
    """Press Ctrl-C: every process of the group hears it. Return what was printed since."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=60)


@pytest.mark.slow
def test_the_demo_serves_at_once_shows_what_is_found_meanwhile_and_goes_on_serving(tmp_path):
    with demo(tmp_path) as process:
        town, shown = addresses(process)
        assert "Hafenoper" in page(town)
        assert "<p>This place is being searched just now" in page(shown)
        lines = [process.stdout.readline()]
        assert "organisations visited" not in lines[0]  # an organisation a line, before all are done
        while "organisations visited" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1]
        assert len(lines) == 25
        found = int(re.search(r"24 organisations visited: found (\d+) of", lines[-1])[1])
        assert found >= 137
        html = page(shown)
        assert "data-stream" not in html
        assert html.count("<h3") > 20
        assert interrupt(process) == ("", "")
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_ctrl_c_ends_search_server_and_streams_and_leaves_nothing_behind(tmp_path):
    with demo(tmp_path) as process:
        _, shown = addresses(process)
        offer = re.search(r'data-stream="([^"]+)"', page(shown))[1].replace("&amp;", "&").lstrip("/")
        with urlopen(shown + offer, timeout=60) as stream:
            assert stream.readline().startswith(b"retry")
            process.stdout.readline()
            out, err = interrupt(process)
            assert b"event: failed" in stream.read()  # it ends with a word, not in the middle of one
    assert (process.returncode, err) == (0, "")
    assert "organisations visited" not in out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_ctrl_c_while_the_server_loads_ends_it_as_well(tmp_path):
    with demo(tmp_path) as process:
        addresses(process)
        assert interrupt(process) == ("", "")
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_said_before_the_search(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["demo", "--port", port]) == 3
        assert f"cannot have port {port}" in capsys.readouterr().err
        assert main(["demo", "--once", "--town-port", port]) == 3
        assert f"cannot have port {port}" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--port", "--town-port"])
@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_what_is_no_port_is_wrong_use(option, port, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["demo", f"{option}={port}"])
    assert "is not a port" in capsys.readouterr().err
