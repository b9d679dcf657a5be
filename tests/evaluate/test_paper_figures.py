"""Every figure that an experiment shows as a paper's stands in the paper's text: none is computed, none is mistyped.

The papers lie beside the corpora (`../shared/seeds`), not in the project.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from eventlocky.evaluate.experiments import (
    deals_fig10,
    deals_table4,
    deals_table5,
    deals_table6,
    deals_table10,
    deals_table11,
    deals_table12,
    eventfinder,
    forerunner_table3,
    forerunner_table4,
    kedr_table1,
    locky_fig7,
    locky_fig10,
    locky_table1,
    locky_table2,
    locky_table3,
)

pytestmark = pytest.mark.corpus


@pytest.fixture
def papers(shared: Path) -> dict[str, list[str]]:
    """The lines of the papers by a word of their own."""
    if not (shared / "seeds").is_dir():
        pytest.skip("The papers are not beside this clone.")
    texts = [file.read_text(encoding="utf-8") for file in sorted((shared / "seeds").glob("*.txt"))]
    names = {"locky": "UNIMALL", "forerunner": "ユニモール", "thesis": "Ralph Harik", "kedr": "KEDR", "deals": "NB/EM"}
    return {name: next(text for text in texts if word in text).splitlines() for name, word in names.items()}


def numbers_of(line: str) -> list[float]:
    """Return the numbers of a line without what hangs below them: `0.38(4)`, `1.0 ₍₄₎`."""
    plain = re.sub(r"\([^)]*\)|[₀-₎]", " ", line)
    return [float(one.replace(",", "")) for one in re.findall(r"-?\d[\d,]*\.?\d*", plain)]


def missing(lines: list[str], key: str, values: Iterable[float], scale: float = 1) -> list[float]:
    """Return what stands on no line that has the key; numbers must stand there in their order."""
    wanted = [round(value * scale, 4) for value in values]
    gaps = [_gaps(wanted, numbers_of(line)) for line in lines if key in line]
    return min(gaps, key=len, default=wanted)


def _gaps(wanted: list[float], numbers: list[float]) -> list[float]:
    gaps = []
    for one in wanted:
        if one in numbers:
            numbers = numbers[numbers.index(one) + 1 :]
        else:
            gaps.append(one)
    return gaps


def test_numbers_in_another_order_are_missing():
    assert missing(["a 1 2 3"], "a", [1, 3]) == []
    assert missing(["a 1 2 3"], "a", [3, 1]) == [1]


def test_the_deal_finders(papers):
    lines = papers["deals"]
    rows = deals_table4.PAPER.values()
    assert missing(lines, "Accuracy", [each for row in rows for each in (row[0], row[3])]) == []
    assert missing(lines, "Sensitivity", [row[1] for row in rows]) == []
    assert missing(lines, "Specificity", [row[2] for row in rows]) == []
    for name, row in deals_table5.PAPER["A"].items():
        key = name.replace("/linear", "/linear scaling")
        other = deals_table5.PAPER[deals_table5.LETTERS][name]
        printed = [value for half in (row, other) for value in (half[0], half[3], half[1], half[2])]
        assert missing(lines, key, printed) == [], name
    for _, true, false, ratio, site in deals_table6.PAPER_TABLE6:
        assert missing(lines, site, [true, ratio] if true > 100 else [true, false, ratio]) == [], site
    right, missed, wrong, refused = deals_table6.PAPER_TABLE8
    assert missing(lines, "NB/EM TRUE\t", [right, wrong]) == []
    assert missing(lines, "NB/EM FALSE\t", [missed, refused]) == []
    for term, row in deals_table10.PAPER.items():
        assert missing(lines, term, row[1:]) == [], term
    for row in deals_table11.PAPER_SITES:
        assert missing(lines, str(row[0]).replace(" sites together)", " sites aggregated"), row[1:]) == [], row[0]
    assert missing(lines, "Totals", deals_table11.PAPER) == []
    for letter, (accuracy, change, pearson) in deals_table12.PAPER.items():
        assert missing(lines, f"(ALL-A-{letter})\t", [pearson, accuracy, change]) == [], letter
    assert missing(lines, "Base: the-rest", [deals_table12.PAPER_BASE]) == []
    assert missing(lines, "threshold values of 80 and 90", set(deals_fig10.PAPER.values()), 100) == []
    assert missing(lines, "peak F-score", [80, *deals_table6.PAPER_FIG11]) == []


def test_event_lockys(papers):
    lines = papers["locky"]
    names = {"Automatic": "Automatic Webpage Records", "Pruning of unrelated elements": "Unrelated Elements Pruning"}
    for feature, marks in locky_table1.PAPER.items():
        key = names.get(feature, feature).lower()
        assert ["".join(marks)] == [re.sub("[^×○]", "", line) for line in lines if line.lower().startswith(key)], (
            feature
        )
    names = {
        "onehot-svm": "ONE-HOT",
        "w2v-mean": "W2V MEAN",
        "pvdm": "PVDM\t",
        "pvdmx10": "PVDM x10",
        "locky": "Ours\t",
    }
    for name, row in locky_table2.PAPER.items():
        assert missing(lines, names[name], row[:2]) == [], name
        assert missing(lines, names[name], row[2:], 100) == [], name
    names = {"VIPS": "VIPS\t", "depta": "DEPTA\t", "locky-plain": "ours without", "locky": "ours with "}
    for name, row in locky_table3.PAPER.items():
        assert missing(lines, names[name], row, 100) == [], name
    assert missing(lines, "The average retrieval time was", locky_fig10.PAPER.values()) == []


def test_its_forerunners(papers):
    lines = papers["forerunner"]
    for power, row in forerunner_table4.PAPER.items():
        assert missing([line for line in lines if line.startswith(f"{power:g}\t")], "", row, 100) == [], power
    for size, row in locky_fig7.PAPER_2015.items():
        assert missing([line for line in lines if line.startswith(f"{size}\t")], "", row, 100) == [], size
    for site, events, recall in forerunner_table3.PAPER_SITES:
        assert missing(lines, site.split()[0], [events / 100, recall], 100) == [], site
    assert missing(lines, "平均値", [forerunner_table3.PAPER_WINDOW], 100) == []


def test_the_theses_and_kedrs(papers):
    right, part, failed, _ = eventfinder.PAPER["eventfinder"]
    text = " ".join(papers["thesis"])
    assert f"a single event on {100 * failed:.0f} pages" in text
    assert f"correctly parsed {100 * right:.0f} pages" in text
    assert f"partially parsed {100 * part:.0f} pages" in text
    for house, records, found, recall in kedr_table1.PAPER_HOUSES:
        assert missing(papers["kedr"], house, [records / 100, found / 100, recall], 100) == [], house
    recall, precision = kedr_table1.PAPER["keyexpr"]
    assert missing(papers["kedr"], "On average", [recall], 100) == []
    assert f"obtained a precision of {100 * precision:.0f}%" in " ".join(papers["kedr"])
