"""Which part of the sites a site falls into: the one way to split, for training and for every measure."""

from __future__ import annotations

import hashlib


def fold(domain: str, folds: int, salt: str = "") -> int:
    """Return the fold of a site: the same in every run, all pages of a site in one, whatever other sites there are.

    Splits with different salts have nothing to do with each other.
    """
    digest = hashlib.blake2b(f"{salt}{domain}".encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % folds
