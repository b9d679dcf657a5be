"""Lists that are easily cut wrong: archives full of links, calendars of months."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import eventlocky

ADDRESS = "https://council.example/meetings"
EXTRAS = "".join(f"<td><a href='/{name}'>{name}</a></td>" for name in ("Agenda", "Minutes", "MP3", "MP4", "Captions"))


def archive(days: list[date]) -> str:
    rows = "".join(
        f"<tr><td>Regular Council Meeting</td><td>{day:%b} {day.day}, {day.year}</td>"
        f"<td>0{number % 4 + 1}h&nbsp;1{number % 10}m</td>{EXTRAS}</tr>"
        for number, day in enumerate(days)
    )
    return (
        "<h1>Council meetings</h1><h2>Upcoming</h2><table><tr><th>Name<th>Date</tr>"
        "<tr><td>Regular Council Meeting</td><td>March 07, 2027 - 06:00 PM</td></tr></table>"
        f"<h2>Past</h2><table><tr><th>Name<th>Date<th>Duration</tr>{rows}</table>"
    )


def test_an_archive_full_of_links_is_a_list_of_meetings_and_lengths_are_no_times():
    past = [date(2027, 2, 22) - timedelta(14 * number) for number in range(24)]
    events = eventlocky.extract(archive(past), ADDRESS, fetched=date(2027, 3, 1))
    assert {event.title for event in events} == {"Regular Council Meeting"}
    assert [event.when.start for event in events] == [datetime(2027, 3, 7, 18), *past]


def test_the_days_of_a_month_are_told_apart_whatever_their_classes_and_empty_ones_are_left_out():
    on = {
        6: "<li>Board of Trustees meets</li>",
        13: "<li><b>9:00 AM</b>Finance Committee</li>",
        14: "<li><b>2:00 PM</b>Library Board</li>",
        21: "<li><b>6:00 PM</b>In-Town Parks Commission</li>",
        27: "<li><b>7:30 PM</b>Planning Commission hearing</li>",
    }
    cells = [
        f"<td class='{'weekend' if day % 7 in {6, 0} else 'day'}'>{' ' * 30}<span>{day}</span>{' ' * 60}"
        f"<ul>{on.get(day, '')}</ul></td>"
        for day in range(1, 31)
    ]
    weeks = "".join(f"<tr>{''.join(cells[first : first + 7])}</tr>" for first in range(0, 30, 7))
    html = f"<h1>Calendar of Events</h1><h2>September 2027</h2><table>{weeks}</table>"
    events = eventlocky.extract(html, ADDRESS, fetched=date(2027, 9, 1))
    assert [(event.title, event.when.start) for event in events] == [
        ("Board of Trustees meets", date(2027, 9, 6)),
        ("Finance Committee", datetime(2027, 9, 13, 9)),
        ("Library Board", datetime(2027, 9, 14, 14)),
        ("In-Town Parks Commission", datetime(2027, 9, 21, 18)),
        ("Planning Commission hearing", datetime(2027, 9, 27, 19, 30)),
    ]
