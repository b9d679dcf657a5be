"""One question to a service that the settings name, one answer within limits of time and size.

The address of a service is the user's own choice, so that it may be on this machine; what a service says is as little
trusted as any page. Redirects are not followed: a service that has moved is set anew by a person.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from eventlocky.errors import PlacesError
from eventlocky.settings import Settings

OK = 200
BUSY = frozenset({429, 503, 504})
"""Too many requests, or a service that has no time: asking later helps."""
_MOST_TOLD = 200


class NoAnswerError(PlacesError):
    """A service that could not be reached, or whose answer broke off or was too large."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: with a form or with JSON it is a POST, without both a GET."""

    url: str
    headers: Mapping[str, str]
    form: Mapping[str, str] | None = None
    json: object = None
    timeout_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a service answered."""

    url: str
    status: int
    body: bytes
    retry_after_s: float | None = None

    @property
    def host(self) -> str:
        """The host that answered."""
        return host(self.url)

    def data(self) -> Any:  # noqa: ANN401 - JSON is anything
        """Return the JSON of the answer, or raise NoAnswerError where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            message = f"{self.host} answered with something else than JSON: {self.told() or 'nothing'}."
            raise NoAnswerError(message) from error

    def told(self) -> str:
        """Return the beginning of the answer as one line, for messages."""
        text = self.body[: 4 * _MOST_TOLD].decode("utf-8", "replace")
        return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:_MOST_TOLD]


async def ask(question: Question, settings: Settings) -> Reply:
    """Send a question and return the answer, whatever its status, or raise NoAnswerError."""
    import aiohttp  # who reads a file does not need it

    where = host(question.url)
    if settings.replay:
        message = f"{where} is not asked while `replay` is set"
        raise NoAnswerError(message)
    headers = {"User-Agent": user_agent(settings), "Accept": "application/json", **question.headers}
    patience = aiohttp.ClientTimeout(total=question.timeout_s, sock_connect=min(question.timeout_s, settings.timeout_s))
    try:
        async with (
            aiohttp.ClientSession(timeout=patience, headers=headers, cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.request(
                "GET" if question.form is None and question.json is None else "POST",
                question.url,
                data=question.form,
                json=question.json,
                allow_redirects=False,
            ) as response,
        ):
            body = await _body(response, settings.max_places_bytes, where)
            wait_s = retry_after_s(response.headers.get("Retry-After"))
            return Reply(question.url, response.status, body, wait_s)
    except TimeoutError as error:
        message = f"{where} gave no full answer within {question.timeout_s:g} s"
        raise NoAnswerError(message) from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        reason = str(error).split("\n", maxsplit=1)[0] or type(error).__name__
        message = f"{where} cannot be reached ({reason})"
        raise NoAnswerError(message) from error


async def _body(response: Any, limit: int, where: str) -> bytes:  # noqa: ANN401 - aiohttp is loaded late
    """Read an answer, unpacked, up to the limit."""
    parts: list[bytes] = []
    size = 0
    async for part in response.content.iter_any():
        parts.append(part)
        size += len(part)
        if size > limit:
            message = f"{where} sent more than {limit:,} bytes (max_places_bytes in the settings)"
            raise NoAnswerError(message)
    return b"".join(parts)


def host(url: str) -> str:
    """Return the host of an address, for messages."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or url
    except ValueError:
        return url


def user_agent(settings: Settings) -> str:
    """Return how we name ourselves, with the page that says who we are."""
    name, page = settings.user_agent, settings.opt_out_page
    return f"{name} (+{page})" if page else name


def retry_after_s(value: str | None) -> float | None:
    """Read a Retry-After header, seconds or a date, as seconds from now."""
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
