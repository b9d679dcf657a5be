"""Pictures go through us small and safe: only those of our events, from public addresses, within limits."""

from __future__ import annotations

import io
import time
from contextlib import contextmanager
from datetime import date
from functools import lru_cache

import pytest
from fastapi.testclient import TestClient
from hosts import body, host, lead
from PIL import Image
from webtown import HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, When
from eventlocky.web import images
from eventlocky.web.app import make_app


@lru_cache
def png(size: tuple[int, int] = (900, 600)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, "PNG")
    return out.getvalue()


def drip(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "image/png")
    handler.end_headers()
    for _ in range(300):
        handler.wfile.write(b"\x89")
        handler.wfile.flush()
        time.sleep(0.05)


def endless(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "image/png")
    handler.end_headers()
    while True:
        handler.wfile.write(b"\x89PNG" * 10_000)


def packed_bomb(handler):
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    content = packer.compress(b"\0" * 100_000_000) + packer.flush()
    handler.send_response(200)
    handler.send_header("Content-Type", "image/png")
    handler.send_header("Content-Encoding", "gzip")
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>alert(1)</script></svg>"


@pytest.fixture
def stranger():
    counted = []

    def counting(handler):
        counted.append(handler.path)
        body(png(), "image/png")(handler)

    answers = {
        "/a.png": counting,
        "/b.bin": body(png(), "application/octet-stream"),
        "/lies.png": body(b"<html><script>alert(1)</script>", "image/png"),
        "/page.png": body(png(), "text/html"),
        "/svg.svg": body(SVG, "image/svg+xml"),
        "/svg.png": body(SVG, "image/png"),
        "/drip.png": drip,
        "/endless.png": endless,
        "/packed.png": packed_bomb,
        "/bomb.png": body(png((7_000, 7_000)), "image/png"),
        "/round.png": lead("/round.png"),
        "/file.png": lead("file:///etc/passwd"),
        "/private.png": lead("http://10.0.0.1/a.png"),
        "/metadata.png": lead("http://169.254.169.254/latest/"),
        "/on.png": lead("/a.png"),
    }
    with host(answers) as address:
        yield address, counted


@contextmanager
def served(tmp_path, image: str, **options):
    """Return a server whose one event has a picture, and the address of that here."""
    settings = Settings(store=str(tmp_path / "a.sqlite"), image_cache=str(tmp_path / "images"), timeout_s=1.0,
                        chunk_timeout_s=0.5, max_image_bytes=2_000_000, **options)  # fmt: skip
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(HALL, "p", "event", [Event("Jazz", When(date(2026, 11, 21)), image=image, category="music")])
    client = TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example", follow_redirects=False)
    with client:
        (told,) = client.get("/api/v1/events").json()["events"]
        yield client, images.picture(told, 320)


def test_a_picture_comes_small_as_webp_and_is_asked_for_once(tmp_path, stranger):
    address, counted = stranger
    with served(tmp_path, f"{address}/a.png", allow_loopback=True) as (client, here):
        answer = client.get(here)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
        assert Image.open(io.BytesIO(answer.content)).size == (320, 213)
        assert "immutable" in answer.headers["cache-control"]
        assert client.get(here, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
        assert client.get(here.replace("/320/", "/160/")).status_code == 200
    with served(tmp_path, f"{address}/a.png", allow_loopback=True) as (again, _):
        assert again.get(here).content == answer.content  # from the folder, by another server
    assert counted == ["/a.png"] * 2  # once a width


@pytest.mark.parametrize("path", ["/b.bin", "/on.png"])
def test_bytes_say_what_a_picture_is_and_redirects_are_followed(tmp_path, stranger, path):
    with served(tmp_path, stranger[0] + path, allow_loopback=True) as (client, here):
        assert client.get(here).headers["content-type"] == "image/webp"


@pytest.mark.parametrize(
    "path",
    ["/lies.png", "/page.png", "/svg.svg", "/svg.png", "/endless.png", "/packed.png", "/bomb.png", "/round.png",
     "/file.png", "/private.png", "/metadata.png", "/drip.png", "/gone.png"],
)  # fmt: skip
def test_what_is_no_good_picture_leads_to_the_cover(tmp_path, stranger, path):
    with served(tmp_path, stranger[0] + path, allow_loopback=True) as (client, here):
        begun = time.monotonic()
        answer = client.get(here)
        assert time.monotonic() - begun < 5
        assert answer.status_code == 302
        assert answer.headers["location"].startswith("/cover/music/")
        cover = client.get(answer.headers["location"])
        assert (cover.status_code, cover.headers["content-type"]) == (200, "image/svg+xml")
        again = time.monotonic()
        assert client.get(here).status_code == 302
        assert time.monotonic() - again < 0.5  # not asked for again at once


@pytest.mark.parametrize("there", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "127.1", "x.localhost"])
def test_no_picture_is_fetched_from_this_machine(tmp_path, stranger, there):
    address, counted = stranger
    with served(tmp_path, address.replace("127.0.0.1", there) + "/a.png") as (client, here):
        assert client.get(here).status_code in {302, 404}
    assert counted == []


def test_nobody_can_have_other_pictures_fetched(tmp_path, stranger):
    address, counted = stranger
    with served(tmp_path, f"{address}/a.png", allow_loopback=True) as (client, here):
        path, _, _ = here.partition("?")
        for other in (path, f"{path}?v=", f"{path}?v={images.mark('http://b.example/')}", "/image/320/nobody?v=1",
                      here.replace("/320/", "/321/"), f"/image/320/{address}/a.png"):  # fmt: skip
            assert client.get(other).status_code == 404
    assert counted == []


def test_an_event_without_a_picture_or_with_none_of_the_web_has_a_cover():
    for image in (None, "", "javascript:alert(1)", "data:image/png;base64,AAAA", "ftp://a.example/b.png"):
        event = {"id": "a@eventlocky", "image": image, "category": "music", "kind": "event"}
        assert images.picture(event) == "/cover/music/a@eventlocky.svg"
    assert images.picture({"id": "a", "category": None, "kind": "deal"}) == "/cover/deal/a.svg"
    assert images.picture({"id": "a/b", "category": "x/ y"}) == "/cover/x%2F%20y/a%2Fb.svg"


def test_many_who_ask_at_once_cost_one_fetch(tmp_path, stranger):
    from concurrent.futures import ThreadPoolExecutor

    address, counted = stranger
    with served(tmp_path, f"{address}/a.png", allow_loopback=True) as (client, here), ThreadPoolExecutor(8) as threads:
        assert {answer.status_code for answer in threads.map(lambda _: client.get(here), range(8))} == {200}
    assert counted == ["/a.png"]
