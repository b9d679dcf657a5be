"""The package runs as a program."""

from __future__ import annotations

import subprocess
import sys

import pytest

from eventlocky import __version__


@pytest.mark.parametrize("module", ["eventlocky", "eventlocky.cli"])
def test_the_package_runs_as_a_program(module):
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"eventlocky {__version__}\n"
