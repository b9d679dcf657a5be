"""What the experiments of the Deal Finder share: sentences, and how sure each classifier is of them, kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.page import Verdict
from eventlocky.evaluate import deals
from eventlocky.evaluate.deals import Judged, Row
from eventlocky.evaluate.experiments.base import DEAL_ROOMS, QUICK_TEXTS, Bench

DATA = ("corpora/deals/sentences.jsonl.gz", "corpora/deals/gold.jsonl")
SAMPLE = 2_000
_QUICK = 300
NAMES = ("NB/EM", "J48", "SVM/z-score", "SVM/linear", "NN/z-score", "NN/linear")

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
    """Return how sure a classifier is of each of the balanced sentences, by what it learned from other groups.

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
    return np.array(bench.keeper.ask(f"sentences-{safe}-{letters}", hangs_on, DEAL_ROOMS, make))


def thresholds() -> dict[str, float]:
    """Return from which chance on each classifier says that a sentence sells."""
    return {name: threshold for name, (_make, threshold) in deals.classifiers().items()} | {"best": 0.5}


def judged_pages(bench: Bench, name: str) -> list[Judged]:
    """Return what the blocks of every page of the corpus say, by `NB/EM` or `best` trained on none of the pages."""
    pages = bench.pages(["deals"])

    def make() -> list[list[object]]:
        tells = deals.judges(rows(bench))[name]
        found: Sequence[Judged] = list(deals.judge_pages(pages, tells))
        bench.say(f"{name}: blocks of {len(found)} pages judged")
        return [[one.page.id, one.verdict.true, one.verdict.false, one.verdict.has_money] for one in found]

    hangs_on = {"data": bench.digests(DATA), "quick": bench.is_quick}
    kept = bench.keeper.ask(f"ratio-{name.replace('/', '-')}", hangs_on, DEAL_ROOMS, make)
    by_id = {page.id: page for page in pages}
    return [
        Judged(by_id[name], bool(by_id[name].row["events"]), Verdict(true, false, has_money=has_money))
        for name, true, false, has_money in kept
    ]
