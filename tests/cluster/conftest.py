"""Archives of invented pages, and a bucket on this machine."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pytest

with warnings.catch_warnings():  # FastWARC 1.1 warns of names of its own that it still keeps
    warnings.simplefilter("ignore", DeprecationWarning)
    import fastwarc.warc  # noqa: F401 - loaded here, so that nobody hears of it later

sys.path.append(str(Path(__file__).parent))

from cluster_archives import packed, page, record
from cluster_bucket import Bucket


@pytest.fixture
def archive(tmp_path: Path):
    """Write an archive of the given members, or of so many good pages."""

    def write(members: list[bytes] | int = 4, name: str = "town.warc.gz") -> Path:
        if isinstance(members, int):
            members = packed(*(record(number, page(number)) for number in range(members)))
        file = tmp_path / name
        file.write_bytes(b"".join(members))
        return file

    return write


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch):
    """Serve a bucket on this machine, without keys of anybody."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with Bucket() as served:
        yield served
