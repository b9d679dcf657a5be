"""The pruned page: which elements stay, and when two have the same column."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky.page import Tree, parse
from eventlocky.records.blocks import Blocks, prune

trees = st.recursive(
    st.sampled_from(["<p></p>", "<hr>", "<b></b>", "words", "<br>"]),
    lambda below: st.tuples(st.sampled_from(["div", "section", "span"]), st.lists(below, max_size=4)).map(
        lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>",
    ),
    max_leaves=25,
)


def column(tree: Tree, blocks: Blocks, row: int) -> list[str]:
    """Read the tags of an element breadth first, as the papers do."""
    queue = [row]
    for each in queue:
        queue += blocks.children.get(each, [])
    return [tree.tags[each] for each in queue]


def kept(html: str) -> list[str]:
    tree = parse(html)
    return [tree.tags[row] for row in sorted(prune(tree).columns)]


def test_inline_elements_and_line_breaks_are_pruned():
    assert kept("<p>a <b>b</b><br><a href=x>c</a></p><hr><table><tr><td>d</table>") == [
        *("p", "hr", "table", "tbody", "tr", "td"),
    ]


def test_a_link_around_a_card_stays():
    assert kept("<a href=x><span><div>card</div></span></a><a href=y>words</a>") == ["a", "span", "div"]


def test_the_children_of_a_block_stand_in_their_order():
    tree = parse("<dl><dt>a<dd>b<dd>c</dl>")
    blocks = prune(tree)
    (top,) = blocks.children[tree.body]
    assert [tree.tags[row] for row in blocks.children[top]] == ["dt", "dd", "dd"]


def test_a_page_without_blocks_is_pruned_to_nothing():
    assert prune(parse("words <b>alone</b>")) == Blocks({}, {})


@settings(max_examples=300, deadline=None, database=None)
@given(st.lists(trees, max_size=4))
def test_numbers_are_equal_exactly_where_the_columns_are(parts):
    tree = parse("".join(parts))
    blocks = prune(tree)
    written = {row: column(tree, blocks, row) for row in blocks.columns}
    for one, other in combinations(blocks.columns, 2):
        assert (blocks.columns[one] == blocks.columns[other]) == (written[one] == written[other])


def test_a_column_says_nothing_of_whose_child_an_element_is():
    tree = parse("<div><div><p></p></div><div></div></div><div><div></div><div><p></p></div></div>")
    blocks = prune(tree)
    one, other = blocks.children[tree.body]
    assert blocks.columns[one] == blocks.columns[other]
    assert tree.shapes[one] != tree.shapes[other]
