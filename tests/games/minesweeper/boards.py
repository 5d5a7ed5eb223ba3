"""Boards to count on, and what brute force says of them: it shares nothing with any counting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.visible_board import Board, Move


def near(board: Board, cell: int) -> set[int]:
    """The cells beside *cell*."""
    w, h = board.width, board.height
    return {
        row * w + column
        for row in range(h)
        for column in range(w)
        if max(abs(row - cell // w), abs(column - cell % w)) == 1
    }


def arrangements(board: Board) -> list[frozenset[int]]:
    """Every set of cells that may be the mines."""
    covered = [cell for cell, sign in enumerate(board.cells) if sign in ".F"]
    numbers = [(near(board, cell), int(sign)) for cell, sign in enumerate(board.cells) if sign.isdigit()]
    return [
        frozenset(mines)
        for mines in combinations(covered, board.mines)
        if all(len(beside.intersection(mines)) == number for beside, number in numbers)
    ]


def winning_share(board: Board) -> float:
    """The chance to win by the best play, cell by cell and number by number."""
    sets = arrangements(board)
    covered = frozenset(cell for cell, sign in enumerate(board.cells) if sign in ".F")
    beside = {cell: near(board, cell) for cell in covered}

    @cache
    def won(possible: tuple[frozenset[int], ...], dug: frozenset[int]) -> int:
        """How many of the *possible* arrangements are won."""
        if all(covered - dug == mines for mines in possible):
            return len(possible)
        best = 0
        for cell in covered - dug:
            shown: dict[int, list[frozenset[int]]] = {}
            for mines in possible:
                if cell not in mines:
                    shown.setdefault(len(beside[cell] & mines), []).append(mines)
            best = max(best, sum(won(tuple(rest), dug | {cell}) for rest in shown.values()))
        return best

    return won(tuple(sets), frozenset()) / len(sets)


def crowded(rng: random.Random, width: int, height: int) -> Board:
    """A board with cells opened here and there, as no game would: numbers that are true, tangled."""
    size = width * height
    mines = set(rng.sample(range(size), rng.randint(1, size // 2)))
    whole = Board(width, height, len(mines), "." * size)
    chosen = {cell for cell in range(size) if cell not in mines and rng.random() < rng.choice((0.3, 0.6))}
    if len(chosen) == size - len(mines):
        chosen.pop()
    signs = [
        str(len(near(whole, cell) & mines)) if cell in chosen else "F" if rng.random() < 0.1 else "."
        for cell in range(size)
    ]
    return Board(width, height, len(mines), "".join(signs))


def played(width: int, height: int, mines: int, seed: int) -> Iterator[Board]:
    """The boards of a game in which cells without a mine are dug at random."""
    rng = random.Random(seed)
    field: Field = begin(width, height, mines, seed)
    field = field.play(Move("dig", rng.randrange(width), rng.randrange(height)))
    while not field.board.over:
        yield field.board
        mined = field.mined()
        free = [i for i, sign in enumerate(field.board.cells) if sign == "." and i not in mined]
        cell = rng.choice(free)
        field = field.play(Move("dig", cell % width, cell // width))
