"""Whether a confidence means what it says: of the events we are 80 % sure of, 80 in 100 should be right.

Every event found on a page with complete gold is judged as the scorer judges it; what the scorer counts neither
way is left out. Confidences are put into ten bins, and each bin's mean confidence is set beside its share of
right events. The expected calibration error is the mean gap between the two, weighted by the bins' sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean

from eventlocky.evaluate.corpus import Row
from eventlocky.evaluate.scorer import Scorer

BINS = 10
_SIZE, _MARGIN = 360, 44
COLOURS = (
    "#0b6e99",
    "#c4481c",
    "#3f7d20",
    "#7a3e9d",
    "#b8860b",
    "#5b5b5b",
    "#d4376e",
    "#008080",
    "#334bb0",
    "#8b5a2b",
)
"""A curve a finder; after ten they begin again."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One event found: how sure we were, and whether it is right."""

    confidence: float
    is_right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The events whose confidence lies from `low` up to `high`."""

    low: float
    high: float
    events: int
    confidence: float
    right: float


def judge(gold: Row, predicted: Sequence[Row], scorer: Scorer) -> list[Judged]:
    """Judge every event of a page as the scorer does, without those that it counts neither way."""
    if not gold.get("complete", True):
        return []
    sure = [event for event in gold["events"] if not event.get("optional")]
    arguable = [event for event in gold["events"] if event.get("optional")]
    pairs = scorer.pair(sure, list(predicted))
    right = {number for _, number in pairs}
    rest = [number for number in range(len(predicted)) if number not in right]
    left_out = {rest[place] for _, place in scorer.pair(arguable, [predicted[number] for number in rest])}
    titled = [sure[place] for place, _ in pairs if scorer.is_titled(sure[place]) and sure[place].get("end")]
    for number in rest:
        event = predicted[number]
        if any(_is_part_of(event, run, scorer) for run in titled):
            left_out.add(number)
    return [
        Judged(float(event.get("confidence") or 0.0), number in right)
        for number, event in enumerate(predicted)
        if number not in left_out
    ]


def _is_part_of(event: Row, run: Row, scorer: Scorer) -> bool:
    """Tell whether an event is one performance of a run that was found."""
    return scorer.within(event.get("start"), run.get("start"), run.get("end")) and scorer.titles_agree(run, event)


def bins(judged: Sequence[Judged]) -> list[Bin]:
    """Return the bins that have events."""
    found: list[list[Judged]] = [[] for _ in range(BINS)]
    for one in judged:
        found[min(BINS - 1, max(0, int(one.confidence * BINS)))].append(one)
    return [
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(members),
            fmean(one.confidence for one in members),
            fmean(one.is_right for one in members),
        )
        for place, members in enumerate(found)
        if members
    ]


def calibration_error(judged: Sequence[Judged]) -> float | None:
    """Return the mean gap between how sure we were and how often we were right, or None where nothing was found."""
    if not judged:
        return None
    return sum(each.events * abs(each.confidence - each.right) for each in bins(judged)) / len(judged)


def table(judged: Sequence[Judged]) -> str:
    """Write the bins as lines of text with a bar each."""
    lines = ["confidence   events   mean  right"]
    for each in bins(judged):
        bar = "█" * round(20 * each.right)
        name = f"{each.low:.1f} to {each.high:.1f}"
        lines.append(f"{name:10} {each.events:8,} {each.confidence:6.2f} {each.right:6.2f}  {bar}")
    error = calibration_error(judged)
    lines.append("nothing was found" if error is None else f"expected calibration error {error:.3f}")
    return "\n".join(lines) + "\n"


def plot(curves: Mapping[str, Sequence[Judged]]) -> str:
    """Draw the curves of finders as an SVG: on the dashed line a confidence means what it says."""
    width = 2 * _MARGIN + _SIZE + 190
    height = 2 * _MARGIN + _SIZE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>text { font: 12px sans-serif; fill: #222 }</style>",
        "<title>How often events are right, by confidence</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_axes(),
    ]
    for number, (name, judged) in enumerate(curves.items()):
        parts += _curve(name, judged, COLOURS[number % len(COLOURS)], number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _axes() -> list[str]:
    parts = []
    for step in range(0, BINS + 1, 2):
        share = step / BINS
        x, y = _place(share, share)
        parts += [
            f'<path d="M{x:.1f} {_MARGIN}V{_MARGIN + _SIZE}M{_MARGIN} {y:.1f}H{_MARGIN + _SIZE}" stroke="#ddd"/>',
            f'<text x="{x:.1f}" y="{_MARGIN + _SIZE + 16}" text-anchor="middle">{share:.1f}</text>',
            f'<text x="{_MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.1f}</text>',
        ]
    (x, y), (far_x, far_y) = _place(0, 0), _place(1, 1)
    middle = _MARGIN + _SIZE / 2
    return [
        *parts,
        f'<path d="M{x} {y}L{far_x} {far_y}" stroke="#888" stroke-dasharray="5 4" fill="none"/>',
        f'<text x="{middle}" y="{_MARGIN + _SIZE + 34}" text-anchor="middle">how sure we are</text>',
        f'<text transform="translate(12 {middle}) rotate(-90)" text-anchor="middle">how often we are right</text>',
    ]


def _curve(name: str, judged: Sequence[Judged], colour: str, number: int) -> list[str]:
    found = bins(judged)
    places = [_place(each.confidence, each.right) for each in found]
    most = max((each.events for each in found), default=1)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'] if places else []
    for each, (x, y) in zip(found, places, strict=True):
        radius = 3 + 6 * (each.events / most) ** 0.5
        words = f"{name}: {each.events:,} events, {each.confidence:.2f} sure, {each.right:.2f} right"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity=".7">'
            f"<title>{escape(words)}</title></circle>"
        )
    error = calibration_error(judged)
    said = f"{name} (error {error:.3f})" if error is not None else f"{name} (nothing found)"
    x, y = 2 * _MARGIN + _SIZE - 20, _MARGIN + 10 + 20 * number
    return [
        *parts,
        f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>',
        f'<text x="{x + 16}" y="{y}">{escape(said)}</text>',
    ]


def _place(x: float, y: float) -> tuple[float, float]:
    """Return where a share of both axes lies in the drawing."""
    return _MARGIN + _SIZE * x, _MARGIN + _SIZE * (1 - y)
