"""One page read within bounds: of the processor's time, of elements, and of what may go wrong.

Whatever a page does, the answer is its rows or the reason why there are none. The clock counts the processor's time of
this process, so that a busy machine stops no more pages than an idle one. It works in the main thread, where signals
arrive; elsewhere it is left out. Memory is bounded from outside: see `reader.py`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from eventlocky.cluster.rows import Row, event_rows
from eventlocky.cluster.warc import Capture
from eventlocky.crawl.links import wishes_of
from eventlocky.errors import EventlockyError, NotHtmlError, PageError, PageTooComplexError, PageTooLargeError
from eventlocky.extract import read
from eventlocky.settings import Settings

_MOST_TAGS = 200_000
"""A page with more is not read: the largest of the corpora has 24,274 rows, and a million take about 600 MB."""

_AGAIN_S = 1.0
"""Where the first stop was swallowed, it is said again after so long."""


@dataclass(frozen=True, slots=True)
class Task:
    """How pages are read in a run: what is looked for, and what one page may cost."""

    kind: str = ""
    system: str = ""
    settings: Settings = field(default_factory=Settings)
    page_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Read:
    """The rows of a page's events, and the processor's time they took."""

    rows: list[Row]
    noindex: bool
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a page gave nothing: in one word and in a sentence."""

    reason: str
    message: str
    cpu_s: float = 0.0


SETUP = "setup"
"""The reason that is not the page's: a model, a kind or an extra that is missing here. Then the piece is not done."""


class _TooSlowError(BaseException):
    """The time of a page is over. Not an Exception: nothing on the way may catch it."""


def read_page(page: Capture, task: Task) -> Read | Refused:
    """Read a page; one bad page never ends a run."""
    begun = time.thread_time()
    reason, message = "failed", ""
    try:
        with _within(task.page_s):
            return _read(page, task, begun)
    except _TooSlowError:
        reason, message = "too_slow", f"The page took more than {task.page_s:g} seconds of the processor's time."
    except MemoryError:
        reason, message = "too_much_memory", "The page needs more memory than one page may."
    except PageError as error:
        reason, message = _REASONS.get(type(error), "refused"), str(error)
    except EventlockyError as error:
        reason, message = SETUP, str(error)
    except Exception as error:  # noqa: BLE001 - a fault of ours in one page of a billion is counted, and looked into later
        message = f"Reading failed with {type(error).__name__}: {error}. This is a fault of Event.Locky."
    return Refused(reason, message, time.thread_time() - begun)


_REASONS: dict[type[PageError], str] = {
    NotHtmlError: "not_html",
    PageTooLargeError: "too_large",
    PageTooComplexError: "too_complex",
}


def _read(page: Capture, task: Task, begun: float) -> Read:
    if page.body.count(b"<") > _MOST_TAGS:
        message = f"The page has more than {_MOST_TAGS:,} tags."
        raise PageTooComplexError(message)
    reading = read(
        page.body,
        page.url,
        fetched=page.day,
        kind=task.kind,
        system=task.system,
        charset=page.charset,
        settings=task.settings,
    )
    wishes = wishes_of(reading.tree, task.settings.user_agent, page.robots_tags)
    is_left_out = wishes.noindex and task.settings.obey_noindex
    rows = [] if is_left_out else event_rows(reading.events)
    return Read(rows, wishes.noindex, time.thread_time() - begun)


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise _TooSlowError when this process has computed for so long."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooSlowError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
