"""How much `best` finds on sites left out, those of the pages that we wrote among them.

    python tools/judge_written.py [--shared ../shared] [--every 20]

The pages of the corpora and the written ones (`train/written`) fall into three parts by site; a model learns from two
and reads the third. A thousand written sites tell apart what the corpora alone cannot. Small and invented pages are no
sites: all models learn from them. It takes ten minutes of a processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from eventlocky import kinds, models
from eventlocky.evaluate import corpus, extract, folds, scorer
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.settings import Settings
from eventlocky.train import best, invented, pages, samples
from eventlocky.train.sites import fold

CORPORA = ("civic", "world", "japan")
PARTS, SALT = 3, "lab"


def judge(every: list[GoldPage], rate: scorer.Scorer) -> Iterator[extract.Scored]:
    """Yield what is found on every page by a model that did not learn from its site."""
    kind = kinds.load("event")
    lessons = {page.id: pages.label(page.row, page.body(), kind) for page in every if page.fetched}
    always = [pages.label(row, body, kind) for row, body in samples.rows() if row["id"].startswith(samples.SMALL)]
    always *= pages.SMALL_COUNTS
    always += [replace(pages.label(row, body, kind), is_invented=True) for row, body in invented.rows()]
    for part in range(PARTS):
        taught = [page for page in every if page.fetched and fold(page.domain, PARTS, SALT) != part]
        learned = [lessons[page.id] for page in taught if page.corpus in CORPORA or pages.is_read(lessons[page.id])]
        texts = folds.texts_of([page for page in taught if page.corpus in CORPORA])
        file = folds.folder() / f"part-{part}.npz"
        models.save(best.fit([*learned, *always], texts=texts), file)
        settings = Settings(finder="best", model=str(file))
        yield from (extract.read_page(page, rate, settings) for page in every if fold(page.domain, PARTS, SALT) == part)


def main() -> None:
    """Print what was found, a line a corpus."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path("../shared"), help="the folder with corpora/ and bench/")
    asked.add_argument("--every", type=int, default=1, help="take every so manieth page only, to see that it runs")
    options = asked.parse_args()
    known = [page for name in CORPORA for page in corpus.load(options.shared / "corpora" / name / "gold.jsonl")]
    rate = scorer.load(options.shared / "bench" / "score.py")
    for result in extract.results([*judge([*known, *corpus.written()][:: options.every], rate)], rate, "best"):
        summary = result.summary
        fooled = summary.get("fooled_pages") or 0.0
        print(f"{result.corpus:8} site_f1 {summary['site_f1']:.3f} ± {result.site_f1_error:.3f}  fooled {fooled:.3f}")


if __name__ == "__main__":
    main()
