"""What the experiments of the Deal Finder share: sentences, and how sure each classifier is of them, kept."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.page import Verdict
from eventlocky.evaluate import deals
from eventlocky.evaluate.deals import Judged, Row
from eventlocky.evaluate.draws import Counts, tally
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, QUICK_TEXTS, Bench

DATA = ("corpora/deals/sentences.jsonl.gz", "corpora/deals/gold.jsonl")
SAMPLE = 2_000
_QUICK = 300
NAMES = ("NB/EM", "J48", "SVM/z-score", "SVM/linear", "NN/z-score", "NN/linear")


@dataclass(frozen=True, slots=True)
class Said:
    """How sure a classifier is of each sentence, and the processor's seconds that learning and judging took."""

    chances: NDArray[np.float64]
    seconds: float


@dataclass(frozen=True, slots=True)
class PagesJudged:
    """What the blocks of every page say, and the processor's seconds that judging took, without the learning."""

    pages: list[Judged]
    seconds: float

    @property
    def a_page(self) -> float:
        """The seconds of a page."""
        return self.seconds / max(1, len(self.pages))


_loaded: dict[str, list[Row]] = {}


def rows(bench: Bench) -> list[Row]:
    """Return the labelled sentences with their features, some of them in a quick run; they are read once."""
    file = bench.texts_file(DATA[0].removeprefix("corpora/"))
    if str(file) not in _loaded:
        _loaded[str(file)] = deals.load(file)
    found = _loaded[str(file)]
    return found[::QUICK_TEXTS] if bench.is_quick else found


def some(bench: Bench) -> list[Row]:
    """Return as many sentences that sell as not, as the paper draws them."""
    return deals.balanced(rows(bench), _QUICK if bench.is_quick else SAMPLE)


def chances(bench: Bench, name: str, letters: str = deals.ALL) -> NDArray[np.float64]:
    """Return how sure a classifier is of each of the balanced sentences, by what it learned from other groups."""
    return asked(bench, name, letters).chances


def asked(bench: Bench, name: str, letters: str = deals.ALL) -> Said:
    """Return how sure a classifier is of each of the balanced sentences, and what that costs.

    `best` is ours, which also learns from titles of offers of other sites.
    """

    def make() -> list[float]:
        given = some(bench)
        if name == "best":
            found = deals.crossed_texts(given, deals.titles(bench.pages(["deals"])))
        else:
            found = deals.crossed(given, deals.classifiers(letters)[name][0])
        bench.say(f"{name} with {letters}: {len(given)} sentences")
        return [round(float(chance), 6) for chance in found]

    hangs_on = {"data": bench.digests(DATA), "letters": letters, "sample": SAMPLE, "quick": bench.is_quick}
    safe = name.replace("/", "-")
    found, seconds = bench.keeper.timed(f"sentences-{safe}-{letters}", hangs_on, DEAL_ROOMS, make)
    return Said(np.array(found), seconds)


def right_by_group(given: list[Row], sells: NDArray[np.bool_]) -> Counts:
    """Return by group how many sentences are told rightly, and of how many."""
    right = [bool(said) == bool(row.label) for row, said in zip(given, sells, strict=True)]
    return tally([row.group for row in given], right)


def thresholds() -> dict[str, float]:
    """Return from which chance on each classifier says that a sentence sells."""
    return {name: threshold for name, (_make, threshold) in deals.classifiers().items()} | {"best": 0.5}


def judged_pages(bench: Bench, name: str) -> PagesJudged:
    """Return what the blocks of every page of the corpus say, by `NB/EM` or `best` trained on none of the pages."""
    pages = bench.pages(["deals"])

    def make() -> dict[str, object]:
        tells = deals.judges(rows(bench))[name]
        begun = process_time()
        found = list(deals.judge_pages(pages, tells))
        seconds = process_time() - begun
        bench.say(f"{name}: blocks of {len(found)} pages judged")
        verdicts = [[one.page.id, one.verdict.true, one.verdict.false, one.verdict.has_money] for one in found]
        return {"verdicts": verdicts, "seconds": seconds}

    hangs_on = {"data": bench.digests(DATA), "quick": bench.is_quick}
    kept = bench.keeper.ask(f"blocks-{name.replace('/', '-')}", hangs_on, DEAL_ROOMS, make)
    by_id = {page.id: page for page in pages}
    judged = [
        Judged(by_id[page], bool(by_id[page].row["events"]), Verdict(true, false, has_money=has_money))
        for page, true, false, has_money in kept["verdicts"]
    ]
    return PagesJudged(judged, kept["seconds"])
