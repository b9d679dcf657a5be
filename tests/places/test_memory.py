"""Kept answers and turns, over runs and with files that cannot be used."""

from __future__ import annotations

import logging

from eventlocky.places.memory import Memory


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_answers_are_kept_over_runs_and_age(tmp_path):
    clock, file = Clock(), str(tmp_path / "deep" / "down" / "places.sqlite")
    with Memory(file, 7, clock) as memory:
        assert memory.recall("overpass", "q") is None
        memory.keep(b"answer", "overpass", "q")
    clock.now += 3 * 86_400
    with Memory(file, 7, clock) as memory:
        kept = memory.recall("overpass", "q")
        assert (kept.body, kept.is_fresh, kept.age) == (b"answer", True, "3 days")
        assert memory.recall("overpass", "other") is None
        clock.now += 5 * 86_400
        assert not memory.recall("overpass", "q").is_fresh


def test_only_so_many_answers_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("eventlocky.places.memory._MOST_KEPT", 3)
    clock = Clock()
    with Memory(str(tmp_path / "m.sqlite"), 7, clock) as memory:
        for number in range(6):
            clock.now += 1
            memory.keep(b"x", str(number))
        assert [number for number in range(6) if memory.recall(str(number))] == [3, 4, 5]


def test_turns_are_taken_one_after_the_other_by_all_runs(tmp_path):
    clock, file = Clock(), str(tmp_path / "m.sqlite")
    with Memory(file, 7, clock) as one, Memory(file, 7, clock) as other:
        assert [one.turn_s("n", 1.0), other.turn_s("n", 1.0), one.turn_s("n", 1.0)] == [0.0, 1.0, 2.0]
        assert other.turn_s("another", 1.0) == 0.0
        clock.now += 10
        assert one.turn_s("n", 1.0) == 0.0
        clock.now += 5  # the answer took so long
        one.turn_is_over("n")
        assert other.turn_s("n", 1.0) == 1.0
        clock.now -= 1_000_000  # the clock was set back
        assert one.turn_s("n", 1.0) <= 61.0


def test_a_file_that_cannot_be_used_is_a_memory_for_the_run(tmp_path, caplog):
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("not a database, but long enough to be taken for one" * 50)
    for name in ("folder", "text", "text/below"):
        with caplog.at_level(logging.WARNING), Memory(str(tmp_path / name), 7) as memory:
            memory.keep(b"x", "q")
            assert memory.recall("q").body == b"x"
        assert "cannot be used" in caplog.text


def test_without_a_file_nothing_is_kept_after_the_run():
    with Memory("", 7) as memory:
        memory.keep(b"x", "q")
    with Memory("", 7) as memory:
        assert memory.recall("q") is None
