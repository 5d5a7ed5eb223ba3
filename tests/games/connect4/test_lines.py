"""The continuations of moves: by the book, within the limit, and to the end where there is time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from damier.core.engine import Limit, think
from damier.engines.exact import principal
from damier.engines.perfect import ExactSearch
from damier.games.connect4.book import known
from damier.games.connect4.levels.perfect import perfect
from damier.games.connect4.rules import Column, Position, board
from damier.games.connect4.solver import Score, Solver, solver
from damier.games.connect4.tools.solve import from_columns

BOOK = 8
"""Plies of the book."""

OPEN = "1177265344"
"""Two plies after the book, and solved in a moment."""


def walk(position: Position, score: Score, line: tuple[Column, ...]) -> Iterator[tuple[Position, Score]]:
    for move in line:
        position, score = position.play(move), -score
        yield position, score


@pytest.mark.parametrize("columns", ["", "4", "44", "2", "4453"])
def test_the_book_leads_a_line_without_a_search(columns: str) -> None:
    position = from_columns(columns)
    score = known(position)
    assert score is not None
    line = principal(Solver(board(7, 6), 1), position, score, 10**9, lambda: True)
    assert len(line) >= BOOK - len(columns)
    for after, left in walk(position, score, line[: BOOK - len(columns)]):
        assert known(after) == left


def test_a_line_ends_when_the_time_is_spent() -> None:
    position = from_columns(OPEN)
    score = solver(7, 6).score(position)
    whole = principal(Solver(board(7, 6), 1), position, score, 10**9)
    *_, (end, left) = walk(position, score, whole)
    assert end.outcome() is not None and solver(7, 6).over(end) == -left
    assert principal(Solver(board(7, 6), 1), position, score, 10**9, lambda: True) == ()


def test_an_analysis_with_time_has_every_line_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was cut at first is lengthened when the scores are known."""
    monkeypatch.setattr("damier.engines.perfect.LINE_NODES", 0)
    position = from_columns(OPEN)
    found = think(perfect(0), position, Limit(time=60))
    assert len(found.lines) == 7
    for line in found.lines:
        *_, (end, left) = walk(position.play(line.move), -int(line.value), line.then)
        assert end.outcome() is not None and solver(7, 6).over(end) == -left
    assert found.why[0] == found.lines[0].why[0]
    assert "it can end so" in str(found.why[0].text)  # the reason is that of the whole line


def test_who_asks_for_one_move_or_gives_nodes_does_not_wait_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: object, move: Column) -> None:
        raise AssertionError("nobody asked for that")

    monkeypatch.setattr(ExactSearch, "_go_on", never)
    position = from_columns(OPEN)
    for limit in (Limit(time=60, lines=1), Limit(nodes=10**7), Limit(depth=3, time=60)):
        assert think(perfect(0), position, limit).lines[0].proven
