"""How long a newcomer waits: seconds from `eventlocky demo` to its home page, to an event on it, to the search's end.

    python benchmarks/demo.py [--runs 3] [--today 2026-11-16]

The demo runs as a command; its home page is asked for again and again from the start on, as somebody would who
reloads it. The median of the runs is printed last, and the machine's own load with each, because it counts too. A first
run, which compiles the modules as pip does where they are installed, is not counted.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from statistics import median
from urllib.request import urlopen

PAUSE_S = 0.1
MOST_S = 120.0
STEPS = ("addresses", "page", "event", "searched")


def measure(today: str) -> dict[str, float]:
    """Return after how many seconds each step was reached."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "eventlocky", "demo", "--port", str(port), "--today", today]
    began, reached = time.monotonic(), {}
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:

        def listen() -> None:
            for line in process.stdout or ():
                step = "addresses" if "What's on:" in line else "searched" if "organisations visited" in line else ""
                if step:
                    reached[step] = time.monotonic() - began

        threading.Thread(target=listen, daemon=True).start()
        while len(reached) < len(STEPS) and time.monotonic() - began < MOST_S:
            html = home(port)
            if html:
                reached.setdefault("page", time.monotonic() - began)
            if "<h3" in html:
                reached.setdefault("event", time.monotonic() - began)
            time.sleep(PAUSE_S)
        process.send_signal(signal.SIGINT)
    return reached


def home(port: int) -> str:
    """Return the home page, "" where nobody answers yet."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--today", default="2026-11-16")
    options = parser.parse_args()
    runs = []
    for number in range(options.runs + 1):
        load = os.getloadavg()[0]
        reached = measure(options.today)
        note = "" if number else "  (not counted)"
        print("  ".join(f"{step} {reached[step]:.1f} s" for step in STEPS), f" load {load:.1f}{note}", flush=True)
        if number:
            runs.append(reached)
    print("median:", "  ".join(f"{step} {median(run[step] for run in runs):.1f} s" for step in STEPS))


if __name__ == "__main__":
    main()
