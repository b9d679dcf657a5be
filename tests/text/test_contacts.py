"""E-mail, telephone and street addresses in a text."""

from __future__ import annotations

import time

import pytest

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
