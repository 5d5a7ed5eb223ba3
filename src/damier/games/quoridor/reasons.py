"""Opinions in words: what a move does to both ways, with the cells to point at."""

from __future__ import annotations

from collections.abc import Sequence

from damier.core.engine import Line, Reason
from damier.core.scene import At
from damier.core.text import Number, Text
from damier.core.verdict import loses_in, wins_in
from damier.engines.alphabeta import squash
from damier.games.quoridor.levels.document import DISTANCE, WIN, Opinion, after
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

    def line(self, opinion: Opinion, depth: int, then: tuple[Move, ...] = ()) -> Line[Move]:
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
            label=_label(opinion, end),
            proven=end is not None and (self.proves or end == 1),
            then=then,
            why=(Reason(self._verdict(opinion, depth, end)), *self.effects(opinion.move)),
        )

    def effects(self, move: Move) -> tuple[Reason, ...]:
        """What *move* does to the ways of both pawns."""
        if move not in self._effects:
            self._effects[move] = self._wall(move) if move.wall else self._step(move)
        return self._effects[move]

    def _verdict(self, opinion: Opinion, depth: int, end: int | None) -> Text:
        if end is not None and opinion.value > 0:
            return Text("it sees a win in {n} moves of both together", n=end)
        if end is not None:
            return Text("it sees a loss in {n} moves of both together", n=end)
        if opinion.drawn:
            return Text("the game ends with it, in a draw")
        value = Number(opinion.value / DISTANCE + 0.0, "+.1f")
        if opinion.exact:
            return Text("looking {n} moves ahead, it is worth {value} steps of lead", n=depth, value=value)
        return Text(
            "looking {n} moves ahead, it is worth {value} steps of lead at most", n=depth, value=value
        )

    def _step(self, move: Move) -> tuple[Reason, ...]:
        """Where the pawn then is, and the way that is left to go."""
        seat, survey = self.view.turn, self._survey(move)
        path, other = survey.paths[seat], survey.paths[1 - seat]
        if len(path) == 1:
            return (Reason(Text("the pawn reaches its goal on {cell}", cell=str(move)), self._at(path)),)
        text = Text(
            "the pawn on {cell} has {n} steps left, the other pawn {other}",
            cell=str(move),
            n=len(path) - 1,
            other=len(other) - 1,
        )
        return (Reason(text, self._at(path)),)

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
        reasons = [Reason(text, cells)]
        if own > own_before:
            longer = Text("it makes its own way longer by {n}: {after} steps", n=own - own_before, after=own)
            reasons.append(Reason(longer, self._at(survey.paths[seat])))
        return tuple(reasons)

    def _survey(self, move: Move) -> Survey:
        return Survey(after(self.view, move), ALL_ON, Work())

    def _at(self, path: Sequence[Cell]) -> tuple[At, ...]:
        return tuple(cell_at(cell, self.view.board) for cell in path)


def ending(value: int, depth: int) -> int | None:
    """After how many moves of both together the game ends, if a search to *depth* saw that."""
    return depth - (abs(value) - WIN) if abs(value) >= WIN else None


def _label(opinion: Opinion, end: int | None) -> Text:
    """Short, for the board: steps of lead, ``≤`` where the search was cut off."""
    if end is not None:
        return wins_in(end) if opinion.value > 0 else loses_in(end)
    lead = opinion.value / DISTANCE + 0.0
    return Text.number(lead, "+.1f") if opinion.exact else Text("≤{number}", number=Number(lead, "+.1f"))
