"""Sentences on a terminal, broken where their language breaks them."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.containers import Lines
from rich.text import Text

NO_BREAK_SPACES = {"\N{NO-BREAK SPACE}": "\ue000", "\N{NARROW NO-BREAK SPACE}": "\ue001"}
"""What stands for a space that must not be broken while lines are: as wide, and no space to rich."""

_HOLD = str.maketrans(NO_BREAK_SPACES)
_LET_GO = str.maketrans({held: space for space, held in NO_BREAK_SPACES.items()})


class Words(Text):
    """Text that is broken at plain spaces only; rich breaks at no-break spaces as well."""

    def wrap(self, console: Console, width: int, **how: Any) -> Lines:
        """The lines, none of which begins with a French question mark."""
        held = self.copy()
        held.plain = self.plain.translate(_HOLD)
        lines = held.wrap(console, width, **how)
        for line in lines:
            line.plain = line.plain.translate(_LET_GO)
        return lines
