"""The table of hostile texts is that of the formats."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "formats"))
