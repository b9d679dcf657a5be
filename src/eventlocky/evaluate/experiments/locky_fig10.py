"""Event.Locky 2017, Fig. 10: seconds an organisation from its address to its events, by category.

The paper asks the web around ten stations in Japan. Ours asks the demo town on the loopback, whose every answer takes
200 ms, organisation by organisation, so that each has a time of its own; no figure here depends on a network.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import fmean

from eventlocky.evaluate import plots
from eventlocky.evaluate.draws import drawn_error
from eventlocky.evaluate.experiments.base import Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.evaluate.kept import PACKAGE, folder_digest
from eventlocky.near import visit_all
from eventlocky.settings import Settings
from eventlocky.store import Store

PAPER = {"exhibition": 2.10, "gourmet": 1.84, "shopping": 2.44, "amusement": 4.61}
LATENCY_S = 0.2
TODAY = date(2026, 11, 16)
_QUICK = 4
_SLOWEST = 5


def run(bench: Bench) -> Outcome:
    """Visit the organisations of the town one by one, then all at once."""
    load = os.getloadavg()[0]
    named, whole, visited = asyncio.run(_visit(bench))
    times: dict[str, list[float]] = {}
    for category, _, seconds in named:
        times.setdefault(category, []).append(seconds)
    rows: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {}
    for name, paper in PAPER.items():
        some = times.get(name, [])
        mean = fmean(some) if some else None
        rows.append([name, len(some), mean, drawn_error([(one, 1) for one in some]), max(some, default=None), paper])
        heights[name] = {"ours": mean, "paper": paper}
    every = [seconds for _, _, seconds in named]
    slowest = sorted(named, key=lambda one: -one[2])[:_SLOWEST]
    rows.append(
        ["all, one by one", len(every), fmean(every), drawn_error([(one, 1) for one in every]), max(every), None]
    )
    rows.append(["all, at once", visited, whole / max(1, visited), None, None, None])
    columns = ("category", "organisations", "s/organisation", "±", "slowest", "paper s/organisation")
    return Outcome(
        tables=[
            Table(
                f"Seconds an organisation, {LATENCY_S * 1000:.0f} ms an answer",
                columns,
                rows,
                digits=2,
                moving=("s/organisation", "±", "slowest"),
                note=f"The load of the machine was {load:.1f} when it began. ± is over draws of organisations.",
            )
        ],
        plots=[Plot("seconds", "Seconds an organisation", plots.bars(heights, up="seconds"))],
        worst=[(name, f"{seconds:.2f} s, {category}") for category, name, seconds in slowest],
        notes=[
            (
                "The paper's times are of the web of 2016, sites that did not answer among them; ours of an invented "
                "town with one slow and one broken site. They are times: no two runs have the same."
            )
        ],
        data={"the town in demo/": folder_digest(PACKAGE / "demo")},
    )


async def _visit(bench: Bench) -> tuple[list[tuple[str, str, float]], float, int]:
    """Return the category, name and seconds of every organisation, the seconds of all at once, and their number."""
    from eventlocky.demo.server import TownServer  # loads the web stack

    settings = Settings(allow_loopback=True)
    named: list[tuple[str, str, float]] = []
    with tempfile.TemporaryDirectory() as folder, TownServer(TODAY, latency_s=LATENCY_S) as server:
        organisations = server.town.organisations()[: _QUICK if bench.is_quick else None]
        for number, organisation in enumerate(organisations):
            begun = time.monotonic()
            with Store(str(Path(folder) / f"{number}.sqlite")) as store:
                async for _ in visit_all([organisation], store, settings, fetched=TODAY):
                    pass
            category = organisation.category.value if organisation.category else "none"
            named.append((category, organisation.name, time.monotonic() - begun))
        bench.say(f"{len(organisations)} organisations visited one by one")
        begun = time.monotonic()
        with Store(str(Path(folder) / "all.sqlite")) as store:
            async for _ in visit_all(organisations, store, settings, fetched=TODAY):
                pass
        return named, time.monotonic() - begun, len(organisations)


EXPERIMENT = Experiment(
    name="locky-fig10",
    paper="Event.Locky 2017, Fig. 10",
    what="Seconds an organisation, by category",
    lane="pages",
    data=(),
    uses=("page", "dates", "records", "classify", "fields", "extract.py", "crawl", "site.py", "near.py", "demo"),
    run=run,
    is_alone=True,
)
