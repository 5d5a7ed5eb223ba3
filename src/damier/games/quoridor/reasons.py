"""Opinions in words: what a move does to both ways, with the cells to point at."""

from __future__ import annotations

from collections.abc import Sequence

from damier.core.engine import Line, Reason
from damier.core.scene import At
from damier.core.text import Number, Text
from damier.core.verdict import Loss, Score, Verdict, Win
from damier.core.whose_moves import OWN, own_moves
from damier.engines.alphabeta import squash
from damier.games.quoridor.levels.document import DISTANCE, WIN, ValuedMove, after
from damier.games.quoridor.paths import ALL_ON, Survey, Work
from damier.games.quoridor.rules import Cell, Move, Position
from damier.games.quoridor.scene import cell_at, wall_at


class Explainer:
    """Explains the moves of one position; what does not depend on the search is found only once."""

    def __init__(self, view: Position, proves: bool) -> None:
        self.view = view
        self.proves = proves
        """Whether a win that the search sees is one: all walls are looked at, or there are none."""
        self._before = Survey(view, ALL_ON, Work())
        self._effects: dict[Move, tuple[Reason, ...]] = {}

    def line(self, opinion: ValuedMove, depth: int, then: tuple[Move, ...] = ()) -> Line[Move]:
        """One opinion of a search to *depth*, and what is expected after the move."""
        end = ending(opinion.value, depth)
        if end is None:
            value, chance = float(opinion.value), squash(opinion.value / DISTANCE)
        else:
            value, chance = (WIN - end, 1.0) if opinion.value > 0 else (end - WIN, 0.0)
        return Line(
            move=opinion.move,
            value=value,
            chance=chance,
            verdict=self._verdict(opinion, end),
            then=then,
            why=(_outlook(opinion, depth, end), *self.effects(opinion.move)),
        )

    def effects(self, move: Move) -> tuple[Reason, ...]:
        """What *move* does to the ways of both pawns."""
        if move not in self._effects:
            self._effects[move] = self._wall(move) if move.wall else self._step(move)
        return self._effects[move]

    def _verdict(self, opinion: ValuedMove, end: int | None) -> Verdict:
        """An end, or steps of lead, which are an upper bound where the search was cut off."""
        if end is None:
            steps = opinion.value / DISTANCE
            number = Number(steps, "+.1f") if round(steps, 1) else Number(0.0, ".1f")
            words = (
                Text("{number} steps", number=number)
                if opinion.exact
                else Text("≤{number} steps", number=number)
            )
            return Score(steps, words=words, at_most=not opinion.exact)
        proven = self.proves or end == 1
        return Win(end, proven=proven) if opinion.value > 0 else Loss(end, proven=proven)

    def _step(self, move: Move) -> tuple[Reason, ...]:
        """Where the pawn then is, and the way that is left to go."""
        seat, survey = self.view.turn, self._survey(move)
        path, other = survey.paths[seat], survey.paths[1 - seat]
        if len(path) == 1:
            home = Text("the pawn reaches its goal on {cell}", cell=str(move))
            return (Reason(home, self._at(path), kind="arrives"),)
        text = Text(
            "the pawn on {cell} has {n} steps left, the other pawn {other}",
            cell=str(move),
            n=len(path) - 1,
            other=len(other) - 1,
        )
        return (Reason(text, self._at(path), kind="race"),)

    def _wall(self, move: Move) -> tuple[Reason, ...]:
        """How much longer the other's way becomes, and one's own."""
        seat, survey = self.view.turn, self._survey(move)
        own, other = len(survey.paths[seat]) - 1, len(survey.paths[1 - seat]) - 1
        own_before, other_before = (len(self._before.paths[s]) - 1 for s in (seat, 1 - seat))
        cells = (*wall_at(move, self.view.board), *self._at(survey.paths[1 - seat]))
        if other > other_before:
            text = Text(
                "the wall makes the other's way longer by {n}: {after} steps instead of {before}",
                n=other - other_before,
                after=other,
                before=other_before,
            )
        else:
            text = Text("the wall leaves the other's way at {n} steps", n=other)
        reasons = [Reason(text, cells, kind="lengthens")]
        if own > own_before:
            longer = Text("it makes its own way longer by {n}: {after} steps", n=own - own_before, after=own)
            reasons.append(Reason(longer, self._at(survey.paths[seat]), kind="detour"))
        return tuple(reasons)

    def _survey(self, move: Move) -> Survey:
        return Survey(after(self.view, move), ALL_ON, Work())

    def _at(self, path: Sequence[Cell]) -> tuple[At, ...]:
        return tuple(cell_at(cell, self.view.board) for cell in path)


def ending(value: int, depth: int) -> int | None:
    """After how many moves of both together the game ends, if a search to *depth* saw that."""
    return depth - (abs(value) - WIN) if abs(value) >= WIN else None


def _outlook(opinion: ValuedMove, depth: int, end: int | None) -> Reason:
    """What the search has seen, in a sentence."""
    if end is not None and opinion.value > 0:
        return Reason(Text("it sees a win in {n} {own}", n=own_moves(end), own=OWN), kind="wins")
    if end is not None:
        return Reason(Text("it sees a loss in {n} {own}", n=own_moves(end), own=OWN), kind="loses")
    if opinion.drawn:
        return Reason(Text("the game ends with it, in a draw"), kind="draws")
    return Reason(_lead(opinion.value / DISTANCE, opinion.exact, depth), kind="value")


def _lead(steps: float, exact: bool, depth: int) -> Text:
    """How far ahead or behind it is in the race, as far as a search to *depth* sees."""
    if round(steps, 1) < 0:
        behind = Number(-steps, ".1f")
        if exact:
            return Text("looking {n} moves ahead, it is {steps} steps behind", n=depth, steps=behind)
        return Text("looking {n} moves ahead, it is at least {steps} steps behind", n=depth, steps=behind)
    value = Number(steps, "+.1f")
    if exact:
        return Text("looking {n} moves ahead, it is worth {value} steps of lead", n=depth, value=value)
    return Text("looking {n} moves ahead, it is worth {value} steps of lead at most", n=depth, value=value)
