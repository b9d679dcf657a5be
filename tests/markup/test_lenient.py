"""JSON as pages write it."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlocky.markup import lenient
from eventlocky.markup.lenient import Scalar


def plain(value):
    if isinstance(value, Scalar):
        return value.text
    if isinstance(value, list):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in value.items()}


def read(text):
    return [plain(value) for value in lenient.read(text).values]


WANTED = [{"@type": "Event", "name": "Choir"}]


@pytest.mark.parametrize(
    "text",
    [
        '{"@type": "Event", "name": "Choir"}',
        '\ufeff{"@type": "Event", "name": "Choir"}',
        '{"@type": "Event", "name": "Choir",}',
        '{"@type": "Event",, "name": "Choir"};',
        '{"@type": "Event"\n "name": "Choir"}',
        '{"@type": "Event", "name": "Choir"',
        '{"@type": "Event", "name": "Choir',
        '// a comment\n{"@type": "Event", /* another */ "name": "Choir" // and more\n}',
        '<!-- {"@type": "Event", "name": "Choir"} -->',
        '<![CDATA[ {"@type": "Event", "name": "Choir"} ]]>',
        '//<![CDATA[\n{"@type": "Event", "name": "Choir"}\n//]]>',
        '/*<![CDATA[*/{"@type": "Event", "name": "Choir"}/*]]>*/',
        "{'@type': 'Event', 'name': 'Choir'}",
        '{@type: "Event", name: "Choir"}',
        '{"@type": "Event", "name": "Choir", "url": null, "image": false, "x": undefined}',
        "{&quot;@type&quot;: &quot;Event&quot;, &quot;name&quot;: &quot;Choir&quot;}",
        "{&#34;@type&#34;:&#34;Event&#34;,&#34;name&#34;:&#34;Choir&#34;}",
        '{"@type": "Event", "name": "Choir"]}}}]',
    ],
)
def test_mistakes_do_not_end_the_reading(text):
    assert [value for value in read(text) if isinstance(value, dict)] == WANTED


def test_several_values_stand_one_after_the_other():
    assert read('{"a": 1}\n{"b": 2}, {"c": [3, "4"]}') == [{"a": "1"}, {"b": "2"}, {"c": ["3", "4"]}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": "one\ntwo"}', "one\ntwo"),
        ('{"a": "he said "hi" there", "b": 1}', 'he said "hi" there'),
        (r'{"a": "it\'s \x caf\u00e9"}', "it's x café"),
        (r'{"a": "\ud83c\udfb5"}', "🎵"),
        (r'{"a": "x\ud83cy"}', "x\ufffdy"),
        (r'{"a": "C:\\"}', "C:\\"),
        ('{"a": "ends in a backslash \\', "ends in a backslash "),
    ],
)
def test_strings_are_read_whatever_is_in_them(text, expected):
    [value] = read(text)
    assert value["a"] == expected


def test_every_value_knows_its_letters():
    text = '{"a": "one", "b": [2, "t\\u0065n"]}'
    [value] = lenient.read(text).values
    assert text[value["a"].first : value["a"].stop] == "one"
    assert [text[part.first : part.stop] for part in value["b"]] == ["2", "t\\u0065n"]


VALUES = st.recursive(
    st.text() | st.integers() | st.just("true"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def as_texts(value):
    if isinstance(value, list):
        return [as_texts(part) for part in value]
    if isinstance(value, dict):
        return {key: as_texts(part) for key, part in value.items()}
    return str(value)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_good_json_is_read_as_json_reads_it(value, ensure_ascii, indent):
    text = json.dumps([value], ensure_ascii=ensure_ascii, indent=indent)
    assert read(text) == [as_texts([value])]


@given(st.text(alphabet="{}[]:,\"'\\/*<!-> \n&quot;aE1", max_size=200))
def test_nothing_makes_it_raise(text):
    lenient.read(text)


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "{",
        '{"a":',
        "]}",
        "{]",
        '"',
        '" ',
        '"\\',
        "\\",
        "'",
        "' \\'",
        "/*",
        "//",
        "<!--",
        "&quot;",
        '"a" ',
        '"\n',
        "a ",
        "{&quot;",
    ],
)
def test_reading_is_linear(piece):
    def cost(times):
        text = "{" + piece * times
        begin = process_time()
        lenient.read(text)
        return process_time() - begin

    cost(1000)
    small = min(cost(5_000) for _ in range(3))
    large = min(cost(40_000) for _ in range(3))
    assert large < 30 * max(small, 0.001)
