"""Games played in bulk: the kernel plays as its levels think, on the boards that everybody else gets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.sizes import sized

from damier.cli import main
from damier.core.engine import Limit, think
from damier.core.record_files import open_record
from damier.core.text import Refusal, Unreadable
from damier.core.tools.simulation import Batch, Played
from damier.games.minesweeper import GAME
from damier.games.minesweeper.arrangements import count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.given_boards import GivenBoard, check_line, read_board
from damier.games.minesweeper.kernel import numbers, playing
from damier.games.minesweeper.levels.odds import Odds
from damier.games.minesweeper.pack import own_memory
from damier.games.minesweeper.rules import Field, begin
from damier.games.minesweeper.starts import OPENING, SAFE, STARTS
from damier.games.minesweeper.tools.simulate import (
    KERNEL_PLAYERS,
    SIMULATE,
    boards_of,
    is_certain,
    play,
    play_game,
    play_inside,
)
from damier.games.minesweeper.visible_board import Cell, Move

BOARDS = sized(1000, 100, 5)

LAYOUTS = sized(
    ["5x5 6", "9x9 10", "8x8 18", "16x16 40", "4x3 7", "30x16 99", "12x5 15"],
    ["5x5 6", "9x9 10", "8x8 18", "16x16 40", "4x3 7", "30x16 99", "12x5 15"],
    ["5x5 6", "6x4 6", "4x3 7", "5x5 4", "7x3 5"],
)
"""Size and mines of the boards in turn: roomy and crowded, so that there is to guess."""

Guess = tuple[str, Cell]
"""What was seen, and the cell that was dug."""


def options(number: int) -> dict[str, int | str]:
    size, mines = LAYOUTS[number % len(LAYOUTS)].split()
    start = {"start": "safe"} if number // len(LAYOUTS) % 3 == 2 else {}
    return {"size": size, "mines": int(mines), **start}


def as_thought(level: str, field: Field) -> tuple[list[Guess], bool]:
    """The guesses of a level that is asked for one move after the other, and whether it wins."""
    engine, guesses = GAME.engines[level].make(0), []
    while not field.board.over:
        view = field.board
        analysis = think(engine, view, Limit(lines=1))
        assert analysis.move.act == "dig"
        line = analysis.line(analysis.move)
        if not view.untouched and not (line is not None and line.proven):
            guesses.append((view.cells, analysis.move.y * view.width + analysis.move.x))
        field = field.play(analysis.move)
    return guesses, field.board.won


def as_played_inside(level: str, board: GivenBoard) -> tuple[list[Guess], bool]:
    """The same of the kernel, guess by guess."""
    mem, player = own_memory(), getattr(playing, KERNEL_PLAYERS[level])
    size = board.width * board.height
    numbers.lay_out(mem, board.width, board.height, len(board.mined))
    playing.number_truth(mem, np.isin(np.arange(size), list(board.mined)).astype(np.int8))
    cell, guesses = board.first, list[Guess]()
    while cell not in board.mined:
        playing.dig(mem, cell)
        ended = playing.dig_certain(mem)
        if ended != playing.UNDECIDED:
            return guesses, bool(ended)
        cell = int(playing.choose(mem, player))
        guesses.append(("".join("." if sign < 0 else str(sign) for sign in mem.shown[:size]), cell))
    return guesses, False


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("level", KERNEL_PLAYERS)
def test_the_kernel_plays_as_its_level_thinks(level: str) -> None:
    """Between guesses the same cells are opened, in whatever order; the guesses are the same."""
    if level not in GAME.engines:
        pytest.skip("the game has no such level")
    for seed in range(BOARDS):
        field = GAME.deal(options(seed), seed)
        (board,) = boards_of(Batch(level, options(seed), range(seed, seed + 1)))
        thought, inside = as_thought(level, field), as_played_inside(level, board)
        assert inside == thought, f"{options(seed)}, seed {seed}"
        played = play_inside(level, [board])
        assert (played.won, played.guesses) == (str(int(thought[1])), len(thought[0]))


@pytest.mark.kernel
@pytest.mark.parametrize("level", KERNEL_PLAYERS)
def test_a_batch_is_the_sum_of_its_games(level: str) -> None:
    """Whatever was played before in the same memory."""
    boards = [
        board
        for seed in range(sized(60, 60, 6))
        for board in boards_of(Batch(level, options(seed // 3), range(seed, seed + 1)))
    ]
    alone = [play_inside(level, [board]) for board in boards]
    together = play_inside(level, boards)
    assert together.won == "".join(played.won for played in alone) and "1" in together.won
    assert together.guesses == sum(played.guesses for played in alone) > 0


@pytest.mark.kernel
def test_a_dig_is_certain_where_no_arrangement_has_a_mine_there() -> None:
    for seed in range(sized(200, 60, 5)):
        _, digs = play_game("document", seed, GAME.deal(options(seed // 2 * 2 % 3), seed))
        for dug in digs[:: sized(1, 3, 5)]:
            found = count(dug.view, Budget(2_000_000))
            assert found.exact
            sure = all(found.sure.get(cell) is False for cell in dug.cells)
            assert is_certain(dug.view, dug.cells) == sure


@pytest.mark.kernel
def test_every_level_plays_and_its_guesses_are_counted() -> None:
    for level in GAME.engines:
        given = options(0)
        played = Played.load(play(Batch(level, given, range(3, 8))))
        games = [play_game(level, seed, GAME.deal(given, seed)) for seed in range(3, 8)]
        assert not any(dug.view.untouched for _, digs in games for dug in digs)  # the first dig is no guess
        if level not in KERNEL_PLAYERS:
            assert played.won == "".join(str(int(ended.board.won)) for ended, _ in games)
            judged = [is_certain(dug.view, dug.cells) for _, digs in games for dug in digs]
            assert played.guesses == judged.count(False)
        assert len(played.won) == 5 and played.seconds >= 0


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("setup", GAME.presets)
def test_a_seed_is_the_board_that_a_player_gets(setup: str, start: str) -> None:
    settled = GAME.settle(setup, {"start": start})
    shown = set()
    for seed, board in enumerate(boards_of(Batch("odds", settled, range(20)))):
        field = GAME.begin(setup, seed=seed, start=start)
        dug = field.play(field.board.grid.acts["dig"][board.first])
        assert board.mined == dug.mined() and board.first == first_cell(field.board)
        assert board.first not in board.mined
        shown.add(dug.board.cells[board.first])
    assert shown == {"0"} if start == OPENING else len(shown) > 1


def test_a_game_can_be_watched_by_its_seed(tmp_path: Path) -> None:
    for seed in ("0", "7"):
        file = tmp_path / f"{seed}.json"
        with pytest.raises(SystemExit):
            main(f"watch minesweeper --level document --seed {seed} --delay 0 --save {file}".split())
        record = open_record(file)
        state = GAME.deal(record.options, record.seed)
        for move in record.moves:
            state = state.play(GAME.read(move, state.board))
        ended, _ = play_game("document", int(seed), GAME.deal(GAME.settle(), int(seed)))
        assert ended == state


def test_the_first_dig_is_near_a_corner_or_in_it() -> None:
    assert first_cell(begin(30, 16, 99, 0).board) == 3 * 30 + 3
    assert first_cell(begin(4, 1, 1, 0).board) == 1 and first_cell(begin(1, 1, 0, 0).board) == 0
    assert first_cell(begin(30, 16, 99, 0, SAFE).board) == 0
    # Begun in the middle this one would need a guess: nor may it be dug there.
    crowded = begin(3, 3, 5, 0, OPENING, True).board
    assert not crowded.begins(4) and first_cell(crowded) == 1
    assert think(Odds(0), crowded, Limit()).move == Move("dig", 1, 0)


@pytest.mark.kernel
@pytest.mark.parametrize("level", ["odds", "document"])
def test_given_boards_are_played_from_their_first_cell(level: str) -> None:
    """One that is open at once, one without a mine, one where the dig beside a mine is the last."""
    boards = ("3 3 1 0 0 8", "2 2 0 1 1", "2 1 1 1 0 0")
    played = Played.load(play(Batch(level, {}, range(3), boards)))
    assert played.won == "111" and played.guesses == 0


@pytest.mark.kernel
def test_a_toss_is_a_guess() -> None:
    """Two cells, one mine, a number that sees both: half of such games are lost."""
    boards = ("3 1 1 1 0 0", "3 1 1 1 0 2")
    played = Played.load(play(Batch("odds", {}, range(2), boards)))
    assert sorted(played.won) == ["0", "1"] and played.guesses == 2


def test_a_line_is_read_and_written() -> None:
    assert check_line(" 9  9 2 3 4 80,7 3BV 12\n") == "9 9 2 3 4 7,80"
    assert read_board("9 9 2 3 4 7,80") == GivenBoard(9, 9, 39, frozenset({7, 80}))
    assert check_line("2 2 0 1 1 a remark") == "2 2 0 1 1" == check_line("2 2 0 1 1")
    assert check_line(" \t") == ""
    field = read_board("3 3 1 0 0 8").field()
    assert field.mined() == {8} and field.board.untouched and field.map == "00001101m"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9 9 10", "a board is written width height mines x y list, as in 3 3 1 0 0 8"),
        ("61 9 1 0 0 5", "'61' is not possible here: write a whole number from 1 to 60"),
        ("9 0 1 0 0 5", "from 1 to 60"),
        ("9 9 81 0 0 5", "from 0 to 80"),
        ("9 9 1 9 0 5", "from 0 to 8"),
        ("9 9 1 0 -1 5", "from 0 to 8"),
        ("9 9 1 0 0 81", "from 0 to 80"),
        ("9 9 2 0 0 5,", "'' is not possible"),
        ("9 9 2 0 0 5;6", "'5;6' is not possible"),
        ("9 9 1 0 0 ٥", "from 0 to 80"),
        ("9 9 1 0 0 1_0", "from 0 to 80"),
        ("9 9 2 0 0 5", "2 mines are announced and 1 is listed"),
        ("9 9 2 0 0", "2 mines are announced and 0 are listed"),
        ("9 9 2 0 0 5,5", "the mine 5 is listed twice"),
        ("9 9 1 5 0 5", "the first cell, 5, has a mine"),
        ("9" * 5000 + " 9 1 0 0 5", "from 1 to 60"),
    ],
)
def test_what_is_no_board_is_refused(line: str, says: str) -> None:
    with pytest.raises(Unreadable) as refused:
        check_line(line)
    assert says in str(refused.value)


def test_the_tool_plays_boards_that_are_words() -> None:
    said: list[str] = []
    SIMULATE.run(["document", "3 3 1 0 0 8", "2 2 0 1 1"], lambda text: said.append(str(text)))
    assert said == ["0 1", "1 1"]
    for words in ([], ["document"], ["nobody", "2 2 0 1 1"], ["document", "2 2"]):
        with pytest.raises(Refusal):
            SIMULATE.run(words, print)
