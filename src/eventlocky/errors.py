"""Every error of the project, one root and a branch a stage.

    EventlockyError
    ├── SettingsError         a setting is unknown or does not fit
    ├── UnknownNameError      no finder, classifier, kind … of that name (lists the known ones)
    ├── KindError             a kind's TOML file does not say what it must
    ├── PageError             bytes that cannot become a tree
    │   ├── NotHtmlError      a PDF, an image, an archive …
    │   ├── PageTooLargeError more bytes than the limit
    │   └── PageTooComplexError  built to cost far more than its size
    ├── NotRenderedError      a finder that cuts by what a browser draws, and a page without boxes
    ├── FetchError            an address that gave no page
    │   ├── AddressRefusedError  an address we do not go to
    │   ├── RobotsError       a page that the site's robots.txt keeps us from
    │   └── UnreachableError  no answer, an error status, or a broken one
    ├── PlacesError           a list of organisations that cannot be read
    ├── CorpusError           a corpus file that cannot be read
    ├── ModelError            a trained model that is cut, changed or of another version
    ├── BatchError            archives that cannot be read into data sets, or a cluster that cannot be used
    ├── StoreError            the store cannot be opened, read or written, or not so
    │   └── DatabaseError     the file or the server behind it fails, whatever was asked
    ├── IntakeError           a file of events that cannot be imported
    ├── NotifyError           a letter or a push message that did not go out
    │   ├── MaybeSentError    one that may have gone out all the same: the other side broke off
    │   └── AddressDeadError  one to an address that takes none, now or later
    ├── JobError              a job of a worker that did not work out, and may later
    ├── FormError             what a visitor filled in does not fit (names the field)
    └── MissingExtraError     a part that needs `pip install eventlocky[…]`

A message says what happened, to which thing, and what to do next. Absence is not an error: a page
without events gives an empty list.
"""

from __future__ import annotations

from collections.abc import Iterable


class EventlockyError(Exception):
    """The root: catch this to catch everything the project raises on purpose."""


class SettingsError(EventlockyError):
    """A setting is unknown or its value does not fit."""


class UnknownNameError(EventlockyError):
    """A name that is not in the table it was looked up in."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no {what} called {name!r}. Known: {', '.join(sorted(known))}.")
        self.what = what
        self.name = name
        self.known = tuple(sorted(known))


class KindError(EventlockyError):
    """A kind's TOML file does not say what it must."""


class PageError(EventlockyError):
    """Bytes that cannot become a tree."""


class NotHtmlError(PageError):
    """Bytes of another format than HTML."""


class PageTooLargeError(PageError):
    """More bytes than the limit."""


class PageTooComplexError(PageError):
    """A page whose tree would be out of all proportion to its size."""


class NotRenderedError(EventlockyError):
    """A finder that cuts by what a browser draws, and a page without boxes."""

    def __init__(self, finder: str) -> None:
        super().__init__(
            f"--finder {finder} needs a rendered page: this one has no boxes. "
            "Write one that has: eventlocky render PAGE --boxes --out rendered.html"
        )


class FetchError(EventlockyError):
    """An address that gave no page."""


class AddressRefusedError(FetchError):
    """An address that we do not go to."""


class RobotsError(FetchError):
    """A page that the site's robots.txt keeps us from."""


class UnreachableError(FetchError):
    """No answer, an error status, or an answer that broke off."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class PlacesError(EventlockyError):
    """A list of organisations that cannot be read."""


class CorpusError(EventlockyError):
    """A corpus file that cannot be read."""


class ModelError(EventlockyError):
    """A trained model that cannot be used."""


class BatchError(EventlockyError):
    """Archives that cannot be read into data sets, or a cluster that cannot be used."""


class StoreError(EventlockyError):
    """The store cannot be opened, read or written, or not so."""


class DatabaseError(StoreError):
    """The file or the server behind a store fails, whatever was asked of it."""


class IntakeError(EventlockyError):
    """A file of events that cannot be imported."""


class NotifyError(EventlockyError):
    """A letter or a push message that did not go out."""


class MaybeSentError(NotifyError):
    """The other side broke off with the message in its hands: it may have gone out."""


class AddressDeadError(NotifyError):
    """An address that takes no messages, now or later."""


class JobError(EventlockyError):
    """A job of a worker that did not work out, and may later."""


class FormError(EventlockyError):
    """What a visitor filled in does not fit; `field` names where, "" means the whole."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class MissingExtraError(EventlockyError):
    """A part that needs an extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra that is not installed. Run: pip install 'eventlocky[{extra}]'")
        self.extra = extra
