"""What the HTML standard says of each element: block or inline, void, hidden, a sectioning part.

The sets follow the rendering section of the HTML standard (its user-agent style sheet): an element
whose `display` is not inline there begins and ends a line here.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = "#text"
"""The tag of a text node."""

BLOCKS: Final = frozenset(
    """
    address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main
    marquee menu nav noframes ol optgroup option p plaintext pre search section select summary table tbody
    tfoot thead title tr ul xmp
    """.split(),
)
"""Elements that begin a line of their own (`br` and `hr` break one)."""

CELLS: Final = frozenset({"td", "th"})
"""Elements that stand beside each other on one line, apart."""

UNSEEN: Final = frozenset({"head", "template", "script", "style", "noembed", "noframes", "datalist", "rp"})
"""Elements that a browser does not draw."""

RAW: Final = frozenset({"script", "style"})
"""Elements whose text is not words."""

KEEPS_LINES: Final = frozenset({"pre", "textarea", "listing", "plaintext", "xmp"})
"""Elements in which the line breaks of the source are line breaks of the text."""

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

FURNITURE: Final = frozenset({"nav", "footer", "aside", "form", "button", "select", "dialog", "menu"})
"""Elements that seldom hold what a page is about."""

SEPARATORS: Final[dict[str, str]] = dict.fromkeys(BLOCKS, "\n") | dict.fromkeys(CELLS, "\t")
"""What stands between an element and its neighbours in the text of a page."""
