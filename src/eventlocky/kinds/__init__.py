"""What makes a record an event, a talk, a deal: small TOML files, one a kind.

A kind says what its records have one of (`anchor`), what they must have (`needs`), who labels them
and from which score on, and the words that speak for and against, by language. `event`, `talk` and
`deal` come with the package; any other TOML file in the kinds folder, or given by its path, works
the same way, without code. `docs/kinds.md` shows how to write one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

from eventlocky.errors import KindError, UnknownNameError

ANNOTATIONS: Final = frozenset({"date", "money", "percent", "email", "phone", "address"})
"""What can be found in a text, and so what a kind may ask for."""

FIELDS: Final = frozenset({"title", "link", "image"})
"""What else a kind may ask for."""

_DENSE: Final = "\u2e80"
"""From here on scripts part no words."""

_SPACELESS: Final = re.compile(f"[{_DENSE}-\U0010ffff]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LETTERS: Final = bytes(code if code > 127 or chr(code).isalpha() else ord(" ") for code in range(256))  # noqa: PLR2004
"""A table of bytes that leaves plain letters, and what stands for others, with spaces between them."""

_KEYS: Final = frozenset({"name", "summary", "anchor", "needs", "classifier", "threshold", "expressions"})
_EXPRESSIONS: Final = ("for", "against", "lasting")
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Kind:
    """What makes a record one of this kind."""

    name: str
    summary: str
    anchor: str
    needs: tuple[frozenset[str], ...]
    classifier: str = "rules"
    threshold: float = 0.5
    words_for: re.Pattern[str] | None = field(default=None, compare=False)
    words_against: re.Pattern[str] | None = field(default=None, compare=False)
    lasting: re.Pattern[str] | None = field(default=None, compare=False)
    """What says that something goes on for a while, without a day."""

    first_words: frozenset[str] | None = field(default=None, compare=False)
    """The first words of all expressions in scripts with spaces; None where one begins with no letter."""

    dense_words: frozenset[str] = field(default=frozenset(), compare=False)
    """All expressions in scripts without spaces."""

    def spoken(self, text: str) -> tuple[list[int], list[int]]:
        """Return where the words for it begin in a text in lower case, and where those against it do.

        Pages are long: to list the words of one and look for those that are known costs a sixth of a search.
        """
        if self.first_words is None:
            patterns = self.words_for, self.words_against
            found = [[match.start() for match in pattern.finditer(text)] if pattern else [] for pattern in patterns]
            return found[0], found[1]
        known = self.first_words & _words_in(text)
        if self.dense_words and (signs := {*_SPACELESS.findall(text)}):  # often nothing but an icon
            known |= {word for word in self.dense_words if word[0] in signs}
        starts = sorted({start for word in known for start in _starts(text, word)})
        return _matching(self.words_for, text, starts), _matching(self.words_against, text, starts)


def _words_in(text: str) -> set[str]:
    """Return the runs of letters of a text, each once, as `_WORD` finds them: of a whole page in half of the time."""
    found = set(text.encode(errors="surrogatepass").translate(_LETTERS).decode(errors="surrogatepass").split())
    odd = [word for word in found if not word.isascii()]
    found.difference_update(odd)
    found.update(_WORD.findall(" ".join(odd)))
    return found


def _starts(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text, inside other words too."""
    start = text.find(word)
    while start >= 0:
        yield start
        start = text.find(word, start + 1)


def _matching(pattern: re.Pattern[str] | None, text: str, starts: Sequence[int]) -> list[int]:
    """Return at which of these places a pattern matches; no match begins inside another."""
    found: list[int] = []
    stop = 0
    for start in starts:
        if pattern and start >= stop and (match := pattern.match(text, start)):
            found.append(start)
            stop = match.end()
    return found


def names(folder: str | Path = "kinds") -> list[str]:
    """Return the names of all kinds: the package's and those in a folder."""
    files = [*_HERE.glob("*.toml"), *Path(folder).glob("*.toml")]
    return sorted({file.stem for file in files})


def load(name: str, folder: str | Path = "kinds") -> Kind:
    """Return a kind by its name or by the path of its TOML file; one's own go before the package's."""
    if name.endswith(".toml"):
        return _read(Path(name))
    for file in (Path(folder) / f"{name}.toml", _HERE / f"{name}.toml"):
        if name == Path(name).name and file.is_file():
            return _read(file)
    raise UnknownNameError("kind", name, names(folder))


@cache
def _read(file: Path) -> Kind:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"The kind {file} cannot be read: {error.strerror}."
        raise KindError(message) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"The kind {file} is not valid TOML: {error}."
        raise KindError(message) from error
    return _check(data, file)


def _check(data: dict[str, object], file: Path) -> Kind:
    if unknown := sorted(set(data) - _KEYS):
        _refuse(file, f"it has the unknown keys {', '.join(unknown)} (known: {', '.join(sorted(_KEYS))})")
    anchor = data.get("anchor", "date")
    if not isinstance(anchor, str) or anchor not in ANNOTATIONS:
        _refuse(file, f"its anchor must be one of {', '.join(sorted(ANNOTATIONS))}, not {anchor!r}")
    threshold = data.get("threshold", 0.5)
    if not isinstance(threshold, int | float) or isinstance(threshold, bool) or not 0 <= threshold <= 1:
        _refuse(file, f"its threshold must be a number from 0 to 1, not {threshold!r}")
    expressions = data.get("expressions", {})
    words_for, words_against, lasting = (_words(expressions, key, file) for key in _EXPRESSIONS)
    return Kind(
        name=_text(data.get("name", file.stem), file, "name"),
        summary=_text(data.get("summary", ""), file, "summary"),
        anchor=anchor,
        needs=_needs(data.get("needs", ["title", anchor]), file),
        classifier=_text(data.get("classifier", "rules"), file, "classifier"),
        threshold=float(threshold),
        words_for=_pattern(words_for),
        words_against=_pattern(words_against),
        lasting=_pattern(lasting),
        first_words=_first_words(words_for | words_against),
        dense_words=frozenset(word for word in words_for | words_against if word[0] >= _DENSE),
    )


def _text(value: object, file: Path, key: str) -> str:
    if not isinstance(value, str):
        _refuse(file, f"its {key} must be text, not {value!r}")
    return value


def _needs(value: object, file: Path) -> tuple[frozenset[str], ...]:
    """Read `["title", "money | percent"]`: each must be found, `|` gives alternatives."""
    if not isinstance(value, list) or not all(isinstance(need, str) for need in value):
        _refuse(file, f"its needs must be a list of texts, not {value!r}")
    needs = tuple(frozenset(part.strip() for part in need.split("|")) for need in value)
    if unknown := sorted(frozenset().union(*needs) - ANNOTATIONS - FIELDS):
        _refuse(file, f"it needs {', '.join(unknown)}, which nothing finds (known: {_known_needs()})")
    return needs


def _known_needs() -> str:
    return ", ".join(sorted(ANNOTATIONS | FIELDS))


def _words(expressions: object, key: str, file: Path) -> set[str]:
    """Read the words of one sort of all languages."""
    if not isinstance(expressions, dict):
        _refuse(file, "its expressions must be tables by language, such as [expressions.en]")
    words: set[str] = set()
    for language, table in expressions.items():
        if isinstance(table, dict) and (unknown := sorted(set(table) - {*_EXPRESSIONS})):
            known = ", ".join(_EXPRESSIONS)
            _refuse(file, f"expressions.{language} has the unknown keys {', '.join(unknown)} (known: {known})")
        entries = table.get(key, []) if isinstance(table, dict) else None
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            _refuse(file, f"expressions.{language}.{key} must be a list of texts")
        words.update(entry.casefold() for entry in entries if entry.strip())
    return words


def _first_words(words: set[str]) -> frozenset[str] | None:
    """Return the first words of expressions in scripts with spaces; None where one begins with no letter."""
    first = [_WORD.match(word) for word in words if word[0] < _DENSE]
    return frozenset(match[0] for match in first if match) if all(first) else None


def _pattern(words: set[str]) -> re.Pattern[str] | None:
    """Turn words into one pattern; in scripts without spaces a word may stand anywhere."""
    if not words:
        return None
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    spaced = _by_beginning([word for word in longest_first if word[0] < _DENSE])
    dense = _by_beginning([word for word in longest_first if word[0] >= _DENSE])
    return re.compile("|".join(([rf"\b(?:{spaced})\b"] if spaced else []) + ([dense] if dense else [])))


def _by_beginning(words: list[str]) -> str:
    """Write words as one pattern that looks at the first letter before it tries any: pages are long."""
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in sorted(found.items()))


def _refuse(file: Path, what: str) -> NoReturn:
    message = f"The kind {file} cannot be used: {what}."
    raise KindError(message)
