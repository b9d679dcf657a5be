"""The Deal Finder's classifiers: features of sentences, clusters and votes, pages by their ratio, models on disk."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from eventlocky.classify.deals import best, entities, features, nbem, others, page, words
from eventlocky.errors import MissingExtraError, ModelError
from eventlocky.page import parse

SELLS = [
    "Save 40% on wool blankets, now only $25", "Buy one kettle, get one free today", "Coupon: 20% off all lamps",
    "Oak shelf was $90 now $45, free shipping", "Two nights at the lake hotel from £99", "Flash sale: shoes 60% off",
    "Get $10 off your first order with this code", "Bread knife for just 9.99 with free delivery",
]  # fmt: skip
TELLS = [
    "The old captain walked slowly along the shore and said nothing.", "She thought of her sister and the long winter.",
    "My father told us that the king had left the castle.", "Whisk the eggs and bake for ten minutes.",
    "The senate discussed the treaty for three days.", "He believed that the war would soon be over.",
    "The children ran into the forest and were never found.", "Researchers found evidence of water in the rock.",
]  # fmt: skip
TEXTS, LABELS = SELLS * 3 + TELLS * 3, [1] * 24 + [0] * 24
SENTENCES = [features.read(text) for text in TEXTS]


@pytest.mark.parametrize(
    ("text", "letter", "value"),
    [
        ("Offer ends 3 May 2026", "B", 1),
        ("Opened by the Harbour Trading Company", "C", 1),
        ("Doors at 7:30 pm", "D", 1),
        ("A week in Norway", "E", 1),
        ("Save 20% or 30%", "F", 2),
        ("From $5 to $9", "G", 2),
        ("Mr. Knight and Mrs. Rowe", "H", 2),
        ("From $5 to $9", "I", 7),
        ("Save 20% or 30%", "J", 25),
        ("Take 2 of 3", "K", 2),
        ("What?! Now!", "L", 3),
    ],
)
def test_a_sentence_has_the_features_of_the_paper(text, letter, value):
    assert features.read(text).rest[features.LETTERS.index(letter)] == value


def test_words_bring_the_words_they_are_related_to():
    assert "=coupon" in features.read("A voucher for two").words
    assert "=coupon" not in features.read("A voucher for two", {}).words


def test_wordnet_is_read_from_its_own_files(tmp_path):
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text("  1 licence\n00000001 03 n 02 kettle 0 boiler 0 000 | a pot\n")
        (tmp_path / f"index.{part}").write_text("  1 licence\nboiler n 1 0 1 0 00000001  \n")
    assert words.wordnet(tmp_path) == {"boiler": "kettle"}


def test_a_missing_wordnet_is_said_in_one_sentence(tmp_path):
    with pytest.raises(ModelError, match="no WordNet"):
        words.wordnet(tmp_path / "nowhere")


def test_a_missing_recogniser_is_said_in_one_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(MissingExtraError, match="spaCy"):
        entities.Spacy().count("Ann lives in Rome")


@pytest.mark.parametrize("make", [nbem.NbEm, nbem.Voters])
def test_clusters_tell_what_sells_from_what_tells(make):
    model = make().fit(SENTENCES, LABELS)
    chances = model.probabilities(
        [features.read("Save 30% on lamps, now $12"), features.read("The king said nothing.")]
    )
    assert chances[0] > 0.9
    assert chances[1] < 0.1
    assert model.label(SENTENCES) == [label == 1 for label in LABELS]


def test_the_same_sentences_give_the_same_clusters():
    one, other = (nbem.NbEm().fit(SENTENCES, LABELS).probabilities(SENTENCES) for _ in range(2))
    assert np.array_equal(one, other)


@pytest.mark.parametrize("letters", ["A", features.LETTERS, "G"])
def test_a_model_goes_by_some_of_the_features(letters):
    chances = nbem.NbEm(letters).fit(SENTENCES, LABELS).probabilities(SENTENCES)
    assert np.isfinite(chances).all()
    assert chances[:24].mean() > chances[24:].mean()


@pytest.mark.parametrize("make", [others.Tree, others.Svm, others.Net])
@pytest.mark.parametrize("scale", ["z", "linear"])
def test_the_others_are_applied_without_what_trained_them(make, scale, tmp_path):
    pytest.importorskip("sklearn")
    model = make(scale=scale).fit(SENTENCES, LABELS)
    model.save(tmp_path / "m.npz")
    again = make.load(tmp_path / "m.npz")
    assert np.allclose(model.probabilities(SENTENCES), again.probabilities(SENTENCES))


def test_our_own_classifier_tells_what_sells():
    pytest.importorskip("sklearn")
    model = best.Linear().fit(TEXTS, LABELS)
    assert model.label(["Save 30% on lamps, now $12", "The king said nothing."]) == [True, False]
    assert model.label([""]) in ([True], [False])


def saved(kind: str, file: Path) -> type:
    """Save a model of a kind and return what loads it."""
    if kind == "linear":
        pytest.importorskip("sklearn")
        best.Linear().fit(TEXTS, LABELS).save(file)
        return best.Linear
    if kind == "tree":
        pytest.importorskip("sklearn")
        others.Tree().fit(SENTENCES, LABELS).save(file)
        return others.Tree
    make = nbem.NbEm if kind == "nb-em" else nbem.Voters
    make().fit(SENTENCES, LABELS).save(file)
    return make


KINDS = ["nb-em", "nb-em-vote", "linear", "tree"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_saved_is_read_back(kind, tmp_path):
    file = tmp_path / "m.npz"
    model = saved(kind, file).load(file)
    given = TEXTS if kind == "linear" else SENTENCES
    assert model.label(given) == [label == 1 for label in LABELS]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_cut_model_is_refused(kind, share, tmp_path):
    file = tmp_path / "m.npz"
    loader = saved(kind, file)
    body = file.read_bytes()
    file.write_bytes(body[: int(share * len(body))])
    with pytest.raises(ModelError):
        loader.load(file)


def changed(file: Path, **parts: object) -> None:
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    np.savez(file, **(arrays | parts))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("sells", np.zeros(3)), ("words", np.full((8, 1), np.nan)), ("spreads", np.zeros((8, 11))),
        ("card", np.frombuffer(b"{}", np.uint8)), ("card", np.frombuffer(b"\xff", np.uint8)),
        ("card", np.frombuffer(json.dumps({"version": 1, "model": "nb-em", "clusters": "x"}).encode(), np.uint8)),
    ],
)  # fmt: skip
def test_a_changed_model_is_refused(name, array, tmp_path):
    file = tmp_path / "m.npz"
    saved("nb-em", file)
    changed(file, **{name: array})
    with pytest.raises(ModelError):
        nbem.NbEm.load(file)


def test_a_tree_that_walks_in_circles_is_refused(tmp_path):
    file = tmp_path / "m.npz"
    saved("tree", file)
    with np.load(file) as stored:
        left = np.zeros_like(stored["left"])
    changed(file, left=left)
    with pytest.raises(ModelError):
        others.Tree.load(file)


def test_a_model_with_objects_in_it_is_refused(tmp_path):
    file = tmp_path / "m.npz"
    np.savez(file, card=np.array([{"version": 1}], dtype=object))
    with pytest.raises(ModelError):
        nbem.NbEm.load(file)


def test_a_model_of_another_kind_is_refused(tmp_path):
    file = tmp_path / "m.npz"
    saved("nb-em", file)
    with pytest.raises(ModelError):
        nbem.Voters.load(file)


# Pages ---------------------------------------------------------------------------------------------


def test_a_page_is_the_ratio_of_its_blocks():
    tree = parse(
        "<p>Save 40% on wool blankets, now $5</p><p>Lamps reduced by half today</p><p>The captain said nothing</p><p>ok</p>"
    )
    verdict = page.judge(tree, lambda texts: ["captain" not in text for text in texts])
    assert (verdict.true, verdict.false, verdict.ratio) == (2, 1, 2.0)
    assert verdict.is_deal()


def test_a_page_without_money_sells_nothing_unless_that_is_not_asked():
    verdict = page.Verdict(9, 1, has_money=False)
    assert not verdict.is_deal()
    assert verdict.is_deal(check_money=False)


def test_pages_are_ranked_by_their_ratio():
    verdicts = [
        page.Verdict(1, 4, has_money=True),
        page.Verdict(3, 0, has_money=True),
        page.Verdict(4, 1, has_money=True),
        page.Verdict(0, 0, has_money=True),
    ]
    assert [verdict.ratio for verdict in verdicts] == [0.25, 4.0, 4.0, 0.0]
    assert page.rank(verdicts) == [1, 2, 0, 3]


def test_an_empty_page_has_no_blocks():
    assert page.judge(parse(""), lambda texts: [True for _ in texts]) == page.Verdict(0, 0, has_money=False)


@pytest.mark.parametrize(
    "text", ["", "$" * 3_000, "A " * 3_000, "A. " * 1_500, "9" * 3_000, "\ud800 %%%", "ＳＡＬＥ ５０％"]
)
def test_odd_texts_are_read_without_complaint(text):
    assert len(features.read(text).rest) == 11
    assert best.pieces(text)
