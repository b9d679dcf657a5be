"""The command line: `eventlocky COMMAND …`. One file a command, one table of all.

A command has `add(parser)` for its options and `run(options)` for its work. Data goes to standard
output, talk to standard error. Exit 0 is good, 1 the answer is no, 2 wrong use, 3 could not run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eventlocky import __version__
from eventlocky.cli import (
    backup,
    batch,
    corpora,
    crawl,
    dates,
    demo,
    digest,
    evaluate,
    export,
    extract,
    history,
    kinds,
    merge,
    near,
    places,
    rank,
    render,
    report,
    restore,
    search,
    serve,
    settings,
    show,
    sources,
    store,
    systems,
    take,
    train,
    unmerge,
    users,
    version,
    worker,
)
from eventlocky.errors import EventlockyError

GOOD, NO, USAGE, COULD_NOT_RUN = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is called, what it does in one sentence, an example."""

    name: str
    summary: str
    example: str
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


COMMANDS = tuple(
    Command(name, module.SUMMARY, module.EXAMPLE, module.add, module.run)
    for name, module in (
        ("extract", extract),
        ("show", show),
        ("render", render),
        ("dates", dates),
        ("near", near),
        ("places", places),
        ("crawl", crawl),
        ("batch", batch),
        ("rank", rank),
        ("search", search),
        ("history", history),
        ("merge", merge),
        ("unmerge", unmerge),
        ("export", export),
        ("import", take),
        ("sources", sources),
        ("digest", digest),
        ("backup", backup),
        ("restore", restore),
        ("serve", serve),
        ("store", store),
        ("worker", worker),
        ("users", users),
        ("demo", demo),
        ("evaluate", evaluate),
        ("corpus", corpora),
        ("report", report),
        ("train", train),
        ("systems", systems),
        ("kinds", kinds),
        ("settings", settings),
        ("version", version),
    )
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="eventlocky",
        description="Find what is on: the events and deals that organisations announce on their own web pages.",
        epilog="Example: eventlocky extract https://example.org/calendar",
    )
    top.add_argument("--version", action="version", version=f"eventlocky {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, dest="command")
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.summary,
            epilog=f"Example: {command.example}",
        )
        command.add(sub)
        sub.set_defaults(run=command.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except EventlockyError as error:
        print(f"eventlocky: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    except BrokenPipeError:  # the reader went away (`| head`): not our failure
        _drop_output()
        return GOOD
    except OSError as error:  # a full disk under standard output
        _drop_output()
        print(f"eventlocky: {error.strerror or error}.", file=sys.stderr)
        return COULD_NOT_RUN
    except KeyboardInterrupt:
        print("eventlocky: interrupted.", file=sys.stderr)
        return COULD_NOT_RUN
    return code


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the end of the program does not fail over it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
