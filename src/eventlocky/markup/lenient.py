r"""JSON as pages write it: every value with the place where it stands, and no mistake that ends the reading.

What is good JSON is read as `json` reads it. Beyond that: comments, CDATA and HTML comments around it, commas
too many or missing, line breaks and quotes within strings, single quotes, bare words, quotes as `&quot;`,
several values one after the other, brackets that do not match, an end that is missing.

One pass over the tokens without recursion: linear, however deep.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_GRAMMAR = r"""
    (?P<space> \s++ | (?: // \s*+ )?+ <!\[CDATA\[ | (?: // \s*+ )?+ \]\]> | <!-- | --> | // [^\n]*+
             | /\* (?: [^*]++ | \*(?!/) )*+ (?: \*/ )?+ )
  | (?P<mark> [\{\}\[\]:,] )
  | {quote} (?P<string> (?: [^\\{first}]++ | \\. | (?! {quote} {closing} ) {first} )*+ ) (?: {quote} | \\?+ \Z )
  | ' (?P<single> (?: [^\\'\n]++ | \\. )*+ ) '
  | (?P<word> [^\s,:\{\}\[\]"]++ )
  | (?P<other> . )
"""
_CLOSING = r"""(?= \s*+ (?: [,:\}\]] | // | /\* | --> | \Z ) | [^\S\n]*+ \n \s*+ (?: {quote} ) )"""
"""What follows a quote that ends a string; a quote followed by anything else was not escaped."""


def _tokens(quote: str, first: str) -> re.Pattern[str]:
    closing = _CLOSING.replace("{quote}", quote)
    pattern = _GRAMMAR.replace("{closing}", closing).replace("{quote}", quote).replace("{first}", first)
    return re.compile(pattern, re.VERBOSE | re.DOTALL)


_PLAIN = _tokens('"', '"')
_ENTITIES = _tokens(r"&(?:quot|\#34|\#x22);", "&")
_ESCAPED_QUOTE = re.compile(r"[\[{]\s{0,999}&(?:quot|#34|#x22);")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_NOTHING = frozenset({"null", "false", "undefined", "NaN"})


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, a number or a bare word, and the letters of the text that it stands in."""

    text: str
    first: int
    stop: int


Value = dict[str, "Value"] | list["Value"] | Scalar


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of a text, and all objects among them in the order in which they begin."""

    values: list[Value]
    objects: list[dict[str, Value]]


def read(text: str) -> Reading:
    """Return what a text holds; words that mean nothing (`null`, `false`) are left out."""
    builder = _Builder()
    pattern = _ENTITIES if _ESCAPED_QUOTE.search(text[:1000]) else _PLAIN
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind == "string":
            builder.put_text(_unescape(match["string"]), match.start("string"), match.end("string"))
        elif kind == "mark":
            builder.put_mark(match[0])
        elif kind == "word":
            builder.put_word(match[0], match.start(), match.end())
        elif kind == "single":
            builder.put_text(_unescape(match["single"]), match.start("single"), match.end("single"))
    return Reading(builder.top, builder.objects)


class _Builder:
    """Puts tokens into the innermost object or list that is open."""

    def __init__(self) -> None:
        self.top: list[Value] = []
        self.objects: list[dict[str, Value]] = []
        self.open: list[dict[str, Value] | list[Value]] = [self.top]
        self.keys: list[str | None] = [None]  # the key that waits for its value, one for each that is open
        self.counts: dict[type, int] = {dict: 0, list: 0}

    def put_mark(self, mark: str) -> None:
        if mark == "{":
            new: dict[str, Value] = {}
            self.objects.append(new)
            self._begin(new)
        elif mark == "[":
            self._begin([])
        elif mark == "}":
            self._end(dict)
        elif mark == "]":
            self._end(list)
        elif mark == ",":
            self.keys[-1] = None

    def put_text(self, text: str, first: int, stop: int) -> None:
        if isinstance(self.open[-1], dict) and self.keys[-1] is None:
            self.keys[-1] = text
        else:
            self._put(Scalar(text, first, stop))

    def put_word(self, word: str, first: int, stop: int) -> None:
        is_value = isinstance(self.open[-1], list) or self.keys[-1] is not None
        if is_value and word in _NOTHING:
            self.keys[-1] = None
        else:
            self.put_text(word, first, stop)

    def _put(self, value: Value) -> None:
        owner, key = self.open[-1], self.keys[-1]
        if isinstance(owner, list):
            owner.append(value)
        elif key is not None:
            owner[key] = value
        self.keys[-1] = None

    def _begin(self, new: dict[str, Value] | list[Value]) -> None:
        self._put(new)
        self.open.append(new)
        self.keys.append(None)
        self.counts[type(new)] += 1

    def _end(self, kind: type) -> None:
        """Close the innermost of a kind and what is open within it; there may be none."""
        while self.counts[kind]:
            closed = type(self.open.pop())
            self.keys.pop()
            self.counts[closed] -= 1
            if closed is kind:
                break


def _unescape(raw: str) -> str:
    """Read the escapes of a string: those of JSON, and whatever else stands behind a backslash as it is."""
    if "\\" not in raw:
        return raw
    try:
        text = str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _LETTERS.get(match[2], match[2]), raw)
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # joins halves, drops lone ones
