"""How the sites that are read are doing: what the store knows of their pages and the crawler of their health."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from eventlocky.crawl.health import Health, State
from eventlocky.crawl.ledger import sites_in
from eventlocky.formats import clean
from eventlocky.store import SourceState, Store
from eventlocky.web.parts import bare

_ALARMS = frozenset({State.FALLEN})
_PROBLEMS = frozenset({State.BLOCKED, State.ROBOTS, State.SCRIPTED, State.ERROR})
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class SiteState:
    """How one site is doing. `website` is what the store knows it by, `address` where it can be visited."""

    website: str
    address: str | None
    organisation: str
    state: State
    read_at: datetime | None
    tried_at: datetime | None
    events: int
    expected: int
    problem: str

    @property
    def name(self) -> str:
        """What to call it: by the organisation, or by its address."""
        return self.organisation or bare(self.address) or clean.line(self.website)[:_LONGEST]

    @property
    def is_alarm(self) -> bool:
        """Whether it used to announce things and does not any more."""
        return self.state in _ALARMS

    @property
    def is_problem(self) -> bool:
        """Whether it could not be read."""
        return self.state in _PROBLEMS

    @property
    def rank(self) -> int:
        """What somebody should look at comes first."""
        return 0 if self.is_alarm else 1 if self.is_problem else 2


def states(store: Store, website: str | None = None) -> list[SiteState]:
    """Return every site, or one, with what somebody should look at first."""
    pages: dict[str, list[SourceState]] = {}
    for page in store.sources():
        if website in {None, page.website}:
            pages.setdefault(page.website, []).append(page)
    known = {site: memory.health for site, memory in sites_in(store.path).items() if website in {None, site}}
    found = [_state(site, pages.get(site, []), known.get(site)) for site in {**pages, **known}]
    return sorted(found, key=lambda one: (one.rank, one.organisation.casefold(), one.website))


def _state(website: str, pages: list[SourceState], health: Health | None) -> SiteState:
    read = [page.read_at for page in pages if page.read_at is not None]
    tried = [page.tried_at for page in pages]
    if health is not None:
        read += [_moment(health.last_success)] if health.last_success else []
        tried += [_moment(health.last_tried)] if health.last_tried else []
    problem = (health.problem if health else "") or next((page.problem for page in pages if page.problem), "")
    return SiteState(
        website=website,
        address=clean.address(website),
        organisation=clean.line(pages[0].organisation) if pages else "",
        state=health.state if health else _by_pages(pages),
        read_at=max(read, default=None),
        tried_at=max(tried, default=None),
        events=sum(page.events for page in pages),
        expected=round(health.expected) if health else 0,
        problem=clean.line(problem)[:_LONGEST],
    )


def _by_pages(pages: list[SourceState]) -> State:
    """Tell how a site is doing by its pages, where no crawler remembers it (it came from a file)."""
    if any(page.problem for page in pages):
        return State.ERROR
    if not any(page.read_at for page in pages):
        return State.NEW
    return State.GOOD if any(page.events for page in pages) else State.EMPTY


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
