"""Event.Locky finds what is on: a page of HTML in, its events out.

>>> import eventlocky
>>> page = "<h1>Events</h1><ul><li><b>Jazz Night</b> 14 November 2026, 20:00</li><li><b>Book Fair</b> 15 November 2026"
>>> for event in eventlocky.extract(page, "https://example.org/"):
...     print(event.title, event.when.start)
Jazz Night 2026-11-14 20:00:00
Book Fair 2026-11-15
"""

from eventlocky.errors import EventlockyError
from eventlocky.extract import extract
from eventlocky.settings import Settings
from eventlocky.types import Event, Organisation, Page, Place, Price, Proof, Record, Source, Status, When

__version__ = "0.1.0"

__all__ = [
    "Event",
    "EventlockyError",
    "Organisation",
    "Page",
    "Place",
    "Price",
    "Proof",
    "Record",
    "Settings",
    "Source",
    "Status",
    "When",
    "__version__",
    "extract",
]
