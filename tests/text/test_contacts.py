"""E-mail, telephone and street addresses in a text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky.text import contacts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("write to ann@x.example.", ["ann@x.example"]),
        ("a.b+c@mail.example.org, d@e.io", ["a.b+c@mail.example.org", "d@e.io"]),
        ("no at sign", []),
        ("@handle", []),
        ("x@y", []),
    ],
)
def test_email_addresses(text, expected):
    assert [contact.text for contact in contacts.find_emails(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("Tel. 030 123 4567", 1), ("+49 30 1234567", 1), ("2026-11-05", 0), ("in 1999", 0)]
)
def test_telephone_numbers(text, expected):
    assert len(contacts.find_phones(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 12 Orchard Street, Town", ["12 Orchard Street"]),
        ("Hauptstraße 5, 12345 Ort", ["Hauptstraße 5"]),
        ("〒123-4567 港町", ["〒123-4567"]),
        ("東京都千代田区神田錦町3-21", ["東京都千代田区神田錦町3-21"]),
        ("3960 W. 26th St., 2nd Floor", ["3960 W. 26th St"]),
        ("at 550 W. Jackson, 9th Floor", ["550 W. Jackson"]),
        ("via Verdi 30, Trento", ["via Verdi 30"]),
        ("2017 District Walk", []),
        ("no address here", []),
    ],
)
def test_street_addresses(text, expected):
    assert [contact.text for contact in contacts.find_addresses(text)] == expected


@pytest.mark.parametrize("find", [contacts.find_emails, contacts.find_phones, contacts.find_addresses])
@pytest.mark.parametrize("unit", ["a", "a@", "1 ", "12 Aa ", "Aa", "1 rue a ", "市", "..-"])
def test_reading_is_linear_in_the_length_of_the_text(find, unit):
    begun = time.perf_counter()
    find(unit * (200_000 // len(unit)))
    assert time.perf_counter() - begun < 5


PIECES = """
    12 5 2017 3-5 7a N S. SW North St Street Way Walk Main O'Neil bis rue avenue place bd de Haupt straße weg Bahnhof- platz
    str. laan Via piazza Ul. ul. Roma Garibaldi, 〒 123-4567 東京都 大阪府 愛知県 名古屋 市 中区 栄1-2 1st 42nd $ . - _ Ä ring
""".split()


@given(parts=st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from([" ", " ", ""])), max_size=9))
@settings(max_examples=500, deadline=None)
def test_a_look_where_an_address_can_begin_finds_what_a_look_everywhere_finds(parts):
    text = "".join(piece + space for piece, space in parts)
    everywhere = [match.span() for match in contacts._STREET.finditer(text)]
    assert [(contact.first, contact.stop) for contact in contacts.find_addresses(text)] == everywhere
    assert contacts.has_address(text) == bool(everywhere)
