"""What stands beside a date and is no part of it: the line above, prices, words that mean a day elsewhere, titles."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky import dates

TODAY = date(2026, 4, 15)


def starts(text: str, reference: date = TODAY) -> list[date | datetime | None]:
    found = dates.find(text, reference=reference)
    return [when.start for _, when in dates.flow(found, dates.Context(reference))]


def test_an_hour_at_the_end_of_a_line_is_not_that_of_the_day_below():
    first, second = starts("Bal, stade municipal, 22h.\nDu 4 au 6 août : Fête patronale")
    assert isinstance(first, datetime)
    assert second == date(2026, 8, 4)


def test_the_hour_at_the_end_of_an_italian_line_is_read():
    assert datetime(2026, 6, 6, 20) in starts("6 giugno – Cena, Piazza Roma, ore 20\nSagra")


def test_a_price_in_francs_is_no_friday():
    assert starts("Märlitheater\tFr. 15.–\nDo 11. Juni, 20.15 Uhr") == [datetime(2026, 6, 11, 20, 15)]
    assert starts("Fr. 15. – So. 17. Mai") == [date(2026, 5, 15)]


def test_a_day_since_which_something_is_and_the_hours_of_an_office_are_no_days_of_events():
    (mention,) = dates.find("since 2004.4.1", reference=TODAY)
    assert mention.role is dates.Role.COPYRIGHT
    (mention,) = dates.find("Pfarrbüro: Di und Do 9–12 Uhr", reference=TODAY)
    assert mention.role is dates.Role.HOURS


def test_a_german_preposition_is_no_half_of_the_day():
    assert starts("Sommerfest am 4. Juli") == [date(2026, 7, 4)]


def test_the_hours_behind_a_weekday_are_no_days():
    assert starts("16. Juni, dienstags 19 bis 20 Uhr")[0] == date(2026, 6, 16)


@pytest.mark.parametrize("text", ["Yoga am Morgen", "Guten Morgen", "お昼は豚汁をいただきました"])
def test_a_part_of_the_day_is_no_day(text):
    assert starts(text) == []


def test_a_cinema_under_the_sky_is_no_house_that_is_open():
    found = dates.find("Sab 11 luglio – Cinema all'aperto, ore 21.30\nDom 26 luglio – Camminata", reference=TODAY)
    assert [mention.role for mention in found if mention.has_day] == [dates.Role.START] * 2


def test_a_call_for_people_names_the_day_on_which_something_is_held():
    (mention,) = dates.find("親子教室 参加者募集（6/6開催）", reference=TODAY)
    assert mention.role is dates.Role.START


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "令和８年度\n４月７日　始業式\n１２月２４日　終業式\n１月８日　始業式",
            ["2026-04-07", "2026-12-24", "2027-01-08"],
        ),
        ("平成２３年度\n第４２回　５月２２日　山歩き", ["2011-05-22"]),
        ("平成23年\n5月22日 山歩き", ["2011-05-22"]),
        ("2023年度の活動\n5月22日 山歩き\n2月10日 新年会", ["2023-05-22", "2024-02-10"]),
        ("2026年度入学試験\n1月16日 一般入試", ["2026-01-16"]),
        ("平成23年4月1日 開館", ["2011-04-01"]),
    ],
)
def test_a_fiscal_year_and_a_year_of_an_era_head_what_stands_below(text, expected):
    assert [str(start) for start in starts(text)] == expected
