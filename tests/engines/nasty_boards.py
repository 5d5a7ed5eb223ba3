"""Boards on which an engine that forgets its limit is found out: the largest ones, and the most tangled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from damier.core.game import AnyGame
from damier.core.options import Options, Size
from damier.games.minesweeper.visible_board import COVERED, Board, grid

Named: TypeAlias = Iterator[tuple[str, Any]]
"""Views, each with a name: ``("60x60 islands", Board(...))``."""

STAGES = (0.0, 0.4, 0.8)
"""How much of a random game is played."""


def nasty(game: AnyGame) -> Named:
    """The boards for a game: any game has a largest one, and those of ours have worse."""
    yield from _largest(game)
    if game.key in WORSE:
        yield from WORSE[game.key](game)


def _largest(game: AnyGame) -> Named:
    """The largest board that the options allow, at several stages of a game played at random."""
    size = game.options.get("size")
    chosen: Options = {"size": f"{size.high[0]}x{size.high[1]}"} if isinstance(size, Size) else {}
    for stage in STAGES:
        yield f"{chosen.get('size', 'usual')} at {stage:.0%}", _played(game, chosen, stage)


def _played(game: AnyGame, options: Options, stage: float) -> Any:
    """A view of a game played at random so far; where nobody could go on, a little less far."""
    rng = random.Random(7)
    state = game.begin(None, seed=7, **options)
    states = [state]
    while len(states) < 300:
        state = state.play(rng.choice(state.moves()))
        if state.outcome() is not None:
            break
        states.append(state)
    state = states[int(stage * (len(states) - 1))]
    return game.view(state, state.turn)


# Minesweeper


def _fields(game: AnyGame) -> Named:
    """Numbers everywhere: one long frontier, a great many short ones, and thousands of cells beside none."""
    for name, share, is_open in (
        ("checkerboard", 0.3, lambda x, y: (x + y) % 2 == 0),
        ("ladders", 0.3, lambda x, y: x % 3 == 0 and y % 2 == 0),
        ("pairs", 0.3, lambda x, y: x % 5 in (1, 2) and y % 4 == 1),
        ("islands", 0.5, lambda x, y: x % 3 == 1 and y % 3 == 1),
        ("corner", 0.1, lambda x, y: x + y < 20),
    ):
        yield f"60x60 {name}", opened(60, share, is_open)
    yield "24x25 checkerboard", opened((24, 25), 0.2, lambda x, y: (x + y) % 2 == 0)
    yield "30x16 lattice", opened((30, 16), 0.2, lambda x, y: x % 2 == 0 and y % 2 == 0)
    # Quick to count each, but as many mines fit into them as may: long to put together.
    yield "60x60 twins", opened(60, 0.4, lambda x, y: x % 5 in (1, 3) and y % 3 == 1, spared=True)


def opened(
    size: int | tuple[int, int],
    share: float,
    is_open: Callable[[int, int], bool],
    seed: int = 3,
    *,
    spared: bool = False,
) -> Board:
    """A board with a *share* of mines at random; what *is_open* names is open, unless it hides one.

    Where that is *spared* it hides none.
    """
    width, height = (size, size) if isinstance(size, int) else size
    cells = width * height
    places = [cell for cell in range(cells) if not (spared and is_open(cell % width, cell // width))]
    mines = set(random.Random(seed).sample(places, int(share * cells)))
    around = grid(width, height).around
    signs = "".join(
        str(sum(other in mines for other in around[cell]))
        if is_open(cell % width, cell // width) and cell not in mines
        else COVERED
        for cell in range(cells)
    )
    return Board(width, height, len(mines), signs)


# Dots and Boxes


def _boxes(game: AnyGame) -> Named:
    """Long chains, one that winds through the whole board, many loops, and tangles with few safe edges."""
    empty = game.begin(None, size="12x12")
    # Level edges have an odd x, upright ones an even x.
    for name, is_drawn in (
        ("chains", lambda x, y: x % 2 == 1),
        ("snake", lambda x, y: x in (0, 24) or (x % 2 == 1 and x != (1 if y % 4 == 2 else 23))),
        ("loops", lambda x, y: (y if x % 2 else x) % 4 == 0),
        ("steps", lambda x, y: x % 2 == 0 and (x // 2 + y // 2) % 2 == 0),
    ):
        yield f"12x12 {name}", _drawn(empty, is_drawn)
    for safe in (0, 15, 40):
        yield f"12x12 tangle with {safe} safe edges", _tangle(empty, safe)


def _drawn(empty: Any, is_drawn: Callable[[int, int], bool]) -> Any:
    """The position with these edges drawn, and no box complete."""
    edges = sum(bit for edge, bit in empty.board.bits if is_drawn(*edge))
    return replace(empty, drawn=edges)


def _tangle(empty: Any, safe: int) -> Any:
    """Edges at random that give no box away, until only so many are left."""
    rng, state = random.Random(5), empty
    while True:
        free = [edge for edge in state.moves() if _sides(state, edge) < 2]
        if len(free) <= safe:
            return state
        state = state.play(rng.choice(free))


def _sides(state: Any, edge: Any) -> int:
    """How many sides the boxes beside *edge* have, the one that has most."""
    masks: list[int] = [mask for mask, _ in state.board.beside[edge][1]]
    return max((int(state.drawn) & mask).bit_count() for mask in masks)


# Tic-tac-toe


def _stones(game: AnyGame) -> Named:
    """The largest board with lines of all lengths, and stones that are near each other but in no line."""
    for line in (4, 5, 10):
        begun: Any = game.begin(None, size="19x19", line=line)
        yield f"19x19 line {line}", begun
        for stones in (40, 150):
            yield f"19x19 line {line}, {stones} stones", _scattered(begun, stones)


def _scattered(state: Any, stones: int) -> Any:
    """Stones at random, none of which ends the game."""
    rng = random.Random(stones)
    while stones:
        cells = list(state.moves())
        rng.shuffle(cells)
        after = next((after for cell in cells if (after := state.play(cell)).outcome() is None), None)
        if after is None:
            break
        state, stones = after, stones - 1
    return state


# Connect Four and Quoridor


def _discs(game: AnyGame) -> Named:
    """The largest boards that can be solved, empty and with some discs."""
    for size in ("8x7", "12x4", "7x6"):
        yield f"{size} empty", game.begin(None, size=size)
        yield f"{size} with 12 discs", _some(game.begin(None, size=size), 12, 11)


def _some(state: Any, moves: int, seed: int) -> Any:
    """The position after so many moves at random that do not end the game, where there are any."""
    rng = random.Random(seed)
    for _ in range(moves):
        going = [after for move in state.moves() if (after := state.play(move)).outcome() is None]
        if not going:
            break
        state = rng.choice(going)
    return state


def _walls(game: AnyGame) -> Named:
    """The largest board with all walls in hand, with half of them built, and with none left: a maze."""
    begun: Any = game.begin(None, size="11x11", walls=20)
    yield "11x11 with 20 walls each", begun
    rng, state = random.Random(2), begun
    for share in (10, 30, 40):
        while sum(state.left) > 40 - share:
            walls = [move for move in state.moves() if move.wall]
            state = state.play(rng.choice(walls))
        yield f"11x11 with {share} walls built", state


WORSE: dict[str, Callable[[AnyGame], Named]] = {
    "minesweeper": _fields,
    "dots": _boxes,
    "tictactoe": _stones,
    "connect4": _discs,
    "quoridor": _walls,
}
"""What is worse than the largest board, by game."""


def boards(game: AnyGame, level: str) -> list[tuple[str, Any]]:
    """The nasty boards that a level fits; where there are none, the usual ones."""
    fits = game.engines[level].fits
    usual = [(setup, game.begin(setup, seed=7)) for setup in game.presets]
    views = [(name, game.view(state, state.turn)) for name, state in usual]
    found = [(name, view) for name, view in nasty(game) if view.outcome() is None and fits(view)]
    return found or [(name, view) for name, view in views if fits(view)]
