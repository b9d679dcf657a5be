"""What `make docs` does beside MkDocs: pages made from code, pages nobody named, links that lead out of the folder.

MkDocs calls these functions by their names.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files


_OUT = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+(?:src|tests|tools|benchmarks|[A-Z]+\.md)[^)]*)\)")
_REST = "How it works"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every page that the navigation does not name at the end of "How it works"."""
    folder = Path(config["docs_dir"])
    named = set(_names(config["nav"]))
    parts = ("evaluation/", "decisions/", "reference/", "tutorials/")
    pages = sorted(str(file.relative_to(folder)) for file in folder.rglob("*.md"))
    for section in config["nav"]:
        if _REST in section:
            section[_REST] += [page for page in pages if page not in named and not page.startswith(parts)]
    return config


def _names(nav: str | list[object] | dict[str, object]) -> list[str]:
    """Return the files that a navigation names, however deep."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [name for part in parts for name in _names(part)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of all commands, written by the commands themselves."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, "reference/commands.md", content=commands()))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Write links to files of the source, which are not part of the pages, as words."""
    return _OUT.sub(lambda link: f"{link[1]} (`{link[2].lstrip('./')}`)", markdown)


def commands() -> str:
    """Return the help of every command and of its parts as Markdown."""
    from eventlocky.cli import COMMANDS, parser

    top = parser()
    lines = ["# All options", "", "Written by the commands themselves (`eventlocky COMMAND --help`)."]
    for command in COMMANDS:
        sub = _choices(top)[command.name]
        lines += ["", f"## eventlocky {command.name}", "", command.summary, "", "```text", _help(sub), "```"]
        for name, part in _choices(sub).items():
            lines += ["", f"### eventlocky {command.name} {name}", "", "```text", _help(part), "```"]
    return "\n".join(lines) + "\n"


def _choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            return dict(action.choices)
    return {}


def _help(parser: argparse.ArgumentParser) -> str:
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=100)
    return parser.format_help().strip()
