"""Proofs that lead to some letters of a script."""

from __future__ import annotations

import pytest

from eventlocky import page
from eventlocky.markup.base import Said

TREE = page.parse('<p>words</p><script id="data">{"name": "Choir"}</script><script>x</script>')


def test_a_proof_leads_to_its_letters():
    [row] = TREE.select("#data")
    proof = Said("Choir", row, letters=(10, 15)).proof(TREE)
    assert (proof.path, proof.text) == ("#data/text()#char=10,15", "Choir")
    assert TREE.read(proof.path) == "Choir"


@pytest.mark.parametrize(
    "path", ["#data/text()#char=", "#data/text()#char=1", "#data/text()#char=a,b", "#no/text()#char=1,2"]
)
def test_letters_that_are_not_there_are_nothing(path):
    assert not TREE.read(path)


def test_letters_beyond_the_end_are_cut():
    assert TREE.read("#data/text()#char=10,999999") == 'Choir"}'
