"""Positions of Connect Four with exact scores, for the tests: found by our solver, confirmed by BitBully.

    python -m bench.connect4_positions [FILE]

FILE is ``tests/games/connect4/solved.txt`` if none is given. Takes some minutes, most of them BitBully's,
which searches without a book. A score on which the two differ ends it with 1, and nothing is written then.
BitBully (AGPL) is needed here only: ``pip install bitbully``.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.solver import Solver

FILE = Path(__file__).parent.parent / "tests" / "games" / "connect4" / "solved.txt"

HEAD = """\
# Positions of 7x6 as columns from the first move on, each with its exact score for the side to move.
# Made by bench/connect4_positions.py: our solver and BitBully agree on every one.
"""

PLIES = range(6, 42)
POOL = 3
"""For every position that is kept, so many are made and solved: to have won, drawn and lost ones alike."""


class Solved(NamedTuple):
    """A position with its score, and how hard that was to find."""

    columns: str
    score: int
    nodes: int


def quota(ply: int) -> int:
    """How many positions of a ply; the early ones take long."""
    return 4 if ply < 8 else 30 if ply < 13 else 104


def wild(position: Position, rng: random.Random) -> Column:
    """Any column."""
    return rng.choice(position.moves())


def sensible(position: Position, rng: random.Random) -> Column:
    """A column after which the other side cannot win at once, if there is one."""
    moves = list(position.moves())
    rng.shuffle(moves)
    for move in moves:
        after = position.play(move)
        if not any(after.play(reply).won for reply in after.moves()):
            return move
    return moves[0]


def game(ply: int, choose: Callable[[Position, random.Random], Column], rng: random.Random) -> str | None:
    """The columns of a game of so many plies that goes on then; None if somebody wins before."""
    position = Position(board(7, 6), (0, 0), 0)
    columns = ""
    for _ in range(ply):
        move = choose(position, rng)
        position = position.play(move)
        if position.won:
            return None
        columns += str(move)
    return columns


def played(columns: str) -> Position:
    """The position after these columns."""
    position = Position(board(7, 6), (0, 0), 0)
    for column in columns:
        position = position.play(int(column))
    return position


def candidates(ply: int, rng: random.Random) -> Iterator[str]:
    """Different positions of a ply without end, from wild games and from sensible ones in turns."""
    seen: set[Position] = set()
    while True:
        for choose in (wild, sensible):
            columns = None
            while columns is None:
                columns = game(ply, choose, rng)
            if (position := played(columns)) not in seen:
                seen.add(position)
                yield columns


def spread(solved: list[Solved], count: int) -> list[Solved]:
    """So many of them: as many won as drawn and lost where there are enough, easy and hard ones."""
    groups = [
        sorted(
            (one for one in solved if (one.score > 0) - (one.score < 0) == sign), key=lambda one: one.nodes
        )
        for sign in (-1, 0, 1)
    ]
    kept: list[Solved] = []
    for left, group in zip((3, 2, 1), sorted(groups, key=len), strict=True):
        share = min(len(group), (count - len(kept)) // left)
        kept += [group[i * len(group) // share] for i in range(share)]
    return kept


def positions(ply: int, solver: Solver) -> list[Solved]:
    """The positions of a ply, with our scores; the same in every run."""
    rng = random.Random(ply)
    made: list[Solved] = []
    for columns in candidates(ply, rng):
        question = solver.question(played(columns))
        while not question.advance(1_000_000):
            pass
        made.append(Solved(columns, question.low, question.nodes))
        if len(made) == quota(ply) * (POOL if ply > 12 else 1):
            break
    return spread(made, quota(ply))


def main() -> int:
    """Make them, have them confirmed, write them."""
    try:
        bitbully: Any = importlib.import_module("bitbully")
    except ImportError:
        print("BitBully is missing, which confirms the scores: pip install bitbully", file=sys.stderr)
        return 1
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    solver, rival = Solver(board(7, 6)), bitbully.BitBully(opening_book=None)
    lines: list[str] = []
    for ply in PLIES:
        kept = positions(ply, solver)
        for one in kept:
            theirs = rival.mtdf(bitbully.Board([int(column) - 1 for column in one.columns]))
            if theirs != one.score:
                print(f"{one.columns}: {one.score} by ours, {theirs} by BitBully", file=sys.stderr)
                return 1
            lines.append(f"{one.columns} {one.score}\n")
        signs = [sum((one.score > 0) - (one.score < 0) == sign for one in kept) for sign in (1, 0, -1)]
        print(
            f"ply {ply}: {len(kept)} positions, {signs[0]} won, {signs[1]} drawn, {signs[2]} lost", flush=True
        )
    file.write_text(HEAD + "".join(sorted(lines)))
    print(f"{len(lines)} positions in {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
