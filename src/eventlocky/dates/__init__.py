"""Text to When, in every language we serve.

So far the room holds the plain reader only, the bar for what comes: mentions with roles, ranges,
recurrence, context and doubt will live here.
"""

from eventlocky.dates.plain import Mention, find

__all__ = ["Mention", "find"]
