"""Which script a page is written in, as far as a reader must know."""

from __future__ import annotations

import re

_KANA = re.compile(r"[\u3041-\u30ff]")
_LOOKED_AT, _LEAST_KANA = 5_000, 0.05


def is_japanese(page: str) -> bool:
    """Tell whether the text of a page is Japanese: a good part of its beginning is kana."""
    begin = page[:_LOOKED_AT]
    if begin.isascii() or not _KANA.search(begin):
        return False
    return len(_KANA.findall(begin)) > _LEAST_KANA * len(begin)
