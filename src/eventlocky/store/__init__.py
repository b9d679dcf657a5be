"""Events kept.

So far SQLite keeps events by organisation and gives them back in the order of time; identity,
history, search and PostgreSQL will live here, behind the same interface.
"""

from eventlocky.store.sqlite import Kept, Store

__all__ = ["Kept", "Store"]
