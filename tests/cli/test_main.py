"""The package runs as a program."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator

import pytest

from eventlocky import __version__
from eventlocky.cli import parser


@pytest.mark.parametrize("module", ["eventlocky", "eventlocky.cli"])
def test_the_package_runs_as_a_program(module):
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"eventlocky {__version__}\n"


def options_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in {*action.choices.values()}:
                yield from options_of(each)
        elif action.option_strings:
            yield action


def test_an_option_of_many_values_may_be_given_again():
    many = [action for action in options_of(parser()) if action.nargs == "+"]
    assert len(many) > 10
    assert [action.dest for action in many if "Extend" not in type(action).__name__] == []
