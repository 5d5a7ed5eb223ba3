"""Many games of one level: inside the kernel where it plays that level, else by the rules and ``think``."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from damier.core.engine import player_seed, think
from damier.core.game import AnyGame
from damier.core.text import Text
from damier.core.tools.simulation import Batch, Played, simulating_tool
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.given_boards import GivenBoard, check_line, read_board
from damier.games.minesweeper.rules import Field, lay_mines
from damier.games.minesweeper.visible_board import Board, Cell, Move

if TYPE_CHECKING:
    import numpy as np

KERNEL_PLAYERS = {"odds": "ODDS", "champion": "CHAMPION"}
"""The levels that the kernel plays itself, with their names in ``kernel.playing``."""


@dataclass(frozen=True, slots=True)
class Dug:
    """A dig, or the digs of a chord, after the first one of a game."""

    view: Board
    """What was seen before."""
    cells: tuple[Cell, ...]


def play(batch: Batch) -> str:
    """What the games of *batch* came to."""
    prepare(batch.level)
    if batch.level in KERNEL_PLAYERS:
        return play_inside(batch.level, boards_of(batch)).dump()
    return play_by_rules(batch).dump()


@cache
def prepare(level: str) -> None:
    """Load what the kernel plays with, or compile it: in the time of the games it would not count."""
    if level in KERNEL_PLAYERS:
        play_inside(level, [GivenBoard(1, 1, 0, frozenset())])
    else:
        is_certain(Board(2, 1, 1, ".1"), (0,))


def boards_of(batch: Batch) -> Iterator[GivenBoard]:
    """The boards as they lie when the level has chosen its first cell."""
    if batch.boards:
        yield from map(read_board, batch.boards)
        return
    game = minesweeper()
    for seed in batch.seeds:
        board: Board = game.deal(batch.options, seed).board
        first = first_cell(board)
        yield GivenBoard(board.width, board.height, first, lay_mines(board, seed, first))


def play_inside(level: str, boards: Iterable[GivenBoard]) -> Played:
    """Let the kernel play whole games."""
    from damier.games.minesweeper.kernel import numbers, playing
    from damier.games.minesweeper.pack import own_memory

    mem, player = own_memory(), getattr(playing, KERNEL_PLAYERS[level])
    began = time.thread_time()
    won, guesses = "", 0
    for (width, height, mines, first), alike in groupby(boards, _layout):
        mined = _as_array(width * height, [board.mined for board in alike])
        results, guessed = _zeros(len(mined)), _zeros(len(mined))
        numbers.lay_out(mem, width, height, mines)
        playing.play_games(mem, mined, mines, first, player, results, guessed)
        if playing.IMPOSSIBLE in results:
            raise RuntimeError(f"{level} takes a board of {width}x{height} for impossible")
        won += "".join(map(str, results))
        guesses += int(guessed.sum())
    return Played(won, guesses, time.thread_time() - began)


def _layout(board: GivenBoard) -> tuple[int, int, int, Cell]:
    return board.width, board.height, len(board.mined), board.first


def _as_array(cells: int, boards: list[frozenset[Cell]]) -> np.ndarray[Any, Any]:
    """A row for each board, 1 where a mine is."""
    import numpy as np

    mined = np.zeros((len(boards), cells), np.int8)
    for row, board in zip(mined, boards, strict=True):
        row[list(board)] = 1
    return mined


def _zeros(games: int) -> np.ndarray[Any, Any]:
    import numpy as np

    return np.zeros(games, np.int64)


def play_by_rules(batch: Batch) -> Played:
    """Play by the rules of the game, a fresh engine for each; whether a dig was certain is counted after."""
    won, guesses, seconds = "", 0, 0.0
    fields = fields_of(batch)
    for seed, field in zip(batch.seeds, fields, strict=True):
        began = time.process_time()  # some levels think in threads
        ended, digs = play_game(batch.level, seed, field)
        seconds += time.process_time() - began
        won += str(int(ended.board.won))
        guesses += sum(not is_certain(dug.view, dug.cells) for dug in digs)
    return Played(won, guesses, seconds)


def fields_of(batch: Batch) -> Iterator[Field]:
    """The games before their first dig; after it where a given board names its cell."""
    if batch.boards:
        for given in map(read_board, batch.boards):
            field = given.field()
            yield field.play(field.board.grid.acts["dig"][given.first])
    else:
        game = minesweeper()
        yield from (game.deal(batch.options, seed) for seed in batch.seeds)


def play_game(level: str, seed: int, field: Field) -> tuple[Field, list[Dug]]:
    """The end of a game, and the digs in it but the first: those of ``damier watch`` with this seed."""
    playing = minesweeper().engines[level]
    engine, digs = playing.make(player_seed(seed, 0)), []
    limit = replace(playing.measured, lines=0)  # nobody reads its opinions
    while not field.board.over:
        move: Move = think(engine, field.board, limit).move
        if not field.board.untouched and move.act in ("dig", "chord"):
            digs.append(Dug(field.board, _cells(field.board, move)))
        field = field.play(move)
    return field, digs


def _cells(view: Board, move: Move) -> tuple[Cell, ...]:
    cell = move.y * view.width + move.x
    return (cell,) if move.act == "dig" else tuple(view.opens(cell))


def is_certain(view: Board, cells: Iterable[Cell]) -> bool:
    """Whether none of these covered cells can hide a mine, by what is seen and the number of mines."""
    from damier.games.minesweeper.kernel import memory, odds, playing
    from damier.games.minesweeper.pack import own_memory, pack

    mem = own_memory()
    pack(view, mem)
    if not odds.find_odds(mem):
        raise RuntimeError(f"a board of {view.width}x{view.height} is taken for impossible")
    playing.learn(mem)
    return all(mem.known[cell] == memory.SAFE for cell in cells)


def minesweeper() -> AnyGame:
    """The game, which knows this tool and is made after it."""
    from damier.games.minesweeper import GAME

    return GAME


SIMULATE = simulating_tool(
    Text("plays given boards: a level, and each board as 'width height mines x y list'"),
    check_line,
    play,
    prepare,
    lambda name: minesweeper().level(name),
)
