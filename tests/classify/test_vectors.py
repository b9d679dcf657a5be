"""Word vectors as the Event.Locky paper weighs them, and paragraph vectors."""

from __future__ import annotations

import numpy as np
import pytest

from eventlocky.classify import embed
from eventlocky.classify.paragraphs import _neighbours
from eventlocky.classify.svm import Svm, kernel
from eventlocky.classify.vectors import Locky, W2vMean


def vectors() -> embed.Vectors:
    return embed.Vectors({"fest": 0, "the": 1, "tel": 2}, np.array([[1, 0], [0, 1], [2, 2]], np.float32))


def test_the_weight_of_a_word_is_how_much_its_records_agree(monkeypatch):
    monkeypatch.setattr(embed, "fit", lambda *_: vectors())
    locky = Locky()
    locky._learn([["fest", "the", "the"], ["fest", "the"], ["tel", "the"], ["tel", "the", "fest"]], [1, 1, 0, 0])
    assert locky.weights_.tolist() == pytest.approx([abs(1 - 2 * 2 / 3), 0, 1])


def test_the_vector_of_a_record_is_the_weighted_sum_over_one_plus_the_weights():
    locky = Locky()
    locky.vectors_, locky.weights_ = vectors(), np.array([0.5, 0, 1], np.float32)
    rows = locky._rows([["fest", "the", "tel", "unknown"], ["the"], []])
    assert rows[0].tolist() == pytest.approx([2.5 / 2.5, 2 / 2.5])
    assert rows[1:].tolist() == [[0, 0], [0, 0]]


def test_the_mean_counts_every_word_the_same():
    mean = W2vMean()
    mean.vectors_ = vectors()
    assert mean._rows([["fest", "the"]])[0].tolist() == pytest.approx([0.5, 0.5])


def test_the_machine_decides_as_scikit_learn_does():
    from sklearn.svm import SVC

    random = np.random.default_rng(1)
    rows = random.normal(size=(40, 3)).astype(np.float32)
    labels = rows[:, 0] > 0
    trained = SVC(C=4, gamma=0.5).fit(rows, labels)
    svm = Svm(rows[trained.support_], trained.dual_coef_[0].astype(np.float32), trained.intercept_[0], 0.5, 2, -1)
    assert np.array_equal(svm.probabilities(rows) > 0.5, trained.decision_function(rows) > 0)
    assert kernel(rows[:2], rows[:2], 0.5)[0, 0] == pytest.approx(1)


def test_the_window_of_a_word_leaves_it_out():
    sums, counts = _neighbours(np.eye(3, dtype=np.float32))
    assert sums[1].tolist() == pytest.approx([1, 0, 1])
    assert counts.ravel().tolist() == [2, 2, 2]


def test_the_same_record_always_gets_the_same_paragraph_vector(small):
    model = small.trained("pvdm")
    assert np.array_equal(model.infer([0, 1, 2]), model.infer([0, 1, 2]))
    assert not np.array_equal(model.infer([0, 1, 2]), model.infer([2, 1, 3]))


def test_an_inferred_vector_moves_towards_the_words_of_its_record(small):
    model = small.trained("pvdmx10")
    vector = model.infer([3] * 12)
    other = model.infer([5] * 12)
    assert model.outputs_[3] @ vector > model.outputs_[3] @ other


@pytest.mark.slow
def test_gensim_gives_the_same_vectors_from_the_same_seed():
    gensim = pytest.importorskip("gensim", reason="Training word vectors needs gensim (extra train).")
    assert gensim
    sentences = [["live", "hall", "open"], ["menu", "salad", "open"]] * 20
    one, other = embed.fit(sentences, 7), embed.fit(sentences, 7)
    assert one.places == other.places
    assert np.array_equal(one.rows, other.rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["w2v-mean", "locky", "pvdm"])
def test_classifiers_over_trained_vectors_learn_and_are_read_back(name, tmp_path):
    pytest.importorskip("gensim", reason="Training word vectors needs gensim (extra train).")
    import small_records

    model = small_records.trained(name)
    model.save(tmp_path / "m.npz")
    again = type(model).load(tmp_path / "m.npz")
    assert np.array_equal(model.probabilities(small_records.TEXTS), again.probabilities(small_records.TEXTS))
