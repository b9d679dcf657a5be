"""A letter, and the mailer that hands it to a mail server by SMTP.

Whatever stands in a letter, it is one letter to one address: line ends and control characters never reach a header,
and an address that could be read as two is refused. What failed says whether the letter may have gone out all the
same, for who must never send twice.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, Policy
from email.utils import formatdate, make_msgid, parseaddr
from typing import Self

from eventlocky.errors import AddressDeadError, MaybeSentError, NotifyError
from eventlocky.formats import clean
from eventlocky.settings import Settings

SECURITIES = ("starttls", "tls", "plain")
"""How the way to the mail server is kept private; `plain` is for a server on this machine."""

_ADDRESS = re.compile(r"""[^\s@,;:<>()\[\]"\\\x00-\x1f\x7f]{1,64}@[^\s@,;:<>()\[\]"\\\x00-\x1f\x7f]{1,190}""")
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,70}")
_VALUE = re.compile(r"[!-~](?:[ -~]{0,900}[!-~])?")
_OWN = frozenset({"to", "from", "cc", "bcc", "sender", "subject", "content-type", "content-transfer-encoding"})
_LONGEST_SUBJECT = 200
_LASTING = 500
"""Answers from here on are meant for good (RFC 5321, 4.2.1)."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one address; `headers` are further ones, as pairs of a name and a value."""

    to: str
    subject: str
    text: str
    html: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class Mailer:
    """Sends letters by the mail server of the settings. It waits for the server: call it in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def send(self, letter: Letter) -> None:
        """Send a letter, or raise NotifyError; MaybeSentError where it may have gone out all the same."""
        self.check()
        sender = self._settings.mail_from
        message = write(letter, sender)
        with self._connection() as client:
            _hand_over(client, message, bare_address(sender), letter.to)

    def check(self) -> None:
        """Raise NotifyError with what to do where no letter can be sent with these settings."""
        settings = self._settings
        if not settings.smtp_host or not settings.mail_from:
            message = (
                "No letter can be sent: name a mail server and a sender in the settings smtp_host and mail_from "
                "(EVENTLOCKY_SMTP_HOST, EVENTLOCKY_MAIL_FROM)."
            )
            raise NotifyError(message)
        if settings.smtp_security not in SECURITIES:
            message = f"The setting smtp_security must be one of {', '.join(SECURITIES)}, not {settings.smtp_security}."
            raise NotifyError(message)
        check_address(bare_address(settings.mail_from))

    @contextmanager
    def _connection(self) -> Iterator[smtplib.SMTP]:
        """Yield a connection to the mail server, made private and signed in as the settings say."""
        settings = self._settings
        where = f"{settings.smtp_host}:{settings.smtp_port}"
        try:
            client = self._open()
        except (OSError, smtplib.SMTPException) as error:  # ssl.SSLError is an OSError
            message = f"The mail server {where} cannot be used: {_said(error)}. Check the settings smtp_*."
            raise NotifyError(message) from error
        try:
            yield client
        finally:
            with suppress(OSError, smtplib.SMTPException):
                client.quit()
            client.close()

    def _open(self) -> smtplib.SMTP:
        settings = self._settings
        host, port, timeout = settings.smtp_host, settings.smtp_port, settings.smtp_timeout_s
        if settings.smtp_security == "tls":
            client: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=timeout, context=self._trust())
        else:
            client = smtplib.SMTP(host, port, timeout=timeout)
        try:
            if settings.smtp_security == "starttls":
                client.starttls(context=self._trust())
            if settings.smtp_user:
                client.login(settings.smtp_user, settings.smtp_password)
            client.ehlo_or_helo_if_needed()
        except BaseException:
            client.close()
            raise
        return client

    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self._settings.smtp_ca_file or None)


def write(letter: Letter, sender: str) -> EmailMessage:
    """Return a letter as the message that goes out; what could become a second header or address raises NotifyError."""
    check_address(letter.to)
    message = EmailMessage(policy=SMTP if letter.to.isascii() else SMTPUTF8)
    name, _, host = letter.to.rpartition("@")
    own, _, own_host = bare_address(sender).rpartition("@")
    message["From"] = Address(clean.line(parseaddr(sender)[0]), own, _ascii_host(own_host))
    message["To"] = Address("", name, _ascii_host(host))
    message["Subject"] = clean.line(letter.subject)[:_LONGEST_SUBJECT]
    given = {name.lower() for name, _ in letter.headers}
    if "date" not in given:
        message["Date"] = formatdate()
    if "message-id" not in given:
        message["Message-ID"] = make_msgid(domain=_ascii_host(own_host))
    for header, value in letter.headers:
        if not _HEADER.fullmatch(header) or header.lower() in _OWN or not _VALUE.fullmatch(value):
            raise NotifyError(f"A letter cannot carry the header {header[:80]!r} with the value {value[:80]!r}.")
        message[header] = _Verbatim(value, header)
    message.set_content(clean.whole(letter.text))
    if letter.html:
        message.add_alternative(clean.whole(letter.html), subtype="html")
    return message


class _Verbatim(str):
    """The value of a header as it was given: folded as words, a long address would be none that a program can use."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, value: str, name: str) -> Self:
        made = super().__new__(cls, value)
        made.name = name
        return made

    def fold(self, *, policy: Policy[EmailMessage]) -> str:
        """Return the whole header in one line."""
        return f"{self.name}: {self}{policy.linesep}"


def check_address(address: str) -> None:
    """Raise NotifyError where an address is not exactly one that a letter can go to."""
    if not _ADDRESS.fullmatch(address) or clean.line(address) != address or ".." in address:
        raise NotifyError(f"{address[:80]!r} is no address that a letter can go to.")


def _hand_over(client: smtplib.SMTP, message: EmailMessage, sender: str, to: str) -> None:
    """Say sender, address and letter to the server; only a break after the letter itself leaves a doubt."""
    name, _, host = to.rpartition("@")
    options = [] if name.isascii() else ["SMTPUTF8"]
    if options and not client.has_extn("smtputf8"):
        raise AddressDeadError(f"The mail server takes no letters to {to!r}: it knows ASCII addresses only.")
    if options:
        client.command_encoding = "utf-8"
    body = message.as_bytes()
    try:
        code, said = client.mail(sender, options)
        _check(code, said, f"the sender {sender!r}. Check the setting mail_from")
        code, said = client.rcpt(f"{name}@{_ascii_host(host)}")
        _check(code, said, f"the address {to!r}", is_address=True)
    except (OSError, smtplib.SMTPException) as error:
        raise NotifyError(f"The mail server broke off before the letter to {to!r}: {_said(error)}.") from error
    try:
        code, said = client.data(body)
    except smtplib.SMTPDataError as error:
        raise NotifyError(f"The mail server refused the letter to {to!r}: {_said(error)}.") from error
    except (OSError, smtplib.SMTPException) as error:
        text = f"The mail server broke off in the letter to {to!r}, which may have gone out: {_said(error)}."
        raise MaybeSentError(text) from error
    _check(code, said, f"the letter to {to!r}")


def _check(code: int, said: bytes, what: str, *, is_address: bool = False) -> None:
    """Raise NotifyError where the server's answer is not yes."""
    if code in (250, 251):
        return
    answer = clean.line(said.decode("utf-8", "replace"))[:200]
    message = f"The mail server refused {what}: {code} {answer}."
    raise AddressDeadError(message) if is_address and code >= _LASTING else NotifyError(message)


def bare_address(sender: str) -> str:
    """Return the address in a sender: `Event.Locky <events@example.org>` or the address alone."""
    return parseaddr(sender)[1]


def _ascii_host(host: str) -> str:
    """Return a host as mail servers write it: `münchen.example` is `xn--mnchen-3ya.example`."""
    try:
        return host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise NotifyError(f"{host[:80]!r} is no host that a letter can go to.") from error


def _said(error: Exception) -> str:
    """Return what an error says, in one line that may be shown."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        text = f"{error.smtp_code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
    else:
        text = str(error) or type(error).__name__
    return clean.line(text)[:200].rstrip(".")
