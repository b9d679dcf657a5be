"""Japanese dates put together from their parts: every form of day, weekday, range and time beside every other.

The parts are drawn with a fixed seed, so that the same strings come every time, and the right reading is known from
how a string was made, not from a reader.
"""

from __future__ import annotations

import random
from datetime import date, datetime, time, timedelta

import pytest

from eventlocky import dates

REFERENCE = date(2026, 9, 1)
COUNT = 200
"""So many strings a kind: all of them together take some three seconds."""

SIGNS = "月火水木金土日"
IN_ONE_SIGN = "㈪㈫㈬㈭㈮㈯㈰"
NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NUMERALS = ("", "一", "二", "三", "四", "五", "六", "七", "八", "九")
BEFORE = (
    "",
    "日時：",
    "【日時】",
    "と　き　",
    "開催日：",
    "第3回 秋の音楽会　",
    "定員20名（先着順）　",
    "会場：市民ホール2F　",
    "■",
    "・",
    "参加費1,500円　",
    "〒100-0001 東京都千代田区1-1　",
    "次回は",
    "vol.12 ",
)
BEHIND = (
    "",
    "　市民会館 大ホール",
    "　定員20名",
    " 参加費：¥1,500（税込）",
    "　TEL 03-1234-5678",
    "　※雨天決行",
    "\n場所：中央公民館 3階",
    " @新宿",
    "　前売3,000円／当日3,500円",
    "　小学3年生以上",
    "　約90分",
    "（入場無料）",
)
DASHES = ("〜", "～", "~", " 〜 ", "－", "―", "–", "-", " - ", "→")


def numeral(number: int) -> str:
    """Return a number below a hundred in Chinese signs."""
    tens, ones = divmod(number, 10)
    return ("" if not tens else "十" if tens == 1 else NUMERALS[tens] + "十") + NUMERALS[ones]


def wide(text: str) -> str:
    """Return digits, colons, slashes and brackets in full width."""
    return text.translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789:/()"})


def with_year(day: date) -> list[str]:
    """Return the forms of a day that say its year."""
    return [
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%Y年%m月%d日}",
        f"令和{day.year - 2018}年{day.month}月{day.day}日",
        f"令和{day.year - 2018}（{day.year}）年{day.month}月{day.day}日",
        f"R{day.year - 2018}.{day.month}.{day.day}",
        f"{day.year}/{day.month}/{day.day}",
        f"{day:%Y/%m/%d}",
        f"{day.year}.{day.month}.{day.day}",
        f"{day:%Y-%m-%d}",
        wide(f"{day.year}年{day.month}月{day.day}日"),
        f"二〇{numeral(day.year % 100 // 10)}{NUMERALS[day.year % 10]}年{numeral(day.month)}月{numeral(day.day)}日",
    ]


def without_year(day: date) -> list[str]:
    """Return the forms of a day that leave its year open."""
    return [
        f"{day.month}月{day.day}日",
        f"{day.month}/{day.day}",
        f"{day.month}.{day.day}",
        wide(f"{day.month}/{day.day}"),
        wide(f"{day.month}月{day.day}日"),
        f"{numeral(day.month)}月{numeral(day.day)}日",
    ]


def weekdays(day: date) -> list[str]:
    """Return the forms of the weekday behind a day."""
    sign = SIGNS[day.weekday()]
    return [
        f"({sign})",
        f"（{sign}）",
        f"［{sign}］",
        f"[{sign}]",
        f"【{sign}】",
        f"〈{sign}〉",
        f" ({sign})",
        f"（{sign}曜）",
        f"（{sign}曜日）",
        f"（{sign}・祝）",
        f"（{sign}祝）",
        f"（祝・{sign}）",
        f"（{sign}・祝日）",
        f"（{sign}・振休）",
        IN_ONE_SIGN[day.weekday()],
        f"({NAMES[day.weekday()]})",
        f"({NAMES[day.weekday()].upper()})",
    ]


def clocks(clock: time) -> list[str]:
    """Return the forms of a time of day."""
    half, hour = ("午前", clock.hour) if clock.hour < 12 else ("午後", clock.hour - 12)
    forms = [f"{clock.hour}:{clock.minute:02}", wide(f"{clock.hour}:{clock.minute:02}")]
    if clock.minute == 0:
        forms += [f"{clock.hour}時", f"{half}{hour}時"] + ([f"{numeral(clock.hour)}時"] if clock.hour else [])
    if clock.minute == 30:
        forms += [f"{clock.hour}時半", f"{half}{hour}時半"]
    return [*forms, f"{clock.hour}時{clock.minute:02}分", f"{half}{hour}時{clock.minute:02}分"]


class Maker:
    """Draws parts, and puts them together."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.one = self.random.choice

    def day(self, first: date = REFERENCE, most: int = 200) -> date:
        return first + timedelta(days=self.random.randint(1, most))

    def clock(self, first: int = 8, last: int = 20) -> time:
        return time(self.random.randint(first, last), self.one((0, 0, 15, 30, 30, 45)))

    def dated(self, day: date) -> str:
        """Write a day; one without a year always has its weekday here, one with its year may."""
        if self.random.random() < 0.5:
            return self.one(without_year(day)) + self.one(weekdays(day))
        return self.one(with_year(day)) + self.one(["", "", *weekdays(day)])

    def apart(self, day: str) -> str:
        """Add a space or none to a day; a digit needs one."""
        return day + self.one([" ", "　"] if day[-1].isdecimal() else [" ", "　", ""])

    def to(self, day: str) -> str:
        """Add a dash to a day; nobody writes 2026-11-05-2026-11-08."""
        return day + self.one([dash for dash in DASHES if dash not in {"-", "－"} or "-" not in day])

    def around(self, text: str) -> str:
        return self.one(BEFORE) + text + self.one(BEHIND)


def reading(text: str) -> tuple:
    when = dates.read(text, reference=REFERENCE, country="JP")
    return (when.start, when.end, when.rrule, when.doors, when.rdates) if when else (None, None, None, None, ())


def days(maker: Maker) -> tuple[str, tuple]:
    day = maker.day()
    return maker.around(maker.dated(day)), (day, None, None, None, ())


def days_with_times(maker: Maker) -> tuple[str, tuple]:
    day, clock = maker.day(), maker.clock()
    text = maker.apart(maker.dated(day)) + maker.one(clocks(clock))
    text += maker.one(["", "〜", "～", "から", "より", "開演", "スタート", "開始", "開会", " START"])
    return maker.around(text), (datetime.combine(day, clock), None, None, None, ())


def days_with_hours(maker: Maker) -> tuple[str, tuple]:
    day, start = maker.day(), maker.clock(8, 16)
    end = (datetime.combine(day, start) + timedelta(minutes=maker.one((60, 90, 120, 300)))).time()
    if maker.random.random() < 0.3:
        hours = f"{maker.one(clocks(start))}から{maker.one(clocks(end))}まで"
    else:
        hours = maker.one(clocks(start)) + maker.one(DASHES) + maker.one(clocks(end))
    text = maker.apart(maker.dated(day)) + hours
    return maker.around(text), (datetime.combine(day, start), datetime.combine(day, end), None, None, ())


def days_with_doors(maker: Maker) -> tuple[str, tuple]:
    day, show = maker.day(), maker.clock(12, 20)
    doors = (datetime.combine(day, show) - timedelta(minutes=maker.one((30, 45, 60)))).time()
    one, two = maker.one(clocks(doors)), maker.one(clocks(show))
    shapes = [
        f"開場{one}／開演{two}",
        f"開場 {one} 開演 {two}",
        f"{one}開場／{two}開演",
        f"{two}開演（{one}開場）",
        f"{two}開演（開場{one}）",
        f"OPEN {one} / START {two}",
        f"OPEN{one}/START{two}",
        f"{one} OPEN / {two} START",
        f"{two}〜（受付{one}〜）",
        f"{one}受付開始 {two}開始",
        f"{two}開演（開場は{one}）",
    ]
    text = maker.dated(day) + maker.one([" ", "　"]) + maker.one(shapes)
    return maker.around(text), (datetime.combine(day, show), None, None, doors, ())


def ranges(maker: Maker) -> tuple[str, tuple]:
    first = maker.day()
    last = maker.day(first, 60)
    is_short = maker.random.random() < 0.5 and (first.year, first.month) == (last.year, last.month)
    end = f"{last.day}日{maker.one(weekdays(last)[:14])}" if is_short else maker.dated(last)
    begin = maker.one([f"{first.month}月{first.day}日", f"{first.year}年{first.month}月{first.day}日"])
    begin = begin + maker.one(weekdays(first)) if is_short else maker.dated(first)
    if maker.random.random() < 0.3:
        text = begin + maker.one(["から", "より"]) + end + maker.one(["まで", "迄"])
    else:
        text = maker.to(begin) + end
    return maker.around(text), (first, last, None, None, ())


def lists(maker: Maker) -> tuple[str, tuple]:
    first = maker.day()
    found = [first + timedelta(days=7 * step) for step in range(maker.random.randint(2, 4))]
    sign = maker.one(["・", "、", "／"])
    shape = maker.random.randint(0, 2)
    if shape == 0 or found[0].month != found[-1].month:
        text = sign.join(f"{day.month}月{day.day}日{maker.one(weekdays(day))}" for day in found)
    elif shape == 1:
        parts = [f"{day.day}日（{SIGNS[day.weekday()]}）" for day in found]
        text = f"{first.month}月" + sign.join(parts)
    else:
        text = f"{first.month}月" + "・".join(str(day.day) for day in found) + f"日（{SIGNS[first.weekday()]}）"
    if maker.random.random() < 0.5:
        return maker.around(text), (first, None, None, None, tuple(found[1:]))
    clock = maker.clock()
    text += (
        maker.one([" ", "　", "各日", " いずれも"]) + maker.one(clocks(clock)) + maker.one(["〜", "から", "開演", ""])
    )
    start, *more = (datetime.combine(day, clock) for day in found)
    return maker.around(text), (start, None, None, None, tuple(more))


def rules(maker: Maker) -> tuple[str, tuple]:
    weekday, clock = maker.random.randint(0, 6), maker.clock()
    code = NAMES[weekday][:2].upper()
    number = maker.random.randint(1, 4)
    name = SIGNS[weekday] + maker.one(["曜", "曜日"])
    text, rule = maker.one(
        [
            (f"毎週{name}", f"FREQ=WEEKLY;BYDAY={code}"),
            (f"毎週（{SIGNS[weekday]}）", f"FREQ=WEEKLY;BYDAY={code}"),
            (f"隔週{name}", f"FREQ=WEEKLY;INTERVAL=2;BYDAY={code}"),
            (f"毎月第{number}{name}", f"FREQ=MONTHLY;BYDAY={number}{code}"),
            (f"第{number}{name}", f"FREQ=MONTHLY;BYDAY={number}{code}"),
            (f"毎月最終{name}", f"FREQ=MONTHLY;BYDAY=-1{code}"),
        ]
    )
    text += maker.one([" ", "　", "の", ""]) + maker.one(clocks(clock)) + maker.one(["〜", "から", ""])
    return maker.around(text), (clock, None, rule, None, ())


def shows(maker: Maker) -> tuple[str, tuple]:
    day, one, two = maker.day(), maker.clock(10, 13), maker.clock(16, 19)
    first, second = maker.one(clocks(one)), maker.one(clocks(two))
    shapes = [
        f"昼の部 {first} 夜の部 {second}",
        f"【昼の部】{first}〜【夜の部】{second}〜",
        f"①{first}〜 ②{second}〜",
        f"{first}／{second}",
        f"{first}・{second}",
        f"{first}／{second}開演",
        f"第1部 {first}〜 第2部 {second}〜",
        f"1回目 {first} 2回目 {second}",
        f"{first}の回／{second}の回",
        f"昼公演 {first}開演／夜公演 {second}開演",
        f"マチネ {first} ソワレ {second}",
    ]
    text = maker.apart(maker.dated(day)) + maker.one(shapes)
    more = (datetime.combine(day, two),)
    return maker.around(text), (datetime.combine(day, one), None, None, None, more)


def hours_of_ranges(maker: Maker) -> tuple[str, tuple]:
    first = maker.day()
    last, start, end = maker.day(first, 60), maker.clock(9, 11), maker.clock(17, 20)
    closing = end
    text = maker.to(maker.dated(first)) + maker.apart(maker.dated(last))
    text += maker.one(clocks(start)) + maker.one(DASHES[:5]) + maker.one(clocks(end))
    before = maker.one(clocks(maker.clock(15, 16)))
    kind = maker.random.randint(0, 4)
    if kind == 0:
        text += maker.one(["（入館は{}まで）", "（最終入場{}）", "※最終入館{}", "（L.O.{}）"]).format(before)
    elif kind == 1:
        closing = maker.clock(15, 16)
        said = maker.one(clocks(closing))
        text += maker.one(["（最終日は{}まで）", " ※最終日は{}まで", "（最終日{}まで）", "（最終日は{}終了）"]).format(
            said
        )
    elif kind == 2:
        text += maker.one(["　月曜休館", "（月曜休館）", "　休館日：月曜日"])
    return maker.around(text), (datetime.combine(first, start), datetime.combine(last, closing), None, None, ())


def untils(maker: Maker) -> tuple[str, tuple]:
    day = maker.day()
    said = maker.dated(day)
    text = maker.one([f"{said}まで", f"{said}まで開催中", f"～{said}", f"開催中〜{said}", f"好評開催中！{said}迄"])
    return text + maker.one(BEHIND[:8]), (None, day, None, None, ())


def relatives(maker: Maker) -> tuple[str, tuple]:
    clock = maker.clock()
    weekday = maker.random.randint(0, 6)
    monday = REFERENCE - timedelta(days=REFERENCE.weekday())
    number = maker.random.randint(1, 28)
    words = [
        (maker.one(["本日", "今日"]), REFERENCE),
        ("明日", REFERENCE + timedelta(days=1)),
        ("明後日", REFERENCE + timedelta(days=2)),
        (f"来週の{SIGNS[weekday]}曜日", monday + timedelta(days=7 + weekday)),
        (f"来週{SIGNS[weekday]}曜", monday + timedelta(days=7 + weekday)),
        (f"再来週の{SIGNS[weekday]}曜日", monday + timedelta(days=14 + weekday)),
        (f"今月{number}日", date(2026, 9, number)),
        (f"来月{number}日", date(2026, 10, number)),
        (f"来年{number % 12 + 1}月{number}日", date(2027, number % 12 + 1, number)),
    ]
    word, day = maker.one(words)
    text = (
        word
        + maker.one([" ", "　", "の", "は"])
        + maker.one(clocks(clock))
        + maker.one(["〜", "から", "より", "開演", ""])
    )
    return text + maker.one(BEHIND), (datetime.combine(day, clock), None, None, None, ())


def deadlines(maker: Maker) -> tuple[str, tuple]:
    day = maker.dated(maker.day())
    before = [
        "申込締切：",
        "〆切 ",
        "応募締切 ",
        "申込期限：",
        "更新日：",
        "掲載日：",
        "最終更新日 ",
        "投稿日: ",
        "チケット発売日：",
    ]
    text = maker.one([*(word + day for word in before), day + "必着", day + "締切", day + "更新", day + "は休館"])
    return text, (None, None, None, None, ())


@pytest.mark.parametrize(
    "kind",
    [
        days,
        days_with_times,
        days_with_hours,
        days_with_doors,
        shows,
        ranges,
        hours_of_ranges,
        untils,
        lists,
        rules,
        relatives,
        deadlines,
    ],
)
def test_parts_put_together_are_read_right(kind):
    maker = Maker(kind.__name__)
    wrong = []
    for _ in range(COUNT):
        text, right = kind(maker)
        found = reading(text)
        if kind is rules and found[0] is not None:
            found = (found[0].time() if isinstance(found[0], datetime) else found[0], *found[1:])
        if found != right:
            wrong.append((text, right, found))
    assert not wrong, f"{len(wrong)} of {COUNT}, such as {wrong[:3]}"
