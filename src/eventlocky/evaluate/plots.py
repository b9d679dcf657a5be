"""Drawings of results by matplotlib, as SVG that is the same in every run: no dates, no random names.

Where matplotlib (extra `docs`) is not installed, an error says so.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from eventlocky.errors import MissingExtraError
from eventlocky.evaluate.reliability import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points = Sequence[tuple[float, float]]


def lines(
    curves: Mapping[str, Points],
    *,
    across: str,
    up: str,
    dashed: Sequence[str] = (),
    marks: str = "o",
    top: float = 0.0,
) -> str:
    """Draw a line a name through its points; names in `dashed` are a paper's, drawn as such."""
    figure, axes = _canvas()
    for number, (name, points) in enumerate(curves.items()):
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        style = "--" if name in dashed else "-"
        axes.plot(xs, ys, style, marker=marks, markersize=3, color=COLOURS[number % len(COLOURS)], label=name)
    if top:
        axes.set_ylim(0, top)
    _name(axes, across, up)
    return _svg(figure)


def bars(
    groups: Mapping[str, Mapping[str, float | None]], *, up: str, errors: Mapping[tuple[str, str], float] | None = None
) -> str:
    """Draw a group of bars a name, a colour for each of its parts; `errors` is by group and part."""
    figure, axes = _canvas(wide=max(6.4, 0.5 * sum(len(parts) for parts in groups.values())))
    parts = list(dict.fromkeys(part for group in groups.values() for part in group))
    width = 0.8 / max(1, len(parts))
    for number, part in enumerate(parts):
        places = [place for place, group in enumerate(groups.values()) if group.get(part) is not None]
        names = list(groups)
        heights = [float(groups[names[place]][part] or 0.0) for place in places]
        error = [(errors or {}).get((names[place], part), 0.0) for place in places]
        axes.bar(
            [place + number * width for place in places],
            heights,
            width,
            yerr=error if any(error) else None,
            color=COLOURS[number % len(COLOURS)],
            label=part,
        )
    axes.set_xticks([place + 0.4 - width / 2 for place in range(len(groups))], list(groups), rotation=30, ha="right")
    _name(axes, "", up)
    return _svg(figure)


def spread(values: Mapping[str, Sequence[float]], *, across: str, up: str, bins: int = 20) -> str:
    """Draw how often values fall where, an outline a name."""
    figure, axes = _canvas()
    for number, (name, some) in enumerate(values.items()):
        axes.hist(list(some), bins=bins, histtype="step", color=COLOURS[number % len(COLOURS)], label=name)
    _name(axes, across, up)
    return _svg(figure)


def _canvas(wide: float = 6.4) -> tuple[Any, Axes]:
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        what, extra = "Drawing", "docs"
        raise MissingExtraError(what, extra) from error
    mpl.rcParams.update({"svg.hashsalt": "eventlocky", "svg.fonttype": "none", "font.size": 9})
    figure = Figure(figsize=(min(wide, 14.0), 4.0), layout="constrained")
    return figure, figure.subplots()


def _name(axes: Axes, across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(visible=True, color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def _svg(figure: Any) -> str:  # noqa: ANN401 - matplotlib's figure
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"[ \t]+\n", "\n", out.getvalue())
