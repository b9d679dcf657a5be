"""Invented pages for training: lists of events, and lists of anything else with dates, in every structure we know.

The sites that were collected show some structures once or never. These pages show each many times, with the order of
the parts, the tags, the classes and the furniture drawn by lot, so that what is learned of titles and cuts is what
all sites have in common. The same seed gives the same pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from eventlocky.train.phrases import LANGUAGES, Language

_SEED = 20261116
_DAY = date(2026, 3, 2)
_SHARE_OF_OTHERS = 0.3
"""So many of the pages announce nothing."""


@dataclass(frozen=True)
class Item:
    """One thing with a date: an event, or a piece of news."""

    title: str
    day: date
    hour: int
    half: str
    place: str
    person: str
    text: str
    price: str
    link: str


@dataclass
class Desk:
    """What one page is written with: its language, its lot, and its habits, which hold for all records."""

    lot: Random
    words: Language
    today: date
    form: str = ""
    classes: str = ""
    prefix: str = ""
    seen: set[str] = field(default_factory=set)

    def one(self, choices: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever the choices are
        """Draw one."""
        return self.lot.choice(choices)

    def often(self, chance: float) -> bool:
        """Draw yes or no."""
        return self.lot.random() < chance

    def when(self, item: Item, form: str = "") -> str:
        """Write the day of an item."""
        return str(self.words["write"](item.day, form or self.form))

    def at(self, item: Item) -> str:
        """Write its time."""
        return str(self.words["times"](item.hour, item.half))

    def named(self, part: str) -> str:
        """Write the class of a part in the habit of the page: telling, hashed, borrowed or none."""
        if self.classes == "telling":
            return f' class="{self.prefix}{part}"'
        if self.classes == "hashed":
            return f' class="c{abs(hash_of(part)) % 997}"'
        return ' class="field"' if self.classes == "same" else ""


def hash_of(text: str) -> int:
    """Return a number for a text, the same in every process."""
    return sum((place + 3) * ord(letter) for place, letter in enumerate(text))


def rows(count: int = 400) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield invented pages as a corpus has them: what its gold says, and its bytes."""
    lot = Random(_SEED)  # noqa: S311 - a lot for pages, not for secrets
    for number in range(count):
        language = lot.choice([*LANGUAGES, "en", "en", "de", "ja"])
        words = LANGUAGES[language]
        desk = Desk(lot, words, _DAY + timedelta(lot.randrange(-400, 400)))
        desk.form = lot.choice(words["days"])
        desk.classes = lot.choice(["telling", "telling", "hashed", "same", "none"])
        is_other = lot.random() < _SHARE_OF_OTHERS
        desk.prefix = lot.choice(["", "item__", "list-", "post-" if is_other else "event-"])
        writer = lot.choice(_OTHERS if is_other else _LISTS)
        main, events = writer(desk)
        name = f"invented-{number}-{language}-{writer.__name__.strip('_')}"
        gold = [{"title": item.title, "start": str(item.day)} for item in events]
        slug = (
            lot.choice(["events", "agenda", "whats-on", "p", "index", "calendar"])
            if not is_other
            else lot.choice(["news", "blog", "p", "index", "t"])
        )
        row = {
            "id": name,
            "url": f"https://{name}.example/{slug}/",
            "domain": f"{name}.example",
            "fetched": str(desk.today),
        }
        yield row | {"complete": True, "events": gold}, _page(desk, main, is_other=is_other).encode()


# Items ---------------------------------------------------------------------------------------------


def _title(desk: Desk) -> str:
    words = desk.words
    title = ""
    for _ in range(20):
        title = str(desk.one(words["joins"])).format(
            kind=desk.one(words["kinds"]), thing=desk.one(words["things"]), person=desk.one(words["people"]), body=desk.one(words["bodies"])
        )  # fmt: skip
        if title not in desk.seen:
            break
    desk.seen.add(title)
    return title[0].upper() + title[1:]


def _items(
    desk: Desk, least: int = 3, most: int = 14, *, ahead: float = 0.8, news: bool = False, step: int = 9
) -> list[Item]:
    """Draw some items in the order of their days, most of the time upcoming."""
    words, lot = desk.words, desk.lot
    count = lot.randint(least, most)
    is_ahead = desk.often(ahead)
    day = desk.today + timedelta(lot.randint(0, 20)) if is_ahead else desk.today - timedelta(lot.randint(1, 200))
    found = []
    for number in range(count):
        title = desk.one(words["news"]) if news else _title(desk)
        if news and desk.often(0.5):
            title = f"{title}: {desk.one(words['things'])}"
        found.append(
            Item(title, day, lot.randint(9, 21), desk.one(["00", "00", "30", "15"]), desk.one(words["places"]), desk.one(words["people"]),
                 " ".join(lot.sample(words["texts"], lot.randint(1, 2))), desk.one(words["free"]), f"/{lot.randrange(10_000)}-{number}")
        )  # fmt: skip
        day += timedelta(lot.randint(0, step)) * (1 if is_ahead else -1)
    return found


def _tag(name: str, content: str, attributes: str = "") -> str:
    return f"<{name}{attributes}>{content}</{name}>"


def _linked(item: Item, content: str) -> str:
    return f'<a href="{item.link}">{content}</a>'


def _titled(desk: Desk, tag: str, item: Item, *, linked: bool) -> str:
    title = _linked(item, item.title) if linked else item.title
    return _tag(tag, title, desk.named("title")) if tag else title


# Lists of events -----------------------------------------------------------------------------------

Written = tuple[str, list[Item]]


def _cards(desk: Desk) -> Written:
    """Write blocks, each with its parts in an order that holds for all."""
    items = _items(desk)
    box = desk.one(["div", "article", "li", "section", "div"])
    heading = desk.one(["h2", "h3", "h4", "strong", "div", "p", "h5", "span"])
    linked = desk.often(0.7) or heading in {"div", "p", "span"}
    order = desk.one([["date", "title"], ["title", "date"], ["image", "date", "title"], ["image", "title", "date"]])
    order = order + desk.lot.sample(["place", "text", "price", "person", "kind"], desk.lot.randint(0, 4))
    if desk.often(0.2):
        order.insert(0, "kind")
    if desk.often(0.2):
        order.insert(0, "place")
    if desk.often(0.6):
        order.append("more")
    day_tag, timed, nested = desk.one(["p", "div", "span", "time", "h4", "p"]), desk.often(0.6), desk.often(0.4)
    more = desk.one(desk.words["more"])
    parts = []
    for item in items:
        pieces = {
            "date": _tag(day_tag, desk.when(item) + (f" {desk.at(item)}" if timed else ""), desk.named("date")),
            "title": _titled(desk, heading, item, linked=linked),
            "image": f'<img src="/i{item.link}.jpg">', "place": _tag("p", item.place, desk.named("place")),
            "text": _tag("p", item.text, desk.named("text")), "price": _tag("span", item.price), "person": _tag("div", item.person),
            "kind": _tag("span", desk.one(desk.words["kinds"]), desk.named("tag")), "more": _linked(item, more),
        }  # fmt: skip
        inner = "\n".join(pieces[name] for name in order)
        parts.append(_tag(box, _tag("div", inner) if nested else inner, desk.named("event")))
    joined = "\n".join(parts)
    return (_tag("ul", joined) if box == "li" else _tag("div", joined, desk.named("list"))), items


def _table(desk: Desk) -> Written:
    """Write a table with its columns in any order, heads or not, and rows for months perhaps."""
    items = _items(desk, most=20)
    words = desk.words
    columns = [
        "date",
        "title",
        *desk.lot.sample(["time", "place", "person", "price", "papers"], desk.lot.randint(0, 3)),
    ]
    if desk.often(0.4):
        desk.lot.shuffle(columns)
    linked, bold = desk.often(0.4), desk.often(0.15)
    heads = {"date": words["labels"]["date"], "title": desk.one(words["list"]), "time": words["labels"]["time"], "place": words["labels"]["place"],
             "person": words["labels"]["who"], "price": words["labels"]["price"], "papers": ""}  # fmt: skip
    lines = [_tag("tr", "".join(_tag("th", heads[name]) for name in columns))] if desk.often(0.5) else []
    by_month, month = desk.often(0.2), 0
    for item in items:
        if by_month and item.day.month != month:
            month = item.day.month
            lines.append(
                _tag("tr", f'<td colspan="{len(columns)}"><b>{words["write"](item.day, words["months"])}</b></td>')
            )
        title = _linked(item, item.title) if linked else item.title
        cells = {
            "date": desk.when(item) + ("" if "time" in columns else f" {desk.at(item)}"), "title": _tag("b", title) if bold else title,
            "time": desk.at(item), "place": item.place, "person": item.person, "price": item.price,
            "papers": " ".join(_linked(item, paper) for paper in words["papers"][:2]),
        }  # fmt: skip
        lines.append(_tag("tr", "".join(_tag("td", cells[name]) for name in columns)))
    return _tag("table", "\n".join(lines)), items


def _double_rows(desk: Desk) -> Written:
    """Write two rows of a table for every event."""
    items = _items(desk)
    title_first = desk.often(0.5)
    lines = []
    for item in items:
        head = _tag(
            "tr",
            f'<td colspan="2">{_tag("b", _linked(item, item.title)) if desk.classes != "none" else item.title}</td>',
        )
        rest = _tag("tr", _tag("td", f"{desk.when(item)} {desk.at(item)}") + _tag("td", item.place))
        lines += [head, rest] if title_first else [rest, head]
    return _tag("table", "".join(lines)), items


def _lines(desk: Desk) -> Written:
    """Write an event a line: in list items, paragraphs, or between breaks."""
    items = _items(desk, most=20)
    form = desk.one([
        "{day}: {title}", "{day} – {title}", "{day} {time} {title}, {place}", "{title} – {day}", "{title}, {place}, {day} {time}", "{day} | {title} | {place}",
        "{day}, {time}: {title} ({person})", "{day} {title}", "{time} {day} {title}", "{day} – {person}: {title}", "{day} {place} – {title}",
    ])  # fmt: skip
    mark = desk.one(["", "", "a", "b", "strong", "em"])
    bold_day = desk.often(0.2)
    found = []
    for item in items:
        title = _linked(item, item.title) if mark == "a" else _tag(mark, item.title) if mark else item.title
        day = _tag("b", desk.when(item)) if bold_day else desk.when(item)
        found.append(form.format(day=day, time=desk.at(item), title=title, place=item.place, person=item.person))
    return desk.one([
        lambda: _tag("ul", "\n".join(_tag("li", line) for line in found)),
        lambda: "\n".join(_tag("p", line) for line in found),
        lambda: _tag("p", "<br>\n".join(found)),
        lambda: _tag("div", "\n".join(_tag("div", line) for line in found)),
    ])(), items  # fmt: skip


def _blocks_of_lines(desk: Desk) -> Written:
    """Write an event as a few lines with breaks, some of them labelled."""
    items = _items(desk)
    labels = desk.words["labels"]
    labelled, title_first, mark = desk.often(0.5), desk.often(0.6), desk.one(["b", "strong", "a", "", "u"])
    parts = []
    for item in items:
        title = _linked(item, item.title) if mark == "a" else _tag(mark, item.title) if mark else item.title
        day = f"{labels['date']}: {desk.when(item)}" if labelled else f"{desk.when(item)}, {desk.at(item)}"
        rest = (
            [f"{labels['who']}: {item.person}", f"{labels['place']}: {item.place}"]
            if labelled
            else [item.person, item.place]
        )
        lines = ([title, day] if title_first else [day, title]) + rest[
            : desk.lot.randint(1, 2) if desk.classes == "none" else 2
        ]
        parts.append("<br>\n".join(lines))
    box = desk.one(["p", "div", "li", "td", ""])
    if not box:
        return "<br>\n<br>\n".join(parts), items
    if box == "td":
        return _tag("table", "".join(_tag("tr", _tag("td", part)) for part in parts)), items
    return "\n".join(_tag(box, part) for part in parts), items


def _siblings(desk: Desk) -> Written:
    """Write an event as a heading and what follows it, with nothing around."""
    items = _items(desk)
    heading = desk.one(["h2", "h3", "h4", "h3"])
    shape = desk.one(
        ["title date text", "date title text", "title date place text", "title text date", "dated-heading title text"]
    )
    linked = desk.often(0.4)
    parts = []
    for item in items:
        pieces = {
            "title": _titled(desk, heading if "dated" not in shape else desk.one(["p", "div"]), item, linked=linked),
            "date": _tag("p", f"{desk.when(item)}, {desk.at(item)}"), "text": _tag("p", item.text), "place": _tag("p", item.place),
            "dated-heading": _tag(heading, desk.when(item)),
        }  # fmt: skip
        parts += [pieces[name] for name in shape.split()]
    return "\n".join(parts), items


def _speakers(desk: Desk) -> Written:
    """Write talks: a heading of day and speaker, the title on its own line, an abstract."""
    items = _items(desk)
    heading = desk.one(["h3", "h4", "b", "p"])
    mark = desk.one(["i", "em", "b", "strong", "p", "h5"])
    parts = [
        _tag(heading, f"{desk.when(item)}: {item.person}") + f"\n{_tag(mark, item.title)}\n" + _tag("p", item.text)
        for item in items
    ]
    return "\n".join(_tag("div", part) for part in parts) if desk.often(0.5) else "\n".join(parts), items


def _under_days(desk: Desk) -> Written:
    """Write the events of a day under its heading, each with its time."""
    items = sorted(_items(desk, least=6, most=24, step=1), key=lambda item: (item.day, item.hour))
    form = desk.one(desk.words["heads"])
    heading, box = desk.one(["h2", "h3", "div", "h4", "p"]), desk.one(["li", "div", "tr", "div", "p"])
    title_tag = desk.one(["a", "h4", "strong", "span", "h5", "a"])
    place, text = desk.often(0.6), desk.often(0.3)
    wrapped = desk.often(0.5)
    parts: list[str] = []
    day, inside = None, list[str]()

    def close() -> None:
        if inside:
            joined = "\n".join(inside)
            joined = _tag("ul", joined) if box == "li" else _tag("table", joined) if box == "tr" else joined
            head = _tag(heading, desk.words["write"](day, form), desk.named("day"))
            parts.append(_tag("section", head + joined) if wrapped else head + joined)
            inside.clear()

    for item in items:
        if item.day != day:
            close()
            day = item.day
        title = (
            _linked(item, item.title)
            if title_tag == "a"
            else _titled(desk, title_tag, item, linked=desk.classes == "telling")
        )
        pieces = [_tag("span", desk.at(item), desk.named("time")), title]
        pieces += [_tag("span", item.place, desk.named("place"))] if place else []
        pieces += [_tag("p" if box == "div" else "span", item.text)] if text else []
        inside.append(
            _tag("tr", "".join(_tag("td", piece) for piece in pieces))
            if box == "tr"
            else _tag(box, " ".join(pieces), desk.named("show"))
        )
    close()
    return "\n".join(parts), items


def _terms(desk: Desk) -> Written:
    items = _items(desk)
    date_first = desk.often(0.6)
    pairs = []
    for item in items:
        day, title = (
            f"{desk.when(item)} {desk.at(item)}",
            _linked(item, item.title) if desk.classes == "telling" else item.title,
        )
        pairs.append(_tag("dt", day if date_first else title) + _tag("dd", title if date_first else day))
    return _tag("dl", "\n".join(pairs)), items


def _under_a_name(desk: Desk) -> Written:
    """Write days only, under a heading that names what takes place on all of them."""
    parts, events = [], []
    for _ in range(desk.lot.randint(1, 3)):
        name = f"{desk.one(desk.words['bodies'])}" if desk.often(0.7) else _title(desk)
        items = [
            Item(
                name,
                *(getattr(item, part) for part in ("day", "hour", "half", "place", "person", "text", "price", "link")),
            )
            for item in _items(desk, least=4, step=30)
        ]
        items = list({item.day: item for item in items}.values())
        papers = desk.often(0.4)
        lines = [
            f"{desk.when(item)}" + (f", {desk.at(item)}" if desk.classes != "none" else "")
            + (" " + " ".join(_linked(item, paper) for paper in desk.words["papers"][:2]) if papers else "")
            for item in items
        ]  # fmt: skip
        listed = (
            _tag("ul", "".join(_tag("li", line) for line in lines))
            if desk.often(0.6)
            else _tag("p", "<br>\n".join(lines))
        )
        parts.append(_tag(desk.one(["h2", "h3"]), name) + listed)
        events += items
    return "\n".join(parts), events


def _detail(desk: Desk) -> Written:
    """Write the page of one event, with other dates around it."""
    item, *others = _items(desk, least=4, most=6)
    labels = desk.words["labels"]
    facts = [
        _tag("p", f"{_tag('strong', labels['date'])} {desk.when(item)}"), _tag("p", f"{labels['time']}: {desk.at(item)}"), _tag("p", f"{labels['place']}: {item.place}"),
    ] if desk.often(0.5) else [_tag("p", f"{desk.when(item)}, {desk.at(item)}"), _tag("p", item.place)]  # fmt: skip
    body = [
        _tag("p", item.text),
        _tag("h2", desk.one(["About", "Details", labels["place"], labels["price"]])),
        _tag("p", item.text),
    ]
    top = _tag("h1", item.title)
    main = [top, *facts, *body] if desk.often(0.7) else [*facts, top, *body]
    if desk.often(0.4):
        posted = desk.one(desk.words["posted"]).format(
            day=desk.words["write"](desk.today - timedelta(9), desk.form), person=item.person
        )
        main.insert(1, _tag("p", posted, desk.named("meta")))
    events = [item]
    if desk.often(0.35):
        lines = "".join(_tag("li", f"{_linked(other, other.title)} {desk.when(other)}") for other in others)
        main.append(_tag("h3", desk.one(desk.words["related"])) + _tag("ul", lines))
        events += others
    if desk.often(0.2):
        main.append(_replies(desk))
    return "\n".join(main), events


def _grid(desk: Desk) -> Written:
    """Write a month as a table of its days, with events in some."""
    first = desk.today.replace(day=1)
    days = [first + timedelta(number) for number in range(28)]
    chosen = sorted(desk.lot.sample(days, desk.lot.randint(3, 9)))
    items = [Item(_title(desk), day, desk.lot.randint(9, 20), "00", "", "", "", "", f"/{day}") for day in chosen]
    cells = {item.day: f"<br>{_linked(item, item.title)} {desk.at(item)}" for item in items}
    lines, line = [], ["<td></td>"] * first.weekday()
    for day in days:
        line.append(_tag("td", f"{day.day}{cells.get(day, '')}"))
        if len(line) == 7:  # noqa: PLR2004
            lines.append(_tag("tr", "".join(line)))
            line = []
    lines.append(_tag("tr", "".join(line)))
    return _tag("h2", desk.words["write"](first, desk.words["months"])) + _tag("table", "".join(lines)), items


def _two_lists(desk: Desk) -> Written:
    """Write two lists that are built alike, under two headings."""
    parts, events = [], []
    writer = desk.one([_cards, _table, _lines, _blocks_of_lines])
    for name in desk.lot.sample(desk.words["list"], 2):
        state = desk.lot.getstate()
        main, items = writer(desk)
        if desk.often(0.5):
            desk.lot.setstate(state)
            desk.lot.random()
        parts.append(_tag("h2", name) + main)
        events += items
    return "\n".join(parts), events


# Lists of anything else ----------------------------------------------------------------------------


def _posted(desk: Desk, item: Item) -> str:
    form = desk.one(desk.words["posted"]) if not desk.seen else min(desk.seen)
    desk.seen = {form}
    return str(form.format(day=desk.when(item), person=item.person))


def _news(desk: Desk) -> Written:
    """Write pieces of news: day, headline, teaser, in any order."""
    items = _items(desk, ahead=0.0, news=True)
    box, heading = desk.one(["div", "article", "li", "tr"]), desk.one(["h2", "h3", "a", "strong", "h4"])
    day_first, text, more = desk.often(0.5), desk.often(0.6), desk.often(0.5)
    day_tag, word = desk.one(["p", "span", "time", "div"]), desk.one(desk.words["more"][:2])
    parts = []
    for item in items:
        title = _linked(item, item.title) if heading == "a" else _tag(heading, _linked(item, item.title))
        day = _tag(day_tag, _posted(desk, item), desk.named("date"))
        pieces = (
            ([day, title] if day_first else [title, day])
            + ([_tag("p", item.text)] if text else [])
            + ([_linked(item, word)] if more else [])
        )
        inner = "".join(_tag("td", piece) for piece in pieces) if box == "tr" else "\n".join(pieces)
        parts.append(_tag(box, inner, desk.named("post")))
    joined = "\n".join(parts)
    return (_tag("table", joined) if box == "tr" else _tag("ul", joined) if box == "li" else joined), []


def _archive(desk: Desk) -> Written:
    items = _items(desk, least=6, most=20, ahead=0.0, news=True)
    form = desk.one(["{day} {title}", "{title} ({day})", "{day}: {title}", "{title}<br>{day}"])
    return _tag(
        "ul", "\n".join(_tag("li", form.format(day=desk.when(item), title=_linked(item, item.title))) for item in items)
    ), []


def _replies(desk: Desk) -> str:
    items = _items(desk, least=2, most=6, ahead=0.0, news=True)
    found = [
        _tag(
            "div",
            f"{_tag('b', item.person)} {desk.when(item)} {item.hour}:{desk.lot.randint(0, 59):02d}"
            + _tag("p", item.text),
            desk.named("comment"),
        )
        for item in items
    ]
    return _tag("h3", desk.one(desk.words["replies"])) + "\n".join(found)


def _article(desk: Desk) -> Written:
    """Write an article with its day, dates in its text, and what readers wrote."""
    item, other, *_ = _items(desk, least=3, ahead=0.0, news=True)
    text = " ".join(desk.words["texts"])
    parts = [
        _tag("h1", item.title),
        _tag("p", _posted(desk, item), desk.named("meta")),
        _tag("p", text),
        _tag("p", f"{text} {desk.when(other)}. {text}"),
    ]
    return "\n".join([*parts, _replies(desk)] if desk.often(0.7) else parts), []


def _papers(desk: Desk) -> Written:
    """Write a list of publications."""
    items = _items(desk, ahead=0.0)
    lines = [
        f"{item.person}, {desk.one(desk.words['people'])}: {_tag('i', item.title)}. {item.place}, {desk.when(item)}."
        for item in items
    ]
    return _tag("ol", "\n".join(_tag("li", line) for line in lines)), []


def _forum(desk: Desk) -> Written:
    """Write threads with their authors, counts and last answers."""
    lines = [
        _tag("tr", _tag("td", _linked(item, item.title)) + _tag("td", item.person) + _tag("td", str(desk.lot.randint(0, 99)))
             + _tag("td", f"{desk.when(item)}, {item.hour}:{desk.lot.randint(0, 59):02d}"))
        for item in _items(desk, ahead=0.0, news=True)
    ]  # fmt: skip
    return _tag("table", "".join(lines)), []


def _offers(desk: Desk) -> Written:
    """Write goods with their prices and the days of delivery."""
    parts = [
        _tag(
            "div",
            _tag("h3", _linked(item, item.person + " " + str(desk.lot.randint(2, 90))))
            + _tag("p", f"{desk.lot.randint(3, 300)},99 €")
            + _tag("p", desk.when(item)),
            desk.named("product"),
        )
        for item in _items(desk)
    ]
    return "\n".join(parts), []


# Pages ---------------------------------------------------------------------------------------------

Writer = Callable[[Desk], Written]
_LISTS: tuple[Writer, ...] = (
    _cards, _cards, _cards, _table, _table, _double_rows, _lines, _lines, _blocks_of_lines, _siblings, _siblings, _speakers, _under_days, _under_days,
    _terms, _under_a_name, _under_a_name, _detail, _detail, _detail, _grid, _two_lists,
)  # fmt: skip
_OTHERS: tuple[Writer, ...] = (_news, _news, _archive, _article, _article, _papers, _forum, _offers)


def _page(desk: Desk, main: str, *, is_other: bool) -> str:
    """Put a page around its main part: title, heading, menu, a box of news, a foot."""
    words = desk.words
    name = desk.one(words["newslist"] if is_other else words["list"])
    if desk.often(0.3):
        name = desk.one(words["places"])
    site = desk.one(["Harbour Town", "The Mill", "Kulturhaus", "港の会", "Club Norden"])
    menu = _tag(
        "nav",
        _tag(
            "ul",
            "".join(
                f'<li><a href="/m{place}">{word}</a></li>'
                for place, word in enumerate([*words["list"][:3], *words["newslist"][:2]])
            ),
        ),
    )
    head = "" if "<h1" in main else _tag(desk.one(["h1", "h1", "h2", "p"]), name)
    box = ""
    if desk.often(0.3):
        seen, desk.seen = desk.seen, set()
        lines = "".join(
            _tag("li", f"{_linked(item, item.title)} {desk.when(item)}")
            for item in _items(desk, most=4, ahead=0.0, news=True)
        )
        desk.seen = seen
        box = _tag("aside", _tag("h3", desk.one(words["newslist"])) + _tag("ul", lines))
    foot = _tag(
        "footer",
        f"© {desk.today.year} {site}"
        + (
            f" · {words['posted'][0].format(day=words['write'](desk.today, desk.form), person='')}"
            if desk.often(0.2)
            else ""
        ),
    )
    parts = [menu, box, head, main] if desk.often(0.3) else [menu, head, main, box]
    wrapped = "\n".join(parts) if desk.often(0.5) else _tag("div", _tag("div", "\n".join(parts), ' id="content"'))
    return f"<!doctype html><html><head><title>{name} | {site}</title></head><body>{wrapped}{foot}</body></html>"
