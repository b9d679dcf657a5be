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
    """

    name: str
    seconds: float
    problem: str = ""
    clock: float = 0.0


def run_all(
    experiments: Sequence[Experiment], bench: Bench, out: Path, *, jobs: int = 1, today: date | None = None
) -> list[Done]:
    """Run experiments and write what they found; one that cannot be run does not end the others.

    Those that must run alone come first, before there are lanes.
    """
    day = today or date.today()  # noqa: DTZ011 - the reader's own day
    done = _lane([one for one in experiments if one.is_alone], bench, out, day)
    rest = [one for one in experiments if not one.is_alone]
    lanes: dict[str, list[str]] = {}
    for experiment in rest:
        lanes.setdefault(experiment.lane if jobs > 1 else "all", []).append(experiment.name)
    done += _lanes(list(lanes.values()), bench, out, day) if len(lanes) > 1 else _lane(rest, bench, out, day)
    if any(not one.problem for one in done):
        results.write_index(out)
    return done


def _lanes(lanes: Sequence[Sequence[str]], bench: Bench, out: Path, day: date) -> list[Done]:
    """Run every lane in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(len(lanes)) as pool:
        waiting = [pool.apply_async(_in_process, (names, bench, out, day)) for names in lanes]
        return [one for each in waiting for one in each.get(timeout=_PATIENCE_S)]


def _in_process(names: Sequence[str], bench: Bench, out: Path, day: date) -> list[Done]:
    """Run a lane; `bench.say` must be a function of a module, since it is sent to a process."""
    return _lane([EXPERIMENTS[name] for name in names], bench, out, day)


def _lane(experiments: Sequence[Experiment], bench: Bench, out: Path, day: date) -> list[Done]:
    done = []
    for number, experiment in enumerate(experiments, 1):
        said = replace(bench, say=_prefixed(bench.say, f"{number}/{len(experiments)} {experiment.name}"))
        done.append(run_one(experiment, said, out, day))
        one = done[-1]
        bench.say(
            f"{one.name}: {one.problem or f'{one.seconds:.0f} s of the processor, {one.clock:.0f} s by the clock'}"
        )
    return done


def _prefixed(say: Callable[[str], None], prefix: str) -> Callable[[str], None]:
    return lambda words: say(f"{prefix}: {words}")


def run_one(experiment: Experiment, bench: Bench, out: Path, day: date) -> Done:
    """Run one experiment and write what it found."""
    begun, clock = time.process_time(), time.monotonic()
    bench = replace(bench, keeper=Keeper(bench.keeper.folder))
    problem = ""
    try:
        outcome = experiment.run(bench)
        seconds = time.process_time() - begun + sum(bench.keeper.saved)
        results.write(out, results.as_plain(experiment, outcome, bench, seconds, day), outcome)
    except EventlockyError as error:
        seconds, problem = time.process_time() - begun, str(error)
    return Done(experiment.name, seconds, problem, time.monotonic() - clock)
