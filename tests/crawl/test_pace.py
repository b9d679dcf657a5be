"""One request at a time to a host, no faster than it answers, no more than its site's budget."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from eventlocky.crawl.fetch import Fetcher
from eventlocky.crawl.pace import Budget, Pace, retry_after_s
from eventlocky.errors import FetchError, UnreachableError
from eventlocky.settings import Settings


class Clock:
    """A time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("eventlocky.crawl.pace.asyncio.sleep", made.sleep)
    return made


def pauses(pace: Pace, clock: Clock, *answers: dict, **turn) -> list[float]:
    """Ask once for each answer, and once more; return how long each request had to wait."""

    waited: list[float] = []

    async def ask() -> None:
        for answer in (*answers, None):
            begun = clock.now
            async with pace.turn("x.example", **turn) as at:
                waited.append(round(clock.now - begun, 6))
                if answer is not None:
                    at.answered(**{"status": 200, "took_s": 0.0, **answer})

    asyncio.run(ask())
    return waited


def test_the_least_pause_stands_between_two_requests(clock):
    assert pauses(Pace(delay_s=2, clock=clock), clock, {}, {}) == [0, 2, 2]


def test_this_machine_needs_no_pause(clock):
    assert pauses(Pace(delay_s=2, clock=clock), clock, {}, {}, own=True) == [0, 0, 0]


def test_this_machine_is_not_slowed_down_by_its_own_slowness_but_may_ask_for_a_pause(clock):
    pace = Pace(delay_s=2, clock=clock)
    assert pauses(pace, clock, {"took_s": 0.2}, {"status": 503}, {}, own=True) == [0, 0, 1, 0]
    pace.ask_delay("x.example", 3)
    assert pauses(pace, clock, {}, own=True)[-1] == 3


def test_slow_answers_make_long_pauses_and_quick_ones_shorten_them_slowly(clock):
    slow, quick = {"took_s": 8.0}, {"took_s": 0.0}
    assert pauses(Pace(clock=clock), clock, slow, slow, quick, quick) == [0, 4, 6, 5.4, 4.86]


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_host_doubles_its_pause(clock, status):
    busy = {"status": status}
    assert pauses(Pace(clock=clock), clock, busy, busy, busy) == [0, 1, 2, 4]


def test_the_pause_does_not_grow_without_end(clock):
    pace = Pace(max_delay_s=10, clock=clock)
    assert max(pauses(pace, clock, *[{"status": 503}] * 20, *[{"took_s": 9.0}] * 20)) == 10


def test_a_slow_host_is_never_left_alone_for_being_slow(clock):
    pace = Pace(delay_s=3, max_delay_s=1, clock=clock)
    assert max(pauses(pace, clock, *[{"took_s": 20.0}] * 9)) <= 3


def test_a_host_that_says_when_is_asked_then(clock):
    assert pauses(Pace(clock=clock), clock, {"status": 503, "retry_after_s": 30.0}) == [0, 30]


def test_a_host_that_wants_a_longer_rest_is_left_alone(clock):
    pace = Pace(max_delay_s=60, clock=clock)
    with pytest.raises(UnreachableError, match="3,600 s without a request"):
        pauses(pace, clock, {"status": 429, "retry_after_s": 3600.0})
    assert pace.wait_s("x.example") == 3600
    clock.now += 3590
    assert pauses(pace, clock) == [10]


def test_the_crawl_delay_is_the_least_whatever_the_answer(clock):
    pace = Pace(delay_s=1, clock=clock)
    pace.ask_delay("X.example.", 5)
    assert pauses(pace, clock, {}, {"light": True}) == [0, 5, 5]


def test_rules_and_redirects_cost_no_pause(clock):
    assert pauses(Pace(delay_s=1, clock=clock), clock, {"light": True}, {}) == [0, 0, 1]


def test_no_answer_is_followed_by_a_pause(clock):
    pace = Pace(delay_s=3, clock=clock)

    async def ask() -> None:
        for _ in range(2):
            with pytest.raises(UnreachableError):
                async with pace.turn("x.example"):
                    raise UnreachableError("no")

    asyncio.run(ask())
    assert clock.slept == [3]


def test_one_at_a_time_to_a_host_and_hosts_side_by_side():
    async def ask() -> tuple[int, int]:
        pace = Pace()
        at_host: dict[str, int] = {}
        most_at_one = most = 0

        async def once(host: str) -> None:
            nonlocal most, most_at_one
            async with pace.turn(host, own=True) as turn:
                at_host[host] = at_host.get(host, 0) + 1
                most_at_one, most = max(most_at_one, at_host[host]), max(most, sum(at_host.values()))
                await asyncio.sleep(0.002)
                at_host[host] -= 1
                turn.answered(200, 0.0)

        await asyncio.gather(*(once(f"h{n % 5}.example") for n in range(50)))
        return most_at_one, most

    assert asyncio.run(ask()) == (1, 5)


def test_who_gives_up_waiting_lets_the_others_in():
    async def ask() -> str:
        pace = Pace()
        async with pace.turn("x.example") as turn:
            waiting = asyncio.create_task(pace.turn("x.example").__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            turn.answered(200, 0.0)
        async with asyncio.timeout(1), pace.turn("x.example"):
            return f"in, {pace._gate('x.example').users} here"

    assert asyncio.run(ask()) == "in, 1 here"


def test_gates_that_nobody_needs_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr("eventlocky.crawl.pace._MOST_GATES", 10)
    pace = Pace(clock=clock)

    async def ask() -> None:
        for number in range(100):
            async with pace.turn(f"h{number}.example") as turn:
                turn.answered(200, 0.0)
            clock.now += 1

    asyncio.run(ask())
    assert len(pace._gates) <= 10


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("120", 120.0),
        (" 5 ", 5.0),
        ("-5", None),
        ("soon", None),
        ("٣", None),
        ("9" * 5000, 999_999_999.0),
        ("Mon, 16 Nov 2026 09:01:00 GMT", 60.0),
        ("Mon, 16 Nov 2026 08:00:00 GMT", 0.0),
        ("Mon, 99 Nov 99999 09:01:00 GMT", None),
    ],
)
def test_retry_after_is_read(header, seconds):
    assert retry_after_s(header, datetime(2026, 11, 16, 9, tzinfo=UTC)) == seconds


def test_a_budget_ends_by_requests_and_by_bytes():
    few, small = Budget(requests=2, body_bytes=10**9), Budget(requests=10**9, body_bytes=5)
    for _ in range(2):
        few.ask("x")
    with pytest.raises(FetchError, match="budget"):
        few.ask("x")
    small.took(5)
    assert small.is_spent


def answer_with(status: int = 200, body: bytes = b"<p>hi", **headers: str):
    def answer(handler):
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(body)), "Content-Type": "text/html", **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


LOCAL = Settings(allow_loopback=True, timeout_s=2)


def test_redirects_are_taken_off_the_budget(serving_http):
    async def fetch(address: str) -> Budget:
        budget = Budget(requests=3, body_bytes=1000)
        async with Fetcher(LOCAL) as fetcher:
            with pytest.raises(FetchError, match="budget"):
                await fetcher.fetch(f"{address}/", budget=budget)
        return budget

    with serving_http(lambda handler: answer_with(302, Location=f"{handler.path}x")(handler)) as address:
        assert asyncio.run(fetch(address)).requests == 0


def test_the_fetcher_itself_asks_a_host_one_at_a_time(serving_http):
    """Ten fetches at once, as a careless caller would: the server never sees two."""
    import threading

    lock = threading.Lock()
    clashes = []

    def answer(handler):
        if lock.acquire(blocking=False):
            threading.Event().wait(0.01)
            lock.release()
        else:
            clashes.append(handler.path)
        answer_with()(handler)

    async def ten(address: str) -> None:
        async with Fetcher(LOCAL) as fetcher:
            await asyncio.gather(*(fetcher.fetch(f"{address}/{n}") for n in range(10)))

    with serving_http(answer) as address:
        asyncio.run(ten(address))
    assert clashes == []


def test_a_host_that_asks_for_a_rest_is_not_asked_again(serving_http):
    asked = []

    def answer(handler):
        asked.append(handler.path)
        answer_with(503, Retry_After="1000")(handler)

    async def twice(address: str) -> None:
        async with Fetcher(LOCAL) as fetcher:
            with pytest.raises(UnreachableError, match="status 503"):
                await fetcher.fetch(f"{address}/1")
            with pytest.raises(UnreachableError, match="without a request"):
                await fetcher.fetch(f"{address}/2")

    with serving_http(answer) as address:
        asyncio.run(twice(address))
    assert asked == ["/1"]
