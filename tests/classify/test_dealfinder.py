"""The Deal Finder's judge: a page by its ratio, a record by the vote."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.classify.dealfinder import DealFinder
from eventlocky.page import parse
from eventlocky.types import Record

SELLS = [
    "Save 40% on wool blankets, now only $25",
    "Coupon: 20% off all lamps",
    "Oak shelf was $90 now $45, free shipping",
]
TELLS = [
    "The old captain walked slowly along the shore.",
    "She thought of the long winter.",
    "Whisk the eggs and bake.",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    texts = SELLS * 4 + TELLS * 12  # more of one label: as many of each are learned
    file = tmp_path_factory.mktemp("model") / "m.npz"
    DealFinder().fit(texts, [1] * 12 + [0] * 36).save(file)
    return DealFinder(str(file))


def labels(model, blocks):
    tree = parse("".join(f"<p>{block}</p>" for block in blocks))
    found = [Record(row, tree.ends[row]) for row, tag in enumerate(tree.tags) if tag == "p"]
    return model.label(tree, annotate(tree, {"money", "percent"}, date(2026, 5, 1)), found, kinds.load("deal"))


def test_on_a_page_that_sells_what_sells_is_a_deal(model):
    chances = labels(model, [*SELLS, TELLS[0]])
    assert min(chances[:3]) > 0.9
    assert chances[3] < 0.5


def test_on_a_page_that_tells_more_nothing_is_a_deal(model):
    assert labels(model, [SELLS[0], *TELLS, *TELLS]) == [0.0] * 7


def test_on_a_page_without_money_nothing_is_a_deal(model):
    assert labels(model, ["Coupon for all lamps, free shipping"] * 3) == [0.0] * 3


def test_no_text_gets_no_chance_and_the_same_text_the_same(model):
    learned = model.learned(kinds.load("deal"))
    assert learned.probabilities([]).shape == (0,)
    assert np.array_equal(learned.probabilities(SELLS), learned.probabilities(SELLS))
    assert learned.sells(SELLS) == [True] * 3
