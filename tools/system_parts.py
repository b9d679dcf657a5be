"""Parts of the system that tests need and pip cannot bring: what they are, and how Debian installs them.

`python tools/system_parts.py` lists them, `--install` installs the missing ones where that can be
done (Debian, as root or with sudo). Where it cannot, the tests that need a part skip with one
sentence, and fail where `CI=true`.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys

PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "chromium": (("chromium", "chromium-browser", "google-chrome"), ("chromium",)),
    "japanese": (
        ("/usr/share/fonts/*/*/ipag*.ttf", "/usr/share/fonts/*/*/NotoSansCJK*", "/usr/share/fonts/*/*/VL-*Gothic*"),
        ("fonts-ipafont-gothic",),
    ),
    "postgis": (("/usr/lib/postgresql/*/lib/postgis-3.so",), ("postgresql-15", "postgresql-15-postgis-3")),
}
"""A part: the programs (or files) of which one must be there, and the Debian packages that bring it."""


def program(part: str) -> str | None:
    """Return the path of a part's program or file, or None where it is missing; of several versions the newest."""
    programs, _ = PARTS[part]
    return next((path for name in programs if (path := shutil.which(name) or _newest(name))), None)


def _newest(pattern: str) -> str | None:
    return max(glob.glob(pattern), default=None) if pattern.startswith("/") else None  # noqa: PTH207 - a whole path


def install(parts: list[str]) -> bool:
    """Install parts with apt-get, as root or with sudo; tell whether it went well."""
    packages = [package for part in parts for package in PARTS[part][1]]
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (prefix and not shutil.which("sudo")):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        full = [*prefix, "apt-get", "-qq", *command]
        if subprocess.run(full, env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
            return False
    return True


def main() -> int:
    """List the parts, or install the missing ones. A part that cannot be had is not an error here."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--install", action="store_true", help="install what is missing")
    options = parser.parse_args()
    missing = [part for part in PARTS if not program(part)]
    if options.install and missing:
        print(f"Installing {', '.join(missing)} for the tests …", file=sys.stderr, flush=True)
        if not install(missing):
            print(f"{', '.join(missing)} cannot be installed here; the tests that need it will skip.", file=sys.stderr)
    elif not options.install:
        for part in PARTS:
            print(f"{part:12} {program(part) or 'missing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
