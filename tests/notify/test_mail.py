"""Letters go out by a real mail server, one letter to one address whatever stands in them."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from postoffice import Post

from eventlocky.errors import AddressDeadError, MaybeSentError, NotifyError
from eventlocky.notify import Letter, Mailer
from eventlocky.settings import Settings

HELLO = Letter("anna@example.org", "Grüße, 東京", "A line.\nÄnother 🎷", "<p>A line</p>", (("List-Id", "<jazz>"),))


def test_a_letter_arrives_as_it_was_written(post):
    Mailer(post.settings).send(HELLO)
    [(to, message)] = post.inbox.letters
    assert to == ["anna@example.org"]
    assert (message["To"], message["From"], message["Subject"]) == (
        "anna@example.org",
        '"Event.Locky" <events@example.org>',
        "Grüße, 東京",
    )
    assert message["List-Id"] == "<jazz>"
    assert message["Date"]
    assert message["Message-ID"].endswith("@example.org>")
    assert message.get_body(("plain",)).get_content().split("\r\n")[:2] == ["A line.", "Änother 🎷"]
    assert "<p>A line</p>" in message.get_body(("html",)).get_content()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_the_way_to_the_server_is_private_and_signed_in(certificate, security):
    with Post(security=security, certificate=certificate, password=True) as post:
        settings = replace(post.settings, smtp_user="anna", smtp_password="secret")
        Mailer(settings).send(HELLO)
        assert post.inbox.signed_in == ["anna"]
        assert len(post.letters) == 1
        with pytest.raises(NotifyError, match="smtp_"):
            Mailer(replace(settings, smtp_password="guess")).send(HELLO)
        with pytest.raises(NotifyError, match=r"certificate.*smtp_"):
            Mailer(replace(settings, smtp_ca_file="")).send(HELLO)


def test_a_server_without_starttls_gets_no_password_and_no_letter(post):
    settings = replace(post.settings, smtp_security="starttls", smtp_user="anna", smtp_password="secret")
    with pytest.raises(NotifyError, match="STARTTLS"):
        Mailer(settings).send(HELLO)
    assert post.letters == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(), "smtp_host and mail_from"),
        (Settings(smtp_host="127.0.0.1"), "smtp_host and mail_from"),
        (Settings(smtp_host="127.0.0.1", mail_from="nobody"), "no address"),
        (Settings(smtp_host="127.0.0.1", mail_from="a@b.example", smtp_security="magic"), "starttls, tls, plain"),
        (Settings(smtp_host="127.0.0.1", mail_from="a@b.example", smtp_port=1), "cannot be used.*smtp_"),
        (Settings(smtp_host="127.0.0.1", mail_from="a@b.example", smtp_security="tls", smtp_ca_file="none"), "smtp_"),
    ],
)
def test_what_cannot_be_sent_says_what_to_do(settings, said):
    with pytest.raises(NotifyError, match=said):
        Mailer(settings).send(HELLO)


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ({"RCPT": "550 no such user"}, AddressDeadError),
        ({"RCPT": "450 come again"}, NotifyError),
        ({"DATA": "554 no"}, NotifyError),
        ({"DATA": "break"}, MaybeSentError),
    ],
)
def test_a_refusal_is_told_from_a_doubt(post, answers, error):
    post.inbox.answers.update(answers)
    with pytest.raises(NotifyError) as caught:
        Mailer(post.settings).send(HELLO)
    assert type(caught.value) is error
    assert post.letters == []


def test_a_server_that_says_nothing_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = Settings(
            smtp_host="127.0.0.1",
            smtp_port=silent.getsockname()[1],
            smtp_timeout_s=0.2,
            smtp_security="plain",
            mail_from="a@b.example",
        )
        with pytest.raises(NotifyError, match="timed out"):
            Mailer(settings).send(HELLO)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nobody",
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example, c@d.example",
        "a@b.example c@d.example",
        "<a@b.example>",
        '"a@b"@c.example',
        "a@b@c.example",
        "a\x00@b.example",
        "a\u2028@b.example",
        "a\u202e@b.example",
        "a..b@c.example",
        "a@[127.0.0.1]",
        "a@" + "b" * 300,
        "a@..example",
        "a@\u2102\u0000",
    ],
)
def test_what_is_not_one_address_is_refused(post, address):
    with pytest.raises(NotifyError, match=r"no address|no host"):
        Mailer(post.settings).send(replace(HELLO, to=address))
    assert post.letters == []


@pytest.mark.parametrize(
    "subject",
    [
        "x\r\nBcc: evil@example.org",
        "x\nX-Evil: 1",
        "x\x0bBcc: e@e.example",
        "x\u2028Bcc: e@e.example",
        "x\x85y",
        "\ud800",
    ],
)
def test_a_subject_never_becomes_a_second_header(post, subject):
    Mailer(post.settings).send(replace(HELLO, subject=subject, text=subject, html=subject))
    [(to, message)] = post.inbox.letters
    assert to == ["anna@example.org"]
    assert {"Bcc", "X-Evil"}.isdisjoint(message.keys())


@pytest.mark.parametrize(
    "header",
    [
        ("X-A", "b\r\nBcc: c@d.example"),
        ("X-A: 1\r\nBcc", "c@d.example"),
        ("Bcc", "c@d.example"),
        ("To", "x@y.example"),
        ("", "x"),
    ],
)
def test_a_header_that_could_become_another_is_refused(post, header):
    with pytest.raises(NotifyError, match="header"):
        Mailer(post.settings).send(replace(HELLO, headers=(header,)))


def test_other_scripts_in_addresses_are_written_as_servers_know_them(post):
    Mailer(post.settings).send(replace(HELLO, to="anna@münchen.example"))
    Mailer(post.settings).send(replace(HELLO, to="花子@münchen.example"))
    assert [to for to, _ in post.inbox.letters] == [["anna@xn--mnchen-3ya.example"], ["花子@xn--mnchen-3ya.example"]]


def test_a_text_with_dots_and_long_lines_arrives_whole(post):
    text = ".\n..\n" + "a" * 5_000 + "\nQUIT\n"
    Mailer(post.settings).send(replace(HELLO, text=text, html=""))
    assert post.letters[0].get_content().replace("\r\n", "\n") == text
