"""How accurately somebody played: what each move gave away, as one number."""

from __future__ import annotations

import math
from collections.abc import Sequence

STEEPNESS = 4.0
"""How fast accuracy falls: a move that gives a tenth of a point away is worth 67 percent."""


def accuracy(costs: Sequence[float]) -> float | None:
    """Percent: 100 for best moves only, and less the more each move gave away; None without a move."""
    if not costs:
        return None
    return round(100 * sum(math.exp(-STEEPNESS * cost) for cost in costs) / len(costs), 1)
