"""Where records begin and end: one file an algorithm, chosen by name."""

from eventlocky.records.base import FINDERS, Finder, get

__all__ = ["FINDERS", "Finder", "get"]
