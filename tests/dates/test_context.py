"""What a date leaves open and its context settles: exceptions, order, zones, and mentions without a day."""

from __future__ import annotations

from datetime import date, datetime
from itertools import islice
from time import process_time

import pytest
from dateutil.rrule import rruleset, rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import dates
from eventlocky.dates import Context, Role, lexicon
from eventlocky.types import When

MAY = date(2026, 5, 1)
REFERENCE = date(2026, 11, 2)


def read(text, **options):
    return dates.read(text, reference=REFERENCE, **options)


@pytest.mark.parametrize(
    ("text", "exdates"),
    [
        ("every Monday except December 28 at 7pm", (datetime(2026, 12, 28, 19),)),
        ("montags, 19 Uhr, außer 21.12. und 28.12.", (datetime(2026, 12, 21, 19), datetime(2026, 12, 28, 19))),
        ("chaque lundi sauf le 28 décembre à 18h", (datetime(2026, 12, 28, 18),)),
        ("todos los lunes excepto el 28 de diciembre", (date(2026, 12, 28),)),
        ("毎週日曜日(12月27日を除く)10:00〜", (datetime(2026, 12, 27, 10),)),
        ("Tuesdays at 10:15am (no class Nov 24)", (datetime(2026, 11, 24, 10, 15),)),
        ("1.–24.12.2026 außer 6.12.", (date(2026, 12, 6),)),
    ],
)
def test_days_that_are_left_out_are_exdates(text, exdates):
    assert read(text).exdates == exdates


def test_a_rule_without_its_exdates_skips_the_day():
    when = read("every Monday except December 28 at 7pm")
    days = rruleset()
    days.rrule(rrulestr(when.rrule, dtstart=when.start))
    for day in when.exdates:
        days.exdate(day)
    assert datetime(2026, 12, 28, 19) not in list(islice(days, 20))


@pytest.mark.parametrize("text", ["daily except Mondays", "last Friday of every month except December"])
def test_weekdays_and_months_that_are_left_out_change_the_rule(text):
    when = read(text)
    assert when.exdates == ()
    assert "MO," not in when.rrule
    assert not when.rrule.endswith("12")


@pytest.mark.parametrize(
    ("text", "season"),
    [("Fall 2026", "autumn"), ("Herbst 2026", "autumn"), ("automne 2026", "autumn"), ("Sommaren 2027", "summer")],
)
def test_a_season_is_a_mention_without_a_day(text, season):
    (mention,) = dates.find(text, reference=REFERENCE)
    assert (mention.season, mention.has_day) == (season, False)
    when = read(text)
    assert (when.start, when.end, when.confidence) == (None, None, 0.2)


@pytest.mark.parametrize("text", ["November 2026", "novembre 2026", "2026年11月", "listopad 2026"])
def test_a_month_alone_gives_no_day(text):
    when = read(text)
    assert when.start is None
    assert when.confidence == 0.2


@pytest.mark.parametrize(
    "text",
    [
        "from 5 November until further notice",
        "ab 5. November bis auf Weiteres",
        "à partir du 5 novembre jusqu'à nouvel ordre",
    ],
)
def test_an_open_end_is_no_end(text):
    when = read(text)
    assert (when.start, when.end) == (date(2026, 11, 5), None)


@pytest.mark.parametrize("text", ["Rescheduled from Nov 7 to Nov 14", "verschoben vom 7.11. auf den 14.11.2026"])
def test_the_day_from_which_something_was_moved_is_off(text):
    roles = [mention.role for mention in dates.find(text, reference=REFERENCE)]
    assert roles == [Role.OFF, Role.START]
    assert read(text).start == date(2026, 11, 14)


@pytest.mark.parametrize(
    "text",
    [
        "Zum 1. Februar 2027 erhöhen wir die Mitgliedsbeiträge",
        "Ab 1. März gelten neue Fahrpreise",
        "From 5 January ticket prices rise by a tenth",
    ],
)
def test_the_day_from_which_on_prices_change_is_off(text):
    assert [mention.role for mention in dates.find(text, reference=REFERENCE)] == [Role.OFF]


@pytest.mark.parametrize(
    "text", ["Zum 1. Mai laden wir ein, die Preise sinken", "From 5 May: Why prices rise, a lecture"]
)
def test_a_day_with_prices_farther_off_is_not(text):
    assert [mention.role for mention in dates.find(text, reference=REFERENCE)] == [Role.START]


@pytest.mark.parametrize(
    "text",
    ["Gemeindebüro\nMo + Mi 10-12 Uhr", "Office: High Street 2\nMon, Wed 9:00–11:30", "事務局\n火・木 13:00〜16:00"],
)
def test_the_hours_below_the_name_of_an_office_are_its_own(text):
    assert [mention.role for mention in dates.find(text, reference=REFERENCE)] == [Role.HOURS]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("19 Dec 2026\n\nMidnight Mile", [date(2026, 12, 19)]),
        ("31.12.2026 Mitternacht Andacht", [date(2026, 12, 31)]),
        ("31 Dec 2026 at Midnight Countdown", [datetime(2027, 1, 1)]),
        ("31 Dec 2026, 9 pm – Midnight Party", [datetime(2026, 12, 31, 21)]),
        ("31 Dec 2026 MIDNIGHT DOORS 11 PM", [datetime(2027, 1, 1)]),
    ],
)
def test_a_name_that_begins_with_midnight_says_no_time(text, starts):
    found = dates.find(text, reference=REFERENCE)
    assert [when.start for when in dates.resolve(found, dates.Context(REFERENCE))] == starts


# The order of day and month ------------------------------------------------------------------------


def test_dates_of_the_page_vote_on_the_order():
    when = read("05/12 Jazz, 25/12 Carols")
    assert when.start == date(2026, 12, 5)
    assert read("05/12").confidence == 0.7


def test_the_vote_of_a_site_settles_what_a_page_leaves_open():
    pages = ["Concert 25/12/2026", "Talk 31/01/2027", "Concert 11/12/2026"]
    votes = sum(dates.vote(page) for page in pages)
    assert votes == -2
    mentions = dates.find(pages[2], reference=REFERENCE)
    (open_,) = dates.resolve(mentions, Context(REFERENCE))
    (settled,) = dates.resolve(mentions, Context(REFERENCE, month_first=votes > 0))
    assert (open_.start, open_.confidence) == (date(2026, 11, 12), 0.6)
    assert (settled.start, settled.confidence) == (date(2026, 12, 11), 0.95)


def test_the_page_and_the_weekday_speak_louder_than_the_site():
    day_first = Context(REFERENCE, month_first=True)
    page = dates.find("25/12/2026 and 11/12/2026", reference=REFERENCE)
    assert dates.resolve(page, day_first)[-1].start == date(2026, 12, 25)
    friday = dates.find("Fri 11/12/2026", reference=REFERENCE)  # 11 December is a Friday, 12 November is not
    assert dates.resolve(friday, day_first)[0].start == date(2026, 12, 11)


# Zones -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "zone"), [("JP", "Asia/Tokyo"), ("de", "Europe/Berlin"), ("US", None), (None, None)]
)
def test_a_country_with_one_zone_gives_it(country, zone):
    assert dates.zone_of(country) == zone
    assert read("14 November 2026, 19:30", country=country).zone == zone


@pytest.mark.parametrize(
    "text",
    [
        "14 November 2026 19:30 CET",
        "14.11.2026, 19:30 Uhr MEZ",
        "Nov 14, 2026, 7:30 PM (EST)",
        "2026-11-14T19:30:00+09:00",
        "20261114T193000Z",
        "14 Nov 2026, 19:30 UTC+2",
        "2026年11月14日 19:30 JST",
    ],
)
def test_a_zone_behind_a_time_never_shifts_it(text):
    assert read(text).start == datetime(2026, 11, 14, 19, 30)


@pytest.mark.parametrize(
    ("start", "offset_h"),
    [
        (datetime(2026, 3, 29, 2, 30), 1),  # this time does not exist: clocks jump from two to three
        (datetime(2026, 10, 25, 2, 30), 2),  # this one comes twice: the first is taken
        (datetime(2026, 7, 1, 20, 0), 2),
    ],
)
def test_times_in_the_gap_and_the_fold_of_a_zone_have_an_instant(start, offset_h):
    instant = When(start, zone="Europe/Berlin").starts_at
    assert instant.replace(tzinfo=None) == start
    assert instant.utcoffset().total_seconds() == offset_h * 3600


# Any words at all ---------------------------------------------------------------------------------


WORDS = sorted(lexicon.load().senses)
NUMBERS = ["1", "5", "14", "30", "1900", "2026", "19:30", "11/14", "7.9.", "31.12.2026", "20261107"]
SIGNS = [" ", ", ", "", " - ", "\n", " (", ") ", ".", "/", "、", "・", "〜", ":"]


@given(parts=st.lists(st.tuples(st.sampled_from(WORDS + NUMBERS * 40), st.sampled_from(SIGNS)), max_size=14))
@settings(max_examples=500, deadline=None)
def test_heaps_of_the_words_of_all_languages_never_raise(parts):
    text = "".join(word + sign for word, sign in parts)
    mentions = dates.find(text, reference=REFERENCE)
    for mention in mentions:
        assert 0 <= mention.first < mention.stop <= len(text)
    dates.choose(mentions, Context(REFERENCE, month_first=True))


@pytest.mark.parametrize(
    "text", ["毎月第9日曜日", "毎月0日", "毎月45日・99日", "毎月第0土曜", "毎年2月30日", "毎年13月1日"]
)
def test_a_rule_that_no_calendar_knows_is_none(text):
    when = read(text)
    assert when is None or when.rrule is None


def test_a_date_does_not_reach_into_the_line_above_it():
    text = "September\n\n25.9. – Film im Keller, 15.30 Uhr\n28.9. – Lesung, 19.30 Uhr"
    found = [mention.text for mention in dates.find(text, reference=date(2012, 9, 1))]
    assert found == ["25.9", "15.30 Uhr", "28.9", "19.30 Uhr"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Saturday, June 29, 2024\nJun 29\nSaturday, July 6, 2024\nJul 6", ["2024-06-29"] * 2 + ["2024-07-06"] * 2),
        ("29.06.2024\n29. Juni\n30. Juni", ["2024-06-29"] * 2 + ["2026-06-30"]),
        ("5 March 2024\nTue 5 March\nFri 5 March", ["2024-03-05"] * 2 + ["2027-03-05"]),
    ],
)
def test_the_same_day_said_again_without_its_year_is_that_day(text, days):
    found = dates.resolve(dates.find(text, reference=REFERENCE), Context(REFERENCE))
    assert [str(when.first_day) for when in found] == days


@pytest.mark.parametrize("year", [1, 2, 9968, 9969, 9998, 9999])
@pytest.mark.parametrize(
    "text",
    [
        "11月1年1月1日",
        "毎週土曜 10:00",
        "毎週土曜 25:00 12月まで",
        "every Tuesday until December",
        "2月29日（毎年）",
        "12/31 25:00",
        "12月31日 20:00〜26:00",
        "12/31まで 18:00〜26:00",
        "1/1 10:00",
        "来月第2土日",
        "10日午後1時から会議を開く",
    ],
)
def test_the_first_and_the_last_years_of_the_calendar_never_raise(text, year):
    for reference in (date(year, 1, 1), date(year, 6, 15), date(year, 12, 31)):
        dates.read(text, reference=reference)


@pytest.mark.parametrize("text", ["2月30日（毎年）", "4月31日（毎年）", "例大祭 2/30（毎年）"])
def test_a_day_of_every_year_that_no_year_has_is_none(text):
    assert read(text) is None


@pytest.mark.parametrize("text", ["9:00〜9:00、", "9:00〜9:00 東小学校、", "販売期間：5/13〜6/16 "])
def test_hours_without_end_take_a_time_that_grows_no_faster_than_they_do(text):
    def seconds(count):
        begin = process_time()
        read("11/21(土) " + text * count)
        return process_time() - begin

    seconds(100)
    assert seconds(8_000) < 40 * max(seconds(500), 0.005)


def years_of(text: str, reference: date) -> list[int]:
    mentions = dates.find(text, reference=reference)
    return [when.first_day.year for when in dates.resolve(mentions, dates.Context(reference)) if when.first_day]


def test_two_years_that_follow_each_other_head_a_season():
    for header in ("Winter semester 2009/10", "Saison 2009–2010", "2009-10 Season"):
        assert years_of(f"{header}\n22 October: Holt\n14 January: Ketola", date(2011, 6, 30)) == [2009, 2010]
    assert years_of("2017–18 season announced! 20 April 2017\n5 June: Play", date(2017, 4, 28)) == [2017, 2017]


def test_a_year_heads_the_list_in_its_own_line_however_long_it_is():
    days = "Jan 14; Feb 11; Mar 10; Apr 14; May 12; Jun 9; Jul 14; Aug 11; Sep 8; Oct 13"
    assert set(years_of(f"2014: {days}. No meeting in December", date(2016, 1, 20))) == {2014}
    assert set(years_of(f"2014 (every month): {days}", date(2016, 1, 20))) <= {2014, 2016}
    listed = days.replace(";", ",")
    assert set(years_of(f"The regular meeting dates for 2014 are {listed}, all on Tuesdays.", date(2016, 1, 20))) >= {
        2014
    }


def test_a_run_that_says_the_year_at_its_end_belongs_to_no_list_without_years():
    text = "13.6.–26.7.2014\n25.4.–31.5.2014\n7.3.–12.4.2014\n17.1.–22.2.2014"
    assert years_of(text, date(2014, 10, 2)) == [2014] * 4


def test_a_year_in_a_sentence_is_that_of_the_days_listed_behind_it():
    day, days = date(2018, 4, 17), "January 23, March 20, May 22, July 24 and September 25"
    text = f"In 2018 the Ethics Commission of the parish will meet at 4:00 p.m. on the following Tuesdays: {days}."
    assert set(years_of(f"Statements for 2017\n{text}\nNotices", day)) == {2018}
    other = "In 2017 the members of this commission raised the sum of 5,000 dollars for the parish. We meet on "
    assert set(years_of(f"{other}{days}.", day)) == {2018}


def test_the_weekdays_of_a_course_begin_with_its_first_day():
    mentions = dates.find("Mondays, September 9–30, 10 a.m.", reference=date(2024, 8, 6))
    assert [when.first_day for when in dates.resolve(mentions, Context(date(2024, 8, 6)))] == [date(2024, 9, 9)] * 2
    mentions = dates.find("Tuesdays, September 9–30", reference=date(2024, 8, 6))
    assert dates.resolve(mentions, Context(date(2024, 8, 6)))[0].first_day == date(2024, 8, 6)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("(second Wednesday) at 7 p.m. on January 13, February 10", [datetime(2027, 1, 13, 19), date(2027, 2, 10)]),
        ("(1st and 3rd Mondays) at 7 p.m. on January 4, January 18", [datetime(2027, 1, 4, 19), date(2027, 1, 18)]),
        ("every Monday at 7 p.m. on January 4", [datetime(2026, 11, 2, 19), date(2027, 1, 4)]),
    ],
)
def test_a_time_behind_weekdays_is_of_the_days_listed_behind_it(text, starts):
    mentions = dates.find(text, reference=REFERENCE, country="US")
    assert [when.start for when in dates.resolve(mentions, Context(REFERENCE))] == starts


@pytest.mark.parametrize("days", ["on September 9–30", "from September 9", "beginning September 9, October 9"])
def test_weekdays_with_a_time_before_the_days_from_which_they_hold_stay_a_rule(days):
    assert dates.find(f"Wednesdays at 7 p.m. {days}", reference=REFERENCE)[0].rule == "FREQ=WEEKLY;BYDAY=WE"


@pytest.mark.parametrize(
    ("text", "clocks"),
    [
        ("12.06.2026 9:30:00", [(9, 30)]),
        ("2026-06-12 9:30:00 - 10:15:00", [(9, 30)]),
        ("Start: 9:30:00", [(9, 30)]),
        ("Beginn 9:30:00", [(9, 30)]),
        ("Anna Meier 1:07:42", []),
        ("Anna Meier 1:07:00", []),
        ("12.06.2026 1:07:42", [(None, None)]),
    ],
)
def test_full_seconds_behind_a_day_or_the_word_for_a_start_are_a_time_and_others_a_result(text, clocks):
    found = dates.find(text, reference=REFERENCE)
    assert [(mention.start.hour, mention.start.minute) for mention in found] == clocks


@pytest.mark.parametrize(
    "text",
    [
        "Since 2025 the club meets on Sept 5, Oct 3 and Nov 7 at 7 pm.",
        "Founded in 2025, our choir sings on June 5, July 3 and Aug 7.",
        "Our choir, established in 2025 by friends of the old theatre, sings on June 5, July 3, Aug 7 and Sept 4.",
        "Seit 2025 singt der Chor am Freitag, und zwar am 5. Juni, 3. Juli, Sept. 4, Oct. 2 und Nov. 6.",
    ],
)
def test_days_are_not_of_the_year_since_which_something_is(text):
    days = [when.first_day for when in dates.resolve(dates.find(text, reference=MAY), dates.Context(MAY))]
    assert {day.year for day in days if day} == {2026}


def test_days_are_of_the_year_with_which_their_sentence_begins():
    text = "In 2025 the board will meet in the small hall upstairs on January 23, March 20, May 3 and June 5."
    days = [when.first_day for when in dates.resolve(dates.find(text, reference=MAY), dates.Context(MAY))]
    assert {day.year for day in days if day} == {2025}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Warsztaty dla uczniów kl. 4-6, 12.06.2026", [(12, None)]),
        ("Konkurs dla kl. 5", []),
        ("Konkurs dla uczniów kl. 5, 12 czerwca 2026, godz. 10", [(12, 10)]),
        ("Konsert kl. 7", [(None, 7)]),
        ("Koncert fredag 12. juni kl. 8", [(12, 8)]),
        ("Koncert kl. 19", [(None, 19)]),
        ("Koncert kl. 7.30", [(None, 7)]),
        ("12.06.2026 kl. 19-21", [(12, 19)]),
    ],
)
def test_a_class_of_a_polish_school_is_no_hour_and_an_hour_of_the_north_is(text, read):
    assert [(mention.start.day, mention.start.hour) for mention in dates.find(text, reference=MAY)] == read
