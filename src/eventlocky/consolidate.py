"""The same event on several pages of a site, put together: a list's record and its own page are one event.

Two finds are one event when they fall on the same day, no hour speaks against it, and either their titles agree or
one was found on the page that the other leads to. Two finds of one page stay two: that page was read with both in
sight. What is put together has the best of every field. The site as a whole also tells what no single page can:
which lines are its frame, what a page that is linked to is called, which pages are news.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType

from eventlocky.crawl.notes import Note, Seen, mark
from eventlocky.crawl.shapes import canonical
from eventlocky.crawl.words import roles, roles_of_address
from eventlocky.text.titles import likeness, same, words_of
from eventlocky.types import Event, Place, Price, Proof, Status, When

_FRAME_PAGES = 3
_FRAME_SHARE = 0.6
"""A line on three pages at least, and on this share of those of the site, belongs to the frame."""

_OLD = timedelta(days=400)
"""What was over so long ago is history, not an announcement."""

_SAME_NAME = 0.7
"""Two names of one page share so many of their words: headings often carry a word more ("Talk: …")."""

_SALE = re.compile(
    r"セール|大売り?出し|売り?尽くし|ポイント\s?\d{1,2}\s?倍|\d\s?[%％]\s?(?:off\b|オフ|引)|schlussverkauf|rabattaktion",
    re.IGNORECASE,
)
"""What nobody calls anything but an offer; a book sale is one to go to."""

_SEVERAL = 2
"""So many offers make a page of offers."""

_MOST_COMPARED = 60
"""A find is compared with so many others of its day: a day of a thousand must not cost a million looks."""

_SEPARATORS = (" | ", " – ", " — ", " · ", " - ", " :: ", "｜", " » ")


@dataclass(frozen=True, slots=True)
class _Find:
    """An event with the page it was found on, by its number, and where it leads."""

    event: Event
    page: int
    target: str | None


class _Site:
    """What the notes of a site say together."""

    def __init__(self, notes: Sequence[Note], today: date) -> None:
        self.notes = notes
        self.today = today
        counts = Counter(line for note in notes for line in note.marks)
        least = max(_FRAME_PAGES, _FRAME_SHARE * sum(bool(note.marks) for note in notes))
        self.frame = {line for line, count in counts.items() if count >= least}
        self.pages = {canonical(note.url) or note.url: number for number, note in enumerate(notes)}
        self.names: dict[str, list[str]] = defaultdict(list)
        self.menu: set[str] = set()
        self.called = Counter(name for note in notes for name in {*note.headings, _head(note.title)})
        for note in notes:
            for link in note.links:
                if link.is_furniture:
                    self.menu.add(link.url)
                elif link.text and link.text not in self.names[link.url]:
                    self.names[link.url].append(link.text)
        self.lists = {canonical(note.url) for note in notes if _is_copy(note, notes[0]) or _is_list(note)}

    def keeps(self, seen: Seen, note: Note) -> bool:
        """Tell whether a find announces something."""
        event, last = seen.event, seen.event.when.last_day
        if (
            last is not None
            and event.when.rrule is None
            and (last < self.today - _OLD or (last < self.today and is_news(note)))
        ):
            return False
        if seen.when_mark not in self.frame:
            return True
        # a date of the frame with a title of the page is none; a line of the frame that leads nowhere: opening hours
        is_whole = seen.title_mark == seen.when_mark or seen.title_mark in self.frame
        return is_whole and self._is_own_page(self.target(event), event.title)

    def _is_own_page(self, target: str | None, title: str) -> bool:
        """Tell whether what is said of a page makes it an event's own: a menu may stand around the hours of an office.

        A page that was not read, or that is called nothing of its own, may be.
        """
        number = self.number(target)
        if target is None or number < 0:
            return target is not None
        names = self.page_names(number)
        said = {*words_of(title)}
        return not names or any(
            likeness(title, name) >= _SAME_NAME or said <= {*words_of(name)} for name in (*names, *self.names[target])
        )

    def page_names(self, number: int) -> list[str]:
        """Return what a page is called, by its heading and its title; what other pages are called too says nothing."""
        note = self.notes[number]
        return [name for name in (*note.headings, _head(note.title)) if name and self.called[name] == 1]

    def number(self, target: str | None) -> int:
        """Return the number of the page at an address, or -1 where it was not read."""
        return self.pages.get(target, -1) if target is not None else -1

    def target(self, event: Event) -> str | None:
        """Return the address of an event's own page, if it has one: not one of the menu, the first, or a list."""
        url = canonical(event.link) if event.link else None
        return url if url and url not in self.menu and url not in self.lists else None


def consolidate(notes: Sequence[Note], today: date) -> tuple[Event, ...]:
    """Return the events of a site, each once, page by page: the first page, then the others by their addresses.

    In which order they were read hangs on which of them answered first, and what is found must not.
    """
    notes = [*notes[:1], *sorted(notes[1:], key=lambda note: note.url)]
    site = _Site(notes, today)
    finds = [
        _Find(seen.event, number, site.target(seen.event))
        for number, note in enumerate(notes)
        for seen in note.seen
        if site.keeps(seen, note)
    ]
    groups = _grouped(site, _with_hours_of_own_pages(site, _without_denied(site, finds)))
    own_pages = _own_pages(site, finds)
    return _one_kind(site, [_put_together(site, group, own_pages) for group in groups])


def _is_copy(note: Note, first: Note) -> bool:
    """Tell whether a page is the first one, by its address or word by word: `/index.html`."""
    return note is first or bool(note.text_mark and note.text_mark == first.text_mark)


def _is_list(note: Note) -> bool:
    """Tell whether the events of a page lead to pages of their own, two at least."""
    here = canonical(note.url)
    return len({canonical(seen.event.link) for seen in note.seen if seen.event.link} - {here, None}) > 1


def is_news(note: Note) -> bool:
    """Tell whether a page is news: it tells what has been, by its address or its heading."""
    said = roles_of_address(note.url) | roles(" ".join(note.headings[:1]))
    return "news" in said and not said & {"events", "past"}


def _takes_off(event: Event) -> bool:
    price = event.price
    return price.before is not None or price.discount_percent is not None


# Which finds are one -----------------------------------------------------------------------------


def _grouped(site: _Site, finds: Iterable[_Find]) -> list[list[_Find]]:
    """Put finds together that are one event; every find joins the group that fits best, or begins one."""
    groups: list[list[_Find]] = []
    by_day: dict[tuple[str, date | None], list[int]] = defaultdict(list)
    for find in finds:
        key = (find.event.kind, find.event.when.first_day)
        chances = [(_fit(site, groups[number], find), -number) for number in by_day[key][-_MOST_COMPARED:]]
        fit, place = max(chances, default=(0.0, 0))
        if fit > 0:
            groups[-place].append(find)
        else:
            by_day[key].append(len(groups))
            groups.append([find])
    return groups


def _fit(site: _Site, group: Sequence[_Find], find: _Find) -> float:
    """Say how well a find fits a group: 0 where it does not."""
    best = 0.0
    for other in group:
        if _other_hour(other.event, find.event):
            return 0.0
        if other.page == find.page:
            is_again = words_of(other.event.title) == words_of(find.event.title)
            if not is_again and not (_same_hour(other.event, find.event) and _is_led_to(site, group, find.page)):
                return 0.0
            best = max(best, 2.0)
        elif words_of(other.event.title) == words_of(find.event.title):
            best = max(best, 3.0)
        elif _leads_to(site, other, find) or _leads_to(site, find, other):
            best = max(best, 2.0)
        elif find.event.when.first_day is not None and same(other.event.title, find.event.title):
            best = max(best, 1.0 + likeness(other.event.title, find.event.title) / 2)
    return best


def _leads_to(site: _Site, one: _Find, other: _Find) -> bool:
    return site.number(one.target) == other.page


def _without_denied(site: _Site, finds: Sequence[_Find]) -> list[_Find]:
    """Leave out records of a list whose own page knows better: it names other days, and not this one.

    It must be surer, or as sure where the list has another record that leads there, of a day that the page names. The
    other way round, a page that says no day of its event has it from the list.
    """
    days: dict[tuple[int, str], dict[date, float]] = defaultdict(dict)
    for find in finds:
        day, known = find.event.when.first_day, days[find.page, find.event.kind]
        if day is not None:
            known[day] = max(known.get(day, 0.0), find.event.confidence)
    confirmed = {
        (find.page, find.target)
        for find in finds
        if find.event.when.first_day in days.get((site.number(find.target), find.event.kind), ())
    }
    dated = {(site.number(find.target), find.event.kind) for find in finds if find.event.when.first_day is not None}
    kept = []
    for find in finds:
        day, number = find.event.when.first_day, site.number(find.target)
        if day is None and (find.page, find.event.kind) in dated and _bears_name(site, find):
            continue  # a list knows the day
        own = days.get((number, find.event.kind), {}) if number != find.page else {}
        best = max(own.values(), default=0.0)
        is_surer = best > find.event.confidence or (
            best == find.event.confidence and (find.page, find.target) in confirmed
        )
        is_denied = day is not None and own and day not in own and is_surer
        if not is_denied or find.event.when.rrule is not None or find.event.when.last_day != day:
            kept.append(find)
    return kept


def _bears_name(site: _Site, find: _Find) -> bool:
    """Tell whether a find is called what its page is called."""
    return any(likeness(find.event.title, name) >= _SAME_NAME for name in site.page_names(find.page))


def _with_hours_of_own_pages(site: _Site, finds: Sequence[_Find]) -> list[_Find]:
    """Set the hour of a list's record right by the page that it leads to, where each knows one hour on that day.

    Lists leave hours out or let rows share them; the page of the event says its own. Where either page knows several
    times on the day, nothing can be told, and all of them stay.
    """
    hours: dict[tuple[int, date | None, str], list[_Find]] = defaultdict(list)
    led: dict[tuple[str, int, date | None, str], list[_Find]] = defaultdict(list)
    for find in finds:
        day, kind = find.event.when.first_day, find.event.kind
        if not find.event.when.all_day:
            hours[find.page, day, kind].append(find)
        if find.target is not None:
            led[find.target, find.page, day, kind].append(find)
    kept = []
    for find in finds:
        day, kind = find.event.when.first_day, find.event.kind
        number = site.number(find.target)
        own = hours.get((number, day, kind), []) if number != find.page else []
        if (
            len({other.event.when.start for other in own}) == 1
            and _is_one(led, find)
            and _other_hour(own[0].event, find.event)
        ):
            find = replace(find, event=replace(find.event, when=own[0].event.when))  # noqa: PLW2901
        kept.append(find)
    return kept


def _is_one(led: dict[tuple[str, int, date | None, str], list[_Find]], find: _Find) -> bool:
    """Tell whether a page has no other hour for what leads to the same page on the same day."""
    key = (find.target or "", find.page, find.event.when.first_day, find.event.kind)
    return len({other.event.when.start for other in led[key]}) == 1


def _is_led_to(site: _Site, group: Sequence[_Find], page: int) -> bool:
    """Tell whether a find of the group leads to a page: then that page is about this one event."""
    return any(site.number(find.target) == page != find.page for find in group)


def _same_hour(one: Event, other: Event) -> bool:
    return not one.when.all_day and one.when.start == other.when.start


def _other_hour(one: Event, other: Event) -> bool:
    return not one.when.all_day and not other.when.all_day and one.when.start != other.when.start


# What they say together --------------------------------------------------------------------------


def _own_pages(site: _Site, finds: Iterable[_Find]) -> set[str]:
    """Return the addresses of pages that are about one event alone.

    So they are where a record that leads there bears the page's name, or where no page has two titles that lead there.
    """
    titles: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    for find in finds:
        if find.target is not None and site.number(find.target) >= 0:
            titles[find.target, find.page, find.event.kind].add(find.event.title)
    shared = {target for (target, _, _), said in titles.items() if len(said) > 1}
    named = {
        target
        for (target, _, _), said in titles.items()
        if target in shared
        and any(likeness(title, name) >= _SAME_NAME for name in site.page_names(site.number(target)) for title in said)
    }
    return {target for target, _, _ in titles} - (shared - named)


def _put_together(site: _Site, group: Sequence[_Find], own_pages: set[str]) -> Event:
    """Make one event of finds, with the best of every field, each with its proof; a proof of another page names it."""
    ordered = sorted(group, key=lambda find: (-find.event.confidence, find.page))
    base = ordered[0].event
    title = _title(site, ordered, own_pages)
    others = [find.event for find in ordered[1:]]
    if not others and title == base.title:
        return base
    merged = replace(
        base,
        title=title,
        when=_when(base.when, [other.when for other in others]),
        where=_fullest_place([base.where, *(other.where for other in others)]),
        price=_fullest_price([base.price, *(other.price for other in others)]),
        description=max([base.description, *(other.description for other in others)], key=len),
        image=base.image or next((other.image for other in others if other.image), None),
        link=base.link or next((other.link for other in others if other.link), None) or _page_led_to(site, ordered),
        category=base.category or next((other.category for other in others if other.category), None),
        organiser=base.organiser or next((other.organiser for other in others if other.organiser), None),
        status=next((event.status for event in (base, *others) if event.status != Status.SCHEDULED), base.status),
    )
    return replace(merged, proofs=_proofs(merged, base, [(find.event, site.notes[find.page].url) for find in ordered]))


def _proofs(merged: Event, base: Event, finds: Iterable[tuple[Event, str]]) -> Mapping[str, Proof]:
    """Take for every field the proof of the first find that says the same; one of another page names that page."""
    kept: dict[str, Proof] = {}
    for event, page in finds:
        for name, proof in event.proofs.items():
            if name not in kept and getattr(merged, name, None) == getattr(event, name, None):
                kept[name] = proof if page == base.source.url else replace(proof, page=page)
    return MappingProxyType(kept)


def _page_led_to(site: _Site, group: Sequence[_Find]) -> str | None:
    """Return the page that another find of the group leads to."""
    return next((find.target for find in group if find.target in site.pages), None)


def _title(site: _Site, group: Sequence[_Find], own_pages: set[str]) -> str:
    """Choose the title that most of what names the event agrees on: its finds, its page, the links to that page.

    The page must be about this event: it says the day or the title too. Links from which a title was read are no second
    voice for it.
    """
    own = [find.event.title for find in group]
    number = next((site.number(find.target) for find in group if _is_its_own(site, group, find, own_pages)), None)
    if number is None:
        return own[0]
    page = [name for name in site.page_names(number) if words_of(name)]
    links = site.names.get(canonical(site.notes[number].url) or "", ())
    links = [name for name in links if all(likeness(name, title) < _SAME_NAME for title in own)]
    said = [*own, *page, *links]
    choices = [*own, *page]
    votes = [sum(likeness(choice, name) >= _SAME_NAME for name in said) for choice in choices]
    return choices[max(range(len(choices)), key=lambda place: (votes[place], -place))]


def _is_its_own(site: _Site, group: Sequence[_Find], find: _Find, own_pages: set[str]) -> bool:
    """Tell whether the page that a find leads to is about this event: it says the title, or the day."""
    if find.target not in own_pages:
        return False
    number = site.number(find.target)
    is_said = mark(" ".join(find.event.title.split())) in site.notes[number].marks
    return is_said or any(other.page == number for other in group)


def _head(title: str) -> str:
    """Return what the title of a page begins with, before the name of the site."""
    for separator in _SEPARATORS:
        title = title.split(separator, 1)[0]
    return title.strip()


def _when(base: When, others: Sequence[When]) -> When:
    """Take an hour, an end, doors, a rhythm from who knows them; the day is the same."""
    timed = base if not base.all_day else next((when for when in others if not when.all_day), base)
    everyone = [timed, base, *others]
    end = next((when.end for when in everyone if when.end is not None and _after(when.end, timed)), None)
    return replace(
        timed,
        end=end,
        zone=next((when.zone for when in everyone if when.zone), None),
        rrule=next((when.rrule for when in everyone if when.rrule), None),
        doors=next((when.doors for when in everyone if when.doors), None),
    )


def _after(end: object, when: When) -> bool:
    """Tell whether an end can be that of a start: not before it."""
    ended = When(end=end).last_day if isinstance(end, date) else None
    return ended is not None and (when.first_day is None or ended >= when.first_day)


def _fullest_place(places: Sequence[Place]) -> Place:
    first = next((place for place in places if place.name or place.address), places[0])
    if first.name and not first.address:
        return next((place for place in places if place.address and place.name == first.name), first)
    return first


def _fullest_price(prices: Sequence[Price]) -> Price:
    return next((price for price in prices if price.amounts or price.free), prices[0])


# Event or deal -----------------------------------------------------------------------------------


def _one_kind(site: _Site, events: Sequence[Event]) -> tuple[Event, ...]:
    """Keep what was taken for an event and for a deal as one of them: a ticket's price makes no deal, a cut does.

    What leads to the page of an event and takes nothing off is its ticket. What was only taken for a deal, takes
    nothing off and begins at an hour of one day is an event with a price. What names itself a sale is an offer, and
    so is what goes on for days, or comes back, and is surer to be one. The one event of a page of offers that
    says no day is their heading. What has its day from the same words of a page is one thing,
    whatever it was called: the surer name is its own.
    """
    events = _without_headings(events)
    by_day: dict[date | None, list[int]] = defaultdict(list)
    by_title: dict[tuple[str, ...], list[int]] = defaultdict(list)
    led_to = {site.target(event) for event in events if event.kind != "deal"} - {None}
    for number, event in enumerate(events):
        if event.kind != "deal":
            by_day[event.when.first_day].append(number)
            by_title[words_of(event.title)].append(number)
    kept: dict[int, Event] = dict(enumerate(events))
    for number, event in enumerate(events):
        if event.kind != "deal":
            if _SALE.search(event.title):
                kept[number] = replace(event, kind="deal")
            continue
        day = event.when.first_day
        twins = [twin for twin in by_day.get(day, ())[:_MOST_COMPARED] if same(event.title, events[twin].title)]
        named = by_title[words_of(event.title)][:_MOST_COMPARED]
        twins = twins or [twin for twin in named if not _takes_off(event) or _one_day(event.when, events[twin].when)]
        twins = twins or [twin for twin in by_day.get(day, ())[:_MOST_COMPARED] if _same_words(event, events[twin])]
        if twins and (_takes_off(event) or all(_is_surer_offer(event, events[twin]) for twin in twins)):
            for twin in twins:
                kept.pop(twin, None)
        elif twins or (site.target(event) in led_to and not _takes_off(event)):
            kept.pop(number, None)
            kept |= {twin: _named_by(event, kept[twin]) for twin in twins if twin in kept}
        elif _is_one_evening(event.when) and not _takes_off(event):
            kept[number] = replace(event, kind="event")
    return tuple(kept.values())


def _without_headings(events: Sequence[Event]) -> list[Event]:
    """Leave out events that say no day, and are the only ones of pages with several offers."""
    offers = Counter(event.source.url for event in events if event.kind == "deal")
    others = Counter(event.source.url for event in events if event.kind != "deal")
    return [
        event
        for event in events
        if event.kind == "deal"
        or (event.when.first_day or event.when.last_day) is not None
        or others[event.source.url] > 1
        or offers[event.source.url] < _SEVERAL
    ]


def _same_words(deal: Event, event: Event) -> bool:
    """Tell whether two finds have their day from the same words of the same page."""
    one, other = deal.proofs.get("when"), event.proofs.get("when")
    if one is None or other is None or one.path != other.path:
        return False
    return (one.page or deal.source.url) == (other.page or event.source.url)


def _named_by(deal: Event, event: Event) -> Event:
    """Give an event the name that the same thing has as a deal, where that is surer and another."""
    if deal.confidence <= event.confidence or same(deal.title, event.title):
        return event
    proofs = dict(event.proofs) | {name: proof for name, proof in deal.proofs.items() if name == "title"}
    return replace(event, title=deal.title, proofs=MappingProxyType(proofs))


def _is_surer_offer(deal: Event, event: Event) -> bool:
    """Tell whether what goes on for days, or comes back, is surer to be a deal than an event."""
    first, last = event.when.first_day, event.when.last_day
    goes_on = first is None or last is None or first < last or event.when.rrule is not None
    return deal.confidence > event.confidence and goes_on


def _one_day(deal: When, event: When) -> bool:
    return deal.first_day is None or event.first_day is None or deal.first_day == event.first_day


def _is_one_evening(when: When) -> bool:
    return not when.all_day and when.rrule is None and when.first_day == when.last_day
