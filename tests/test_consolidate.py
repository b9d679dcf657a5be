"""The same event on several pages is one; two events stay two."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from eventlocky.consolidate import consolidate, is_news
from eventlocky.crawl.links import Link
from eventlocky.crawl.notes import Note, Seen, mark
from eventlocky.types import Event, Place, Price, Proof, Source, Status, When

HOME = "http://x.example/"
TODAY = date(2026, 11, 16)


def at(day: int, hour: int | None = None, month: int = 11) -> When:
    return When(date(2026, month, day) if hour is None else datetime(2026, month, day, hour))


def event(title: str, when: When, link: str = "", confidence: float = 0.8, **fields) -> Event:
    return Event(title, when, link=f"{HOME}{link}" if link else None, confidence=confidence, **fields)


def note(
    path: str, *events: Event, title: str = "", headings: tuple[str, ...] = (), links: tuple[Link, ...] = (), lines=()
):
    url = f"{HOME}{path}"
    seen = tuple(
        Seen(replace(each, source=Source(url)), mark(f"title of {each.title}"), mark(f"when of {each.title} on {path}"))
        for each in events
    )
    return Note(url, title, headings, links, seen=seen, marks=frozenset(map(mark, lines)))


def titles(*notes: Note) -> list[tuple[str, object]]:
    return [(found.title, found.when.start) for found in consolidate(notes, TODAY)]


FIRST = note("")


def test_the_same_title_on_the_same_day_is_one_event_and_the_surest_stays():
    found = consolidate([
        FIRST, note("a", event("Jazz", at(20), confidence=0.5), event("Jazz", at(21))),
        note("b", event("jazz ", at(20), confidence=0.9)),
    ], TODAY)  # fmt: skip
    assert [(each.title, each.when.start, each.confidence) for each in found] == [
        ("jazz ", date(2026, 11, 20), 0.9), ("Jazz", date(2026, 11, 21), 0.8)
    ]  # fmt: skip


def test_two_events_of_one_day_stay_two():
    assert len(titles(FIRST, note("a", event("Jazz", at(20, 19)), event("Swing", at(20, 19))))) == 2
    assert len(titles(FIRST, note("a", event("Jazz", at(20, 15)), event("Jazz", at(20, 19))))) == 2
    assert len(titles(FIRST, note("a", event("Jazz", at(20, 15))), note("b", event("Jazz", at(20, 19))))) == 2
    assert (
        len(titles(FIRST, note("a", event("Chess Club", at(20, 18)), event("Chess Club for Children", at(20, 18)))))
        == 2
    )


def test_two_events_of_one_page_stay_two_when_another_page_has_one_of_them_again():
    both = note("a", event("Chess Club", at(20, 18)), event("Chess Club for Children", at(20, 18)))
    for title in ("Chess Club", "Chess Club for Children"):
        assert len(titles(FIRST, both, note("b", event(title, at(20, 18))))) == 2
        assert len(titles(FIRST, note("b", event(title, at(20, 18))), both)) == 2


def test_a_day_without_an_hour_and_the_same_day_with_one_are_one_event():
    (found,) = consolidate([FIRST, note("a", event("Jazz", at(20))), note("b", event("Jazz", at(20, 19)))], TODAY)
    assert found.when.start == datetime(2026, 11, 20, 19)


def test_a_list_s_record_and_its_own_page_are_one_event_with_the_best_of_both():
    (found,) = consolidate([
        FIRST,
        note("list", event("Jazz", at(20), "jazz", 0.9, image="i.png", proofs={"title": Proof("p", "Jazz"),
                                                                               "when": Proof("p", "20 Nov")})),
        note("jazz", event("An evening of Jazz with the Old Harbour Stompers", at(20, 19), confidence=0.6,
                           where=Place("Hall", "Quay 1"), price=Price((Decimal(12),), "EUR"), description="Long words",
                           status=Status.SOLD_OUT, organiser="Us")),
    ], TODAY)  # fmt: skip
    assert found.title == "Jazz"
    assert found.when.start == datetime(2026, 11, 20, 19)
    assert (found.where.name, found.price.amounts, found.description, found.image) == (
        "Hall",
        (12,),
        "Long words",
        "i.png",
    )
    assert (found.link, found.status, found.organiser) == (f"{HOME}jazz", Status.SOLD_OUT, "Us")
    assert set(found.proofs) == {"title"}  # the hour was read on the other page: its proof is not on this one


def test_every_field_has_the_proof_of_the_page_that_it_was_read_on():
    proofs = {name: Proof("p", name) for name in ("title", "when", "where")}
    (found,) = consolidate([
        FIRST,
        note("list", event("Jazz", at(20), "jazz", 0.9, proofs=proofs)),
        note("jazz", event("Jazz", at(20, 19), confidence=0.6, where=Place("Hall"), proofs=proofs)),
    ], TODAY)  # fmt: skip
    pages = {name: proof.page for name, proof in found.proofs.items()}
    assert found.source.url == f"{HOME}list"
    assert pages == {"title": "", "when": f"{HOME}jazz", "where": f"{HOME}jazz"}


def test_a_title_is_set_right_by_what_the_site_calls_the_page():
    found = titles(
        FIRST,
        note("list", event("Opera in three acts", at(20, 19), "foghorn"), event("Opera in three acts", at(27, 19), "foghorn"),
             links=(Link(f"{HOME}foghorn", "The Foghorn"),)),
        note("foghorn", title="The Foghorn | Opera House", headings=("Opera House", "The Foghorn"),
             lines=("Opera in three acts",)),
        note("about", title="About | Opera House", headings=("Opera House",)),
    )  # fmt: skip
    assert found == [("The Foghorn", datetime(2026, 11, 20, 19)), ("The Foghorn", datetime(2026, 11, 27, 19))]


def test_a_page_that_several_events_lead_to_names_none_of_them():
    links = (Link(f"{HOME}tickets", "Tickets"),)
    found = titles(
        FIRST, note("list", event("Jazz", at(20), "tickets"), event("Swing", at(21), "tickets"), links=links),
        note("tickets", title="Tickets", headings=("Tickets",)),
    )  # fmt: skip
    assert [title for title, _ in found] == ["Jazz", "Swing"]


def test_a_page_that_says_nothing_of_the_event_does_not_name_it():
    links = (Link(f"{HOME}tickets", "Tickets"),)
    tickets = note("tickets", title="Tickets | Hall", headings=("Tickets",), lines=("Tickets",))
    assert titles(FIRST, note("list", event("Jazz", at(20), "tickets"), links=links), tickets)[0][0] == "Jazz"


def test_the_name_of_the_site_is_no_title():
    found = titles(
        FIRST, note("list", event("Jazz", at(20), "jazz"), links=(Link(f"{HOME}jazz", "more"),)),
        note("jazz", title="The Hall", headings=("The Hall",)), note("a", title="The Hall", headings=("The Hall",)),
    )  # fmt: skip
    assert [title for title, _ in found] == ["Jazz"]


def test_the_hour_of_a_list_is_set_right_by_the_event_s_own_page():
    pages = [FIRST, note("list", event("Jazz", at(20, 11), "jazz", 0.7)), note("jazz", event("Jazz", at(20, 19)))]
    assert titles(*pages) == [("Jazz", datetime(2026, 11, 20, 19))]


def test_where_the_own_page_knows_two_hours_both_stay():
    pages = [
        FIRST, note("list", event("Jazz", at(20, 11), "jazz")),
        note("jazz", event("Jazz", at(20, 15)), event("Jazz", at(20, 19))),
    ]  # fmt: skip
    assert len(titles(*pages)) == 3


def test_a_day_that_the_own_page_does_not_know_is_left_out_where_it_is_surer():
    pages = [
        FIRST, note("list", event("Jazz", at(22), "jazz", 0.4), event("Jazz", at(29), "jazz", 0.9)),
        note("jazz", event("Jazz", at(29), confidence=0.8)),
    ]  # fmt: skip
    assert titles(*pages) == [("Jazz", date(2026, 11, 29))]
    doubtful = [*pages[:2], note("jazz", event("Posted", at(2), confidence=0.3))]
    assert len(titles(*doubtful)) == 3


def test_an_own_page_that_says_no_day_has_it_from_the_list():
    until = Event("Jazz", When(end=date(2026, 11, 30)), confidence=0.5)
    pages = [FIRST, note("list", event("Jazz", at(20), "jazz")), note("jazz", until, title="Jazz", headings=("Jazz",))]
    assert titles(*pages) == [("Jazz", date(2026, 11, 20))]
    assert len(titles(FIRST, note("jazz", until, title="Jazz", headings=("Jazz",)))) == 1


def test_a_ticket_s_price_makes_no_deal_and_a_price_cut_makes_one():
    plain, cut = Price((Decimal(12),)), Price((Decimal(12),), before=Decimal(20), after=Decimal(12))
    one = note("a", event("Jazz", at(20, 19)), event("Jazz", at(20, 19), kind="deal", price=plain))
    assert [found.kind for found in consolidate([FIRST, one], TODAY)] == ["event"]
    other = note("a", event("Tea", at(20)), event("Tea", at(20), kind="deal", price=cut))
    assert [found.kind for found in consolidate([FIRST, other], TODAY)] == ["deal"]


def test_an_evening_with_a_price_that_was_taken_for_a_deal_is_an_event_but_a_menu_for_weeks_is_not():
    evening = event("Jazz", at(20, 19), kind="deal", price=Price((Decimal(12),)))
    weeks = event(
        "Oysters", When(datetime(2026, 11, 20, 11), date(2026, 12, 20)), kind="deal", price=Price((Decimal(12),))
    )
    assert [found.kind for found in consolidate([FIRST, note("a", evening, weeks)], TODAY)] == ["event", "deal"]


def test_a_dish_for_weeks_is_what_it_is_surer_to_be():
    weeks, price = When(date(2026, 11, 20), date(2026, 12, 20)), Price((Decimal(12),))
    for sure, kind in ((0.9, "deal"), (0.5, "event")):
        both = note("a", event("Oysters", weeks), event("Oysters", weeks, confidence=sure, kind="deal", price=price))
        assert [found.kind for found in consolidate([FIRST, both], TODAY)] == [kind]


def test_what_comes_back_is_an_offer_where_that_is_surer():
    weekly, price = When(date(2026, 11, 24), rrule="FREQ=WEEKLY;BYDAY=TU"), Price((Decimal(158),))
    for sure, kind in ((0.9, "deal"), (0.5, "event")):
        both = note("a", event("Eggs", weekly), event("Eggs", weekly, confidence=sure, kind="deal", price=price))
        assert [found.kind for found in consolidate([FIRST, both], TODAY)] == [kind]


def test_the_heading_of_a_page_of_offers_is_no_event():
    offers = [event(name, When(end=date(2026, 11, 30)), kind="deal") for name in ("Bread", "Tea")]
    undated = event("Coupons of the month", When())
    assert [found.title for found in consolidate([FIRST, note("a", undated, *offers)], TODAY)] == ["Bread", "Tea"]
    assert len(consolidate([FIRST, note("a", undated, offers[0])], TODAY)) == 2


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("まぐろ解体セール", "deal"),
        ("毎月20日はポイント5倍", "deal"),
        ("Winterschlussverkauf", "deal"),
        ("Everything 20% off", "deal"),
        ("Book sale", "event"),
    ],
)
def test_what_names_itself_a_sale_is_a_deal_but_a_book_sale_is_to_go_to(title, kind):
    assert [found.kind for found in consolidate([FIRST, note("a", event(title, at(20, 9)))], TODAY)] == [kind]


def frame(path: str, *seen: Seen) -> Note:
    return Note(f"{HOME}{path}", seen=seen, marks=frozenset({mark("Closed 24 December")}))


def test_a_date_of_the_frame_with_a_title_of_the_page_is_no_event():
    closed = mark("Closed 24 December")
    pages = [
        frame(path, Seen(event(title, at(24, month=12), confidence=0.9), mark(title), closed))
        for path, title in (("a", "Jazz"), ("b", "Swing"), ("c", "Tango"))
    ]
    assert titles(FIRST, *pages) == []


def test_what_stands_in_the_frame_is_an_event_only_where_it_leads_somewhere():
    closed = mark("Closed 24 December")
    for link, count in (("", 0), ("fair", 1)):
        pages = [frame(path, Seen(event("Fair", at(24, month=12), link), closed, closed)) for path in "abc"]
        assert len(titles(FIRST, *pages)) == count


@pytest.mark.parametrize(
    ("path", "count"), [("news/fire", 0), ("aktuelles/fire", 0), ("whats-on/archive/", 1), ("a", 1)]
)
def test_news_tell_what_has_been(path, count):
    assert len(titles(FIRST, note(path, event("Fire put out", at(9))))) == count
    assert len(titles(FIRST, note(path, event("Fire drill", at(30))))) == 1


def test_a_page_of_events_is_no_news_page():
    assert is_news(note("news/"))
    assert not is_news(note("news-and-events/"))


def test_what_was_over_years_ago_is_history():
    assert titles(FIRST, note("a", event("Founded", When(date(1971, 11, 9))), event("Tuesdays", When(
        date(2020, 1, 7), rrule="FREQ=WEEKLY")))) == [("Tuesdays", date(2020, 1, 7))]  # fmt: skip


def test_nothing_gives_nothing_and_the_same_twice_the_same():
    assert consolidate([], TODAY) == ()
    notes = [FIRST, note("a", event("Jazz", at(20), "b"), event("Swing", at(20))), note("b", event("Jazz", at(20, 9)))]
    assert consolidate(notes, TODAY) == consolidate(notes, TODAY)


def test_a_thousand_events_of_one_day_are_put_together_in_no_time():
    import time

    notes = [note(f"p{page}", *(event(f"Event {page} {number}", at(20)) for number in range(250))) for page in range(8)]
    begun = time.process_time()
    consolidate(notes, TODAY)
    assert time.process_time() - begun < 5


def test_a_menu_around_opening_hours_does_not_make_them_an_event():
    hours = mark("Open church daily 9 to 18")

    def page(path: str, heading: str) -> Note:
        seen = Seen(event("Open church", at(16, 9), "diary"), hours, hours)
        return Note(f"{HOME}{path}", headings=(heading,), seen=(seen,), marks=frozenset({hours}))

    def found(heading: str) -> list[tuple[str, object]]:
        return titles(FIRST, page("a", "Welcome"), page("b", "Contact"), page("diary", heading))

    assert found("Our diary") == []
    assert found("The open church") == [("Open church", at(16, 9).start)]


def test_the_first_page_at_another_address_is_no_event_s_own_page():
    hours = mark("Open church daily 9 to 18")
    pages = [
        Note(f"{HOME}{path}", seen=seen, marks=frozenset({hours}), text_mark="first" if "index" in path else path)
        for path, seen in (
            ("a", (Seen(event("Open church", at(16, 9), "index.htm"), hours, hours),)),
            ("b", ()),
            ("index.htm", ()),
        )
    ]
    assert titles(replace(FIRST, text_mark="first"), *pages) == []


def test_an_event_and_a_deal_with_their_day_from_the_same_words_are_one_with_the_surer_name():
    weeks = When(date(2026, 11, 20), date(2026, 12, 20))
    said = {"when": Proof("html/body/p[2]", "20 November to 20 December")}
    meal = event("Five oysters, white sauce", weeks, proofs=said)
    offer = event("Oysters au gratin", weeks, confidence=0.9, kind="deal", proofs=said, price=Price((Decimal(12),)))
    assert [(one.kind, one.title) for one in consolidate([FIRST, note("a", meal, offer)], TODAY)] == [
        ("deal", "Oysters au gratin")
    ]
    evening, ticket = (replace(one, when=at(20, 19)) for one in (meal, offer))
    assert [(one.kind, one.title) for one in consolidate([FIRST, note("a", evening, ticket)], TODAY)] == [
        ("event", "Oysters au gratin")
    ]
    other = replace(offer, proofs={"when": Proof("html/body/p[7]", "20 November to 20 December")})
    assert len(consolidate([FIRST, note("a", meal, other)], TODAY)) == 2
