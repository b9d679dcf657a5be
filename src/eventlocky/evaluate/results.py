"""Results written down: a JSON file with every figure, a Markdown page made of it alone, drawings, and an index.

The Markdown says nothing that the JSON does not: `markdown(read(file))` gives the page again, and a test holds the two
together. Times stand in columns of their own (`moving`), so that two runs can be compared without them.
"""

from __future__ import annotations

import json
import logging
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from importlib import metadata
from math import floor, log10
from pathlib import Path
from typing import Any

from eventlocky import __version__
from eventlocky.errors import EventlockyError
from eventlocky.evaluate.draws import SEED
from eventlocky.evaluate.experiments import EXPERIMENTS, NOT_RUN
from eventlocky.evaluate.experiments.base import Bench, Experiment, Outcome
from eventlocky.evaluate.kept import PACKAGE, code_revision, write_whole

_PARTS = ("numpy", "turbohtml", "scikit-learn", "gensim", "lightgbm")
_LARGE = 1_000
_MOST_DIGITS = 6
_INDEX = "index.json"
_EXPERIMENTS = "evaluate/experiments"
_SHARED = ("evaluate/draws.py", *(f"{_EXPERIMENTS}/{name}.py" for name in ("base", "runs", "sentences")))
_PRINTED = ("paper", "thesis")
"""So begin the columns that hold what a paper prints."""

_SAYS = {"name", "paper", "what", "tables", "plots", "worst", "notes", "run"}
"""What a JSON file says if it is a result."""

_LOG = logging.getLogger(__name__)


def as_plain(experiment: Experiment, outcome: Outcome, bench: Bench, seconds: float, today: date) -> dict[str, Any]:
    """Return everything about an outcome as JSON can say it, with what made it."""
    return {
        "name": experiment.name,
        "paper": experiment.paper,
        "what": experiment.what,
        "tables": [asdict(table) for table in outcome.tables],
        "plots": [{"file": f"{experiment.name}-{plot.name}.svg", "title": plot.title} for plot in outcome.plots],
        "worst": [list(one) for one in outcome.worst],
        "notes": outcome.notes,
        "run": {
            "command": f"eventlocky evaluate all --only {experiment.name}{' --quick' if bench.is_quick else ''}",
            "date": today.isoformat(),
            "seconds": round(seconds, 1),
            "seed": SEED,
            "data": {**bench.digests(experiment.data), **outcome.data},
            "code": code_of(experiment),
            "versions": versions(),
        },
    }


def code_of(experiment: Experiment) -> str:
    """Return the revision of all code behind an experiment: what it uses, its own file, and what it shares."""
    module = experiment.run.__module__.rpartition(".")[2]
    own = f"{_EXPERIMENTS}/{module}.py"
    return code_revision((*experiment.uses, *_SHARED, *([own] if (PACKAGE / own).is_file() else [])))


def versions() -> dict[str, str]:
    """Return the versions of what computes."""
    found = {"eventlocky": __version__, "python": platform.python_version()}
    for name in _PARTS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def write(folder: Path, plain: Mapping[str, Any], outcome: Outcome) -> None:
    """Write the JSON, the page and the drawings of an experiment, and the index anew."""
    name = plain["name"]
    text = json.dumps(plain, indent=1, ensure_ascii=False) + "\n"
    pages = {f"{name}.json": text, f"{name}.md": markdown(json.loads(text))}
    drawings = {f"{name}-{plot.name}.svg": plot.svg for plot in outcome.plots}
    _write_all(folder, {**pages, **drawings})
    write_index(folder)


def write_index(folder: Path) -> None:
    """Write the page that lists the results of a folder, and beside it the code of the experiments as it is now."""
    now = {name: code_of(experiment) for name, experiment in EXPERIMENTS.items()}
    text = json.dumps({"code": now}, indent=1) + "\n"
    _write_all(folder, {_INDEX: text, "index.md": index(read_all(folder), now)})


def sources(folder: Path) -> dict[str, str]:
    """Return the code of the experiments when the index of a folder was written."""
    try:
        return dict(json.loads((folder / _INDEX).read_text(encoding="utf-8"))["code"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def render(folder: Path) -> int:
    """Write the pages of a folder anew from their JSON, and return how many there are."""
    found = read_all(folder)
    _write_all(folder, {f"{one['name']}.md": markdown(one) for one in found})
    write_index(folder)
    return len(found)


def _write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write files whole: another lane may be reading them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_whole(folder / name, text)
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror or error}. Give another folder with --out."
        raise EventlockyError(message) from error


def read_one(folder: Path, name: str) -> dict[str, Any] | None:
    """Return the result of an experiment that lies in a folder, None where there is none that can be read."""
    return _read(folder / f"{name}.json") if (folder / f"{name}.json").is_file() else None


def read_all(folder: Path) -> list[dict[str, Any]]:
    """Return the results that lie in a folder, by their names; a broken one is as good as none, so it is not listed."""
    return [one for file in sorted(folder.glob("*.json")) if (one := _read(file)) is not None]


def _read(file: Path) -> dict[str, Any] | None:
    try:
        one = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        _LOG.warning("The result %s cannot be read: %s. Run its experiment again.", file, error)
        return None
    return one if isinstance(one, dict) and one.keys() >= _SAYS else None


def numbers(plain: Mapping[str, Any]) -> list[float]:
    """Return every number that stands in the tables of a result."""
    return [
        float(cell)
        for table in plain["tables"]
        for row in table["rows"]
        for cell in row
        if isinstance(cell, int | float) and not isinstance(cell, bool)
    ]


# Two runs ----------------------------------------------------------------------------------------------


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a result says otherwise than an earlier one: the days of the runs and all times aside.

    Nothing is rounded before it is compared: the same seed on the same pages gives the same digits.
    """
    now = json.loads(json.dumps(now))  # tuples become lists, as they are in what was read
    if before["run"]["command"] != now["run"]["command"]:
        yield f"it was run by `{before['run']['command']}`, now by `{now['run']['command']}`"
    is_timed = now["name"] in EXPERIMENTS and EXPERIMENTS[now["name"]].is_alone  # its words tell times, too
    tables = {table["title"]: table for table in before["tables"]}
    for table in now["tables"]:
        old = tables.pop(table["title"], None)
        if old is None:
            yield f"the table {table['title']!r} was not there"
        else:
            yield from _otherwise(old, table)
            if old["note"] != table["note"] and not is_timed:
                yield f"{table['title']}: its note is another"
    yield from (f"the table {title!r} is no more" for title in tables)
    for part, name in (("worst", "the list of what goes wrong most"), ("notes", "a note")):
        if before[part] != now[part] and not is_timed:
            yield f"{name} is another"


def _otherwise(old: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield the cells that differ between two tables of one title; those that were added or are gone as one."""
    title = now["title"]
    if old["columns"] != now["columns"] or len(old["rows"]) != len(now["rows"]):
        yield f"{title}: it has other columns or rows"
        return
    still = [(place, name) for place, name in enumerate(now["columns"]) if name not in now["moving"]]
    for row, other in zip(old["rows"], now["rows"], strict=True):
        label = " ".join(cell for cell in other if isinstance(cell, str)) or str(other[0])
        for place, name in still:
            if row[place] != other[place]:
                yield f"{title}, {label}, {name.strip()}: {row[place]} was, {other[place]} is"


# Markdown ----------------------------------------------------------------------------------------------


def markdown(plain: Mapping[str, Any]) -> str:
    """Return the page of a result."""
    run = plain["run"]
    lines = [f"# {plain['paper']}: {plain['what'][0].lower()}{plain['what'][1:]}", "", f"    {run['command']}", ""]
    for table in plain["tables"]:
        lines += [f"## {table['title']}", "", *_table(table), ""]
        lines += [table["note"], ""] if table["note"] else []
    for plot in plain["plots"]:
        lines += [f"![{plot['title']}]({plot['file']})", ""]
    if plain["worst"]:
        lines += ["## Where it goes wrong most", "", *(f"- `{page}`: {what}" for page, what in plain["worst"]), ""]
    lines += [line for note in plain["notes"] for line in (note, "")]
    data = ", ".join(f"`{name}` {digest}" for name, digest in run["data"].items()) or "none"
    parts = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    lines += [
        f"Run on {run['date']} in {run['seconds']:.0f} s of a processor; seed {run['seed']}, code {run['code']}.",
        "",
        f"Data: {data}. Versions: {parts}.",
        "",
    ]
    return "\n".join(lines)


def _table(table: Mapping[str, Any]) -> list[str]:
    columns = [name.strip() for name in table["columns"]]
    digits = [
        _digits(name, [row[place] for row in table["rows"]], table) for place, name in enumerate(table["columns"])
    ]
    rows = [[_cell(cell, shown) for cell, shown in zip(row, digits, strict=True)] for row in table["rows"]]
    return [_line(columns), _line(["---"] * len(columns)), *map(_line, rows)]


def _digits(name: str, cells: Sequence[object], table: Mapping[str, Any]) -> int:
    """Return how many digits a column shows: all that a paper prints, and so many that no time is shown as none."""
    least = int(table["digits"])
    found = [cell for cell in cells if isinstance(cell, float)]
    if name.startswith(_PRINTED):
        return max(least, *(len(str(cell).partition(".")[2]) for cell in found), 0)
    times = [cell for cell in found if cell > 0] if name in table["moving"] else []
    return max(least, min(_MOST_DIGITS, 1 - floor(log10(min(times))))) if times else least


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: object, digits: int) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, int):
        return f"{cell:,}" if cell >= _LARGE else str(cell)
    if isinstance(cell, float):
        return f"{cell:.{digits}f}" if abs(cell) < _LARGE else f"{cell:,.0f}"
    return str(cell).replace("|", "\\|")


def index(results: Sequence[Mapping[str, Any]], now: Mapping[str, str]) -> str:
    """Return the page that lists all results, and what is not run; `now` is the code of each when it is written."""
    lines = [
        "# Every experiment, run again",
        "",
        "`eventlocky evaluate all` (or `make evaluate`) writes these pages, each with its JSON beside it.",
        "A paper's own figure stands in a column or a table of its own: it was measured on pages that are not public.",
        "",
        "| experiment | what | run on | s of the processor | code |",
        "|---|---|---|---|---|",
    ]
    for one in results:
        run = one["run"]
        quick = " (quick)" if "--quick" in run["command"] else ""
        link = f"[{one['paper']}]({one['name']}.md)"
        cells = (link, one["what"], f"{run['date']}{quick}", f"{run['seconds']:.0f}", _code(one, now))
        lines.append(_line(cells))
    there = {one["name"] for one in results}
    missing = [one for one in EXPERIMENTS.values() if one.name not in there]
    lines += [_line([one.paper, one.what, f"not yet: `--only {one.name}`", "–", "–"]) for one in missing]
    lines += [
        "",
        "Seconds are what an experiment costs by itself: what several of them share (pages read by a finder, sentences",
        "judged) is computed once and counted in each, so a run of all takes less than their sum.",
        "Code is a digest of the sources that an experiment uses, and whether they were still the same when this page",
        "was written.",
    ]
    lines += ["", "## What is not run again", "", "| what | why |", "|---|---|"]
    lines += [f"| {what} | {why} |" for what, why in NOT_RUN]
    return "\n".join([*lines, ""])


def _code(one: Mapping[str, Any], now: Mapping[str, str]) -> str:
    """Return the revision of the code that made a result, and whether it is that of the sources as they are."""
    revision = one["run"]["code"]
    if one["name"] not in now:
        return f"{revision}, of an experiment that is no more"
    return f"{revision}, {'as now' if revision == now[one['name']] else 'the sources have changed since'}"
