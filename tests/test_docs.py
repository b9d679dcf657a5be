"""The documents tell the truth: their code runs, their links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_no_link_within_the_project_is_broken(document):
    broken = []
    for link in links(document):
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if (not target.exists() and name not in MADE) or (
            anchor and target.suffix == ".md" and anchor not in anchors(target)
        ):
            broken.append(link)
    assert broken == []


def test_every_picture_is_shown_by_a_document():
    shown = {(document.parent / link).resolve() for document in DOCUMENTS for link in links(document)}
    assert {path.name for path in (ROOT / "docs" / "img").iterdir() if path.resolve() not in shown} == set()


MADE = ("reference/commands.md",)
"""Pages that `make docs` writes."""


def links(document: Path) -> list[str]:
    """Return the links of a document that stay within the project; what stands in code is none."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]


def anchors(document: Path) -> set[str]:
    """Return what headings of a document can be linked by."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)) for heading in headings]
    return {re.sub(r"[-\s]+", "-", heading.strip().lower()) for heading in plain}


def test_the_package_s_own_example_is_true():
    import doctest

    import eventlocky

    assert doctest.testmod(eventlocky).failed == 0


def test_every_error_stands_in_the_tree_that_is_drawn():
    from eventlocky import errors

    names = [name for name, thing in vars(errors).items() if isinstance(thing, type) and issubclass(thing, Exception)]
    assert [name for name in names if name not in (errors.__doc__ or "")] == []


def test_no_document_or_source_speaks_of_a_machine_or_a_registry():
    bad = re.compile(r"/(?:work|farm|root)/[a-z.]|files\.pythonhosted|registry\.npmjs|deb\.debian")
    files = [
        *DOCUMENTS,
        *ROOT.glob("src/**/*.py"),
        *ROOT.glob("tools/*.py"),
        ROOT / "Makefile",
        ROOT / "requirements.lock",
    ]
    assert [file.name for file in files if bad.search(file.read_text(encoding="utf-8"))] == []


def test_every_package_that_the_tests_need_is_locked():
    """`make test` of a fresh clone installs requirements.lock and nothing else: httpx2 once was not in it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = " ".join(re.split(r"[\[<>=]", need)[0] for need in project["dependencies"] + extras["web"] + extras["dev"])
    locked = re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(wanted.split()) - set(locked) == {"eventlocky"}
