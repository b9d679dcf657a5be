"""Measure what the crawler costs beside a bare download of the same pages from a local server.

A server in a process of its own serves the pages of the corpora (or pages made here) as sixteen sites, with gzip as
sites do, or without (`--unpacked`: nothing to unpack, and so the bare download is at its cheapest). In turns,
round after round, all of them are downloaded bare with aiohttp, sixteen at a time, and fetched the way the crawler
fetches: address check, robots.txt, pace, archive, fingerprints, frontier; step by step, so that each step shows its
price. The figure is the CPU time of the client alone and the best round of each. Reading the pages is not part of it:
the text of a page, which one of its fingerprints is made of, is there before the clock starts.

    python benchmarks/crawl.py
    python benchmarks/crawl.py --pages 200 --rounds 5

Scrapy is no part of the project. Where it is installed, it downloads the same pages in the same run:

    python -m venv ../beside
    ../beside/bin/pip install . isal scrapy
    ../beside/bin/python benchmarks/crawl.py --scrapy

Quote the ratios of one run, never milliseconds of two. Exit 1 where all steps cost more than five bare downloads.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from time import process_time_ns

import aiohttp

from eventlocky.crawl import address, fingerprints, shapes
from eventlocky.crawl import frontier as frontier_rules
from eventlocky.crawl import traps as trap_rules
from eventlocky.crawl import words as word_rules
from eventlocky.crawl.fetch import Fetcher
from eventlocky.crawl.frontier import Candidate, Frontier
from eventlocky.crawl.resolve import Resolver
from eventlocky.crawl.robots import Rulebook
from eventlocky.crawl.traps import Traps
from eventlocky.page import parse
from eventlocky.settings import Settings

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

MOST = 5.0
"""What fetching with all that belongs to it may cost, in bare downloads."""
SITES = 16
TODAY = date(2026, 11, 16)
MENU, OWN = 30, 10
"""So many links of a page are offered to the frontier: those of the menu on every page of a site, and its own."""
RULES = b"User-agent: *\nDisallow: /private/\nDisallow: /*.pdf$\nAllow: /private/open/\nSitemap: /sitemap.xml\n"


def invented_pages(count: int) -> list[bytes]:
    """Return pages of the size of real ones, each with other words."""
    row = "<li class='event'><a href='/e/{n}'><b>Concert {n}</b></a> <time>{d:02} November, in the hall</time></li>"
    return [
        ("<!doctype html><title>What is on</title><script>var x=1;</script><ul>%s</ul>" % "".join(  # noqa: UP031
            row.format(n=page * 1000 + n, d=n % 28 + 1) for n in range(600)
        )).encode()
        for page in range(count)
    ]  # fmt: skip


def pages_of(corpora: Path, count: int) -> list[bytes]:
    """Return pages of the corpora, spread evenly over them, or invented ones where there are none."""
    files = sorted(corpora.glob("*/pages/*.html.gz"))
    if not files:
        return invented_pages(count)
    return [gzip.decompress(file.read_bytes()) for file in files[:: max(1, len(files) // count)][:count]]


async def serve(corpora: Path, count: int, *, is_packed: bool) -> None:
    """Serve the pages by number; print the port."""
    pages = pages_of(corpora, count)
    packed = [gzip.compress(page) for page in pages] if is_packed else pages
    packing = b"Content-Encoding: gzip\r\n" if is_packed else b""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while request := await reader.readuntil(b"\r\n\r\n"):
                path = request.split(b" ", 2)[1]
                is_rules = path == b"/robots.txt"
                body = RULES if is_rules else packed[int(path[1:])]
                kind = b"text/plain\r\n" if is_rules else b"text/html\r\n" + packing
                head = b'HTTP/1.1 200 OK\r\nContent-Type: %bETag: "1"\r\nContent-Length: %d\r\n\r\n'
                writer.write(head % (kind, len(body)) + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def serving(corpora: Path, count: int, *, is_packed: bool) -> Iterator[int]:
    """Run the server in a process of its own."""
    command = [sys.executable, __file__, "--serve", "--corpora", str(corpora), "--pages", str(count)]
    command += [] if is_packed else ["--unpacked"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - this file itself
        try:
            yield int(process.stdout.readline()) if process.stdout else 0
        finally:
            process.kill()


def sites_of(port: int, count: int) -> list[list[str]]:
    """Return the addresses of every site."""
    return [
        [f"http://site{site}.localhost:{port}/{page}" for page in range(site, count, SITES)] for site in range(SITES)
    ]


async def bare(sites: Sequence[Sequence[str]]) -> None:
    """Download every page and do nothing with it."""
    connector = aiohttp.TCPConnector(limit=0, resolver=Resolver(allow_loopback=True))
    async with aiohttp.ClientSession(connector=connector) as session:

        async def one(urls: Sequence[str]) -> None:
            for url in urls:
                async with session.get(url) as response:
                    await response.read()

        await asyncio.gather(*map(one, sites))


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done beside fetching."""

    robots: bool = False
    archive: bool = False
    fingerprints: bool = False
    frontier: bool = False


def offer(frontier: Frontier, traps: Traps, url: str) -> None:
    """Offer the links of a page to the frontier, as a walk does, and take the best."""
    site, _, page = url.rpartition("/")
    links = {f"{site}/menu/{number}": f"Room {number}" for number in range(MENU)}
    links |= {f"{site}/{page}/{number}": f"Evening {number} of page {page}" for number in range(OWN)}
    for link, words in links.items():
        candidate = Candidate(link, words, 1)
        if not frontier.has(candidate) and not traps.refuses(link, 1):
            frontier.add(candidate)
    frontier.pop()


async def ours(sites: Sequence[Sequence[str]], steps: Steps, folder: str, texts: Sequence[str]) -> None:
    """Fetch every page as the crawler does; `texts` are what the reader of the pages has by then."""
    settings = Settings(allow_loopback=True, archive=folder if steps.archive else "")
    async with Fetcher(settings) as fetcher:
        check = Rulebook(fetcher).check if steps.robots else None

        async def one(urls: Sequence[str]) -> None:
            seen, frontier, traps = fingerprints.Seen(), Frontier(TODAY), Traps(TODAY)
            for url in urls:
                page = await fetcher.fetch(url, check=check)
                if steps.fingerprints:
                    fingerprints.compare(page.body)
                    seen.add(fingerprints.near(texts[int(url.rpartition("/")[2])]), page.url)
                if steps.frontier:
                    offer(frontier, traps, url)

        await asyncio.gather(*map(one, sites))


def forget() -> None:
    """Forget every address and every word that was read before: a crawl begins without them."""
    for module in (address, shapes, frontier_rules, trap_rules, word_rules):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    word_rules.roles("events")  # loads the words: once a process, not once a crawl


def cpu_ms(work: Callable[[], Coroutine[None, None, None]], pages: int) -> float:
    """Return the CPU time of this process that a piece of work takes, a page."""
    forget()
    begun = process_time_ns()
    asyncio.run(work())
    return (process_time_ns() - begun) / pages / 1e6


SPIDER = """
import json, logging, socket, sys
socket.gethostbyname = lambda host: "127.0.0.1"
import scrapy
from scrapy.crawler import CrawlerProcess

class Bare(scrapy.Spider):
    name = "bare"
    start_urls = json.loads(sys.stdin.read())
    def parse(self, response):
        len(response.body)

logging.disable()
process = CrawlerProcess({
    "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor", "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 1, "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
})
process.crawl(Bare)
process.start()
"""


def scrapy_ms(sites: Sequence[Sequence[str]], pages: int) -> float:
    """Return the CPU time of Scrapy for the same pages, its start (one page alone) taken off."""

    def run(urls: Sequence[str]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", SPIDER], input=json.dumps(urls), text=True, check=True)  # noqa: S603
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3

    return (run([url for site in sites for url in site]) - run([sites[0][0]])) / pages


def measure(port: int, pages: Sequence[bytes], rounds: int) -> dict[str, float]:
    """Return the milliseconds of CPU a page that each way takes, best of all rounds, all ways in turns."""
    count = len(pages)
    sites = sites_of(port, count)
    texts = [parse(page).text(0) for page in pages]
    steps = Steps()
    ways: dict[str, Steps | None] = {"bare aiohttp": None, "fetch (address, limits, pace)": steps}
    for name in ("robots", "archive", "fingerprints", "frontier"):
        steps = replace(steps, **{name: True})
        ways[f"+ {name}"] = steps
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, chosen in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                took = cpu_ms(lambda c=chosen, f=folder: bare(sites) if c is None else ours(sites, c, f, texts), count)  # type: ignore[misc]
            best[name] = min(best[name], took)
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpora", type=Path, default=CORPORA)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scrapy", action="store_true", help="measure Scrapy too, where it is installed")
    parser.add_argument("--unpacked", action="store_true", help="let the server send its pages without gzip")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        asyncio.run(serve(options.corpora, options.pages, is_packed=not options.unpacked))
        return 0
    pages = pages_of(options.corpora, options.pages)
    with serving(options.corpora, options.pages, is_packed=not options.unpacked) as port:
        best = measure(port, pages, options.rounds)
        if options.scrapy:
            best["Scrapy, robots.txt obeyed"] = scrapy_ms(sites_of(port, len(pages)), len(pages))
    mean_kb = sum(map(len, pages)) / len(pages) / 1e3
    sent = "unpacked" if options.unpacked else "with gzip"
    print(f"{len(pages)} pages, {mean_kb:.0f} kB in the mean, sent {sent}; client's CPU, best of {options.rounds}\n")
    print("| way | ms a page | bare downloads |\n|---|---|---|")
    for name, ms in best.items():
        print(f"| {name} | {ms:.3f} | {ms / best['bare aiohttp']:.2f} |")
    return int(best["+ frontier"] > MOST * best["bare aiohttp"])


if __name__ == "__main__":
    sys.exit(main())
