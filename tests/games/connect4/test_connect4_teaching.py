"""The document's AIs on boards of their own, and its numbers against a count that works on strings."""

from __future__ import annotations

import itertools
import random
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.engine import Analysis, Limit, think
from damier.core.game import Game
from damier.core.text import LANGUAGES, Text
from damier.games import game
from damier.games.connect4.levels.document import (
    BLOCKS,
    DIRECTIONS,
    Child,
    Grid,
    aligns_four,
    case_value,
    choose_best_case,
    choose_case_for_opponent,
    count_alignment,
    middle,
    whole_value,
)
from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.scene import at
from damier.games.connect4.tools.complexity import looks_of_a_choice

GAME: Game[Position, Position, Column] = game("connect4")
LEVELS = ("child", "evaluator", "opponent")
some = settings(max_examples=60, deadline=None)


def played(words: str, size: str = "7x6") -> Position:
    state = GAME.begin(size=size)
    for word in words.split():
        state = state.play(GAME.read(word, state))
    return state


def opinion(level: str, view: Position, seed: int = 0) -> Analysis[Column]:
    return think(GAME.engines[level].make(seed), view, Limit())


def anything(seed: int, width: int, height: int) -> Position:
    """Discs that obey gravity and nothing else: long rows of one colour too."""
    rng = random.Random(seed)
    share = rng.random()
    discs = [0, 0]
    for x in range(width):
        for y in range(rng.randrange(height + 1)):
            discs[rng.random() < share] |= 1 << y * width + x
    return Position(board(width, height), (discs[0], discs[1]), 0)


def on_a_string(view: Position, x: int, y: int, player: int, dx: int, dy: int) -> int:
    """The document's alignment, read off the whole line through the cell as a string."""
    b = view.board
    line = ""
    for i in range(-12, 13):
        cx, cy = x + i * dx, y + i * dy
        if i == 0:
            line += "*"
        elif 0 <= cx < b.width and 0 <= cy < b.height:
            line += {0: "x", 1: "o", None: "."}[view.owner((cx, cy))]
        else:
            line += "|"
    sign = "xo"[player]
    match = re.search(rf"({sign}*)\*({sign}*)", line)
    assert match is not None
    return len(match[1]) + len(match[2])


@some
@given(seed=st.integers(0, 2**32), width=st.integers(4, 12), height=st.integers(4, 12))
def test_alignments_and_case_values(seed: int, width: int, height: int) -> None:
    view = anything(seed, width, height)
    grid = Grid(view)
    for x, y in grid.cells():
        for player in (0, 1):
            counts = [on_a_string(view, x, y, player, dx, dy) for dx, dy in DIRECTIONS]
            assert [count_alignment(grid, x, y, player, way) for way in DIRECTIONS] == counts
            expected = sum(20 if count >= 3 else count * count for count in counts)
            assert case_value(grid, x, y, player) == (0 if view.owner((x, y)) is not None else expected)


def test_a_value_counted_by_hand() -> None:
    grid = Grid(played("4 4 3"))  # x on c1 and d1, o on d2
    assert case_value(grid, 4, 0, 0) == 4, "e1 continues c1 d1"
    assert case_value(grid, 4, 0, 1) == 1, "and d2 on the diagonal"
    assert middle(grid, 4, 0) == round(2 / 13, 2)
    assert whole_value(grid, 4, 0, 1) == pytest.approx(5 + 2 / 13, abs=5e-3)
    assert whole_value(grid, 3, 0, 1) == 0, "a taken cell"


def test_two_decimals_tell_all_distances_from_the_borders_apart() -> None:
    for width, height in itertools.product(range(4, 13), repeat=2):
        grid = Grid(GAME.begin(size=f"{width}x{height}"))
        steps = {(x, y): min(x, width - 1 - x) + min(y, height - 1 - y) for x, y in grid.cells()}
        by_steps = {steps[cell]: middle(grid, *cell) for cell in grid.cells()}
        assert all(middle(grid, *cell) == by_steps[steps[cell]] for cell in grid.cells())
        assert sorted(by_steps) == sorted(by_steps, key=lambda n: by_steps[n]), "further in is worth more"
        assert len(set(by_steps.values())) == len(by_steps)


def test_what_the_reason_adds_up_is_the_sum_that_it_shows() -> None:
    """As a reader adds: digit by digit, in every language, on boards of all sizes."""
    sums = 0
    for seed in range(700):
        rng = random.Random(seed)
        view = anything(seed, rng.randrange(4, 13), rng.randrange(4, 13))
        if not view.moves():
            continue
        analysis = opinion("evaluator", view)
        for line, language in itertools.product(analysis.lines, LANGUAGES):
            shown = line.why[-1].text.show(language).partition(" ")[2]  # without the cell, which has a digit
            numbers = re.findall(r"\d+(?:[.,]\d+)?", shown)
            value, *parts = (Decimal(number.replace(",", ".")) for number in numbers)
            assert len(parts) == 3 and value == sum(parts), shown
            sums += 1
    assert sums > 10_000


def test_four_are_meant_where_the_document_writes_more_than_four() -> None:
    grid = Grid(played("1 1 2 2 3 3"))
    assert count_alignment(grid, 3, 0, 0, (1, 0)) == 3
    assert case_value(grid, 3, 0, 0) == 20, "a1 b1 c1 d1 are four; three squared would be 9"
    assert case_value(grid, 3, 0, 1) == 1, "c2 on the diagonal"


def test_the_middle_decides_between_equals() -> None:
    assert opinion("evaluator", GAME.begin()).move == 4
    assert opinion("evaluator", GAME.begin(size="8x7")).move == 4, "of the two middle columns the leftmost"
    for width in range(4, 13):
        grid = Grid(GAME.begin(size=f"{width}x{12}"))
        assert all(middle(grid, x, y) < 1 for x, y in grid.cells())


@pytest.mark.parametrize("level", ["child", "evaluator", "searcher"])
def test_their_own_four_comes_before_blocking(level: str) -> None:
    for seed in range(5):
        analysis = think(GAME.engines[level].make(seed), played("1 7 2 7 3 7"), Limit(nodes=500))
        assert analysis.move == 4
        cells = {(x, y) for reason in analysis.why for x, y in reason.cells}
        assert cells >= {at((x, 0), board(7, 6)) for x in range(4)}


@pytest.mark.parametrize("level", ["child", "evaluator", "searcher"])
def test_they_block_an_imminent_four(level: str) -> None:
    for seed in range(5):
        analysis = think(GAME.engines[level].make(seed), played("1 7 2 7 3"), Limit(nodes=500))
        assert analysis.move == 4
        assert any("blocks" in str(reason.text) for reason in analysis.why)
        cells = {(x, y) for reason in analysis.why for x, y in reason.cells}
        assert cells >= {at((x, 0), board(7, 6)) for x in range(4)}


def test_blocking_comes_before_any_sum_of_alignments() -> None:
    """The most that alignments without a four can be worth stays below the bonus for a block."""
    most = 0.0
    for seed in range(1200):
        view = anything(seed, 7, 6)
        grid = Grid(view)
        for x, y in grid.playable():
            counts = [on_a_string(view, x, y, seat, *way) for seat in (0, 1) for way in DIRECTIONS]
            if max(counts) < 3:
                most = max(most, whole_value(grid, x, y, 0))
    assert 10 < most < 29 < BLOCKS


@pytest.mark.parametrize(
    ("words", "move", "dearer"),
    [
        ("......./......./......./..o..../..o..../..oxxx.", 7, 3),  # wins in the corner; blocks further in
        ("......./.oo.x../.xo.xo./.xx.oo./.oxxxox/xooxoxo", 6, 4),  # blocks; aligns with more discs
    ],
)
def test_winning_and_blocking_come_before_a_higher_value(words: str, move: int, dearer: int) -> None:
    view = GAME.parse(words)
    grid = Grid(view)
    values = {x + 1: whole_value(grid, x, y, view.turn) for x, y in grid.playable()}
    assert values[dearer] > values[move]
    assert opinion("evaluator", view).move == move


# The document's list of ideas (part 7), a board each.


@pytest.mark.parametrize("level", [*LEVELS, "searcher"])
def test_idea_full_column(level: str) -> None:
    view = played("4 4 4 4 4 4")
    assert all(Grid(view).disc(3, y) is not None for y in range(6))
    assert all(whole_value(Grid(view), 3, y, 0) == 0 for y in range(6))
    for seed in range(8):
        analysis = think(GAME.engines[level].make(seed), view, Limit(nodes=200))
        assert analysis.move != 4
        assert sorted(line.move for line in analysis.lines) == [1, 2, 3, 5, 6, 7]


def test_idea_half_full_column() -> None:
    view = played("4 4 4")
    grid = Grid(view)
    assert (3, 3) in grid.playable() and (3, 4) not in grid.playable(), "a disc lands on the discs, not above"
    line = opinion("evaluator", view).line(4)
    assert line is not None and "d4" in str(line.why[0].text)
    assert line.why[0].cells[0] == at((3, 3), view.board)


def test_idea_isolated_cell() -> None:
    view = played("4 4")
    grid = Grid(view)
    assert case_value(grid, 0, 0, 0) == case_value(grid, 0, 0, 1) == 0
    assert whole_value(grid, 6, 0, 0) == middle(grid, 6, 0) == 0
    assert whole_value(grid, 1, 0, 0) == middle(grid, 1, 0) > 0
    line = opinion("evaluator", view).lines[-1]
    assert line.move == 7 and line.why[0].cells == (at((6, 0), view.board),), "nothing else to point at"


def test_idea_a_move_worth_less_than_the_one_before() -> None:
    """After a block worth much the next best cell is worth less, and is played all the same."""
    before = played("1 7 2 7 3")
    first = opinion("evaluator", before)
    after = before.play(first.move).play(6)
    second = opinion("evaluator", after)
    assert second.lines[0].value < first.lines[0].value
    assert second.move == second.lines[0].move in after.moves()


def pseudo_code_for_the_opponent(view: Position) -> Column:
    """``choosecaseforopponent(grille, us)`` over the cells where a disc can land, counted on strings."""
    us, chosen, least = 1 - view.turn, 0, 10_000
    for x in range(view.board.width):
        free = [y for y in range(view.board.height) if view.owner((x, y)) is None]
        if free:
            counts = [on_a_string(view, x, free[0], us, dx, dy) for dx, dy in DIRECTIONS]
            value = sum(20 if count >= 3 else count * count for count in counts)
            if value < least:
                chosen, least = x + 1, value
    return chosen


def test_the_opponent_takes_what_is_worth_least_to_us() -> None:
    assert opinion("opponent", GAME.begin()).move == 1, "nothing is worth anything: the leftmost"
    for seed in range(300):
        view = _somewhere(seed)
        chosen, _ = choose_case_for_opponent(Grid(view), 1 - view.turn)
        analysis = opinion("opponent", view)
        assert analysis.move == chosen + 1 == pseudo_code_for_the_opponent(view)
        assert [line.value for line in analysis.lines] == [-float(str(line.label)) for line in analysis.lines]


def test_the_opponent_takes_its_own_four_where_the_pseudo_code_does() -> None:
    """The cell that completes it may well be worth nothing to us; that we count its lines is not written."""
    could = took = 0
    for seed in range(600):
        view = _somewhere(seed)
        grid = Grid(view)
        fours = [x + 1 for x, y in grid.playable() if aligns_four(grid, x, y, view.turn)]
        could += bool(fours)
        took += opinion("opponent", view).move in fours
        assert (opinion("opponent", view).move in fours) == (pseudo_code_for_the_opponent(view) in fours)
    assert could > 40 and could / 5 < took < could
    column = opinion("opponent", played("1 7 1 6 1 7"))  # yellow on a1 a2 a3, red on f1 g1 g2
    assert column.move == 1 and str(column.why[0].text).startswith("a4 is worth least to the other side")


@pytest.mark.parametrize("level", ["evaluator", "opponent"])
def test_every_empty_cell_gets_a_number(level: str) -> None:
    """ "Une valeur est attribuée à chaque case", not to those where a disc can land only."""
    for seed in range(60):
        view = _somewhere(seed, "8x7" if seed % 3 == 0 else "7x6")
        grid = Grid(view)
        empty = [(x, y) for x, y in grid.cells() if view.owner((x, y)) is None]
        values = {
            at((x, y), view.board): whole_value(grid, x, y, view.turn)
            if level == "evaluator"
            else case_value(grid, x, y, 1 - view.turn)
            for x, y in empty
        }
        labels = {place: verdict.label for place, verdict in opinion(level, view).labels}
        assert {place: float(str(label)) for place, label in labels.items()} == values
        assert all(
            str(line.label) == str(labels[at_of(view, line.move)]) for line in opinion(level, view).lines
        )


def at_of(view: Position, column: Column) -> tuple[int, int]:
    """Where a disc in *column* lands."""
    place = GAME.scene(view).where(column)
    assert place is not None
    return place


def test_the_evaluator_takes_the_leftmost_of_the_best() -> None:
    ties = 0
    for seed in range(200):
        view = _somewhere(seed)
        analysis = opinion("evaluator", view)
        best = [line.move for line in analysis.lines if line.value == analysis.lines[0].value]
        assert analysis.move == min(best) == choose_best_case(Grid(view), view.turn)[0] + 1
        ties += len(best) > 1
        assert any("leftmost" in str(reason.text) for reason in analysis.why) == (len(best) > 1)
    assert ties


def test_a_child_fills_its_favourite_column_and_then_another() -> None:
    for seed in range(20):
        order = Child(seed).columns(7)
        assert sorted(order) == list(range(1, 8))
        state, child = GAME.begin(), GAME.engines["child"].make(seed)
        first = think(child, state, Limit())
        assert first.move == order[0] and "favourite" in str(first.why[0].text)
        # x and o by turns in its column, so that nothing is threatened, until it is full
        for _ in range(6):
            assert think(child, state, Limit()).move == order[0]
            state = state.play(order[0])
        then = think(child, state, Limit())
        assert then.move == order[1]
        assert str(then.why[0].text) == f"column {'abcdefg'[order[1] - 1]} is its favourite until it is full"
    assert {Child(seed).columns(7)[0] for seed in range(60)} == set(range(1, 8)), "any column can be it"


def test_a_child_blocks_only_what_would_lose_at_once() -> None:
    view = played("4 4 3")  # two in a row and both ends open: not yet a four
    for seed in range(10):
        assert opinion("child", view, seed).move == Child(seed).columns(7)[0]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setup", list(GAME.presets))
def test_every_choice_is_explained_with_cells_and_every_column_has_its_number(level: str, setup: str) -> None:
    for seed in range(25):
        view = _somewhere(seed, setup)
        analysis = opinion(level, view, seed)
        assert sorted(line.move for line in analysis.lines) == list(view.moves())
        values = [line.value for line in analysis.lines]
        assert values == sorted(values, reverse=True) and analysis.move == analysis.lines[0].move
        assert analysis.why and analysis.why[0].cells
        assert all(line.why and line.why[0].cells and str(line.label) for line in analysis.lines)
        few = think(GAME.engines[level].make(seed), view, Limit(lines=2))
        assert len(few.lines) == min(2, len(view.moves())) and few.move == analysis.move


@pytest.mark.parametrize("size", ["4x4", "7x6", "12x4", "4x12", "12x12"])
@pytest.mark.parametrize("second", LEVELS)
@pytest.mark.parametrize("first", LEVELS)
def test_no_game_is_endless(first: str, second: str, size: str) -> None:
    """The document's play(): evaluator against opponent, and all the other pairs; each move fills a cell."""
    state = GAME.begin(size=size)
    engines = [GAME.engines[name].make(3) for name in (first, second)]
    plies = 0
    while (outcome := state.outcome()) is None:
        state = state.play(think(engines[state.turn], state, Limit()).move)
        plies += 1
        assert plies <= state.board.width * state.board.height
    if (first, second) == ("evaluator", "opponent"):
        assert outcome.winner == 0


def _somewhere(seed: int, setup: str = "7x6") -> Position:
    """A random position that goes on."""
    rng = random.Random(seed)
    state = GAME.begin(setup)
    for _ in range(rng.randrange(14)):
        after = state.play(rng.choice(state.moves()))
        if after.outcome() is not None:
            break
        state = after
    return state


# The document's claim: one choice costs O(m n max(m, n)).


@some
@given(seed=st.integers(0, 2**32), width=st.integers(4, 12), height=st.integers(4, 12))
def test_a_choice_looks_at_each_cell_nine_times_at_most(seed: int, width: int, height: int) -> None:
    assert looks_of_a_choice(anything(seed, width, height)) <= 9 * width * height


def test_look_ups_on_the_empty_board() -> None:
    for width, height in ((4, 4), (7, 6), (12, 9)):
        neighbours = 2 * ((width - 1) * height + width * (height - 1) + 2 * (width - 1) * (height - 1))
        assert looks_of_a_choice(GAME.begin(size=f"{width}x{height}")) == width * height + neighbours


def test_the_tool_says_a_line_for_each_size() -> None:
    said: list[Text] = []
    GAME.tools["complexity"].run(["4x4", "6x5"], said.append)
    assert [str(text).split(":")[0] for text in said] == ["4x4", "6x5"]
    assert "100 look-ups" in str(said[0])
    with pytest.raises(ValueError, match="is not a size"):
        GAME.tools["complexity"].run(["nonsense"], said.append)
