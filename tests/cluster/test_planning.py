"""The plan prints what it says that it prints."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

PLAN = Path(__file__).parents[2] / "docs" / "planning.md"


def test_the_figures_of_the_plan_follow_from_its_lines():
    text = PLAN.read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    printed = text.split("```text\n")[1].split("```")[0]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "planning.md", "exec"), {})
    assert out.getvalue() == printed
