"""What is written once on exact knowledge, for a game whose turn does not always pass: Dots and Boxes.

Its solver here is a plain minimax, cut into slices, with a value that is the margin at the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from damier.core.engine import Limit, Line, Reason, think
from damier.core.text import Refusal, Text
from damier.core.verdict import Margin
from damier.engines.book import Openings, book_tool, read_book, write_book
from damier.engines.exact import is_worth, points_of, principal, value_of, worths
from damier.engines.perfect import Exact, Perfect
from damier.games import game

DOTS = game("dots")
SIZE = "2x2"


@cache
def margin(position: Any) -> int:
    """What the side to move ends ahead by, with best play of both, what is won already included."""
    if position.outcome() is not None:
        return int(position.score[position.turn] - position.score[1 - position.turn])
    return max(after(position, move) for move in position.moves())


def after(position: Any, move: Any) -> int:
    """The same for who makes a move."""
    there = position.play(move)
    return margin(there) if there.turn == position.turn else -margin(there)


class Slow:
    """Narrows the margin down by one at each end, for every ten nodes."""

    def __init__(self, position: Any, low: int | None, high: int | None) -> None:
        self.true = margin(position)
        least = -4 if low is None else low
        most = 4 if high is None else high
        self.true = max(least, min(most, self.true))
        self.low, self.high, self.nodes = least, most, 0

    def advance(self, nodes: int) -> bool:
        for _ in range(0, nodes, 10):
            if self.low < self.high:
                self.nodes += 10
                self.low, self.high = min(self.low + 1, self.true), max(self.high - 1, self.true)
        return self.low == self.high


class Known:
    """A solver of small boards; what is in *book* is known at once."""

    def __init__(self, book: dict[Any, int] | None = None) -> None:
        self.book = book or {}
        self.asked = 0

    def known(self, position: Any) -> int | None:
        return self.book.get(position)

    def question(self, position: Any, low: int | None = None, high: int | None = None) -> Slow:
        self.asked += 1
        return Slow(position, low, high)

    def over(self, there: Any) -> int:
        # Who completed the last box moves on, where there is nothing to move.
        return margin(there)

    def ordered(self, position: Any) -> Sequence[Any]:
        return tuple(position.moves())

    def relatives_of(self, question: Any) -> None:
        pass


def positions() -> list[Any]:
    found = []
    state = DOTS.begin(size=SIZE)
    for place in (0, 5, 2, 6, 1, 3, 4, 0, 1, 0, 0):
        found.append(state)
        state = state.play(state.moves()[place % len(state.moves())])
    return found[3:]


def line(view: Any, move: Any, value: int) -> Line[Any]:
    return Line(move=move, value=value, chance=0.5, verdict=Margin(value, proven=True))


def exact(solver: Known) -> Exact[Any, Any]:
    return Exact(
        solver=lambda view, fresh: solver,
        is_soon=lambda view: True,
        guesser=DOTS.engines["easy"].make,
        line=line,
        explain=lambda solver, view, move, values, then: (Reason(Text.literal(str(len(values)))),),
        depth=lambda view: len(view.moves()),
    )


def test_the_last_move_of_the_game_keeps_the_turn_or_not() -> None:
    passes = {one.play(move).turn != one.turn for one in positions() for move in one.moves()}
    assert passes == {True, False}, "both kinds of moves are asked about"


@pytest.mark.parametrize("book", [False, True])
def test_the_line_of_best_play_keeps_the_value_to_the_end(book: bool) -> None:
    for position in positions():
        entries = {position.play(move): margin(position.play(move)) for move in position.moves()}
        solver = Known(entries if book else {})
        at, value = position, margin(position)
        for move in principal(solver, position, value, 10**6):
            assert after(at, move) == value
            there = at.play(move)
            at, value = there, value if there.turn == at.turn else -value
        assert at.outcome() is not None
    first = positions()[0]
    assert principal(Known(), first, margin(first), 0) == (), "without nodes it finds nothing"


def test_a_move_has_a_value_or_not() -> None:
    for position in positions():
        best = margin(position)
        for move in position.moves():
            assert is_worth(Known(), position, move, best)[0] == (after(position, move) == best)
            assert not is_worth(Known(), position, move, best, lambda question: False)[0] or (
                position.play(move).outcome() is not None or abs(best) == 4
            )


def test_points_and_worths_follow_from_the_value() -> None:
    for position in positions():
        solver, best = Known(), margin(position)
        assert value_of(solver, position) == best
        assert points_of(solver, position) == (best > 0) + 0.5 * (best == 0)
        for move in position.moves():
            value = after(position, move)
            found = worths(solver, position, DOTS.write)[DOTS.write(move)]
            assert found == (value > 0) + 0.5 * (value == 0)


@pytest.mark.parametrize("limit", [Limit(), Limit(time=60), Limit(nodes=10**6), Limit(lines=1)])
def test_perfect_knows_every_move_and_plays_the_best(limit: Limit) -> None:
    for position in positions():
        found = think(Perfect(0, exact(Known())), position, limit)
        assert after(position, found.move) == margin(position)
        assert found.lines[0].proven and found.lines[0].move == found.move
        if limit.lines > 1:
            assert {one.move: one.value for one in found.lines} == {
                move: after(position, move) for move in position.moves()
            }
            assert found.depth == len(position.moves())
        assert all(DOTS.write(move) for move in found.lines[0].then)


def test_what_its_limit_cannot_solve_it_guesses_and_says_so() -> None:
    found = think(Perfect(0, exact(Known())), positions()[0], Limit(nodes=1))
    assert not found.lines[0].proven and "not proven" in str(found.why[-1].text)


def begin() -> Any:
    return DOTS.begin(size=SIZE)


def key(position: Any) -> int:
    return sum(1 << place for place, edge in enumerate(begin().moves()) if edge not in position.moves())


def openings() -> Openings[Any, Any]:
    return Openings(
        game="dots",
        size=SIZE,
        begin=begin,
        key=key,
        at_once=lambda position: None,
        write=lambda position: str(key(position)),
        read=lambda word: next(
            one for ply in range(4) for one in openings().positions(ply) if key(one) == int(word)
        ),
        solver=Known,
        plies=2,
    )


def test_a_book_of_another_game_is_made_as_well_and_names_it(tmp_path: Path) -> None:
    tool = book_tool(Text.literal("a book"), openings(), range(4))
    parts = list(tool.parts(2))
    assert len(parts) == 12 * 11 // 2
    path = tmp_path / tool.usual(2)
    path.write_bytes(tool.join(2, [(part, tool.do(part)) for part in parts]))
    book = read_book(path, "dots")
    assert (book.game, book.size, book.plies, len(book.keys)) == ("dots", "2x2", 2, 1 + 12 + 66)
    for ply in range(3):
        assert all(book.value(key(one)) == margin(one) for one in openings().positions(ply))
    with pytest.raises(Refusal, match="does not begin"):
        read_book(path, "connect4")
    said: list[str] = []
    tool.run([str(tmp_path / "small.book")], lambda words: said.append(str(words)))
    small = read_book(tmp_path / "small.book", "dots")
    assert {small.value(one) for one in small.keys} and len(small.keys) < 300 and said
    assert all(small.value(one) == book.value(one) for one in small.keys if book.value(one) is not None)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    values = {3: -64 + 1, 2**63: 0, 7: 63}
    path.write_bytes(write_book("dots", "5x5", 3, values))
    book = read_book(path, "dots")
    assert {one: book.value(one) for one in book.keys} == values and book.value(4) is None
