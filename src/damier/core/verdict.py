"""What a move comes to, as data: ordered, negatable, proven or believed. Its words are made here only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import ClassVar

from damier.core.text import Number, Text
from damier.core.whose_moves import OWN, own_moves


@dataclass(frozen=True, slots=True)
class Verdict(ABC):
    """For whoever makes the move: what is better is greater, proven or not.

    Every verdict can be compared with a win, a draw and a loss; two numbers only where they count the same.
    """

    kind: ClassVar[str]
    """What it is called where it is written down: ``win``."""
    proven: bool = field(default=False, kw_only=True)
    """Known, not believed."""

    @property
    @abstractmethod
    def label(self) -> Text:
        """A few words for the board: ``wins in 3 own moves``, ``+3 boxes``, ``12% mine``."""

    @property
    def short(self) -> Text:
        """What stands in a cell: ``wins in 3``; whose moves those are is said beside the board."""
        return self.label

    @property
    def is_number(self) -> bool:
        """Whether its label is a number whose meaning a level's legend tells."""
        return False

    @property
    def counts_moves(self) -> bool:
        """Whether its words count moves, of which :func:`moves_of` says whose they are."""
        return False

    @property
    def sign(self) -> Text | None:
        """``W3``, for places where the words have no room; None where there is no shorter way to say it."""
        return None

    @property
    @abstractmethod
    def rank(self) -> tuple[int, float]:
        """1 for a win, -1 for a loss and 0 between; then how good it is among those, 0 for an even game."""

    @abstractmethod
    def __neg__(self) -> Verdict:
        """The same for the other side."""

    def __lt__(self, other: Verdict) -> bool:
        return self.rank < other.rank if self._is_comparable(other) else NotImplemented

    def __le__(self, other: Verdict) -> bool:
        return self.rank <= other.rank if self._is_comparable(other) else NotImplemented

    def _is_comparable(self, other: object) -> bool:
        return type(self) is type(other) or any(isinstance(each, Win | Draw | Loss) for each in (self, other))


@dataclass(frozen=True, slots=True)
class Win(Verdict):
    """The game is won; a quick win is better than a slow one."""

    kind = "win"
    n: int
    """In so many moves of both sides, this one included: ``5``; people are told of their own, ``3``."""

    @property
    def label(self) -> Text:
        own = own_moves(self.n)
        return Text("wins in {n} {own}", n=own, own=OWN) if own > 1 else Text("wins at once")

    @property
    def short(self) -> Text:
        own = own_moves(self.n)
        return Text("wins in {n}", n=own) if own > 1 else self.label

    @property
    def counts_moves(self) -> bool:
        return own_moves(self.n) > 1

    @property
    def sign(self) -> Text:
        return Text("W{n}", n=own_moves(self.n))

    @property
    def rank(self) -> tuple[int, float]:
        return 1, -self.n

    def __neg__(self) -> Loss:
        return Loss(self.n, proven=self.proven)


@dataclass(frozen=True, slots=True)
class Loss(Verdict):
    """The game is lost; the longer it takes the better."""

    kind = "loss"
    n: int
    """In so many moves of both sides, this one included: ``4``; people are told of their own, ``2``."""

    @property
    def label(self) -> Text:
        own = own_moves(self.n)
        return Text("loses in {n} {own}", n=own, own=OWN) if own > 1 else Text("loses at once")

    @property
    def short(self) -> Text:
        own = own_moves(self.n)
        return Text("loses in {n}", n=own) if own > 1 else self.label

    @property
    def counts_moves(self) -> bool:
        return own_moves(self.n) > 1

    @property
    def sign(self) -> Text:
        return Text("L{n}", n=own_moves(self.n))

    @property
    def rank(self) -> tuple[int, float]:
        return -1, self.n

    def __neg__(self) -> Win:
        return Win(self.n, proven=self.proven)


@dataclass(frozen=True, slots=True)
class Draw(Verdict):
    """Nobody wins."""

    kind = "draw"

    @property
    def label(self) -> Text:
        return Text("draws")

    @property
    def sign(self) -> Text:
        return Text.literal("=")

    @property
    def rank(self) -> tuple[int, float]:
        return 0, 0.0

    def __neg__(self) -> Draw:
        return self


@dataclass(frozen=True, slots=True)
class Margin(Verdict):
    """Boxes that are won from here on, less those of the other side."""

    kind = "margin"
    boxes: float
    """``3``; a mean where it is believed: ``2.4``."""
    lead: int = 0
    """Boxes that the side is ahead already: whoever is 6 behind and wins 4 from here on has lost."""

    @property
    def final(self) -> float:
        """By how many boxes the side is ahead in the end."""
        return self.lead + self.boxes

    @property
    def is_number(self) -> bool:
        return True

    @property
    def label(self) -> Text:
        if self.proven and float(self.final).is_integer():
            return Text("{sign}{n} boxes", sign="+" if self.final > 0 else "", n=int(self.final))
        return Text("{number} boxes", number=Number(self.final, "+.1f"))

    @property
    def short(self) -> Text:
        return self.label if self.proven else Text.number(self.final, "+.1f")

    @property
    def rank(self) -> tuple[int, float]:
        return 0, self.final

    def __neg__(self) -> Margin:
        return replace(self, boxes=-self.boxes, lead=-self.lead)


@dataclass(frozen=True, slots=True)
class Chance(Verdict):
    """What is expected, where it was tried many times."""

    kind = "chance"
    points: float
    """From 0 (lost) to 1 (won): ``0.63``."""

    @property
    def label(self) -> Text:
        return Text.number(self.points, ".0%")

    @property
    def rank(self) -> tuple[int, float]:
        return 0, self.points - 0.5

    def __neg__(self) -> Chance:
        return replace(self, points=1 - self.points)


@dataclass(frozen=True, slots=True)
class Risk(Verdict):
    """How likely a cell hides a mine; less is better."""

    kind = "risk"
    mine: float
    """From 0 (safe) to 1: ``0.12``."""
    sure: float = 1.0
    """From here on whoever says it takes the mine for certain: what is less is not rounded to it."""
    estimated: bool = False
    """Whether it was not counted, which a ``~`` says."""

    @property
    def percent(self) -> str:
        """``12``, ``<1``, ``>99``; ``~12`` where it is only an estimate."""
        return f"{'~' if self.estimated else ''}{percent(self.mine, self.sure)}"

    @property
    def label(self) -> Text:
        return Text("{percent}% mine", percent=self.percent)

    @property
    def rank(self) -> tuple[int, float]:
        return 0, 0.5 - self.mine

    def __neg__(self) -> Risk:
        return replace(self, mine=1 - self.mine)


@dataclass(frozen=True, slots=True)
class Score(Verdict):
    """A number in an engine's own unit, or what it says instead of one."""

    kind = "score"
    number: float
    """``0.3``; more is better."""
    form: str = "+.1f"
    """How it is written: see :class:`Number`."""
    words: Text | None = None
    """What the engine says itself in place of its number: ``blocks``."""
    at_most: bool = False
    """Whether the search was cut off: it is no better than this."""
    less_is_better: bool = False
    """Whether the number counts what is bad: what a cell is worth to the other side."""

    @property
    def is_number(self) -> bool:
        return True

    @property
    def label(self) -> Text:
        if self.words is not None:
            return self.words
        number = Number(self.number, self.form)
        return Text("≤{number}", number=number) if self.at_most else Text("{number}", number=number)

    @property
    def rank(self) -> tuple[int, float]:
        return 0, -self.number if self.less_is_better else self.number

    def __neg__(self) -> Score:
        """Its words are those of one side, and "no better" is "no worse" for the other: both are gone."""
        return replace(self, number=-self.number, words=None, at_most=False)


VERDICTS: dict[str, type[Verdict]] = {
    each.kind: each for each in (Win, Loss, Draw, Margin, Chance, Risk, Score)
}
"""Every class of them by its kind."""


def ending_in(n: int, value: float, *, proven: bool) -> Verdict:
    """The end after *n* moves of both sides: a win by a *value* above 0, a loss by one below, else a draw."""
    if value > 0:
        return Win(n, proven=proven)
    return Loss(n, proven=proven) if value < 0 else Draw(proven=proven)


def percent(risk: float, sure: float = 1.0) -> str:
    """``0``, ``<1``, ``34``, ``>99``, ``100``: never rounded to what is certain.

    Where less than 1 is *sure*, what falls short of that: ``<99``.
    """
    figures = round(100 * risk)
    if risk > 0 and figures < 1:
        return "<1"
    if risk < sure and figures > 100 * sure - 1:
        return ">99" if sure == 1 else f"<{100 * sure:.0f}"
    return str(figures)
