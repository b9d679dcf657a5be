"""Pictures are made small and made anew, and what is none is refused before it is unpacked."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from eventlocky.errors import NotHtmlError, PageTooLargeError
from eventlocky.web.thumbnails import FORMATS, MOST_POINTS, shrink


def drawn(form: str = "PNG", size: tuple[int, int] = (800, 600), mode: str = "RGB", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, "teal" if mode in {"RGB", "RGBA"} else 1).save(out, form, **options)
    return out.getvalue()


def read(body: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(body))
    picture.load()
    return picture


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_comes_out_as_webp_of_the_width(form):
    picture = read(shrink(drawn(form), 320))
    assert (picture.format, picture.size) == ("WEBP", (320, 240))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_sort_of_colours_can_be_shown(mode):
    assert read(shrink(drawn(mode=mode), 160)).size == (160, 120)


def test_a_small_picture_stays_small():
    assert read(shrink(drawn(size=(40, 30)), 640)).size == (40, 30)


def test_a_strip_is_no_taller_than_three_times_its_width():
    across, down = read(shrink(drawn(size=(50, 5_000)), 160)).size
    assert down <= 480
    assert across >= 1


def test_a_picture_is_turned_as_its_camera_was_held_and_tells_no_place():
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "the place of somebody's home"
    picture = read(shrink(drawn("JPEG", exif=exif), 320))
    assert picture.size == (320, 427)
    assert not picture.getexif()
    assert b"home" not in shrink(drawn("JPEG", exif=exif), 320)


def test_an_animation_becomes_its_first_frame():
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("red", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    assert getattr(read(shrink(out.getvalue(), 160)), "n_frames", 1) == 1


def png_of(across: int, down: int) -> bytes:
    """Write a PNG that is small in bytes and says any size."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", across, down, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 10_000_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(30_000, 30_000), (2**31 - 1, 2**31 - 1), (MOST_POINTS + 1, 1), (9_000, 9_000)])
def test_a_bomb_is_refused_by_its_header(size):
    with pytest.raises(PageTooLargeError):
        shrink(png_of(*size), 320)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html>no picture</html>",
        b"%PDF-1.7",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0" + b"\0" * 100,
        drawn()[:200],
        drawn("JPEG")[:300],
        drawn("WEBP")[:-30],
        b"RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff",
        drawn("TIFF"),
        drawn("ICO", size=(64, 64)),
    ],
    ids=range(13),
)
def test_what_is_no_picture_of_the_web_is_refused(body):
    with pytest.raises((NotHtmlError, PageTooLargeError)):
        shrink(body, 320)
