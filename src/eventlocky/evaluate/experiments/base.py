"""What an experiment is: a table or figure of a paper, run again on our pages, with what made it.

    Experiment.run(Bench) ─▶ Outcome: tables, plots, worst pages, notes ─▶ results.py writes JSON, Markdown, SVG

The figure that a paper prints stands in a column of its own, never mixed with ours: its data are not public, so the two
were measured on different pages. What cannot be run again has a row that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from eventlocky.errors import CorpusError
from eventlocky.evaluate import corpus, kept
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.evaluate.kept import Keeper
from eventlocky.evaluate.scorer import Scorer
from eventlocky.evaluate.scorer import load as load_scorer
from eventlocky.evaluate.systems import sample
from eventlocky.train.records import LabelledText
from eventlocky.train.records import load as load_records

Cell = str | float | int | None
"""What stands in a table: words, a number, or nothing."""

EVENTS = ("civic", "world", "japan")
QUICK_PAGES = 24
"""Pages of every corpus in a quick run."""

QUICK_TEXTS = 6
"""In a quick run every sixth text counts."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of results. Columns in `moving` are times, which no two runs share; `digits` are shown of a number."""

    title: str
    columns: tuple[str, ...]
    rows: list[list[Cell]]
    digits: int = 3
    moving: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing: the end of its file's name, what it shows, and the SVG."""

    name: str
    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment found. `worst` names pages, each with what went wrong there.

    `data` are digests of pages that the project writes itself, beside those of the files of the corpora.
    """

    tables: list[Table]
    plots: list[Plot] = field(default_factory=list)
    worst: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    data: dict[str, str] = field(default_factory=dict)


def _silent(_words: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the corpora are, what is kept, and how much is run."""

    shared: Path
    keeper: Keeper = field(default_factory=Keeper)
    is_quick: bool = False
    say: Callable[[str], None] = _silent

    def gold(self, name: str) -> Path:
        """Return the gold of a corpus by its name, or raise CorpusError where it is not there."""
        return self._there(self.shared / "corpora" / name / "gold.jsonl")

    def texts_file(self, name: str) -> Path:
        """Return a file of labelled texts such as `japan/records.jsonl.gz`."""
        return self._there(self.shared / "corpora" / name)

    def _there(self, file: Path) -> Path:
        if not file.is_file():
            message = f"There is no {file}. Give the folder that holds corpora/ and bench/ with --shared."
            raise CorpusError(message)
        return file

    def pages(self, names: Sequence[str]) -> list[GoldPage]:
        """Return the pages of corpora; a few of each in a quick run, the same ones every time."""
        pages = [page for name in names for page in corpus.load(self.gold(name))]
        return sample(pages, QUICK_PAGES) if self.is_quick else pages

    def records(self) -> list[LabelledText]:
        """Return the labelled records of Japanese sites."""
        found = load_records(self.texts_file("japan/records.jsonl.gz")).records
        return found[::QUICK_TEXTS] if self.is_quick else found

    def scorer(self) -> Scorer:
        """Return the one scorer, which lies beside the corpora."""
        return load_scorer(self.scorer_file())

    def scorer_file(self) -> Path:
        """Return the file of the one scorer."""
        return self._there(self.shared / "bench" / "score.py")

    def digests(self, files: Sequence[str]) -> dict[str, str]:
        """Return the hash of files below the shared folder, and of the pages beside those that are gold."""
        found = {name: kept.file_digest(self._there(self.shared / name)) for name in files}
        folders = {name: self.shared / name.replace("gold.jsonl", "pages") for name in files if "gold.jsonl" in name}
        return found | {
            name.replace("gold.jsonl", "pages"): kept.folder_digest(folder)
            for name, folder in folders.items()
            if folder.is_dir()
        }


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment: its name, whose table or figure it is, and what runs it.

    `data` are files below the shared folder, `uses` rooms of the package: where either changes, it is run again. `lane`
    says what it shares with others (models of folds and features of sentences in `pages`, nothing in `records`): one
    process takes a lane. One that `is_alone` measures by the clock: it is run before the lanes, with nothing beside it.
    """

    name: str
    paper: str
    what: str
    lane: str
    data: tuple[str, ...]
    uses: tuple[str, ...]
    run: Callable[[Bench], Outcome]
    is_alone: bool = False


def gold_files(*names: str) -> tuple[str, ...]:
    """Return the gold of corpora and the scorer, as `Experiment.data` names them."""
    return (*(f"corpora/{name}/gold.jsonl" for name in names), "bench/score.py")


PAGE_ROOMS = (
    "dates", "text", "page", "annotate.py", "markup", "records", "classify", "fields", "kinds", "reconcile.py",
    "systems.py", "extract.py", "models", "train", "evaluate/extract.py", "evaluate/folds.py", "evaluate/corpus.py",
)  # fmt: skip
"""What reading a page with a model of its fold goes through."""

TEXT_ROOMS = ("classify", "text", "dates", "models", "train/records.py", "evaluate/classify.py")
"""What judging the text of a record goes through."""

DEAL_ROOMS = (
    "classify/deals", "text", "dates", "page", "evaluate/deals.py", "evaluate/draws.py", "evaluate/corpus.py",
)  # fmt: skip
"""What judging sentences and pages by their sentences goes through."""
