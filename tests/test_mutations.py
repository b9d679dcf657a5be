"""Broken pages: only our own errors are raised, soon, and the same page gives the same answer."""

from __future__ import annotations

import importlib.util
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from eventlocky import extract
from eventlocky.errors import EventlockyError
from eventlocky.records import FINDERS
from eventlocky.settings import Settings

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 16)
MOST_SECONDS = 2.0


def load_benchmark(name: str):
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", ROOT / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


broken = load_benchmark("mutations")


@pytest.fixture(scope="module")
def bodies() -> list[bytes]:
    """Pages of the project's own: those of the tests, and the town's."""
    from eventlocky.demo.town import Town

    own = [file.read_bytes() for file in sorted((ROOT / "tests" / "pages").rglob("*.html"))]
    town = [site.answer(path, "").body for site in Town(TODAY).sites for path in site.events_pages]
    return own + town


def read_all(bodies: list[bytes], count: int, seed: int, finder: str) -> None:
    settings = Settings(finder=finder)
    for name, body in broken.mutations(bodies, count, seed):
        begun = time.process_time()
        try:
            extract(body, "https://example.org/", fetched=TODAY, settings=settings)
        except EventlockyError:
            pass
        except Exception as error:
            raise AssertionError(name) from error
        most = MOST_SECONDS if finder == Settings().finder else 2 * MOST_SECONDS  # the others are there to be compared
        assert time.process_time() - begun < most, name


def test_two_hundred_broken_pages_raise_nothing_but_our_errors(bodies, monkeypatch):
    monkeypatch.setattr(broken, "LARGEST", 20_000)  # a fast test
    read_all(bodies, 200, seed=1, finder=Settings().finder)


@pytest.mark.slow
@pytest.mark.parametrize("finder", sorted(FINDERS))
def test_no_finder_is_upset_by_broken_pages(bodies, finder):
    read_all(bodies, 60, seed=2, finder=finder)


@pytest.mark.slow
def test_eight_hundred_broken_pages_raise_nothing_but_our_errors(bodies):
    read_all(bodies, 800, seed=3, finder=Settings().finder)


def test_the_same_seed_breaks_pages_the_same_way(bodies):
    assert list(broken.mutations(bodies[:9], 20, seed=5)) == list(broken.mutations(bodies[:9], 20, seed=5))
    assert list(broken.mutations(bodies[:9], 20, seed=5)) != list(broken.mutations(bodies[:9], 20, seed=6))


@pytest.mark.parametrize("way", broken.WAYS, ids=lambda way: way.__name__)
def test_every_way_takes_any_page_even_an_empty_one(way):
    from random import Random

    for body in (b"", b"<", b"no markup", b"<p>1 May 2026</p>", bytes(range(256))):
        for seed in range(5):
            assert isinstance(way(body, Random(seed)), bytes)


def test_the_tool_says_what_came_of_it(capsys, tmp_path):
    import gzip

    (tmp_path / "little" / "pages").mkdir(parents=True)
    (tmp_path / "little" / "pages" / "a.html.gz").write_bytes(
        gzip.compress(b"<ul><li>1 May 2026 A<li>2 May 2026 B</ul>")
    )
    assert broken.main(["--pages", "20", "--corpora", str(tmp_path)]) == 0
    assert "raised what is not ours: 0" in capsys.readouterr().out
    assert broken.main(["--corpora", str(tmp_path / "nowhere")]) == 3
