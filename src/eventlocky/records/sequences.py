"""Repeats in a sequence: how wide a window must be to equal the window beside it.

Event.Locky tries every width at every place, which is quadratic and worse. Here the same answer comes
from three facts. A number that occurs once is in no repeat, so the sequence falls apart at such numbers.
Of two equal windows of width w side by side the left one covers a multiple of w, so only those places (or
those that have no width yet, where they are fewer) are looked at: n/1 + n/2 + n/3 + … of them, about n log n.
And how far two stretches agree is found by halving, with a rolling hash in place of a comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

_PRIME = (1 << 61) - 1
_BASE = 911_382_323_987_654

_SHORTEST = 4
"""Two windows of two: fewer numbers hold no repeat but of single ones."""


def widths(numbers: Sequence[int]) -> list[int]:
    """Return for every place the smallest width at which the window that begins there equals its neighbour.

    The neighbour is the window of the same width to its left or to its right; 0 where no width will do:
    `a b a b c` gives 2, 0, 2, 0, 0.
    """
    found = [0] * len(numbers)
    for place in range(1, len(numbers)):
        if numbers[place] == numbers[place - 1]:
            found[place] = found[place - 1] = 1
    if 0 in found and len(numbers) >= _SHORTEST:
        for first, stop in _stretches(numbers):
            if 0 in found[first:stop]:
                found[first:stop] = _wider(numbers[first:stop], found[first:stop])
    return found


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut a sequence at the numbers that occur once; yield the stretches that may hold a repeat of two or more."""
    counts = Counter(numbers)
    first = 0
    for place, number in enumerate([*numbers, None]):
        if number is None or counts[number] == 1:
            if place - first >= _SHORTEST:
                yield first, place
            first = place + 1


def _wider(numbers: Sequence[int], found: list[int]) -> list[int]:
    """Fill in the widths from 2 up, the smallest first, at the places that have none yet."""
    count = len(numbers)
    agreement = _Agreement(numbers)
    free = _Free(found)
    for width in range(2, count // 2 + 1):
        if free.next(0) + width > count:  # no free place has room for so wide a window
            break
        if free.count * width < count:  # fewer places are free than are multiples of the width
            for place in free.places():
                if agreement.is_repeat(place, width):
                    free.fill(place, place, width)
        else:
            for first, last in _repeats(numbers, agreement, free, width):
                free.fill(first, last, width)
                free.fill(first + width, last + width, width)
    return free.widths


def _repeats(numbers: Sequence[int], agreement: _Agreement, free: _Free, width: int) -> Iterator[tuple[int, int]]:
    """Yield from where to where windows begin that equal the next one, as far as a free place may gain by it."""
    for place in range(0, len(numbers) - width, width):
        if numbers[place] != numbers[place + width] or free.next(max(0, place - width + 1)) > place + width:
            continue
        after = agreement.after(place, width)
        before = agreement.before(place, width, least=width - after)
        if before + after >= width:
            yield place - before, place + after - width


class _Free:
    """The places that have no width yet, each found from any place before it in next to no time."""

    def __init__(self, found: list[int]) -> None:
        self.widths = found
        self.count = found.count(0)
        self._next = [place + (width > 0) for place, width in enumerate(found)] + [len(found)]

    def next(self, place: int) -> int:
        """Return the first free place from this one on."""
        following = self._next
        while following[place] != place:
            following[place] = following[following[place]]
            place = following[place]
        return place

    def places(self) -> list[int]:
        """Return all free places."""
        places = []
        place = self.next(0)
        while place < len(self.widths):
            places.append(place)
            place = self.next(place + 1)
        return places

    def fill(self, first: int, last: int, width: int) -> None:
        """Give a width to all free places from `first` to `last`."""
        place = self.next(first)
        while place <= last:
            self.widths[place] = width
            self.count -= 1
            self._next[place] = place + 1
            place = self.next(place + 1)


class _Agreement:
    """How long a sequence agrees with itself moved by a width, by a rolling hash and halving."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._sums = [0]
        self._powers = [1]
        for number in numbers:
            self._sums.append((self._sums[-1] * _BASE + number + 1) % _PRIME)
            self._powers.append(self._powers[-1] * _BASE % _PRIME)

    def is_repeat(self, place: int, width: int) -> bool:
        """Tell whether the window at a place equals the one to its left or to its right."""
        left, room = place - width, len(self._sums) - 1 - place
        return (left >= 0 and width <= room and self._is_equal(left, width, width)) or (
            2 * width <= room and self._is_equal(place, width, width)
        )

    def after(self, place: int, width: int) -> int:
        """Count how many numbers from a place on equal those a width further on: no more than the width."""
        length, too_long = 0, min(width, len(self._sums) - 1 - place - width) + 1
        step = 1
        while length + 1 < too_long:
            step = min(step, too_long - length - 1)
            if self._is_equal(place + length, width, step):
                length += step
                step *= 2
            else:
                too_long = length + step
                step = max(1, step // 2)
        return length

    def before(self, place: int, width: int, least: int) -> int:
        """Count how many numbers in front of a place equal those a width further on: fewer than the width.

        0 where they are not at least so many: most places are done with by that one question.
        """
        if least > place or not self._is_equal(place - least, width, least):
            return 0
        length, too_long = least, min(width - 1, place) + 1
        while too_long - length > 1:
            middle = (length + too_long) // 2
            if self._is_equal(place - middle, width, middle):
                length = middle
            else:
                too_long = middle
        return length

    def _is_equal(self, first: int, width: int, length: int) -> bool:
        """Tell whether so many numbers from `first` on equal those a width further on."""
        sums, power = self._sums, self._powers[length]
        one = sums[first + length] - sums[first] * power
        other = sums[first + width + length] - sums[first + width] * power
        return (one - other) % _PRIME == 0
