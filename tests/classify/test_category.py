"""What sort of event it is: the table of made-up announcements in all languages, real events, organisations, odd input."""

from __future__ import annotations

import time
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from eventlocky import extract
from eventlocky.classify import category, lookup
from eventlocky.evaluate import corpus
from eventlocky.text.titles import same
from eventlocky.types import Category

HERE = Path(__file__).parent
SOURCE = Path(category.__file__).parent


def announcements(half: int) -> list[list[str]]:
    """Return the lines for building (0) or for judging (1)."""
    lines = (HERE / "categories.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("|") for line in lines if not line.startswith("#")][half::2]


def verdict(right: str, found: str) -> str:
    if found in right.split(","):
        return "right"
    return "missed" if found == "none" else "wrong"


def judged(title: str, text: str = "", **more: str) -> str:
    found = category.judge(title, text, **more)
    return found.category if found else "none"


def test_the_lines_for_judging_are_judged_as_well_as_was_measured():
    counts = Counter(verdict(right, judged(title, text)) for _, right, title, text in announcements(1))
    assert counts["right"] >= 248
    assert counts["wrong"] <= 2


def test_no_language_and_no_category_is_left_behind():
    languages: dict[str, Counter[str]] = {}
    categories: dict[str, Counter[str]] = {}
    for language, right, title, text in announcements(1):
        found = verdict(right, judged(title, text))
        languages.setdefault(language, Counter())[found] += 1
        categories.setdefault(right.split(",", maxsplit=1)[0], Counter())[found] += 1
    assert min(counts["right"] / counts.total() for counts in languages.values()) >= 0.85
    assert min(counts["right"] / counts.total() for counts in categories.values()) >= 0.85


@pytest.mark.corpus
@pytest.mark.slow
def test_real_events_are_judged_as_well_as_was_measured(shared):
    """Sites that were looked at while the words were written, and sites that were not, together."""
    wanted: dict[tuple[str, str], dict[int, str]] = {}
    for line in (HERE / "judged.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, page, number, right = line.split()
            wanted.setdefault((name, page), {})[int(number)] = right
    counts: Counter[str] = Counter()
    for name in ("world", "japan"):
        for page in corpus.load(shared / "corpora" / name / "gold.jsonl"):
            if (name, page.id) not in wanted:
                continue
            events = extract(page.body(), page.url, fetched=page.fetched)
            for number, right in wanted[name, page.id].items():
                gold = page.row["events"][number]
                found = [
                    e for e in events if same(gold["title"], e.title) and gold["start"][:10] == str(e.when.first_day)
                ]
                if found:
                    counts[verdict(right, found[0].category or "none")] += 1
    assert counts.total() >= 140
    assert counts["wrong"] / counts.total() <= 0.07
    assert counts["right"] / counts.total() >= 0.65


def test_every_language_of_the_dates_has_words_for_every_category():
    dates = {file.stem for file in (SOURCE.parent / "dates" / "languages").glob("*.toml")}
    assert set(category.LANGUAGES) == dates
    for language in category.LANGUAGES:
        table = tomllib.loads((SOURCE / "categories" / f"{language}.toml").read_text(encoding="utf-8"))
        assert set(table) - {"hints", "nothing", "common"} == set(category.NAMES), language
        assert set(table["hints"]) == set(category.NAMES), language
        assert all(table[name].split() for name in category.NAMES), language


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sommerkonzert", "music"),
        ("Kinderkonzert", "music"),
        ("Jazz at the Town Hall", "music"),
        ("Film festival", "film"),
        ("Paintings of the harbour", "exhibition"),
        ("The Concert Hall", "none"),
        ("An evening at the opera house", "none"),
        ("", "none"),
    ],
)
def test_compounds_phrases_and_names_of_places(title, expected):
    assert judged(title) == expected


def test_what_stands_over_a_record_decides_where_it_says_nothing():
    assert judged("Othello") == "none"
    assert judged("Othello", about="Film programme") == "film"
    assert judged("Jazz concert", about="Film programme") == "music"


def test_who_holds_it_decides_where_it_says_little():
    assert judged("The Lost Lighthouse", organisation="amenity=cinema") == "film"
    assert judged("The Lost Lighthouse", organisation="museum") == "none"
    assert judged("The Lost Lighthouse", "An artist's view", organisation="museum") == "exhibition"
    assert judged("Wine tasting", organisation="cinema") == "food"


def test_more_evidence_makes_it_surer():
    little = category.judge("The Lost Lighthouse", "A concert")
    much = category.judge("Jazz concert", "The band plays songs of their album", about="Concerts")
    assert little is not None
    assert much is not None
    assert 0.5 < little.confidence < much.confidence <= 0.95


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("museum", Category.EXHIBITION),
        ("tourism=gallery", Category.EXHIBITION),
        ("amenity:cafe", Category.GOURMET),
        ("Shopping Mall", Category.SHOPPING),
        ("movie-theater", Category.AMUSEMENT),
        ("unheard_of;restaurant", Category.GOURMET),
        ("company", None),
        ("", None),
        ("=" * 10_000, None),
    ],
)
def test_the_four_categories_of_the_paper_follow_from_the_type(kind, expected):
    assert category.main_category(kind) is expected


def test_the_town_s_organisations_are_where_their_types_put_them():
    from datetime import date

    from eventlocky.demo.town import Town

    known = [(o.category, category.main_category(o.type)) for o in Town(date(2026, 11, 16)).organisations()]
    assert [pair for pair in known if pair[1] is not None and pair[0] is not pair[1]] == []
    assert sum(found is not None for _, found in known) >= 20


def test_every_type_of_the_tables_names_what_there_is():
    table = tomllib.loads((SOURCE / "organisations.toml").read_text(encoding="utf-8"))
    assert set(table["main"]) == {each.value for each in Category}
    assert set(table["usual"]) | set(table["always"]) <= set(category.NAMES)
    assert set(category.SUBTYPES.values()) <= set(category.NAMES)


@pytest.mark.parametrize("text", ["\ud800", "\0", "a" * 100_000, "展" * 50_000, "for " * 30_000, "İ" * 1_000, "🎉"])
def test_odd_input_is_judged_in_time_linear_in_its_length(text):
    begun = time.process_time()
    category.judge(text, text, about=text)
    assert time.process_time() - begun < 5


def test_words_that_are_no_entries_are_kept_but_not_without_end(monkeypatch):
    monkeypatch.setattr(lookup, "_MOST_KNOWN", 10)
    words = lookup.Words({("jazz*", 0): lookup.SURE})
    for number in range(100):
        assert words.count("", [f"word{number}", "jazzy"]) == {0: lookup.SURE}


def test_a_language_is_told_by_its_common_words_or_its_script():
    assert category.languages_of("", "der mond und die sonne".split()) == {"de"}
    assert category.languages_of("", ["konzert"]) == frozenset()
    assert category.languages_of("港まつり", []) == {"ja"}
    assert category.languages_of("항구 축제", []) == {"ko"}
    assert category.languages_of("港町総会", []) == {"ja", "zh"}
