"""What every classifier must keep, whatever its model."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import classify, kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.types import Record

PAGE = "<ul><li>Concert 1 May 2026<li>公演 2026年5月2日<li><li>Posted 3 May 2026, 2 comments</ul>"


@pytest.fixture(params=sorted(classify.CLASSIFIERS))
def classifier(request, small, tmp_path):
    if request.param not in classify.TEXT_CLASSIFIERS:
        return classify.get(request.param)
    file = tmp_path / "model.npz"
    small.trained(request.param).save(file)
    return classify.get(request.param, str(file))


@pytest.fixture(params=["event", "talk", "deal"])
def kind(request):
    return kinds.load(request.param)


@pytest.fixture
def page():
    tree = parse(PAGE)
    return tree, annotate(tree, {"date", "money", "percent"}, date(2026, 5, 1))


def test_every_record_gets_a_figure_from_0_to_1(classifier, kind, page):
    tree, annotations = page
    found = [Record(row, tree.ends[row]) for row in range(len(tree))]
    labels = classifier.label(tree, annotations, found, kind)
    assert len(labels) == len(found)
    assert all(0 <= label <= 1 for label in labels)


def test_the_answer_is_the_same_twice(classifier, kind, page):
    tree, annotations = page
    found = [Record(row, tree.ends[row]) for row in range(len(tree))]
    assert classifier.label(tree, annotations, found, kind) == classifier.label(tree, annotations, found, kind)


def test_no_records_no_labels(classifier, kind, page):
    tree, annotations = page
    assert classifier.label(tree, annotations, [], kind) == []
