"""What can be asked about one place of a board, at the prompt and on the page: is this cell safe?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from damier.core.engine import Line
from damier.core.game import M, V
from damier.core.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry(Generic[V, M]):
    """A question that a game answers about a place, from what can be seen."""

    word: Text
    """What is typed before the place: ``safe``, as in ``safe c4``."""
    title: Text
    """The question, short, for a button: ``Safe?``"""
    about: Text
    """One line for the list of commands: ``whether a cell is safe: safe c4``."""
    key: str
    """The letter that asks it about the place where the keyboard is on a board."""
    level: str
    """The key of the level that answers; it ends by itself."""
    read: Callable[[str, V], M]
    """The move at a place by its name, whose worth is the answer; refuses a place without one."""
    answer: Callable[[V, Line[M]], Text]
    """The answer in a sentence, from the level's opinion on that move: ``c4 is safe.``"""
