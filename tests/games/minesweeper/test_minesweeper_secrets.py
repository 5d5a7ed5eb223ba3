"""A view tells nothing but what it shows: every arrangement of the mines that fits it answers alike."""

from __future__ import annotations

import pickle
import random
from itertools import combinations

import pytest

from damier.core.text import IllegalMove, Refusal
from damier.games.minesweeper import GAME
from damier.games.minesweeper.rules import Field, begin, generate_map
from damier.games.minesweeper.visible_board import Board, Move

ACTS = ("dig", "flag", "unflag", "chord")


def every_move(board: Board) -> list[Move]:
    """Legal or not."""
    return [
        Move(act, x, y)  # type: ignore[arg-type]
        for act in ACTS
        for y in range(board.height)
        for x in range(board.width)
    ]


def answer(field: Field, move: Move) -> str:
    """What an attempt is told, apart from what a legal dig opens."""
    try:
        field.play(move)
    except IllegalMove as problem:
        return str(problem)
    return "legal"


def read(board: Board, move: Move) -> str:
    try:
        return str(GAME.read(GAME.write(move), board))
    except Refusal as problem:
        return str(problem)


def questions(field: Field) -> tuple[object, ...]:
    """Every question that can be asked without moving."""
    board = GAME.view(field, 0)
    moves = every_move(board)
    return (
        pickle.dumps(board),
        repr(board),
        hash(board),
        GAME.text(board),
        GAME.scene(board),
        tuple(board.moves()),
        tuple(field.moves()),
        board.outcome(),
        field.outcome(),
        tuple(answer(field, move) for move in moves),
        tuple(read(board, move) for move in moves),
    )


def fits(layout: frozenset[int], board: Board) -> bool:
    """Whether mines on *layout* would show what *board* shows; naive, and only for an open board."""
    for cell, sign in enumerate(board.cells):
        x, y = cell % board.width, cell // board.width
        beside = sum(
            abs(x - other % board.width) <= 1 and abs(y - other // board.width) <= 1 for other in layout
        )
        if sign.isdigit() and (cell in layout or int(sign) != beside):
            return False
    return True


@pytest.mark.parametrize(
    ("width", "height", "mines"), [(3, 3, 2), (4, 3, 2), (5, 1, 2), (4, 3, 3), (3, 3, 6)]
)
def test_every_arrangement_that_fits_a_view_answers_alike_in_every_state(
    width: int, height: int, mines: int
) -> None:
    empty = Board(width, height, mines, "." * (width * height))
    layouts = [frozenset(cells) for cells in combinations(range(width * height), mines)]
    maps = {layout: generate_map(height, width, layout) for layout in layouts}
    for seed in range(4):
        rng = random.Random(seed)
        truth = Field(empty, 0, maps[rng.choice(layouts)])
        # Every layout as a game of its own, played along for as long as it looks the same.
        alike = {
            layout: Field(empty, layout_number, maps[layout]) for layout_number, layout in enumerate(layouts)
        }
        while True:
            expected = questions(truth)
            legal = {move for move in every_move(truth.board) if answer(truth, move) == "legal"}
            assert legal == set(truth.moves()) and len(legal) == len(truth.moves())
            for field in alike.values():
                assert questions(field) == expected
            if truth.board.over:
                assert set(alike) == {truth.mined()}, "the end shows everything"
                break
            assert set(alike) == {layout for layout in layouts if fits(layout, truth.board)}
            move = rng.choice(truth.moves())
            truth = truth.play(move)
            after = {layout: field.play(move) for layout, field in alike.items()}
            alike = {layout: field for layout, field in after.items() if field.board == truth.board}


def test_before_the_first_dig_every_seed_answers_alike() -> None:
    rng = random.Random(1)
    fields = [begin(4, 4, 3, seed) for seed in range(5)]
    for _ in range(30):
        expected = questions(fields[0])
        assert all(questions(field) == expected for field in fields)
        move = rng.choice([move for move in fields[0].moves() if move.act != "dig"])
        fields = [field.play(move) for field in fields]


def test_a_view_has_no_room_for_a_secret() -> None:
    # What is covered follows from the cells: test_minesweeper_rules.py counts it.
    assert tuple(Board.__dataclass_fields__) == (
        "width",
        "height",
        "mines",
        "cells",
        "covered",
        "before",
        "start",
        "no_guess",
    )
    seed = 0x0123456789ABCDEF
    field = GAME.begin("beginner", seed=seed).play(Move("dig", 4, 4))
    words = pickle.dumps(GAME.view(field, 0))
    assert b"m" not in field.board.cells.encode() and not field.board.before
    assert seed.to_bytes(8, "little") not in words and str(seed).encode() not in words
    assert field.map.encode() not in words
    assert seed.to_bytes(8, "little") in pickle.dumps(field), "the same search finds it in the truth"
