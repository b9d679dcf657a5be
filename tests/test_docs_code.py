"""The documents' code runs: Python prints what stands below it, commands do what is shown, names in the reference exist.

How a document is read: a block with `title="NAME"` is written to a file of that name; a `python` block is run, and a
`text` block right after it is what it prints; lines of a `console` block that begin with `$ eventlocky` are run, and the
lines after them are the beginning of what is printed. A comment `<!-- not run: WHY -->` before a block keeps it from being run.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from eventlocky import cli

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(
    r"^(?P<why><!-- not run: .*? -->\n+)?```(?P<language>\w+)(?P<rest>[^\n]*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    language: str
    title: str
    code: str
    is_run: bool
    prints: str | None


def blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    found = list(FENCE.finditer(text))
    result = []
    for place, match in enumerate(found):
        after = found[place + 1] if place + 1 < len(found) else None
        is_answer = after is not None and after["language"] == "text" and not text[match.end() : after.start()].strip()
        title = re.search(r'title="([^"]+)"', match["rest"])
        result.append(
            Block(
                match["language"],
                title[1] if title else "",
                match["code"],
                not match["why"],
                after["code"] if is_answer else None,
            )
        )
    return result


WITH_CODE = [
    document for document in DOCUMENTS if any(block.language in {"python", "console"} for block in blocks(document))
]


@pytest.mark.parametrize("document", WITH_CODE, ids=lambda document: str(document.relative_to(ROOT)))
def test_the_code_of_a_document_runs_and_prints_what_the_document_says(document, tmp_path):
    names: dict[str, object] = {"__name__": "document"}
    for block in blocks(document):
        if block.title:
            (tmp_path / block.title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / block.title).write_text(block.code, encoding="utf-8")
        elif block.language == "python":
            code = compile(block.code, str(document), "exec")
            if block.is_run:
                assert printed(code, names) == block.prints or block.prints is None
        elif block.language == "console" and block.is_run:
            run_console(block.code)


def printed(code: object, names: dict[str, object]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def run_console(code: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        line, _, answer = part.partition("\n")
        words = shlex.split(line, comments=True)
        if words[0] == "make":
            assert words[1] in targets
            continue
        assert words[0] == "eventlocky", line
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            assert cli.main(words[1:]) == 0, line
        assert out.getvalue().replace("\r\n", "\n").startswith(answer), line  # CSV ends lines as its standard says


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_data_in_documents_can_be_read(document):
    for block in blocks(document):
        if block.language == "toml":
            tomllib.loads(block.code)
        elif block.language == "json":
            json.loads(block.code)


def commands() -> list[tuple[str, str]]:
    """Return every command that stands in a document in a line of its own."""
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = re.findall(r"^(?:    |\$ )(?:\$ )?(?:python -m )?eventlocky (.+)$", text, re.MULTILINE)
        name = str(document.relative_to(ROOT))
        found += [(name, line) for line in lines if not re.search(r"[…\[]| \| ", line)]  # those are for people
    return found


def sentence(words: list[str]) -> str:
    """Return what the parser says against a line of words, "" where it has nothing against it."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        cli.parser().parse_args(words)
        return ""
    return said.getvalue()


@pytest.mark.parametrize(("document", "line"), commands(), ids=lambda word: str(word)[:60])
def test_a_command_that_a_document_shows_is_understood(document, line):
    words = [word for part in shlex.split(line, comments=True) for word in spread(part)]
    assert sentence(words) == "", document


def spread(word: str) -> list[str]:
    """Return what a shell makes of braces: a{b,c}d is abd acd."""
    match = re.fullmatch(r"(.*)\{([^}]*,[^}]*)\}(.*)", word)
    return [match[1] + middle + match[3] for middle in match[2].split(",")] if match else [word]


# The reference ------------------------------------------------------------------------------------------


def reference() -> list[str]:
    files = sorted((ROOT / "docs" / "reference").glob("*.md"))
    return [
        name for file in files for name in re.findall(r"^::: (\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize("name", reference())
def test_a_name_of_the_reference_exists_and_says_what_it_is(name):
    try:
        thing = importlib.import_module(name)
    except ImportError:
        module, _, last = name.rpartition(".")
        thing = getattr(importlib.import_module(module), last)
    assert (thing.__doc__ or "").strip()


def test_everything_that_the_library_offers_stands_in_the_reference():
    import eventlocky
    from eventlocky import errors, settings, types

    modules = {"eventlocky.types": types, "eventlocky.errors": errors}
    shown = {name for module, room in modules.items() if module in reference() for name in vars(room)}
    shown |= {name.rpartition(".")[2] for name in reference()}
    assert settings.Settings is eventlocky.Settings
    assert {name for name in eventlocky.__all__ if not name.startswith("__")} - shown == set()


def test_the_help_of_every_command_and_of_its_parts_is_a_page():
    sys.path.insert(0, str(ROOT / "tools"))
    import docs_hooks

    page = docs_hooks.commands()
    assert [command.name for command in cli.COMMANDS if f"## eventlocky {command.name}\n" not in page] == []
    assert "### eventlocky evaluate gate\n" in page
    assert isinstance(cli.parser(), argparse.ArgumentParser)


@pytest.mark.slow
def test_the_documentation_is_built_without_a_warning_and_asks_nobody_for_anything(tmp_path):
    pytest.importorskip("material", reason="The extra docs is not installed.")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 40
    loads = re.compile(
        r"<(?:script|img|iframe)[^>]+src=\"?(?:https?:)?//|<link[^>]+stylesheet[^>]+href=\"?(?:https?:)?//"
    )
    assert [page.name for page in pages if loads.search(page.read_text(encoding="utf-8"))] == []
