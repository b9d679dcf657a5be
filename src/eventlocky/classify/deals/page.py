"""A page by its sentences: the ratio of those that sell to those that do not, a threshold, a ranking (section 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eventlocky.page import Tree
from eventlocky.text import money

RATIO = 1.0
"""Γ of the paper: a page sells where at least as many blocks sell as do not."""

_FEWEST_LETTERS = 12
"""A block of fewer letters is a label, not a sentence."""

_MOST_BLOCKS = 2_000

Judge = Callable[[Sequence[str]], Sequence[bool]]
"""Whoever tells of texts whether they sell."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the blocks of a page say: how many sell, how many do not, and whether the page names any money."""

    true: int
    false: int
    has_money: bool

    @property
    def ratio(self) -> float:
        """Return the blocks that sell for one that does not; without any that does not, one more than all."""
        return self.true / self.false if self.false else float(self.true and self.true + 1)

    def is_deal(self, threshold: float = RATIO, *, check_money: bool = True) -> bool:
        """Tell whether the page sells (equation 3); one that names no money sells nothing, unless that is not asked."""
        return self.ratio >= threshold and (self.has_money or not check_money)


def blocks(tree: Tree) -> list[str]:
    """Return the blocks of sentences of a page: its lines, but for those of a few letters."""
    found = (line.text for line in tree.lines(tree.body))
    return [text for text in found if sum(map(str.isalpha, text)) >= _FEWEST_LETTERS][:_MOST_BLOCKS]


def judge(tree: Tree, tells: Judge) -> Verdict:
    """Count the blocks of a page that sell."""
    texts = blocks(tree)
    sells = sum(tells(texts)) if texts else 0
    return Verdict(sells, len(texts) - sells, bool(money.find(tree.whole_text)))


def rank(verdicts: Sequence[Verdict]) -> list[int]:
    """Return the numbers of pages by their ratio, the highest first; equal ones keep their order."""
    return sorted(range(len(verdicts)), key=lambda number: -verdicts[number].ratio)
