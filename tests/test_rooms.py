"""The plan of the house holds: who may import whom, and what `import eventlocky` loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "eventlocky"
HEAVY = (
    "numpy",
    "scipy",
    "sklearn",
    "pandas",
    "turbohtml",
    "aiohttp",
    "fastapi",
    "starlette",
    "uvicorn",
    "jinja2",
    "icalendar",
    "rich",
)


def rooms() -> list[str]:
    """Return the rooms in their order, from the plan in docs/rooms.md."""
    plan = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
    return re.findall(r"^\| \[`(\w+)(?:/|\.py)`\]\([^)]+\) \|", plan, re.MULTILINE)


def imports(file: Path) -> set[str]:
    """Return the rooms of the package that a file imports, wherever in the file it does."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "eventlocky":
                found.update(parts[1:2] or [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("eventlocky."))
    return found


def room_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


FILES = sorted(file for file in SOURCE.rglob("*.py") if file != SOURCE / "__init__.py")


def test_every_room_stands_in_the_plan_and_every_planned_room_exists():
    assert {room_of(file) for file in FILES} == set(rooms()) - {"__init__"}


@pytest.mark.parametrize("room", ["fields", "formats", "models", "text"])
def test_the_page_of_a_room_names_every_file_in_it_and_no_other(room):
    page = (ROOT / "docs" / f"{room}.md").read_text(encoding="utf-8")
    files = {file.name for file in (SOURCE / room).glob("*.py")} - {"__init__.py"}
    assert files - set(re.findall(r"`(\w+\.py)`", page)) == set()
    assert set(re.findall(r"^\| `(\w+\.py)`", page, re.MULTILINE)) - files == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_nothing_imports_from_a_room_below_its_own(file):
    order = rooms()
    own = order.index(room_of(file))
    below = {name for name in imports(file) if name in order and order.index(name) > own}
    assert not below, f"{file.name} imports from below: {below}"


def test_no_module_is_part_of_an_import_cycle():
    graph = {
        module(file): {name for name in module_imports(file) if not is_around(name, module(file))} for file in FILES
    }
    done: set[str] = set()
    while free := [name for name, needs in graph.items() if name not in done and not (needs & graph.keys()) - done]:
        done.update(free)
    assert not graph.keys() - done


def is_around(package: str, name: str) -> bool:
    """Tell whether a package holds a module: it is being loaded anyway."""
    return f"{name}.".startswith(f"{package}.")


def module(file: Path) -> str:
    return ".".join(("eventlocky", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def module_imports(file: Path) -> set[str]:
    """Return the modules that are loaded when this one is: its imports outside functions and type checks."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("eventlocky"):
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def test_importing_the_package_loads_nothing_heavy():
    code = f"import sys, eventlocky; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_importing_the_package_takes_under_a_tenth_of_a_second():
    code = "import time; begun = time.process_time(); import eventlocky; print(time.process_time() - begun)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    assert min(float(run.stdout) for run in runs) < 0.1


def test_a_library_never_prints():
    printing = [
        str(file.relative_to(SOURCE))
        for file in FILES
        if room_of(file) != "cli" and re.search(r"^\s*print\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert printing == []
