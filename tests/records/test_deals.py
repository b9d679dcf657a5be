"""The finder of deals: lists of offers, whatever recurs in them, and pages that are one offer."""

from __future__ import annotations

import gc
from datetime import date
from time import process_time

import numpy as np
import pytest

import eventlocky
from eventlocky import kinds, records
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records import deals as deals_finder
from eventlocky.records import offers
from eventlocky.records.offers import Shelf

DAY = date(2026, 5, 1)
NAMES = ["Oak Shelf", "Tin Kettle", "Wool Blanket", "Reading Lamp", "Bread Knife", "Garden Chair"]
FURNITURE = """<header><ul><li><a href=/>Home</a><li><a href=/help>Help</a></ul>Basket: 0 items $0.00</header>"""


def deals(html: str) -> list[eventlocky.Event]:
    return eventlocky.extract(html, "https://shop.example/sale", kind="deal", fetched=DAY)


def titles(html: str) -> list[str]:
    return [event.title for event in deals(html)]


def cards(names: list[str], without: tuple[int, ...] = ()) -> str:
    card = "<div class=item><a href=/{0}><img src=/{0}.jpg></a><h3><a href=/{0}>{1}</a></h3>{2}</div>"
    price = "<s>${0}0.00</s> <b>${0}.50</b>"
    return "<h1>Spring sale</h1><div class=grid>" + "".join(
        card.format(number, name, "<i>Sold out</i>" if number in without else price.format(number + 2))
        for number, name in enumerate(names)
    )


def test_cards_give_their_names_prices_links_and_pictures():
    found = deals(FURNITURE + cards(NAMES))
    assert [event.title for event in found] == NAMES
    assert (str(found[0].price.before), str(found[0].price.after)) == ("20.00", "2.50")
    assert found[1].link == "https://shop.example/1"
    assert found[1].image == "https://shop.example/1.jpg"


def test_rows_of_a_table_are_offers():
    lines = "".join(
        f"<tr><td><a href=/{n}>{name}</a><td>Good and cheap<td>€ {n + 3},90</tr>" for n, name in enumerate(NAMES)
    )
    assert titles(f"{FURNITURE}<h1>Angebote</h1><table>{lines}</table>") == NAMES


def test_lines_of_a_list_are_offers():
    lines = "".join(f"<li><b>{name}</b> was £{n + 9} now £{n + 5}</li>" for n, name in enumerate(NAMES))
    assert titles(f"{FURNITURE}<h1>Deals of the week</h1><ul>{lines}</ul>") == NAMES


def test_names_that_look_like_dates_and_times_stay_whole():
    names = ["TS-29 LED Projector", "1:10 Rock Buggy", "ZD-20U Soldering Iron", "2-in-1 Set Tablet", "WT-21 OLED Watch"]
    assert titles(FURNITURE + cards(names)) == names


def test_food_without_a_currency_is_offered():
    prices = ("3 för 22,00", "19,90/kg", "12,90/st", "2 för 18,00", "44,90/frp", "23,90/frp")
    lines = "".join(
        f"<tr><td>{name}<br><small>Bay</small><td>200 g<td>{price}<td><a href=/a>Köp</a></tr>"
        for name, price in zip(NAMES, prices, strict=True)
    )
    assert titles(f"{FURNITURE}<h1>Veckans erbjudanden</h1><table>{lines}</table>") == NAMES


def test_a_sale_of_days_without_any_price_is_one():
    tiles = "".join(
        f"<div class=event><a href=/e/{n}><img src=/{n}.jpg><span class=name>{name}</span>"
        f"<span>Light and bright.</span><span>Ends in {n + 1} days</span><span>shop now</span></a></div>"
        for n, name in enumerate(NAMES * 2)
    )
    assert titles(f"{FURNITURE}<h1>Today's sales</h1>{tiles}") == NAMES * 2


def test_the_days_of_an_offer_may_stand_in_a_tip():
    tip = "<a data-bs-content='Giltig 31/3 2026 - 20/4 2026&lt;br&gt;293,33/kg' title='4/5'>i</a>"
    page = cards(NAMES).replace("</h3>", f"</h3>{tip}")
    assert {str(event.when.start) for event in deals(FURNITURE + page)} == {"2026-03-31"}


def test_surer_lists_in_the_place_of_one_are_taken_in_its_stead():
    def weighed(units: list[int], chance: float) -> deals_finder.Weighed:
        shelf = Shelf("money", tuple((row, row + 2) for row in units), tuple(units))
        return deals_finder.Weighed(shelf, None, [], np.full(len(units), chance))  # type: ignore[arg-type]

    one, left, right = weighed([0, 2, 4, 6, 8, 10], 0.7), weighed([0, 2, 4], 0.9), weighed([6, 8, 10], 0.9)
    assert deals_finder.is_worth_less(one, [one, left, right])
    assert not deals_finder.is_worth_less(one, [one, left])
    assert not deals_finder.is_worth_less(left, [one, left, right])


def test_lists_that_have_the_units_of_another_in_pieces_go_before_it():
    def weighed(units: list[tuple[int, int]], chance: float) -> deals_finder.Weighed:
        shelf = Shelf("money", tuple(units), ())
        return deals_finder.Weighed(shelf, None, [], np.full(len(units), chance))  # type: ignore[arg-type]

    tree = parse(b"<p>1<div>2</div><p>3", "https://shop.example/")
    whole, pieces = weighed([(0, 2), (2, 6)], 0.9), weighed([(0, 2), (2, 4), (4, 6)], 0.8)
    assert deals_finder.is_in_pieces(tree, whole, [whole, pieces])
    assert not deals_finder.is_in_pieces(tree, pieces, [whole, pieces])
    assert not deals_finder.is_in_pieces(tree, whole, [whole, weighed([(0, 2), (2, 4), (4, 6)], 0.5)])


def test_cards_that_are_alike_go_before_two_that_are_taken_for_one():
    tree = parse(
        b"<div class=a>1</div><div class=a>2</div><div class=a>3</div><div class=b>4</div>", "https://a.example/"
    )
    first, second, third, other = (row for row in range(len(tree.tags)) if tree.tags[row] == "div")

    def weighed(units: list[tuple[int, int]], chance: float) -> deals_finder.Weighed:
        shelf = Shelf("money", tuple(units), ())
        return deals_finder.Weighed(shelf, None, [], np.full(len(units), chance))  # type: ignore[arg-type]

    two_for_one = weighed([(first, second), (second, other)], 0.9)
    cards = weighed([(first, second), (second, third), (third, other)], 0.6)
    assert deals_finder.is_in_pieces(tree, two_for_one, [two_for_one, cards])
    pairs = weighed([(first, third), (third, tree.ends[other])], 0.9)
    every = weighed([(first, second), (second, third), (third, other), (other, tree.ends[other])], 0.5)
    assert not deals_finder.is_in_pieces(tree, pairs, [pairs, every])


def test_a_word_at_the_foot_of_the_page_of_one_offer_is_no_second_one():
    offer = "<h1>Escape Room for Four</h1><p><s>€96</s> <b>€60</b> <em>You save €36</em><button>Buy now</button>"
    foot = "<div><h5>Company</h5><a href=/about>About</a></div><div><h5>Save 5% with the app</h5><p>A small thank-you.</div>"
    assert titles(f"{FURNITURE}<div><div>{offer}</div></div><div>{foot}</div>") == ["Escape Room for Four"]


def test_what_is_sold_out_among_offers_is_one_too():
    assert titles(FURNITURE + cards(NAMES, without=(2,))) == NAMES


def test_offers_may_bear_the_same_name():
    assert titles(FURNITURE + cards(["Oak Shelf"] * 4)) == ["Oak Shelf"] * 4


def test_a_page_may_be_one_offer():
    page = (
        f"{FURNITURE}<div><h1>Tin Kettle</h1><p><s>$40</s> <b>$25</b><button>Add to cart</button><p>It whistles.</div>"
    )
    assert titles(page) == ["Tin Kettle"]


@pytest.mark.parametrize(
    "html",
    [
        "<article><h1>City repairs the bridge</h1><p>It cost $4,000,000 in all.<p>The mayor paid $12 for a ticket.</article>",
        "<h1>Our roofs</h1><p>We build roofs.<p>Call us.",
        "<ul><li><a href=/1>Roof mended</a><li><a href=/2>Bridge painted</a><li><a href=/3>Pool open</a></ul>",
        "",
    ],
)
def test_pages_that_sell_nothing_have_no_deals(html):
    assert titles(html) == []


def test_units_of_a_list_do_not_overlap():
    tree = parse(FURNITURE + cards(NAMES))
    annotations = annotate(tree, {"money", "percent", "date"}, DAY)
    for shelf in offers.propose(tree, annotations):
        stops = [stop for _, stop in shelf.units]
        assert all(first >= stop for (first, _), stop in zip(shelf.units[1:], stops, strict=False))


def test_a_kind_of_money_without_a_model_is_cut_as_patterns_does(tmp_path):
    (tmp_path / "flat.toml").write_text(
        'name = "flat"\nsummary = "Flats."\nanchor = "money"\nneeds = ["title", "money"]\nclassifier = "rules"\nthreshold = 0.4\n'
    )
    kind = kinds.load(str(tmp_path / "flat.toml"))
    tree = parse("<ul><li>Room by the sea €400</li><li>Room by the lake €500</li></ul>")
    annotations = annotate(tree, {"money"}, DAY)
    assert records.get("best").find(tree, annotations, kind) == records.get("patterns").find(tree, annotations, kind)


@pytest.mark.parametrize("page", [cards, lambda names: "<ul>" + "".join(f"<li>{name} $5" for name in names)])
def test_ten_times_the_offers_cost_about_ten_times_as_much(page):
    kind, finder = kinds.load("deal"), records.get("best")

    def cost(count: int) -> float:
        tree = parse(page([f"Thing {number}" for number in range(count)]))
        annotations = annotate(tree, {"money", "percent", "date"}, DAY)
        gc.collect()
        begun = process_time()
        finder.find(tree, annotations, kind)
        return process_time() - begun

    cost(20)
    assert min(cost(2_000) for _ in range(2)) < 25 * min(cost(200) for _ in range(3))
