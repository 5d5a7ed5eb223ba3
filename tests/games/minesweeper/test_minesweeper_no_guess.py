"""Boards without guessing: each is one, every seed lays the same for ever, and what cannot be is refused."""

from __future__ import annotations

import random
from collections.abc import Collection
from hashlib import blake2b
from itertools import combinations

import numpy as np
import pytest
from tests.sizes import sized

from damier.core.record import Record, replay
from damier.core.text import IllegalMove, Refusal, Unreadable
from damier.games.minesweeper import GAME, no_guess
from damier.games.minesweeper.check_proof import Constraint, follows
from damier.games.minesweeper.kernel import no_guess as kernel
from damier.games.minesweeper.kernel.memory import Memory
from damier.games.minesweeper.kernel.numbers import lay_out
from damier.games.minesweeper.no_guess import lay_mines
from damier.games.minesweeper.no_guess_starts import can_begin, is_possible
from damier.games.minesweeper.pack import own_memory
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.starts import OPENING, SAFE, STARTS
from damier.games.minesweeper.visible_board import Move, grid

MANY = sized(2000, 300, 20)
MOST_CELLS = sized(12, 9, 6)


def left_naively(width: int, height: int, mines: frozenset[int], first: int) -> set[int]:
    """What stays covered by certain digs alone: every cell is tried, by every number at once."""
    around = grid(width, height).around
    number = {cell: sum(other in mines for other in around[cell]) for cell in range(width * height)}
    covered, waiting = set(number), [first]
    while waiting:
        cell = waiting.pop()
        if cell in covered:
            covered.remove(cell)
            waiting += around[cell] if number[cell] == 0 else ()
        if not waiting:
            waiting = [cell for cell in covered if holds(cell, False, width, height, mines, covered)]
    return covered


def holds(
    cell: int, is_mine: bool, width: int, height: int, mines: frozenset[int], covered: Collection[int]
) -> bool:
    """Whether *cell* is certain to be a mine, or to be safe, where these cells are covered."""
    around, unknown = grid(width, height).around, frozenset(covered)
    said = [
        Constraint(sum(c in mines for c in around[n]), unknown.intersection(around[n]))
        for n in range(width * height)
        if n not in unknown
    ]
    return follows(cell, is_mine, said, Constraint(len(mines), unknown))


def opened(width: int, height: int, mines: frozenset[int], first: int) -> int:
    """The same by the kernel."""
    mem = own_memory()
    lay_out(mem, width, height, len(mines))
    mined = np.zeros(width * height, np.int8)
    mined[list(mines)] = 1
    return int(kernel.open_certain(mem, mined, first))


@pytest.mark.kernel
def test_the_kernel_opens_what_is_certain_and_no_more() -> None:
    rng = random.Random(15)
    for _ in range(MANY):
        width, height = rng.randint(1, 7), rng.randint(1, 6)
        cells = range(width * height)
        first = rng.choice(cells)
        rest = [cell for cell in cells if cell != first]
        mines = frozenset(rng.sample(rest, rng.randint(0, min(len(rest), 1 + len(rest) // 2))))
        left = left_naively(width, height, mines, first)
        assert opened(width, height, mines, first) == width * height - len(left)


def test_what_a_seed_lays_depends_on_certain_facts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [(number, *SIZES[number % len(SIZES)]) for number in range(sized(60, 24, 3))]
    by_kernel = [_laid(*board) for board in boards]
    left: set[int] = set()
    mines: frozenset[int] = frozenset()
    size = 0, 0

    def open_certain(mem: Memory, mined: np.ndarray, first: int) -> int:
        nonlocal left, size, mines
        size, mines = (int(mem.width), int(mem.height)), frozenset(np.flatnonzero(mined).tolist())
        left = left_naively(*size, mines, first)
        return len(mined) - len(left)

    def mark_stuck(mem: Memory, stuck: np.ndarray) -> None:
        stuck[:] = 0
        for cell in left:
            if not holds(cell, True, *size, mines, left):
                stuck[[cell, *grid(*size).around[cell]]] = 1

    monkeypatch.setattr(kernel, "open_certain", open_certain)
    monkeypatch.setattr(kernel, "mark_stuck", mark_stuck)
    lay_mines.cache_clear()
    assert [_laid(*board) for board in boards] == by_kernel
    lay_mines.cache_clear()


def _laid(seed: int, width: int, height: int, mines: int) -> frozenset[int]:
    return lay_mines(width, height, mines, OPENING, random.Random(seed).randrange(width * height), seed)


SIZES = [(5, 5, 9), (7, 4, 8), (6, 6, 10), (9, 3, 8)]

SMALL = [(w, h) for w in range(1, MOST_CELLS + 1) for h in range(1, w + 1) if w * h <= MOST_CELLS]


@pytest.mark.kernel
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_a_board_is_found_where_one_exists(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_guess, "MOST_TRIES", 500)
    width, height = size
    cells = range(width * height)
    for mines in cells:
        for first in (cell for cell in cells if cell % width <= width // 2 and cell // width <= height // 2):
            layouts = (frozenset(some) for some in combinations([c for c in cells if c != first], mines))
            good = [some for some in layouts if opened(width, height, some, first) == len(cells) - mines]
            beside = set(grid(width, height).around[first])
            for start in STARTS:
                has_room = mines <= len(cells) - 1 - len(beside)
                kept = [some for some in good if start == SAFE or not has_room or not some & beside]
                expected = can_begin(width, height, mines, start, first % width, first // width)
                assert expected or not kept, "what is refused at once does not exist"
                try:
                    assert lay_mines(width, height, mines, start, first, 3) in kept
                except IllegalMove:
                    assert not kept


LAID = [
    ("9x9 10", 40, "2 15 22 27 36 38 54 59 61 77"),
    ("12x1 3", 0, "9 10 11"),
    ("5x5 12", 24, "0 1 2 5 6 7 10 14 15 16 20 21"),
    ("9x9 35", 40, "d7e3c451"),
    ("16x16 40", 0, "ec226803"),
    ("30x16 99", 247, "1a8b64d1"),
]
"""What some seeds lay, the last ones as a hash; in plain Python these take long."""


@pytest.mark.kernel
@pytest.mark.parametrize(("options", "first", "expected"), sized(LAID, LAID, LAID[:3]))
def test_a_seed_lays_the_same_board_for_ever(options: str, first: int, expected: str) -> None:
    size, mines = options.split()
    width, height = map(int, size.split("x"))
    laid = " ".join(map(str, sorted(lay_mines(width, height, int(mines), OPENING, first, 2026))))
    assert expected in (laid, blake2b(laid.encode(), digest_size=4).hexdigest())


@pytest.mark.kernel
def test_every_preset_and_odd_sizes_need_no_guess_from_any_cell() -> None:
    boards = [
        (7, 3, 5),
        (1, 30, 6),
        (2, 9, 4),
        (9, 9, 10),
        (16, 16, 40),
        (30, 16, 99),
        (8, 8, 30),
        (24, 2, 10),
    ]
    for number in range(sized(400, 80, 3)):
        width, height, mines = boards[number % len(boards)]
        first = random.Random(number).randrange(width * height)
        laid = lay_mines(width, height, mines, STARTS[number // 8 % 2], first, number)
        assert len(laid) == mines and first not in laid
        assert opened(width, height, laid, first) == width * height - mines


def test_a_huge_board_is_laid_and_a_hopeless_search_ends() -> None:
    assert len(lay_mines(60, 60, 742, OPENING, 1800, 1)) == 742
    with pytest.raises(IllegalMove, match="no board of 60x60 with 2500 mines was found"):
        GAME.begin(size="60x60", mines=2500, no_guess=1, seed=1).play(Move("dig", 30, 30))


@pytest.mark.parametrize("setup", GAME.presets)
def test_a_game_by_the_rules_without_a_guess(setup: str) -> None:
    field = GAME.begin(setup, seed=4, no_guess=1)
    first = field.play(Move("dig", 3, 3))
    width, height, mines = field.board.width, field.board.height, field.board.mines
    assert first.mined() == lay_mines(width, height, mines, OPENING, 3 * width + 3, 4)
    flagged = field.play(Move("flag", 0, 0)).play(Move("dig", 3, 3))
    assert flagged.mined() == first.mined(), "the seed and the first cell decide, nothing else"
    assert field.play(Move("dig", 8, 8)).mined() != first.mined()


@pytest.mark.parametrize(
    ("size", "mines", "start", "fewer"),
    [
        ("3x3", 6, "opening", 5),
        ("3x3", 7, "safe", 5),
        ("2x2", 1, "opening", 0),
        ("2x60", 1, "opening", 0),
        ("60x2", 7, "safe", 6),
        ("30x16", 478, "opening", 476),
    ],
)
def test_what_always_needs_a_guess_is_refused(size: str, mines: int, start: str, fewer: int) -> None:
    with pytest.raises(Unreadable, match=f"always needs? a guess: choose {fewer}$"):
        GAME.begin(size=size, mines=mines, start=start, no_guess=1)
    GAME.begin(size=size, mines=fewer, start=start, no_guess=1)
    GAME.begin(size=size, mines=mines, start=start)


def test_a_first_cell_that_would_need_a_guess_is_no_move() -> None:
    field = GAME.begin(size="3x3", mines=5, no_guess=1, seed=1)
    with pytest.raises(IllegalMove, match="begun at b2 this board would need a guess: begin at a1, for one"):
        field.play(Move("dig", 1, 1))
    assert Move("dig", 1, 1) not in field.moves() and Move("dig", 0, 0) in field.moves()
    assert Move("flag", 1, 1) in field.moves()
    assert field.play(Move("dig", 0, 0)).board.covered < 9


def test_any_options_are_refused_with_a_sentence_or_lead_to_a_board() -> None:
    rng = random.Random(4)
    for _ in range(sized(400, 150, 20)):
        width, height = rng.randint(1, 8), rng.randint(1, 8)
        mines, start = rng.randrange(width * height), rng.choice(STARTS)
        size, seed = f"{width}x{height}", rng.getrandbits(64)
        try:
            field: Field = GAME.begin(seed=seed, size=size, mines=mines, start=start, no_guess=1)
        except Refusal:
            assert not is_possible(width, height, mines, start)
            continue
        move = rng.choice([move for move in field.moves() if move.act == "dig"])
        cell = move.y * width + move.x
        try:
            after = field.play(move)
        except IllegalMove:
            continue  # where one exists is tested on small boards
        assert opened(width, height, after.mined(), cell) == width * height - mines


def test_options_records_and_views_tell_it() -> None:
    options = GAME.settle("expert", {"no_guess": "yes"})
    assert options == {"size": "30x16", "mines": 99, "no_guess": 1}
    assert GAME.settle("expert", {"no_guess": 0}) == GAME.settle("expert")
    with pytest.raises(Unreadable, match="'perhaps' is not possible for no_guess"):
        GAME.settle(None, {"no_guess": "perhaps"})
    record = Record.load(Record(game="minesweeper", options=options, seed=9, moves=("d5,5",)).dump())
    last = list(replay(GAME, record))[-1]
    assert last.mined() == lay_mines(30, 16, 99, OPENING, 4 * 30 + 4, 9)
    for view in (begin(3, 2, 1, 0, SAFE, True).board, begin(3, 2, 1, 0, OPENING, True).board, last.board):
        assert view.no_guess and GAME.parse(GAME.text(view)) == view
        assert GAME.settle(None, GAME.options_of(view))["no_guess"] == 1
    assert GAME.text(begin(3, 2, 1, 0, SAFE, True).board) == ".../... 1 safe no-guess"


def test_a_board_is_laid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lay_mines(9, 9, 10, OPENING, 7, 12345)
    monkeypatch.setattr(no_guess, "_repair", lambda *_: pytest.fail("it is known"))
    lay_mines(9, 9, 10, OPENING, 7, 12345)
