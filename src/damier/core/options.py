"""What can be chosen before a game, checked in one place and refused with the range that is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from damier.core.text import Text, Unreadable

Options: TypeAlias = Mapping[str, int | str]
"""Option values by name, fit for JSON: ``{"size": "9x9", "walls": 10}``."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height, written ``7x6``."""

    about: Text
    low: tuple[int, int]
    """The least width and height: ``(4, 4)``."""
    high: tuple[int, int]
    """The greatest width and height: ``(12, 12)``."""
    square: bool = False
    """Whether width and height must be equal."""

    unsaid = None

    def check(self, name: str, value: int | str) -> str:
        width, height = read_size(str(value))
        low, high = self.low, self.high
        if self.square and width != height:
            raise Unreadable(
                Text(
                    "the board must be square: {n}x{n}, not {width}x{height}",
                    n=width,
                    width=width,
                    height=height,
                )
            )
        if not (low[0] <= width <= high[0] and low[1] <= height <= high[1]):
            raise Unreadable(
                Text(
                    "{size} is not a possible size: choose from {low} to {high}",
                    size=f"{width}x{height}",
                    low=f"{low[0]}x{low[1]}",
                    high=f"{high[0]}x{high[1]}",
                )
            )
        return f"{width}x{height}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range."""

    about: Text
    low: int
    high: int

    unsaid = None

    def check(self, name: str, value: int | str) -> int:
        try:
            number = int(str(value))
        except ValueError:
            number = None
        if number is None or not self.low <= number <= self.high:
            raise Unreadable(
                Text(
                    "'{value}' is not possible for {name}: choose a whole number from {low} to {high}",
                    value=str(value)[:40],
                    name=name,
                    low=self.low,
                    high=self.high,
                )
            )
        return number


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    about: Text
    values: tuple[str, ...]
    unsaid: str | None = None
    """What complete options leave out: those from before there was a choice are complete too: ``opening``."""
    titles: Mapping[str, Text] = field(default_factory=dict)
    """What people read on the page for a value, where it is not the word itself: ``opens a region``."""

    def check(self, name: str, value: int | str) -> str:
        word = str(value).strip().lower()
        if word not in self.values:
            raise Unreadable(
                Text(
                    "'{value}' is not possible for {name}: choose one of {choices}",
                    value=str(value)[:40],
                    name=name,
                    choices=", ".join(self.values),
                )
            )
        return word

    def title_of(self, value: int | str) -> Text:
        """What people read for a value."""
        return self.titles.get(str(value), Text.literal(str(value)))


YES, NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")
"""How a switch may be given."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no: complete options hold 1 for a yes, and nothing for a no."""

    about: Text
    title: Text
    """What people call a board for which it is on: ``without guessing``."""

    unsaid = 0

    def check(self, name: str, value: int | str) -> int:
        word = str(value).strip().lower()
        if word not in YES + NO:
            raise Unreadable(
                Text(
                    "'{value}' is not possible for {name}: choose one of {choices}",
                    value=str(value)[:40],
                    name=name,
                    choices="1, 0",
                )
            )
        return int(word in YES)

    def title_of(self, value: int | str) -> Text:
        """What people read for a value."""
        return self.title


Option: TypeAlias = Size | Whole | Choice | Switch
"""What one option may be."""


def read_size(size: str) -> tuple[int, int]:
    """Width and height from ``7x6``, ``7X6``, ``7*6`` or ``7 x 6``."""
    match = re.fullmatch(r"\s*(\d{1,4})\s*[xX×*]\s*(\d{1,4})\s*", size, re.ASCII)
    if match is None:
        raise Unreadable(
            Text(
                "'{word}' is not a size: write width and height, as in {example}",
                word=size[:40],
                example="7x6",
            )
        )
    return int(match[1]), int(match[2])


def settle(
    declared: Mapping[str, Option],
    given: Options,
    defaults: Callable[[Options], Options],
    usual: Options,
    title: Text,
) -> Options:
    """Every declared option, in order, checked: as *given*, else from *defaults*, else as *usual*.

    What an option leaves unsaid is left out.
    """
    for name in given:
        if name not in declared:
            raise Unreadable(
                Text(
                    "{game} has no option '{name}': it has {choices}",
                    game=title,
                    name=name[:40],
                    choices=", ".join(declared),
                )
            )
    checked = {name: declared[name].check(name, given[name]) for name in declared if name in given}
    follows = defaults({**checked})
    unsaid = {name: option.unsaid for name, option in declared.items() if option.unsaid is not None}
    whole = {**unsaid, **usual, **follows, **checked}
    complete = {name: option.check(name, whole[name]) for name, option in declared.items()}
    return {name: value for name, value in complete.items() if value != declared[name].unsaid}
