"""When a record takes place: what it says itself, and what stands over its list."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from eventlocky import fields, kinds, page
from eventlocky.annotate import annotate
from eventlocky.fields import usual
from eventlocky.types import Record, When

TODAY = date(2026, 1, 1)


def starts(html: str, selector: str = "li") -> list[date | datetime | None]:
    """Read the records that a selector finds as one list; return when they begin."""
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    records = [Record(row, tree.ends[row], title=tree.text(row)) for row in tree.select(selector)]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    return [event.when.start for event in events if event is not None]


DAYS = "<ul><li>Board, February 5, 2026</li><li>Board, March 5, 2026</li><li>Board, April 2, 2026</li></ul>"
MORNING = [datetime(2026, 2, 5, 8, 30), datetime(2026, 3, 5, 8, 30), datetime(2026, 4, 2, 8, 30)]


def test_the_time_of_the_rule_that_the_days_keep_is_the_time_of_the_list():
    rule = "<p>The board meets on the first Thursday of every month at 8:30 a.m.</p>"
    speakers = "<p>Speakers please wait in the hall, which opens at 4 pm.</p>"
    assert starts(rule + speakers + DAYS) == MORNING


@pytest.mark.parametrize("words", ["by", "before", "no later than", "until"])
def test_a_time_until_when_something_must_be_done_is_not_the_time_of_a_list(words):
    assert starts(f"<p>Requests must be received {words} 4:30 pm.</p>{DAYS}") == [
        date(2026, 2, 5),
        date(2026, 3, 5),
        date(2026, 4, 2),
    ]


def test_a_badge_gives_the_day_and_a_fuller_line_of_the_record_gives_its_end():
    html = (
        "<article><time>Oct<br>6</time><h2>Water Board</h2>"
        "<p>Tuesday, October 6, 2026</p><p>9:00 AM 10:00 AM 09:00 10:00</p></article>"
    )
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    (row,) = tree.select("article")
    record = Record(row, tree.ends[row], title="Water Board")
    (event,) = fields.read(tree, [record], annotations, kinds.load("event"))
    assert event is not None
    assert event.when.end == datetime(2026, 10, 6, 10)


def test_two_clocks_that_say_the_same_are_one_time_and_more_times_are_more_shows():
    from eventlocky import dates

    both = dates.read("Tuesday, October 6, 2026 8:30 PM 11:59 PM 20:30 23:59", reference=TODAY)
    assert both is not None
    assert (both.start, both.end) == (datetime(2026, 10, 6, 20, 30), datetime(2026, 10, 6, 23, 59))
    shows = dates.read("6 October 2026, 14:30 17:00 20:15", reference=TODAY)
    assert shows is not None
    assert (shows.end, len(shows.rdates)) == (None, 2)


def test_each_part_of_a_list_has_the_time_that_stands_over_it():
    html = f"<h2>Board</h2><p>(6:30 pm unless noted)</p>{DAYS}<h2>Council</h2><p>(7:00 pm)</p>{DAYS.replace('2026', '2027')}"
    assert {start.time() for start in starts(html)[:3]} == {time(18, 30)}
    assert {start.time() for start in starts(html)[3:]} == {time(19)}


def test_doors_are_not_the_start_where_both_are_said():
    html = "<ul><li>3 May 2026 Catrin Finch, Concert Hall, doors open at 6.30pm, show commences at 7.30pm</li></ul>"
    assert starts(html) == [datetime(2026, 5, 3, 19, 30)]


def whens(html: str, selector: str) -> list[When]:
    """Read the records that a selector finds, each named by its first heading or by the one before the list."""
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    heading = tree.select("h2")[0]
    records = [
        Record(row, tree.ends[row], title=tree.text(heading), title_row=heading, anchor=found[0].first)
        for row in tree.select(selector)
        if (found := annotations.within("date", row, tree.ends[row]))
    ]
    return [event.when for event in fields.read(tree, records, annotations, kinds.load("event")) if event is not None]


def test_a_record_that_lists_several_days_takes_place_on_each_of_them():
    tour = "<article><h2>Spring Tour</h2>3 May 2026 @ Leeds<br>4 May 2026 @ Hull<br>9 May 2026 @ York</article>"
    (when,) = whens(tour, "article")
    assert (when.start, when.end, when.rdates) == (date(2026, 5, 3), None, (date(2026, 5, 4), date(2026, 5, 9)))


def test_lines_behind_a_record_go_on_with_its_days_under_a_title_above():
    page = "<h2>Spring Tour</h2><div><span>3 May 2026 @ Leeds</span><br>4 May 2026 @ Hull<br>Songs<br>9 May 2026</div>"
    (when,) = whens(page.replace("<div>", "<div>• ").replace("• <span>", "<span>"), "div")
    assert when.rdates == (date(2026, 5, 4), date(2026, 5, 9))  # all of them stand in the record
    (when,) = whens(page, "span")
    assert when.rdates == ()  # the text of the record is another element's


@pytest.mark.parametrize(
    "lines",
    [
        "3 May 2026<br>posted on 4 May 2026",
        "3 May 2026<br>2 May 2026",
        "3 May 2026<br>4 May 2029",
        "on 3 May 2026<br>4 May",
    ],
)
def test_other_dates_of_a_record_are_none_of_its_days(lines):
    (when,) = whens(f"<article><h2>Feast</h2><p>{lines}</article>", "article")
    assert when.rdates == ()


def test_the_end_behind_a_label_is_meant_not_the_one_in_the_title():
    page = "<article><h2>Talks [6 April 2026 13:30-16:00]</h2><p>When: 6 April 2026 13:30-18:30</article>"
    (when,) = whens(page, "article")
    assert when.end == datetime(2026, 4, 6, 18, 30)


CARD = "<div class=card><span>{1}:00</span><div><p>{0}</p></div></div>"


def test_the_time_beside_a_record_in_its_card_goes_before_that_of_the_day_above():
    films = "".join(CARD.format(f"Film {number}", 14 + number) for number in range(3))
    tree = page.parse(f"<h2>31 July 2026 14:00</h2><section>{films}</section>", "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    day = annotations.found[0]
    records = [
        Record(row, tree.ends[row], context=(day.row,), title=tree.text(row), title_row=row, anchor=day.first)
        for row in tree.select("p")
    ]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    assert [event.when.start for event in events if event] == [datetime(2026, 7, 31, hour) for hour in (14, 15, 16)]


@pytest.mark.parametrize("label", ["Weitere Termine:", "Also on:", "Autres dates :", "Otras fechas:", "その他の日程："])
def test_a_line_of_further_days_belongs_to_its_record(label):
    html = (
        f"<li><p>2 March 2026, 19:30</p><h3>The Moon in the Well</h3><p>{label} 8 March 2026 · 17 March 2026</p></li>"
    )
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    row = tree.select("li")[0]
    (event,) = fields.read(
        tree, [Record(row, tree.ends[row], title="The Moon in the Well")], annotations, kinds.load("event")
    )
    assert event.when.rdates == (date(2026, 3, 8), date(2026, 3, 17))


def test_an_offer_holds_for_its_run_of_days_not_for_the_hours_of_the_week_at_which_it_is_taken():
    html = (
        "<div><p>Soup of the day</p><p>Weekdays 2 pm to 4 pm</p><p>2 to 27 February 2026</p></div>"
        "<div><p>Pancakes</p><p>5 February to 5 March 2026</p></div>"
    )
    assert starts(html, "div") == [date(2026, 2, 2), date(2026, 2, 5)]


def test_days_one_behind_the_other_in_a_sentence_are_days_of_the_same():
    html = "<p>In 2026 the board meets on January 9, 2026, February 13, 2026 and March 12, 2026 in the town hall.</p>"
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    first = next(
        found
        for found in annotations.found
        if found.name == "date" and "9" in tree.whole_text[found.first : found.stop]
    )
    row = tree.select("p")[0]
    record = Record(row, tree.ends[row], title="Board", anchor=first.first)
    (event,) = fields.read(tree, [record], annotations, kinds.load("event"))
    assert event.when.start == date(2026, 1, 9)
    assert event.when.rdates == (date(2026, 2, 13), date(2026, 3, 12))


def starts_by_title(html: str, selector: str) -> dict[str, date | datetime | None]:
    """Read the records that a selector finds, each titled by the first link in it; return when they begin."""
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    records = [
        Record(row, tree.ends[row], title=tree.text(next(each for each in tree.select("a") if row < each)))
        for row in tree.select(selector)
    ]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    return {event.title: event.when.start for event in events if event is not None}


def test_a_time_behind_the_weekday_of_the_day_is_that_of_the_day():
    card = "<li><b>Feb 25, 2026</b><p>Budget Workshop</p><p>Wednesday · 2:00 PM</p></li>"
    other = "<li><b>Mar 3, 2026</b><p>Advisory Panel</p><p>Tuesday · 1:00 PM</p></li>"
    assert starts(card + other) == [datetime(2026, 2, 25, 14), datetime(2026, 3, 3, 13)]


def test_a_time_behind_another_weekday_is_not_that_of_the_day():
    assert starts("<li><b>Feb 25, 2026</b><p>Exhibition</p><p>Guided tour Sunday 2:00 PM</p></li>") == [
        date(2026, 2, 25)
    ]


def test_the_times_of_cells_beside_each_other_are_each_of_its_own_day():
    html = (
        "<table><tr><th>Session<th>26 February 2026<th>27 February 2026</tr>"
        "<tr><td>Lap Swim<td>6:00–8:30 am<td>7:00–9:00 am</tr></table>"
    )
    tree = page.parse(html, "https://pool.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    heads = tree.select("th")[1:]
    days = [annotations.within("date", head, tree.ends[head])[0] for head in heads]
    records = [
        Record(cell, tree.ends[cell], context=(day.row,), title="Lap Swim", title_row=cell, anchor=day.first)
        for cell, day in zip(tree.select("td")[1:], days, strict=True)
    ]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    assert [(event.when.start, event.when.end) for event in events if event] == [
        (datetime(2026, 2, 26, 6), datetime(2026, 2, 26, 8, 30)),
        (datetime(2026, 2, 27, 7), datetime(2026, 2, 27, 9)),
    ]


COMMITTEES = (
    "<p><a>Road Commission</a> January 12, 2026</p><p><a>Veterans Council</a> January 13, 2026</p>"
    "<p><a>Road Commission</a> February 9, 2026</p><p><a>Veterans Council</a> February 10, 2026</p>"
)


@pytest.mark.parametrize(
    "said",
    [
        "<div>The Road Commission meets at 7:00 p.m. in the barn. The Veterans Council meets at 6:30 p.m.</div>",
        "<div>Road Commission 7 pm; Veterans Council 6:30 pm</div>",
        "<table><tr><th>Road Commission<br>7:00 p.m.<th>Veterans Council<br>6:30 p.m.</table>",
    ],
)
def test_times_that_are_said_for_their_names_are_those_of_the_records_of_that_name(said):
    for html in (said + COMMITTEES, COMMITTEES + said):
        assert starts_by_title(html, "p") == {
            "Road Commission": datetime(2026, 2, 9, 19),
            "Veterans Council": datetime(2026, 2, 10, 18, 30),
        }


def test_the_time_of_a_name_is_found_above_records_with_times_for_other_things():
    said = "<div>The Road Commission meets at 7:00 p.m. The Veterans Council meets at 6:30 p.m.</div>"
    others = "".join(
        f"<p>Harbour {day} March 2026, 10 am – doors 9 am, coffee 11 am, lunch noon</p>" for day in range(2, 9)
    )
    found = starts_by_title(said + others + COMMITTEES, "p")
    assert found["Veterans Council"] == datetime(2026, 2, 10, 18, 30)


def test_few_of_the_times_above_a_record_are_asked_whether_they_are_said_for_it(monkeypatch):
    """Each record asked all those above it: eight thousand cards took half a minute."""
    asked = []
    of_name = usual.Passage.of_name
    monkeypatch.setattr(usual.Passage, "of_name", lambda passage, title: asked.append(1) or of_name(passage, title))
    pair = (
        "<li>Town quiz {0} May 2026</li><li>Dance {0} May 2026 at 7 pm<br>Doors 6:15 pm, quiz 9 pm, dinner 10 pm</li>"
    )
    starts("".join(pair.format(1 + number % 28) for number in range(100)))
    assert 0 < len(asked) <= 100 * len(("town", "quiz", "may")) * 3


def test_a_time_told_in_a_sentence_holds_also_where_some_records_say_another():
    told = "<p>Board meetings begin at 8:30 a.m. on the first day.</p>"
    some = DAYS.replace("March 5, 2026", "March 5, 2026 9:00 a.m.")
    assert starts(told + some) == [MORNING[0], datetime(2026, 3, 5, 9), MORNING[2]]
    assert starts("<p>Coffee 8:30 a.m.</p>" + some) == [date(2026, 2, 5), datetime(2026, 3, 5, 9), date(2026, 4, 2)]


def test_a_rule_of_months_without_a_weekday_gives_the_time_of_its_list():
    days = "<ul><li>January 20, 2026</li><li>March 17, 2026</li><li>May 19, 2026</li></ul>"
    assert {start.time() for start in starts("<p>The board meets every other month at noon.</p>" + days)} == {time(12)}


def test_the_time_of_a_weekday_that_the_days_do_not_have_is_none_of_theirs():
    assert starts(DAYS + "<p>Choir practice every Monday at 6:30 pm</p>") == [
        date(2026, 2, 5),
        date(2026, 3, 5),
        date(2026, 4, 2),
    ]


def test_the_time_at_which_something_ends_is_not_the_time_of_a_list():
    said = "<p>Sellers from 7am, buyers from 8am, finish around 1pm.</p>"
    assert {start.time() for start in starts(said + DAYS)} == {time(8)}


@pytest.mark.parametrize(
    ("line", "hours"),
    [
        ("{day} Winter walk, 7 miles. Meet {hour}.30 at the car park", [9, 10, 11]),
        ("{day} Rundweg, {hour}.30 Festwiese", [9, 10, 11]),
    ],
)
def test_hours_with_a_point_in_most_records_of_a_list_are_when_they_begin(line, hours):
    days = ("2 May 2026", "9 May 2026", "16 May 2026")
    lines = "".join(f"<li>{line.format(day=day, hour=hour)}</li>" for day, hour in zip(days, hours, strict=True))
    assert starts(f"<ul>{lines}</ul>") == [
        datetime(2026, 5, day, hour, 30) for day, hour in zip((2, 9, 16), hours, strict=True)
    ]


@pytest.mark.parametrize("tail", ["12.50 €", "£12.50", "12.50 km", "3.50 at the door", "18.50 Euro"])
def test_prices_and_lengths_with_a_point_are_no_hours(tail):
    lines = "".join(f"<li>{day} May 2026 Quiz, {tail}</li>" for day in (2, 9, 16))
    assert starts(f"<ul>{lines}</ul>") == [date(2026, 5, day) for day in (2, 9, 16)]


def test_one_record_with_such_a_number_among_many_has_no_hour_by_it():
    lines = "".join(f"<li>{day} May 2026 Concert</li>" for day in (2, 9, 16))
    assert starts(f"<ul>{lines}<li>23 May 2026 Version 12.50</li></ul>")[-1] == date(2026, 5, 23)


def test_the_head_of_a_line_may_say_its_hour_with_a_point():
    html = (
        "<table><tr><th><th>26 February 2026<th>27 February 2026</tr>"
        "<tr><td>14.30<td>Free skating<td>Figure skating</tr></table>"
    )
    tree = page.parse(html, "https://rink.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    days = [annotations.within("date", head, tree.ends[head])[0] for head in tree.select("th")[1:]]
    records = [
        Record(cell, tree.ends[cell], context=(day.row,), title=tree.text(cell), title_row=cell, anchor=day.first)
        for cell, day in zip(tree.select("td")[1:], days, strict=True)
    ]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    assert [event.when.start for event in events if event] == [
        datetime(2026, 2, 26, 14, 30),
        datetime(2026, 2, 27, 14, 30),
    ]


def test_the_time_behind_the_last_of_the_days_of_a_line_is_that_of_each():
    (when,) = whens("<article><h2>Board</h2><p>Jan. 27, Apr. 28, Jul. 28 and Oct. 27, 2:00 PM</p></article>", "article")
    assert [day.hour for day in (when.start, *when.rdates)] == [14, 14, 14, 14]
    (when,) = whens("<article><h2>Tour</h2>3 May 2026 @ Leeds<br>4 May 2026 19:00 @ Hull</article>", "article")
    assert when.start == date(2026, 5, 3)


@pytest.mark.parametrize(
    "days",
    [
        "January 27;&nbsp; February 24;&nbsp; March 31",
        "January 27,  February 24 (Tuesday), March 31",
        "(fourth Tuesday) at 7 p.m. on January 27, February 24 (Tuesday), March 31",
    ],
)
def test_days_that_only_signs_part_in_a_line_are_those_of_one_record(days):
    tree = page.parse(f"<ul><li>The Water Board meets {days}</ul>", "https://board.example/")
    record = Record(tree.select("li")[0], tree.ends[tree.select("li")[0]], title="Water Board")
    (event,) = fields.read(tree, [record], annotate(tree, {"date", "time"}, TODAY), kinds.load("event"))
    assert event.when.first_day == date(2026, 1, 27)
    assert event.when.rdates == (date(2026, 2, 24), date(2026, 3, 31))


def test_the_days_beside_a_rule_in_one_record_are_meant_at_its_time():
    said = "Arts Commission: third Monday of the month at 5:30 p.m. Next meetings: January 19 and February 16, 2026."
    tree = page.parse(f"<p>{said}", "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    rule = annotations.within("date", 0, len(tree))[0]
    records = [Record(tree.body, len(tree), title="Arts Commission", anchor=rule.first)]
    (event,) = fields.read(tree, records, annotations, kinds.load("event"))
    assert event is not None
    assert (event.when.start, event.when.rdates) == (datetime(2026, 1, 19, 17, 30), (datetime(2026, 2, 16, 17, 30),))
    assert event.when.rrule is None


def test_the_day_before_a_record_in_its_line_says_its_time():
    line = "Monday, July 27, 2026 @ 3:00 p.m. <b>The July 27, 2026 special meeting is held online</b>"
    tree = page.parse(f"<p>{line}", "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    row = tree.select("b")[0]
    day = annotations.within("date", row, tree.ends[row])[0]
    records = [Record(row, tree.ends[row], title="special meeting", anchor=day.first)]
    (event,) = fields.read(tree, records, annotations, kinds.load("event"))
    assert event is not None
    assert event.when.start == datetime(2026, 7, 27, 15)


def test_the_next_meeting_told_above_the_list_gives_its_time_to_the_same_day_in_it():
    above = "<p><b>Next Meeting:</b> Thursday, March 5, 2026 at 8:30 AM, Old Courthouse</p>"
    assert starts(above + DAYS)[1] == datetime(2026, 3, 5, 8, 30)
    assert starts("<p>Party on March 5, 2026 at 8:30 PM</p>" + DAYS)[1] == date(2026, 3, 5)


def test_the_hour_of_another_record_is_not_that_of_one_without():
    html = (
        "<ul><li>8/2(日) 「湖畔音楽祭」 みどり湖特設ステージ</li>"
        "<li>8/22(土) 「夕涼み」 港の蔵 OPEN 17:30 / START 18:00</li></ul>"
    )
    assert starts(html) == [date(2026, 8, 2), datetime(2026, 8, 22, 18)]


def test_the_hour_of_each_day_is_said_once_over_a_course():
    days = "".join(
        f"<tr><td>{day}</td><td>川の話</td></tr>" for day in ("10月7日（水）", "10月21日（水）", "11月4日（水）")
    )
    html = f"<p>時間：各回 18:30～20:00　会場：本館301教室</p><table>{days}</table>"
    assert starts(html, "tr") == [datetime(2026, 10, day, 18, 30) for day in (7, 21)] + [datetime(2026, 11, 4, 18, 30)]


def test_the_show_begins_behind_the_reception():
    html = "<ul><li>１２月２３日（水）　受付１７：３０　ディナー１８：００　ショー１９：３０</li></ul>"
    assert starts(html) == [datetime(2026, 12, 23, 18)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Måndagar kl 14-16, 12 oktober - 7 december 2026", datetime(2026, 10, 12, 14)),
        ("Mondays 2-4 pm, 12 October - 7 December 2026", datetime(2026, 10, 12, 14)),
        ("Tous les mardis de 18h à 20h, du 16 septembre 2026 au 16 juin 2027", datetime(2026, 9, 22, 18)),
    ],
)
def test_a_weekly_rule_begins_in_the_run_beside_it(text, start):
    tree = page.parse(f"<p>Stickcafé<br>{text}</p>", "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    anchor = next(one for one in annotations.within("date", 0, len(tree)) if one.value.when.rrule)
    (row,) = tree.select("p")
    (event,) = fields.read(
        tree, [Record(row, tree.ends[row], title="Stickcafé", anchor=anchor.first)], annotations, kinds.load("event")
    )
    assert event is not None
    assert event.when.start == start
