"""The rules against published counts, a naive twin, and boards made for one rule each."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from damier.core.text import IllegalMove, Unreadable
from damier.engines.perft import perft
from damier.games import game
from damier.games.quoridor.notation import parse, read, text
from damier.games.quoridor.rules import MOST_PLIES, Board, Move, Position, board

GAME = game("quoridor")
PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "quoridor" / "perft.json").read_text("utf-8")
)


def after(moves: str, position: Position | None = None) -> Position:
    position = position or GAME.begin()
    for word in moves.split():
        position = position.play(read(word, position))
    return position


def names(position: Position) -> set[str]:
    """The steps of the pawn to move."""
    return {str(move) for move in position.moves() if not move.wall}


def test_counts_from_the_start() -> None:
    assert [perft(GAME.begin(), depth) for depth in (1, 2, 3)] == [131, 16_677, 2_062_264]


@pytest.mark.parametrize("case", PERFT)
def test_counts_from_the_middle_of_games(case: dict[str, Any]) -> None:
    position = after(case["moves"])
    assert list(position.left) == case["walls_left"] and position.turn + 1 == case["turn"]
    # Counting takes no notice of positions that occur for the third time.
    position = replace(position, past=())
    assert [perft(position, depth) for depth in (1, 2)] == case["perft"][:2]


@pytest.mark.parametrize("seed", range(150))
def test_any_position_has_the_moves_that_a_naive_reading_finds(
    seed: int, naive: Callable[[Position], Any], arbitrary: Callable[..., Position]
) -> None:
    position = arbitrary(random.Random(seed))
    legal = naive(position).legal()
    moves = position.moves()
    assert set(moves) == legal and len(moves) == len(legal)
    assert parse(text(position)) == position
    for move in {*position.board.steps, *position.board.walls, Move(-1, 0), Move(0, 99, "h")} - legal:
        with pytest.raises(IllegalMove):
            position.play(move)


@pytest.mark.parametrize("size", ["3x3", "4x4", "5x3", "3x6", "6x6", "7x7", "9x9", "11x11"])
def test_random_games_follow_a_naive_reading(size: str, naive: Callable[[Position], Any]) -> None:
    rng = random.Random(size)
    position = GAME.begin(size=size, walls=6)
    for _ in range(25):
        moves = position.moves()
        if not moves:
            break
        assert set(moves) == naive(position).legal()
        walls = [move for move in moves if move.wall]
        position = position.play(rng.choice(walls if walls and rng.random() < 0.6 else moves))


def test_no_pawn_is_ever_without_a_step() -> None:
    """Every set of walls and every place of the pawns on 3x3 and 3x4: see Position.reachable."""
    seen = 0
    for size in ((3, 3), (3, 4), (4, 3)):
        b = board(*size)
        for count in range(4):
            for walls in combinations(b.walls, count):
                position = Position(b, b.starts, (0, 0))
                for wall in walls:
                    flat = wall.wall == "h"
                    if b.walls[wall] & position.free()[0 if flat else 1]:
                        position = position.with_walls(b.walls[wall] * flat, b.walls[wall] * (not flat))
                for pawns in permutations(range(len(b.steps)), 2):
                    placed = replace(position, pawns=pawns)
                    if placed.winner() is None and placed.connected():
                        seen += 1
                        assert placed.reachable(0) and placed.reachable(1), text(placed)
    assert seen > 30_000


# -- one rule each ----------------------------------------------------------------------------------------


def test_a_pawn_jumps_straight_over_the_other() -> None:
    assert names(parse("9x9 e4,e5 10,10 6 - -")) == {"e3", "d4", "f4", "e6"}


def test_a_wall_behind_the_other_pawn_turns_the_jump_aside() -> None:
    assert names(parse("9x9 e4,e5 10,10 6 e5h -")) == {"e3", "d4", "f4", "d5", "f5"}
    assert names(parse("9x9 e4,e5 10,10 6 e5h,d5v -")) == {"e3", "d4", "f4", "f5"}


def test_the_border_behind_the_other_pawn_turns_the_jump_aside() -> None:
    assert names(parse("9x9 h5,i5 10,10 6 - -")) == {"h6", "h4", "g5", "i6", "i4"}
    assert names(parse("9x9 e8,e9 10,10 6 - -")) == {"e7", "d8", "f8", "d9", "f9"}


def test_a_wall_between_the_pawns_stops_the_jump() -> None:
    assert names(parse("9x9 e4,e5 10,10 6 e4h -")) == {"e3", "d4", "f4"}


def test_walls_neither_cross_nor_overlap() -> None:
    position = after("e4h")
    for word in ("e4h", "e4v", "d4h", "f4h"):
        with pytest.raises(IllegalMove, match=r"crosses or overlaps"):
            read(word, position)
    for word in ("c4h", "g4h", "e3v", "e5v", "d4v", "f4v", "e3h", "e5h"):
        read(word, position)


def test_a_wall_may_not_cut_a_goal_off() -> None:
    position = after("a5h c5h e5h g5h")
    with pytest.raises(IllegalMove, match="would cut a pawn off"):
        read("h5v", after("h6h", position))
    assert Move(7, 4, "v") in position.moves()


def test_without_walls_left_only_the_pawn_moves() -> None:
    position = GAME.begin(walls=0)
    assert {str(move) for move in position.moves()} == {"e2", "d1", "f1"}
    with pytest.raises(IllegalMove, match="no walls left"):
        read("e3h", position)


def test_a_pawn_on_the_other_side_wins() -> None:
    position = parse("9x9 c8,c7 0,0 100 - -").play(Move(2, 8))
    outcome = position.outcome()
    assert outcome is not None and outcome.points == (1.0, 0.0) and position.moves() == []
    with pytest.raises(IllegalMove, match="over"):
        position.play(Move(2, 5))


def test_the_third_time_counts_position_and_turn() -> None:
    position = after("e2 e8 e1 e9")
    assert position.repeats() == 2 and position.outcome() is None
    position = after("e2 e8 e1", position)
    assert position.repeats() == 2 and position.outcome() is None
    position = after("e9", position)
    outcome = position.outcome()
    assert outcome is not None and outcome.points == (0.5, 0.5)
    assert "third time" in str(outcome.reason)
    assert parse(text(position)) == position, "the past is part of the text"


def test_repeats_are_counted_over_whole_games() -> None:
    """After a jump the same pawns can stand with the other seat to move: that is another position."""
    rng = random.Random(0)
    other_turn = 0
    for _ in range(150):
        position = GAME.begin(size="3x4", walls=1)
        seen: dict[tuple[object, ...], int] = {}
        while True:
            key = (position.pawns, position.horizontal, position.vertical, position.turn)
            seen[key] = seen.get(key, 0) + 1
            other_turn += (*key[:3], 1 - position.turn) in seen
            assert position.repeats() == seen[key]
            assert (position.outcome() is None) == (position.winner() is None and seen[key] < 3)
            if position.outcome() is not None:
                break
            position = position.play(rng.choice(position.moves()))
    assert other_turn > 10


def test_a_wall_makes_what_was_before_forgotten() -> None:
    position = after("e2 e8 e1 e9 e2 e8 e1 a1h")
    assert position.past == () and position.repeats() == 1
    assert after("e2 e9 e1 e8 e2 e9 e1", position).outcome() is None
    assert after("e2 e9 e1 e8 e2 e9 e1 e8", position).outcome() is not None


def test_the_last_move_is_a_draw_unless_it_wins() -> None:
    late = parse(f"9x9 c8,e5 0,0 {MOST_PLIES - 2} - -")
    drawn = after("b8 e4", late)
    outcome = drawn.outcome()
    assert outcome is not None and outcome.points == (0.5, 0.5) and drawn.moves() == []
    lost = parse(f"9x9 c7,e2 0,0 {MOST_PLIES - 1} - -").play(Move(4, 0))
    outcome = lost.outcome()
    assert outcome is not None and outcome.points == (0.0, 1.0)


def test_even_boards_are_the_same_after_half_a_turn() -> None:
    for size in ("4x4", "6x6", "8x5", "9x9", "3x10"):
        b = GAME.begin(size=size).board
        assert b.starts[1] == b.width * b.height - 1 - b.starts[0]
        assert b.goals[1] >> b.starts[0] & 1 and b.goals[0] >> b.starts[1] & 1
    assert text(GAME.begin("6x6")) == "6x6 c1,d6 6,6 0 - -"


def test_walls_by_size() -> None:
    sizes = {f"{n}x{n}": GAME.begin(size=f"{n}x{n}").left[0] for n in range(3, 12)}
    assert sizes == {
        f"{n}x{n}": walls for n, walls in zip(range(3, 12), (2, 3, 5, 6, 7, 9, 10, 11, 13), strict=True)
    }
    for preset, options in GAME.presets.items():
        assert GAME.begin(size=preset).left[0] == options["walls"], "a preset and its size are the same game"
    assert GAME.begin(size="11x3").left == (7, 7)
    for nonsense in ({"walls": 21}, {"walls": -1}, {"walls": "²"}, {"size": "2x9"}, {"size": "12x12"}):
        with pytest.raises(Unreadable):
            GAME.begin(**nonsense)


def test_the_state_holds_four_seats() -> None:
    """Pawns, walls left and goals are by seat; only the two boards that we deal have two."""
    two = board(9, 9)
    four = Board(
        **{
            **{name: getattr(two, name) for name in Board.__dataclass_fields__},
            "goals": (two.top_row, two.last_column, two.bottom_row, two.first_column),
            "starts": (4, 36, 76, 44),
        }
    )
    position = Position(four, four.starts, (5, 5, 5, 5))
    rng = random.Random(4)
    for ply in range(30):
        assert position.seats == 4 and position.turn == ply % 4
        moves = position.moves()
        position = position.play(rng.choice(moves))
        assert len(set(position.pawns)) == 4
    # A third pawn behind the second turns the jump aside.
    row = replace(position, pawns=(37, 38, 39, 80), horizontal=0, vertical=0, plies=0)
    assert set(row.reachable(0)) == {36, 28, 46, 29, 47}


# -- text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "",
        "9x9",
        "9x9 e1,e9 10,10 0 -",
        "9x9 e1,e9 10,10 0 - - -",
        "2x9 a1,a9 10,10 0 - -",
        "12x12 a1,a9 10,10 0 - -",
        "9x9 e1,e10 10,10 0 - -",
        "9x9 j1,e9 10,10 0 - -",
        "9x9 e1 10,10 0 - -",
        "9x9 e1,e9,e5 10,10 0 - -",
        "9x9 e5,e5 10,10 0 - -",
        "9x9 e1,e9 10 0 - -",
        "9x9 e1,e9 21,10 0 - -",
        "9x9 e1,e9 -1,10 0 - -",
        "9x9 e1,e9 ²,10 0 - -",
        "9x9 e1,e9 10,10 251 - -",
        "9x9 e1,e9 10,10 99999999999999999999 - -",
        "9x9 e1,e9 10,10 ٣ - -",
        "9x9 e1,e9 9,10 0 e3h -",
        "9x9 e1,e9 9,9 2 e3h,e3v -",
        "9x9 e1,e9 9,9 2 e3h,f3h -",
        "9x9 e1,e9 9,9 2 e3h,e3h -",
        "9x9 e1,e9 9,9 2 e9h -",
        "9x9 e1,e9 9,9 2 i3v -",
        "9x9 e1,e9 9,9 2 e3 -",
        "9x9 e1,e9 8,7 5 d1v,e1v,d2h -",
        "9x9 e1,e9 8,7 5 d1v,f1v,e2h -",
        "3x3 b1,b3 0,0 6 a1h,b2v -",
        "9x9 e9,e5 10,10 6 - -",
        "9x9 e5,e1 10,10 7 - -",
        "9x9 e2,e9 10,10 1 - e1e9,e2e9",
        "9x9 e3,e9 10,10 1 - e1e9",
        "9x9 e2,e8 10,10 1 - e1e9",
        "9x9 e1,e9 10,10 1 - e1e9",
        "9x9 e2,e9 10,10 1 - e1-e9",
    ],
)
def test_nonsense_is_no_position(words: str) -> None:
    with pytest.raises(Unreadable) as problem:
        parse(words)
    assert problem.value.text.show("fr")


def test_a_position_with_a_past_is_read() -> None:
    position = after("e2 e8 d4h e7 e3 e8")
    assert text(position) == "9x9 e3,e8 9,10 6 d4h e2e8,e2e7,e3e7"
    assert parse(text(position)) == position == pickle.loads(pickle.dumps(position))


@pytest.mark.parametrize(
    "word", ["", "e", "e22", "e0", "j1", "e9h", "i1v", "e3x", "e3hv", "²2", "e²", "e" * 999]
)
def test_nonsense_is_no_move(word: str) -> None:
    with pytest.raises(Unreadable):
        read(word, GAME.begin())


def test_a_refused_step_names_the_right_ones() -> None:
    with pytest.raises(IllegalMove, match=r"it can go to d1, f1, e2"):
        read("e3", GAME.begin())


def test_the_scene_covers_what_a_wall_covers() -> None:
    scene = GAME.scene(after("e3h d6v"))
    walls = {mark.at for mark in scene.marks if mark.kind == "wall"}
    assert walls == {(9, 12), (10, 12), (11, 12), (8, 7), (8, 6), (8, 5)}
    corner = scene.at((2, 16))
    assert corner is not None and corner.kind == "corner"
    assert corner.moves == {"horizontal": Move(0, 0, "h"), "vertical": Move(0, 0, "v")}
    assert [(seat, count.show()) for seat, count in scene.status] == [(0, "9 walls"), (1, "9 walls")]
    assert scene.grid == "gaps"


# -- perfect play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("walls", [0, 1, 2])
def test_the_second_player_wins_on_3x3(walls: int) -> None:
    """All positions, solved backwards from those that are won: a known result."""
    start = GAME.begin(size="3x3", walls=walls)
    children: dict[Position, list[Position]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in children:
            played = [position.play(move) for move in position.moves()]
            # Without the past, and the number of moves only by whose turn it is.
            children[position] = [replace(child, past=(), plies=child.plies % 2) for child in played]
            waiting += children[position]
    won: dict[Position, bool] = {p: p.winner() == p.turn for p in children if p.winner() is not None}
    changed = True
    while changed:
        changed = False
        for position, after_it in children.items():
            if position in won:
                continue
            if any(won.get(child) is False for child in after_it):
                won[position] = changed = True
            elif all(won.get(child) is True for child in after_it):
                won[position], changed = False, True
    assert won[start] is False, "who begins loses"
