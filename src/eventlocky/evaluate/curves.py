"""Learning curves as a drawing: F1 over the number of records that taught, a line a classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from eventlocky.evaluate.reliability import COLOURS

_WIDTH, _HEIGHT, _MARGIN, _NAMES = 420, 300, 46, 130
_STEPS = 5


def plot(curves: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Draw curves of (records, F1) as an SVG."""
    most = max((size for points in curves.values() for size, _ in points), default=1)
    width, height = 2 * _MARGIN + _WIDTH + _NAMES, 2 * _MARGIN + _HEIGHT
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>text { font: 12px sans-serif; fill: #222 }</style>",
        "<title>F1 by the number of records that taught</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_axes(most),
    ]
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = [_place(size / most, share) for size, share in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for (x, y), (size, share) in zip(places, points, strict=True):
            said = escape(f"{name}: {size:,} records, F1 {share:.3f}")
            drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"><title>{said}</title></circle>')
        x, y = _MARGIN + _WIDTH + 14, _MARGIN + 10 + 18 * number
        drawn.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        drawn.append(f'<text x="{x + 16}" y="{y}">{escape(name)}</text>')
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _axes(most: int) -> list[str]:
    drawn = []
    for step in range(_STEPS + 1):
        share = step / _STEPS
        x, y = _place(share, share)
        drawn += [
            f'<path d="M{x:.1f} {_MARGIN}V{_MARGIN + _HEIGHT}M{_MARGIN} {y:.1f}H{_MARGIN + _WIDTH}" stroke="#ddd"/>',
            f'<text x="{x:.1f}" y="{_MARGIN + _HEIGHT + 16}" text-anchor="middle">{round(most * share):,}</text>',
            f'<text x="{_MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.1f}</text>',
        ]
    middle = _MARGIN + _WIDTH / 2
    return [*drawn, f'<text x="{middle}" y="{_MARGIN + _HEIGHT + 34}" text-anchor="middle">records that taught</text>']


def _place(x: float, y: float) -> tuple[float, float]:
    return _MARGIN + _WIDTH * x, _MARGIN + _HEIGHT * (1 - y)
