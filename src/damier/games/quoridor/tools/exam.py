"""The exam of Quoridor: the race at the end, when no walls are left."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.text import Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.exam import RESULT, Question, examiner
from damier.games.quoridor.notation import text, write
from damier.games.quoridor.race import Race
from damier.games.quoridor.review_remarks import distance
from damier.games.quoridor.rules import Move, Position, board

BOARDS = {(9, 9): 20, (7, 7): 14, (5, 5): 8}
"""By size how many walls stand on the board."""

QUESTIONS_EACH, MOST_WITH_SAME_WALLS = 80, 3
"""How many questions there are of each kind of way, and at most how many of them with the same walls."""

CLOSE = 2
"""How many steps one pawn may be nearer to its goal than the other: clear races ask nothing."""

KINDS = {
    "straight": Text("a shortest way is enough"),
    "trap": Text("a step along a shortest way spoils it"),
    **{f"{w}x{h}": Text.literal(f"{w}x{h}") for w, h in BOARDS},
}


def make() -> Iterator[Question]:
    """The set: walls at random, then pawns at random, a few on each layout."""
    rng = random.Random("quoridor exam")
    wanted = dict.fromkeys(("straight", "trap"), QUESTIONS_EACH)
    while any(wanted.values()):
        size = rng.choice(list(BOARDS))
        walls = layout(rng, *size, BOARDS[size])
        race = Race(walls)
        taken = dict.fromkeys(wanted, 0)
        for position in starts(rng, walls):
            worths = race.worths(position)
            way = way_kind(position, worths)
            if len(set(worths.values())) == 1 or not wanted[way] or taken[way] == MOST_WITH_SAME_WALLS:
                continue
            wanted[way] -= 1
            taken[way] += 1
            named = {write(move): worth for move, worth in worths.items()}
            yield Question(text(position), (way, f"{size[0]}x{size[1]}"), named)


def layout(rng: random.Random, width: int, height: int, walls: int) -> Position:
    """So many walls where they fit, and none left to build."""
    b = board(width, height)
    position = Position(b, b.starts, (walls, walls))
    for _ in range(walls):
        choices = [move for move in position.moves() if move.wall]
        if not choices:
            break
        position = position.play(rng.choice(choices))
    return Position(b, b.starts, (0, 0), position.horizontal, position.vertical, position.plies)


def starts(rng: random.Random, walls: Position) -> Iterator[Position]:
    """Forty places of the pawns in a close race, as if the last wall had just been built."""
    cells = range(len(walls.board.steps))
    built = walls.horizontal.bit_count() + walls.vertical.bit_count()
    for _ in range(40):
        pawns = tuple(rng.sample(cells, 2))
        plies = built + 2 * walls.board.height + rng.randrange(2)
        position = Position(walls.board, pawns, (0, 0), walls.horizontal, walls.vertical, plies)
        if position.winner() is None and position.connected() and not _clear(position):
            yield position


def _clear(position: Position) -> bool:
    """Whether one pawn is much nearer, or so near that the end is at hand."""
    mine, theirs = distance(position, position.turn), distance(position, 1 - position.turn)
    return abs(mine - theirs) > CLOSE or mine < 2


def way_kind(position: Position, worths: dict[Move, float]) -> str:
    """Whether every step that shortens the way of the pawn keeps what the position is worth."""
    best, far = max(worths.values()), distance(position, position.turn)
    nearer = [move for move in worths if distance(position.play(move), position.turn) < far]
    return "straight" if all(worths[move] == best for move in nearer) else "trap"


EXAM = examiner(
    Text("the race without walls, solved: how often does a player keep the exact result?"),
    game="quoridor",
    kinds=KINDS,
    scale=RESULT,
    make=make,
    stored=data_file(__file__, "exam.txt"),
)
