"""The smallest width at which a window equals the one beside it: the same answer as trying them all."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eventlocky.records.sequences import widths


def tried(numbers: list[int]) -> list[int]:
    """Try every width at every place, as the papers do."""
    return [
        next((width for width in range(1, len(numbers)) if fits(numbers, place, width)), 0) for place in places(numbers)
    ]


def places(numbers: list[int]) -> range:
    return range(len(numbers))


def fits(numbers: list[int], place: int, width: int) -> bool:
    window = numbers[place : place + width]
    left = numbers[max(0, place - width) : place]
    right = numbers[place + width : place + 2 * width]
    return len(window) == width and window in (left, right)


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("", []),
        ("a", [0]),
        ("ab", [0, 0]),
        ("aa", [1, 1]),
        ("abab", [2, 0, 2, 0]),
        ("ababc", [2, 0, 2, 0, 0]),
        ("xabbabby", [0, 3, 1, 1, 3, 1, 1, 0]),
        ("abcabcabc", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ],
)
def test_a_width_is_the_smallest_at_which_a_window_equals_a_neighbour(letters, expected):
    assert widths([ord(letter) for letter in letters]) == expected


@settings(max_examples=500, deadline=None, database=None)
@given(st.lists(st.integers(0, 3), max_size=24), st.integers(1, 3))
@example([0, 1, 0, 2, 0, 1, 0, 3], 2)
@example([0, 0, 0, 1], 2)
@example([0] * 9 + [1] + [0] * 9 + [2, 2], 2)
def test_the_widths_are_those_that_trying_all_of_them_gives(numbers, times):
    assert widths(numbers * times) == tried(numbers * times)


def test_the_sequence_is_left_as_it_was():
    numbers = [1, 2, 1, 2, 3]
    widths(numbers)
    assert numbers == [1, 2, 1, 2, 3]
