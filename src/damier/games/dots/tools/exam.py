"""The exam of Dots and Boxes: the margin that each edge leads to, on small or nearly full boards."""

from __future__ import annotations

import random
from collections.abc import Iterator

from damier.core.text import Number, Text
from damier.core.tools.batch_tools import data_file
from damier.core.tools.exam import Question, Scale, examiner
from damier.games.dots.chains import layout
from damier.games.dots.levels.document import completed, gift, takeable
from damier.games.dots.notation import text, write
from damier.games.dots.rules import Board, Edge, Position, board
from damier.games.dots.solver import Solver

BOARDS = {(3, 3): (3, 22), (4, 4): (4, 24), (5, 5): (6, 32)}
"""By size how many edges are free, at least and at most: what plain search solves in a moment."""

QUESTIONS_EACH = 75
"""How many questions there are of each kind."""

KINDS = {
    "quiet": Text("edges are left that give nothing away"),
    "take": Text("boxes can be taken"),
    "give": Text("every edge gives boxes away"),
}

CARELESS = 0.1
"""How often the games that lead to the positions go on with any edge at all."""


def make() -> Iterator[Question]:
    """The set: so many of each kind, from games that take what they can and give away as little."""
    rng = random.Random("dots exam")
    solvers = {size: Solver(layout(board(*size))) for size in BOARDS}
    wanted = dict.fromkeys(KINDS, QUESTIONS_EACH)
    seen: set[str] = set()
    while any(wanted.values()):
        size = rng.choice(list(BOARDS))
        position, moves = late(rng, board(*size), rng.randint(*BOARDS[size]))
        words, key = text(position), kind(position)
        if words in seen or not wanted[key]:
            continue
        worths = {write(edge): float(worth) for edge, worth in edge_margins(solvers[size], position).items()}
        if len(set(worths.values())) > 1:
            seen.add(words)
            wanted[key] -= 1
            name = f"{size[0]}x{size[1]}"
            yield Question(words, (key, name), worths, (name, *moves))


def late(rng: random.Random, b: Board, free: int) -> tuple[Position, list[str]]:
    """A position with so many free edges, and the moves to it."""
    position, moves = Position(b, 0, (0, 0), 0), []
    while len(position.moves()) > free:
        edge = _sensible(rng, position)
        position = position.play(edge)
        moves.append(write(edge))
    return position, moves


def _sensible(rng: random.Random, position: Position) -> Edge:
    """An edge that takes a box, else one that gives fewest away; now and then any."""
    edges = position.moves()
    if rng.random() < CARELESS:
        return rng.choice(edges)
    taking = [edge for edge in edges if completed(position, edge)]
    if taking:
        return rng.choice(taking)
    gifts = {edge: len(gift(position, edge)) for edge in edges}
    least = min(gifts.values())
    return rng.choice([edge for edge in edges if gifts[edge] == least])


def kind(position: Position) -> str:
    """What the position asks, by the keys of KINDS."""
    if takeable(position, position.drawn):
        return "take"
    return "quiet" if any(not gift(position, edge) for edge in position.moves()) else "give"


def edge_margins(solver: Solver, position: Position) -> dict[Edge, int]:
    """For every edge the boxes of who draws it minus those of the other, at the end of the game."""
    seat = position.turn
    found = {}
    for edge in position.moves():
        after = position.play(edge)
        rest = solver.value(solver.g.pack(after))
        lead = after.score[seat] - after.score[1 - seat]
        found[edge] = lead + (rest if after.turn == seat else -rest)
    return found


def _say(worth: float) -> Text:
    margin = round(worth)
    if margin == 0:
        return Text("as many boxes as the other at the end")
    if margin > 0:
        return Text("{n} boxes ahead at the end", n=margin)
    return Text("{n} boxes behind at the end", n=-margin)


EXAM = examiner(
    Text("small or nearly full boards, solved: how often does a player keep the exact margin?"),
    game="dots",
    kinds={**KINDS, **{f"{w}x{h}": Text.literal(f"{w}x{h}") for w, h in BOARDS}},
    scale=Scale(
        say=_say,
        blame=lambda worth, best: Text("{n} boxes fewer", n=round(best - worth)),
        lost=lambda loss: Text("{n} boxes lost a move, on average", n=Number(round(loss, 2), "g")),
    ),
    make=make,
    stored=data_file(__file__, "exam.txt"),
)
