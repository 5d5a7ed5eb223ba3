"""The rules beside OpenSpiel's, beside known counts, and beside a checker that shares nothing with them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pyspiel
import pytest

from damier.core.text import IllegalMove, Refusal, Unreadable
from damier.engines.perft import perft
from damier.games.tictactoe import GAME
from damier.games.tictactoe.rules import Cell, Position

SIZES = [(3, 3, 3), (4, 3, 3), (3, 5, 4), (4, 4, 4), (5, 5, 4), (7, 4, 5), (6, 6, 3), (12, 9, 6), (19, 3, 19)]


def begin(width: int, height: int, line: int) -> Position:
    return GAME.begin(size=f"{width}x{height}", line=line)


def naive_winner(stones: dict[Cell, int], line: int) -> int | None:
    """Who has *line* in a row, cell by cell and step by step."""
    for (x, y), seat in stones.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(stones.get((x + i * dx, y + i * dy)) == seat for i in range(line)):
                return seat
    return None


@pytest.mark.parametrize(("width", "height", "line"), SIZES)
def test_random_games_end_as_a_naive_checker_says(width: int, height: int, line: int) -> None:
    rng = random.Random(width * 100 + height * 10 + line)
    ends: Counter[tuple[float, ...]] = Counter()
    for _ in range(40 if width * height < 50 else 6):
        state = begin(width, height, line)
        stones: dict[Cell, int] = {}
        everywhere = [(x, y) for y in range(height) for x in range(width)]
        while True:
            winner = naive_winner(stones, line)
            free = [cell for cell in everywhere if cell not in stones]
            outcome = state.outcome()
            if winner is not None or not free:
                assert outcome is not None and state.moves() == []
                expected = (0.5, 0.5) if winner is None else tuple(float(winner == s) for s in (0, 1))
                assert outcome.points == expected
                ends[expected] += 1
                break
            assert outcome is None and state.moves() == free
            move = rng.choice(free)
            stones[move] = state.turn
            state = state.play(move)
            assert {cell: state.owner(cell) for cell in stones} == stones
    assert sum(ends.values()) > 1


def test_random_games_beside_openspiel() -> None:
    rng = random.Random(2)
    theirs_game = pyspiel.load_game("tic_tac_toe")
    for _ in range(300):
        ours, theirs = GAME.begin(), theirs_game.new_initial_state()
        while not theirs.is_terminal():
            # OpenSpiel counts cells from the top left, we from the bottom left.
            actions = {(action % 3, 2 - action // 3): action for action in theirs.legal_actions()}
            assert set(ours.moves()) == set(actions)
            assert ours.turn == theirs.current_player()
            move = rng.choice(ours.moves())
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        outcome = ours.outcome()
        assert outcome is not None and ours.moves() == []
        assert [2 * points - 1 for points in outcome.points] == theirs.returns()


def test_all_games_of_the_small_board() -> None:
    ends: Counter[tuple[float, ...]] = Counter()

    def walk(state: Position) -> None:
        moves = state.moves()
        if not moves:
            outcome = state.outcome()
            assert outcome is not None
            ends[outcome.points] += 1
        for move in moves:
            walk(state.play(move))

    walk(GAME.begin())
    assert ends == {(1.0, 0.0): 131_184, (0.0, 1.0): 77_904, (0.5, 0.5): 46_080}
    assert ends.total() == 255_168


def test_perft() -> None:
    counts = [perft(GAME.begin(), depth) for depth in range(8)]
    assert counts == [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176]


def reachable() -> set[str]:
    """The text of every position of 3x3, by the naive checker alone."""
    everywhere = [(x, y) for y in range(3) for x in range(3)]
    found: set[str] = set()
    todo: list[dict[Cell, int]] = [{}]
    while todo:
        stones = todo.pop()
        rows = ("".join("xo."[stones.get((x, y), 2)] for x in range(3)) for y in (2, 1, 0))
        words = "/".join(rows) + " 3"
        if words in found:
            continue
        found.add(words)
        if naive_winner(stones, 3) is None:
            todo += [{**stones, c: len(stones) % 2} for c in everywhere if c not in stones]
    return found


def test_exactly_the_positions_that_can_come_up_are_read() -> None:
    known = reachable()
    assert len(known) == 5_478
    for signs in product("xo.", repeat=9):
        flat = "".join(signs)
        words = f"{flat[:3]}/{flat[3:6]}/{flat[6:]} 3"
        try:
            position = GAME.parse(words)
        except Unreadable:
            assert words not in known
        else:
            assert words in known
            assert GAME.text(position) == words


def test_two_lines_need_a_common_stone() -> None:
    assert GAME.parse("xxxxx/oo.../oo.../...../..... 3").outcome() is not None  # the middle one came last
    assert GAME.parse("xxx../x..../x..../oo.oo/..... 3").outcome() is not None  # the corner came last
    with pytest.raises(Unreadable):
        GAME.parse("xxx../...../...../oo.oo/oxxx. 3")


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "3",
        "x.o/.x./...",
        "x.o/.x./... 0",
        "x.o/.x./... 2",
        "x.o/.x./... 4",
        "x.o/.x./... 03 3",
        "x.o/.x./... -3",
        "x.o/.x./... ³",
        "x.o/.x./... ٣",
        "x.o/.x./... 99999999999999999999999999",
        "x.o/.x./...x 3",
        "x.o/.x. 3",
        "x.o/.x./../ 3",
        "/// 3",
        "x.o/.x./.z. 3",
        "../.. 3",
        "xxx/xxx/xxx 3",
        "x" * 5000 + " 3",
        "/".join(["." * 20] * 20) + " 5",
        "/".join(["." * 19] * 20) + " 5",
        "\0",
    ],
)
def test_hostile_positions_are_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Unreadable) as problem:
        GAME.parse(words)
    assert len(problem.value.text.show("es")) < 250


@pytest.mark.parametrize(
    "words", ["a0", "d1", "a4", "aa1", "1a", "a²", "a٣", "", "a" * 99, "a99999999999", "b 1 1"]
)
def test_hostile_moves_are_refused_with_a_sentence(words: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read(words, GAME.begin())


@pytest.mark.parametrize("move", [(-5, 0), (3, 0), (0, 3), (10**9, 1), (0,), "a1", None])
def test_moves_outside_the_board_are_illegal(move: Cell) -> None:
    with pytest.raises(IllegalMove):
        GAME.begin().play(move)


def test_nothing_is_played_after_the_end() -> None:
    state = GAME.parse("xxx/oo./... 3")
    with pytest.raises(IllegalMove, match="over"):
        state.play((0, 0))
    with pytest.raises(IllegalMove, match="over"):
        GAME.read("a1", state)


@pytest.mark.parametrize(
    ("size", "line"), [("3x3", 4), ("3x3", 2), ("5x5", 6), ("2x3", 3), ("20x19", 5), ("3x3", "three")]
)
def test_boards_that_make_no_sense_are_refused(size: str, line: int) -> None:
    with pytest.raises(Refusal):
        GAME.begin(size=size, line=line)


def test_usual_lines() -> None:
    for size, line in (("3x3", 3), ("3x7", 3), ("4x4", 4), ("6x5", 4), ("15x15", 5), ("19x19", 5)):
        assert GAME.begin(size=size).board.line == line


def test_moves_are_the_callers_own() -> None:
    state = GAME.begin()
    state.moves().clear()
    assert len(state.moves()) == 9


def test_a_position_is_frozen_in_every_way() -> None:
    state = GAME.begin()
    for name in ("board", "stones", "turn", "won", "new"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(state, name)


def test_the_winning_line_is_tagged() -> None:
    scene = GAME.scene(GAME.parse("x.o/.xo/..x 3"))
    assert {mark.name for mark in scene.marks if "win" in mark.tags} == {"a3", "b2", "c1"}
    assert not any(mark.tags for mark in GAME.scene(GAME.parse("x.o/.xo/... 3")).marks)
    both = GAME.scene(GAME.parse("xxx/xoo/xoo 3"))
    assert {mark.name for mark in both.marks if "win" in mark.tags} == {"a1", "a2", "a3", "b3", "c3"}
