"""Every experiment of the five papers that can be run again, one file each, in the order of their cost.

`EXPERIMENTS` is the table that `eventlocky evaluate all` reads; `NOT_RUN` says what cannot be run again, and why.
"""

from __future__ import annotations

from eventlocky.errors import UnknownNameError
from eventlocky.evaluate.experiments import (
    deals_fig10,
    deals_table4,
    deals_table5,
    deals_table6,
    deals_table10,
    deals_table11,
    deals_table12,
    eventfinder,
    finders,
    forerunner_table3,
    forerunner_table4,
    kedr_table1,
    locky_fig7,
    locky_fig10,
    locky_table1,
    locky_table2,
    locky_table3,
    systems,
)
from eventlocky.evaluate.experiments.base import Bench, Experiment, Outcome, Plot, Table

_ALL = (
    locky_table1,
    kedr_table1,
    locky_fig10,
    forerunner_table3,
    deals_table11,
    deals_table6,
    deals_table10,
    eventfinder,
    systems,
    locky_table3,
    finders,
    deals_table4,
    deals_fig10,
    deals_table5,
    deals_table12,
    forerunner_table4,
    locky_table2,
    locky_fig7,
)
EXPERIMENTS: dict[str, Experiment] = {module.EXPERIMENT.name: module.EXPERIMENT for module in _ALL}

NOT_RUN: tuple[tuple[str, str], ...] = (
    ("Event.Locky 2017, Figs. 1 to 6, 8, 9; forerunner, Figs. 1 to 5, Tables 1, 2", "the method, not results"),
    ("Event.Locky 2017, Tables 2 and 3 on its 23,000 records", "the records of 96 shops were never published"),
    (
        "Event.Locky 2017, Tables 1 and 3, VIPS",
        (
            "`vips` needs boxes drawn by a browser for every page, and stored pages lack their style sheets and "
            "pictures; what it finds on 80 pages drawn without them stands in docs/finders-papers-b.md"
        ),
    ),
    ("Event.Locky 2017, Table 1, wrappers by hand", "a person writes them for every site"),
    ("Event.Locky 2017, Fig. 10 at ten stations", "the sites of 2016 are gone; a town on the loopback stands in"),
    ("EventFinder, its tables 2.x and 3.x, figures; KEDR, Figs. 1 to 4", "the method, not results"),
    ("EventFinder, its 100 and 1,000 pages of mit.edu and stanford.edu", "not published, and gone since 2003"),
    ("KEDR, its eleven opera calendars of 14 April 2009", "not published, and gone"),
    ("Deal Finder, Table 2, Figs. 1 to 7", "the method, not results"),
    ("Deal Finder, Tables 1, 3, 7, 9, Fig. 9", "single examples, or answers of a search engine of 2013"),
    ("Deal Finder, Table 13", "a comparison of methods in words"),
)
"""What is not run again, and why."""

__all__ = ["EXPERIMENTS", "NOT_RUN", "Bench", "Experiment", "Outcome", "Plot", "Table", "chosen"]


def chosen(names: list[str] | None) -> list[Experiment]:
    """Return experiments by their names, all where none is named; an unknown name lists the known ones."""
    for name in names or ():
        if name not in EXPERIMENTS:
            what = "experiment"
            raise UnknownNameError(what, name, EXPERIMENTS)
    return [EXPERIMENTS[name] for name in names] if names else list(EXPERIMENTS.values())
