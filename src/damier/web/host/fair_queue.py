"""A line of who waits, fair at every level of a path: between addresses, then browsers, then tables."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

Path: TypeAlias = tuple[str, ...]
"""Where something waits: ``("192.0.2.1", "hash of a cookie", "name of a table")``; all are of one length."""


class FairLine(Generic[T]):
    """Things that wait; lines within it take turns, and each goes to the end once it was served.

    So whoever has a hundred things waiting is served no more often than who has one, at every level:
    many tables do not help a browser, and many browsers do not help an address. Whoever comes new goes before
    those who have just been served, once for each time they were, so that nobody waits for ever.
    """

    def __init__(self) -> None:
        self._here: deque[T] = deque()
        """What waits at the end of a path."""
        self._lines: OrderedDict[str, FairLine[T]] = OrderedDict()
        """By name, the one whose turn is next first."""
        self._served = False
        """Whether it was served since a newcomer went before it."""

    def __iter__(self) -> Iterator[T]:
        yield from self._here
        for line in self._lines.values():
            yield from line

    def __len__(self) -> int:
        return len(self._here) + sum(map(len, self._lines.values()))

    def count(self, counts: Callable[[T], bool]) -> int:
        """How many of the things that *counts* says yes to wait."""
        return sum(map(counts, self))

    def put(self, path: Path, thing: T) -> None:
        """Wait behind what came along the same path."""
        if not path:
            self._here.append(thing)
            return
        if path[0] not in self._lines:
            self._lines[path[0]] = FairLine()
            for name, line in list(self._lines.items()):
                if line._served:
                    self._lines.move_to_end(name)
                    line._served = False
        self._lines[path[0]].put(path[1:], thing)

    def put_first(self, path: Path, thing: T) -> None:
        """Wait for the very next turn."""
        if not path:
            self._here.appendleft(thing)
            return
        self._lines.setdefault(path[0], FairLine()).put_first(path[1:], thing)
        self._lines.move_to_end(path[0], last=False)

    def remove(self, path: Path, thing: T) -> None:
        """Wait no more."""
        if not path:
            self._here.remove(thing)
            return
        line = self._lines[path[0]]
        line.remove(path[1:], thing)
        if not len(line):
            del self._lines[path[0]]

    def clear(self) -> list[T]:
        """Nothing waits any more; what did."""
        things = list(self)
        self._here.clear()
        self._lines.clear()
        return things

    def take(self, may: Callable[[T], bool], urgent: Callable[[T], bool] | None = None) -> T | None:
        """The next thing that *may* begin; every line that it stood in goes to the end of its own.

        Within a line of the first level, what is *urgent* goes first.
        """
        for thing in self._here:
            if may(thing):
                self._here.remove(thing)
                return thing
        for name, line in self._lines.items():
            taken = line.take(lambda thing: urgent(thing) and may(thing)) if urgent is not None else None
            taken = taken or line.take(may)
            if taken is not None:
                self._lines.move_to_end(name)
                line._served = True
                if not len(line):
                    del self._lines[name]
                return taken
        return None

    def last_of_fullest(self, counts: Callable[[T], bool], newcomer: Path) -> T | None:
        """What has to go where too many wait: the last in the fullest line.

        Of lines that are equally full it is the *newcomer*'s. Only things count to which *counts* says yes;
        None where there is none.
        """
        if self._here:
            return next((thing for thing in reversed(self._here) if counts(thing)), None)
        if not self._lines:
            return None
        first, rest = (newcomer[0], newcomer[1:]) if newcomer else ("", ())
        fullest = max(
            reversed(self._lines), key=lambda name: (self._lines[name].count(counts), name == first)
        )
        return self._lines[fullest].last_of_fullest(counts, rest if fullest == first else ())

    def longest(self, counts: Callable[[T], bool]) -> int:
        """How many things wait in the fullest line of the first level, of those that *counts* says yes to."""
        return max((line.count(counts) for line in self._lines.values()), default=0)
