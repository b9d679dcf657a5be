"""What the head of a table's column says of the dates below it: `Filing deadline`, `Posted`, `Anmeldeschluss`.

A row of such a table holds several days and one event. What the head would say in front of each of its dates, had it
been written there, it says of all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, time
from itertools import islice

from eventlocky import dates
from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import cell_of, column_of, lay_out

_HIGHEST_CELL = 6
"""Elements from a date up to its cell: those of real tables stand right in it, or in a link or a `<time>`."""

_HEAD_LINES, _LONGEST_HEAD = 2, 60
_FEWEST_DAYS = 2
"""A head says something of so many dates; of one alone it is as likely the label of something else."""

_DOORS = re.compile(
    r"[\t\n] ?(?:開場(?:時間|時刻)?|open|doors?|einlass|ouverture|apertura|türöffnung|inlaat)[:：]? ?[\t\n]",
    re.IGNORECASE,
)
_STARTS = re.compile(
    r"[\t\n] ?(?:開演(?:時間|時刻)?|開始(?:時間|時刻)?|start|begins?|show|beginn|début|inizio|inicio|aanvang)"
    r"[:：]? ?[\t\n]",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"([01]?\d|2\d)\s?[:：.時h]\s?([0-5]\d)?\s?(?:分|Uhr|uur)?")
"""Heads of columns in which the doors and the beginnings stand, and a time alone in its cell."""

_DEADLINE = re.compile(
    r"\n ?[■●◆◇○□▼【・]?("
    r"(?:お?申し?込み?|参加申込|応募|エントリー|参加登録|事前登録|募集)(?:の?受付)?(?:期間|期限|締切日?|締め切り|〆切)|"
    r"受付(?:期間|締切日?)|締切日?|締め切り|〆切|申請期間|提出期限|"
    r"anmeldeschluss|anmeldefrist|bewerbungsschluss|bewerbungsfrist|einsendeschluss|einreichfrist|"
    r"(?:application|registration|submission|entry)? ?deadline|closing date|"
    r"date limite[^\n\d]{0,24}|clôture des inscriptions|scadenza[^\n\d]{0,20}|fecha límite[^\n\d]{0,20}|"
    r"plazo de inscripción|inschrijven (?:tot|vóór)|sluitingsdatum|sista anmälningsdag|påmeldingsfrist|tilmeldingsfrist"
    r")[】]? ?[:：]?\n{1,3}",
    re.IGNORECASE,
)
"""A label alone in its line that says until when one may enter for something."""

_NO_EVENT = frozenset({Role.DEADLINE, Role.POSTED, Role.UPDATED, Role.OFF})


def read(tree: Tree, mentions: list[Mention], reference: date) -> list[Mention]:
    """Give the dates of columns whose heads say so the part of a deadline, or of a stamp."""
    mentions = _below_labels(tree, mentions, reference)
    if "table" not in tree.tags:
        return mentions
    mentions = _with_doors(tree, mentions)
    if "th" not in tree.tags:
        return mentions
    parts: dict[int, Role] = {}
    for columns in _tables(tree, mentions).values():
        said: dict[int, Role] = {}
        for head, column in columns.items():
            if len(column) >= _FEWEST_DAYS and (part := _part(tree.text(head), mentions[column[0]], reference)):
                said |= dict.fromkeys(column, part)
        if len(said) == sum(map(len, columns.values())):  # `Camp | Registration`: when it is on, if not then?
            said = {number: part for number, part in said.items() if part is not Role.DEADLINE}
        parts |= said
    return [replace(one, role=parts[number]) if number in parts else one for number, one in enumerate(mentions)]


def _below_labels(tree: Tree, mentions: list[Mention], reference: date) -> list[Mention]:
    """Give the days below a label that is alone in its line the part of a deadline: `申込期間`, then `7月1日～`.

    Where nothing else on the page says when something is, they may say it.
    """
    text = tree.whole_text
    if _DEADLINE.search(text) is None:
        return mentions
    parts: dict[int, Role] = {}
    begins = {match.end(): match[1] for match in _DEADLINE.finditer(text)}
    for number, mention in enumerate(mentions):
        line = text.rfind("\n", 0, mention.first) + 1
        head = begins.get(line) if not text[line : mention.first].strip() else None
        is_day = mention.role is Role.START and mention.start.day is not None and mention.rule is None
        if head is not None and is_day and _part(head, mention, reference) is Role.DEADLINE:
            parts[number] = Role.DEADLINE
    is_else = any(
        one.role is Role.START and one.start.day is not None and number not in parts
        for number, one in enumerate(mentions)
    )
    if not parts or not is_else:
        return mentions
    return [replace(one, role=parts[number]) if number in parts else one for number, one in enumerate(mentions)]


def _with_doors(tree: Tree, mentions: list[Mention]) -> list[Mention]:
    """Tell when the doors open from when it begins, where a column each is headed so: `開場`, `開演`.

    Beside each other in their line, the two look like two shows of a day.
    """
    if not _DOORS.search(tree.whole_text) or not _STARTS.search(tree.whole_text):
        return mentions
    columns: dict[int, tuple[int, int] | None] = {}
    found: list[Mention] = []
    for mention in mentions:
        cell = cell_of(tree, tree.row_at(mention.first), _HIGHEST_CELL) if mention.start.has_time else -1
        table = _table(tree, cell) if cell >= 0 and tree.tags[cell] in CELLS else None
        if table is not None and table not in columns:
            columns[table] = _columns_of_doors(tree, table)
        pair = columns[table] if table is not None else None
        found.append(
            _parted(tree, mention, lay_out(tree, table or 0).get(tree.parents[cell], {}), pair) if pair else mention
        )
    return found


def _columns_of_doors(tree: Tree, table: int) -> tuple[int, int] | None:
    """Return the columns of a table in which the doors and the beginnings stand."""
    for cells in list(lay_out(tree, table).values())[:_HEAD_LINES]:
        heads = {column: " ".join(tree.text(cell).split()) for column, cell in cells.items()}
        doors = [column for column, head in heads.items() if _DOORS.fullmatch("\n" + head + "\n")]
        starts = [column for column, head in heads.items() if _STARTS.fullmatch("\n" + head + "\n")]
        if len(doors) == len(starts) == 1:
            return doors[0], starts[0]
    return None


def _parted(tree: Tree, mention: Mention, cells: dict[int, int], columns: tuple[int, int]) -> Mention:
    """Return the mention of a line with its beginning for its time, where it has read that of the doors, or both."""
    clocks = [_CLOCK.fullmatch(tree.text(cells[column]).strip()) if column in cells else None for column in columns]
    doors, start = clocks
    if doors is None or start is None:
        return mention
    opens, begins = (time(int(clock[1]) % 24, int(clock[2] or 0)) for clock in (doors, start))
    if (mention.start.hour, mention.start.minute or 0) != (opens.hour, opens.minute):
        return mention
    moment = replace(mention.start, hour=begins.hour, minute=begins.minute)
    more = tuple(one for one in mention.more if (one.hour, one.minute or 0) != (begins.hour, begins.minute))
    end = mention.end
    end = None if end is not None and (end.hour, end.minute or 0) == (begins.hour, begins.minute) else end
    return replace(mention, start=moment, more=more, end=end, doors=opens)


def _tables(tree: Tree, mentions: list[Mention]) -> dict[int, dict[int, list[int]]]:
    """Return the numbers of the days of every table by the head of their column; the table itself stands for none."""
    found: dict[int, dict[int, list[int]]] = {}
    heads: dict[int, dict[int, int]] = {}
    for number, mention in enumerate(mentions):
        if mention.role is Role.START and mention.start.day is not None:
            cell = cell_of(tree, tree.row_at(mention.first), _HIGHEST_CELL)
            table = _table(tree, cell) if tree.tags[cell] in CELLS else None
            if table is None:
                continue
            if table not in heads:
                heads[table] = _heads(tree, table)
            column = column_of(tree, table, cell) if tree.tags[cell] != "th" else -1  # a head itself has none
            head = heads[table].get(column, table)
            found.setdefault(table, {}).setdefault(head if head < cell else table, []).append(number)
    return found


def _table(tree: Tree, cell: int) -> int | None:
    return next((above for above in islice(tree.ancestors(cell), _HIGHEST_CELL) if tree.tags[above] == "table"), None)


def _heads(tree: Tree, table: int) -> dict[int, int]:
    """Return the lowest `th` at the top of each column; a title over all columns is the head of none."""
    lines = list(lay_out(tree, table).values())
    parted = [cells for cells in lines if len(set(cells.values())) > 1] or lines
    heads: dict[int, int] = {}
    for cells in parted[:_HEAD_LINES]:
        heads |= {column: cell for column, cell in cells.items() if tree.tags[cell] == "th"}
    return heads


def _part(head: str, mention: Mention, reference: date) -> Role | None:
    """Return what a head says of a date, where that is nothing to go to."""
    if not head or len(head) > _LONGEST_HEAD:
        return None
    said = dates.find(f"{head}: {mention.text}", reference=reference)
    return said[-1].role if said and said[-1].role in _NO_EVENT and said[-1].start.day == mention.start.day else None
