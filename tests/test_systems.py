"""Whole systems by one name: each uses its own finder, classifier and threshold, and says where it cannot."""

from __future__ import annotations

import json
from datetime import date

import pytest

import eventlocky
from eventlocky import classify, records
from eventlocky.errors import KindError, MissingExtraError, ModelError, UnknownNameError
from eventlocky.extract import read
from eventlocky.settings import Settings
from eventlocky.systems import SYSTEMS, get, names

SEMINARS = (
    "<h1>Seminars</h1><ul>"
    + "".join(
        f"<li><b>On {what}</b>, Prof. {who}, University of the Coast, {day} May 2026, 16:00, Room {day}</li>"
        for day, what, who in ((4, "tides", "Anna Holm"), (11, "sand", "Peter Dahl"), (18, "gulls", "Maria Lind"))
    )
    + "</ul>"
)
DEALS = "<h1>Deals of the day</h1>" + "".join(
    f"<div class=deal><h3>Buy {what}</h3><p>Save {cut}% on {what} today: now only ${now}, free shipping</p></div>"
    for cut, what, now in ((50, "wool blankets", 25), (40, "oak shelves", 54), (30, "copper kettles", 21))
)
MARKED = {"@context": "https://schema.org", "@type": "Event", "name": "Secret Gig", "startDate": "2026-05-30T20:00"}
FETCHED = date(2026, 5, 1)


@pytest.fixture(params=sorted(SYSTEMS))
def system(request):
    return SYSTEMS[request.param]


def test_every_system_is_made_of_parts_that_there_are(system):
    assert system.finder in records.FINDERS
    assert system.classifier in {"", *classify.CLASSIFIERS}
    assert system.summary.endswith(".")


def test_every_system_runs_with_what_the_package_carries(system):
    page = DEALS if system.kind == "deal" else SEMINARS
    reading = read(page, "https://x.example/", fetched=FETCHED, system=system.name)
    assert len(reading.events) == 3
    assert {event.source.finder for event in reading.events} == {system.finder}
    assert reading.kind.name == system.kind
    assert all(event.confidence >= reading.kind.threshold for event in reading.events)


@pytest.mark.parametrize(
    "html", ["", "<", "<p>" * 5_000, "\x00\ud800", "<table>" * 300, "日時 " * 3_000, b"\xff\xfe\x00"]
)
def test_every_system_reads_anything(system, html):
    assert eventlocky.extract(html, fetched=FETCHED, system=system.name) == []


def test_every_system_says_the_same_twice(system):
    both = [eventlocky.extract(SEMINARS + DEALS, fetched=FETCHED, system=system.name) for _ in range(2)]
    assert both[0] == both[1]


def test_only_ours_reads_what_a_page_says_of_itself(system):
    page = f'<script type="application/ld+json">{json.dumps(MARKED)}</script>{SEMINARS}'
    found = {event.title for event in eventlocky.extract(page, fetched=FETCHED, system=system.name)}
    assert ("Secret Gig" in found) == system.reads_markup == (system.name == "best")


def test_the_default_is_best():
    page = SEMINARS + DEALS
    assert eventlocky.extract(page, fetched=FETCHED) == eventlocky.extract(page, fetched=FETCHED, system="best")
    assert eventlocky.extract(DEALS, kind="deal") == eventlocky.extract(DEALS, kind="deal", system="best")


def test_a_system_goes_before_the_parts_of_the_settings():
    settings = Settings(finder="plain", classifier="rules")
    events = eventlocky.extract(SEMINARS, fetched=FETCHED, system="kedr", settings=settings)
    assert {(event.source.finder, event.source.classifier) for event in events} == {("keyexpr", "kedr")}


def test_an_unknown_system_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"no system called 'nobody'.*eventlocky-2015, eventlocky-2017, kedr"):
        eventlocky.extract("", system="nobody")


@pytest.mark.parametrize(
    ("name", "kind"), [("dealfinder", "event"), ("eventfinder", "deal"), ("eventlocky-2017", "deal")]
)
def test_a_system_says_what_it_cannot_look_for_and_who_can(name, kind):
    with pytest.raises(KindError, match="best"):
        eventlocky.extract("", kind=kind, system=name)


def test_key_expressions_may_be_prices():
    assert len(eventlocky.extract(DEALS, kind="deal", system="kedr")) == 3
    assert "kedr" in names("money")
    assert "kedr" in names("date")


def test_eventfinder_wants_one_of_its_page_words():
    page = SEMINARS.replace("<h1>Seminars</h1>", "<h1>What is on</h1>")
    assert eventlocky.extract(page, fetched=FETCHED, system="eventfinder") == []


def test_dealfinder_finds_nothing_on_a_page_that_tells_more_than_it_sells():
    story = "".join(
        f"<p>The old captain walked along the shore and thought of {n} winters at sea.</p>" for n in range(40)
    )
    assert eventlocky.extract(DEALS + story, system="dealfinder") == []
    assert eventlocky.extract(DEALS.replace("$", ""), system="dealfinder") == []  # no money, no deal


def test_a_model_may_be_given_in_place_of_the_one_that_the_package_carries(small, tmp_path):
    small.trained("onehot-svm").save(tmp_path / "m.npz")
    given = Settings(model=str(tmp_path / "m.npz"))
    assert read(SEMINARS, fetched=FETCHED, system="eventlocky-2015", settings=given).records
    with pytest.raises(ModelError, match="for the classifier onehot-svm"):
        eventlocky.extract(SEMINARS, fetched=FETCHED, system="eventlocky-2017", settings=given)


def test_no_system_needs_an_extra_but_a_model_may_and_then_says_which(small, tmp_path, monkeypatch):
    from eventlocky.text import tokens

    small.trained("onehot-svm").save(tmp_path / "m.npz")
    model = type(small.trained("onehot-svm")).load(tmp_path / "m.npz")
    model.words = "mecab"
    model.save(tmp_path / "mecab.npz")
    monkeypatch.setitem(__import__("sys").modules, "fugashi", None)
    tokens._tagger.cache_clear()
    for name in ("eventlocky-2015", "eventlocky-2017"):
        eventlocky.extract(SEMINARS + "<p>第3回演奏会</p>", fetched=FETCHED, system=name)
    with pytest.raises(MissingExtraError, match=r"eventlocky\[ja\]"):
        eventlocky.extract(
            "<ul><li>演奏会 2026年5月4日<li>講演会 2026年5月5日</ul>",
            fetched=FETCHED,
            system="eventlocky-2015",
            settings=Settings(model=str(tmp_path / "mecab.npz")),
        )


def test_no_name_is_what_the_settings_put_together():
    system = get("", Settings(finder="plain", classifier="rules"))
    assert (system.finder, system.classifier, system.reads_markup) == ("plain", "rules", True)
