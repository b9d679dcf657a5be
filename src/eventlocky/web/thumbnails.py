"""The picture of a stranger made small and made anew: what goes out was written here, whatever came in.

Only raster formats are read, and only those that web pages use: no SVG (it may hold scripts), no PDF, no fonts. The
size is known from the header, before a single point is unpacked, so that a small file cannot become a large picture.
"""

from __future__ import annotations

import io

from PIL import Image, ImageOps

from eventlocky.errors import NotHtmlError, PageTooLargeError

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF", "BMP")
MOST_POINTS = 40_000_000
"""A picture of more points is refused: cameras of today make 12 to 24 millions, and 40 take 160 MB to unpack."""

_TALLEST = 3
"""No thumbnail is taller than so many times its width: a strip of a page is no picture of an event."""

_QUALITY = 80


def shrink(body: bytes, width: int) -> bytes:
    """Return a picture as WebP, no wider than asked; what is no picture, or too large a one, raises a PageError."""
    try:
        with Image.open(io.BytesIO(body), formats=FORMATS) as picture:
            _check(picture)
            picture.draft("RGB", (2 * width, 2 * width))  # a JPEG is unpacked at a fraction of its size
            small = _fitted(picture, width)
    except PageTooLargeError:
        raise
    except Image.DecompressionBombError as error:
        message = "The picture has far too many points."
        raise PageTooLargeError(message) from error
    except Exception as error:  # whatever a decoder trips over in bytes of strangers
        message = f"That is no picture that we read ({', '.join(FORMATS)}): {type(error).__name__}."
        raise NotHtmlError(message) from error
    out = io.BytesIO()
    small.save(out, "WEBP", quality=_QUALITY, method=4)  # without metadata: no place, no camera, no name
    return out.getvalue()


def _check(picture: Image.Image) -> None:
    across, down = picture.size
    if across * down > MOST_POINTS:
        message = f"The picture has {across} × {down} points, more than {MOST_POINTS:,}."
        raise PageTooLargeError(message)


def _fitted(picture: Image.Image, width: int) -> Image.Image:
    """Return the first frame, turned as its camera was held, in plain colours, within the width."""
    upright = ImageOps.exif_transpose(picture)
    is_clear = upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info
    plain = upright.convert("RGBA" if is_clear else "RGB")
    plain.thumbnail((width, _TALLEST * width), Image.Resampling.LANCZOS)
    return plain
