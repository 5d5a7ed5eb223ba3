"""Connect Four's rules against OpenSpiel, known counts and a checker that walks the board cell by cell."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.game import Game
from damier.core.text import IllegalMove, Refusal, Unreadable
from damier.engines.perft import perft
from damier.games import game
from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.scene import at

GAME: Game[Position, Position, Column] = game("connect4")
some = settings(max_examples=80, deadline=None)
sides = st.integers(4, 12)


def naive_four(columns: list[list[int]]) -> set[int]:
    """Who has four in a row, found by walking from every disc; columns hold seats from the bottom."""
    grid = {(x, y): seat for x, column in enumerate(columns) for y, seat in enumerate(column)}
    winners = set()
    for (x, y), seat in grid.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(grid.get((x + i * dx, y + i * dy)) == seat for i in range(4)):
                winners.add(seat)
    return winners


def random_columns(rng: random.Random, width: int, height: int) -> list[list[int]]:
    """Discs that obey gravity and nothing else."""
    return [[rng.randrange(2) for _ in range(rng.randrange(height + 1))] for _ in range(width)]


def put(columns: list[list[int]], width: int, height: int, turn: int) -> Position:
    """The position with these discs, whether a game can lead there or not."""
    discs = [0, 0]
    for x, column in enumerate(columns):
        for y, seat in enumerate(column):
            discs[seat] |= 1 << y * width + x
    return Position(board(width, height), (discs[0], discs[1]), turn)


def played(words: str, size: str = "7x6") -> Position:
    state = GAME.begin(size=size)
    for word in words.split():
        state = state.play(GAME.read(word, state))
    return state


@some
@given(seed=st.integers(0, 2**32), width=sides, height=sides)
def test_a_win_is_what_the_naive_checker_sees_on_any_board(seed: int, width: int, height: int) -> None:
    rng = random.Random(seed)
    columns = random_columns(rng, width, height)
    while naive_four(columns):  # too full: take discs away until nobody has four
        rng.choice([column for column in columns if column]).pop()
    for turn in (0, 1):
        position = put(columns, width, height, turn)
        assert list(position.moves()) == [x + 1 for x in range(width) if len(columns[x]) < height]
        for move in position.moves():
            columns[move - 1].append(turn)
            after = position.play(move)
            winners = naive_four(columns)
            assert after.won == (turn in winners)
            full = all(len(column) == height for column in columns)
            outcome = after.outcome()
            assert (outcome is not None) == (bool(winners) or full) == (not after.moves())
            if outcome is not None:
                assert outcome.winner == (turn if winners else None)
            columns[move - 1].pop()


@pytest.mark.parametrize("seed", range(40))
def test_random_play_side_by_side_with_open_spiel(seed: int) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    ours, rng = GAME.begin(), random.Random(seed)
    while not theirs.is_terminal():
        assert ours.outcome() is None
        assert ours.turn == theirs.current_player()
        assert [move - 1 for move in ours.moves()] == theirs.legal_actions()
        assert GAME.text(ours).replace("/", "\n") == str(theirs).strip()
        move = rng.choice(ours.moves())
        ours = ours.play(move)
        theirs.apply_action(move - 1)
    outcome = ours.outcome()
    assert outcome is not None and not ours.moves()
    assert [2 * points - 1 for points in outcome.points] == theirs.returns()


def test_known_numbers_of_distinct_positions() -> None:
    layer = {GAME.begin()}
    for count in (1, 7, 49, 238, 1120, 4263, 16422):
        assert len(layer) == count
        layer = {state.play(move) for state in layer for move in state.moves()}


def test_perft() -> None:
    # All columns are open for six moves; then one can be full, and on ply 8 the first fours have ended games.
    known = [1, 7, 49, 343, 2401, 16807, 117649, 823536]
    assert [perft(GAME.begin(), depth) for depth in range(8)] == known


def test_perft_after_a_column_is_nearly_full() -> None:
    def walk(heights: tuple[int, ...], depth: int) -> int:
        if depth == 0:
            return 1
        return sum(
            walk((*heights[:i], h + 1, *heights[i + 1 :]), depth - 1) for i, h in enumerate(heights) if h < 6
        )

    assert perft(played("1 1 1 1 1"), 3) == walk((5, 0, 0, 0, 0, 0, 0), 3)


def ends(seed: int, games: int) -> list[Position]:
    """The last positions of random games on a small board, where all kinds of end are common."""
    rng, found = random.Random(seed), []
    for _ in range(games):
        state = GAME.begin("5x4")
        while moves := state.moves():
            state = state.play(rng.choice(moves))
        found.append(state)
    return found


def test_a_full_board_is_level_unless_its_last_disc_made_a_four() -> None:
    full = [state for state in ends(5, 3000) if "." not in GAME.text(state)]
    outcomes = [state.outcome() for state in full]
    for state, outcome in zip(full, outcomes, strict=True):
        assert outcome is not None
        assert outcome.points == ((0.0, 1.0) if state.won else (0.5, 0.5)), "red drops the last disc"
        assert outcome.reason.show("fr") == (
            "quatre jetons alignés" if state.won else "le plateau est plein\u00a0: personne n'a gagné"
        )
        assert GAME.parse(GAME.text(state)).outcome() == outcome
    assert len({state.won for state in full}) == 2, "both kinds of full board came up"


def test_illegal_columns_say_what_would_be_right() -> None:
    full = played("1 1 1 1 1 1")
    with pytest.raises(IllegalMove, match="column a is full"):
        full.play(1)
    for column in (0, -1, 8, 99):
        with pytest.raises(IllegalMove, match="from a to g"):
            full.play(column)
    over = played("1 2 1 2 1 2 1")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play(3)
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.read("3", over)


def test_columns_are_read_as_people_type_them() -> None:
    state = GAME.begin()
    for word in ("4", " 4 ", "04", "d", "D"):
        assert GAME.read(word, state) == 4
    for word in ("0", "8", "h", "", "²", "٣", "4" * 5000, "-4", "4.0", "d33d", "h1", "d 1", "4 4", "\x00"):
        with pytest.raises(Unreadable, match="from a to g"):
            GAME.read(word, state)
    assert GAME.read("12", GAME.begin(size="12x4")) == 12
    assert GAME.read("l", GAME.begin(size="12x4")) == 12
    with pytest.raises(IllegalMove, match="column a is full"):
        GAME.read("a", played("1 1 1 1 1 1"))


def test_a_cell_is_a_move_where_the_disc_comes_to_rest_on_it() -> None:
    state = played("4 4")
    assert GAME.read("d3", state) == GAME.read(" D03 ", state) == 4
    for word in ("d2", "d4", "d0"):
        with pytest.raises(IllegalMove, match="a disc in column d falls to d3"):
            GAME.read(word, state)


def test_people_read_letters_and_files_digits() -> None:
    state = GAME.begin()
    assert [GAME.write(move) for move in state.moves()] == list("1234567")
    assert [str(GAME.name(move)) for move in state.moves()] == list("abcdefg")
    assert {GAME.read(str(GAME.name(move)), state) for move in state.moves()} == set(state.moves())
    assert str(GAME.move_name("12")) == "l"


def test_columns_written_as_one_word_are_taken_apart() -> None:
    state = GAME.begin()
    for words in ("4453", "4 4 5 3", "4,4,5,3", "ddec", "DDEC", "d d e c", "44 ec"):
        assert [GAME.read(word, state) for word in GAME.split(words, state)] == [4, 4, 5, 3]
    assert GAME.split("d1 d2 e1", state) == ["d1", "d2", "e1"]
    assert GAME.split("hello", state) == ["hello"], (
        "a word that is no list of columns is refused as it stands"
    )
    assert GAME.split("12 ll", GAME.begin(size="12x4")) == ["12", "l", "l"]


def test_positions_read_as_they_are_written() -> None:
    state = played("4 4 3")
    assert GAME.text(state) == "......./......./......./......./...o.../..xx..."
    assert GAME.parse(GAME.text(state)) == state
    assert GAME.parse(f"  {GAME.text(state).upper()} ").turn == 1


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("......./......./......./...x.../......./.......", "floats"),
        ("......./......./......./......./......./o......", "x begins"),
        ("......./......./......./......./......./xx.....", "x begins"),
        ("......./......./......./......./oooo.../xxxx...", "went on"),
        ("......./......./......./......./......./xxxxooo", None),
        ("......./......./......./......./......o/xxxxooo", "went on"),
        ("......./......./......./o......./xxxx.../oooxo..", "not a position"),
        ("......./......./......./o....../xxxx.../oooxo..", "went on"),
        ("......./......./......./......x/.....xx/oooo.xx", "went on"),
        ("....../....../....../...", "not a position"),
        (".../.../.../...", "not a position"),
        ("/".join(["." * 13] * 6), "not a position"),
        ("/".join(["." * 7] * 13), "not a position"),
        ("", "not a position"),
        ("/" * 10000, "not a position"),
        ("....../" * 4, "not a position"),
    ],
)
def test_impossible_positions_are_refused(rows: str, why: str | None) -> None:
    if why is None:
        assert GAME.parse(rows).won
        return
    with pytest.raises(Unreadable, match=why):
        GAME.parse(rows)


def test_two_fours_need_one_last_disc_in_common() -> None:
    assert GAME.parse("......./......./......./......./ooo.ooo/xxxxxxx").won, "d1 was last"
    with pytest.raises(Unreadable, match="no single last disc"):
        GAME.parse("......./......x/......x/......x/oo..oox/xxxxooo")
    with pytest.raises(Unreadable, match="no single last disc"):
        GAME.parse("......./......./......./......./ooxo.../xxxxo..")


def test_states_cannot_be_changed_from_outside() -> None:
    state = played("4 4 3")
    for name in ("board", "discs", "turn", "won", "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, 0)
    twin = pickle.loads(pickle.dumps(state))
    assert (twin, twin.turn, twin.won, twin.board) == (state, state.turn, state.won, state.board)
    assert state == Position(board(7, 6), state.discs, 1)
    assert state != Position(board(6, 7), state.discs, 1)


def test_a_click_anywhere_in_a_column_drops_a_disc_there() -> None:
    state = played("4 4 3")
    scene = GAME.scene(state)
    assert scene.columns == tuple("abcdefg") and scene.rows == tuple("654321")
    for mark in scene.marks:
        assert list(mark.moves.values()) == [(mark.at[0] + 1) // 2]
    assert scene.where(4) == at((3, 2), state.board)
    assert scene.where(3) == at((2, 1), state.board)
    assert scene.where(1) == at((0, 0), state.board)


def test_the_winning_cells_are_marked() -> None:
    scene = GAME.scene(played("4 4 5 5 6 6 7"))
    winning = {mark.name for mark in scene.marks if "win" in mark.tags}
    assert winning == {"d1", "e1", "f1", "g1"}
    assert all(not mark.moves for mark in scene.marks)
    discs = {mark.name: (mark.glyph, mark.ascii, mark.seat) for mark in scene.marks if mark.kind == "disc"}
    assert discs["d1"] == ("●", "X", 0) and discs["d2"] == ("○", "O", 1)


@pytest.mark.parametrize("size", ["3x6", "7x3", "13x6", "7x13"])
def test_sizes_out_of_range_are_refused_with_the_range(size: str) -> None:
    with pytest.raises(Refusal, match="from 4x4 to 12x12"):
        GAME.begin(size=size)
