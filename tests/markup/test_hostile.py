"""Pages that mean no good: nothing raises, nothing takes out of proportion long."""

from __future__ import annotations

import json
from datetime import date
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import markup, page

TODAY = date(2026, 11, 16)
EVENT = "https://schema.org/Event"


def read(html):
    tree = page.parse(html, "https://town.example/")
    found = markup.read(tree, TODAY)
    markup.facts(tree), markup.feeds(tree), markup.times(tree)
    for one in found:
        assert one.event.title
        for proof in one.event.proofs.values():
            assert tree.read(proof.path) == proof.text
    return found


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["2026-12-05", "Event", "#a", "PT1H", "0"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "@type @id @graph @value @list name startDate endDate duration eventSchedule location address geo latitude "
                "offers price priceCurrency image url subEvent organizer eventStatus repeatFrequency byDay startTime doorTime".split()
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@given(ANYTHING)
@settings(max_examples=300, deadline=None)
def test_wrong_types_everywhere_do_not_raise(thing):
    event = {"@type": "Event", "name": "Choir", "startDate": "2026-12-05", "x": thing}
    body = json.dumps([event, thing, {**event, **(thing if isinstance(thing, dict) else {})}]).replace("</", "<\\/")
    read(f'<script type="application/ld+json">{body}</script>')


ATTRIBUTES = st.lists(
    st.sampled_from(
        [
            "itemscope",
            f'itemtype="{EVENT}"',
            'itemtype="https://schema.org/Place"',
            'itemprop="name"',
            'itemprop="location startDate"',
            'itemref="a b"',
            'id="a"',
            'id="b"',
            'typeof="Event"',
            'property="schema:name"',
            'class="h-event p-name"',
            'class="vevent"',
            'class="dt-start dtstart value"',
            'class="value-title p-location h-card vcard summary"',
            'content="2026-12-05"',
            'datetime="19:00"',
            'href="http://[" ',
        ]
    ),
    max_size=4,
)
ELEMENTS = st.lists(
    st.tuples(
        st.sampled_from("div p a time abbr img meta data template h2 /div /p".split()), ATTRIBUTES, st.text(max_size=5)
    ),
    max_size=30,
)


@given(ELEMENTS)
@settings(max_examples=300, deadline=None)
def test_markup_in_any_order_does_not_raise(elements):
    read("".join(f"<{tag} {' '.join(attributes)}>{text}" for tag, attributes, text in elements))


def refs(times):
    return (
        "".join(f'<i id="p{n}" itemprop="name">n</i>' for n in range(times))
        + "".join(f'<b itemscope itemtype="{EVENT}" itemref="all p{n}"></b>' for n in range(times))
        + '<div id="all">'
        + '<i itemprop="name">x</i>' * times
        + "</div>"
    )


def ld(text):
    return f'<script type="application/ld+json">{text}</script>'


PAGES = {
    "events": lambda times: ld(
        json.dumps([{"@type": "Event", "name": f"E{n}", "startDate": "2026-12-05T19:00"} for n in range(times)])
    ),
    "one place of all": lambda times: ld(
        json.dumps(
            [
                {"@id": "p", "@type": "Place", "name": "G"},
                *({"@type": "Event", "name": f"E{n}", "location": {"@id": "p"}} for n in range(times)),
            ]
        )
    ),
    "circles": lambda times: ld(
        json.dumps([{"@type": "Event", "@id": f"{n}", "name": {"@id": f"{n + 1}"}} for n in range(times)])
    ),
    "deep JSON": lambda times: ld('{"@type":"Event","subEvent":' * times),
    "deep lists": lambda times: ld('{"@type":"Event","name":' + "[" * times),
    "many starts": lambda times: ld(json.dumps({"@type": "Event", "name": "E", "startDate": ["2026-12-05"] * times})),
    "many offers": lambda times: ld(
        json.dumps({"@type": "Event", "name": "E", "offers": [{"offers": [{"price": "1"}] * 3}] * times})
    ),
    "long name": lambda times: ld(json.dumps({"@type": "Event", "name": "<" * times + "&" * times})),
    "long price": lambda times: ld(json.dumps({"@type": "Event", "name": "E", "offers": {"price": "1 " * times}})),
    "scopes in scopes": lambda times: (
        f'<div itemscope itemtype="{EVENT}" itemprop="subEvent">' * times + "<b itemprop=name>x</b>"
    ),
    "names in names": lambda times: f'<div itemscope itemtype="{EVENT}">' + '<b itemprop="name">word ' * times,
    "references": refs,
    "h-events in h-events": lambda times: '<div class="h-event p-location">text ' * times,
    "values": lambda times: '<p class="h-event">' + '<b class="dt-start"><i class="value">1</i>' * times,
    "rdfa": lambda times: '<p typeof="Event" property="location"><b property="name">x</b>' * times,
}


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("name", PAGES)
def test_reading_is_linear(name):
    def cost(times):
        tree = page.parse(PAGES[name](times))
        begin = process_time()
        markup.read(tree, TODAY)
        return process_time() - begin

    cost(200)
    small = min(cost(1_000) for _ in range(3))
    large = min(cost(8_000) for _ in range(3))
    assert large < 30 * max(small, 0.001)
