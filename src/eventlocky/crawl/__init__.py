"""Politely from addresses to pages.

So far the room fetches one page at a time; the frontier, robots.txt, recrawl plans and archives
will live here.
"""

from eventlocky.crawl.fetch import Fetcher, fetch

__all__ = ["Fetcher", "fetch"]
