"""All experiments, one after another or in two lanes; what was finished is kept, so an interrupted run goes on.

Experiments of a lane share what is dear (models of folds, features of sentences), so a lane is run by one process.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from eventlocky.errors import EventlockyError
from eventlocky.evaluate import results
from eventlocky.evaluate.experiments import EXPERIMENTS
from eventlocky.evaluate.experiments.base import Bench, Experiment
from eventlocky.evaluate.kept import Keeper

_PATIENCE_S = 4 * 3600


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an experiment, or why it could not be run.

    `seconds` are the processor's, those of kept answers among them; `clock` is how long this run had to wait for it.
    `changed` says what is no longer as it lay in the folder; None where no result lay there.
    """

    name: str
    seconds: float
    problem: str = ""
    clock: float = 0.0
    changed: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """Where results go, the day they bear, and whether they are only compared with what lies there."""

    out: Path
    day: date
    is_check: bool = False


def run_all(
    experiments: Sequence[Experiment],
    bench: Bench,
    out: Path,
    *,
    jobs: int = 1,
    today: date | None = None,
    is_check: bool = False,
) -> list[Done]:
    """Run experiments and write what they found; one that cannot be run does not end the others.

    Those that must run alone come first, before there are lanes. A check compares with what lies in the folder and
    writes nothing there.
    """
    day = today or date.today()  # noqa: DTZ011 - the reader's own day
    order = Order(out, day, is_check)
    done = _lane([one for one in experiments if one.is_alone], bench, order)
    rest = [one for one in experiments if not one.is_alone]
    lanes: dict[str, list[str]] = {}
    for experiment in rest:
        lanes.setdefault(experiment.lane if jobs > 1 else "all", []).append(experiment.name)
    done += _lanes(list(lanes.values()), bench, order) if len(lanes) > 1 else _lane(rest, bench, order)
    if not is_check and any(not one.problem for one in done):
        results.write_index(out)
    return done


def _lanes(lanes: Sequence[Sequence[str]], bench: Bench, order: Order) -> list[Done]:
    """Run every lane in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(len(lanes)) as pool:
        waiting = [pool.apply_async(_in_process, (names, bench, order)) for names in lanes]
        return [one for each in waiting for one in each.get(timeout=_PATIENCE_S)]


def _in_process(names: Sequence[str], bench: Bench, order: Order) -> list[Done]:
    """Run a lane; `bench.say` must be a function of a module, since it is sent to a process."""
    return _lane([EXPERIMENTS[name] for name in names], bench, order)


def _lane(experiments: Sequence[Experiment], bench: Bench, order: Order) -> list[Done]:
    done = []
    for number, experiment in enumerate(experiments, 1):
        said = replace(bench, say=_prefixed(bench.say, f"{number}/{len(experiments)} {experiment.name}"))
        done.append(run_one(experiment, said, order.out, order.day, is_check=order.is_check))
        one = done[-1]
        bench.say(
            f"{one.name}: {one.problem or f'{one.seconds:.0f} s of the processor, {one.clock:.0f} s by the clock'}"
        )
    return done


def _prefixed(say: Callable[[str], None], prefix: str) -> Callable[[str], None]:
    return lambda words: say(f"{prefix}: {words}")


def run_one(experiment: Experiment, bench: Bench, out: Path, day: date, *, is_check: bool = False) -> Done:
    """Run one experiment, compare what it found with what lay in the folder, and write it unless that is all."""
    begun, clock = time.process_time(), time.monotonic()
    bench = replace(bench, keeper=Keeper(bench.keeper.folder))
    problem, changed = "", None
    try:
        outcome = experiment.run(bench)
        seconds = time.process_time() - begun + sum(bench.keeper.saved)
        plain = results.as_plain(experiment, outcome, bench, seconds, day)
        before = results.read_one(out, experiment.name)
        changed = None if before is None else tuple(results.differences(before, plain))
        if not is_check:
            results.write(out, plain, outcome)
    except EventlockyError as error:
        seconds, problem = time.process_time() - begun, str(error)
    return Done(experiment.name, seconds, problem, time.monotonic() - clock, changed)
