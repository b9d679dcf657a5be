"""The ground of Seelhaven: a small map, drawn by hand, so that the demo looks right without any network.

Points are metres east and north of the market square, which reads like a sketch; `geojson` turns them into degrees.
The client draws each shape by its kind (client/src/ground.js).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from eventlocky.demo.town import CENTRE, NAME

Point = tuple[float, float]
_METRES_A_DEGREE = 111_320.0

_LAND: Sequence[Point] = (
    (-6000, 1500), (-2600, 1250), (-1500, 1040), (-900, 960), (-640, 900), (-500, 905), (-400, 850), (-330, 745),
    (-260, 665), (-150, 610), (-20, 610), (90, 660), (190, 745), (330, 800), (450, 790), (560, 720), (690, 600),
    (760, 500), (770, 430), (700, 330), (655, 240), (640, 150), (520, 165), (380, 175), (235, 190), (175, 125),
    (300, 75), (470, 40), (640, -10), (655, -90), (600, -150), (575, -250), (640, -310), (740, -350), (790, -460),
    (720, -610), (560, -710), (420, -760), (300, -850), (170, -960), (120, -1150), (190, -1500), (120, -2100),
    (300, -6000), (-6000, -6000),
)  # fmt: skip
_SHAPES: dict[str, Sequence[Sequence[Point]]] = {
    "sand": (
        ((-400, 850), (-330, 745), (-260, 665), (-150, 610), (-20, 610), (90, 660), (190, 745), (180, 705), (90, 615),
         (-15, 570), (-160, 570), (-290, 640), (-370, 730), (-430, 830)),
        ((640, -310), (740, -350), (790, -460), (720, -610), (560, -710), (545, -680), (690, -590), (745, -460),
         (720, -385), (630, -345)),
    ),
    "green": (
        ((210, 700), (330, 770), (450, 760), (560, 690), (520, 600), (400, 560), (280, 590)),
        ((-560, 860), (-480, 880), (-390, 800), (-350, 690), (-440, 650), (-560, 720)),
        ((170, -300), (330, -270), (420, -350), (400, -460), (260, -480), (160, -410)),
        ((-45, -285), (60, -275), (75, -365), (-35, -375)),
        ((-1500, 250), (-900, 330), (-820, 80), (-900, -200), (-1450, -260), (-1700, 20)),
        ((-700, -620), (-420, -560), (-380, -760), (-640, -880)),
        ((-20, -690), (150, -670), (165, -790), (0, -810)),
    ),
    "water": (
        ((-2400, -820), (-1400, -640), (-800, -560), (-350, -540), (-60, -590), (250, -640), (560, -700), (565, -722),
         (250, -665), (-60, -612), (-350, -562), (-800, -584), (-1400, -668), (-2400, -850)),
        ((-1330, 60), (-1180, 110), (-1090, 40), (-1160, -60), (-1290, -50)),
    ),
    "building": (
        ((-25, -307), (50, -300), (52, -330), (-22, -337)), ((-105, 45), (-40, 52), (-36, 8), (-101, 1)),
        ((-205, 545), (-120, 552), (-116, 512), (-201, 505)), ((-640, 455), (-530, 465), (-525, 395), (-634, 385)),
        ((95, 100), (150, 92), (146, 58), (91, 66)), ((390, 700), (434, 700), (434, 660), (390, 660)),
        ((330, -485), (420, -478), (424, -540), (334, -548)), ((-760, -30), (-640, -10), (-632, -52), (-752, -72)),
    ),
}  # fmt: skip
_LINES: dict[str, Sequence[Sequence[Point]]] = {
    "road": (
        ((-6000, -380), (-2000, -330), (-900, -300), (-480, -290), (-250, -265), (-60, -230), (110, -215), (270, -205)),
        ((-480, -290), (-560, -60), (-560, 140), (-500, 260), (-430, 420), (-380, 560), (-250, 600)),
        ((270, -205), (330, -60), (220, 20), (70, 20), (-60, -10), (-200, 60), (-420, 130), (-560, 140)),
        ((-60, -230), (-30, -460), (40, -640), (20, -1000), (60, -1600), (20, -6000)),
        ((-6000, 760), (-2000, 640), (-1000, 520), (-700, 380), (-500, 260)),
    ),
    "street": (
        ((-60, -230), (-60, -10)), ((-250, -265), (-200, 60)), ((110, -215), (70, 20)), ((-420, 130), (-480, -290)),
        ((-200, 60), (-230, 260), (-250, 420), (-200, 480), (-60, 500), (120, 560), (240, 640), (380, 700)),
        ((-230, 260), (-500, 260)), ((-250, 420), (-430, 420)), ((-430, 420), (-620, 480), (-760, 520)),
        ((70, 20), (90, 180), (120, 330), (60, 480)), ((90, 180), (235, 230), (400, 220), (560, 240), (640, 300)),
        ((120, 330), (330, 380), (560, 400), (680, 450)), ((270, -205), (420, -170), (560, -200)),
        ((330, -60), (460, -20), (600, -60)), ((270, -205), (330, -290), (460, -330), (560, -370), (680, -420)),
        ((-30, -460), (140, -520), (330, -570), (470, -600), (600, -640)), ((-60, -120), (-230, -100), (-540, -110)),
        ((-200, 60), (-60, 90), (70, 110)), ((-30, -460), (-260, -470), (-480, -420), (-560, -300)),
        ((40, -640), (90, -720), (200, -780)), ((-380, 560), (-430, 680), (-440, 760)),
        ((110, -215), (130, -340), (-30, -460)),
        ((560, 400), (600, 520), (520, 620)), ((-60, 90), (-60, 300), (60, 480)),
    ),
    "path": (
        ((-440, 760), (-400, 800), (-470, 870)), ((380, 700), (460, 740), (540, 690)),
        ((200, -310), (300, -390), (390, -350)), ((-250, 600), (-150, 585), (-20, 590), (90, 640), (200, 720)),
        ((680, -420), (720, -470), (680, -590), (560, -690)),
        ((-900, 200), (-1100, 160), (-1400, 100)),
    ),
    "rail": (((-6000, -140), (-2000, -90), (-1100, -60), (-760, -50), (-600, -30)),),
    "pier": (
        ((770, 430), (900, 470), (960, 560)), ((655, -90), (800, -60), (860, 20)), ((600, -150), (730, -170)),
        ((590, -215), (720, -235)), ((-20, 610), (10, 760)), ((420, 172), (425, 135)), ((480, 168), (485, 130)),
        ((540, 163), (545, 125)),
    ),
}  # fmt: skip
_NAMES: Sequence[tuple[str, float, float, str]] = (
    (NAME.upper(), -340, -20, "town"), ("Seelhavener Bucht", 1120, 200, "sea"), ("Hafen", 420, 110, "water"),
    ("港町", -470, 330, "part"), ("岬町", -540, 770, "part"), ("浜", -100, 592, "part"), ("Dünen", 330, 590, "part"),
    ("Kurpark", 285, -380, "part"), ("Siel", -560, -572, "water"), ("Bahnhof", -690, -88, "part"),
    ("Stadtwald", -1150, -130, "part"), ("Südmole", 890, 545, "part"), ("Promenade", 655, -520, "part"),
)  # fmt: skip
_BLOCKS: Sequence[tuple[Point, Point, float, int, int]] = (
    ((-155, -125), (150, 78), 6, 2, 2), ((-10, -110), (95, 74), 4, 1, 2), ((185, -105), (120, 72), 18, 1, 2),
    ((-360, -190), (170, 120), 2, 2, 2), ((-345, 10), (180, 90), -18, 2, 1), ((-345, 195), (180, 84), -4, 3, 1),
    ((-345, 340), (150, 110), 2, 2, 2), ((-130, 180), (100, 120), 4, 1, 2), ((-140, 380), (150, 110), 8, 2, 2),
    ((20, 250), (90, 150), -6, 1, 2), ((230, 300), (170, 84), 12, 3, 1), ((470, 310), (170, 84), 6, 3, 1),
    ((230, 470), (200, 96), 18, 3, 1), ((440, 490), (120, 90), 20, 2, 1), ((430, -110), (200, 84), -6, 3, 1),
    ((420, -255), (180, 76), -14, 3, 1), ((-160, -360), (200, 110), -2, 3, 2), ((-390, -370), (160, 80), 6, 2, 1),
    ((70, -440), (110, 84), -14, 2, 1), ((200, -570), (220, 60), -10, 3, 1), ((-560, 320), (110, 100), 24, 2, 2),
    ((530, -480), (190, 100), -18, 3, 1), ((-660, 170), (150, 150), 4, 2, 2), ((-660, -190), (170, 130), 8, 2, 2),
)  # fmt: skip
"""Blocks of houses: middle, width and height, turn in degrees, and into how many they fall each way."""


def geojson() -> str:
    """Return the map as a GeoJSON FeatureCollection."""
    features = [_area("land", _LAND)]
    features += [_area(kind, shape) for kind, shapes in _SHAPES.items() for shape in shapes]
    features += [_area("block", block) for block in _blocks()]
    features += [_line(kind, line) for kind, lines in _LINES.items() for line in lines]
    features += [_name(*name) for name in _NAMES]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False, separators=(",", ":"))


def _blocks() -> Iterable[Sequence[Point]]:
    """Yield the corners of every block of houses."""
    for (x, y), (width, height), turn, columns, rows in _BLOCKS:
        for column in range(columns):
            for row in range(rows):
                yield _block(
                    x, y, turn, (width / columns, height / rows), (column - (columns - 1) / 2, row - (rows - 1) / 2)
                )


def _block(x: float, y: float, turn: float, size: Point, step: Point) -> Sequence[Point]:
    c, s = cos(radians(turn)), sin(radians(turn))
    half = ((size[0] - 12) / 2, (size[1] - 12) / 2)  # twelve metres of lane between two of them
    corners = [
        (step[0] * size[0] + a * half[0], step[1] * size[1] + b * half[1])
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in corners]


def _degrees(point: Point) -> list[float]:
    lat, lon = CENTRE
    east, north = point
    return [round(lon + east / (_METRES_A_DEGREE * cos(radians(lat))), 6), round(lat + north / _METRES_A_DEGREE, 6)]


def _area(kind: str, points: Sequence[Point]) -> dict[str, object]:
    ring = [_degrees(point) for point in (*points, points[0])]
    return _feature(kind, "Polygon", [ring])


def _line(kind: str, points: Sequence[Point]) -> dict[str, object]:
    return _feature(kind, "LineString", [_degrees(point) for point in points])


def _name(name: str, east: float, north: float, kind: str) -> dict[str, object]:
    return _feature(kind, "Point", _degrees((east, north)), name)


def _feature(kind: str, form: str, coordinates: object, name: str = "") -> dict[str, object]:
    properties = {"kind": kind, "name": name} if name else {"kind": kind}
    return {"type": "Feature", "geometry": {"type": form, "coordinates": coordinates}, "properties": properties}
