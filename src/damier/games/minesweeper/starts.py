"""What the first dig promises: the option ``start``."""

from __future__ import annotations

STARTS = OPENING, SAFE = "opening", "safe"
"""Its cell and the neighbours are clear, where the board has room for that; or its cell alone."""
