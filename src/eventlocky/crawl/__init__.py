"""Politely from addresses to pages.

So far the room has one fetcher, robots.txt and a plain breadth-first crawler; the best-first
frontier, recrawl plans and archives will live here.
"""

from eventlocky.crawl.fetch import Fetcher, fetch
from eventlocky.crawl.plain import crawl

__all__ = ["Fetcher", "crawl", "fetch"]
