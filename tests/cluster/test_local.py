"""The queue in memory: what waits for a person first, one job a lock, what failed again, nothing twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from eventlocky.cluster import local
from eventlocky.cluster.base import WAITED_FOR, Job, wait_s
from eventlocky.cluster.tasks import Task
from eventlocky.errors import DatabaseError, JobError


def work_through(monkeypatch, jobs, run, at_once=1):
    """Put jobs, do them until none is left, and return whether each was put."""

    async def everything():
        queue = local.LocalQueue()
        put = [await queue.put(job) for job in jobs]
        await asyncio.wait_for(queue.run(None, at_once, is_lasting=False), 20)
        return put

    monkeypatch.setattr(local, "TASKS", {"say": Task(run)})
    return asyncio.run(everything())


def test_what_somebody_waits_for_comes_first_and_the_rest_in_order(monkeypatch):
    said = []

    async def say(_work, word):
        said.append(word)
        return word

    jobs = [Job("say", {"word": "a"}), Job("say", {"word": "b"}), Job("say", {"word": "now"}, priority=WAITED_FOR)]
    work_through(monkeypatch, jobs, say)
    assert said == ["now", "a", "b"]


def test_of_jobs_with_one_lock_one_runs_at_a_time_and_others_run_beside_it(monkeypatch):
    running, most, together = [], [], []

    async def say(_work, word):
        running.append(word)
        most.append(sum(one[0] == word[0] for one in running))
        together.append(len(running))
        await asyncio.sleep(0.01)
        running.remove(word)
        return word

    jobs = [Job("say", {"word": f"{host}{number}"}, lock=host) for number in range(5) for host in "abc"]
    work_through(monkeypatch, jobs, say, at_once=8)
    assert max(most) == 1
    assert max(together) == 3


def test_the_same_job_does_not_wait_twice(monkeypatch):
    said = []

    async def say(_work, word):
        said.append(word)
        return word

    job = Job("say", {"word": "a"}, once="a")
    assert work_through(monkeypatch, [job, job, replace(job, once="b")], say) == [True, False, True]
    assert said == ["a", "a"]


def test_one_that_fails_ends_no_other_and_is_tried_again(monkeypatch):
    said, again = [], asyncio.Event()

    async def say(_work, word):
        said.append(word)
        if word == "bad" and said.count("bad") == 1:
            raise DatabaseError("away")
        if word == "bad":
            again.set()
        return word

    async def everything():
        queue = local.LocalQueue()
        await queue.put(Job("say", {"word": "bad"}))
        await queue.put(Job("say", {"word": "good"}))
        running = asyncio.create_task(queue.run(None, 1))
        await again.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    monkeypatch.setattr(local, "TASKS", {"say": Task(say)})
    monkeypatch.setattr(local, "wait_s", lambda *_: 0.05)
    asyncio.run(asyncio.wait_for(everything(), 20))
    assert said == ["bad", "good", "bad"]


@pytest.mark.parametrize(("error", "waits"), [
    (asyncio.CancelledError(), (0.0, 0.0)), (JobError("away"), (3_780.0, 11_340.0)),
    (DatabaseError("away"), (5.0, 10.0)), (ZeroDivisionError(), (60.0, 240.0)),
])  # fmt: skip
def test_what_failed_waits_ever_longer(error, waits):
    assert tuple(wait_s(error, attempts) for attempts in range(2)) == waits
    assert wait_s(error, 50) in {None, 0.0}
