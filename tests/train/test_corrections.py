"""A person's corrections become gold, and a model that learns from them judges otherwise."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from eventlocky import extract, kinds, models
from eventlocky.cli import main
from eventlocky.errors import CorpusError
from eventlocky.settings import Settings
from eventlocky.train import best, corrections, pages

TODAY = date(2026, 11, 1)
JAZZ = {"title": "Jazz Night", "start": "2026-11-14T19:30"}
FAIR = {"title": "Book Fair", "start": "2026-11-15"}
ROW = {"id": "club", "url": "https://club.example/", "fetched": "2026-11-01", "events": [JAZZ, FAIR]}


def load(folder, *lines: dict[str, object]) -> list[corrections.Correction]:
    file = folder / "corrections.jsonl"
    file.write_text("".join(json.dumps({"page": "club", **line}) + "\n" for line in lines), encoding="utf-8")
    return corrections.load(file)


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        ({"wrong": [{"title": "jazz night", "start": "2026-11-14"}]}, ["Book Fair"]),
        ({"wrong": [{"title": "Jazz Night"}]}, ["Book Fair"]),
        ({"wrong": [{"title": "Jazz Night", "start": "2026-11-15"}]}, ["Jazz Night", "Book Fair"]),
        ({"missing": [{"title": "Late Show", "start": "2026-11-16"}]}, ["Jazz Night", "Book Fair", "Late Show"]),
        ({"missing": [JAZZ]}, ["Jazz Night", "Book Fair"]),
        ({"changed": [{**JAZZ, "to": {"title": "Jazz Evening"}}]}, ["Jazz Evening", "Book Fair"]),
        ({"shown": [{"title": "Read more"}], "wrong": [{"title": "Read more"}], "missing": [JAZZ]}, ["Jazz Night"]),
    ],
)
def test_a_correction_changes_the_gold(tmp_path, line, titles):
    corrected = corrections.correct(ROW, load(tmp_path, line))
    assert [event["title"] for event in corrected["events"]] == titles
    assert corrected["complete"] is True
    assert ROW["events"] == [JAZZ, FAIR]


def test_several_lines_of_a_page_add_up(tmp_path):
    lines = ({"wrong": [JAZZ]}, {"missing": [{"title": "Late Show", "start": "2026-11-16"}], "complete": False})
    corrected = corrections.correct(ROW, load(tmp_path, *lines))
    assert [event["title"] for event in corrected["events"]] == ["Book Fair", "Late Show"]
    assert corrected["complete"] is False


def test_without_corrections_the_gold_stays():
    assert corrections.correct(ROW, ()) == {**ROW, "complete": True}


@pytest.mark.parametrize(
    "line",
    [
        "{", "[]", "5", '{"page": "a"}', '{"page": "", "wrong": [{"title": "x"}]}', '{"page": "a", "wrong": [5]}',
        '{"page": "a", "wrong": {"title": "x"}}', '{"page": "a", "changed": [{"title": "x"}]}',
        '{"page": "a", "wrong": [{"title": "x"}], "fetched": "soon"}', '{"page": "a", "missing": [{"start": "2026-11-14"}]}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_correction_is_refused(tmp_path, line):
    file = tmp_path / "corrections.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(CorpusError, match="Line 1"):
        corrections.load(file)


def test_a_page_of_its_own_is_read_from_beside_the_corrections(tmp_path):
    (tmp_path / "club.html").write_text("<p>Jazz", encoding="utf-8")
    given = load(
        tmp_path, {"page": "club.html", "url": "https://www.club.example/", "fetched": "2026-11-01", "wrong": [FAIR]}
    )
    asked: list[tuple[bytes, str, date]] = []

    def find(body, url, fetched):
        asked.append((body, url, fetched))
        return [JAZZ, FAIR]

    ((row, body),) = corrections.rows(given, tmp_path, find)
    assert asked == [(b"<p>Jazz", "https://www.club.example/", date(2026, 11, 1))]
    assert (row["domain"], row["events"], body) == ("club.example", [JAZZ], b"<p>Jazz")


def test_a_page_that_is_nowhere_or_of_no_day_is_said(tmp_path):
    with pytest.raises(CorpusError, match="club"):
        corrections.rows(load(tmp_path, {"fetched": "2026-11-01", "wrong": [JAZZ]}), tmp_path, lambda *_: [])
    with pytest.raises(CorpusError, match="fetched"):
        corrections.rows(load(tmp_path, {"wrong": [JAZZ]}), tmp_path, lambda *_: [])


SAYS = {"Concert": "doors and tickets", "Minutes": "approved and filed", "News": "posted by the office"}


def site_of(sort: str, number: int) -> tuple[dict[str, object], bytes]:
    """Return a page of six lines of a sort and its gold; news are known to be no events."""
    days = [date(2026, 11, 3) + timedelta(number + 7 * week) for week in range(6)]
    titles = [f"{sort} {place + number}" for place in range(6)]
    lines = "".join(
        f"<li><b>{title}</b> {day:%d %B %Y}, {SAYS[sort]}</li>" for title, day in zip(titles, days, strict=True)
    )
    events = [{"title": title, "start": str(day)} for title, day in zip(titles, days, strict=True)]
    site = f"{sort.lower()}-{number}.example"
    row = {
        "id": f"{sort}-{number}",
        "url": f"https://{site}/",
        "domain": site,
        "fetched": "2026-11-01",
        "complete": True,
    }
    html = f"<html><body><h1>All of them</h1><ul>{lines}</ul></body></html>"
    return row | {"events": [] if sort == "News" else events}, html.encode()


@pytest.mark.slow
def test_a_correction_changes_what_is_found_after_training(tmp_path):
    """Minutes count as events on every page; a person says that they are none, and the next model finds none."""
    pytest.importorskip("lightgbm")
    pytest.importorskip("sklearn")
    kind = kinds.load("event")
    sites = [site_of(sort, number) for number in range(12) for sort in SAYS]
    lines = [{"page": row["id"], "wrong": row["events"]} for row, _ in sites if str(row["id"]).startswith("Minutes")]
    of_page = corrections.by_page(load(tmp_path, *lines))
    found = []
    for name, given in (("before", {}), ("after", of_page)):
        rows = [(corrections.correct(row, given.get(str(row["id"]), ())), body) for row, body in sites]
        file = tmp_path / f"{name}.npz"
        models.save(best.fit([pages.label(row, body, kind) for row, body in rows]), file)
        settings = Settings(model=str(file))
        new = [site_of(sort, 20) for sort in ("Concert", "Minutes")]
        found.append(
            {
                event.title.split()[0]
                for row, body in new
                for event in extract(body, row["url"], fetched=TODAY, settings=settings)
            }
        )
    assert found == [{"Concert", "Minutes"}, {"Concert"}]


def test_the_command_refuses_corrections_of_nothing(tmp_path, capsys):
    gold = tmp_path / "gold.jsonl"
    gold.write_text("", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"page": "x.html", "wrong": [{"title": "x"}], "fetched": "2026-11-01"}')
    arguments = ["--corpus", str(gold), "--corrections", str(tmp_path / "c.jsonl"), "--out", str(tmp_path / "m.npz")]
    assert main(["train", "event", *arguments]) == 3
    assert "x.html cannot be read" in capsys.readouterr().err
