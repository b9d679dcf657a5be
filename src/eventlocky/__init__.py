"""Event.Locky finds what is on: a page of HTML in, its events out."""

__version__ = "0.1.0"
