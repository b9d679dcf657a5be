"""Whole systems by one name: a paper's own finder, classifier and settings together, and our own.

A system of a paper cuts and judges a page as its paper says, with its thresholds, and looks at what the page shows
alone: none of them read markup. Dates, prices and fields are read by our readers in all of them, since the papers
say little of theirs, so that what is compared is how records are found and told. `docs/classifiers.md` says where a
system differs from its print.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from eventlocky.errors import KindError, UnknownNameError

if TYPE_CHECKING:
    from eventlocky.kinds import Kind
    from eventlocky.settings import Settings


@dataclass(frozen=True, slots=True)
class System:
    """A finder and a classifier that belong together.

    `classifier` is "" where the kind names its own, `threshold` is None where the kind's is meant, `kind` is what it
    looks for if nothing else is said, and `anchor` what records must have one of ("" for anything).
    """

    name: str
    summary: str
    finder: str
    classifier: str = ""
    kind: str = "event"
    anchor: str = ""
    threshold: float | None = None
    reads_markup: bool = False

    def looks_for(self, kind: Kind) -> Kind:
        """Return a kind with this system's threshold, or raise KindError where it cannot look for such records."""
        if self.anchor not in {"", kind.anchor}:
            message = (
                f"The system {self.name} finds records by their {self.anchor}, but those of the kind {kind.name} have "
                f"one {kind.anchor} each. For it take one of: {', '.join(names(kind.anchor))}."
            )
            raise KindError(message)
        return kind if self.threshold is None else replace(kind, threshold=self.threshold)


_ALL: Final = (
    System(
        "eventlocky-2017",
        "Event.Locky: partial tree matching with backtracking; weighted paragraph vectors, SVM with RBF kernel.",
        finder="locky",
        classifier="locky",
        anchor="date",
        threshold=0.5,
    ),
    System(
        "eventlocky-2015",
        "Its forerunner: equal windows over the elements of a depth; which words are there, linear SVM.",
        finder="window",
        classifier="onehot-svm",
        anchor="date",
        threshold=0.5,
    ),
    System(
        "eventfinder",
        "EventFinder: repeated tag sequences; a page word, then two of date, affiliation and name in half a group.",
        finder="repeats",
        classifier="eventfinder",
        anchor="date",
        threshold=0.5,
    ),
    System(
        "kedr",
        "KEDR: records where key expressions (days, times; prices for deals) recur, on pages with two or more.",
        finder="keyexpr",
        classifier="kedr",
        threshold=0.5,
    ),
    System(
        "dealfinder",
        "Deal Finder: longest frequent patterns; five voters of EM clusters and naive Bayes, ratio of the page.",
        finder="patterns",
        classifier="dealfinder",
        kind="deal",
        anchor="money",
        threshold=0.9,
    ),
    System(
        "best",
        "Ours, the default: groupings proposed, titles aligned, both weighed by a trained model; markup reconciled.",
        finder="best",
        reads_markup=True,
    ),
)
SYSTEMS: Final[dict[str, System]] = {system.name: system for system in _ALL}
"""Every system by its name: the table that `--system` reads."""


def names(anchor: str) -> list[str]:
    """Return the systems that find records by an anchor such as `date`."""
    return [system.name for system in SYSTEMS.values() if system.anchor in {"", anchor}]


def get(name: str, settings: Settings) -> System:
    """Return a system by its name; "" is what the settings put together."""
    if name and name not in SYSTEMS:
        what = "system"
        raise UnknownNameError(what, name, SYSTEMS)
    return SYSTEMS[name] if name else System("", "", settings.finder, settings.classifier, reads_markup=True)
