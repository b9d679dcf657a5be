"""What a page shows and what it marks, put together."""

from __future__ import annotations

from datetime import date, datetime

from eventlocky.markup import Marked
from eventlocky.reconcile import once, reconcile, runs, showings, without_rules
from eventlocky.types import Event, Place, Proof, When

DAY = date(2026, 11, 14)
EVENING = datetime(2026, 11, 14, 19, 30)


def shown(title="Jazz Night", start=DAY, confidence=0.6, **fields) -> Event:
    return Event(title, When(start), confidence=confidence, **fields)


def marked(title="Jazz Night", start=DAY, *, is_utc=False, **fields) -> Marked:
    return Marked(Event(title, When(start), confidence=0.95, **fields), 5, "json-ld", is_utc=is_utc)


def test_an_event_that_is_shown_and_marked_is_given_once_with_what_either_knows():
    mark = marked("Jazz Night!", EVENING, where=Place("Old Mill"))
    (event,) = reconcile([shown(link="https://x.example/jazz")], [mark])
    assert event.when.start == EVENING
    assert event.where.name == "Old Mill"
    assert event.link == "https://x.example/jazz"
    assert event.confidence > 0.95


def test_an_hour_in_universal_time_never_replaces_the_hour_that_is_shown():
    mark = marked(start=datetime(2026, 11, 14, 18, 30), is_utc=True)
    assert reconcile([shown(start=EVENING)], [mark])[0].when.start == EVENING
    assert reconcile([shown()], [mark])[0].when.start == DAY


def test_what_is_only_marked_is_added_and_what_has_no_day_is_not():
    assert [event.title for event in reconcile([], [marked("A"), marked("B", None)])] == ["A"]


def test_on_a_page_that_marks_its_events_a_doubtful_other_one_is_left_out():
    others = [shown("Old news", date(2026, 1, 1), 0.4), shown("Book Fair", date(2026, 11, 20), 0.9)]
    assert [event.title for event in reconcile(others, [marked()])] == ["Book Fair", "Jazz Night"]
    assert len(reconcile(others, [])) == 2


def test_what_says_the_same_twice_is_given_once_but_two_hours_are_two_events():
    twice = [shown("Jazz Night", confidence=0.5), shown("Jazz Night live", EVENING, 0.7)]
    assert [event.title for event in once(twice)] == ["Jazz Night live"]
    hours = [shown(start=EVENING), shown(start=EVENING.replace(hour=22))]
    assert len(once(hours)) == 2


def test_the_papers_of_a_meeting_are_one_meeting():
    papers = [
        shown("Board Meeting Agenda"),
        shown("Board Meeting Minutes", confidence=0.7),
        shown("Minutes", confidence=0.4),
    ]
    assert [event.title for event in once(papers)] == ["Board Meeting Minutes", "Minutes"]


def test_an_hour_that_universal_time_puts_on_the_next_day_is_the_same_event():
    mark = marked(start=datetime(2026, 11, 15, 0, 30), is_utc=True)
    (event,) = reconcile([shown(start=EVENING)], [mark])
    assert event.when.start == EVENING


def test_a_page_that_is_named_after_its_one_marked_event_announces_nothing_else():
    others = [shown("Jazz Night", date(2026, 12, 1), 0.9), shown("Book Fair", date(2026, 11, 20), 0.9)]
    assert [event.title for event in reconcile(others, [marked()], ["Jazz Night | Old Mill"])] == ["Jazz Night"]
    assert len(reconcile(others, [marked()], ["Events | Old Mill"])) == 3


def test_what_begins_when_a_marked_event_does_is_that_event_under_another_name():
    other = shown("Events calendar", EVENING, 0.9)
    assert [event.title for event in reconcile([other], [marked(start=EVENING)])] == ["Jazz Night"]


def in_cell(day: int, title: str = "Lantern Weeks", link: str | None = "https://mill.example/lanterns") -> Event:
    proofs = {"when": Proof("html/body/table/td", str(day))}
    return shown(title, date(2026, 11, day), link=link, proofs=proofs)


def test_what_a_calendar_shows_on_one_day_after_another_is_one_event_that_lasts():
    days = [in_cell(3), in_cell(4), in_cell(4, "Choir"), in_cell(5), in_cell(9, "Choir"), in_cell(10, "Choir")]
    run, choir = runs(days)
    assert (run.when.start, run.when.end, run.when.rdates) == (date(2026, 11, 3), date(2026, 11, 5), ())
    assert (choir.when.start, choir.when.end) == (date(2026, 11, 4), None)
    assert choir.when.rdates == (date(2026, 11, 9), date(2026, 11, 10))


def test_what_a_calendar_shows_for_some_days_and_again_later_takes_place_on_each_of_them():
    (run,) = runs([in_cell(3), in_cell(4), in_cell(9)])
    assert (run.when.start, run.when.end) == (date(2026, 11, 3), None)
    assert run.when.rdates == (date(2026, 11, 4), date(2026, 11, 9))
    assert len(runs([in_cell(9), in_cell(3)])) == 2


def test_days_without_a_link_or_with_hours_or_outside_a_calendar_stay_apart():
    assert len(runs([in_cell(3, link=None), in_cell(4, link=None)])) == 2
    assert len(runs([in_cell(3), in_cell(4, link="https://mill.example/other")])) == 2
    assert len(runs([shown(start=date(2026, 11, 3), link="https://a.example/"), shown(start=date(2026, 11, 4))])) == 2


def test_every_showing_of_a_day_is_an_event():
    day = datetime(2026, 11, 14)
    times = When(day.replace(hour=15), rdates=(day.replace(hour=17), day.replace(hour=20)))
    assert [event.when.start.hour for event in showings([Event("Film", times)])] == [15, 17, 20]
    several = When(date(2026, 11, 14), rdates=(date(2026, 11, 15),))
    assert showings([Event("Film", several)]) == [Event("Film", several)]


def test_what_is_only_shown_is_compared_with_all_marks_of_its_day():
    marks = [marked(f"Act {number}", date(2026, 11, 1 + number % 28)) for number in range(60)]
    marks.append(marked("Ellen, Karla and Frida", date(2026, 12, 24)))
    events = reconcile([shown("Karla", date(2026, 12, 24), 0.8)], marks)
    assert [event.title for event in events if event.when.start == date(2026, 12, 24)] == ["Ellen, Karla and Frida"]


def test_a_rule_beside_the_days_that_it_says_is_no_further_event():
    rule = Event("Board", When(datetime(2026, 9, 16, 17, 30), rrule="FREQ=MONTHLY;BYDAY=1WE,3WE"), confidence=0.9)
    days = [shown("Board", datetime(2026, month, day, 17, 30)) for month, day in [(7, 15), (8, 5), (8, 19), (9, 2)]]
    assert without_rules([rule, *days]) == days
    assert reconcile([rule, *days, shown("Board", rule.when.start)], [])[-1].when.rrule is None
    others = [shown("Board", date(2026, 9, day)) for day in (3, 10, 17)]
    assert without_rules([rule, *others]) == [rule, *others]
    assert without_rules([rule]) == [rule]


def test_one_name_and_hour_at_two_places_is_two_events():
    def at(place: str, row: int, title: str = "Listening Session") -> Event:
        proofs = {"where": Proof(f"tr[{row}]/td", place)}
        return Event(title, When(EVENING), where=Place(place), confidence=0.9 - row / 100, proofs=proofs)

    assert len(once([at("Alder School", 1), at("Brook Library", 2)])) == 2
    assert len(once([at("Alder School", 1), at("Alder School Cafeteria", 2)])) == 1
    assert len(once([at("Alder School", 1), at("Brook Library", 2, "Listening Session Agenda")])) == 1


def test_a_rule_beside_a_list_of_its_days_gives_them_its_hour():
    rule = Event("Council", When(datetime(2026, 10, 6, 18, 30), rrule="FREQ=MONTHLY;BYDAY=1TU"), confidence=0.9)
    days = Event("Council", When(date(2026, 9, 1), rdates=(date(2026, 10, 6), date(2026, 12, 1))), confidence=0.8)
    (event,) = without_rules([rule, days])
    assert event.when.start == datetime(2026, 9, 1, 18, 30)
    assert event.when.rdates == (datetime(2026, 10, 6, 18, 30), datetime(2026, 12, 1, 18, 30))
