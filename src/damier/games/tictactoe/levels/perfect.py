"""The level ``perfect``: all of 3x3, searched to the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.text import Text
from damier.core.verdict import ending_in
from damier.core.whose_moves import OWN, own_moves
from damier.games.tictactoe.notation import text
from damier.games.tictactoe.reasons import at_once, names, places
from damier.games.tictactoe.rules import Cell, Position, Stones, board

LONGEST = 10
"""More than the moves of the longest game: a win in n moves is worth 10 - n."""


ALL, LINES = board(3, 3, 3).full, board(3, 3, 3).lines


def value(position: Position) -> int:
    """For the seat to move: 0 is a draw, 10 - n a win and n - 10 a loss, n moves from here, exactly."""
    return _value(position.stones[position.turn], position.stones[1 - position.turn])


def after(position: Position, move: Cell) -> int:
    """The value of *move* for the seat that makes it."""
    return _older(-value(position.play(move)))


@cache
def _value(mine: Stones, theirs: Stones) -> int:
    """The value for who owns *mine* and moves. There are 5,478 positions; each is kept."""
    for line in LINES:
        if theirs & line == line:
            return -LONGEST
    free = ALL & ~(mine | theirs)
    best = -LONGEST if free else 0
    while free:
        bit = free & -free
        free ^= bit
        best = max(best, _older(-_value(theirs, mine | bit)))
    return best


def _older(worth: int) -> int:
    """A win or a loss one move further away weighs one less."""
    return worth - (worth > 0) + (worth < 0)


def traps(position: Position) -> list[Cell]:
    """The moves that throw away what the seat to move could have."""
    best = _result(value(position))
    return [move for move in position.moves() if _result(after(position, move)) < best]


def _result(worth: int) -> int:
    """-1 a loss, 0 a draw, 1 a win."""
    return (worth > 0) - (worth < 0)


class PerfectOn3x3(Seeded):
    """Never loses; where moves are equally good, it leaves the rival the most ways to go wrong."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Cell]]:
        ranked = [(after(view, move), len(traps(view.play(move))), move) for move in view.moves()]
        ranked.sort(key=lambda entry: (-entry[0], -entry[1]))
        lines = tuple(self._line(view, move, worth) for worth, _, move in ranked)
        best = [move for worth, wrong, move in ranked if (worth, wrong) == ranked[0][:2]]
        move = dice(self.seed, text(view)).choice(best)
        chosen = next(line for line in lines if line.move == move)
        yield Analysis(
            move=move,
            lines=lines[: limit.lines],
            why=chosen.why,
            depth=len(view.moves()),
        )

    def _line(self, view: Position, move: Cell, worth: int) -> Line[Cell]:
        return Line(
            move=move,
            value=float(worth),
            chance=(_result(worth) + 1) / 2,
            verdict=ending_in(LONGEST - abs(worth), worth, proven=True),
            then=_best_play(view.play(move)),
            why=(*at_once(view, move), *_explain(view, move, worth)),
        )


def _best_play(position: Position) -> tuple[Cell, ...]:
    """How the game goes on when nobody errs."""
    moves: tuple[Cell, ...] = ()
    while position.outcome() is None:
        here = position
        move = max(here.moves(), key=lambda cell: after(here, cell))
        moves, position = (*moves, move), position.play(move)
    return moves


def _explain(view: Position, move: Cell, worth: int) -> tuple[Reason, ...]:
    child = view.play(move)
    if worth > 0:
        n = LONGEST - worth
        sure = Text("wins against every reply, in {n} {own} at the latest", n=own_moves(n), own=OWN)
        return () if n == 1 else (Reason(sure, kind="wins"),)
    if worth < 0:
        answer = _best_play(child)[0]
        return (
            Reason(
                Text(
                    "loses to {move}, in {n} {own} at the latest",
                    move=names([answer]),
                    n=own_moves(LONGEST + worth),
                    own=OWN,
                ),
                places(view, [answer]),
                kind="loses",
                moves=(answer,),
            ),
        )
    reasons = [Reason(Text("searched to the end: nobody can force a win after it"), kind="draws")]
    if wrong := traps(child):
        trap = Text("sets a trap: {cells} would lose", cells=names(wrong))
        reasons.append(Reason(trap, places(view, wrong), kind="trap", moves=tuple(wrong)))
    return tuple(reasons)
