"""The same work on many machines: a job queue, archives of the web. Empty so far."""
