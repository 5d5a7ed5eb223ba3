"""How much the counting of mines may cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from damier.engines.search import Spent

STEPS_BETWEEN_LOOKS = 256
"""Steps between two looks at whether to stop: less than a millisecond."""


def _goes_on() -> bool:
    return False


@dataclass(slots=True)
class Budget:
    """How much may be counted, and whether to go on; a node is one way to go on with one box."""

    most: int
    """Nodes."""
    stop: Callable[[], bool] = _goes_on
    """Whether to end counting: asked now and then."""
    late: Callable[[], bool] = _goes_on
    """Whether there is no time left even to put together what was counted."""
    nodes: int = 0
    _steps: int = 0

    def use(self) -> None:
        """Count a node."""
        self.nodes += 1
        if self.nodes > self.most:
            raise Spent
        self.work(1)

    def work(self, steps: int) -> None:
        """Take steps that are no nodes, but take time as well."""
        self._steps += steps
        if self._steps >= STEPS_BETWEEN_LOOKS:
            self._steps = 0
            if self.stop():
                raise Spent
