"""A push service on this machine that checks who sends and reads messages with the key of its browser."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass, field

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from eventlocky.notify.push import Subscription


def packed(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushService:
    """Keeps what it could read; `status` is what it answers."""

    status: int = 201
    messages: list[dict] = field(default_factory=list)
    claims: list[dict] = field(default_factory=list)
    requests: int = 0

    def __post_init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    async def __aenter__(self):
        app = web.Application()
        app.router.add_post("/push/{browser}", self._take)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.origin = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        await self._runner.cleanup()

    @property
    def subscription(self) -> Subscription:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(f"{self.origin}/push/abc", packed(point), packed(self._secret))

    async def _take(self, request):
        self.requests += 1
        if self.status == 302:
            raise web.HTTPFound(f"{self.origin}/push/other")
        if self.status != 201:
            return web.Response(status=self.status)
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert int(request.headers["TTL"]) > 0
        self.claims.append(verified(request.headers["Authorization"]))
        body = await request.read()
        assert len(body) <= 4096
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)
        self.messages.append(json.loads(plain))
        return web.Response(status=201)


def verified(header):
    """Return the claims of a VAPID header whose signature holds."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(parts["k"]))
    head, claims, sign = parts["t"].split(".")
    assert json.loads(unpacked(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unpacked(sign)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(unpacked(claims)) | {"key": parts["k"]}
