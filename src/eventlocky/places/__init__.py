"""Where organisations are.

So far they come from a file; OpenStreetMap, local extracts, Google Places and geocoding will live
here, behind the same `find`.
"""

from eventlocky.places.file import read

__all__ = ["read"]
