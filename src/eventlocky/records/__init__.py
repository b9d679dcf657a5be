"""Where records begin and end: one file an algorithm, chosen by name."""

from eventlocky.records.base import DRAWN, FINDERS, Finder, get

__all__ = ["DRAWN", "FINDERS", "Finder", "get"]
