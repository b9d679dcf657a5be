"""A letter says what is new and what became of what, and nothing in it runs, loads or pretends."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from html.parser import HTMLParser

import pytest
from postoffice import HALL, JAZZ, TALK

from eventlocky.notify import digest
from eventlocky.notify.links import home_of, search_link
from eventlocky.notify.mail import write
from eventlocky.settings import Settings
from eventlocky.store import Notice, Query
from eventlocky.types import Event, Organisation, Place, Price, Status, When

HOME, FROM = "https://events.example.org", "Event.Locky <events@example.org>"


def letter(store, saved):
    return digest.write(saved, store.searches.claim(saved.id, "b"), "anna@example.org", HOME, FROM)


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.all = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))

    @property
    def names(self):
        return {tag for tag, _ in self.all}

    @property
    def links(self):
        return [attributes["href"] for tag, attributes in self.all if tag == "a"]


HARMLESS = {"html", "head", "meta", "title", "body", "h1", "p", "strong", "a", "bdi", "br", "s", "hr"}


def again(store, clock, *events):
    clock.on(days=2)
    store.keep(HALL, HALL.website, "event", events)


def test_a_new_event_is_told_with_when_where_and_a_link(store, saved):
    told = letter(store, saved)
    assert told.subject == "Jazz: 1 new"
    uid = store.search(Query(words="jazz")).hits[0].uid
    for text in (told.text, told.html):
        for said in ("Jazz Night", "Sat 05 Dec 2026 19:30", "Quay", "Old Harbour", f"{HOME}/events/{uid}"):
            assert said in text
    assert "tides" not in told.text + told.html


@pytest.mark.parametrize(
    ("changed", "label", "subject"),
    [
        (replace(JAZZ, status=Status.CANCELLED), "Cancelled: Jazz Night", "Jazz: 1 cancelled"),
        (replace(JAZZ, status=Status.POSTPONED), "Postponed: Jazz Night", "Jazz: 1 postponed"),
        (replace(JAZZ, status=Status.SOLD_OUT), "Sold out: Jazz Night", "Jazz: 1 sold out"),
        (replace(JAZZ, when=When(datetime(2026, 12, 5, 21))), "Moved: Jazz Night", "Jazz: 1 moved"),
    ],
)
def test_a_change_is_told_as_what_it_is(store, clock, saved, changed, label, subject):
    letter(store, saved)
    again(store, clock, changed, TALK)
    told = letter(store, saved)
    assert told.subject == subject
    assert label in told.text
    if changed.when != JAZZ.when:
        assert "Sat 05 Dec 2026 21:00 (was Sat 05 Dec 2026 19:30)" in told.text
        assert "<s>Sat 05 Dec 2026 19:30</s>" in told.html


def test_changes_stand_before_what_is_new(store, clock, saved):
    letter(store, saved)
    again(store, clock, replace(JAZZ, status=Status.CANCELLED), Event("Jazz brunch", When(date(2026, 12, 1))))
    told = letter(store, saved)
    assert told.subject == "Jazz: 1 cancelled, 1 new"
    assert told.text.index("Cancelled: Jazz Night") < told.text.index("Jazz brunch")


def test_a_letter_can_be_ended_with_one_click_and_has_a_name_that_stays(store, saved):
    notices = store.searches.preview(saved.id)
    one, two = (digest.write(saved, notices, "anna@example.org", HOME, FROM) for _ in range(2))
    headers = dict(one.headers)
    assert headers["List-Unsubscribe"] == f"<{HOME}/unsubscribe/{saved.unsubscribe}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Message-ID"] == dict(two.headers)["Message-ID"]
    assert headers["Message-ID"].endswith("@example.org>")
    other = replace(notices[0], what="cancelled", sequence=1)
    assert dict(digest.write(saved, [other], "a@b.example", HOME, FROM).headers)["Message-ID"] != headers["Message-ID"]
    wire = write(one, FROM).as_bytes().decode()
    assert f"List-Unsubscribe: <{HOME}/unsubscribe/{saved.unsubscribe}>\r\n" in wire


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7777 * 7 }}{% for x in y %}",
    "Jazz\r\nBcc: evil@example.org\r\n\r\nbody",
    "\u202egnp.exe \u2066x\u2069",
    "</bdi></a><h1>Your account</h1>",
    "<!-- --><style>*{display:none}</style>",
    "\x00\x1b[31mred",
    "&lt;b&gt; & <b>",
    "x" * 5_000,
    "\n--\nStop these letters: https://evil.example/",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_strangers_write_stays_text(store, clock, text):
    hostile = Event(
        f"Rock {text}", When(date(2026, 12, 9)), Place(text, text), Price(text=text), text, link=f"javascript:{text}"
    )
    store.keep(Organisation(text, "https://x.example/"), "https://x.example/", "event", [hostile])
    saved = store.searches.add(1, f"Rock {text}", Query(words="rock"), "email", 86_400)
    told = letter(store, saved)
    wire = write(told, FROM)
    assert wire.keys() == ["From", "To", "Subject", "Date", "Message-ID", "List-Id", "List-Unsubscribe",
                           "List-Unsubscribe-Post", "Auto-Submitted", "MIME-Version", "Content-Type"]  # fmt: skip
    elements = Elements(told.html)
    assert elements.names <= HARMLESS
    assert [tag for tag, _ in elements.all].count("h1") == 1
    assert {name for _, attributes in elements.all for name in attributes} <= {
        "lang",
        "charset",
        "style",
        "href",
        "rel",
    }
    assert all(link.startswith(f"{HOME}/") or link == "https://x.example/" for link in elements.links)
    assert "54439" not in told.text
    assert told.text.count("\n--\n") == 1
    assert not {"\x00", "\x1b", "\u202e", "\u2066"} & set(told.text + told.html + told.subject)


def test_nothing_is_loaded_when_a_letter_is_opened(store, clock, saved):
    again(store, clock, replace(JAZZ, image="https://harbour.example/spy.gif"))
    assert Elements(letter(store, saved).html).names <= HARMLESS


def test_the_whole_table_of_hostile_texts_stays_text(store):
    from hostile import HOSTILE as TABLE

    hit = store.search(Query(words="jazz")).hits[0]
    saved = store.searches.add(1, "Rock", Query(words="rock"), "email", 86_400)
    for begin in range(0, len(TABLE), 100):
        notices = [
            Notice(str(number), what, 1, replace(hit, event=replace(JAZZ, title=text, link=text), organisation=text))
            for number, text in enumerate(TABLE[begin : begin + 100])
            for what in ("new" if number % 2 else "cancelled",)
        ]
        told = digest.write(saved, notices, "anna@example.org", HOME, FROM)
        elements = Elements(told.html)
        assert elements.names <= HARMLESS
        assert all(link.startswith(("http://", "https://")) for link in elements.links)
        assert len(told.text.splitlines()) < 6 * len(notices) + 20
        assert "Bcc" not in write(told, FROM)


def test_a_long_letter_is_cut_and_says_so(store, saved):
    many = [Event(f"Jazz {number}", When(date(2026, 12, 1 + number % 28))) for number in range(150)]
    store.keep(HALL, "https://harbour.example/2", "event", many)
    told = letter(store, saved)
    assert told.subject == "Jazz: 151 new"
    assert told.text.count("/events/") == 100
    assert f"And 51 more: {HOME}/?q=jazz" in told.text


def test_a_search_without_a_name_is_called_by_its_words(store):
    assert digest.name_of(store.searches.add(1, " \n", Query(words="jazz"), "email", 86_400)) == "jazz"
    assert digest.name_of(store.searches.add(1, "", Query(), "email", 86_400)) == "What's on"


def test_letters_lead_to_the_address_that_is_set():
    assert home_of(Settings()) == "http://127.0.0.1:8800"
    assert home_of(Settings(host="::1")) == "http://[::1]:8800"
    assert home_of(Settings(public_url="https://events.example.org/")) == HOME


def test_the_link_of_a_search_asks_for_the_same():
    from eventlocky.web.asked import Asked, query_of

    query = Query(
        words='jazz "late & loud"', near=(53.5, 11.25), radius_m=500.0, since=date(2026, 12, 1), until=date(2026, 12, 9),
        zone="Europe/Berlin", kinds=("event", "deal"), categories=("amusement",), statuses=("cancelled",),
        sources=("https://a.example/?x=1&y=2",), organiser="Ä & B", free=False, missing=True,
    )  # fmt: skip
    for one in (query, Query(box=(53.0, 11.0, 54.0, 12.0), when="this weekend"), Query(since=date(2026, 1, 1))):
        assert query_of(Asked(**parameters(search_link(HOME, one))), None, None) == one


def parameters(address):
    from urllib.parse import parse_qs, urlsplit

    many = {"kind", "category", "status", "source"}
    return {name: found if name in many else found[0] for name, found in parse_qs(urlsplit(address).query).items()}
