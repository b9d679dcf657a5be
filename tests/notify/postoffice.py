"""A mail server on this machine, in a thread of its own, that keeps what it is given."""

from __future__ import annotations

import asyncio
import ssl
import threading
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from typing import Self

from aiosmtpd.smtp import SMTP, AuthResult

from eventlocky.settings import Settings
from eventlocky.types import Event, Organisation, Place, When

HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
JAZZ = Event("Jazz Night", When(datetime(2026, 12, 5, 19, 30)), Place("Quay"), link="https://harbour.example/jazz")
TALK = Event("A talk on tides", When(datetime(2026, 12, 6, 18)))


@dataclass
class Inbox:
    """Keeps letters as (recipients, message); `answers` are said in place of yes."""

    letters: list[tuple[list[str], EmailMessage]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    signed_in: list[str] = field(default_factory=list)
    pause_s: float = 0.0

    async def handle_RCPT(self, _server, _session, envelope, address, _options):  # noqa: N802 - the server's name
        if "RCPT" in self.answers:
            return self.answers["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, _session, envelope):  # noqa: N802 - the same
        if self.answers.get("DATA") == "break":
            server.transport.abort()
            return "250 OK"
        if "DATA" in self.answers:
            return self.answers["DATA"]
        self.letters.append((list(envelope.rcpt_tos), message_from_bytes(envelope.content, policy=SMTP_POLICY)))
        await asyncio.sleep(self.pause_s)
        return "250 OK"

    def authenticate(self, _server, _session, _envelope, _mechanism, data):
        good = (data.login, data.password) == (b"anna", b"secret")
        self.signed_in.append(data.login.decode())
        return AuthResult(success=good, handled=good)


class Post:
    """The server with its inbox; `settings` are those that send by it."""

    def __init__(self, *, security: str = "plain", certificate: tuple[str, str] | None = None, password: bool = False):
        self.inbox = Inbox()
        self._security = security
        self._certificate = certificate
        self._password = password
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        context = None
        if self._certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self._certificate)
        options = {}
        if self._password:
            options = {"authenticator": self.inbox.authenticate, "auth_require_tls": False}
        if self._security == "starttls":
            options |= {"tls_context": context, "require_starttls": True}
        connections = []

        def connect():
            connections.append(SMTP(self.inbox, enable_SMTPUTF8=True, loop=self._loop, timeout=30, **options))
            return connections[-1]

        inner = context if self._security == "tls" else None
        server = await self._loop.create_server(connect, "127.0.0.1", 0, ssl=inner)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._end.wait()
        server.close()
        for connection in connections:
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)

    @property
    def settings(self) -> Settings:
        return Settings(
            smtp_host="127.0.0.1",
            smtp_port=self.port,
            smtp_security=self._security,
            smtp_ca_file=self._certificate[0] if self._certificate else "",
            smtp_timeout_s=5,
            mail_from="Event.Locky <events@example.org>",
        )

    @property
    def letters(self) -> list[EmailMessage]:
        return [message for _, message in self.inbox.letters]
