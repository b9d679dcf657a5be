"""A date formatted by CLDR in any of our languages reads back as itself."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest
from babel.dates import format_date, get_date_format
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import dates
from eventlocky.dates import lexicon

REFERENCE = date(2026, 6, 15)
DAYS = st.dates(date(2000, 1, 1), date(2060, 12, 31))
WORDED = ("EEEE d MMMM y", "d MMM y", "MMMM d, y", "EEE d MMM y", "d. MMMM y")
DENSE = {"ja", "ko", "zh"}
YEAR_FIRST_IN_TWO_DIGITS = {("ko", "short")}  # 26. 3. 19. without a word: nobody can tell it from 26 March 2019


@pytest.mark.parametrize("language", lexicon.names())
@pytest.mark.parametrize("style", ["full", "long", "medium", "short"])
@given(day=DAYS)
@settings(max_examples=25, deadline=None)
def test_every_style_of_cldr_reads_back(language, style, day):
    if (language, style) in YEAR_FIRST_IN_TWO_DIGITS:
        return
    if (
        "yy" in get_date_format(style, locale=language).pattern
        and "yyyy" not in get_date_format(style, locale=language).pattern
    ):
        day = day.replace(year=2000 + day.year % 60, day=min(day.day, 28))
    text = format_date(day, style, locale=language)
    country = "US" if language == "en" else "FR"
    when = dates.read(text, reference=REFERENCE, country=country)
    assert when is not None, text
    assert when.start == day, text


@pytest.mark.parametrize("language", [language for language in lexicon.names() if language not in DENSE])
@pytest.mark.parametrize("pattern", WORDED)
@given(day=DAYS)
@settings(max_examples=15, deadline=None)
def test_patterns_with_names_read_back(language, pattern, day):
    text = format_date(day, pattern, locale=language)
    when = dates.read(text, reference=REFERENCE)
    assert when is not None, text
    assert when.start == day, text


@given(text=st.text(max_size=200), reference=st.dates())
@settings(max_examples=300, deadline=None)
def test_reading_never_raises(text, reference):
    dates.read(text, reference=reference)


@given(
    parts=st.lists(
        st.sampled_from(
            "5 14 2026 19:30 . , - – / ( ) Nov Mai mar every jeden until bis to and 月 日 第 毎週 土 時 pm kl doors \n".split(
                " "
            )
        ),
        max_size=30,
    )
)
@settings(max_examples=500, deadline=None)
def test_reading_heaps_of_date_words_never_raises_and_spans_fit(parts):
    text = " ".join(parts)
    for mention in dates.find(text, reference=REFERENCE):
        assert 0 <= mention.first < mention.stop <= len(text)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "1.",
            "1 ",
            "Nov ",
            "5 Nov, ",
            "every ",
            "11月",
            "12:30 - ",
            "a ",
            "Mon ",
            "1/",
            "第2",
            "十",
            "kl ",
            "doors 7 ",
        ),
        *(
            "Mo – ",
            "Mo–Mo 5, ",
            "Sat & Sun 5 & 6, ",
            "1900-",
            "2nd Sat and ",
            "Saturdays May ",
            "11月14、",
            "except 5.5. ",
        ),
        *(
            "第1〜",
            "1月・",
            "1日2日",
            "12/22〜12/29、",
            "【チケット】ぴあ 12/5",
            "10:00(A)/",
            "集合10:00 ",
            "最終日は10:00 ",
        ),
    ],
)
def test_reading_is_linear(unit):
    import gc
    import time as clock

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        gc.collect()
        gc.disable()  # its rounds grow with all that other tests left behind
        begun = clock.process_time()
        dates.find(text, reference=REFERENCE)
        spent = clock.process_time() - begun
        gc.enable()
        return spent

    small = min(seconds(20_000) for _ in range(3))
    assert min(seconds(160_000) for _ in range(2)) < 21 * small + 0.05  # eight times the text; quadratic is 64


def test_a_missing_time_stays_missing_and_midnight_is_a_time():
    assert dates.read("14 November 2026", reference=REFERENCE).start == date(2026, 11, 14)
    assert not isinstance(dates.read("14 November 2026", reference=REFERENCE).start, datetime)
    assert dates.read("14 November 2026, 00:00", reference=REFERENCE).start == datetime.combine(
        date(2026, 11, 14), time()
    )
