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


def test_a_classifier_of_texts_does_not_learn_from_pages(capsys, tmp_path):
    code = main(["train", "event", "--corpus", "gold.jsonl", "--classifier", "locky", "--out", str(tmp_path / "m.npz")])
    assert code == 3
    assert "--records" in capsys.readouterr().err


def test_every_classifier_of_texts_can_be_named():
    assert {"onehot-svm", "w2v-mean", "pvdm", "pvdmx10", "locky", "bayes", "knn", "best-text"} == set(
        classify.TEXT_CLASSIFIERS
    )
