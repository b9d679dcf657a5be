"""`export` and `import`: what one store writes, another takes; what is wrong with a file is said."""

from __future__ import annotations

import gzip
import io
import json
import sys
from datetime import date, datetime, timedelta

import pytest

from eventlocky.cli import main
from eventlocky.cli.export import FORMATS
from eventlocky.store import Query, Store
from eventlocky.types import Event, Organisation, Place, Price, Status, When

HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
SOON = datetime.combine(date.today() + timedelta(days=9), datetime.min.time()).replace(hour=19)  # noqa: DTZ011
EVENTS = [
    Event("Jazz “Night”, late", When(SOON, SOON + timedelta(hours=2), "Europe/Berlin"), Place("Quay"), link="https://harbour.example/1"),
    Event("ジャズの夕べ", When(SOON.date() + timedelta(days=3)), Place("東京"), Price(free=True, text="free"), link="https://harbour.example/2"),
    Event("Opera", When(SOON + timedelta(days=5)), status=Status.CANCELLED, link="https://harbour.example/3"),
]  # fmt: skip


@pytest.fixture
def store(tmp_path):
    path = str(tmp_path / "a.sqlite")
    with Store(path) as opened:
        opened.keep(HALL, HALL.website, "event", [*EVENTS, Event("Over", When(date(2020, 1, 1)))])
    return path


def out(capsys, *arguments):
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def kept(path):
    with Store(path) as opened:
        hits = opened.search(Query(limit=500)).hits
    return {
        hit.event.title: (hit.event.when.start, hit.event.when.end, hit.event.link, hit.event.status) for hit in hits
    }


@pytest.mark.parametrize("form", FORMATS)
def test_what_one_store_exports_another_imports(store, tmp_path, capsys, form):
    file, other = tmp_path / f"town.{form}", str(tmp_path / "b.sqlite")
    assert out(capsys, "export", "--store", store, "--out", str(file)) == (0, "", "3 written.\n")
    code, printed, _ = out(capsys, "import", str(file), "--store", other, "--name", "Town", "--json")
    assert (code, json.loads(printed)["taken"], json.loads(printed)["refused"]) == (0, 3, [])
    assert kept(other) == {title: told for title, told in kept(store).items() if title != "Over"}


def test_export_takes_a_search_and_prints(store, capsys, monkeypatch):
    code, printed, _ = out(capsys, "export", "jazz", "--store", store, "--format", "csv")
    assert code == 0
    assert printed.splitlines()[1].split(",")[1] == '"Jazz “Night”'
    assert len(json.loads(out(capsys, "export", "--store", store, "--past")[1])) == 4
    assert len(json.loads(out(capsys, "export", "--store", store, "--limit", "2")[1])) == 2
    assert out(capsys, "export", "nothing", "--store", store)[0] == 1
    assert "/events/" not in printed
    monkeypatch.setenv("EVENTLOCKY_PUBLIC_URL", "https://events.example.org/")
    assert "https://events.example.org/events/" in out(capsys, "export", "--store", store, "--format", "rss")[1]


def test_export_writes_more_than_a_page_of_hits(store, tmp_path, capsys):
    with Store(store) as opened:
        many = [Event(f"Talk {number}", When(SOON + timedelta(days=number % 300))) for number in range(1_200)]
        opened.keep(HALL, "https://harbour.example/2", "event", many)
    assert len(json.loads(out(capsys, "export", "--store", store)[1])) == 1_203


def test_export_says_what_is_wrong(store, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["export", "--store", store, "--out", "x.docx"])
    assert ended.value.code == 2
    assert out(capsys, "export", "--store", store, "--out", str(tmp_path / "no" / "x.ics"))[0] == 3
    assert out(capsys, "export", "--store", str(tmp_path / "none.sqlite"))[0] == 3


def test_import_tells_what_was_refused_and_exits_by_it(tmp_path, capsys):
    file = tmp_path / "t.csv"
    file.write_text("title,start\nJazz,2026-12-05\n,2026-12-06\nTalk,someday\n")
    path = str(tmp_path / "a.sqlite")
    code, printed, said = out(capsys, "import", str(file), "--store", path)
    assert (code, printed) == (0, "")
    assert said.splitlines() == [
        "row 3: It has no title.",
        "row 4: Its start cannot be read: 'someday'.",
        "1 taken, 2 refused (csv).",
    ]
    file.write_text("title,start\n" + "x,y\n" * 50)
    code, _, said = out(capsys, "import", str(file), "--store", path)
    assert code == 1
    assert "… and 30 more." in said


def test_a_file_that_is_imported_again_takes_the_place_of_the_first(tmp_path, capsys):
    file, path = tmp_path / "t.csv", str(tmp_path / "a.sqlite")
    file.write_text("title,start\nJazz,2026-12-05\nTalk,2026-12-06\n")
    out(capsys, "import", str(file), "--store", path)
    file.write_text("title,start\nJazz,2026-12-05\n")
    out(capsys, "import", str(file), "--store", path)
    assert set(kept(path)) == {"Jazz"}
    with Store(path) as store:
        assert [source.page for source in store.sources()] == ["import:t.csv"]
        assert len(store.search(Query(missing=True)).hits) == 2


def test_nothing_is_kept_on_a_dry_run(tmp_path, capsys):
    file, path = tmp_path / "t.csv", tmp_path / "a.sqlite"
    file.write_text("title,start\nJazz,2026-12-05\n")
    code, _, said = out(capsys, "import", str(file), "--store", str(path), "--dry-run")
    assert (code, said) == (0, "1 would be taken, 0 refused (csv).\n")
    assert not path.exists()


def test_import_reads_packed_files_and_standard_input(tmp_path, capsys, monkeypatch):
    table = b"title,start\nJazz,2026-12-05\n"
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(table))
    path = str(tmp_path / "a.sqlite")
    assert out(capsys, "import", str(tmp_path / "t.csv.gz"), "--store", path)[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(table)))
    assert out(capsys, "import", "-", "--store", path)[0] == 0


@pytest.mark.parametrize(
    ("content", "arguments", "code"),
    [
        (b"%PDF-1.7", [], 3),
        (b"", [], 3),
        (b"title,start\nx,2026-12-05", ["--format", "docx"], 3),
        (b"title,start\nx,2026-12-05", ["--format", "ics"], 3),
        (b"title,start\nx,2026-12-05", ["--website", "file:///etc/passwd"], 2),
        (None, [], 3),
    ],
)
def test_import_says_what_is_wrong(tmp_path, capsys, content, arguments, code):
    file = tmp_path / "t"
    if content is not None:
        file.write_bytes(content)
    try:
        ended = main(["import", str(file), "--store", str(tmp_path / "a.sqlite"), *arguments])
    except SystemExit as exit_:
        ended = exit_.code
    assert ended == code
    assert len(capsys.readouterr().err.strip().splitlines()[-1]) > 20


def test_a_web_site_is_named_and_kept_beside_what_it_announces_itself(store, tmp_path, capsys):
    file = tmp_path / "t.csv"
    file.write_text("title,start\nExtra,2099-12-05\n")
    out(capsys, "import", str(file), "--store", store, "--name", "Old Harbour", "--website", HALL.website)
    assert {"Extra", "Opera"} <= set(kept(store))
