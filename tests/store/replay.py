"""A script of edits: venues and guides that announce events, and change them as real pages do.

Everything is invented with a seed. Each event carries the number of what it truly is as its picture, which identity never
looks at, so that afterwards it can be told which sightings belong together.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from html import escape

from eventlocky.types import Event, Organisation, Place, Status, When

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
SUBJECTS = (
    "Jazz & Soul Night|Poetry Slam|Guided Tour of the Old Mill|Story Time|Winter Market|Chess Open|Choir Rehearsal|"
    "Rock 'n' Roll Brunch|Film: The Long Way Home|Repair Café|Yoga|Salsa for Beginners|Open Stage|Quiz Night|"
    "Orgelkonzert zum Advent|Lesung mit Autorin|Flohmarkt am Hafen|Führung durch das Lager|Tanzabend|"
    "ジャズの夕べ|星空観察会|古本市|こども工作教室|落語の夜|クリスマス演奏会|Conférence sur l'histoire|Atelier d'écriture|"
    "Visite guidée du musée|Noche de flamenco|Taller de cerámica|Mostra fotografica|Concerto di primavera"
).split("|")
NAMES = "Anna Berg|Milo Petrov|Trio Lumen|Harbour Ensemble|田中一郎|Quartetto Alba|Nora Lind|The Tin Whistles|Café Royal".split(
    "|"
)
VENUES = "Old Mill|Hafenbühne|Lamp Room|市民会館|Théâtre du Port|Granary|Casa Blanca|Observatory|Boathouse|Kulturhaus Nord".split(
    "|"
)
NOTES = ("CANCELLED: {}", "[Abgesagt] {}", "{} – SOLD OUT", "【中止】{}", "POSTPONED {}", "{} (ausverkauft)")
STATES = (Status.CANCELLED, Status.CANCELLED, Status.SOLD_OUT, Status.CANCELLED, Status.POSTPONED, Status.SOLD_OUT)


@dataclass
class Page:
    """One page: whose it is, and what stands on it, by the number of what it truly is."""

    organisation: Organisation
    events: dict[int, Event] = field(default_factory=dict)


class Replay:
    """The pages of a small land, and edits of them, one after the other."""

    def __init__(self, events: int = 200, seed: int = 3, *, days: int = 60) -> None:
        self.random = random.Random(seed)
        self.days = days
        self.now = NOW
        self.venues = [
            Page(Organisation(name, f"https://v{n}.example/", lat=50 + n / 20, lon=8 + n / 30))
            for n, name in enumerate(VENUES)
        ]
        self.guides = [Page(Organisation(f"City Guide {n}", f"https://g{n}.example/")) for n in range(3)]
        for number in range(events):
            page = self.venues[number % len(self.venues)]
            page.events[number] = self._event(number, page)
        self.sightings: list[tuple[int, str]] = []

    def _event(self, number: int, page: Page) -> Event:
        r = self.random
        title = r.choice(SUBJECTS)
        if r.random() < 0.4:
            title = f"{title}: {r.choice(NAMES)}"
        start = datetime(2026, 12, 28, 10) + timedelta(days=r.randint(0, self.days), hours=r.randint(0, 11))
        link = f"{page.organisation.website}events/{number}" if number % 3 else None
        place = Place() if number % 2 else Place(page.organisation.name)
        return Event(title, When(start), place, image=str(number), link=link, confidence=0.9)

    def run(self, store, edits: int = 500) -> None:
        """Announce everything, then edit, and after each edit read the page again."""
        for page in self.venues:
            self._read(store, page)
        for step in range(edits):
            self.now += timedelta(minutes=97)
            page, number = self._edit(step)
            self._read(store, page)
            self._sight(store, page, {number})

    def _edit(self, step: int) -> tuple[Page, int]:
        edits = (self._retitle, self._move, self._replace, self._cancel, self._second, self._noise)
        return edits[step % len(edits)]()

    def _any(self) -> tuple[Page, int]:
        page = self.random.choice([page for page in (*self.venues, *self.guides) if page.events])
        return page, self.random.choice(list(page.events))

    def _retitle(self):
        page, number = self._any()
        event, r = page.events[number], self.random
        bare = event.title.partition(": ")[0]
        title = r.choice((f"{bare}: {r.choice(NAMES)}", f"{bare} with {r.choice(NAMES)}", f"{event.title} (new!)", bare,
                          f"An evening: {bare}", f"{bare} – {page.organisation.name}"))  # fmt: skip
        page.events[number] = replace(event, title=title)
        return page, number

    def _move(self):
        page, number = self._any()
        event = page.events[number]
        shift = self.random.choice(
            (timedelta(days=1), timedelta(days=7), timedelta(hours=1), timedelta(days=-2), timedelta(minutes=30))
        )
        start = event.when.start + (
            shift if isinstance(event.when.start, datetime) else timedelta(days=shift.days or 1)
        )
        page.events[number] = replace(event, when=When(start))
        return page, number

    def _replace(self):
        page, number = self._any()
        event = page.events[number]
        page.events[number] = replace(
            event, where=Place(self.random.choice(("Hall 2", "Garden", event.where.name or "Foyer")))
        )
        return page, number

    def _cancel(self):
        page, number = self._any()
        event = page.events[number]
        place = self.random.randrange(len(NOTES))
        is_marked = self.random.random() < 0.5
        title = (
            NOTES[place].format(event.title)
            if is_marked and not any(n[:6] in event.title for n in NOTES)
            else event.title
        )
        page.events[number] = replace(event, title=title, status=STATES[place])
        return page, number

    def _second(self):
        venue = self.random.choice(self.venues)
        number = self.random.choice(list(venue.events))
        event, guide = venue.events[number], self.random.choice(self.guides)
        title = self.random.choice(
            (event.title, event.title.upper(), escape(event.title), event.title.partition(": ")[0])
        )
        start = event.when.start if self.random.random() < 0.8 else event.when.start.date()
        place = Place(event.where.name or venue.organisation.name, "Main Street 1")
        guide.events[number] = Event(title, When(start), place, image=str(number), confidence=0.7)
        return guide, number

    def _noise(self):
        page, number = self._any()
        event = page.events[number]
        title = self.random.choice((escape(event.title), event.title.upper(), f"  {event.title} ", event.title.replace("é", "e&#769;"),
                                    escape(escape(event.title))))  # fmt: skip
        page.events[number] = replace(event, title=title)
        return page, number

    def _read(self, store, page: Page) -> None:
        kept = list(page.events.values())
        self.random.shuffle(kept)
        store.keep(page.organisation, page.organisation.website, "event", kept)

    def _sight(self, store, page: Page, numbers: set[int]) -> None:
        with store._file.reading() as db:
            rows = db.execute(
                "SELECT e.uid, s.data FROM statement AS s JOIN event AS e ON e.id = s.event WHERE s.page = ? "
                "AND s.missing_since IS NULL",
                (page.organisation.website,),
            ).fetchall()
        from eventlocky.formats import exact

        for uid, data in rows:
            number = int(exact.read(data).image or -1)
            if number in numbers:
                self.sightings.append((number, uid))

    def finish(self, store) -> None:
        """Sight everything that stands on any page at the end."""
        for page in (*self.venues, *self.guides):
            self._sight(store, page, set(page.events))


def pairwise(sightings: list[tuple[int, str]]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the pairs of sightings that were taken for one event."""
    both = Counter(sightings)
    truths, uids = Counter(truth for truth, _ in sightings), Counter(uid for _, uid in sightings)

    def pairs(counts: Counter) -> int:
        return sum(count * (count - 1) // 2 for count in counts.values())

    right, said, true = pairs(both), pairs(uids), pairs(truths)
    precision, recall = right / said if said else 1.0, right / true if true else 1.0
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


def mistakes(sightings: list[tuple[int, str]]) -> tuple[list[tuple[str, list[int]]], list[tuple[int, list[str]]]]:
    """Return uids with several truths, and truths with several uids: what to look at."""
    by_uid, by_truth = defaultdict(set), defaultdict(set)
    for truth, uid in sightings:
        by_uid[uid].add(truth)
        by_truth[truth].add(uid)
    return (
        [(uid, sorted(truths)) for uid, truths in by_uid.items() if len(truths) > 1],
        [(truth, sorted(uids)) for truth, uids in by_truth.items() if len(uids) > 1],
    )


__all__ = ["Replay", "mistakes", "pairwise"]
