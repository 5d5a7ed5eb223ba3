"""Work that needs a level's opinion, written once for whoever waits and for whoever must not.

A consultation is a generator: it yields what a level is to be asked, is sent the opinion, and returns its
result. The terminal thinks on the spot (:func:`consult`), the server asks its workers
(:func:`consult_async`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from damier.core.engine import Analysis

T = TypeVar("T")


class LevelQuery(NamedTuple):
    """A position that a level is asked about."""

    level: str
    """Its key: ``perfect``."""
    view: Any
    """What the seat to move may know; never the whole truth where something is hidden."""
    depth: int | None = None
    """How many moves ahead it looks at most, where that is to be as far as another search looked."""


Consultation: TypeAlias = Generator[LevelQuery, Analysis[Any], T]
"""Yields queries, is sent their answers, returns a T."""


def consult(consultation: Consultation[T], ask: Callable[[LevelQuery], Analysis[Any]]) -> T:
    """The result, once *ask* has answered every query."""
    query, result = _advance(consultation, None)
    while query is not None:
        query, result = _advance(consultation, ask(query))
    return result[0]


async def consult_async(
    consultation: Consultation[T], ask: Callable[[LevelQuery], Awaitable[Analysis[Any]]]
) -> T:
    """The same for a server: what is computed between two answers is done in a thread."""
    query, result = await asyncio.to_thread(_advance, consultation, None)
    while query is not None:
        query, result = await asyncio.to_thread(_advance, consultation, await ask(query))
    return result[0]


def _advance(
    consultation: Consultation[T], answer: Analysis[Any] | None
) -> tuple[LevelQuery | None, tuple[T, ...]]:
    """The next query, or None and the result; a thread cannot hand on StopIteration."""
    try:
        return consultation.send(answer) if answer is not None else next(consultation), ()
    except StopIteration as end:
        return None, (end.value,)
