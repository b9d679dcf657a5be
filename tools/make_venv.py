"""Make the project's virtual environment from nothing but Python: `python3 tools/make_venv.py .venv`.

Installs the locked packages and the project itself, with uv where it can be had (seconds) and with
pip where it cannot (a minute). Only the standard library is used: nothing is installed yet.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
LOCK = "requirements.lock"


def main(folder: str) -> int:
    """Make the environment in a folder; return an exit code."""
    if sys.version_info < OLDEST:
        return fail(
            f"Python {sys.version.split()[0]} is too old: 3.11 or newer is needed. Try: make PYTHON=python3.11 …"
        )
    print(f"Setting up {folder} with Python {sys.version.split()[0]} …", flush=True)
    venv = Path(folder)
    if not make(venv):
        return fail("No virtual environment can be made. On Debian run apt-get install python3-venv, then try again.")
    python = str(venv / "bin" / "python")
    installer = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if run([*installer, "uv"], quiet=True):
        installer = [str(venv / "bin" / "uv"), "pip", "install", "-q", "--python", python]
    if not run([*installer, "--require-hashes", "-r", LOCK]):
        return fail(
            "The packages of requirements.lock cannot be installed. Check the network and the package registry."
        )
    if not run([*installer, "--no-deps", "-e", "."]):
        return fail("The project itself cannot be installed. See the lines above.")
    return 0


def make(venv: Path) -> bool:
    """Make an empty environment; on Debian as root, get the part of Python that it needs first."""
    shutil.rmtree(venv, ignore_errors=True)
    if run([sys.executable, "-m", "venv", str(venv)], quiet=True):
        return True
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    version = f"python3.{sys.version_info.minor}-venv"
    quiet = ["apt-get", "-qq"]
    return (
        run([*quiet, "update"], quiet=True)
        and run([*quiet, "install", "-y", version], quiet=True)
        and run([sys.executable, "-m", "venv", "--clear", str(venv)])
    )


def run(command: list[str], *, quiet: bool = False) -> bool:
    """Run a command; tell whether it went well."""
    sink = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, stdout=sink, stderr=sink, check=False).returncode == 0


def fail(message: str) -> int:
    """Print why it did not work."""
    print(message, file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ".venv"))
