"""Events kept, merged, remembered, searched: `base.py` says what a store is, one file a subject says how.

whole.py        the store: all subjects over one database          engine.py       what a database must be for that
file.py         one SQLite file: migrations, transactions, errors  file_index.py   how it finds places, days, words
words.py        the words of any script
keeping.py      statements of pages, events made of them             identity.py     which statements are one event
compose.py      what statements say together                         history.py      what changed, when
occurrences.py  the times of a series                                search.py       words, place, days, facets
accounts.py, searches.py, corrections.py   people, what they want to hear of, what they say is wrong
profiles.py     what somebody cares for, and how well it fits        hints.py        what was accepted for a site
"""

from eventlocky.store.base import (
    Account,
    Correction,
    EventStore,
    Facets,
    Hint,
    Hit,
    Kept,
    Notice,
    Query,
    Remembered,
    Results,
    SavedSearch,
    Secret,
    SourceState,
    Statement,
    Time,
    Unsettled,
    Version,
)
from eventlocky.store.whole import Store

__all__ = [
    "Account",
    "Correction",
    "EventStore",
    "Facets",
    "Hint",
    "Hit",
    "Kept",
    "Notice",
    "Query",
    "Remembered",
    "Results",
    "SavedSearch",
    "Secret",
    "SourceState",
    "Statement",
    "Store",
    "Time",
    "Unsettled",
    "Version",
]
