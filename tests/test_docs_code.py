"""The documents' code runs: Python prints what stands below it, commands do what is shown, names in the reference exist.

How a document is read: a block with `title="NAME"` is written to a file of that name; a `python` block is run, and a
`text` block right after it is what it prints; lines of a `console` block that begin with `$ eventlocky` are run, and the
lines after them are the beginning of what is printed. A comment `<!-- not run: WHY -->` before a block keeps it from being run;
its imports and the names of its arguments must be true all the same. Lines of an `sh` block are not run: commands are read by
the real parser, within sentences as well, and scripts, files and targets that are named must be there; `curl` asks a server of an
empty store. What `make demo` finds is
compared with the README in tests/cli/test_demo.py.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import inspect
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from eventlocky import Settings, cli

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(
    r"^(?P<why><!-- not run: .*? -->\n+)?```(?P<language>\w+)(?P<rest>[^\n]*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


LANGUAGES = {
    "console": "what is typed and printed",
    "html": "a page",
    "json": "read",
    "python": "run",
    "sh": "what is typed: parsed",
    "text": "what the block before prints",
    "toml": "read",
}
"""What blocks may be written in, and what becomes of them here: one in another language would be looked at by nobody."""


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_every_block_of_a_document_is_in_a_language_that_is_looked_at(document):
    marks = re.findall(r"^[ \t]*(?:```|~~~).*$", document.read_text(encoding="utf-8"), re.MULTILINE)
    assert [mark for mark in marks[::2] if re.split(r"\W", mark.removeprefix("```"))[0] not in LANGUAGES] == []
    assert set(marks[1::2]) <= {"```"}
    assert len(blocks(document)) == len(marks[::2])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_python_stands_in_blocks_that_say_so(document):
    """What is only indented is parsed by nobody."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    is_python = re.compile(
        r"^    (?:import \w|from \S+ import |[a-z_]+(?:\.[a-z_]+)+\(|[a-z_]+ = \w+[.(]).*$", re.MULTILINE
    )
    assert is_python.findall(text) == []


@pytest.mark.parametrize("document", WITH_CODE, ids=lambda document: str(document.relative_to(ROOT)))
def test_what_python_imports_and_calls_is_there(document):
    for block in blocks(document):
        if block.language == "python":
            assert list(untrue(ast.parse(block.code))) == []


def untrue(code: ast.Module) -> Iterator[str]:
    """Yield imports that there are not, and arguments that functions of ours do not take."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [need for needs in project["optional-dependencies"].values() for need in needs]
    declared = " ".join([*project["dependencies"], *extras])
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if not is_there(each.name, "", declared))
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from (f"{module}.{each.name}" for each in node.names if not is_there(module, each.name, declared))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("eventlocky."):
            called = importlib.import_module("eventlocky")
            for name in ast.unparse(node.func).split(".")[1:]:
                called = getattr(called, name)
            known = inspect.signature(called).parameters
            yield from (f"{node.func.attr}({each.arg}=)" for each in node.keywords if each.arg not in known)


def is_there(module: str, name: str, declared: str) -> bool:
    """Tell whether something can be imported; a package of an extra need not be installed."""
    try:
        found = importlib.import_module(module)
    except ImportError:
        return not module.startswith("eventlocky") and module.partition(".")[0] in declared
    return not name or hasattr(found, name) or is_there(f"{module}.{name}", "", "")


def printed(code: object, names: dict[str, object]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def targets() -> set[str]:
    """Return what can be made."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def run_console(code: str) -> None:
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        line, _, answer = part.partition("\n")
        words = shlex.split(line, comments=True)
        if words[0] == "make":
            assert words[1] in targets()
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


def mentioned() -> list[tuple[str, str]]:
    """Return every command of ours that is spoken of within a sentence or a table."""
    found = []
    for document in DOCUMENTS:
        text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        lines = [" ".join(line.split()) for line in re.findall(r"`eventlocky ([^`]+)`", text)]
        found += [(str(document.relative_to(ROOT)), line) for line in lines if not re.search(r"[…\[|]", line)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("document", "line"), mentioned(), ids=lambda word: str(word)[:60])
def test_a_command_that_a_sentence_names_is_there(document, line):
    """It may leave out what it needs, such as a file; what it says must be known."""
    words = [word for part in shlex.split(line) for word in spread(part)]
    said = sentence(words)
    assert not said or "are required" in said or "expected" in said, (document, said)


def tools_and_targets() -> list[tuple[str, str]]:
    """Return what documents run besides our own command: scripts of the project, and what can be made."""
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = re.findall(r"(?:^    (?:\$ )?|`)((?:python|make|pytest) [\w./][^`\n]*)", text, re.MULTILINE)
        found += [(str(document.relative_to(ROOT)), line) for line in lines]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("document", "line"), tools_and_targets(), ids=lambda word: str(word)[:60])
def test_a_script_or_a_target_that_a_document_names_is_there(document, line):
    program, first, *rest = shlex.split(line, comments=True)
    if program == "make":
        assert first in targets(), document
        return
    file = ROOT / first.partition("::")[0]
    assert file.exists(), document
    if program == "python":
        code = file.read_text(encoding="utf-8")
        assert [word for word in rest if word.startswith("--") and f'"{word}"' not in code] == [], document


def test_files_of_the_project_that_documents_name_are_there():
    missing = []
    for document in DOCUMENTS:
        names = re.findall(
            r"`((?:src|tests|tools|docs|benchmarks|deploy|client)/[\w./-]+)`", document.read_text("utf-8")
        )
        missing += [
            f"{document.name}: {name}"
            for name in names
            if not (ROOT / name).exists() and not re.search(r"[A-Z]{4}|/built", name)  # NAME is for people
        ]
    assert missing == []


def shell_lines() -> list[tuple[str, str]]:
    """Return every line of a block in `sh`."""
    found = []
    for document in DOCUMENTS:
        for block in blocks(document):
            if block.language == "sh":
                lines = block.code.replace("\\\n", " ").splitlines()
                found += [(str(document.relative_to(ROOT)), line) for line in lines if line.strip()]
    return found


@pytest.mark.parametrize(("document", "line"), shell_lines(), ids=lambda word: str(word)[:60])
def test_a_line_that_a_document_has_for_the_shell_is_understood(document, line, tmp_path):
    words = shlex.split(line, comments=True)
    settings = {f"EVENTLOCKY_{field.name.upper()}" for field in fields(Settings)}
    while words and (setting := re.match(r"([A-Z_]+)=", words[0])):
        assert setting[1] in settings, document
        words = words[1:]
    program, *rest = words
    if program == "make":
        assert rest[0] in targets(), document
    elif program == "curl":
        (address,) = [word for word in rest if not word.startswith("-")]
        assert refusal(address, tmp_path) == "", document
    else:
        assert program == "eventlocky", document
        assert sentence(rest) == "", document


def refusal(address: str, folder: Path) -> str:
    """Return what a server of an empty store says against an address, "" where it has nothing against it."""
    from fastapi.testclient import TestClient

    from eventlocky.web.app import make_app

    parts = urlsplit(address)
    with TestClient(make_app(Settings(store=str(folder / "a.sqlite")))) as server:
        known = server.app.openapi()["paths"]
        path = parts.path if parts.path in known else "/api/v1/events"  # feeds take what the API takes
        names = {each["name"] for each in known[path]["get"]["parameters"]}
        if unknown := {part.partition("=")[0] for part in parts.query.split("&")} - names:
            return f"It does not know {unknown}."
        if path.endswith("/stream"):  # it would begin to search
            return ""
        answer = server.get(f"{parts.path}?{parts.query}")
        return "" if answer.status_code == 200 else answer.text


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
