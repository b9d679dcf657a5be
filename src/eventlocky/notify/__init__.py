"""Saved searches to e-mail digests, web push and feeds. Empty so far."""
