"""Every game that ``hard`` can play, counted: does the document's AI lose?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from damier.core.game import Seat, Tool
from damier.core.text import Number, Text, Unreadable
from damier.games.tictactoe.levels.choice_index import choice_index
from damier.games.tictactoe.levels.document import ideal_cells
from damier.games.tictactoe.notation import write
from damier.games.tictactoe.rules import Cell, Position, board
from damier.games.tictactoe.scene import sign


@dataclass(frozen=True, slots=True)
class Tally:
    """How games end for ``hard``, over every reply and every way its ties can fall."""

    wins: int
    draws: int
    losses: int
    """How many games, told apart by their moves: ``45``."""
    worst: float
    """Its expected points, 0 to 1, against the rival who does it most harm; its ties fall at random."""
    loss: tuple[Cell, ...] | None
    """The moves of the shortest lost game from here, if there is one."""


def tally(seat: Seat, literal: bool = False) -> Tally:
    """Every game that ``hard`` can play on *seat*, from the empty board."""
    return _tally(Position(board(3, 3, 3), (0, 0), 0), seat, literal)


@cache
def _tally(position: Position, seat: Seat, literal: bool) -> Tally:
    """Every game that can follow *position*; kept, because most are reached by several orders of moves."""
    outcome = position.outcome()
    if outcome is not None:
        points = outcome.points[seat]
        return Tally(int(points == 1), int(points == 0.5), int(points == 0), points, None if points else ())
    mine = position.turn == seat
    moves = ideal_cells(choice_index(position, literal)) if mine else position.moves()
    after = [(move, _tally(position.play(move), seat, literal)) for move in moves]
    worsts = [each.worst for _, each in after]
    return Tally(
        wins=sum(each.wins for _, each in after),
        draws=sum(each.draws for _, each in after),
        losses=sum(each.losses for _, each in after),
        worst=sum(worsts) / len(worsts) if mine else min(worsts),
        loss=min(
            ((move, *each.loss) for move, each in after if each.loss is not None), key=len, default=None
        ),
    )


def _run(words: Sequence[str], say: Callable[[Text], None]) -> None:
    if words:
        raise Unreadable(Text("'{word}' is not understood: this tool takes no words", word=words[0][:40]))
    say(Text("every game of hard, over every reply and every way its ties can fall"))
    for literal in (False, True):
        say(
            Text("the ten steps taken literally (steps 5, 6 and 10 may lower steps 3 and 4):")
            if literal
            else Text("the ten steps as the author meant them (nothing lowers steps 3 and 4), as hard plays:")
        )
        for seat in (0, 1):
            _report(seat, tally(seat, literal), say)


def _report(seat: Seat, found: Tally, say: Callable[[Text], None]) -> None:
    say(
        Text(
            "  as {seat}: {games} games, {wins} won, {draws} drawn, {losses} lost; "
            "{worst} points a game against its worst rival",
            seat=sign(seat),
            games=found.wins + found.draws + found.losses,
            wins=found.wins,
            draws=found.draws,
            losses=found.losses,
            worst=Number(found.worst, ".3f"),
        )
    )
    if found.loss is not None:
        say(
            Text(
                "    the shortest that it loses: {moves}", moves=" ".join(write(move) for move in found.loss)
            )
        )


TOOL = Tool(Text("counts every game that hard can play against every reply, and how many it loses"), _run)
