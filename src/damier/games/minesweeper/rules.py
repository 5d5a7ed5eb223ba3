"""The truth of a mine field: where the mines are, how they get there, and what a dig opens.

Functions that the document names keep its names: ``generate_bombs``, ``generate_map``,
``get_bomb_neighbor``, ``cells_propagation``, ``reveal_all_cells``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from damier.core.engine import dice
from damier.core.game import Outcome
from damier.core.text import IllegalMove, Text
from damier.games.minesweeper.starts import OPENING, SAFE
from damier.games.minesweeper.visible_board import (
    COVERED,
    EXPLODED,
    FLAG,
    MINE,
    WRONG,
    Board,
    Cell,
    Move,
    get_surrounding_cells,
    grid,
)

Map: TypeAlias = str
"""The document's map: for each cell how many mines are beside it, or ``m``; empty before the first dig."""


@dataclass(frozen=True, slots=True)
class Field:
    """The whole game at one moment; players and engines get its board alone."""

    board: Board
    """What can be seen: it decides what is legal and whether it is over, so neither can tell a secret."""
    seed: int
    """Where the mines come from: a secret while the game is open."""
    map: Map = ""
    """Where the mines are; the first dig lays them."""

    seats = 1
    turn = 0

    def moves(self) -> list[Move]:
        return self.board.moves()

    def outcome(self) -> Outcome | None:
        return self.board.outcome()

    def play(self, move: Move) -> Field:
        """The document's ``apply_user_action`` with the chord, and its ``setup`` at the first dig."""
        board = self.board
        cell = board.check(move)
        if move.act == "flag":
            return Field(board.showing(cell, FLAG), self.seed, self.map)
        if move.act == "unflag":
            return Field(board.showing(cell, COVERED), self.seed, self.map)
        if move.act not in ("dig", "chord"):
            raise IllegalMove(Text("a cell can be dug, flagged, unflagged or dug around"))
        secret = self.map or setup(board, self.seed, cell)
        dug = [cell] if move.act == "dig" else board.opens(cell)
        return Field(dig(board, secret, dug), self.seed, secret)

    def mined(self) -> frozenset[Cell]:
        """The cells with a mine; none before the first dig."""
        return frozenset(i for i, sign in enumerate(self.map) if sign == MINE)


def setup(board: Board, seed: int, first: Cell) -> Map:
    """The document's FP3: mines, laid when the *first* cell is known, and the map of their numbers."""
    return generate_map(board.height, board.width, lay_mines(board, seed, first))


def lay_mines(board: Board, seed: int, first: Cell) -> frozenset[Cell]:
    """Where the mines of a covered board lie when the *first* cell to be dug is known."""
    width, height = board.width, board.height
    if board.no_guess:
        from damier.games.minesweeper import no_guess  # compiled: not before it is needed

        return no_guess.lay_mines(width, height, board.mines, board.start, first, seed)
    excluded: Collection[Cell] = get_surrounding_cells(height, width, (first % width, first // width))
    if board.start == SAFE or board.mines > width * height - len(excluded):
        # As asked, or no room to clear the neighbours: the rule of the document in words, the cell is safe.
        excluded = (first,)
    return generate_bombs(height, width, board.mines, excluded, seed)


def generate_bombs(
    height: int, width: int, nb_bomb: int, excluded_cells: Collection[Cell], seed: int
) -> frozenset[Cell]:
    """The document's FS3.2: *nb_bomb* different cells outside *excluded_cells*, all sets alike.

    The seed puts all cells in an order and the first ones get the mines. So a mine in an excluded cell
    moves to the next cell in that order, as the document's rules ask, and the others stay where they are
    whatever is dug first. Only ``random()`` is promised to be the same in every Python.
    """
    chance = dice(seed, f"{width}x{height}")
    order = sorted(range(width * height), key=lambda _: chance.random())
    return frozenset([cell for cell in order if cell not in excluded_cells][:nb_bomb])


def generate_map(height: int, width: int, bombs: Collection[Cell]) -> Map:
    """The document's FS3.3: ``m`` for a mine, the number of mines beside it for any other cell."""
    return "".join(
        MINE if cell in bombs else str(get_bomb_neighbor(height, width, bombs, cell))
        for cell in range(width * height)
    )


def get_bomb_neighbor(height: int, width: int, bombs: Collection[Cell], cell: Cell) -> int:
    """The document's FSS3.4.1: how many of *bombs* are beside *cell*."""
    return sum(other in bombs for other in grid(width, height).around[cell])


def dig(board: Board, secret: Map, dug: list[Cell]) -> Board:
    """The board after digging covered cells without a flag, all at once."""
    hit = [cell for cell in dug if secret[cell] == MINE]
    if hit:
        return reveal_all_cells(board, secret, hit)
    after = board
    if any(secret[cell] == "0" for cell in dug):
        cells = list(board.cells)
        cells_propagation(board, secret, cells, dug)
        after = board.with_cells("".join(cells))
    else:  # nothing spreads: no need to go through all cells of a big board
        for cell in dug:
            after = after.showing(cell, secret[cell])
    return reveal_all_cells(after, secret) if after.won else after


def cells_propagation(board: Board, secret: Map, cells: list[str], to_discover: list[Cell]) -> None:
    """The document's FS3.4: opens cells, and from those with no mine beside them everything around.

    What it opens has no mine, so flags in its way go too: "les cases vides ayant un drapeau seront
    creusées également".
    """
    around = board.grid.around
    waiting = list(to_discover)
    for cell in waiting:
        cells[cell] = secret[cell]
    while waiting:
        cell = waiting.pop()
        if secret[cell] == "0":
            for other in around[cell]:
                if cells[other] in (COVERED, FLAG):
                    cells[other] = secret[other]
                    waiting.append(other)


def reveal_all_cells(board: Board, secret: Map, hit: Collection[Cell] = ()) -> Board:
    """The document's FSS4.(3-4).1: after the end everything is shown, and where a flag was wrong."""
    shown = [
        WRONG if board.cells[cell] == FLAG and sign != MINE else EXPLODED if cell in hit else sign
        for cell, sign in enumerate(secret)
    ]
    return board.with_cells("".join(shown), before=board.cells)


def begin(
    width: int, height: int, mines: int, seed: int, start: str = OPENING, no_guess: bool = False
) -> Field:
    """A covered board; the mines are laid by the first dig."""
    return Field(
        Board(width, height, mines, COVERED * (width * height), start=start, no_guess=no_guess), seed
    )
