"""Self-written pages for training: small clean ones made here, and whole ones, each its own site.

Those of events stand in `written/`, those of offers in `offered/`.

Real pages teach what is common on the sites that were collected; the small ones teach that a short table, a list under a day
or a page of one event is what it looks like, in several languages, and that dated news and comments are not events.
The whole ones bury the same in the furniture of many kinds of sites.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

WRITTEN = Path(__file__).parent / "written"
"""Whole pages with their gold."""

OFFERED = Path(__file__).parent / "offered"
"""Whole pages of offers, and pages that only look like it, with their gold."""

SMALL = "sample-"
"""What the names of the small clean ones begin with."""

TODAY = date(2026, 3, 2)

_LANGUAGES: dict[str, dict[str, Any]] = {
    "en": {
        "list": ["Events", "What's on", "Upcoming events"],
        "titles": ["Harbour Concert", "Clay for Beginners, a first evening", "The Lost Lighthouse", "Open Mic Evening", "Street Food Market",
                   "A Walk through the Old Town, with cake", "Jazz on the Square", "Board Meeting", "Story Time for Children"],
        "news": ["Roof repaired at last", "We are hiring a gardener", "Thank you to all volunteers", "New opening hours",
                 "Our annual report is out", "How the bridge was built"],
        "talks": ["On Lichens", "Why Rivers Bend", "A Short History of Salt", "Light in Deep Water", "What Bees Remember"],
        "talk": "Seminar",
        "classes": ["Chair Yoga", "Aqua Walking", "Evening Pilates", "Junior Gymnastics", "Table Tennis Hour", "Tai Chi One",
                    "Family Swim", "Boxing Basics", "Open Badminton"],
        "teachers": ["Mia", "Jo", "Sam K.", "Ana"], "rooms": ["Studio 1", "Pool", "Gym B"],
        "day": lambda day: f"{day:%a} {day.day} {day:%B} {day.year}",
        "plain": lambda day: f"{day.day} {day:%B} {day.year}",
        "short": lambda day: f"{day.day} {day:%b}",
        "head": lambda day: f"{day:%a}<br>{day.day} {day:%b}",
        "month": "March 2026",
        "at": lambda hour: f"{hour - 12}:30pm",
        "where": ["Main Hall", "The Old Barn", "Town Square"],
        "posted": "Posted on", "by": "by Ann", "person": "Mia Berg", "speaker": "Speaker", "room": "Room", "more": "Read more", "text": "Come and spend some time with us.",
    },
    "de": {
        "list": ["Veranstaltungen", "Termine", "Spielplan"],
        "titles": ["Hafenkonzert", "Töpfern für Anfänger", "Der verlorene Leuchtturm", "Offene Bühne", "Wochenmarkt",
                   "Spaziergang durch die Altstadt, mit Kaffee", "Jazz am Markt", "Ratssitzung", "Märchenstunde"],
        "news": ["Dach endlich repariert", "Wir suchen einen Gärtner", "Dank an alle Helfer", "Neue Öffnungszeiten",
                 "Der Jahresbericht ist da", "Wie die Brücke entstand"],
        "talks": ["Über Flechten", "Warum Flüsse sich winden", "Kurze Geschichte des Salzes", "Licht in der Tiefsee", "Karten"],
        "talk": "Vortrag",
        "classes": ["Yoga im Sitzen", "Wassergymnastik", "Pilates am Abend", "Kinderturnen", "Tischtennis", "Tai-Chi für alle",
                    "Familienschwimmen", "Boxen Grundkurs", "Freies Spiel"],
        "teachers": ["Mia", "Jo", "Witt", "Ana"], "rooms": ["Raum 1", "Becken", "Halle B"],
        "day": lambda day: f"{'Mo Di Mi Do Fr Sa So'.split()[day.weekday()]}, {day:%d.%m.%Y}",
        "plain": lambda day: f"{day:%d.%m.%Y}",
        "short": lambda day: f"{day:%d.%m.}",
        "head": lambda day: f"{'Mo Di Mi Do Fr Sa So'.split()[day.weekday()]}<br>{day:%d.%m.}",
        "month": "März 2026",
        "at": lambda hour: f"{hour}:30 Uhr",
        "where": ["Großer Saal", "Alte Scheune", "Marktplatz"],
        "posted": "Veröffentlicht am", "by": "von Anna", "person": "Mia Berg", "speaker": "Leitung", "room": "Ort", "more": "Weiterlesen", "text": "Wir freuen uns auf Ihren Besuch.",
    },
    "ja": {
        "list": ["イベント情報", "公演スケジュール", "催し物のご案内"],
        "titles": ["港のコンサート", "はじめての陶芸教室", "灯台をめぐる講演会", "春のこども祭り", "朝市フェア", "写真展「海の色」",
                   "ジャズの夕べ", "料理体験ワークショップ", "おはなし会"],
        "news": ["屋根の修理が終わりました", "スタッフを募集しています", "ご協力ありがとうございました", "営業時間が変わります",
                 "年報を公開しました", "新しい橋について"],
        "talks": ["地衣類について", "川はなぜ曲がるのか", "塩の小さな歴史", "深い海の光", "ハチの記憶"],
        "talk": "講演会",
        "classes": ["おはようヨガ", "水中体操", "夜のストレッチ", "こども器械体操", "卓球の時間", "はじめての気功", "親子水泳",
                    "ボクシング基礎", "自由開放"],
        "teachers": ["ユキ", "森", "さち", "ジョン"], "rooms": ["第一スタジオ", "温水プール", "和室"],
        "day": lambda day: f"{day.year}年{day.month}月{day.day}日({'月火水木金土日'[day.weekday()]})",
        "plain": lambda day: f"{day.year}年{day.month}月{day.day}日",
        "short": lambda day: f"{day.month}/{day.day}",
        "head": lambda day: f"{day.month}/{day.day}<br>（{'月火水木金土日'[day.weekday()]}）",
        "month": "2026年3月",
        "at": lambda hour: f"{hour}:30",
        "where": ["大ホール", "市民会館", "駅前広場"],
        "posted": "投稿日:", "by": "管理人", "person": "山田花", "speaker": "講師", "room": "会場", "more": "続きを読む", "text": "皆さまのお越しをお待ちしております。",
    },
}  # fmt: skip

_BARE = 2
"""The third page: two records under the name of a house, and nothing else, not even a weekday. The fourth is over."""

Event = tuple[str, date, int]
Writer = Callable[[dict[str, Any], list[Event]], str]


def rows() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield pages as a corpus has them: what its gold says, and its bytes."""
    yield from _small()
    yield from _whole(WRITTEN)


def offers() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the pages of offers in the same way."""
    yield from _whole(OFFERED)


def _whole(folder: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the pages of a folder with their gold."""
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row, (folder / f"{row['id']}.html").read_bytes()


def _small() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the small clean ones."""
    for language, words in _LANGUAGES.items():
        for writer, has_events in _WRITERS:
            for turn in range(_BARE + 2 if has_events else _BARE + 1):
                titles = "talks" if writer is _talks else "titles" if has_events else "news"
                events = _events(words[titles], turn, ahead=has_events and turn <= _BARE)
                if writer is _one:
                    events = events[:1]
                html = writer(words | {"day": words["plain"]} if turn == _BARE else words, events)
                name = f"{SMALL}{language}-{writer.__name__.strip('_')}-{turn}"
                gold = [{"title": title, "start": str(day)} for title, day, _ in events] if has_events else []
                heading = words["list"][turn % len(words["list"])] if has_events else words["more"]
                head = "" if writer is _one else f"<h1>{words['where'][1] if turn == _BARE else heading}</h1>"
                page = f"<html><head><title>{heading}</title></head><body>{head}{html}<footer>© 2026</footer></body>"
                if turn == _BARE:
                    page = head + html
                row = {
                    "id": name,
                    "url": f"https://{name}.example/",
                    "domain": f"{name}.example",
                    "fetched": str(TODAY),
                }
                yield row | {"complete": True, "events": gold}, page.encode()


def _events(titles: list[str], turn: int, *, ahead: bool) -> list[Event]:
    count = (6, 3, 2, 8)[turn]
    step = 1 if ahead else -1
    days = [TODAY + timedelta(step * (2 + 5 * place)) for place in range(count)]
    return [(titles[(turn * 3 + place) % len(titles)], day, 18 + place % 4) for place, day in enumerate(days)]


def _table(words: dict[str, Any], events: list[Event]) -> str:
    lines = [
        f"<tr><td>{words['day'](day)}, {words['at'](hour)}</td><td>{title}</td><td>{words['where'][0]}</td></tr>"
        for title, day, hour in events
    ]
    return f"<table>{''.join(lines)}</table>"


def _cards(words: dict[str, Any], events: list[Event]) -> str:
    return "".join(
        f"<div class='item'><img src='/{n}.jpg'><h3><a href='/{n}'>{title}</a></h3><p>{words['day'](day)} "
        f"{words['at'](hour)}</p><p>{words['text']}</p><a href='/{n}'>{words['more']}</a></div>"
        for n, (title, day, hour) in enumerate(events)
    )


def _lines(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(f"<li>{words['day'](day)}: {title}</li>" for title, day, _ in events) + "</ul>"


def _linked(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(
        f"<li><a href='/{n}'>{title}</a> {words['where'][n % 3]}, {words['day'](day)}, {words['at'](hour)}</li>"
        for n, (title, day, hour) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _bold(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(
        f"<li>{words['day'](day)} <b>{title}</b>, {words['person']}, {words['where'][n % 3]}</li>"
        for n, (title, day, _) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _emphasised(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(
        f"<li><b>{title}</b> {words['where'][n % 3]}, {words['person']}, {words['day'](day)}</li>"
        for n, (title, day, _) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _talks(words: dict[str, Any], events: list[Event]) -> str:
    """Write talks with what they are, who gives them and, every second time, where, in one line each."""
    told = f"{words['talk']}, {words['speaker']} {words['person']}", f"{words['talk']}, {words['person']}"
    return "<ul>" + "".join(
        f"<li><b>{title}</b> {told[n % 2]}, {'' if n % 2 else words['where'][n % 3] + ', '}{words['day'](day)}</li>"
        for n, (title, day, _) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _anchored(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(
        f"<li><a href='/{n}'>{title}</a> {words['person']}, {words['day'](day)}, {words['at'](hour)}, {words['more']}</li>"
        for n, (title, day, hour) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _labelled(words: dict[str, Any], events: list[Event]) -> str:
    return "".join(
        f"<p>{words['day'](day)}, {words['at'](hour)}<br>{words['speaker']}: {words['person']}<br><b>{title}</b><br>"
        f"{words['room']}: {words['where'][n % 3]}</p>"
        for n, (title, day, hour) in enumerate(events)
    )


def _flat_blocks(words: dict[str, Any], events: list[Event]) -> str:
    """Write records as lines with nothing around them, an empty line between two."""
    return "<br>\n<br>\n".join(
        f"{words['day'](day)}, {words['at'](hour)}<br>\n{words['speaker']}: {words['person']}<br>\n<b>{title}</b><br>\n"
        f"{words['where'][n % 3]}"
        for n, (title, day, hour) in enumerate(events)
    )


def _terms(words: dict[str, Any], events: list[Event]) -> str:
    return "<dl>" + "".join(f"<dt>{words['day'](day)}</dt><dd>{title}</dd>" for title, day, _ in events) + "</dl>"


def _siblings(words: dict[str, Any], events: list[Event]) -> str:
    return "".join(
        f"<h3>{title}</h3><p>{words['day'](day)} {words['at'](hour)}</p><p>{words['text']}</p>"
        for title, day, hour in events
    )


def _flat(words: dict[str, Any], events: list[Event]) -> str:
    return (
        "<p>" + "<br>".join(f"{words['day'](day)} {words['at'](hour)} {title}" for title, day, hour in events) + "</p>"
    )


def _days(words: dict[str, Any], events: list[Event]) -> str:
    """Write two records under the heading of every day."""
    _pair_up(events)
    parts = []
    for place in range(0, len(events), 2):
        lines = [f"<li>{hour}:30 <a href='/{title}'>{title}</a></li>" for title, _, hour in events[place : place + 2]]
        parts.append(f"<h2>{words['day'](events[place][1])}</h2><ul>{''.join(lines)}</ul>")
    return "".join(parts)


def _day_rows(words: dict[str, Any], events: list[Event]) -> str:
    """Write the days as rows of a table, and two records under each."""
    _pair_up(events)
    lines = []
    for place, (title, day, hour) in enumerate(events):
        if place % 2 == 0:
            lines.append(f"<tr><th colspan='3'>{words['day'](day)}</th></tr>")
        lines.append(f"<tr><td>{words['at'](hour)}</td><td>{title}</td><td>{words['where'][place % 3]}</td></tr>")
    return f"<table>{''.join(lines)}</table>"


def _day_blocks(words: dict[str, Any], events: list[Event]) -> str:
    """Write every day as a section with two blocks in it."""
    _pair_up(events)
    parts = []
    for place in range(0, len(events), 2):
        blocks = [
            f"<div class='entry'><h4><a href='/{title}'>{title}</a></h4><p>{words['at'](hour)}, {words['where'][0]}</p></div>"
            for title, _, hour in events[place : place + 2]
        ]
        parts.append(f"<section><h3>{words['day'](events[place][1])}</h3>{''.join(blocks)}</section>")
    return "".join(parts)


def _flat_days(words: dict[str, Any], events: list[Event]) -> str:
    """Write days in bold into one flow of lines, the hours of each below it: two on the first day, one on the others."""
    title, _, hour = events[1]
    events[1] = (title, events[0][1], hour)
    lines = []
    for place, (title, day, hour) in enumerate(events):
        if place != 1:
            lines.append(f"<br><b>{words['day'](day)}</b>")
        lines.append(f"{words['at'](hour)} {title} - {words['where'][place % 3]}")
    return f"<font>{words['text']}<br>{'<br>'.join(lines)}</font>"


def _stages(words: dict[str, Any], events: list[Event]) -> str:
    """Write a festival: days with stages, stages with hours."""
    _pair_up(events)
    parts = []
    for place in range(0, len(events), 2):
        stages = [
            f"<div><h3>{words['where'][number % 3]}</h3><ul><li><span>{words['at'](hour)}</span> <span>{title}</span>"
            f" <span>{words['text']}</span></li></ul></div>"
            for number, (title, _, hour) in enumerate(events[place : place + 2])
        ]
        parts.append(f"<section><h2>{words['day'](events[place][1])}</h2><div>{''.join(stages)}</div></section>")
    return "".join(parts)


def _bills(words: dict[str, Any], events: list[Event]) -> str:
    """Write a festival whose stages have several acts each."""
    half = len(events) // 2
    events[:] = [
        (title, events[place // half * half][1], hour) for place, (title, _, hour) in enumerate(events[: 2 * half])
    ]
    parts = []
    for first in (0, half):
        acts = [
            f"<li><span class='t'>{words['at'](hour)}</span> <b>{title}</b></li>"
            for title, _, hour in events[first : first + half]
        ]
        stage = f"<div><h3>{words['where'][0]}</h3><ul>{''.join(acts)}</ul></div>"
        parts.append(f"<section><h2>{words['short'](events[first][1])}</h2>{stage}</section>")
    return "".join(parts)


def _films(words: dict[str, Any], events: list[Event]) -> str:
    """Write films with the days and the hours on which each is shown."""
    shown = [(title, TODAY + timedelta(more), hour) for title, _, hour in events for more in (1, 2, 3)]
    events[:] = shown
    parts = []
    for place in range(0, len(shown), 3):
        lines = "".join(
            f"<tr><td>{words['day'](day)}</td><td><span>{hour - 4}:15</span><span>{hour}:30</span></td></tr>"
            for _, day, hour in shown[place : place + 3]
        )
        parts.append(
            f"<div class='film'><img src='/{place}.jpg'><div><h3>{shown[place][0]}</h3><p>{words['text']}</p>"
            f"<table>{lines}</table></div></div>"
        )
    return "".join(parts)


def _pair_up(events: list[Event]) -> None:
    """Give every second event the day of the one before it; an odd one at the end is dropped."""
    if len(events) % 2:
        events.pop()
    for place in range(0, len(events), 2):
        title, _, hour = events[place + 1]
        events[place + 1] = (title, events[place][1], hour)


def _week(words: dict[str, Any], events: list[Event]) -> str:
    """Write a table with the days above and the hours beside."""
    return _hours(words, events, "<b>{title}</b> {where}")


def _timetable(words: dict[str, Any], events: list[Event]) -> str:
    """Write the same with every cell a block of parts, and two records a day where there are days enough."""
    if len(events) > _BARE * 2:
        _pair_up(events)
    return _hours(words, events, "<div><span>{title}</span><span>{person}</span><span>{where}</span></div>")


def _classes(words: dict[str, Any], events: list[Event]) -> str:
    """Write the week of a sports centre: short days above, every hour beside, most cells empty, the same class again."""
    count, names = 1 + 2 * len(events), words["classes"]
    spots = [(5 * number % 7, number * 3 % 5) for number in range(count)]
    events[:] = [
        (names[number % len(names)], TODAY + timedelta(day), 13 + 2 * hour) for number, (day, hour) in enumerate(spots)
    ]
    cell = "<div><span>{title}</span><span>{person}</span><span>{where}</span></div>"
    return _hours(words | {"day": words["head"], "where": words["rooms"], "person": words["teachers"]}, events, cell)


def _hours(words: dict[str, Any], events: list[Event], cell: str) -> str:
    days = sorted({day for _, day, _ in events})
    cells = {(day, hour): (title, number) for number, (title, day, hour) in enumerate(events)}
    heads = "".join(f"<th>{words['day'](day)}</th>" for day in days)
    lines = [f"<th></th>{heads}"]
    for hour in sorted({hour for _, _, hour in events}):
        line = [f"<th>{words['at'](hour)}</th>"]
        for day in days:
            title, number = cells.get((day, hour), ("", 0))
            people = [words["person"]] if isinstance(words["person"], str) else words["person"]
            said = cell.format(title=title, person=people[number % len(people)], where=words["where"][number % 3])
            line.append(f"<td>{said if title else '&nbsp;'}</td>")
        lines.append("".join(line))
    return f"<table><tr>{'</tr><tr>'.join(lines)}</tr></table>"


def _grid(words: dict[str, Any], events: list[Event]) -> str:
    """Write the days of the month as a calendar, with the records in the cells of their days."""
    titles = {day.day: title for title, day, _ in events}
    return _calendar(words, {day: f"<br><a href='/{day}'>{title}</a>" for day, title in titles.items()})


def _empty_grid(words: dict[str, Any], _: list[Event]) -> str:
    """Write a calendar that only says which days there are."""
    return _calendar(words, {})


def _calendar(words: dict[str, Any], said: dict[int, str]) -> str:
    weeks = [range(first, min(first + 7, 32)) for first in range(1, 32, 7)]
    lines = ["".join(f"<td><b>{day}</b>{said.get(day, '')}</td>" for day in week) for week in weeks]
    return f"<h2>{words['month']}</h2><table><tr>{'</tr><tr>'.join(lines)}</tr></table>"


def _one(words: dict[str, Any], events: list[Event]) -> str:
    title, day, hour = events[0]
    return f"<h1>{title}</h1><p>{words['day'](day)}, {words['at'](hour)}, {words['where'][1]}</p><p>{words['text']}</p>"


def _news(words: dict[str, Any], events: list[Event]) -> str:
    return "".join(
        f"<article><h2><a href='/{n}'>{title}</a></h2><p>{words['posted']} {words['day'](day)} {words['by']}</p>"
        f"<p>{words['text']}</p></article>"
        for n, (title, day, _) in enumerate(events)
    )


def _dated(words: dict[str, Any], events: list[Event]) -> str:
    return "<ul>" + "".join(
        f"<li>{words['day'](day)} <a href='/{n}'>{title}</a></li>" for n, (title, day, _) in enumerate(events)
    ) + "</ul>"  # fmt: skip


def _comments(words: dict[str, Any], events: list[Event]) -> str:
    return "".join(
        f"<div class='comment'><b>{words['by']}</b> {words['day'](day)} {hour}:{17 + n}<p>{words['text']} {title}?</p></div>"
        for n, (title, day, hour) in enumerate(events)
    )


_WRITERS: tuple[tuple[Writer, bool], ...] = (
    (_table, True), (_cards, True), (_lines, True), (_linked, True), (_bold, True), (_emphasised, True), (_talks, True), (_anchored, True), (_labelled, True), (_flat_blocks, True), (_terms, True), (_siblings, True), (_flat, True),
    (_days, True), (_day_rows, True), (_day_blocks, True), (_flat_days, True), (_stages, True), (_bills, True), (_films, True), (_grid, True), (_week, True), (_timetable, True), (_classes, True), (_one, True), (_empty_grid, False), (_news, False), (_dated, False), (_comments, False),
)  # fmt: skip
