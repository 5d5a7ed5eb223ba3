"""Levels that were called otherwise: what older versions saved holds their former keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar


class Renamed(Protocol):
    """Something that may have had other keys."""

    @property
    def former(self) -> tuple[str, ...]:
        """The keys of older versions: ``("counter",)``."""


T = TypeVar("T", bound=Renamed)


class ByAnyKey(Mapping[str, T]):
    """A mapping that lists its keys of today and finds by former ones too."""

    def __init__(self, found: Mapping[str, T]) -> None:
        self._found = dict(found)
        self._former = {former: each for each in found.values() for former in each.former}

    def __getitem__(self, key: str) -> T:
        return self._found[key] if key in self._found else self._former[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
