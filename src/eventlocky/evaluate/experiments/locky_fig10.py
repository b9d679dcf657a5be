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
from eventlocky.evaluate.experiments.base import Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.near import visit_all
from eventlocky.settings import Settings
from eventlocky.store import Store

PAPER = {"exhibition": 2.10, "gourmet": 1.84, "shopping": 2.44, "amusement": 4.61}
LATENCY_S = 0.2
TODAY = date(2026, 11, 16)
_QUICK = 4


def run(bench: Bench) -> Outcome:
    """Visit the organisations of the town one by one, then all at once."""
    load = os.getloadavg()[0]
    times, whole, visited = asyncio.run(_visit(bench))
    rows: list[list[Cell]] = []
    heights: dict[str, dict[str, float | None]] = {}
    for name, paper in PAPER.items():
        some = times.get(name, [])
        mean = fmean(some) if some else None
        rows.append([name, len(some), mean, max(some, default=None), paper])
        heights[name] = {"ours": mean, "paper": paper}
    every = [one for some in times.values() for one in some]
    rows.append(["all, one by one", len(every), fmean(every), max(every), None])
    rows.append(["all, at once", visited, whole / max(1, visited), None, None])
    columns = ("category", "organisations", "s/organisation", "slowest", "paper s/organisation")
    return Outcome(
        tables=[
            Table(
                f"Seconds an organisation, {LATENCY_S * 1000:.0f} ms an answer",
                columns,
                rows,
                digits=2,
                moving=("s/organisation", "slowest"),
                note=f"The load of the machine was {load:.1f} when it began.",
            )
        ],
        plots=[Plot("seconds", "Seconds an organisation", plots.bars(heights, up="seconds"))],
        notes=[
            (
                "The paper's times are of the web of 2016, sites that did not answer among them; ours of an invented "
                "town with one slow and one broken site. They are times: no two runs have the same."
            )
        ],
    )


async def _visit(bench: Bench) -> tuple[dict[str, list[float]], float, int]:
    from eventlocky.demo.server import TownServer  # loads the web stack

    settings = Settings(allow_loopback=True)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, TownServer(TODAY, latency_s=LATENCY_S) as server:
        organisations = server.town.organisations()[: _QUICK if bench.is_quick else None]
        for number, organisation in enumerate(organisations):
            begun = time.monotonic()
            with Store(str(Path(folder) / f"{number}.sqlite")) as store:
                async for _ in visit_all([organisation], store, settings, fetched=TODAY):
                    pass
            category = organisation.category.value if organisation.category else "none"
            times.setdefault(category, []).append(time.monotonic() - begun)
        bench.say(f"{len(organisations)} organisations visited one by one")
        begun = time.monotonic()
        with Store(str(Path(folder) / "all.sqlite")) as store:
            async for _ in visit_all(organisations, store, settings, fetched=TODAY):
                pass
        return times, time.monotonic() - begun, len(organisations)


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
