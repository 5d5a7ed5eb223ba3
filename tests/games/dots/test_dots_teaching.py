"""The document's levels, each against a second reading of it."""

from __future__ import annotations

import random

import pytest

from damier.core.engine import Analysis, Limit, think
from damier.core.scene import At
from damier.games import game
from damier.games.dots.notation import read, write
from damier.games.dots.rules import Edge, Position, start

GAME = game("dots")
ANY = Limit()


def ask(level: str, view: Position, seed: int = 0) -> Analysis[Edge]:
    return think(GAME.engines[level].make(seed), view, ANY)


def draw(words: str, width: int = 3, height: int = 3) -> Position:
    state = start(width, height, "empty")
    for word in words.split():
        state = state.play(read(word, state))
    return state


def random_positions(count: int, seed: int) -> list[Position]:
    """Any edges drawn, on boards of any shape: random games seldom reach the interesting cases."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        first = start(rng.randint(1, 5), rng.randint(1, 5), "empty")
        density = rng.random()
        drawn = sum(bit for _, bit in first.board.bits if rng.random() < density)
        position = Position(first.board, drawn, (0, 0), rng.randrange(2))
        if position.moves():
            found.append(position)
    return found


def as_the_document_says(view: Position) -> Edge | None:
    """Its four tests on its array of dots, where a dot has the edge to its right and the edge below it."""
    width, height = view.board.width, view.board.height
    free = set(view.moves())

    def level(row: int, column: int) -> bool:  # rows from the top, as on the document's screen
        return (2 * column + 1, 2 * (height - row)) not in free

    def upright(row: int, column: int) -> bool:
        return (2 * column, 2 * (height - row) - 1) not in free

    for row in range(height + 1):
        for column in range(width + 1):
            if row == height or column == width:
                continue  # the last row and the last column of dots have no box
            top, left = level(row, column), upright(row, column)
            bottom, right = level(row + 1, column), upright(row, column + 1)
            if top and left and right and not bottom:
                return 2 * column + 1, 2 * (height - row - 1)
            if top and left and bottom and not right:
                return 2 * column + 2, 2 * (height - row) - 1
            if left and not top and right and bottom:
                return 2 * column + 1, 2 * (height - row)
            if top and not left and right and bottom:
                return 2 * column, 2 * (height - row) - 1
    return None


def test_medium_is_the_document() -> None:
    completing = 0
    for seed, view in enumerate(random_positions(600, 1)):
        expected = as_the_document_says(view)
        analysis = ask("medium", view, seed)
        if expected is None:
            assert analysis.move == ask("very-easy", view, seed).move
            assert "no box can be completed" in str(analysis.why[0].text)
        else:
            completing += 1
            assert analysis.move == expected
            assert analysis.lines[0].move == expected and analysis.lines[0].value == 1
    assert completing > 150


@pytest.mark.parametrize("missing", ["b2b", "b2r", "b2t", "b2l", "c1b", "c1r", "c1t", "c1l", "a1r", "c3t"])
def test_medium_finds_each_missing_side_in_the_last_row_and_column_too(missing: str) -> None:
    box = missing[:2]
    view = draw(" ".join(box + side for side in "brtl" if box + side != missing))
    analysis = ask("medium", view)
    assert analysis.move == read(missing, view)
    assert analysis.why[0].cells == (place(box, view),)


def place(box: str, view: Position) -> At:
    mark = next(mark for mark in GAME.scene(view).marks if mark.name == box)
    return mark.at


def test_medium_takes_the_first_box_of_the_walk_not_the_best_edge() -> None:
    # c3 lacks its left side; a1 and b1 lack the edge between them, which would complete both.
    view = draw("c3t c3r c3b a1l a1t a1b b1t b1b b1r")
    assert write(ask("medium", view).move) == "b3r"
    assert write(ask("hard", view).move) == "a1r"


def test_very_easy_plays_everything() -> None:
    view = draw("a1l", 1, 1)
    assert {write(ask("very-easy", view, seed).move) for seed in range(40)} == {"a1b", "a1r", "a1t"}
    assert {line.value for line in ask("very-easy", view).lines} == {0}


def third_sides(view: Position, edge: Edge) -> int:
    """Counted on the board itself, after the move."""
    after = view.play(edge)
    bit = view.board.beside[edge][0]
    return sum(1 for side in view.board.sides if side & bit and (after.drawn & side).bit_count() == 3)


def test_easy_gives_nothing_away_when_it_can() -> None:
    seen = set()
    for seed, view in enumerate(random_positions(300, 2)):
        safe = [edge for edge in view.moves() if third_sides(view, edge) == 0]
        analysis = ask("easy", view, seed)
        assert analysis.move in (safe or view.moves())
        assert all(line.value == -third_sides(view, line.move) for line in analysis.lines)
        seen.add(bool(safe))
    assert seen == {True, False}
    view = draw("a1l a1b", 2, 2)
    assert len({ask("easy", view, seed).move for seed in range(200)}) == len(view.moves()) - 2


def taken_by_the_other(view: Position, edge: Edge) -> int:
    """How many boxes the other side gets by completing boxes as long as it can, by the rules alone."""
    state = view.play(edge)
    seat = state.turn
    before = state.score[seat]
    while True:
        better = (state.play(move) for move in state.moves())
        after = next((child for child in better if child.score[seat] > state.score[seat]), None)
        if after is None:
            return state.score[seat] - before
        state = after


def without_safe_edges(seed: int) -> Position:
    """A position in which everything gives something away and there is nothing to take."""
    rng = random.Random(seed)
    state = start(rng.randint(2, 4), rng.randint(2, 4), rng.choice(["empty", "swedish"]))
    order = list(state.moves())
    rng.shuffle(order)
    for edge in order:
        if third_sides(state, edge) == 0:
            state = state.play(edge)
    return state


def test_hard_gains_most_else_offers_nothing_else_the_cheapest_gift() -> None:
    kinds = set()
    for seed, view in enumerate(
        [*random_positions(250, 3), *(without_safe_edges(seed) for seed in range(40))]
    ):
        numbers: dict[Edge, int] = {}
        for edge in view.moves():
            won = sum(view.play(edge).score)
            numbers[edge] = won or -taken_by_the_other(view, edge)
        analysis = ask("hard", view, seed)
        assert {line.move: line.value for line in analysis.lines} == numbers
        assert numbers[analysis.move] == max(numbers.values())
        assert analysis.lines[0].move == analysis.move
        kinds.add(max(numbers.values()))
    assert {2, 1, 0, -1, -2, -3} <= kinds


def test_hard_explains_with_cells() -> None:
    view = draw("a1l a1t a1b b1t b1b b1r")
    why = ask("hard", view).why[0]
    assert str(why.text) == "completes 2 boxes" and set(why.cells) == {place("a1", view), place("b1", view)}
    assert str(ask("hard", start(3, 3, "empty")).why[0].text) == "offers no box"
    corridor = GAME.begin(size="1x4", start="swedish")
    assert ask("hard", corridor).why[0].text.show("fr") == "complète 1 carré"
    ring = GAME.begin(size="2x2", start="swedish")
    assert str(ask("hard", ring).why[0].text) == "gives 4 boxes away"


def test_levels_number_every_edge_and_keep_to_the_lines_asked_for() -> None:
    for level in GAME.engines:
        for view in random_positions(12, 4):
            whole = think(GAME.engines[level].make(1), view, Limit(nodes=400))
            assert {line.move for line in whole.lines} == set(view.moves()), level
            assert len(think(GAME.engines[level].make(1), view, Limit(nodes=400, lines=1)).lines) == 1
