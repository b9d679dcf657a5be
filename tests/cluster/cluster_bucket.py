"""A bucket on this machine: as much of the S3 protocol as listing, reading in ranges and writing in parts need."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import BinaryIO
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

_WHEN = {"ETag": '"1"', "Last-Modified": "Thu, 01 Oct 2026 00:00:00 GMT"}


class Bucket:
    """Objects by their names, served while the context lasts."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        bucket = self

        class Handler(_Handler):
            objects = bucket.objects
            parts = bucket.parts

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def address(self, path: str) -> str:
        """Return the address of what lies in the bucket."""
        return f"s3://town/{path}?endpoint_override=127.0.0.1:{self._server.server_port}&scheme=http&region=us-east-1"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]
    parts: dict[str, dict[int, bytes]]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    @property
    def asked(self) -> tuple[str, dict[str, list[str]]]:
        address = urlsplit(self.path)
        return unquote(address.path).removeprefix("/town").lstrip("/"), parse_qs(address.query, keep_blank_values=True)

    def answer(self, status: int, body: bytes = b"", size: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, value in {**_WHEN, **headers, "Content-Length": str(len(body) if size is None else size)}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        key, _ = self.asked
        data = self.objects.get(key)
        if key == "":
            self.answer(200)
        elif data is None:
            self.answer(404)
        else:
            self.answer(200, size=len(data))

    def do_GET(self) -> None:
        key, query = self.asked
        if "list-type" in query:
            self.answer(200, self._listing(query["prefix"][0] if "prefix" in query else ""))
        elif key not in self.objects:
            self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        elif said := self.headers.get("Range"):
            first, last = (int(number) for number in said.removeprefix("bytes=").split("-"))
            part = self.objects[key][first : last + 1]
            span = f"bytes {first}-{first + len(part) - 1}/{len(self.objects[key])}"
            self.answer(206, part, Content_Range=span)
        else:
            self.answer(200, self.objects[key])

    def _listing(self, prefix: str) -> bytes:
        keys = sorted(key for key in self.objects if key.startswith(prefix) and not key.endswith("/"))
        items = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>{len(self.objects[key])}</Size>"
            "<LastModified>2026-10-01T00:00:00.000Z</LastModified></Contents>"
            for key in keys
        )
        count = f"<KeyCount>{len(keys)}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>"
        return f'<?xml version="1.0"?><ListBucketResult><Name>town</Name>{count}{items}</ListBucketResult>'.encode()

    def do_PUT(self) -> None:
        key, query = self.asked
        body = self._body()
        if "uploadId" in query:
            self.parts.setdefault(key, {})[int(query["partNumber"][0])] = body
        else:
            self.objects[key] = body
        self.answer(200)

    def do_POST(self) -> None:
        key, query = self.asked
        self._body()
        if "uploads" in query:
            xml = f"<InitiateMultipartUploadResult><Key>{escape(key)}</Key><UploadId>1</UploadId></InitiateMultipartUploadResult>"
        else:
            self.objects[key] = b"".join(data for _, data in sorted(self.parts.pop(key, {}).items()))
            xml = f"<CompleteMultipartUploadResult><Key>{escape(key)}</Key></CompleteMultipartUploadResult>"
        self.answer(200, xml.encode())

    def _body(self) -> bytes:
        """Return what was sent; the SDK sends it in chunks of HTTP, and in them in chunks of its own."""
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = _joined(self.rfile)
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_chunked = "aws-chunked" in (self.headers.get("Content-Encoding") or "")
        return _joined(BytesIO(body)) if is_chunked else body


def _joined(stream: BinaryIO) -> bytes:
    """Return the content of chunks, and read to the empty line behind the last."""
    parts = []
    while size := int(stream.readline().split(b";")[0], 16):
        parts.append(stream.read(size))
        stream.readline()
    while stream.readline().strip():
        pass
    return b"".join(parts)
