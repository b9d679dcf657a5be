"""What a search of the demo town costs: time to the first event, time and processor time an organisation.

    python benchmarks/near.py [--latency 0.2] [--copies 1] [--runs 3]

The town is served by a process of its own, whose every answer takes `--latency` seconds; `eventlocky near` runs as a
command, from its start to its end. With `--copies 9` every site stands under nine names: some 200 organisations.
The paper's Fig. 10 has 1.84 to 4.61 s an organisation. `asking` is the part of the run in which the process that asks
sites was busy, `reading` that of the processes that read their pages beside it (one, by default): below 100 % each was
waiting for the rest of the time. The machine's own load is printed with it, because it counts too. `failed` counts
sites that gave no answer in time and pages that were not read. A first run, which compiles the modules as pip does
where they are installed, is not counted.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

TODAY = date(2026, 11, 16)
PAPER_S = 1.84
FAILURES = (b"cannot be reached", b"Try again", b"passed over", b"Traceback")
"""What is said of a site that did not answer in time, or of a page that was not read."""


def serve(port: int, latency_s: float) -> None:
    """Serve the town under many names: `c3.opera.localhost` is `opera.localhost`."""
    import uvicorn

    from eventlocky.demo.server import app
    from eventlocky.demo.town import Town

    town = app(Town(TODAY, port=port, slow_s=max(latency_s, 0.05)), None, latency_s)

    async def renamed(scope: dict[str, Any], receive: object, send: object) -> None:
        if scope["type"] == "http":
            names = [(key, _bare(value) if key == b"host" else value) for key, value in scope["headers"]]
            scope = {**scope, "headers": names}
        await town(scope, receive, send)  # type: ignore[arg-type]

    uvicorn.run(renamed, host="127.0.0.1", port=port, log_level="critical", lifespan="off")


def _bare(host: bytes) -> bytes:
    first, _, rest = host.partition(b".")
    return rest if first[:1] == b"c" and first[1:].isdigit() else host


def places(port: int, copies: int) -> str:
    """Write the organisations of the town, each so many times."""
    from eventlocky.demo.town import Town

    town = json.loads(Town(TODAY, port=port).geojson())
    features = []
    for number in range(copies):
        for feature in town["features"]:
            website = feature["properties"]["website"]
            name = website if copies == 1 else website.replace("http://", f"http://c{number}.")
            features.append({**feature, "properties": {**feature["properties"], "website": name}})
    return json.dumps({**town, "features": features})


def search(folder: Path, file: Path, most: int) -> dict[str, float]:
    """Run the command once, and look at the clock when it prints its first event and when it ends."""
    store = folder / f"{time.monotonic_ns()}.sqlite"
    line = [sys.executable, "-m", "eventlocky", "near", "--places", str(file), "--store", str(store)]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "EVENTLOCKY_ALLOW_LOOPBACK": "1",
        "EVENTLOCKY_MAX_AT_ONCE": str(most),
    }
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - our own command
            [*line, "--fetched", TODAY.isoformat()], env=environment, stdout=subprocess.PIPE, stderr=said
        ) as process,
    ):
        assert process.stdout is not None
        process.stdout.readline()
        first = time.monotonic() - begun
        events, asking = 1, 0.0
        for _ in process.stdout:
            events += 1
            asking = max(asking, used_s(process.pid))
        process.wait()
        ended = time.monotonic() - begun
        said.seek(0)
        failed = sum(any(word in text for word in FAILURES) for text in said)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"first": first, "ended": ended, "used": used, "asking": asking, "events": events, "failed": failed}


def used_s(process: int) -> float:
    """Return the processor time of a process without those that it started (Linux; 0 elsewhere)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, and print the median of the runs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=32)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = multiprocessing.Process(target=serve, args=(port, options.latency), daemon=True)
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "places.geojson"
        file.write_text(places(port, 1), encoding="utf-8")
        for _ in range(100):
            time.sleep(0.1)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        search(Path(folder), file, options.at_once)  # compiles what pip has compiled where it is installed
        file.write_text(places(port, options.copies), encoding="utf-8")
        count = len(json.loads(file.read_text(encoding="utf-8"))["features"])
        runs = [search(Path(folder), file, options.at_once) for _ in range(options.runs)]
    server.terminate()
    middle = {name: median(run[name] for run in runs) for name in runs[0]}
    each = middle["ended"] / count
    print(f"{count} organisations, {options.latency * 1000:.0f} ms an answer, load {os.getloadavg()[0]:.1f}")
    print(f"first event  {middle['first']:.2f} s")
    print(f"all          {middle['ended']:.2f} s, {middle['events']:.0f} lines")
    print(f"a piece      {each:.3f} s ({each / PAPER_S:.1%} of the paper's {PAPER_S} s)")
    print(f"processor    {middle['used']:.2f} s, {middle['used'] / count:.3f} s a piece")
    print(f"asking       {middle['asking'] / middle['ended']:.0%} busy")
    print(f"reading      {(middle['used'] - middle['asking']) / middle['ended']:.0%} busy")
    print(f"failed       {middle['failed']:.0f}")


if __name__ == "__main__":
    main()
