"""One number for the shape of every subtree, and for the tags above it, so that comparing two costs one comparison.

A row's hash mixes its tag with the hashes of its element children, last to first, in one backward
pass: every row is touched once. The numbers are the same in every process (no string hashing).
"""

from __future__ import annotations

from zlib import crc32

from eventlocky.page.elements import TEXT


def of(tags: list[str], parents: list[int]) -> list[int]:
    """Return the shape of every row; text rows have shape 0 and add nothing to their parent's."""
    numbers = {tag: hash((crc32(tag.encode()), len(tag))) for tag in set(tags)}
    numbers[TEXT] = 0
    shapes = [0] * (len(tags) + 1)  # the last place takes what has no parent (row -1)
    row = len(tags)
    for tag, parent in zip(reversed(tags), reversed(parents), strict=True):
        row -= 1
        if number := numbers[tag]:
            below = shapes[row]
            shapes[row] = shape = hash((number, below)) if below else number
            shapes[parent] = hash((shapes[parent], shape))
    shapes.pop()
    return shapes


def trails(tags: list[str], parents: list[int]) -> list[int]:
    """Return for every row a number for the tags that lead to it, from 1, in the order in which they first occur."""
    below: list[dict[str, int]] = [{}]  # by the number of a trail: the numbers of those that lead on from it
    found = [0] * (len(tags) + 1)  # the last place stands above the root (row -1)
    for row, (parent, tag) in enumerate(zip(parents, tags, strict=True)):
        onward = below[found[parent]]
        number = onward.get(tag)
        if number is None:
            number = onward[tag] = len(below)
            below.append({})
        found[row] = number
    found.pop()
    return found
