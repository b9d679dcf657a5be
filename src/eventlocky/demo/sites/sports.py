"""潮風スポーツセンター, a sports centre (Japanese): a grid with the week's days above and the hours beside.

The day of a class stands only in the head of its column, the hour only in the head of its row.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, MON, SAT, SUN, THU, TUE, WED, after, at, monday_of
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "shiokaze-sports.localhost"
PAGES = ("/schedule/", "/schedule/next.html")
HOURS = ("09:30", "11:00", "14:00", "18:30", "20:00")
CLASS_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Lesson:
    """One cell of the grid: the same every week, unless it is for one week only."""

    weekday: int
    hour: str
    title: str
    teacher: str
    room: str
    only_week: int | None = None


LESSONS = (
    Lesson(TUE, "09:30", "朝のやさしいヨガ", "ミホ", "スタジオA"),
    Lesson(TUE, "18:30", "エアロビクス初級", "ケンジ", "スタジオA"),
    Lesson(WED, "11:00", "シニア元気体操", "田浦", "多目的室"),
    Lesson(WED, "14:00", "親子リトミック", "あや", "多目的室"),
    Lesson(WED, "20:00", "ナイトピラティス", "ミホ", "スタジオB"),
    Lesson(THU, "09:30", "水中ウォーキング", "佐江", "プール"),
    Lesson(THU, "18:30", "キッズ体操教室", "ケンジ", "体育館"),
    Lesson(THU, "20:00", "バドミントン開放", "自由参加", "体育館"),
    Lesson(FRI, "11:00", "太極拳入門", "李", "スタジオB"),
    Lesson(FRI, "20:00", "ズンバダンス", "マリア", "スタジオA"),
    Lesson(SAT, "09:30", "海辺のノルディックウォーク", "田浦", "正面玄関集合", only_week=0),
    Lesson(SAT, "14:00", "ボルダリング体験会", "佐江", "体育館", only_week=1),
    Lesson(SAT, "18:30", "卓球交流会", "自由参加", "体育館"),
    Lesson(SUN, "11:00", "ファミリースイミング", "ケンジ", "プール"),
    Lesson(SUN, "14:00", "シニア将棋サロン", "自由参加", "談話室", only_week=1),
)


def build(world: World) -> Site:
    """Build the sports centre's site."""
    mondays = [after(monday_of(world.today), 7 * week) for week in range(2)]
    press = Press("sports", today=world.today, pages=PAGES)
    pages: dict[str, Reply] = {
        "/": press.page("index.html"),
        "/guide/": press.page("guide.html"),
        "/css/style.css": press.file("style.css"),
        "/img/main.svg": picture("waves #0077b6 #90e0ef"),
        "/robots.txt": text("User-agent: *\nAllow: /\n"),
    }
    for week, (path, monday) in enumerate(zip(PAGES, mondays, strict=True)):
        pages[path] = press.page("schedule.html", week=week, days=_week(monday), rows=_rows(week, monday))
    return Site(
        host=HOST,
        organisation=Organisation(
            "潮風スポーツセンター", category=Category.AMUSEMENT, type="sports_centre", lat=53.9962, lon=11.1098,
            address="港町5丁目1-8", opening_hours="Tu-Su 09:00-21:30", source_id="demo/sports",
        ),
        answer=Shelf(pages),
        truths=tuple(
            _truth(lesson, monday, path)
            for week, (path, monday) in enumerate(zip(PAGES, mondays, strict=True))
            for lesson in LESSONS
            if lesson.only_week in {None, week}
        ),
        events_pages=PAGES,
    )  # fmt: skip


def _week(monday: date) -> list[date]:
    return [after(monday, weekday) for weekday in range(MON, SUN + 1)]


def _rows(week: int, monday: date) -> list[tuple[datetime, datetime, list[Lesson | None]]]:
    """Lay the week's classes out by hour and weekday; Monday is left to the closing day."""
    table = {(lesson.hour, lesson.weekday): lesson for lesson in LESSONS if lesson.only_week in {None, week}}
    return [
        (at(monday, hour), _end(at(monday, hour)), [table.get((hour, weekday)) for weekday in range(TUE, SUN + 1)])
        for hour in HOURS
    ]


def _truth(lesson: Lesson, monday: date, page: str) -> Truth:
    start = at(after(monday, lesson.weekday), lesson.hour)
    return Truth(lesson.title, start, _end(start), page=page, place=lesson.room)


def _end(start: datetime) -> datetime:
    return start + timedelta(minutes=CLASS_MINUTES)
