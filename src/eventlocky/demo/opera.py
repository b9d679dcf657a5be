"""Programmes of invented German opera houses, after the structures of the KEDR paper: pages whose truth is known.

Every template writes the same kind of season in another structure: a day named once for several
performances, months as headers, empty and spanning cells, lists, nested and attribute-less blocks, columns,
plain lines. Nothing is random, so the same folder is written every time:

    python -m eventlocky.demo.opera tests/pages/opera
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from pathlib import Path

from eventlocky.demo.days import after, at, spell

FETCHED = date(2026, 4, 9)
"""The day on which all pages are read."""

WORKS = (
    ("Die Lotsin von Wremen", "Oper in drei Akten von Wilhelmine Sarkow"),
    ("Der gläserne Graf", "Komische Oper von Anton Rebhuhn"),
    ("Sommer in Brückenau", "Operette von Ferenc Toldi"),
    ("Mondlaterne", "Kinderoper ab 5 Jahren"),
    ("Orlandos Rückkehr", "Dramma per musica von Pietro Calvani"),
    ("Gezeiten", "Ballettabend von Noor van Deyl"),
    ("Das steinerne Orchester", "Musiktheater von Ida Lohmann"),
    ("Kammerkonzert im Foyer", "Werke von Sarkow, Toldi und Rebhuhn"),
    ("Tilda und der Donner", "Familienoper von Jasper Quint"),
)
HALLS = ("Großes Haus", "Studiobühne", "Foyer", "Probebühne 2")
CLOCKS = ("19:30", "18:00", "20:00", "15:00", "11:00", "19:00")


@dataclass(frozen=True, slots=True)
class Night:
    """One performance."""

    number: int
    start: datetime
    title: str
    author: str
    hall: str
    price: str
    is_first: bool

    @property
    def link(self) -> str:
        """Return the address of the performance's page."""
        return f"/vorstellung/{self.number}"


@dataclass(frozen=True, slots=True)
class Programme:
    """A page, and what is true of it."""

    name: str
    house: str
    html: str
    nights: tuple[Night, ...]

    @property
    def url(self) -> str:
        """Return the invented address of the page."""
        return f"https://{self.name}.example/spielplan"

    def truth(self) -> str:
        """Write down what a careful human would list."""
        events = [{"title": night.title, "start": night.start.isoformat(timespec="minutes")} for night in self.nights]
        page = {"url": self.url, "fetched": FETCHED.isoformat(), "events": events}
        return json.dumps(page, ensure_ascii=False, indent=1) + "\n"


def season(seed: int, size: int = 26) -> tuple[Night, ...]:
    """Write the performances of a house: every third day or so, some days with two or three."""
    nights: list[Night] = []
    day = after(FETCHED, 2 + seed)
    while len(nights) < size:
        several = (1, 2, 1, 1, 3, 1, 2)[(len(nights) + seed) % 7]
        clocks = sorted(CLOCKS[(len(nights) + seed + step) % len(CLOCKS)] for step in range(several))
        for clock in clocks[: size - len(nights)]:
            number = len(nights)
            title, author = WORKS[(number * 4 + seed) % len(WORKS)]
            price = f"{8 + (number + seed) % 5 * 3} bis {46 + number % 4 * 7} €"
            hall = HALLS[(number + seed) % len(HALLS)]
            nights.append(
                Night(100 * seed + number, at(day, clock), title, author, hall, price, number % 9 == seed % 9)
            )
        day = after(day, 1 + (len(nights) * 3 + seed) % 4)
    return tuple(nights)


# The templates ------------------------------------------------------------------------------------


def say(night: Night, pattern: str) -> str:
    """Spell a performance's moment in German."""
    return spell(night.start, pattern, "de")


def by_day(nights: Sequence[Night]) -> Iterator[list[Night]]:
    """Yield the performances of every day."""
    for _, group in groupby(nights, key=lambda night: night.start.date()):
        yield list(group)


def by_month(nights: Sequence[Night]) -> Iterator[tuple[str, list[Night]]]:
    """Yield every month with its performances."""
    for name, group in groupby(nights, key=lambda night: say(night, "{month} {yyyy}")):
        yield name, list(group)


def named_parts(nights: Sequence[Night]) -> str:
    """Write records of six siblings with recurring classes; the day of a second performance is left empty (type b)."""
    parts = ['<h2>Kalendarium 2026</h2><div class="content"><div class="kopf">Alle Vorstellungen</div>']
    for night, is_same in _with_repeats(nights):
        day = ("", "") if is_same else (say(night, "{wd}"), say(night, "{dd}.{mm}."))
        parts.append(
            f'<div class="kalendariumtag">{day[0]}</div><div class="kalendariumdatum">{day[1]}</div>'
            f'<div class="kalendariumuhrzeit">{say(night, "{HH}:{MM}")} Uhr</div>'
            f'<div class="kalendariummitte"><a href="{night.link}">{night.title}</a><br>{night.author}</div>'
            f'<div class="kalendariumpreise">{night.price}</div><div class="kalendariumlinie"></div>'
        )
    return "\n".join(parts) + "</div>"


def unique_attributes(nights: Sequence[Night]) -> str:
    """Write one element a record, with attributes that never recur (type a)."""
    return "<h2>Spielplan</h2><div id=liste>" + "\n".join(
        f'<div id="v{night.number}" class="vorstellung-{night.number} {"odd" if night.number % 2 else "even"}">'
        f"<p>{say(night, '{weekday}, {d}. {month} {yyyy}, {HH}:{MM} Uhr')}</p><h3>{night.title}</h3>"
        f"<p>{night.author}, {night.hall}</p></div>"
        for night in nights
    ) + "</div>"  # fmt: skip


def no_attributes(nights: Sequence[Night]) -> str:
    """Write records of siblings without any attribute (type c)."""
    parts = [
        f"<div>{say(night, '{wd}, {dd}.{mm}.{yyyy}')}</div><div>{say(night, '{HH}.{MM} Uhr')}</div>"
        f"<div><strong>{night.title}</strong></div><div>{night.author}</div><div>{night.hall}</div><hr>"
        for night in nights
    ]
    return "<h2>Vorstellungen</h2><section>" + "\n".join(parts) + "</section>"


def spanning_cells(nights: Sequence[Night]) -> str:
    """Write a table whose day cell spans the performances of the day, with a row for every month."""
    rows = []
    for month, members in by_month(nights):
        rows.append(f'<tr class="monat"><th colspan="4">{month}</th></tr>')
        for group in by_day(members):
            for place, night in enumerate(group):
                day = f'<td rowspan="{len(group)}">{say(night, "{wd} {dd}.")}</td>' if place == 0 else ""
                rows.append(
                    f"<tr>{day}<td>{say(night, '{HH}:{MM} Uhr')}</td>"
                    f'<td><a href="{night.link}">{night.title}</a> – {night.author}</td><td>{night.hall}</td></tr>'
                )
    return '<table class="spielplan">' + "\n".join(rows) + "</table>"


def empty_cells(nights: Sequence[Night]) -> str:
    """Write a table a month, in which day and weekday of a second performance are empty cells."""
    parts = []
    for month, members in by_month(nights):
        parts.append(f"<h2>{month}</h2><table><thead><tr><th>Tag<th><th>Zeit<th>Stück<th>Ort</tr></thead><tbody>")
        for night, is_same in _with_repeats(members):
            weekday, day = ("", "") if is_same else (say(night, "{wd}"), say(night, "{d}."))
            parts.append(
                f"<tr><td>{weekday}</td><td>{day}</td><td>{say(night, '{HH}:{MM} Uhr')}</td>"
                f"<td><b>{night.title}</b><br>{night.author}</td><td>{night.hall}</td></tr>"
            )
        parts.append("</tbody></table>")
    return "\n".join(parts)


def days_and_lists(nights: Sequence[Night]) -> str:
    """Write a heading a day over the list of its performances."""
    parts = []
    for group in by_day(nights):
        parts.append(f"<h3>{say(group[0], '{weekday}, {d}. {month} {yyyy}')}</h3><ul>")
        parts += [
            f'<li><span class="zeit">{say(night, "{HH}.{MM} Uhr")}</span> <a href="{night.link}">{night.title}</a>, '
            f"{night.hall}</li>"
            for night in group
        ]
        parts.append("</ul>")
    return "\n".join(parts)


def headers_between(nights: Sequence[Night]) -> str:
    """Write months, days and performances as siblings of one another."""
    parts = ['<div class="programm">']
    for month, members in by_month(nights):
        parts.append(f"<h2>{month}</h2>")
        for group in by_day(members):
            parts.append(f'<div class="tag">{say(group[0], "{weekday}, {d}. {month}")}</div>')
            parts += [
                f'<div class="stueck"><span>{say(night, "{HH}:{MM}")}–{_end(night)} Uhr</span>'
                f"{'<em>Premiere</em>' if night.is_first else ''}<h4>{night.title}</h4><p>{night.author}</p></div>"
                for night in group
            ]
    return "\n".join(parts) + "</div>"


def nested_days(nights: Sequence[Night]) -> str:
    """Write a block a day, with a block for every performance in it."""
    parts = ['<div id="kalender">']
    for group in by_day(nights):
        inner = "".join(
            f'<div class="v"><div class="z"><div>{say(night, "{HH}:{MM} Uhr")}</div></div>'
            f'<div class="t"><a href="{night.link}">{night.title}</a><div>{night.author}</div></div>'
            f'<div class="k">{night.price} <a href="/karten">Karten</a></div></div>'
            for night in group
        )
        day = say(group[0], "{wd} {dd}.{mm}.{yyyy}")
        parts.append(f'<div class="tag"><div class="d">{day}</div><div class="vs">{inner}</div></div>')
    return "\n".join(parts) + "</div>"


def two_columns(nights: Sequence[Night]) -> str:
    """Write cards in two columns, the second half beside the first."""
    half = len(nights) // 2
    columns = "".join(
        '<div class="spalte">'
        + "\n".join(
            f'<div class="karte"><a href="{night.link}"><h3>{night.title}</h3></a><p>{night.author}</p>'
            f"<p><time>{say(night, '{wd} {dd}.{mm}.{yy} | {HH}:{MM}')}</time> | {night.hall}</p></div>"
            for night in column
        )
        + "</div>"
        for column in (nights[:half], nights[half:])
    )
    return f'<h2>Spielplan</h2><div class="zweispaltig">{columns}</div>'


def terms(nights: Sequence[Night]) -> str:
    """Write a list of terms: a day, then what is played on it."""
    parts = ["<dl>"]
    for group in by_day(nights):
        parts.append(f"<dt>{say(group[0], '{weekday}, {dd}.{mm}.{yyyy}')}</dt>")
        parts += [
            f"<dd>{say(night, '{H}.{MM} Uhr')} <em>{night.title}</em> ({night.hall})</dd>" for night in group
        ]  # fmt: skip
    return "\n".join(parts) + "</dl>"


def lines(nights: Sequence[Night]) -> str:
    """Write lines of text without an element around them: a bold day, a time, a title."""
    parts = [
        f"<b>{say(night, '{wd} {dd}.{mm}.')}</b> {say(night, '{HH}:{MM} Uhr')} <i>{night.title}</i><br>"
        for night in nights
    ]
    return "<p>" + "\n".join(parts) + "</p>"


def paragraphs(nights: Sequence[Night]) -> str:
    """Write days and performances as paragraphs that nothing tells apart but their words."""
    parts = []
    for group in by_day(nights):
        parts.append(f"<p><strong>{say(group[0], '{weekday}, {dd}.{mm}.{yyyy}')}</strong></p>")
        parts += [
            f"<p>{say(night, '{HH}:{MM} Uhr')}<br><em>{night.title}</em><br>{night.author}</p>" for night in group
        ]
    return "\n".join(parts)


def with_sidebar(nights: Sequence[Night]) -> str:
    """Write alternating rows beside a column of dated news, which is no programme."""
    rows = "\n".join(
        f'<article class="{"gerade" if place % 2 else "ungerade"}"><div class="datum">'
        f"<span>{say(night, '{wd}')}</span> <span>{say(night, '{d}. {month}')}</span></div>"
        f'<div class="text"><h3>{night.title}</h3><p>{night.author}</p>'
        f"<p>Beginn {say(night, '{HH}.{MM} Uhr')}, {night.hall}. Einführung eine halbe Stunde vorher.</p></div>"
        "</article>"
        for place, night in enumerate(nights)
    )
    news = (
        '<div class="aktuelles"><h4>Aktuelles</h4><p><span>02.04.2026</span> Neue Intendanz vorgestellt</p>'
        "<p><span>27.03.2026</span> Die Kasse zieht um</p></div>"
    )
    return f'<div class="seite"><div class="haupt">{rows}</div>{news}</div>'


def _with_repeats(nights: Sequence[Night]) -> Iterator[tuple[Night, bool]]:
    """Yield every performance with whether it is on the day of the one before."""
    for group in by_day(nights):
        for place, night in enumerate(group):
            yield night, place > 0


def _end(night: Night) -> str:
    return f"{(night.start.hour + 2) % 24:02}:{night.start.minute:02}"


TEMPLATES: dict[str, tuple[str, Callable[[Sequence[Night]], str]]] = {
    "wremen": ("Oper Wremertief", named_parts),
    "brueckenau": ("Staatsoper Neubrückenau", unique_attributes),
    "lindental": ("Musiktheater Lindental", no_attributes),
    "karlsfurt": ("Opernhaus Karlsfurt", spanning_cells),
    "altmoor": ("Landesoper Altmoor", empty_cells),
    "sandhausen": ("Theater am Sandtor", days_and_lists),
    "rotweiler": ("Oper Rotweiler", headers_between),
    "fuchsberg": ("Kammeroper Fuchsberg", nested_days),
    "tannwald": ("Festspielhaus Tannwald", two_columns),
    "hohenau": ("Schlossoper Hohenau", terms),
    "eichwerder": ("Kleine Oper Eichwerder", lines),
    "marienstadt": ("Oper Marienstadt", with_sidebar),
    "weidenbach": ("Neue Oper Weidenbach", paragraphs),
}
"""Every invented house with the structure of its programme."""


def programmes() -> list[Programme]:
    """Write all programmes."""
    pages = []
    for seed, (name, (house, template)) in enumerate(TEMPLATES.items()):
        nights = season(seed)
        pages.append(Programme(name, house, _page(house, template(nights)), nights))
    return pages


def _page(house: str, content: str) -> str:
    """Put a programme into a page with the furniture that such pages have."""
    return f"""<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>Spielplan – {house}</title></head>
<body>
<header><a href="/">{house}</a>
<nav><ul><li><a href="/spielplan">Spielplan</a></li><li><a href="/haus">Haus</a></li>
<li><a href="/karten">Karten</a></li></ul></nav></header>
<main><h1>Spielplan</h1>
{content}
</main>
<footer><p>Theaterkasse: Montag bis Freitag 10 bis 18 Uhr, Opernplatz 1</p><p>© 2026 {house}</p></footer>
</body></html>
"""


def write(folder: Path) -> None:
    """Write every page and its truth into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in programmes():
        (folder / f"{page.name}.html").write_text(page.html, encoding="utf-8")
        (folder / f"{page.name}.json").write_text(page.truth(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
