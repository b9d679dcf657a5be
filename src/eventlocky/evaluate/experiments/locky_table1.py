"""Event.Locky 2017, Table 1: what ways of cutting a page can do, asked of small pages instead of claimed.

For each of the paper's five features there is a page on which only a cut that has it puts every event into a block of
its own. Neither VIPS, whose finder needs pages that a browser has drawn, nor wrappers by hand are run.
"""

from __future__ import annotations

import hashlib
import json
from datetime import date

from eventlocky import kinds, records
from eventlocky.annotate import annotate
from eventlocky.evaluate import plots
from eventlocky.evaluate.experiments.base import Bench, Cell, Experiment, Outcome, Plot, Table
from eventlocky.page import parse

FINDERS = ("depta", "mdr", "locky-plain", "locky", "window", "repeats", "keyexpr", "patterns", "best")
PAPER = {
    "Automatic": ("×", "○", "○", "○"),
    "Atomic records": ("○", "×", "○", "○"),
    "Pruning of unrelated elements": ("×", "×", "×", "○"),
    "Hidden elements": ("○", "×", "○", "○"),
    "Independent elements": ("○", "○", "×", "○"),
}
"""Manual, VIPS, DEPTA and the paper's own, as printed."""

_FETCHED = date(2026, 11, 1)
_TITLES = ("Jazz Night", "Book Fair", "Harbour Walk", "Choir Evening", "Lantern March")


def pages() -> dict[str, str]:
    """Return a page for each feature; every one announces the same five evenings."""
    lines = [f"{title}, concert, {day} November 2026" for day, title in enumerate(_TITLES, 10)]
    items = [f"<div class=card><h3>{line.split(', ')[0]}</h3><p>{line.partition(', ')[2]}</p></div>" for line in lines]
    odd = ("{}", "<b>{}</b>", "<i><u>{}</u></i>", "<span>{}</span>", "<b><i>{}</i></b>")
    marked = [
        f"<li><div>{form.format(line.split(', ')[0])}</div><p>{line.partition(', ')[2]}</p></li>"
        for form, line in zip(odd, lines, strict=True)
    ]
    hidden = [
        item.replace("class=card", 'class=slide style="display:none"') if place else item
        for place, item in enumerate(items)
    ]
    first = f"<section class=big><h2>{_TITLES[0]}</h2><div><div>{lines[0].partition(', ')[2]}</div></div></section>"
    titles = "".join(f"<div>{line}</div>" for line in lines)
    return {
        "Automatic": f"<main><h1>What is on</h1><div>{''.join(items)}</div></main>",
        "Atomic records": f"<main><h1>What is on</h1><div><div>{titles}</div></div></main>",
        "Pruning of unrelated elements": f"<main><h1>What is on</h1><ul>{''.join(marked)}</ul></main>",
        "Hidden elements": f"<main><h1>What is on</h1><div class=slider>{''.join(hidden)}</div></main>",
        "Independent elements": f"<main><h1>What is on</h1><div>{first}{''.join(items[1:])}</div></main>",
    }


def has_all_alone(html: str, finder: str) -> bool:
    """Tell whether a finder puts each of the five evenings into a record of its own."""
    tree = parse(html)
    kind = kinds.load("event")
    annotations = annotate(tree, {"date"}, _FETCHED)
    texts = [tree.text(one.first, one.stop) for one in records.get(finder).find(tree, annotations, kind)]
    held = [[title for title in _TITLES if title in text and "November 2026" in text] for text in texts]
    return {titles[0] for titles in held if len(titles) == 1} == set(_TITLES)


def run(_bench: Bench) -> Outcome:
    """Ask every finder for every feature."""
    asked = pages()
    rows: list[list[Cell]] = [
        [feature, *("○" if has_all_alone(html, finder) else "×" for finder in FINDERS), *PAPER[feature]]
        for feature, html in asked.items()
    ]
    columns = ("feature", *FINDERS, "paper: manual", "paper: VIPS", "paper: DEPTA", "paper: ours")
    heights: dict[str, dict[str, float | None]] = {
        name: {"paper" if name.startswith("paper") else "ours": sum(row[place] == "○" for row in rows)}
        for place, name in enumerate(columns)
        if place
    }
    return Outcome(
        tables=[Table("Who puts each of five evenings into a block of its own", columns, rows)],
        plots=[Plot("features", "How many of the five features", plots.bars(heights, up="features"))],
        data={"pages of locky_table1.py": hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]},
        worst=missed(rows),
        notes=[
            "○ all five evenings stand alone in a record, × not all. One small page shows, it does not measure.",
            "Listed is what some of the finders lack. What a page costs stands with Table 3.",
        ],
    )


def missed(rows: list[list[Cell]]) -> list[tuple[str, str]]:
    """Return the features that finders lack, that of most first, with the finders."""
    lacking = [
        (str(row[0]), [name for name, cell in zip(FINDERS, row[1:], strict=False) if cell == "×"]) for row in rows
    ]
    some = sorted((one for one in lacking if one[1]), key=lambda one: (-len(one[1]), one[0]))
    return [(feature, f"not with {', '.join(names)}") for feature, names in some]


EXPERIMENT = Experiment(
    name="locky-table1",
    paper="Event.Locky 2017, Table 1",
    what="What ways of cutting a page can do",
    lane="pages",
    data=(),
    uses=("dates", "text", "page", "annotate.py", "records", "kinds", "models"),
    run=run,
)
