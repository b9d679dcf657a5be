"""KEDR 2009, Table 1: the performances of German opera calendars, found by key expressions and by others.

The eleven calendars of 14 April 2009 are gone. In their place stand thirteen programmes of invented houses
(`demo/opera.py`), written in the structures that the paper shows; the finder was built while looking at them. As in the
paper nothing is classified after the records are found.
"""

from __future__ import annotations

import json
import tempfile
from datetime import date, datetime
from pathlib import Path
from time import process_time

from eventlocky.demo import opera
from eventlocky.evaluate import plots
from eventlocky.evaluate.draws import drawn_error
from eventlocky.evaluate.experiments.base import PAGE_ROOMS, Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.kept import folder_digest
from eventlocky.extract import extract
from eventlocky.settings import Settings

PAPER_HOUSES = (
    ("bayerische.staatsoper.de", 21, 20, 0.9524), ("staatsoper-berlin.org", 33, 33, 1.0),
    ("theater-chemnitz.de", 10, 10, 1.0), ("oper-frankfurt.de", 26, 26, 1.0), ("oper-halle.de", 24, 24, 1.0),
    ("hamburgische-staatsoper.de", 17, 17, 1.0), ("oper-hannover.de", 26, 26, 1.0), ("oper-leipzig.de", 27, 27, 1.0),
    ("rheinoper.de", 12, 12, 1.0), ("semperoper.de", 37, 37, 1.0), ("staatstheater.stuttgart.de", 37, 37, 1.0),
)  # fmt: skip
"""Its eleven calendars: records, those that KEDR found, recall, as printed."""

FINDERS = ("keyexpr", "best", "patterns", "mdr", "depta", "plain")
PAPER = {"keyexpr": (0.9956, 1.0)}
_KIND = 'name = "event"\nsummary = "A performance."\nanchor = "date"\nneeds = ["title"]\n'
"""A performance may inherit its day, so only its title must stand in the record."""


def run(bench: Bench) -> Outcome:
    """Read the programmes by every finder."""
    rows: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {
        "paper": dict(zip(("recall", "precision"), PAPER["keyexpr"], strict=True))
    }
    houses: dict[str, list[Cell]] = {}
    bad: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        pages, kind = Path(folder) / "pages", Path(folder) / "performance.toml"
        pages.mkdir()
        opera.write(pages)
        data = {"pages of demo/opera.py": folder_digest(pages)}
        kind.write_text(_KIND, encoding="utf-8")
        names = sorted(file.stem for file in pages.glob("*.json"))
        for finder in FINDERS:
            begun = process_time()
            counts = {name: _count(pages / name, finder, "event" if finder == "best" else str(kind)) for name in names}
            seconds = (process_time() - begun) / len(names)
            right, wanted, found = (sum(count[place] for count in counts.values()) for place in range(3))
            rows.append(
                [
                    finder,
                    wanted,
                    found,
                    right,
                    right / wanted,
                    drawn_error([(count[0], count[1]) for count in counts.values()]),
                    right / max(1, found),
                    drawn_error([(count[0], count[2]) for count in counts.values()]),
                    *PAPER.get(finder, (None, None)),
                    seconds,
                ]
            )
            heights[finder] = {"recall": right / wanted, "precision": right / max(1, found)}
            for name, count in counts.items():
                houses.setdefault(name, [name, count[1]]).append(count[0] / count[1])
                if finder == "best" and count[0] < count[1]:
                    bad.append((f"opera/{name}", f"{count[0]} of {count[1]} right, {count[2]} found"))
            bench.say(f"{finder}: {right} of {wanted} performances")
    columns = (
        "finder",
        "performances",
        "found",
        "right",
        "recall",
        "±",
        "precision",
        "± ",
        "paper recall",
        "paper precision",
        "s/page",
    )
    return Outcome(
        tables=[
            Table(
                "Performances of thirteen programmes",
                columns,
                rows,
                moving=("s/page",),
                note="± is over draws of houses. The paper's recall is the mean of its houses.",
            ),
            Table("Recall by house", ("house", "performances", *FINDERS), list(houses.values())),
            Table(
                "The eleven calendars as the paper prints them",
                ("house", "records", "KEDR", "recall"),
                [list(house) for house in PAPER_HOUSES],
                digits=4,
            ),
        ],
        plots=[Plot("recall", "Performances found by finders", plots.bars(heights, up="share"))],
        worst=bad,
        notes=[
            (
                "The paper says that MDR finds next to nothing on its pages. A performance is right if title, day "
                "and time are. `best` judges what it finds (its kind is `event`); the others keep all they find."
            )
        ],
        data=data,
    )


def _count(page: Path, finder: str, kind: str) -> tuple[int, int, int]:
    """Return how many performances of a programme are right, how many there are, how many are found."""
    truth = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    fetched = date.fromisoformat(truth["fetched"])
    body = page.with_suffix(".html").read_bytes()
    events = extract(body, truth["url"], fetched=fetched, kind=kind, settings=Settings(finder=finder))
    wanted = {(event["title"], datetime.fromisoformat(event["start"])) for event in truth["events"]}
    return len(wanted & {(event.title, event.when.start) for event in events}), len(wanted), len(events)


EXPERIMENT = Experiment(
    name="kedr-table1",
    paper="KEDR 2009, Table 1",
    what="Performances of opera calendars",
    lane="pages",
    data=(),
    uses=(*PAGE_ROOMS, "demo/opera.py"),
    run=run,
)
