"""Accounts, saved searches, deliveries and corrections."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from eventlocky.errors import StoreError
from eventlocky.store import Query, queries
from eventlocky.types import Event, Organisation, Place, Status, When

HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
JAZZ = Event("Jazz Night", When(datetime(2026, 12, 5, 19, 30)), link="https://harbour.example/jazz")
TALK = Event("A talk on tides", When(datetime(2026, 12, 6, 18)))


@pytest.fixture
def anna(store):
    store.keep(HALL, HALL.website, "event", [JAZZ, TALK])
    return store.accounts.add(" Anna@Example.org ", "argon", "Anna").id


def uid(store, words="jazz"):
    return store.search(Query(words=words, missing=True)).hits[0].uid


# Accounts ----------------------------------------------------------------------------------------


def test_an_account_is_found_by_its_address_whatever_the_case(store, anna):
    found = store.accounts.find("ANNA@example.ORG")
    assert (found.id, found.email, found.role, found.confirmed) == (anna, "anna@example.org", "reader", None)
    assert store.accounts.find("nobody@example.org") is None
    assert store.accounts.get(99) is None
    assert [account.id for account in store.accounts.all()] == [anna]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda people, _: people.add("anna@EXAMPLE.org", "x"),
        lambda people, _: people.add("no address", "x"),
        lambda people, _: people.add("a\n@example.org", "x"),
        lambda people, _: people.add("b@example.org", "x", role="emperor"),
        lambda people, anna: people.change(anna, role="emperor"),
        lambda people, anna: people.change(anna, colour=7),
        lambda people, _: people.change(99, name="x"),
        lambda people, anna: people.rate(anna, "nobody", 3),
        lambda people, _: people.give(99, "session", "d", 10),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(store, anna, wrong):
    with pytest.raises(StoreError, match=r"\.$"):
        wrong(store.accounts, anna)


def test_an_account_changes(store, clock, anna):
    changed = store.accounts.change(
        anna, name="Anna B.", role="editor", confirmed=clock.now, profile={"words": ["jazz"]}
    )
    assert (changed.name, changed.role, changed.confirmed, changed.profile) == (
        "Anna B.",
        "editor",
        clock.now,
        {"words": ["jazz"]},
    )


def test_a_secret_is_good_for_its_time_its_purpose_and_where_asked_once(store, clock, anna):
    people = store.accounts
    people.give(anna, "session", "digest", 60)
    assert people.holder("session", "digest").id == anna
    assert people.holder("reset", "digest") is None
    assert people.take("session", "digest").id == anna
    assert people.take("session", "digest") is None
    people.give(anna, "session", "other", 60)
    clock.on(seconds=61)
    assert people.holder("session", "other") is None
    people.give(anna, "session", "third", 60)
    people.end_all(anna, "session")
    assert people.holder("session", "third") is None


def test_events_are_rated(store, anna):
    other = store.accounts.add("b@example.org", "x").id
    store.accounts.rate(anna, uid(store), 5)
    store.accounts.rate(anna, uid(store), 4)
    store.accounts.rate(other, uid(store), 1)
    assert store.accounts.rating(uid(store)) == (2.5, 2)
    store.accounts.rate(other, uid(store), None)
    assert store.accounts.rating(uid(store)) == (4.0, 1)
    assert store.accounts.rating("nobody") == (0.0, 0)
    with pytest.raises(StoreError, match="one to 5"):
        store.accounts.rate(anna, uid(store), 6)


def test_everything_of_somebody_is_exported_and_deleted(store, anna):
    store.accounts.rate(anna, uid(store), 5)
    store.searches.add(anna, "Jazz", Query(words="jazz"), "email", 3_600)
    store.corrections.add(uid(store), "title", "Jazz", anna)
    told = store.accounts.export(anna)
    assert (len(told["ratings"]), len(told["searches"]), len(told["corrections"])) == (1, 1, 1)
    assert "argon" not in str(told)
    store.accounts.delete(anna)
    assert store.accounts.get(anna) is None
    assert store.searches.of(anna) == []
    assert store.accounts.rating(uid(store)) == (0.0, 0)
    assert store.corrections.open()[0].account is None


# Saved searches ----------------------------------------------------------------------------------


@pytest.fixture
def saved(store, anna):
    return store.searches.add(anna, "Jazz", Query(words="jazz"), "email", 3_600, "anna@example.org")


def told(store, saved, batch):
    return [(notice.what, notice.hit.event.title) for notice in store.searches.claim(saved.id, batch)]


def test_an_event_is_told_once_then_its_changes(store, clock, saved):
    assert [search.id for search in store.searches.due()] == [saved.id]
    assert told(store, saved, "1") == [("new", "Jazz Night")]
    assert store.searches.due() == []
    clock.on(hours=2)
    assert told(store, saved, "2") == []
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, description="With Anna"), TALK])
    assert told(store, saved, "3") == []
    clock.on(hours=2)
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, status=Status.CANCELLED), TALK])
    assert told(store, saved, "4") == [("cancelled", "Jazz Night")]
    assert told(store, saved, "5") == []
    clock.on(hours=2)
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, when=When(date(2026, 12, 24))), TALK])
    assert [what for what, _ in told(store, saved, "6")] == ["on again"]


def test_what_was_claimed_and_not_sent_is_given_back(store, saved):
    assert len(told(store, saved, "1")) == 1
    store.searches.release("1")
    assert [search.id for search in store.searches.due()] == [saved.id]
    assert len(store.searches.preview(saved.id)) == 1
    assert len(told(store, saved, "2")) == 1
    store.searches.sent("2")
    store.searches.release("2")
    assert told(store, saved, "3") == []


def test_an_event_that_was_merged_is_not_told_again(store, clock, saved):
    guide = Organisation("Guide", "https://guide.example/")
    store.keep(guide, guide.website, "event", [Event("Jazz late", When(datetime(2026, 12, 9, 19)), Place("Quay"))])
    assert len(told(store, saved, "1")) == 2
    one, other = (hit.uid for hit in store.search(Query(words="jazz")).hits)
    store.merge(one, other)
    clock.on(hours=2)
    assert told(store, saved, "2") == []


def test_several_changes_are_told_as_one_from_what_was_told_to_what_is(store, clock, saved):
    told(store, saved, "1")
    for hour in (20, 21):
        clock.on(hours=2)
        store.keep(HALL, HALL.website, "event", [replace(JAZZ, when=When(datetime(2026, 12, 5, hour))), TALK])
    clock.on(hours=2)
    late = replace(JAZZ, when=When(datetime(2026, 12, 5, 21)), status=Status.SOLD_OUT)
    store.keep(HALL, HALL.website, "event", [late, TALK])
    (notice,) = store.searches.claim(saved.id, "2")
    assert (notice.what, notice.changes["start"]) == ("sold out", ("2026-12-05T19:30", "2026-12-05T21:00"))


def test_what_is_again_as_it_was_told_is_no_news(store, clock, saved):
    told(store, saved, "1")
    for status in (Status.CANCELLED, Status.SCHEDULED):
        clock.on(hours=2)
        store.keep(HALL, HALL.website, "event", [replace(JAZZ, status=status), TALK])
    assert told(store, saved, "2") == []


def test_what_left_its_page_or_was_cancelled_before_it_was_told_is_no_news(store, clock, saved):
    told(store, saved, "1")
    clock.on(hours=2)
    store.keep(
        HALL, HALL.website, "event", [TALK, Event("Late jazz", When(date(2026, 12, 9)), status=Status.CANCELLED)]
    )
    assert "no longer on its page" in [version.what for version in store.history(uid(store, "jazz night"))]
    assert told(store, saved, "2") == []


def test_changes_of_what_is_over_are_told_to_nobody(store, clock, saved):
    told(store, saved, "1")
    clock.on(days=30)
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, status=Status.CANCELLED), TALK])
    assert told(store, saved, "2") == []


def test_the_last_of_a_thousand_hits_is_told_too(store, clock, saved):
    many = [Event(f"Jazz {number}", When(datetime(2027, 1 + number // 28 % 12, 1 + number % 28, 8 + number // 336 * 4)))
            for number in range(1_000)]  # fmt: skip
    store.keep(HALL, HALL.website, "event", [JAZZ, *many])
    heard = set()
    for number in range(4):
        heard |= {notice.uid for notice in store.searches.claim(saved.id, str(number))}
        clock.on(hours=2)
    assert len(heard) == 1_001


def test_only_what_is_due_is_claimed_and_the_next_time_can_be_said(store, clock, saved):
    later = clock.now + timedelta(days=3)
    assert len(store.searches.claim(saved.id, "1", later)) == 1
    assert store.searches.get(saved.id).due == later
    store.keep(HALL, HALL.website, "event", [JAZZ, TALK, Event("More jazz", When(date(2026, 12, 9)))])
    clock.on(days=2)
    assert (store.searches.due(), store.searches.claim(saved.id, "2")) == ([], [])
    clock.on(days=1)
    assert len(store.searches.claim(saved.id, "2")) == 1


def test_a_clock_that_was_far_ahead_does_not_silence_a_search(store, clock, saved):
    clock.on(days=365)
    told(store, saved, "1")
    clock.on(days=-365)
    assert [search.id for search in store.searches.due()] == [saved.id]
    assert told(store, saved, "2") == [("new", "Jazz Night")]
    assert told(store, saved, "3") == []


def test_what_was_claimed_and_never_said_to_be_sent_is_listed(store, clock, saved):
    told(store, saved, "1")
    (left,) = store.searches.unsettled()
    assert (left.batch, left.search, left.claimed, left.notices) == ("1", saved.id, clock.now, 1)
    store.searches.sent("1")
    assert store.searches.unsettled() == []
    store.searches.release("1", clock.now + timedelta(hours=5))
    assert told(store, saved, "2") == []


def test_a_saved_search_changes(store, clock, saved):
    changed = store.searches.change(saved.id, name="Soul", every_s=86_400, target="t", is_active=False, due=clock.now)
    assert (changed.name, changed.every_s, changed.target, changed.is_active) == ("Soul", 86_400, "t", False)
    assert store.searches.find(saved.unsubscribe) == changed
    assert store.searches.find("guess") is None
    for wrong in ({"colour": 1}, {"every_s": 1}, {"every_s": 1e12}, {"every_s": "x"}):
        with pytest.raises(StoreError, match=r"\.$"):
            store.searches.change(saved.id, **wrong)


def test_a_feed_is_never_due(store, anna):
    store.searches.add(anna, "Jazz", Query(words="jazz"), "feed", 3_600)
    assert store.searches.due() == []


def test_one_click_ends_it(store, saved):
    assert store.searches.unsubscribe(saved.unsubscribe)
    assert not store.searches.unsubscribe("guess")
    assert store.searches.due() == []
    assert told(store, saved, "1") == []
    store.searches.delete(saved.id)
    assert store.searches.get(saved.id) is None


@pytest.mark.parametrize(
    ("channel", "every_s", "account"), [("pigeon", 3_600, 1), ("email", 1, 1), ("email", 3_600, 99)]
)
def test_a_search_that_cannot_be_saved_is_said(store, anna, channel, every_s, account):
    with pytest.raises(StoreError, match=r"\.$"):
        store.searches.add(account, "x", Query(), channel, every_s)


def test_a_query_is_written_and_read_back():
    query = Query(
        words="ジャズ",
        near=(1.5, 2.5),
        since=date(2026, 1, 1),
        kinds=("event", "deal"),
        free=True,
        box=(1.0, 2.0, 3.0, 4.0),
    )
    assert queries.read(queries.write(query)) == query
    assert queries.write(Query()) == "{}"
    for text in ("", "[]", '{"colour": 1}', '{"since": "soon"}', "[" * 100_000):
        with pytest.raises(StoreError, match="no search"):
            queries.read(text)


# What accounts over the web need ------------------------------------------------------------------


def test_secrets_are_listed_with_their_labels_and_end_one_by_one(store, clock, anna):
    people = store.accounts
    people.give(anna, "session", "one", 60, "Firefox")
    clock.on(seconds=1)
    people.give(anna, "session", "two", 600, "Laptop")
    people.give(anna, "reset", "three", 600)
    other = people.add("b@example.org", "x").id
    assert [(secret.digest, secret.label) for secret in people.secrets(anna, "session")] == [
        ("two", "Laptop"),
        ("one", "Firefox"),
    ]
    assert people.secret("session", "two").account == anna
    assert people.secret("reset", "two") is None
    assert not people.end(other, "session", "one")
    assert people.end(anna, "session", "one")
    assert not people.end(anna, "session", "one")
    people.give(anna, "session", "four", 600)
    people.end_all(anna, "session", but="four")
    assert [secret.digest for secret in people.secrets(anna, "session")] == ["four"]
    clock.on(days=1)
    assert people.secrets(anna, "session") == []
    assert people.secret("session", "four") is None


def test_the_last_admin_stays(store, anna):
    people = store.accounts
    people.change(anna, role="admin")
    for remove in (lambda: people.change(anna, role="reader"), lambda: people.delete(anna)):
        with pytest.raises(StoreError, match="last admin"):
            remove()
    people.change(anna, name="Still", role="admin")
    other = people.add("b@example.org", "x", role="admin").id
    assert people.change(anna, role="editor").role == "editor"
    with pytest.raises(StoreError, match="last admin"):
        people.delete(other)
    people.delete(99)


def test_one_s_own_stars_are_known(store, anna):
    assert store.accounts.stars(anna, uid(store)) is None
    store.accounts.rate(anna, uid(store), 4)
    assert store.accounts.stars(anna, uid(store)) == 4
    assert store.accounts.stars(anna, "nobody") is None


def test_accepted_corrections_are_hints_of_their_site(store, anna):
    for words in ("jazz", "tides"):
        given = store.corrections.add(uid(store, words), "place", "Quay 3")
        assert store.corrections.get(given.id) == given
        store.corrections.judge(given.id, anna, accept=True)
    store.corrections.judge(store.corrections.add(uid(store, "tides"), "wrong", "").id, anna, accept=True)
    store.corrections.judge(store.corrections.add(uid(store), "price", "free").id, anna, accept=False)
    hints = store.corrections.hints(HALL.website)
    assert [(hint.field, hint.was, hint.said, hint.events) for hint in hints] == [
        ("place", "", "Quay 3", 2),
        ("wrong", "A talk on tides", "", 1),
    ]
    assert store.corrections.hints() == hints
    assert store.corrections.hints("https://other.example/") == []
    assert store.corrections.get(99) is None


# Corrections -------------------------------------------------------------------------------------


def test_an_accepted_correction_holds_whatever_the_page_goes_on_saying(store, clock, anna):
    given = store.corrections.add(uid(store), "start", "2026-12-05T20:00", anna, "The door told me")
    assert (given.was, given.state) == ("2026-12-05T19:30", "open")
    assert [correction.id for correction in store.corrections.open()] == [given.id]
    assert store.corrections.judge(given.id, anna, accept=True).state == "accepted"
    clock.on(days=1)
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, description="More"), TALK])
    assert store.get(uid(store)).event.when.start == datetime(2026, 12, 5, 20)
    assert "corrected" in [version.what for version in store.history(uid(store))]
    assert store.corrections.open() == []
    with pytest.raises(StoreError, match="accepted already"):
        store.corrections.judge(given.id, anna, accept=False)


def test_a_rejected_correction_changes_nothing(store, anna):
    given = store.corrections.add(uid(store), "title", "Rock Night")
    store.corrections.judge(given.id, anna, accept=False)
    assert store.get(uid(store)).event.title == "Jazz Night"


def test_what_is_no_event_is_found_no_more(store, clock, anna):
    name = uid(store)
    store.corrections.judge(store.corrections.add(name, "wrong", "").id, anna, accept=True)
    assert store.search(Query(words="jazz", missing=True)).hits == ()
    clock.on(days=1)
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, description="More"), TALK])
    assert store.search(Query(words="jazz", missing=True)).hits == ()
    assert store.get(name) is not None


@pytest.mark.parametrize(
    ("field", "said"),
    [("colour", "red"), ("start", "soon"), ("status", "lost"), ("title", "  ")],
)
def test_a_correction_that_does_not_fit_is_refused(store, anna, field, said):
    with pytest.raises(StoreError):
        store.corrections.add(uid(store), field, said)


def test_every_field_can_be_corrected(store, anna):
    for field, said in (("title", "Rock"), ("end", "2026-12-05"), ("place", "Quay"), ("address", "Street 1"), ("price", "free"),
                        ("link", "https://x.example/"), ("status", "sold_out"), ("category", "music"), ("organiser", "Us"),
                        ("description", "Text"), ("image", "")):  # fmt: skip
        given = store.corrections.add(uid(store, "tides"), field, said)
        assert store.corrections.judge(given.id, None, accept=True).state == "accepted"
        if field == "title":
            store.corrections.judge(
                store.corrections.add(uid(store, "rock"), "title", "A talk on tides").id, None, accept=True
            )
    event = store.get(uid(store, "tides")).event
    assert (event.where.name, event.where.address, event.price.free, event.status) == (
        "Quay",
        "Street 1",
        True,
        Status.SOLD_OUT,
    )


def test_what_was_accepted_can_be_learned_from(store, anna, tmp_path):
    import json

    from eventlocky.train.corrections import load

    store.corrections.judge(store.corrections.add(uid(store), "title", "Jazz & Soul").id, anna, accept=True)
    store.corrections.judge(store.corrections.add(uid(store, "tides"), "wrong", "").id, anna, accept=True)
    lines = store.corrections.lines()
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    changed, wrong = load(tmp_path / "c.jsonl")
    assert changed.changed[0]["to"] == {"title": "Jazz & Soul"}
    assert wrong.wrong[0]["title"] == "A talk on tides"
