"""Which expressions tell the records of a kind from all others: a proposal for `[expressions]`, for a person to read.

For every language, each word and pair of words (in Japanese and Chinese: each word in katakana, each two to four
ideographs in a row) is scored by the log-odds of standing in a record of the kind rather than in another, with a
Dirichlet prior from both together, divided by its standard error (Monroe, Colaresi and Quinn, "Fightin' Words",
2008). Only the first words of a record count, or long articles would make every common word speak against; a site
counts for at most thirty records, and an expression must stand on several sites: what one site always writes says
nothing about others.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt

_MOST_OF_A_SITE = 30
_FEWEST_SITES = 3
_PRIOR = 0.05
"""What the prior is worth: one in twenty records."""

_CLEAR = 1.96
"""Standard errors from which on a difference is hardly chance (1 in 20)."""

_STRONG = 1.1
"""Log-odds from which on an expression is proposed: three times the odds."""

_RARE = 0.03
"""The share of sites whose own records of the kind may have what speaks against it: prose has `by`, events do too."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DENSE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]+")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{2,12}")
_IDEOGRAPHS = re.compile(r"[\u3005\u3400-\u9fff\uf900-\ufaff]{2,}")
_SPACES = re.compile(r"[^\S\n]+")
_DENSE_LENGTHS = (2, 3, 4)
_LONGEST_WORD = 30
_MOST_LETTERS = 240
"""Of a record: about forty words, more than most announcements have, so that short and long ones are alike."""


@dataclass(frozen=True, slots=True)
class Example:
    """The words of one record, without its dates and prices, and whether it is one of the kind."""

    text: str
    language: str
    site: str
    is_one: bool


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression and how clearly it speaks for the kind (below 0: against it).

    `share_of_sites` is the share of the sites with records of the kind on which one of them has the expression.
    """

    text: str
    score: float
    records_for: int
    records_against: int
    share_of_sites: float


def learn(examples: Iterable[Example], *, most: int = 20) -> dict[str, tuple[list[Expression], list[Expression]]]:
    """Return, by language, the expressions that speak for the kind and those that speak against it."""
    by_language: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        by_language[example.language].append(example)
    proposals = {}
    for language, members in sorted(by_language.items()):
        scored = _score(members)
        speaking_for = _distinct(sorted(scored, key=lambda each: -each.score), most)
        rare = [each for each in scored if each.share_of_sites <= _RARE]
        speaking_against = _distinct(sorted(rare, key=lambda each: each.score), most, sign=-1)
        if speaking_for or speaking_against:
            proposals[language] = (speaking_for, speaking_against)
    return proposals


def write(proposals: Mapping[str, tuple[Sequence[Expression], Sequence[Expression]]]) -> str:
    """Write proposals as TOML, the clearest expressions first."""
    lines = []
    for language, sides in proposals.items():
        key = language if re.fullmatch(r"[A-Za-z0-9_-]+", language) else json.dumps(language, ensure_ascii=False)
        lines.append(f"[expressions.{key}]")
        for name, expressions in zip(("for", "against"), sides, strict=True):
            words = ", ".join(json.dumps(each.text, ensure_ascii=False) for each in expressions)
            lines.append(f"{name} = [{words}]")
        lines.append("")
    return "\n".join(lines)


def expressions_of(text: str) -> set[str]:
    """Return the words, pairs of words and runs of ideographs of a text, each once."""
    folded = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold())[:_MOST_LETTERS]
    found: set[str] = set()
    for part in re.split(r"[.,;:!?()|/\n\t–—]+", _DENSE.sub("\n", folded)):
        words = [word for word in _WORD.findall(part) if len(word) <= _LONGEST_WORD]
        found.update(word for word in words if len(word) > 1)
        found.update(f"{one} {other}" for one, other in pairwise(words))
    found.update(_KATAKANA.findall(folded))
    for run in _IDEOGRAPHS.findall(folded):
        found.update(run[at : at + size] for size in _DENSE_LENGTHS for at in range(len(run) - size + 1))
    return found


def _score(examples: Sequence[Example]) -> list[Expression]:
    """Score every expression that stands on enough sites."""
    counts = Counter(example.site for example in examples)
    weights = {site: min(1.0, _MOST_OF_A_SITE / count) for site, count in counts.items()}
    records: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    shares: tuple[dict[str, float], dict[str, float]] = (defaultdict(float), defaultdict(float))
    sites: tuple[dict[str, set[str]], dict[str, set[str]]] = (defaultdict(set), defaultdict(set))
    totals = [0.0, 0.0]
    for example in examples:
        side, weight = int(not example.is_one), weights[example.site]
        totals[side] += weight
        for text in expressions_of(example.text):
            records[side][text] += 1
            shares[side][text] += weight
            sites[side][text].add(example.site)
    if not all(totals):
        return []
    own_sites = len({example.site for example in examples if example.is_one})
    return [
        Expression(
            text,
            _log_odds(shares[0].get(text, 0.0), totals[0], shares[1].get(text, 0.0), totals[1]),
            records[0][text],
            records[1][text],
            len(sites[0].get(text, ())) / own_sites,
        )
        for text in sorted(sites[0].keys() | sites[1].keys())
        if len(sites[0].get(text, set()) | sites[1].get(text, set())) >= _FEWEST_SITES
    ]


def _log_odds(ours: float, our_total: float, theirs: float, their_total: float) -> float:
    """Return the log-odds of an expression in our records against theirs in standard errors, 0 where it is weak."""
    rate = (ours + theirs) / (our_total + their_total)
    strength = _PRIOR * (our_total + their_total)
    prior, rest = strength * rate, strength * (1 - rate)
    here, there = ours + prior, theirs + prior
    odds = log(here / (our_total - ours + rest or prior)) - log(there / (their_total - theirs + rest or prior))
    return odds / sqrt(1 / here + 1 / there) if abs(odds) >= _STRONG else 0.0


def _distinct(scored: Sequence[Expression], most: int, sign: int = 1) -> list[Expression]:
    """Keep the clearest; what holds, or is held by, a clearer one says nothing new."""
    kept: list[Expression] = []
    for each in scored:
        if len(kept) == most or sign * each.score < _CLEAR:
            break
        if not any(_holds(each.text, other.text) or _holds(other.text, each.text) for other in kept):
            kept.append(each)
    return kept


def _holds(one: str, other: str) -> bool:
    """Tell whether an expression holds another, as whole words or as letters of a script without spaces."""
    return other in one if _DENSE.match(other) else f" {other} " in f" {one} "
