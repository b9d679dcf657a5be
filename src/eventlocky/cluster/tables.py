"""Three Parquet data sets: events, pages, errors; a file each for every piece of an archive.

The columns are fixed here, whatever the pages say, so that the files of a run fit each other and those of the next.
Rows are written in groups as they come, beside their place, and all three files are moved there when they are whole:
who reads the data sets never sees half a piece.
"""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import fs
from pyarrow import parquet as pq

from eventlocky.cluster.archives import place_of
from eventlocky.cluster.rows import Row

_GROUP = 2_000
"""Rows are written when so many have come together: some 2 MB of events."""

_WHENCE = [
    ("url", pa.string()),
    ("captured", pa.timestamp("us", tz="UTC")),
    ("archive", pa.string()),
    ("offset", pa.int64()),
]
_PROOF = pa.struct([("field", pa.string()), ("path", pa.string()), ("text", pa.string()), ("confidence", pa.float64())])

EVENTS = pa.schema(
    [
        *_WHENCE,
        ("position", pa.int32()),
        ("kind", pa.string()),
        ("title", pa.string()),
        ("start_day", pa.date32()),
        ("start_time", pa.time32("s")),
        ("end_day", pa.date32()),
        ("end_time", pa.time32("s")),
        ("zone", pa.string()),
        ("rrule", pa.string()),
        ("exdates", pa.list_(pa.string())),
        ("rdates", pa.list_(pa.string())),
        ("doors", pa.time32("s")),
        ("when_text", pa.string()),
        ("place_name", pa.string()),
        ("place_address", pa.string()),
        ("lat", pa.float64()),
        ("lon", pa.float64()),
        ("online", pa.bool_()),
        ("price_text", pa.string()),
        ("price_amounts", pa.list_(pa.float64())),
        ("currency", pa.string()),
        ("free", pa.bool_()),
        ("price_before", pa.float64()),
        ("price_after", pa.float64()),
        ("discount_percent", pa.float64()),
        ("description", pa.string()),
        ("image", pa.string()),
        ("link", pa.string()),
        ("category", pa.string()),
        ("organiser", pa.string()),
        ("status", pa.string()),
        ("confidence", pa.float64()),
        ("path", pa.string()),
        ("fragment", pa.string()),
        ("finder", pa.string()),
        ("classifier", pa.string()),
        ("model", pa.string()),
        ("proofs", pa.list_(_PROOF)),
    ]
)
PAGES = pa.schema(
    [
        *_WHENCE,
        ("length", pa.int64()),
        ("bytes", pa.int64()),
        ("content_type", pa.string()),
        ("charset", pa.string()),
        ("digest", pa.string()),
        ("truncated", pa.string()),
        ("noindex", pa.bool_()),
        ("events", pa.int32()),
        ("cpu_ms", pa.float32()),
    ]
)
ERRORS = pa.schema(
    [
        *_WHENCE,
        ("length", pa.int64()),
        ("reason", pa.string()),
        ("message", pa.string()),
        ("head", pa.binary()),
    ]
)
SCHEMAS = {"events": EVENTS, "pages": PAGES, "errors": ERRORS}
"""The data sets by their folders."""


class Sets:
    """The files of one piece, used as a context manager: moved to their places at its end, or gone without a trace."""

    def __init__(self, out: str, name: str) -> None:
        self.out = out
        self.name = name
        self._filesystem, self._folder = place_of(out)
        self._tables: dict[str, _Table] = {}

    def __enter__(self) -> Self:
        """Begin the files, beside their places; in a bucket, in a folder of this machine."""
        part = f".{self.name}.{uuid4().hex[:8]}.part"
        for kind, schema in SCHEMAS.items():
            self._filesystem.create_dir(f"{self._folder}/{kind}")
            is_here = isinstance(self._filesystem, fs.LocalFileSystem)
            folder = Path(self._folder) / kind if is_here else Path(tempfile.gettempdir())
            for left in folder.glob(f".{glob.escape(self.name)}.*.part.{kind}"):  # by a run that was killed
                left.unlink(missing_ok=True)
            self._tables[kind] = _Table(folder / f"{part}.{kind}", schema)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Move the files to their places, unless something went wrong."""
        try:
            for name, table in self._tables.items():
                table.close(is_whole=error is None)
                if error is None:
                    publish(table.part, self._filesystem, f"{self._folder}/{name}/{self.name}.parquet")
        finally:
            for table in self._tables.values():
                table.part.unlink(missing_ok=True)

    def add(self, kind: str, rows: Iterable[Row]) -> None:
        """Add rows to a data set."""
        self._tables[kind].add(rows)


class _Table:
    """One Parquet file that is being written."""

    def __init__(self, part: Path, schema: pa.Schema) -> None:
        self.part = part
        self.schema = schema
        self._rows: list[Row] = []
        self._writer = pq.ParquetWriter(part, schema, compression="zstd")

    def add(self, rows: Iterable[Row]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._rows, self.schema))
        self._rows = []

    def close(self, *, is_whole: bool) -> None:
        """Write what is left; of a file that will be thrown away only the handle is closed."""
        if is_whole:
            if self._rows:
                self._flush()
            self._writer.close()
            return
        with suppress(OSError, pa.ArrowException):
            self._writer.close()


def publish(part: Path, filesystem: fs.FileSystem, place: str) -> None:
    """Move a whole file to its place: on this machine by its name alone, into a bucket as one object."""
    if isinstance(filesystem, fs.LocalFileSystem):
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(place)
        return
    fs.copy_files(str(part), place, source_filesystem=fs.LocalFileSystem(), destination_filesystem=filesystem)
