"""All figures of a run as plots in one page that needs nothing else: by site, language, structure; sureness; times."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from html import escape
from statistics import fmean, median

from eventlocky.evaluate import plots
from eventlocky.evaluate.corpus import Row
from eventlocky.evaluate.extract import Scored, mistakes, site_error, worst
from eventlocky.evaluate.reliability import bins, calibration_error
from eventlocky.evaluate.scorer import Scorer

_SHOWN = ("precision", "recall", "site_f1")
_MOST_GROUPS = 24
_MOST_WORST = 25
_LONGEST_NAME = 28
_STYLE = """
body { font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: 1rem 0 }
td, th { padding: .2rem .7rem; border-bottom: 1px solid #ddd; text-align: right }
td:first-child, th:first-child { text-align: left }
img { max-width: 100% }
"""

Group = Callable[[Scored], str]


def write(scored: Sequence[Scored], scorer: Scorer, *, said: str) -> str:
    """Return the page; `said` is the sentence that tells what was read by what."""
    parts = [f"<h1>What was found</h1><p>{escape(said)}</p>", _summary(scored, scorer)]
    groups: tuple[tuple[str, Group], ...] = (
        ("corpus", lambda one: one.page.corpus),
        ("language", lambda one: one.page.language),
        ("structure", lambda one: str(one.page.row.get("structure") or one.page.row.get("kind") or "not said")),
    )
    for name, group in groups:
        parts.append(_by(name, group, scored, scorer))
    parts += [_by_site(scored, scorer), _sureness(scored), _times(scored), _worst(scored)]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Event.Locky: what was found</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _summary(scored: Sequence[Scored], scorer: Scorer) -> str:
    rows = [one.score for one in scored]
    summary = scorer.summary(rows)
    lines = [(name, _share(value)) for name, value in summary.items() if isinstance(value, int | float)]
    lines.append(("site_f1, ± over draws of sites", _share(site_error(rows, scorer))))
    return "<h2>In all</h2>" + _table(("figure", ""), lines)


def _by(name: str, group: Group, scored: Sequence[Scored], scorer: Scorer) -> str:
    members: dict[str, list[Row]] = {}
    for one in scored:
        members.setdefault(group(one), []).append(one.score)
    order = sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))
    summaries = {key: scorer.summary(rows) for key, rows in order}
    heights = {key: {part: summary.get(part) for part in _SHOWN} for key, summary in summaries.items()}
    some = [(key, parts) for key, parts in heights.items() if any(parts.values())][:_MOST_GROUPS]
    shown = {f"{key[:_LONGEST_NAME]}…" if len(key) > _LONGEST_NAME else key: parts for key, parts in some}
    columns = (name, "pages", *_SHOWN, "fooled pages")
    lines = [
        (key, str(len(members[key])), *(_share(summary.get(part)) for part in (*_SHOWN, "fooled_pages")))
        for key, summary in summaries.items()
    ]
    drawn = _image(plots.bars(shown, up="share"), f"Shares by {name}") if shown else ""
    return f"<h2>By {name}</h2>{drawn}<details><summary>All figures</summary>{_table(columns, lines)}</details>"


def _by_site(scored: Sequence[Scored], scorer: Scorer) -> str:
    sites: dict[str, list[Row]] = {}
    for one in scored:
        sites.setdefault(one.page.domain, []).append(one.score)
    summaries = {site: scorer.summary(rows) for site, rows in sites.items()}
    known = {site: summary for site, summary in summaries.items() if summary.get("site_f1") is not None}
    if not known:
        return "<h2>By site</h2><p>No site has complete gold with events.</p>"
    order = sorted(known.items(), key=lambda item: (item[1]["site_f1"], item[0]))
    curves = {
        part: [
            (place, value) for place, value in enumerate(sorted(summary.get(part) or 0.0 for summary in known.values()))
        ]
        for part in _SHOWN
    }
    drawn = _image(
        plots.lines(curves, across="sites, each curve in its own order", up="share", marks="", top=1.05),
        "Shares by site",
    )
    lines = [(site, *(_share(summary.get(part)) for part in _SHOWN)) for site, summary in order]
    table = _table(("site", *_SHOWN), lines)
    words = f"All {len(lines)} sites, the worst first"
    return f"<h2>By site</h2>{drawn}<details><summary>{words}</summary>{table}</details>"


def _sureness(scored: Sequence[Scored]) -> str:
    judged = [one for page in scored for one in page.judged]
    error = calibration_error(judged)
    if error is None:
        return "<h2>How sure</h2><p>Nothing was found.</p>"
    found = bins(judged)
    curve = {"ours": [(each.confidence, each.right) for each in found], "as it should be": [(0.0, 0.0), (1.0, 1.0)]}
    drawn = _image(
        plots.lines(curve, across="how sure", up="how often right", dashed=["as it should be"]), "Calibration"
    )
    lines = [
        (f"{each.low:.1f} to {each.high:.1f}", str(each.events), _share(each.confidence), _share(each.right))
        for each in found
    ]
    words = f"<p>Expected calibration error {error:.3f}.</p>"
    return f"<h2>How sure</h2>{drawn}{words}{_table(('confidence', 'events', 'mean', 'right'), lines)}"


def _times(scored: Sequence[Scored]) -> str:
    seconds = [1_000 * one.seconds for one in scored]
    parses = sum(one.seconds for one in scored) / (sum(one.parse_seconds for one in scored) or 1.0)
    drawn = _image(plots.spread({"ms a page": seconds}, across="milliseconds of the processor", up="pages"), "Times")
    words = f"mean {fmean(seconds):.1f} ms, middle {median(seconds):.1f} ms, slowest {max(seconds):.0f} ms"
    return f"<h2>Times</h2>{drawn}<p>{words}; {parses:.0f} bare parses a page.</p>"


def _worst(scored: Sequence[Scored]) -> str:
    lines = [
        (
            f"{one.page.corpus}/{one.page.id}",
            str(mistakes(one)),
            *(str(one.score[key]) for key in ("gold", "predicted", "right")),
        )
        for one in worst(scored, _MOST_WORST)
    ]
    return "<h2>The worst pages</h2>" + _table(("page", "mistakes", "gold", "found", "right"), lines)


def _image(svg: str, words: str) -> str:
    """Return a drawing as part of the page: as a picture, so that nothing in it can run."""
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'


def _table(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{rows}</table>"


def _share(value: float | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
