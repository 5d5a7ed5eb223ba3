"""Digging, flags, chords, the first dig and the end, against naive counts and a naive flood."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier.games.minesweeper as package
from damier.core.text import IllegalMove, Unreadable
from damier.games import games
from damier.games.minesweeper import GAME
from damier.games.minesweeper.rules import Field, begin, cells_propagation, generate_bombs, generate_map
from damier.games.minesweeper.scene import number_to_emoji
from damier.games.minesweeper.visible_board import Board, Move

sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))


def naive_count(mines: set[tuple[int, int]], x: int, y: int) -> int:
    """How many mines are up to one step away from a cell that has none."""
    return sum(abs(x - a) <= 1 and abs(y - b) <= 1 for a, b in mines)


def naive_flood(width: int, height: int, mines: set[tuple[int, int]], x: int, y: int) -> set[tuple[int, int]]:
    """All that a dig opens: repeated passes over the whole board until nothing changes."""
    opened = {(x, y)}
    while True:
        more = {
            (a, b)
            for a in range(width)
            for b in range(height)
            if any(abs(a - c) <= 1 and abs(b - d) <= 1 and naive_count(mines, c, d) == 0 for c, d in opened)
        }
        if more <= opened:
            return opened
        opened |= more


def places(field: Field) -> set[tuple[int, int]]:
    return {(cell % field.board.width, cell // field.board.width) for cell in field.mined()}


def laid(width: int, height: int, mines: str, flags: str = "") -> Field:
    """A field with mines and flags on cells such as ``2,1 3,3``, x and y from 1."""
    bombs = {(int(y) - 1) * width + int(x) - 1 for x, y in (word.split(",") for word in mines.split())}
    field = Field(
        Board(width, height, len(bombs), "." * width * height), 0, generate_map(height, width, bombs)
    )
    for word in flags.split():
        field = field.play(GAME.read(f"f{word}", field.board))
    return field


def play(field: Field, *words: str) -> Field:
    for word in words:
        field = field.play(GAME.read(word, field.board))
    return field


def shown(field: Field) -> str:
    return GAME.text(field.board).split()[0]


@settings(deadline=None)
@given(size=sizes, data=st.data())
def test_maps_hold_naive_counts(size: tuple[int, int], data: st.DataObject) -> None:
    width, height = size
    bombs = data.draw(st.sets(st.integers(0, width * height - 1)))
    mines = {(cell % width, cell // width) for cell in bombs}
    field_map = generate_map(height, width, bombs)
    for cell, sign in enumerate(field_map):
        x, y = cell % width, cell // width
        assert sign == ("m" if cell in bombs else str(naive_count(mines, x, y)))


@settings(deadline=None, max_examples=60)
@given(size=sizes, seed=st.integers(0, 2**128), data=st.data())
def test_digs_open_what_a_naive_flood_opens_and_flags_in_its_way_go(
    size: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    width, height = size
    field = begin(width, height, data.draw(st.integers(0, max(0, width * height // 4))), seed)
    rng = random.Random(seed)
    opened: set[tuple[int, int]] = set()
    flags: set[tuple[int, int]] = set()
    while not field.board.over:
        move = rng.choice([move for move in field.moves() if move.act != "chord"])
        place = (move.x, move.y)
        field = field.play(move)
        mines = places(field)
        if move.act == "flag":
            flags.add(place)
        elif move.act == "unflag":
            flags.remove(place)
        elif place in mines:
            assert field.board.lost
            return
        else:
            opened |= naive_flood(width, height, mines, *place)
            flags -= opened
        if field.board.won:
            assert len(opened) == width * height - field.board.mines
            return
        for cell, sign in enumerate(field.board.cells):
            at = (cell % width, cell // width)
            expected = str(naive_count(mines, *at)) if at in opened else "F" if at in flags else "."
            assert sign == expected


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (1, 7)])
def test_the_first_dig_is_never_a_mine_and_its_neighbours_are_clear_where_there_is_room(
    width: int, height: int
) -> None:
    for mines in range(width * height):
        for cell in range(width * height):
            x, y = cell % width, cell // width
            zone = {
                (a, b) for a in range(width) for b in range(height) if abs(a - x) <= 1 and abs(b - y) <= 1
            }
            field = begin(width, height, mines, seed=mines + 7).play(Move("dig", x, y))
            assert len(field.mined()) == mines
            assert not field.board.lost
            if width * height - len(zone) >= mines:
                assert not places(field) & zone
            else:
                assert (x, y) not in places(field)
                if not field.board.won:
                    assert sum(sign in "012345678" for sign in field.board.cells) == 1, "only that cell"


def test_a_mine_under_the_first_dig_moves_and_the_others_stay() -> None:
    for seed in range(30):
        before = generate_bombs(4, 4, 9, (), seed)
        for cell in range(16):
            after = generate_bombs(4, 4, 9, (cell,), seed)
            assert len(after) == 9 and cell not in after
            assert len(before - after) == (cell in before), "moved if it was there, else nothing changes"


def test_every_set_of_mines_is_as_likely() -> None:
    """5x2 with the corner dug: 2 mines in the six cells that stay, 15 sets, 3000 seeds."""
    seen = Counter(generate_bombs(2, 5, 2, (0, 1, 5, 6), seed) for seed in range(3000))
    assert len(seen) == 15
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 36.1  # chi square, 14 degrees, 0.1 %


def test_the_seed_is_all_the_chance_there_is() -> None:
    for setup in GAME.presets:
        fields = [GAME.begin(setup, seed=5).play(Move("dig", 3, 3)) for _ in range(2)]
        assert fields[0] == fields[1]
        assert fields[0].mined() != GAME.begin(setup, seed=6).play(Move("dig", 3, 3)).mined()


def test_mines_of_known_seeds_never_change() -> None:
    """Records hold a seed, not the mines: another order would break every saved game."""
    field = GAME.begin("beginner", seed=1).play(Move("dig", 0, 0))
    assert sorted(field.mined()) == [3, 12, 20, 38, 39, 48, 51, 53, 61, 80]


def test_flags_before_the_first_dig_and_on_every_cell() -> None:
    field = begin(4, 3, 2, 1)
    for move in [move for move in field.moves() if move.act == "flag"]:
        field = field.play(move)
    assert shown(field) == "FFFF/FFFF/FFFF"
    assert {move.act for move in field.moves()} == {"unflag"}
    field = play(field, "u1,1", "d1,1")
    assert shown(field).count("F") < 11, "an opening takes flags away"


def test_a_flagged_cell_cannot_be_dug_whatever_is_under_it() -> None:
    for mines in ("2,1", "4,1"):
        field = laid(4, 1, mines, flags="2,1")
        with pytest.raises(IllegalMove, match="take it away before you dig"):
            field.play(Move("dig", 1, 0))


def test_spreading_opens_flagged_cells() -> None:
    field = play(laid(5, 1, "5,1", flags="2,1 4,1"), "1,1")
    assert shown(field) == "0001m" and field.board.won


def test_a_chord_digs_around_a_satisfied_number() -> None:
    field = play(laid(4, 3, "1,1 4,1 4,2", flags="1,1"), "2,2")
    assert shown(field) == "F.../.1../...."
    field = play(field, "c2,2")
    assert shown(field) == "F12./112./001.", "a chord opens empty cells, and they spread"


def test_a_chord_may_win() -> None:
    field = play(laid(4, 3, "1,1 4,1", flags="1,1"), "2,2", "c2,2")
    assert shown(field) == "m11m/1111/0000" and field.board.won


def test_a_chord_with_a_wrong_flag_loses_and_shows_everything() -> None:
    field = play(laid(4, 3, "1,1 4,3", flags="1,2"), "2,2", "c2,2")
    assert shown(field) == "*100/x111/001m"
    outcome = field.outcome()
    assert outcome is not None and outcome.points == (0.0,)
    assert field.moves() == []


def test_a_chord_may_set_off_several_mines() -> None:
    field = play(laid(4, 3, "1,1 3,1", flags="1,2 2,1"), "2,2", "c2,2")
    assert shown(field)[0] == shown(field)[2] == "*"


@pytest.mark.parametrize(
    ("board", "word", "problem"),
    [
        ("1./.. 1", "c1,1", "as many flags"),
        ("1F/.. 1", "c2,2", "shows no number"),
        ("1F/11 1", "c1,1", "over"),
        ("2F/F1/.. 2", "c1,1", "nothing is left"),
        ("1./.. 1", "d1,1", "open already"),
        ("1./.. 1", "f1,1", "open already"),
        ("1F/.. 1", "f2,1", "has a flag already"),
        ("1F/.. 1", "u1,2", "no flag"),
        ("1F/.. 1", "u1,1", "no flag"),
        ("0F/.. 1", "c1,1", "shows no number"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_a_reason(board: str, word: str, problem: str) -> None:
    view = GAME.parse(board)
    with pytest.raises(IllegalMove, match=problem):
        GAME.read(word, view)


def test_moves_off_the_board_are_refused() -> None:
    field = begin(3, 3, 1, 1)
    for x, y in ((-1, 0), (3, 0), (0, 3), (10**30, 0)):
        with pytest.raises(IllegalMove):
            field.play(Move("dig", x, y))
    with pytest.raises(IllegalMove):
        field.play(Move("nonsense", 0, 0))  # type: ignore[arg-type]


def test_winning_opens_everything_and_shows_the_mines() -> None:
    field = play(laid(3, 1, "1,1"), "3,1")
    assert shown(field) == "m10"
    outcome = field.outcome()
    assert outcome is not None and outcome.points == (1.0,) and outcome.winner == 0


def test_no_mines_at_all_is_won_by_the_first_dig() -> None:
    assert begin(6, 4, 0, 1).play(Move("dig", 2, 2)).board.won
    assert begin(1, 1, 0, 1).play(Move("dig", 0, 0)).board.won


def test_levels_come_from_the_documents_file() -> None:
    file = Path(package.__file__).parent / "data" / "levels.json"
    levels = json.loads(file.read_text(encoding="utf-8"))
    assert list(levels) == ["Beginner", "Intermediate", "Expert"]
    assert levels["Expert"] == {"width": 30, "height": 16, "mines": 99}
    assert dict(GAME.presets["intermediate"]) == {"size": "16x16", "mines": 40}
    games()  # brings the catalogues
    assert GAME.settle("débutant") == GAME.settle("beginner") == GAME.settle("principiante")


@pytest.mark.parametrize(
    ("size", "mines"),
    [("9x9", 10), ("16x16", 40), ("30x16", 99), ("16x30", 99), ("1x1", 0), ("2x1", 1), ("60x60", 742)],
)
def test_a_size_alone_has_sensible_mines(size: str, mines: int) -> None:
    assert GAME.settle(None, {"size": size})["mines"] == mines


@pytest.mark.parametrize(
    "given", [{"mines": 81}, {"size": "2x2", "mines": 4}, {"mines": -1}, {"size": "61x9"}, {"mines": "ten"}]
)
def test_mines_that_do_not_fit_are_refused(given: dict[str, int | str]) -> None:
    with pytest.raises(Unreadable):
        GAME.deal(GAME.settle(None, given), 0)


def test_columns_run_to_the_width_and_rows_down_to_the_height() -> None:
    field = laid(5, 2, "5,1")
    scene = GAME.scene(play(field, "4,2").board)
    assert (scene.width, scene.height, scene.columns, scene.rows) == (5, 2, tuple("abcde"), tuple("12"))
    mark = scene.at((7, 3))
    assert mark is not None and (mark.name, mark.kind, mark.glyph, mark.ascii) == ("d2", "number", "1️⃣", "1")


def test_scenes_use_the_documents_emoji() -> None:
    scene = GAME.scene(GAME.parse("0F.1 1"))
    assert [mark.glyph for mark in scene.marks] == ["🌿", "🚩", "⬜️", "1️⃣"]
    assert [mark.kind for mark in scene.marks] == ["empty", "flag", "cover", "number"]
    assert [list(mark.moves) for mark in scene.marks] == [[], ["unflag"], ["dig", "flag"], []]
    assert [(seat, str(count)) for seat, count in scene.status] == [(0, "0 mines without a flag")]
    over = GAME.scene(GAME.parse("*x1m 2"))
    assert [str(count) for _, count in over.status] == ["2 mines"]
    assert [mark.kind for mark in over.marks] == ["exploded", "wrong", "number", "mine"]
    assert [mark.glyph for mark in over.marks] == ["💣", "🚩", "1️⃣", "💣"]
    assert [number_to_emoji(n) for n in range(9)] == ["0️⃣", "1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣"]
    with pytest.raises(ValueError, match="not 9"):
        number_to_emoji(9)


def test_chords_are_offered_on_satisfied_numbers() -> None:
    scene = GAME.scene(GAME.parse("1F./... 1"))
    assert list(scene.marks[0].moves) == ["chord"]


@pytest.mark.parametrize("seed", range(30))
def test_what_is_covered_is_what_can_be_counted(seed: int) -> None:
    """Flags, chords and digs, with and without a spread: the number kept is the number of such cells."""
    rng = random.Random(seed)
    field = GAME.begin(size="9x7", mines=rng.choice([3, 8, 15]), seed=seed)
    acts = set()
    while True:
        board = field.board
        assert board.covered == sum(sign in ".F" for sign in board.cells)
        assert GAME.parse(GAME.text(board)).covered == board.covered
        moves = [move for move in board.moves() if move.act == "flag" or not _hits(field, move)]
        chords = [move for move in moves if move.act == "chord"]
        if not moves:
            break
        move = rng.choice(chords or moves)
        acts.add(move.act)
        before, field = field, field.play(move)
        if move.act in ("dig", "chord") and field.outcome() is None:
            assert field.board == _dug(before, move, field.map)
    assert {"dig", "flag"} <= acts


def _hits(field: Field, move: Move) -> bool:
    cell = move.y * field.board.width + move.x
    return any(i in field.mined() for i in (field.board.opens(cell) if move.act == "chord" else [cell]))


def _dug(field: Field, move: Move, secret: str) -> Board:
    """The same dig by the document's spread alone, cell by cell."""
    board = field.board
    cell = move.y * board.width + move.x
    cells = list(board.cells)
    cells_propagation(board, secret, cells, board.opens(cell) if move.act == "chord" else [cell])
    return Board(board.width, board.height, board.mines, "".join(cells))


def test_a_chord_is_foretold_only_where_there_can_be_one() -> None:
    """It needs a flag beside a number, and one more covered cell there."""

    def chords(size: str, mines: int) -> list[str]:
        first = GAME.begin(size=size, mines=mines, seed=1)
        return [GAME.write(move) for move in GAME.actions(first.board) if move.act == "chord"]

    assert chords("5x1", 3) == ["c2,1", "c3,1", "c4,1"]
    assert len(chords("3x3", 2)) == 9
    assert chords("3x3", 0) == chords("3x3", 8) == []
