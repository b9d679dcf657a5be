"""What only training needs is loaded when it is asked for, and counts by one thread."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("sklearn", reason="The extra train is not installed.")

_ASKED = """
from eventlocky.models.trainers import trainer
for module in ("scipy.sparse", "sklearn.linear_model", "sklearn.svm"):
    trainer(module)
import threadpoolctl
print(sorted({library["num_threads"] for library in threadpoolctl.threadpool_info()}))
"""


def test_training_counts_by_one_thread_whatever_the_machine_has():
    """The same pages once gave another model with two threads than with one, in four times the time."""
    done = subprocess.run(
        [sys.executable, "-c", _ASKED],
        env={**os.environ, "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[1]"
