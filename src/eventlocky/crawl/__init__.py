"""Politely from addresses to pages.

`fetch.py` gets one page within limits, `robots.py` asks what a site allows. `walk.py` is the crawl of one site:
`frontier.py` says which address is next, `traps.py` which are not worth it, `ledger.py` remembers, `plan.py` says when
a page is due again, `health.py` how a source is doing. `plain.py` is the breadth-first baseline.
"""

from eventlocky.crawl.fetch import Fetcher, fetch
from eventlocky.crawl.plain import crawl

__all__ = ["Fetcher", "crawl", "fetch"]
