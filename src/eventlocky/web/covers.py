"""A cover for an event that has no picture: drawn from its category and its id, the same every time.

The category gives the colours and a motif, the id where the shapes lie: two concerts look like two concerts, not like
one. It is plain SVG without style or script, so that the strictest policy lets it through.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass

WIDE, HIGH = 640, 400

COLOURS = {
    "music": ("#3b1d6e", "#8b3fd1", "#ff8fc7"),
    "stage": ("#5c1230", "#c2264f", "#ffb36b"),
    "talk": ("#12324f", "#2a6f97", "#9bd7ee"),
    "class": ("#0f3d3a", "#1e8078", "#b6eeda"),
    "sport": ("#123d17", "#2e8b3d", "#d8f36b"),
    "family": ("#7a3b06", "#e08a1e", "#ffe08a"),
    "market": ("#52270f", "#b05a2b", "#ffd0a1"),
    "film": ("#1a1d2b", "#41486b", "#f4d35e"),
    "food": ("#6b1d13", "#d1492e", "#ffc9a3"),
    "meeting": ("#22304a", "#51688f", "#cfd9ea"),
    "exhibition": ("#18324a", "#d15b3f", "#f1e3cb"),
    "festival": ("#41115c", "#d6336c", "#ffd43b"),
    "tour": ("#173a2c", "#3f8f6b", "#f2e3a6"),
    "worship": ("#27264d", "#6a63b5", "#f3d9a2"),
    "gourmet": ("#6b1d13", "#d1492e", "#ffc9a3"),
    "shopping": ("#52270f", "#b05a2b", "#ffd0a1"),
    "amusement": ("#41115c", "#d6336c", "#ffd43b"),
    "deal": ("#4a1010", "#c0321f", "#ffd166"),
}
"""Ground, shape and light of each category; of one that is not here the name chooses among these."""

_MOTIFS = {
    "music": "waves", "stage": "curtain", "talk": "rings", "class": "steps", "sport": "lanes", "family": "dots",
    "market": "awning", "film": "beams", "food": "rings", "meeting": "dots", "exhibition": "frames",
    "festival": "bunting", "tour": "hills", "worship": "arches", "gourmet": "rings", "shopping": "awning",
    "amusement": "bunting", "deal": "awning",
}  # fmt: skip


def draw(category: str, seed: str) -> str:
    """Return the cover of an event as SVG; any category and any seed will do."""
    named = category if category in COLOURS else _some(category or seed)
    ground, shape, light = COLOURS[named]
    chance = _Chance(hashlib.sha256(seed.encode("utf-8", "replace")).digest())
    motif = "".join(_DRAWN[_MOTIFS[named]](chance, shape, light))
    sun = _circle(chance.between(90, WIDE - 90), chance.between(60, 170), chance.between(46, 92), light, 0.32)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<defs><linearGradient id="g" x1="0" y1="0" x2="{chance.between(0, 100) / 100}" y2="1">'
        f'<stop stop-color="{ground}"/><stop offset="1" stop-color="{shape}"/></linearGradient></defs>'
        f'<path d="M0 0h{WIDE}v{HIGH}H0z" fill="url(#g)"/>{sun}{motif}</svg>\n'
    )


def _some(name: str) -> str:
    """Choose a category for a name that has no colours of its own, always the same."""
    names = sorted(COLOURS)
    return names[hashlib.sha256(name.encode("utf-8", "replace")).digest()[0] % len(names)]


@dataclass(slots=True)
class _Chance:
    """Numbers out of the bytes of a digest, one after the other and round again."""

    bytes: bytes
    at: int = 0

    def between(self, least: int, most: int) -> int:
        """Return a whole number, both ends included."""
        number = self.bytes[self.at % len(self.bytes)] * 257 + self.bytes[(self.at + 1) % len(self.bytes)]
        self.at += 1
        return least + number % (most - least + 1)


# Motifs ------------------------------------------------------------------------------------------


def _circle(x: int, y: int, radius: int, fill: str, opacity: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" opacity="{opacity}"/>'


def _path(line: str, fill: str, opacity: float) -> str:
    return f'<path d="{line}" fill="{fill}" opacity="{opacity}"/>'


def _waves(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    for number in range(4):
        top, swing, step = 180 + 50 * number, chance.between(18, 60), chance.between(110, 200)
        waves = "".join(f"t{step} 0" for _ in range(WIDE // step + 2))
        line = f"M-20 {top}q{step // 2}-{swing} {step} 0{waves}V{HIGH + 20}H-20z"
        yield _path(line, light if number % 2 else shape, 0.28 + 0.1 * number)


def _curtain(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    folds, deep = chance.between(5, 8), chance.between(230, 320)
    wide = WIDE // folds + 1
    for number in range(folds):
        x = number * wide
        line = f"M{x} 0h{wide}v{deep}q-{wide // 2} {chance.between(20, 60)} -{wide} 0z"
        yield _path(line, shape if number % 2 else light, 0.55 if number % 2 else 0.22)
    yield _path(f"M0 {HIGH - 46}h{WIDE}v46H0z", light, 0.25)


def _rings(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    x, y = chance.between(120, WIDE - 120), chance.between(150, 280)
    for number in range(6, 0, -1):
        yield _circle(x, y, 38 * number + chance.between(0, 12), light if number % 2 else shape, 0.16 + 0.03 * number)


def _steps(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    count = chance.between(5, 8)
    wide = WIDE // count + 1
    for number in range(count):
        high = 50 + number * (260 // count) + chance.between(0, 30)
        yield _path(f"M{number * wide} {HIGH - high}h{wide}v{high}h-{wide}z", light if number % 2 else shape, 0.4)


def _lanes(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    lean = chance.between(120, 260)
    for number in range(7):
        x = number * 110 - 120
        yield _path(f"M{x} {HIGH}l{lean}-{HIGH}h44l-{lean} {HIGH}z", light if number % 2 else shape, 0.34)


def _dots(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    for number in range(16):
        place = chance.between(0, WIDE), chance.between(20, HIGH - 20)
        yield _circle(*place, chance.between(14, 66), light if number % 3 else shape, 0.4)


def _awning(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    wide, deep = chance.between(56, 92), chance.between(110, 190)
    for number in range(WIDE // wide + 1):
        x, half = number * wide, wide // 2
        line = f"M{x} 0h{wide}v{deep}a{half} {half} 0 0 1-{2 * half} 0z"
        yield _path(line, light if number % 2 else shape, 0.85 if number % 2 else 0.95)
    yield _path(f"M0 {HIGH - 60}h{WIDE}v60H0z", light, 0.22)


def _beams(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    x = chance.between(80, WIDE - 80)
    for number in range(3):
        left = chance.between(-80, WIDE - 200)
        yield _path(f"M{x} 0h16L{left + 240} {HIGH}H{left}z", light, 0.16 + 0.05 * number)
    for number in range(12):
        yield _path(f"M{16 + number * 54} {HIGH - 40}h28v22h-28z", shape, 0.9)


def _frames(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    x = chance.between(30, 70)
    while x < WIDE - 110:
        wide, high, top = chance.between(100, 190), chance.between(120, 230), chance.between(50, 110)
        yield _path(f"M{x} {top}h{wide}v{high}h-{wide}z", light, 0.9)
        yield _path(f"M{x + 14} {top + 14}h{wide - 28}v{high - 28}h-{wide - 28}z", shape, 0.85)
        yield _circle(x + wide // 2, top + high // 2, chance.between(16, 34), light, 0.55)
        x += wide + chance.between(30, 60)


def _bunting(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    for row in range(3):
        top, hang, count = 30 + 100 * row, chance.between(50, 90), chance.between(7, 10)
        for number in range(count):
            along = (number + 0.5) / count
            x, y = round(along * WIDE), top + round(hang * math.sin(math.pi * along))
            yield _path(f"M{x - 26} {y}h52l-26 {chance.between(46, 66)}z", light if number % 2 else shape, 0.85)


def _hills(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    for number in range(4):
        top = 170 + 55 * number
        peak, dip = chance.between(120, WIDE - 120), chance.between(40, 130)
        line = f"M0 {top}Q{peak} {top - dip} {WIDE} {top + chance.between(-30, 40)}V{HIGH}H0z"
        yield _path(line, light if number == 1 else shape, 0.5)


def _arches(chance: _Chance, shape: str, light: str) -> Iterator[str]:
    count = chance.between(3, 5)
    wide = WIDE // count
    for number in range(count):
        x, half = number * wide + 18, (wide - 36) // 2
        top = chance.between(150, 210)
        line = f"M{x} {HIGH}V{top}a{half} {half} 0 0 1 {2 * half} 0V{HIGH}z"
        yield _path(line, light if number % 2 else shape, 0.6)


_DRAWN = {
    "waves": _waves, "curtain": _curtain, "rings": _rings, "steps": _steps, "lanes": _lanes, "dots": _dots,
    "awning": _awning, "beams": _beams, "frames": _frames, "bunting": _bunting, "hills": _hills, "arches": _arches,
}  # fmt: skip
