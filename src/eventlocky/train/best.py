"""The model of the finder `best`, in six steps, each trained so that no page is weighed by what it taught.

1. Where titles stand: what their words and letters are, and a forest over the slots of lists.
2. What words say of events: one weight a word of records, and one a word of whole pages.
3. Which dates are events', and which titles are theirs: two forests over records, with the scores of 1 and 2 from
   other sites (inner folds). A record is right where both are. Then the same once more, by what every record is
   beside the others that want its date, as the first look of other sites sees them (`records/again.py`).
4. What the words of records say, and what that counts beside the dates, on Japanese pages and on others.
5. How sure that is: the share of right records by probability, on sites left out.
6. Where the places of what is found are said (`train/venues.py`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError
from eventlocky.models import Forest, Model, WordWeights
from eventlocky.models.trainers import trainer
from eventlocky.records import again, hearing, weigh
from eventlocky.records import slots as slotting
from eventlocky.records.best import LEAST, variants
from eventlocky.records.lists import Lists, sample
from eventlocky.records.slots import Titles
from eventlocky.text import spelling
from eventlocky.train import venues
from eventlocky.train.labels import pair
from eventlocky.train.linear import linear, sparse
from eventlocky.train.pages import Candidate, LabelledPage
from eventlocky.train.records import LabelledText
from eventlocky.train.sites import fold
from eventlocky.train.trees import forest, order

_INNER = 3
_INVENTED = 0.5
"""What an invented page counts beside a real one where titles are learned.

What records and words say is learned from real pages alone: measured, invented ones make that worse.
"""

_UNTITLED = 0.3
"""What a record counts whose day alone is known to be right."""

_OF_NOTICES = 0.3
"""What a record of a Japanese page counts: there the forests have less to say, and notices are events."""

_TITLES_C, _TEXTS_C = 4.0, 2.0**-4
_PAGES_C = 16.0
"""On sites left out the words of whole pages told them apart best with this: 0.87 under the curve at 1, 0.91 at 16."""

_FEWEST_PAGES = 3
"""A word of fewer pages says nothing of others: a page in a language that nobody taught is not judged by its words."""

_TITLE_ROUNDS = 160
_TITLE_TREES: dict[str, Any] = {"learning_rate": 0.1, "num_leaves": 17, "max_depth": 8, "feature_fraction": 0.4,
                                "max_bin": 63}  # fmt: skip
"""As large as two bytes of answers can be (`models/forest.py`)."""

_RECORD_ROUNDS = 300
_RECORD_TREES: dict[str, Any] = {
    "learning_rate": 0.05, "min_data_in_leaf": 40, "feature_fraction": 0.3, "bagging_fraction": 0.5, "num_leaves": 24,
    "max_depth": 7, "max_bin": 63,
}  # fmt: skip
"""Trees of 8 leaves find as much on the corpora, but on 1,061 written sites left out 0.686 instead of 0.719."""


@dataclass
class Lesson:
    """A page with the scores that others gave it, while a model is made."""

    page: LabelledPage
    said: list[list[float]] = field(default_factory=list)
    spelt: list[list[float]] = field(default_factory=list)
    titles: list[NDArray[np.float64]] = field(default_factory=list)
    words: list[list[float]] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)
    """The words of the whole page."""

    ears: list[Callable[[str], float]] = field(default_factory=list)
    """How much words, and letters, are those of titles by what other sites taught."""

    rows: Rows | None = None
    lists: Lists | None = None
    list_of: NDArray[np.int64] | None = None
    """The number of the list of every proposal."""

    claims: again.Claims | None = None
    seen: Rows | None = None
    """The same as the second look sees them."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The records of the samples of all proposals of a page, as columns: numbers, what is right, what they count."""

    numbers: NDArray[np.float32]
    has_day: NDArray[np.bool_]
    is_right: NDArray[np.float64]
    is_first: NDArray[np.bool_]
    """Whether the title is the likeliest of its list."""

    weight: NDArray[np.float64]
    is_long: NDArray[np.bool_]
    """Whether the list has records that are not in its sample."""

    texts: NDArray[np.object_]
    """What is heard of the records: their texts, and their titles'."""

    def take(self, which: NDArray[Any], numbers: NDArray[np.float32], weight: NDArray[np.float64]) -> Rows:
        """Return some of them, with other numbers and weights."""
        columns = {name: getattr(self, name)[which] for name in ("has_day", "is_right", "is_first", "is_long", "texts")}
        return replace(self, numbers=numbers, weight=weight, **columns)


def fit(pages: Sequence[LabelledPage], card: dict[str, Any] | None = None, texts: Sequence[LabelledText] = ()) -> Model:
    """Make a model of some pages, and of texts of records of the same sites; the same ones give the same model."""
    lessons = [Lesson(page) for page in pages]
    _crossed(lessons, _fit_title_words, _score_title_words, "titles")
    _crossed(lessons, _fit_title_letters, _score_title_letters, "titles")
    _crossed(lessons, _fit_titles, _score_titles, "titles")
    _crossed(lessons, _fit_words, _score_words, "words")
    for lesson in lessons:
        lesson.hashes = lesson.page.scales.page_hashes()
    _crossed(lessons, _fit_page_words, _score_page_words, "words")
    titles = _fit_titles(lessons)
    lessons = _real(lessons)
    for lesson in lessons:
        _write_rows(lesson)
    weighed = [lesson for lesson in lessons if lesson.rows is not None]
    if not weighed:
        message = "No page has a date that can be learned from. Give eventlocky train pages that announce something."
        raise ModelError(message)
    _crossed(weighed, _fit_first_look, _look_again, "records")
    texts = [*texts, *_texts_of(weighed)]
    trust, sure_at, sure = _judge(weighed, texts)
    ear = _fit_texts(texts)
    made = Model(
        {"titles": titles} | _fit_first_look(weighed) | _fit_second_look(weighed),
        {
            "words": _fit_words(lessons),
            "title_words": _fit_title_words(lessons),
            "title_letters": _fit_title_letters(lessons),
            "page_words": _fit_page_words(lessons),
        }
        | ({"texts": ear} if ear else {}),
        sure_at, sure,
        {"pages": len(pages), "sites": len({page.domain for page in pages}), "texts": len(texts), "hash": _hash(pages)}
        | (card or {}),
        trust,
    )  # fmt: skip
    return venues.fit([lesson.page for lesson in lessons], made)


def _crossed(
    lessons: list[Lesson], fit_on: Callable[[list[Lesson]], Any], score: Callable[[Lesson, Any], None], salt: str
) -> None:
    """Score every page by what the pages of other sites taught."""
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, salt) != number]
        learned = fit_on(inner or lessons)
        for lesson in lessons:
            if fold(lesson.page.domain, _INNER, salt) == number:
                score(lesson, learned)


def _real(lessons: list[Lesson]) -> list[Lesson]:
    """Return the pages that were not invented, if there are any."""
    return [lesson for lesson in lessons if not lesson.page.is_invented] or lessons


# 1. Titles -----------------------------------------------------------------------------------------


def _fit_title_words(lessons: list[Lesson]) -> WordWeights:
    texts, right, weights = _title_texts(lessons)
    return linear([weigh.title_hashes(text) for text in texts], right, weights, weigh.TITLE_HASHES, _TITLES_C)


def _fit_title_letters(lessons: list[Lesson]) -> WordWeights:
    texts, right, weights = _title_texts(lessons)
    numbers = [spelling.numbers(text) for text in texts]
    return linear(numbers, right, weights, spelling.SIZE, _TITLES_C, is_counted=True)


def _title_texts(lessons: list[Lesson]) -> tuple[list[str], list[bool], list[float]]:
    """Return the texts of slots, each once a page, whether they are titles, and what they count."""
    texts, right, weights = [], [], []
    for lesson in _real(lessons):
        known = [candidate for candidate in lesson.page.candidates if candidate.right is not None]
        seen: dict[str, bool] = {}
        for candidate in known:
            for slot, is_right in zip(candidate.slots, candidate.right or (), strict=True):
                for _, text in slot.texts.values():
                    seen[text] = seen.get(text, False) or is_right
        for text, is_right in seen.items():
            texts.append(text)
            right.append(is_right)
            weights.append(len(seen) ** -0.7)
    return texts, right, weights


def _score_title_words(lesson: Lesson, words: WordWeights) -> None:
    lesson.ears = [lambda text: words.score(weigh.title_hashes(text))]
    lesson.said = _of_slots(lesson, lesson.ears[-1])


def _score_title_letters(lesson: Lesson, letters: WordWeights) -> None:
    lesson.ears.append(lambda text: weigh.spelt(text, letters))
    lesson.spelt = _of_slots(lesson, lesson.ears[-1])


def _of_slots(lesson: Lesson, score: Callable[[str], float]) -> list[list[float]]:
    """Return the mean score of the texts of every slot, list by list."""
    return [
        [sum(score(text) for _, text in slot.texts.values()) / len(slot.texts) for slot in candidate.slots]
        for candidate in lesson.page.candidates
    ]


def _looks(lesson: Lesson, number: int) -> list[tuple[float, ...]]:
    """Return what the slots of a list look like, and what others say of their words and letters."""
    slots, said, spelt = lesson.page.candidates[number].slots, lesson.said[number], lesson.spelt[number]
    return [(*slot.features, *scores) for slot, *scores in zip(slots, said, spelt, strict=True)]


def _fit_titles(lessons: list[Lesson]) -> Forest:
    rows: list[tuple[float, ...]] = []
    right: list[float] = []
    weights: list[float] = []
    for lesson in lessons:
        known = [
            (number, marks) for number, one in enumerate(lesson.page.candidates) if (marks := one.right) is not None
        ]
        for number, marks in known:
            rows += _looks(lesson, number)
            right += map(float, marks)
            weights += [len(known) ** -0.7 * (_INVENTED if lesson.page.is_invented else 1.0)] * len(marks)
    rising = order(slotting.FEATURES, slotting.RISING, slotting.FALLING)
    trees = {"monotone_constraints": rising, **_TITLE_TREES}
    return forest(rows, right, weights, slotting.FEATURES, trees, _TITLE_ROUNDS)


def _score_titles(lesson: Lesson, forest: Forest) -> None:
    rows = [row for number in range(len(lesson.page.candidates)) for row in _looks(lesson, number)]
    chances = forest.probabilities(np.array(rows, dtype=np.float32)) if rows else np.zeros(0)
    ends = np.cumsum([len(candidate.slots) for candidate in lesson.page.candidates])
    lesson.titles = np.split(chances, ends[:-1]) if len(ends) else []


# 2. Words ------------------------------------------------------------------------------------------


def _fit_words(lessons: list[Lesson]) -> WordWeights:
    texts, right, weights = [], [], []
    for lesson in _real(lessons):
        days = {event.day for event in lesson.page.gold if event.day}
        count = sum(len(candidate.hashes) for candidate in lesson.page.candidates)
        for candidate in lesson.page.candidates:
            some = sample(range(len(candidate.days)))
            for place, hashes in zip(some, candidate.hashes, strict=True):
                is_right = candidate.days[place] in days
                if is_right or lesson.page.is_complete:
                    texts.append(hashes)
                    right.append(is_right)
                    weights.append(1 / count)
    return linear(texts, right, weights, weigh.HASHES, 0.5)


def _fit_page_words(lessons: list[Lesson]) -> WordWeights:
    """Learn what the words of pages say: whether anything is announced there at all."""
    known = [lesson for lesson in _real(lessons) if lesson.page.gold or lesson.page.is_complete]
    right = [bool(lesson.page.gold) for lesson in known]
    counts = Counter(right)
    weights = [len(known) / counts[is_right] for is_right in right]
    pages = Counter(number for lesson in known for number in {*lesson.hashes})
    texts = [[number for number in lesson.hashes if pages[number] >= _FEWEST_PAGES] for lesson in known]
    return linear(texts, right, weights, weigh.PAGE_HASHES, _PAGES_C)


def _score_page_words(lesson: Lesson, words: WordWeights) -> None:
    lesson.page.scales.hear_page(words)


def _score_words(lesson: Lesson, words: WordWeights) -> None:
    lesson.words = [[words.score(hashes) for hashes in candidate.hashes] for candidate in lesson.page.candidates]


# 3. Records ----------------------------------------------------------------------------------------


def _write_rows(lesson: Lesson) -> None:
    """Write the numbers of some records of every list and whether they are right."""
    page = lesson.page
    days = {event.day for event in page.gold if event.day}
    scales, lists = page.scales, page.scales.lists([candidate.grouping for candidate in page.candidates])
    found = []
    for number, candidate in enumerate(page.candidates):
        said = lesson.words[number]
        text = (sum(said) / len(said), min(said))
        for variant in variants([slot.key for slot in candidate.slots], lesson.titles[number]):
            slot = np.array(_looks(lesson, number)[variant.place])
            proposal = weigh.Proposal(number, slot, variant.scores, text)
            found.append((proposal, scales.titles(lists, number, variant.order)))
    if not found:
        return
    proposals = [proposal for proposal, _ in found]
    record, of = weigh.of_samples(lists, np.array([proposal.number for proposal in proposals]))
    sampled = [
        titles.take(record[of == place] - lists.begins[proposals[place].number])
        for place, (_, titles) in enumerate(found)
    ]
    titles = Titles.join(sampled)
    is_right, counts, has_day = np.zeros(len(record)), np.zeros(len(record)), np.zeros(len(record), dtype=bool)
    for place, (proposal, every_title) in enumerate(found):
        candidate = page.candidates[proposal.number]
        right, count = _right_records(page, candidate, [scales.sheet.known[text] for text in every_title.text.tolist()])
        some = np.flatnonzero(of == place)
        numbers = record[some] - lists.begins[proposal.number]
        is_right[some], counts[some] = np.array(right)[numbers], np.array(count)[numbers]
        has_day[some] = [candidate.days[number] in days for number in numbers.tolist()]
    size = np.bincount(of)[of]
    lesson.lists, lesson.list_of = lists, np.array([proposal.number for proposal in proposals])
    lesson.rows = Rows(
        scales.rows(lists, record, of, scales.shared(lists, proposals, titles), titles),
        has_day,
        is_right,
        np.array([proposal.scores[2] == 0 for proposal in proposals])[of],
        counts * size**-0.5 * len(proposals) ** -0.8 * (_OF_NOTICES if scales.is_japanese else 1.0),
        lists.sizes[lists.of[record]] > size,
        np.array(scales.texts(lists, record, titles), dtype=object).T,
    )
    spoken = _spoken(lesson, titles)
    lesson.claims = again.Claims.of_samples(scales, lists, proposals, record, of, titles, spoken)


def _spoken(lesson: Lesson, titles: Titles) -> NDArray[np.float64]:
    """Return how much every title is spoken like one, by what other sites taught: a row for every known text."""
    known = lesson.page.scales.sheet.known
    said = np.zeros((len(known), len(lesson.ears)))
    for text in {*titles.text.tolist()}:
        said[text] = [hear(known[text]) for hear in lesson.ears]
    return said


def _right_records(page: LabelledPage, candidate: Candidate, titles: list[str]) -> tuple[list[float], list[float]]:
    """Return which records of a list are right, and what each counts."""
    pairs = pair(page.gold, candidate.days, titles)
    right, counts = [], []
    for number in range(len(titles)):
        event = page.gold[pairs[number]] if number in pairs else None
        right.append(float(event is not None))
        if event is None:
            counts.append(float(page.is_complete))
        else:
            counts.append(0.0 if event.is_optional else 1.0 if event.is_titled else _UNTITLED)
    return right, counts


def _fit_first_look(lessons: list[Lesson]) -> dict[str, Forest]:
    """Learn which dates are those of events, and which titles are."""
    rows = _joined([lesson.rows for lesson in lessons])
    days = replace(rows, numbers=rows.numbers[:, weigh.DAY_PLACES])
    return {"days": _fit_days(days, weigh.DAY_FEATURES), "records": _fit_records(rows, weigh.FEATURES)}


def _fit_second_look(lessons: list[Lesson]) -> dict[str, Forest]:
    """Learn the same from what records are beside others."""
    rows = _joined([lesson.seen for lesson in lessons])
    days = _record_forest(rows, rows.has_day, np.ones_like(rows.has_day), again.FEATURES)  # asked of every title
    return {"days_again": days, "records_again": _fit_records(rows, again.FEATURES)}


def _look_again(lesson: Lesson, first: dict[str, Forest]) -> None:
    """Write what every record is beside the others, as the first look of other sites sees them.

    Lists in which no date may be an event's are not looked at again, but the surest of a page teaches in any case.
    All records of a long list are weighed without claims of their own at last, so those of its sample teach both.
    """
    rows, claims, lists = lesson.rows, lesson.claims, lesson.lists
    if rows is None or claims is None or lists is None or lesson.list_of is None:
        return
    day = first["days"].probabilities(rows.numbers[:, weigh.DAY_PLACES])
    of = claims.of
    most = np.zeros(of.max() + 1)
    np.maximum.at(most, of, day)
    which = np.flatnonzero(rows.is_first)
    owner = lesson.list_of[of[which]]
    counts = np.bincount(owner, minlength=len(lists.groupings))
    said = again.opinions(lists, np.bincount(owner, day[which], len(counts)) / np.maximum(1, counts))
    least = -np.inf if lesson.page.scales.is_japanese else min(LEAST, most.max())
    some = np.flatnonzero((most >= least)[of])
    claims = claims.take(some)
    beside = again.look(claims, day[some], first["records"].probabilities(rows.numbers[some]), said)
    shared = beside.shared[claims.of]
    asked = again.rows(rows.numbers[some], beside.own, shared)
    long = np.flatnonzero(rows.is_long[some])
    unasked = again.rows(rows.numbers[some[long]], again.without_claims(beside.own[long]), shared[long])
    weight = rows.weight[some] / (1 + rows.is_long[some])
    numbers, weights = np.concatenate([asked, unasked]), np.concatenate([weight, weight[long]])
    lesson.seen = rows.take(np.concatenate([some, some[long]]), numbers, weights)


def _joined(rows: Sequence[Rows | None]) -> Rows:
    """Return the records of some pages as one table."""
    some = [each for each in rows if each is not None]
    names = ("numbers", "has_day", "is_right", "is_first", "weight", "is_long", "texts")
    columns: dict[str, Any] = {name: np.concatenate([getattr(each, name) for each in some]) for name in names}
    return replace(some[0], **columns)


def _fit_days(rows: Rows, names: tuple[str, ...]) -> Forest:
    """Learn which dates are those of events, from the likeliest titles of every list."""
    return _record_forest(rows, rows.has_day, rows.is_first, names)


def _fit_records(rows: Rows, names: tuple[str, ...]) -> Forest:
    """Learn which titles are those of events, from the dates that are."""
    return _record_forest(rows, rows.is_right, rows.has_day, names)


def _record_forest(rows: Rows, right: NDArray[Any], is_asked: NDArray[np.bool_], names: tuple[str, ...]) -> Forest:
    trees = _RECORD_TREES | {"monotone_constraints": order(names, weigh.RISING, weigh.FALLING)}
    some = is_asked & (rows.weight > 0)
    return forest(rows.numbers[some], right[some].astype(float), rows.weight[some], names, trees, _RECORD_ROUNDS)


# 4. Texts ------------------------------------------------------------------------------------------


def _texts_of(lessons: Sequence[Lesson]) -> Iterator[LabelledText]:
    """Yield the texts of some records of every page, and whether their day is an event's.

    Three thousand sites say more than the sixty whose texts were labelled one by one.
    """
    for lesson in lessons:
        if (rows := lesson.rows) is None:
            continue
        asked = np.flatnonzero(rows.is_first & (rows.weight > 0))
        said: dict[str, bool] = {}
        for text, has_day in zip(rows.texts[asked, 0].tolist(), rows.has_day[asked].tolist(), strict=True):
            said[text] = said.get(text, False) or has_day
        for label in (False, True):
            some = [text for text, has_day in said.items() if has_day is label]
            yield from (LabelledText(some[at], int(label), lesson.page.domain) for at in sample(range(len(some))))


def _fit_texts(texts: Sequence[LabelledText]) -> WordWeights | None:
    """Learn what the facts and words of records say; every site counts by the root of its size."""
    if len({text.label for text in texts}) < 2:  # noqa: PLR2004 - nothing to learn from
        return None
    sizes = Counter(text.site for text in texts)
    model = trainer("sklearn.linear_model").LogisticRegression(C=_TEXTS_C, class_weight="balanced", max_iter=1_000)
    table = sparse([sorted(hearing.hashes(text.text)) for text in texts], hearing.HASHES, root=False)
    model.fit(table, [text.label for text in texts], sample_weight=[sizes[text.site] ** -0.5 for text in texts])
    return WordWeights(model.coef_[0].astype(np.float16).astype(np.float32), float(model.intercept_[0]))


def _hear(rows: Rows, ear: WordWeights | None) -> NDArray[np.float64]:
    """Return what is heard in the records of a page, two numbers each; nothing without labelled texts."""
    if ear is None:
        return np.full((len(rows.weight), 2), np.nan)
    return np.column_stack([hearing.hear(rows.texts[:, part].tolist(), ear) for part in range(2)])


def _trust(
    days: NDArray[np.float64], heard: NDArray[np.float64], rows: Rows, is_japanese: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Learn what the texts count beside the dates, on Japanese pages and on others.

    Return that, and how likely each date is then an event's.
    """
    trust = np.tile([0.0, 1.0, 0.0, 0.0], (2, 1))
    agreed = days.copy()
    for group in (False, True):
        of_group = np.flatnonzero(~np.isnan(heard[:, 0]) & (is_japanese == group))
        asked = of_group[rows.is_first[of_group] & (rows.weight[of_group] > 0)]
        if len({*rows.has_day[asked].tolist()}) < 2:  # noqa: PLR2004 - nothing was heard, or always the same
            continue
        model = trainer("sklearn.linear_model").LogisticRegression(C=1.0)
        weights = rows.weight[asked]
        model.fit(
            hearing.evidence(days[asked], heard[asked]), rows.has_day[asked], sample_weight=weights / weights.mean()
        )
        trust[int(group)] = [model.intercept_[0], *model.coef_[0]]
        agreed[of_group] = hearing.agree(days[of_group], heard[of_group], trust[int(group)])
    return trust, agreed


# 5. Confidence -------------------------------------------------------------------------------------


def _judge(
    lessons: list[Lesson], texts: Sequence[LabelledText]
) -> tuple[NDArray[np.float64] | None, NDArray[np.float64], NDArray[np.float64]]:
    """Weigh every page by what others taught; return what the texts count, and how sure a probability is."""
    days: list[NDArray[np.float64]] = []
    titled: list[NDArray[np.float64]] = []
    heard: list[NDArray[np.float64]] = []
    is_japanese: list[NDArray[np.bool_]] = []
    counted: list[Rows] = []
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, "records") != number and lesson.seen]
        outer = [lesson for lesson in lessons if fold(lesson.page.domain, _INNER, "records") == number and lesson.seen]
        if not inner or not outer:
            continue
        look = _fit_second_look(inner)
        ear = _fit_texts([text for text in texts if fold(text.site, _INNER, "records") != number])
        for lesson in outer:
            if (rows := lesson.seen) is not None:
                days.append(look["days_again"].probabilities(rows.numbers))
                titled.append(look["records_again"].probabilities(rows.numbers))
                heard.append(_hear(rows, ear))
                is_japanese.append(np.full(len(rows.weight), lesson.page.scales.is_japanese))
                counted.append(rows)
    if not counted:
        return None, *_calibrate(np.zeros(0), None)
    rows = _joined(counted)
    trust, chances = _trust(np.concatenate(days), np.concatenate(heard), rows, np.concatenate(is_japanese))
    return trust, *_calibrate(chances * np.concatenate(titled), rows)


def _calibrate(chances: NDArray[np.float64], rows: Rows | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a rising table from probability to the share that was right."""
    if rows is None or len({*rows.is_right[rows.weight > 0].tolist()}) < 2:  # noqa: PLR2004 - nothing to calibrate on
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])
    isotonic = trainer("sklearn.isotonic").IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
    counts = rows.weight > 0
    isotonic.fit(chances[counts], rows.is_right[counts], sample_weight=rows.weight[counts])
    at = np.linspace(0, 1, 41)
    return at, np.asarray(isotonic.predict(at))


def _hash(pages: Sequence[LabelledPage]) -> str:
    digest = hashlib.sha256()
    for page in sorted(pages, key=lambda page: page.id):
        digest.update(
            page.id.encode() + page.scales.sheet.text.encode("utf-8", "surrogatepass") + repr(page.gold).encode()
        )
    return digest.hexdigest()[:16]
