"""The exam of tic-tac-toe: every position of 3x3 in which a move can spoil something, by full search."""

from __future__ import annotations

from collections.abc import Iterator

from damier.core.text import Text
from damier.core.tools.exam import RESULT, RESULTS, Question, examiner, result_kind
from damier.games.tictactoe.levels import perfect
from damier.games.tictactoe.notation import text, write
from damier.games.tictactoe.rules import Cell, Position, board

KINDS = {
    **RESULTS,
    "opening": Text("up to 2 stones on the board"),
    "middle": Text("3 or 4 stones on the board"),
    "end": Text("5 stones or more on the board"),
}


def make() -> Iterator[Question]:
    """Every position that a game can lead to, one of those that a turned or mirrored board makes the same."""
    start = Position(board(3, 3, 3), (0, 0), 0)
    waiting: list[tuple[Position, tuple[str, ...]]] = [(start, ())]
    seen = {canonical(start)}
    while waiting:
        position, moves = waiting.pop()
        worths = {write(move): worth(position, move) for move in position.moves()}
        kinds = result_kind(max(worths.values())), phase(position)
        yield Question(text(position), kinds, worths, ("3x3", *moves))
        for move in position.moves():
            after = position.play(move)
            key = canonical(after)
            if key not in seen and after.outcome() is None:
                seen.add(key)
                waiting.append((after, (*moves, write(move))))


def worth(position: Position, move: Cell) -> float:
    """The points of who makes *move*, when both play their best from there."""
    value = perfect.after(position, move)
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5


def phase(position: Position) -> str:
    """How full the board is, by the keys of KINDS."""
    stones = sum(each.bit_count() for each in position.stones)
    return "opening" if stones <= 2 else "middle" if stones <= 4 else "end"


def canonical(position: Position) -> str:
    """The same text for all eight ways to look at a board."""
    rows = text(position).split()[0].split("/")
    ways = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        ways += ["/".join(rows), "/".join(row[::-1] for row in rows)]
    return min(ways)


EXAM = examiner(
    Text("all positions of 3x3 where moves differ: how often does a player keep the exact result?"),
    game="tictactoe",
    kinds=KINDS,
    scale=RESULT,
    make=make,
)
