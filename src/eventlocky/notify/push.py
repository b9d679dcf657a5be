"""Web push: a short message to a browser, encrypted for it alone, signed with the server's own key.

RFC 8030 (how it is handed over), 8291 (encryption, aes128gcm) and 8292 (VAPID, the signature). The address to send to
comes from a browser, that is from anybody: it is read and checked as the crawler's addresses are, so that nobody can
point us into a private network, and redirects are not followed.
"""

from __future__ import annotations

import base64
import binascii
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from eventlocky.crawl.address import Address, check_ip, read
from eventlocky.errors import (
    AddressDeadError,
    AddressRefusedError,
    MaybeSentError,
    MissingExtraError,
    NotifyError,
    SettingsError,
)
from eventlocky.formats import clean
from eventlocky.notify import digest
from eventlocky.notify.links import event_link, home_of, search_link
from eventlocky.notify.mail import bare_address
from eventlocky.settings import Settings
from eventlocky.store import Notice, SavedSearch

if TYPE_CHECKING:
    import aiohttp
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_POINT, _SECRET, _SCALAR = 65, 16, 32
"""The bytes of a public key, of a browser's secret and of a private key (RFC 8291)."""

_LONGEST_BODY = 300
_LONGEST_TARGET = 4_000
_SIGNED_FOR_S = 12 * 3_600
_KEPT_FOR_S = 24 * 3_600
"""So long the push service keeps a message for a browser that is away."""

_GONE = frozenset({404, 410})
_TAKEN = frozenset({200, 201, 202, 204})
_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants messages: where to hand them over, and the keys that only it can read them with."""

    endpoint: str
    p256dh: str
    auth: str

    def written(self) -> str:
        """Return the subscription as text, for the store."""
        return json.dumps({"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}})


def read_subscription(text: str, *, allow_loopback: bool = False) -> Subscription:
    """Return the subscription of a JSON text, as browsers write it; what is none raises NotifyError."""
    try:
        said: Any = json.loads(text[:_LONGEST_TARGET])
        endpoint, p256dh, auth = str(said["endpoint"]), str(said["keys"]["p256dh"]), str(said["keys"]["auth"])
        _bytes(p256dh, _POINT)
        _bytes(auth, _SECRET)
        address = read(endpoint)
        _check_endpoint(address, allow_loopback=allow_loopback)
    except (ValueError, TypeError, KeyError, RecursionError, AddressRefusedError) as error:
        raise NotifyError(f"This is no subscription of a browser: {clean.line(str(error))[:200]}.") from error
    return Subscription(address.url, p256dh, auth)


def _check_endpoint(address: Address, *, allow_loopback: bool) -> None:
    """Refuse an endpoint that is not private on its way, or lies in a network that is not public."""
    if address.ip is not None:
        check_ip(address.ip, allow_loopback=allow_loopback)
    if not address.url.startswith("https://") and not allow_loopback:
        raise AddressRefusedError("Messages go to https addresses only.")


# Keys --------------------------------------------------------------------------------------------


def make_key() -> str:
    """Return a new private key, as the setting push_key has it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(_SCALAR, "big"))


def public_key(private: str) -> str:
    """Return what browsers are told of a private key: they take messages from its owner alone."""
    return _text(_point(_private(private)))


def _private(key: str) -> EllipticCurvePrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError as error:
        what = "Web push"
        raise MissingExtraError(what, "notify") from error
    try:
        return ec.derive_private_key(int.from_bytes(_bytes(key, _SCALAR), "big"), ec.SECP256R1())
    except ValueError as error:
        message = "The setting push_key is no key. Make one with: eventlocky digest --new-push-key"
        raise SettingsError(message) from error


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def signature(key: EllipticCurvePrivateKey, origin: str, contact: str, now: datetime) -> str:
    """Return the header that says who sends: a token for one push service, good for half a day."""
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    claims = {"aud": origin, "exp": int(now.timestamp()) + _SIGNED_FOR_S, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ECDSA(SHA256())))
    sign = _text(r.to_bytes(_SCALAR, "big") + s.to_bytes(_SCALAR, "big"))
    return f"vapid t={signed}.{sign}, k={_text(_point(key))}"


def encrypt(payload: bytes, subscription: Subscription) -> bytes:
    """Return a message that only the browser of a subscription can read."""
    import http_ece  # type: ignore[import-untyped]
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        body: bytes = http_ece.encrypt(
            payload,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(subscription.p256dh, _POINT),
            auth_secret=_bytes(subscription.auth, _SECRET),
        )
    except (ValueError, http_ece.ECEException) as error:  # bytes that are no point of the curve
        raise AddressDeadError("The keys of the browser are none.") from error
    return body


# What is said ------------------------------------------------------------------------------------


def write(saved: SavedSearch, notices: Sequence[Notice], home: str) -> bytes:
    """Return the message that tells of notices: title, body, url and tag, as JSON for the page's service worker."""
    items = [digest.item(notice, home) for notice in notices]
    said = "; ".join(f"{one.label}: {one.title}" if one.label else f"{one.title}, {one.when}" for one in items)
    body = said if len(said) <= _LONGEST_BODY else f"{said[: _LONGEST_BODY - 1]}…"
    url = event_link(home, notices[0].uid) if len(notices) == 1 else search_link(home, saved.query)
    message: Mapping[str, str] = {
        "title": digest.subject(saved, notices)[:_LONGEST_BODY],
        "body": body,
        "url": url if len(url) < 1_000 else f"{home}/",  # noqa: PLR2004 - a message has room for 3,993 bytes
        "tag": digest.message_id(saved, notices, "").strip("<>").partition("@")[0],
    }
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")


class Pusher:
    """Hands messages to push services; use it as an async context manager."""

    def __init__(self, settings: Settings, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._settings = settings
        self._clock = clock
        self._session: aiohttp.ClientSession | None = None

    def check(self) -> None:
        """Raise an error that says what to do where nothing can be sent with these settings."""
        if not self._settings.push_key:
            message = (
                "No push message can be sent: there is no key in the setting push_key (EVENTLOCKY_PUSH_KEY). "
                "Make one with: eventlocky digest --new-push-key"
            )
            raise NotifyError(message)
        _private(self._settings.push_key)

    async def __aenter__(self) -> Self:
        """Open the client."""
        import aiohttp

        from eventlocky.crawl.resolve import Resolver

        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                resolver=Resolver(allow_loopback=self._settings.allow_loopback), socket_factory=self._checked_socket
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=_TIMEOUT_S),
            trust_env=False,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the client."""
        if self._session is not None:
            await self._session.close()

    def _checked_socket(self, info: Any) -> socket.socket:  # noqa: ANN401 - a tuple of five, as the system gives it
        """Make a socket for an address that is checked at the last moment, whatever its name meant before."""
        family, kind, protocol, _, address = info
        check_ip(str(address[0]), allow_loopback=self._settings.allow_loopback)
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        return made

    async def send(self, subscription: Subscription, payload: bytes) -> None:
        """Hand over a message, or raise NotifyError; AddressDeadError where the browser takes none any more."""
        import aiohttp

        self.check()
        try:
            address = read(subscription.endpoint)
            _check_endpoint(address, allow_loopback=self._settings.allow_loopback)
            status = await self._post(address, encrypt(payload, subscription))
        except (aiohttp.ClientError, OSError, TimeoutError, AddressRefusedError) as error:
            raise _failure(error, clean.line(subscription.endpoint)[:80]) from error
        if status in _GONE:
            raise AddressDeadError(f"The browser behind {address.host} takes no messages any more ({status}).")
        if status not in _TAKEN:
            raise NotifyError(f"The push service {address.host} refused the message ({status}). Check push_key.")

    async def _post(self, address: Address, body: bytes) -> int:
        """Send one request and return the status of the answer, which nobody reads further."""
        import yarl

        if self._session is None:
            raise NotifyError("The client is not open.")
        settings = self._settings
        contact = bare_address(settings.mail_from)
        sub = f"mailto:{contact}" if contact else home_of(settings)
        headers = {
            "Authorization": signature(_private(settings.push_key), address.origin, sub, self._clock()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT_FOR_S),
            "Urgency": "low",
        }
        url = yarl.URL(address.url, encoded=True)
        async with self._session.post(url, data=body, headers=headers, allow_redirects=False) as answer:
            return answer.status


def _failure(error: BaseException, where: str) -> NotifyError:
    """Tell from an error of the network whether a message may have arrived, and whether to try again."""
    import aiohttp

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AddressRefusedError):
            return AddressDeadError(f"No message is sent to {where}: {cause}")
        cause = cause.__cause__ or cause.__context__
    said = clean.line(str(error))[:200] or type(error).__name__
    if isinstance(error, aiohttp.ClientConnectorError):
        return NotifyError(f"The push service {where} cannot be reached: {said}.")
    return MaybeSentError(f"The push service {where} broke off, and may have the message: {said}.")


def _bytes(text: str, length: int) -> bytes:
    """Read so many bytes of base64 for addresses, with or without its padding; what is none raises ValueError."""
    bare = text.rstrip("=")
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("letters that are not base64") from error
    if len(data) != length:
        raise ValueError("keys of another length")
    return data


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
