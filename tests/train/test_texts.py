"""`eventlocky train KIND --classifier NAME --records FILE`: the same bytes from the same seed, with a card."""

from __future__ import annotations

import json

import numpy as np
import pytest

from eventlocky import classify
from eventlocky.cli import main


def train(small, folder, name, out, *more):
    file = small.write(folder)
    arguments = ["train", "event", "--classifier", name, "--records", str(file), "--out", str(folder / out), *more]
    return main(arguments)


@pytest.mark.parametrize("name", ["bayes", "best-text", "locky"])
def test_the_same_seed_gives_the_same_bytes(small, tmp_path, name):
    assert train(small, tmp_path, name, "a.npz", "--folds", "1") == 0
    assert train(small, tmp_path, name, "b.npz", "--folds", "1") == 0
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_the_card_says_what_the_model_is_made_of(small, tmp_path):
    assert train(small, tmp_path, "bayes", "m.npz", "--folds", "3", "--seed", "5") == 0
    with np.load(tmp_path / "m.npz", allow_pickle=False) as arrays:
        card = json.loads(arrays["card"].tobytes().decode())
    assert (card["kind"], card["classifier"], card["words"], card["seed"]) == ("event", "bayes", "runs", 5)
    assert (card["records"], card["events"], card["sites"]) == (24, 12, 6)
    assert card["scores"]["split"] == "3 parts by site"
    assert 0 <= card["scores"]["f1"] <= 1
    assert len(card["data_sha256"]) == 16


def test_the_model_judges_a_page(small, tmp_path, capsys):
    train(small, tmp_path, "bayes", "m.npz", "--folds", "1")
    page = tmp_path / "page.html"
    page.write_text(
        "<ul><li><b>Konzert</b> am Sa, 14.11.2026, Eintritt<li><b>Vortrag</b> am So, 15.11.2026, Eintritt</ul>"
    )
    arguments = ["--finder", "plain", "--classifier", "bayes", "--model", str(tmp_path / "m.npz")]
    assert main(["extract", str(page), *arguments]) == 0
    assert "Konzert" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--classifier", "rules"], "learns from texts called 'rules'"),
        (["--classifier", "best"], "learns from texts called 'best'"),
        (["--classifier", "bayes", "--words", "odd"], "called 'odd'"),
    ],
)
def test_what_cannot_be_trained_is_said(small, tmp_path, capsys, arguments, complaint):
    file = small.write(tmp_path)
    code = main(["train", "event", "--records", str(file), "--out", str(tmp_path / "m.npz"), *arguments])
    assert code == 3
    assert complaint in capsys.readouterr().err


GOLD = """{"id": "hall", "domain": "hall.example", "fetched": "2026-05-01", "events": [{"title": "Jazz", "start": "2026-05-14"}]}
{"id": "club", "domain": "club.example", "fetched": "2026-05-01", "events": [{"title": "Chess", "start": "2026-05-15"}]}
"""
PAGES = {
    "hall": "<ul><li><b>Jazz</b> at the hall, 14 May 2026<li>Opened on 3 May 1980<li>Closed on 4 May 2001</ul>",
    "club": "<ul><li><b>Chess</b> for all, 15 May 2026<li>Founded on 5 May 1990<li>Posted on 6 May 2020</ul>",
}


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "town"
    (folder / "pages").mkdir(parents=True)
    for name, html in PAGES.items():
        (folder / "pages" / f"{name}.html").write_text(html, encoding="utf-8")
    (folder / "gold.jsonl").write_text(GOLD, encoding="utf-8")
    return folder / "gold.jsonl"


def test_a_classifier_of_texts_learns_from_the_records_that_a_finder_cuts_pages_into(small, tmp_path, corpus):
    what = ["train", "event", "--classifier", "bayes", "--finder", "locky", "--corpus", str(corpus), "--folds", "1"]
    assert main([*what, "--out", str(tmp_path / "pages.npz")]) == 0
    assert main([*what, "--records", str(small.write(tmp_path)), "--out", str(tmp_path / "both.npz")]) == 0
    pages, both = (card_of(tmp_path / name) for name in ("pages.npz", "both.npz"))
    assert (pages["data"], pages["records"], pages["events"], pages["sites"]) == ("town cut by locky", 6, 2, 2)
    assert (both["records"], both["events"]) == (6 + 24, 2 + 12)
    assert both["data"].startswith("town cut by locky, ")
    assert pages["data_sha256"] != both["data_sha256"]


def card_of(file):
    with np.load(file, allow_pickle=False) as arrays:
        return json.loads(arrays["card"].tobytes().decode())


def test_an_unknown_finder_is_said_before_the_first_page(capsys, tmp_path, corpus):
    what = ["train", "event", "--classifier", "bayes", "--finder", "nobody", "--corpus", str(corpus)]
    assert main([*what, "--out", str(tmp_path / "m.npz")]) == 3
    assert "Known: " in capsys.readouterr().err


def test_a_file_without_records_teaches_nothing(capsys, tmp_path):
    (tmp_path / "records.jsonl").write_text("", encoding="utf-8")
    what = ["train", "event", "--classifier", "bayes", "--records", str(tmp_path / "records.jsonl")]
    assert main([*what, "--out", str(tmp_path / "m.npz")]) == 3
    assert "both labels" in capsys.readouterr().err


def test_nothing_to_learn_from_is_wrong_use(capsys, tmp_path):
    assert main(["train", "event", "--out", str(tmp_path / "m.npz")]) == 2
    assert "--corpus" in capsys.readouterr().err


def test_a_group_will_do_in_place_of_a_site(tmp_path):
    from eventlocky.train.records import load

    file = tmp_path / "sentences.jsonl"
    file.write_text('{"text": "Half price", "label": 1, "group": "shop/2011"}\n', encoding="utf-8")
    assert load(file).records[0].site == "shop/2011"


def test_every_classifier_of_texts_can_be_named():
    known = {"onehot-svm", "w2v-mean", "pvdm", "pvdmx10", "locky", "bayes", "knn", "best-text", "dealfinder"}
    assert known == set(classify.TEXT_CLASSIFIERS)
