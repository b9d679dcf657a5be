"""Web sites as maps have them."""

from __future__ import annotations

import pytest

from eventlocky.places.web import host, website


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://x.example/", "https://x.example/"),
        ("https://x.example", "https://x.example/"),
        ("http://x.example/a?b=c", "http://x.example/a?b=c"),
        ("www.x.example", "https://www.x.example/"),
        ("x.example/what's on", "https://x.example/what's"),
        ("//x.example/", "https://x.example/"),
        ("HTTP://X.Example/A", "http://x.example/A"),
        ("https://x.example/#top", "https://x.example/"),
        ("https://user:secret@x.example/", "https://x.example/"),
        ("x.example:8080/a", "https://x.example:8080/a"),
        ("N/A; https://x.example/", "https://x.example/"),
        ("https://x.example/;https://y.example/", "https://x.example/"),
        ("javascript:alert(1); www.x.example", "https://www.x.example/"),
        ("http://x.example,http://y.example", "http://x.example/"),
        ("https://müller.example/", "https://xn--mller-kva.example/"),
        ("https://例え.テスト.example/", "https://xn--r8jz45g.xn--zckzah.example/"),
        ("<https://x.example/>", "https://x.example/"),
        ("https://93.184.216.34/", "https://93.184.216.34/"),
    ],
)
def test_the_first_that_can_be_a_site_is_taken(text, address):
    assert website(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "N/A", "n/a", "-", "no", "none", "yes", "ja", "unknown", None, 5, ["https://x.example/"],
        "javascript:alert(1)", "mailto:a@x.example", "data:text/html,x", "ftp://x.example/", "file:///etc/passwd", "tel:+49",
        "http://127.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://10.0.0.1/", "http://192.168.1.1/admin",
        "http://169.254.169.254/latest/", "http://[::1]/", "http://[fe80::1]/", "http://localhost/", "http://a.localhost/",
        "http://printer.local/", "http://db.internal/x", "http://intranet/", "http://", "https://", "http://[", "https://.",
        "https://\ud800.example/", "https://x..example/ \x00", "http://256.256.256.256/", "x" * 100_000, "https://" + "a" * 5_000,
    ],
)  # fmt: skip
def test_what_can_be_no_site_is_none(text):
    assert website(text) is None


def test_this_machine_is_a_site_only_where_it_is_allowed():
    assert website("http://opera.localhost:8899/", local=True) == "http://opera.localhost:8899/"
    assert website("http://127.0.0.1:80/", local=True) == "http://127.0.0.1/"
    assert website("http://10.0.0.1/", local=True) is None


def test_hosts_are_compared_without_www():
    assert host("https://www.X.example/a?b") == "x.example"
    assert host("https://x.example?b") == "x.example"
    assert host(None) == ""
