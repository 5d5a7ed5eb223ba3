"""Something that happens again and again, and those who want to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Event(Generic[T]):
    """Something that happens again and again, to subscribe to and to unsubscribe from."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def subscribe(self, listener: Callable[[T], None]) -> None:
        """Call *listener* from now on; twice subscribed is still called once."""
        if listener not in self._listeners:
            self._listeners.append(listener)

    def unsubscribe(self, listener: Callable[[T], None]) -> None:
        """Call it no more; harmless when it was not subscribed."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def tell(self, value: T) -> None:
        """Call everyone who listens now."""
        for listener in tuple(self._listeners):
            listener(value)
