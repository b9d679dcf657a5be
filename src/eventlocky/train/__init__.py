"""Models made from labelled records, reproducibly. Empty so far."""
