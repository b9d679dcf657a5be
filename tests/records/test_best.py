"""The finder `best` on the structures that event pages have, one small self-written page each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from types import SimpleNamespace

import numpy as np
import pytest

import eventlocky
from eventlocky import kinds, page
from eventlocky.annotate import Annotation, annotate
from eventlocky.errors import ModelError
from eventlocky.records import best
from eventlocky.records.best import Span, in_order
from eventlocky.records.propose import Draft, Grouping, propose
from eventlocky.records.slots import TEXT_LOOKS, Sheet
from eventlocky.records.weigh import Scales
from eventlocky.settings import Settings
from eventlocky.types import Record

TODAY = date(2026, 11, 1)
URL = "https://mill.example/events/"
TOP = (
    "<html><head><title>Events | Old Mill</title></head><body><nav><a href='/'>Home</a> <a href='/news'>News</a></nav>"
)
END = "<footer>© 2026 Old Mill, 3 Mill Lane</footer></body></html>"
HEAD = f"{TOP}<h1>Upcoming events</h1>"

PAGES = {
    "table rows with a head": (
        HEAD + "<table><tr><th>Date</th><th>Event</th><th>Where</th></tr>"
        "<tr><td>14 November 2026, 7.30pm</td><td>Jazz Night</td><td>Main Hall</td></tr>"
        "<tr><td>15 November 2026, 3pm</td><td>Puppet Theatre</td><td>Barn</td></tr>"
        "<tr><td>20 November 2026, 8pm</td><td>Open Mic Evening</td><td>Bar</td></tr></table>" + END,
        {("2026-11-14", "Jazz Night"), ("2026-11-15", "Puppet Theatre"), ("2026-11-20", "Open Mic Evening")},
    ),
    "cards": (
        HEAD
        + "".join(
            f"<div class='card'><img src='/{n}.jpg'><h3><a href='/e/{n}'>{title}</a></h3><p class='date'>{day}</p>"
            f"<p>Come and join us for an evening to remember.</p></div>"
            for n, (title, day) in enumerate(
                [
                    ("Harvest Concert", "Sat 14 Nov 2026, 19:30"),
                    ("Winter Market", "Sun 15 Nov 2026, 10:00"),
                    ("Poetry Slam", "Fri 20 Nov 2026, 20:00"),
                ]
            )
        )
        + END,
        {("2026-11-14", "Harvest Concert"), ("2026-11-15", "Winter Market"), ("2026-11-20", "Poetry Slam")},
    ),
    "records of several siblings": (
        HEAD + "<h3>Harvest Concert</h3><p>Saturday 14 November 2026, 7.30pm</p><p>With the town band.</p>"
        "<h3>Winter Market</h3><p>Sunday 15 November 2026, 10am</p><p>Crafts and cakes.</p>"
        "<h3>Poetry Slam</h3><p>Friday 20 November 2026, 8pm</p><p>Bring a poem.</p>" + END,
        {("2026-11-14", "Harvest Concert"), ("2026-11-15", "Winter Market"), ("2026-11-20", "Poetry Slam")},
    ),
    "a list of definitions": (
        HEAD + "<dl><dt>14 November 2026, 7.30pm</dt><dd>Harvest Concert</dd><dt>15 November 2026, 10am</dt>"
        "<dd>Winter Market</dd><dt>20 November 2026, 8pm</dt><dd>Poetry Slam</dd></dl>" + END,
        {("2026-11-14", "Harvest Concert"), ("2026-11-15", "Winter Market"), ("2026-11-20", "Poetry Slam")},
    ),
    "a day over several records": (
        HEAD + "<h2>Saturday 14 November 2026</h2><ul><li>19:30 <a href='/a'>Harvest Concert</a></li>"
        "<li>21:00 <a href='/b'>Late Night Jazz</a></li></ul><h2>Sunday 15 November 2026</h2>"
        "<ul><li>10:00 <a href='/c'>Winter Market</a></li><li>15:00 <a href='/d'>Puppet Theatre</a></li></ul>" + END,
        {
            ("2026-11-14", "Harvest Concert"),
            ("2026-11-14", "Late Night Jazz"),
            ("2026-11-15", "Winter Market"),
            ("2026-11-15", "Puppet Theatre"),
        },
    ),
    "flat text": (
        HEAD + "<p>14 November 2026, 7.30pm - Harvest Concert<br>15 November 2026, 10am - Winter Market<br>"
        "20 November 2026, 8pm - Poetry Slam<br></p>" + END,
        {("2026-11-14", "Harvest Concert"), ("2026-11-15", "Winter Market"), ("2026-11-20", "Poetry Slam")},
    ),
    "a page that is one event": (
        "<html><head><title>Harvest Concert | Old Mill</title></head><body><h1>Harvest Concert</h1>"
        "<p>Saturday 14 November 2026, 7.30pm, Main Hall</p><p>The town band plays. Tickets €12.</p>" + END,
        {("2026-11-14", "Harvest Concert")},
    ),
    "news with the days they were written": (
        "<html><head><title>News | Old Mill</title></head><body><h1>News</h1>"
        + "".join(
            f"<article class='post'><h2><a href='/news/{n}'>{title}</a></h2><p class='posted-on'>Posted on {day} by Ann"
            f" | 3 comments</p><p>We are glad to tell you about it in this long article.</p></article>"
            for n, (title, day) in enumerate(
                [
                    ("Roof repaired at last", "3 October 2026, 09:17"),
                    ("A thank-you to our volunteers", "12 September 2026, 16:43"),
                    ("New opening hours", "1 August 2026, 11:08"),
                ]
            )
        )
        + END,
        set(),
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_structure_is_read(name):
    html, truth = PAGES[name]
    found = eventlocky.extract(html, URL, fetched=TODAY)
    assert {(str(event.when.first_day), event.title) for event in found} == truth


def test_a_model_of_another_version_is_refused_with_what_to_do(tmp_path):
    file = tmp_path / "broken.npz"
    file.write_bytes(b"not a model")
    with pytest.raises(ModelError, match="eventlocky train"):
        eventlocky.extract(PAGES["cards"][0], URL, fetched=TODAY, settings=Settings(model=str(file)))


def test_the_empty_days_of_a_calendar_are_no_events():
    def cell(day):
        event = "<br><a href=/e>Harp Concert</a>" if day in {9, 20} else ""
        return f"<td><b>{day}</b>{event}</td>"

    weeks = "".join(
        "<tr>" + "".join(cell(day) for day in range(first, min(first + 7, 32))) + "</tr>" for first in range(1, 32, 7)
    )
    html = f"<title>Old Mill</title><h1>Events in October 2026</h1><table>{weeks}</table>"
    events = eventlocky.extract(html, "https://mill.example/events", fetched=date(2026, 10, 1))
    assert {event.title for event in events} <= {"Harp Concert"}
    days = [day for event in events for day in (event.when.first_day, *event.when.rdates)]
    assert days == [date(2026, 10, 9), date(2026, 10, 20)]


def test_dates_in_the_cells_of_a_table_may_be_named_by_their_column():
    lines = "".join(
        f"<tr><td>{month}</td><td>{month} {day}, 2026</td><td>{month} {day + 9}, 2026</td></tr>"
        for month, day in (("January", 5), ("February", 2), ("March", 9), ("April", 6), ("May", 4))
    )
    html = (
        "<title>Harbour District</title><h1>Meetings 2026</h1><table>"
        f"<tr><th>Month</th><th>Finance Committee</th><th>Harbour Board</th></tr>{lines}</table>"
    )
    tree = page.parse(html, URL)
    sheet = Sheet(tree, annotate(tree, {"date"}, TODAY))
    cell = next(row for row in range(len(sheet.tree)) if sheet.tree.text(row) == "February 11, 2026")
    texts = [text for _, text in sheet.outside(cell, -1, sheet.tree.offsets[cell])]
    assert "Harbour Board" in texts


def test_a_week_with_its_days_above_and_its_hours_beside_is_read_cell_by_cell():
    days = ["Mon 5 October", "Tue 6 October", "Wed 7 October", "Thu 8 October"]
    classes = {(0, 1): "Chair Yoga", (1, 0): "Pottery for Parents", (1, 2): "Evening Choir", (3, 1): "Dance for All"}
    hours = ["9.30 am", "2 pm", "7 pm"]
    lines = "".join(
        f"<tr><th>{hour}</th>"
        + "".join(
            f"<td><b>{classes[day, line]}</b><br>Studio {day}</td>" if (day, line) in classes else "<td></td>"
            for day in range(4)
        )
        + "</tr>"
        for line, hour in enumerate(hours)
    )
    heads = "".join(f"<th>{day}</th>" for day in days)
    html = (
        f"<title>Mill Lane Studios</title><h1>This week's classes</h1><table><tr><th></th>{heads}</tr>{lines}</table>"
    )
    events = eventlocky.extract(html, "https://mill.example/week", fetched=date(2026, 10, 1))
    assert {(event.title, str(event.when.start)) for event in events} == {
        ("Chair Yoga", "2026-10-05 14:00:00"),
        ("Pottery for Parents", "2026-10-06 09:30:00"),
        ("Evening Choir", "2026-10-06 19:00:00"),
        ("Dance for All", "2026-10-08 14:00:00"),
    }


def test_titles_with_one_or_several_days_under_them_are_a_list():
    shows = {"Harp and Moon": ["4 May 2026"], "The Long Tour": ["9 May 2026", "10 May 2026", "16 May 2026"],
             "Sea Songs": ["20 May 2026"], "Two Nights of Brass": ["23 May 2026", "24 May 2026"]}  # fmt: skip
    html = "".join(f"<p>{title}</p>" + "".join(f"<p>{day}</p>" for day in days) for title, days in shows.items())
    tree = page.parse(f"<h1>Live</h1><div>{html}</div>", URL)
    lists = [
        [tree.text(draft.first) for draft in grouping.drafts]
        for grouping in propose(tree, annotate(tree, {"date"}, TODAY), "date")
        if grouping.way == "before"
    ]
    assert list(shows) in lists


def test_a_card_on_one_line_is_no_title_but_its_parts_may_be():
    card = "<li><a href=/{0}><span>Talk</span><time>{0} May 2026</time><span>The {0}th Wave</span></a></li>"
    tree = page.parse(f"<ul>{''.join(card.format(day) for day in (4, 9, 16))}</ul><p>A <i>4 May 2026</i> song</p>", URL)
    sheet = Sheet(tree, annotate(tree, {"date"}, TODAY))
    rows = [row for row in range(len(tree)) if tree.tags[row] in {"a", "span", "p"}]
    texts = {tree.tags[row]: sheet.known[number] for row, number in zip(rows, sheet.texts(np.array(rows)), strict=True)}
    assert texts == {"a": "", "span": "The 16th Wave", "p": "A 4 May 2026 song"}


def spans(*rows: tuple[int, int]) -> Span:
    return Span.of([Draft(first, stop, Annotation("date", first, first, stop, None)) for first, stop in rows])


def test_the_records_of_a_list_that_stand_in_another_are_counted():
    long = spans((1, 2), (3, 4), (5, 6), (7, 8))
    assert spans((2, 6)).overlaps(long) == 2
    assert spans((0, 1), (8, 9)).overlaps(long) == 0
    assert long.overlaps(spans((0, 20))) == 1


def test_a_table_for_each_year_keeps_its_own_titles_against_the_name_of_the_page():
    names = ["Regular Session", "Closed Session", "Work Session", "Budget Hearing", "Special Session"]
    tables = "".join(
        f"<h3>{year}</h3><table><tr><th>Date</th><th>Meeting</th><th>Agenda</th></tr>"
        + "".join(
            f"<tr><td>{month} {3 + n}, {year}<br>6:00 p.m.</td><td>{names[(n + year) % 5]}</td><td><a href='/{n}'>Agenda</a></td></tr>"
            for n, month in enumerate(["January", "February", "March", "April", "May", "June"])
        )
        + "</table>"
        for year in (2026, 2025, 2024, 2023)
    )
    html = f"{TOP}<h1>Ridgeford Public Schools</h1><h2>Board Meetings</h2>{tables}{END}"
    events = eventlocky.extract(html, "https://ridgeford.example/board", fetched=TODAY)
    assert len(events) == 24
    assert {event.title for event in events} == set(names)


def test_a_page_that_writes_every_date_twice_has_every_event_once():
    articles = "".join(
        f"<article><div><span>{day:%b}</span><span>{day.day}</span></div><h1><a href='/e/{n}'>{title}</a></h1>"
        f"<ul><li>{day:%A}, {day:%B} {day.day}, {day.year}</li><li>7:00 PM – 10:00 PM</li></ul><a href='/e/{n}'>View Event</a></article>"
        for n, (title, day) in enumerate(
            [
                ("Harvest Concert", date(2026, 11, 14)), ("Winter Market", date(2026, 11, 22)),
                ("Poetry Slam", date(2026, 12, 4)), ("Open Mic Evening", date(2026, 12, 18)), ("Film Night", date(2027, 1, 8)),
            ]
        )
    )  # fmt: skip
    events = eventlocky.extract(f"{TOP}{articles}{END}", URL, fetched=TODAY)
    assert [(str(event.when.first_day), event.title) for event in events] == [
        ("2026-11-14", "Harvest Concert"), ("2026-11-22", "Winter Market"), ("2026-12-04", "Poetry Slam"),
        ("2026-12-18", "Open Mic Evening"), ("2027-01-08", "Film Night"),
    ]  # fmt: skip


def test_a_title_ends_before_the_second_date_in_it_and_cancelled_is_none():
    tree = page.parse("<p>Council Formal Session Sep 29 2026 - 10:00 AM Sep 29 2026</p><p>Cancelled</p>")
    sheet = Sheet(tree, annotate(tree, ["date"], TODAY))
    first, second = tree.select("p")
    assert sheet.clean(tree.offsets[first], tree.offsets[tree.ends[first]]) == "Council Formal Session"
    number = sheet.number(sheet.clean(tree.offsets[second], tree.offsets[tree.ends[second]]))
    assert sheet.looks[number][TEXT_LOOKS.index("hollow")]


def _titled(row: int, score: float, title: str = "Choir", title_row: int = 0) -> tuple[Draft, Record]:
    anchor = Annotation("date", row, 0, 1, None)
    return Draft(row, row + 1, anchor), Record(row, row + 1, title=title, title_row=title_row, score=score)


def test_other_dates_on_the_page_of_one_event_do_not_echo_its_title():
    sure, posted, other = _titled(3, 0.95), _titled(5, 0.4), _titled(7, 0.4, "Market")
    assert best._without_echoes([sure, posted, other]) == [sure, other]


def test_doubtful_days_of_a_series_stay():
    series = [_titled(row, 0.9) for row in (3, 5, 7)]
    assert best._without_echoes([*series, _titled(9, 0.4)]) == [*series, _titled(9, 0.4)]


def test_a_record_with_a_title_of_its_own_is_no_echo():
    records = [_titled(3, 0.95), _titled(5, 0.4, title_row=5)]
    assert best._without_echoes(records) == records


def found(html: str, today: date, url: str = "https://x.example/") -> list[tuple[str, str]]:
    events = eventlocky.extract(html, url, fetched=today)
    return [(event.title, str(event.when.start)) for event in events]


def test_a_festival_that_the_page_is_named_after_is_an_event_beside_those_of_its_days():
    days = "".join(
        f"<section><h2>{day}</h2><h3>Main stage</h3><ul>"
        + "".join(f"<li><b>{hour}</b> <span class=act>{act}</span></li>" for hour, act in acts)
        + "</ul></section>"
        for day, acts in (
            ("Friday 3 July", [("6 pm", "The Paper Kites Choir"), ("8 pm", "Brass at Dusk")]),
            ("Saturday 4 July", [("11 am", "Puppets on the Quay"), ("9 pm", "Lantern Parade")]),
            ("Sunday 5 July", [("noon", "Harbour Breakfast"), ("4 pm", "Farewell Concert")]),
        )
    )
    html = (
        "<title>Millport Quay Festival</title><header><h1>Millport Quay Festival</h1><p>3–5 July 2026</p></header>"
        f"<p>Three days of music, puppets and boats. Tickets €30.</p><div id=programme>{days}</div>"
    )
    events = found(html, date(2026, 6, 1))
    assert ("Millport Quay Festival", "2026-07-03") in events
    assert ("Lantern Parade", "2026-07-04 21:00:00") in events
    assert len(events) == len(set(events)) == 7


def test_the_showing_of_today_is_as_sure_as_the_others_of_its_film():
    def film(title: str, words: str, **times: str) -> str:
        lines = "".join(
            f"<tr><td>{day.replace('_', ' ')}</td><td>{''.join(f'<span>{hour}</span>' for hour in hours.split())}</td></tr>"
            for day, hours in times.items()
        )
        return f"<div class=film><div><h3>{title}</h3><p>{words}</p><table>{lines}</table></div></div>"

    films = film("Die langsame Fähre", "Drama, 98 Min.", Heute="20:00", Morgen="17:30 20:00", **{"Mi_8.7.": "20:00"})
    films += film("Otter", "Animation, 80 Min.", Heute="15:00 17:00", Morgen="15:00", **{"Mi_8.7.": "14:30"})
    html = f"<title>Kino am Kai</title><h2>Unser Programm</h2>{films}"
    events = found(html, date(2026, 7, 6))
    assert [event for event in events if "-06 " in event[1]] == [
        ("Die langsame Fähre", "2026-07-06 20:00:00"),
        ("Otter", "2026-07-06 15:00:00"),
        ("Otter", "2026-07-06 17:00:00"),
    ]


def test_the_cells_of_a_timetable_stand_or_fall_together():
    days = ["7/6<br>(月)", "7/7<br>(火)", "7/8<br>(水)", "7/9<br>(木)", "7/10<br>(金)"]
    classes = {(1, 0): "はじめての太鼓", (2, 1): "朝の体操", (3, 0): "親子水泳", (4, 2): "夜のダンス"}
    lines = "".join(
        f"<tr><th>{hour}</th>"
        + "".join(
            f"<td><div><span class=name>{classes[day, line]}</span><span class=room>ホール{day}</span></div></td>"
            if (day, line) in classes
            else "<td>&nbsp;</td>"
            for day in range(5)
        )
        + "</tr>"
        for line, hour in enumerate(["9:30<br>〜10:30", "14:00<br>〜15:00", "19:00<br>〜20:00"])
    )
    heads = "".join(f"<th>{day}</th>" for day in days)
    html = (
        "<html lang=ja><title>週間予定｜丘の上体育館</title><h2>週間予定 <span>2026年7月6日〜7月10日</span></h2>"
        f"<table><tr><th></th>{heads}</tr>{lines}</table><p>※都合により変わることがあります。</p>"
    )
    assert {title for title, _ in found(html, date(2026, 7, 8))} == set(classes.values())


def _dated(first: int, stop: int, start: int) -> Draft:
    return Draft(first, stop, Annotation("date", first, start, start + 1, None))


def test_a_list_that_gives_what_was_taken_the_same_titles_goes_on_with_it():
    tree = page.parse("<p>3 May</p>")
    taken = best.Taken(Sheet(tree, annotate(tree, ["date"], TODAY)), defaultdict(lambda: (None, None)), frozenset())
    one, two, three = (_dated(row, row + 1, row) for row in (3, 5, 7))
    taken.add([one, three], ["Fair", "Choir"])
    assert taken.new([one, two, three], lambda: ["Fair", "Market", "Choir"], is_own=True) == [two]
    assert taken.new([one, two, three], lambda: ["Fair", "Market", "Quay"], is_own=True) == [one, two, three]
    assert taken.new([one, two, three], lambda: ["Fair", "Market", "Choir"], is_own=False) == [one, two, three]


def test_the_words_in_a_cell_of_a_timetable_name_nothing_else():
    tree = page.parse("<p>3 May</p>")
    taken = best.Taken(Sheet(tree, annotate(tree, ["date"], TODAY)), defaultdict(lambda: (None, None)), frozenset())
    taken.add([_dated(3, 6, 0)], ["Chair Yoga"], are_cells=True)
    taken.add([_dated(8, 9, 8)], ["Fair"])
    assert [row for row in range(10) if taken.is_cell(row)] == [3, 4, 5]


def test_hours_under_one_title_are_as_sure_as_they_are_on_average():
    tree = page.parse("<p>Today 8 pm</p><p>3 May, 6 pm</p><p>4 May</p>")
    sheet = Sheet(tree, annotate(tree, ["date"], TODAY))
    drafts = [Draft(found.row, found.row + 1, found) for found in sheet.annotations.within("date", 0, len(tree))]
    chances, titles = np.array([0.1, 0.7]), SimpleNamespace(text=np.array([1, 1]))

    def worth(drafts: list[Draft], *, holds_titles: bool = False) -> float:
        offer = SimpleNamespace(grouping=Grouping("unit", tuple(drafts)), holds_titles=holds_titles)
        return best._together(Scales(sheet, kinds.load("event"), TODAY), offer, chances, titles)

    assert worth(drafts[:2]) == pytest.approx(0.4)
    assert worth(drafts[:2], holds_titles=True) == 0
    assert worth(drafts[1:]) == 0


def test_the_week_over_a_timetable_is_no_event():
    tree = page.parse("<p>5 – 11 October 2026</p><p>9 – 11 October 2026</p><p>6 October 2026</p><p>8 October 2026</p>")
    sheet = Sheet(tree, annotate(tree, ["date"], TODAY))
    drafts = [Draft(found.row, found.row + 1, found) for found in sheet.annotations.within("date", 0, len(tree))]
    scales = Scales(sheet, kinds.load("event"), TODAY)
    taken = best.Taken(sheet, scales.moments, scales.runs)
    assert not taken.is_week(drafts[0])
    taken.add(drafts[2:], ["Chair Yoga", "Evening Choir"], are_cells=True)
    assert [taken.is_week(draft) for draft in drafts] == [True, False, False, False]


MONTHS = """<h1>2026 Meeting Calendar</h1><p>All meetings are open to the public.</p>
<table><tr><th>Month</th><th>Library Board</th><th>Harbour Commission</th><th>Parks Board</th></tr>
<tr><th>January</th><td>13</td><td>7</td><td>22</td></tr>
<tr><th>February</th><td>10</td><td>4</td><td>26</td></tr>
<tr><th>March</th><td>10</td><td>4</td><td>26</td></tr>
<tr><th>April</th><td>14</td><td>1</td><td>23</td></tr>
<tr><th>May</th><td>12</td><td>6</td><td></td></tr></table>"""


def test_numbers_in_a_table_of_months_by_boards_are_meetings_of_the_boards():
    """They say nothing but a day, as the empty days of a calendar do, and were passed over with them."""
    found = eventlocky.extract(MONTHS, "https://town.example/meetings", fetched=date(2026, 1, 2))
    told = {(str(event.when.first_day), event.title) for event in found}
    assert len(found) == len(told) == 14
    assert {
        ("2026-01-13", "Library Board"),
        ("2026-04-01", "Harbour Commission"),
        ("2026-02-26", "Parks Board"),
    } <= told


def test_the_empty_days_of_a_calendar_take_no_title_from_above_it():
    weeks = "".join(
        "<tr>" + "".join(f"<td>{day}</td>" for day in range(first, first + 7)) + "</tr>" for first in range(2, 23, 7)
    )
    heads = "".join(f"<th>{name}</th>" for name in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
    html = f"<h1>Library Board</h1><h2>March 2026</h2><table><tr>{heads}</tr>{weeks}</table>"
    assert eventlocky.extract(html, "https://town.example/board", fetched=date(2026, 3, 1)) == []


@dataclass(frozen=True, eq=False)
class Offer:
    """As much of a weighed list as its order hangs on; it beats whatever is less sure."""

    rank: tuple[bool, float]
    mean: float

    def beats(self, other):
        return self.mean >= other.mean + 0.05


def test_who_beats_a_list_that_beats_another_goes_before_both():
    wide, middle, sure = Offer((True, 39.0), 0.64), Offer((True, 35.0), 0.7), Offer((True, 30.0), 0.98)
    assert in_order([wide, middle, sure]) == [sure, middle, wide]


def test_a_cut_holds_the_line_of_its_date_and_not_the_end_of_the_line_before():
    html = "<p><b>13.04.</b> Osterfahrt, Abfahrt 8.00 Uhr<br><b>01.05.</b> Maiwanderung<br><b>10.05.</b> Fest</p>"
    tree = page.parse(html, URL)
    anchors = annotate(tree, {"date", "time"}, TODAY).within("date", 0, len(tree))
    bold = [*tree.select("b")]
    cuts = [Draft(bold[0], bold[0] + 2, anchors[0]), Draft(bold[0] + 2, bold[1] + 2, anchors[1])]
    records = [
        Record(cut.first, cut.stop, title="x", title_row=row + 2, anchor=cut.anchor.first)
        for cut, row in zip(cuts, bold, strict=False)
    ]
    found = best.whole_lines(tree, [cuts[1]._replace(first=bold[0] + 2)], [records[1]])
    assert "8.00" not in tree.raw_text(found[0].first, found[0].stop)
    assert "Maiwanderung" in tree.raw_text(found[0].first, found[0].stop)


def test_a_line_of_a_table_that_holds_one_record_is_that_record():
    tree = page.parse("<table><tr><td>5 May 2026</td><td>Jazz</td><td>Sold out</td></tr></table>", URL)
    (anchor,) = annotate(tree, {"date"}, TODAY).within("date", 0, len(tree))
    (line,) = tree.select("tr")
    cut = Draft(line, line + 3, anchor)
    assert best.whole_lines(tree, [cut], [Record(line, line + 3)])[0].stop == tree.ends[line]


def test_the_week_of_a_further_film_says_no_days_again():
    def week(film: str, *hours: str) -> str:
        heads = "".join(f"<th>{day}</th>" for day in ("Thu 5 Nov", "Fri 6 Nov", "Sat 7 Nov"))
        return f"<h2>{film}</h2><table><tr>{heads}</tr><tr>{''.join(f'<td>{one}</td>' for one in hours)}</tr></table>"

    films = week("The Long Summer", "20:15", "17:45", "20:15") + week("Paul's Planet", "", "15:00", "11:00")
    found = eventlocky.extract(f"{TOP}<h1>Now showing</h1>{films}{END}", URL, fetched=TODAY)
    assert {event.title for event in found} == {"The Long Summer", "Paul's Planet"}
