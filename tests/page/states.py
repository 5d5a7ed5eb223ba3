"""Every state that a page can be in: looked at by axe, and written as pictures."""

from __future__ import annotations

from tests.page import states_after, states_arena, states_people, states_start, states_table
from tests.page.staging import STATES, bring

__all__ = [
    "STATES",
    "bring",
    "states_after",
    "states_arena",
    "states_people",
    "states_start",
    "states_table",
]
