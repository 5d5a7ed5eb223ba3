"""The exam of Dots and Boxes, against plain minimax over sets of edges: nothing shared with the solver."""

from __future__ import annotations

import random
from collections.abc import Callable

from damier.games import game
from damier.games.dots.chains import layout
from damier.games.dots.notation import parse, write
from damier.games.dots.rules import Position, board
from damier.games.dots.solver import Solver
from damier.games.dots.tools.exam import BOARDS, EXAM, edge_margins, kind, late

Cells = frozenset[tuple[int, int]]


def sides(x: int, y: int) -> Cells:
    """The edges of the box with its middle at two odd numbers."""
    return frozenset({(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)})


def margins(position: Position) -> dict[str, float]:
    """For every free edge the margin of who draws it at the end: every order of the edges is tried."""
    width, height = position.board.width, position.board.height
    boxes = [sides(2 * c + 1, 2 * r + 1) for c in range(width) for r in range(height)]
    best = _search(boxes)
    score = position.score[position.turn] - position.score[1 - position.turn]
    free: Cells = frozenset(position.moves())
    found = {}
    for edge in free:
        rest = free - {edge}
        gain = sum(edge in box and not box & rest for box in boxes)
        found[write(edge)] = float(score + (gain + best(rest) if gain else -best(rest)))
    return found


def _search(boxes: list[Cells]) -> Callable[[Cells], int]:
    known: dict[Cells, int] = {frozenset(): 0}

    def best(free: Cells) -> int:
        """The boxes that who moves gets more than the other, of those that are open."""
        if free not in known:
            results = []
            for edge in free:
                rest = free - {edge}
                gain = sum(edge in box and not box & rest for box in boxes)
                results.append(gain + best(rest) if gain else -best(rest))
            known[free] = max(results)
        return known[free]

    return best


def test_questions_with_few_edges_are_right() -> None:
    few = [question for question in EXAM.questions() if len(question.worths) <= 11]
    assert len(few) > 40 and {size for question in few for size in question.kinds} >= {"3x3", "4x4", "5x5"}
    for question in few:
        assert question.worths == margins(parse(question.position)), question.position


def test_arbitrary_positions() -> None:
    """Games that nobody plays: half-finished boxes everywhere, owners at random."""
    rng = random.Random(2)
    for size in ((2, 2), (3, 2), (3, 3), (4, 2)):
        b = board(*size)
        solver = Solver(layout(b))
        for _ in range(12):
            position = Position(b, 0, (0, 0), 0)
            while len(position.moves()) > 10:
                position = position.play(rng.choice(position.moves()))
            worths = {write(edge): float(worth) for edge, worth in edge_margins(solver, position).items()}
            assert worths == margins(position)


def test_a_sample_of_the_stored_set_solved_anew() -> None:
    for question in [q for q in EXAM.questions() if len(q.worths) <= 18][::12]:
        position = parse(question.position)
        found = edge_margins(Solver(layout(position.board)), position)
        worths = {write(edge): float(worth) for edge, worth in found.items()}
        assert worths == question.worths, question.position


def test_kinds() -> None:
    for question in EXAM.questions():
        position = parse(question.position)
        assert question.kinds == (kind(position), f"{position.board.width}x{position.board.height}")
        low, high = BOARDS[position.board.width, position.board.height]
        assert low <= len(question.worths) <= high


def test_kinds_by_hand() -> None:
    assert kind(parse("1x1 0")) == "quiet"
    assert kind(parse("1x1 3")) == "give"
    assert kind(parse("1x1 7")) == "take"


def test_late_positions_have_few_free_edges() -> None:
    rng = random.Random(1)
    for free in (5, 12):
        position, moves = late(rng, board(4, 4), free)
        assert len(position.moves()) == free and len(moves) == 40 - free


def test_margins_in_words() -> None:
    game("dots")  # brings its catalogue
    say, blame, lost = EXAM.scale.say, EXAM.scale.blame, EXAM.scale.lost
    assert [str(say(worth)) for worth in (3.0, 1.0, 0.0, -1.0, -2.0)] == [
        "3 boxes ahead at the end",
        "1 box ahead at the end",
        "as many boxes as the other at the end",
        "1 box behind at the end",
        "2 boxes behind at the end",
    ]
    assert str(blame(-1.0, 1.0)) == "2 boxes fewer"
    assert str(lost(0.5)) == "0.5 boxes lost a move, on average"
    assert lost(2.29).show("fr") == "2,29 carrés perdus par coup, en moyenne"
