"""Reasons from exact scores: the right kind, in the right place, on positions that show one thing each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from tests.games.connect4.scored import scores_of

from damier.core.analysis_json import reason_from_json, reason_to_json
from damier.core.engine import Line, Reason
from damier.core.game import Game
from damier.core.grid import cell_name
from damier.engines.exact import principal
from damier.games import game
from damier.games.connect4.reasons import BUDGET, explain, refutation, verdict_of
from damier.games.connect4.rules import Board, Column, Position
from damier.games.connect4.scene import at
from damier.games.connect4.solver import Score, Solver, SolverQuestion, solver

GAME: Game[Position, Position, Column] = game("connect4")


def solver_of(view: Position) -> Solver:
    return solver(view.board.width, view.board.height)


def reasons(words: str, move: Column, then: Sequence[Column] | None = None) -> tuple[Reason, ...]:
    """Why a move is as good as it is in this position, by the scores of all moves."""
    view = GAME.parse(words)
    solved = solver_of(view)
    scores = scores_of(solved, view)
    after = view.play(move)
    if then is None:
        then = principal(solved, after, -scores[move], 10**6) if after.outcome() is None else ()
    return explain(solved, view, move, scores, then)


def names(reason: Reason, b: Board) -> set[str]:
    """The cells that a reason points at."""
    where = {at((column, row), b): (column, row) for column in range(b.width) for row in range(b.height)}
    return {cell_name(*where[place]) for place in reason.cells}


@dataclass(frozen=True)
class Case:
    """One move, and what must be said of it."""

    name: str
    position: str
    move: Column
    said: tuple[str, ...]
    """All reasons, in order."""
    cells: str
    """What the first of them points at."""


CASES = (
    Case(
        "a block that is forced",
        "...../...../oo.../xx.x.",
        3,
        (
            "best play of both sides fills the board",
            "c1 blocks the four of the other side",
            "every other column loses",
        ),
        "c1",
    ),
    Case(
        "a four at once",
        "...../...../ooo../xxx..",
        4,
        ("wins at once: d1 completes four in a row",),
        "a1 b1 c1 d1",
    ),
    Case(
        "two fours at once",
        "o....x./xo.x.o./xo.o.o./oxxx.x./ooox.xo/ooxoxxx",
        5,
        ("wins in 2 own moves: e2 leaves fours open on e3, c4, and only one can be blocked",),
        "e2 e3 c4 b3 c3 d3 f3 f1",
    ),
    Case(
        "a four right above another",
        "o....x./xo.x.o./xo.o.o./oxxx.x./ooox.xo/ooxoxxx",
        3,
        ("wins in 2 own moves: e2 must be blocked, and that opens the four on e3",),
        "c4 d3 e2 f1 e3 b3 c3 f3",
    ),
    Case(
        "every disc opens a four",
        "..xoox./x.xxxo./o.ooox./x.oxoo./xoxxoxo/xoxoxox",
        1,
        ("wins in 2 own moves: every column left opens a four: b4, g4",),
        "a4 b4 c4 d4 e4 b3 g3 g4 f3 e2 d1",
    ),
    Case(
        "one column left, below an odd threat",
        "..ooxxo/x.xooxx/o.oxxoo/x.xxoox/o.oxxox/oxooxxo",
        1,
        ("wins in 2 own moves: only b2 is left to play, below the odd threat on b3", "no other column wins"),
        "a3 b3 c3 d3 b2",
    ),
    Case(
        "an odd threat of the first player",
        "o....x./xo.x.o./xo.o.o./oxxx.x./ooox.xo/ooxoxxx",
        4,
        (
            "wins in 6 own moves: the odd threat on e3 cannot be stopped because all else fills up "
            "and then e2 must be played",
            "column c wins in 2 own moves, this wins in 6 own moves",
        ),
        "e2 e3 b3 c3 d3 f3",
    ),
    Case(
        "an even threat of the second player",
        "..o.x../..x.o../x.oxx.o/o.xxxox/o.ooxoo/x.oxoxx",
        1,
        (
            "wins in 6 own moves: the even threat on b2 cannot be stopped because all else fills up "
            "and then b1 must be played",
        ),
        "b1 b2 a2 c2 d2",
    ),
    Case(
        "threats in two columns",
        ".x...../.xo.x../.oxoo../.xooxxo/oxxxooo/oxoxxox",
        6,
        (
            "wins in 5 own moves: the threats on a4, g5 cannot be stopped because all else fills up "
            "and then a disc must go below one",
        ),
        "a3 a4 b3 c2 d1 g4 g5 f4 e3 d2",
    ),
    Case(
        "a four that comes by answering",
        "......./xo.o.../xo.xxo./ox.oox./xoxxxox/xoooxxo",
        4,
        (
            "wins in 6 own moves: the four c6, d6, e6, f6 comes by itself: a disc below its free cells "
            "is answered on them",
            "column a wins in 4 own moves, this wins in 6 own moves",
        ),
        "c6 d6 e6 f6",
    ),
    Case(
        "every reply is forced",
        ".o....o/.x...xo/.xx..ox/xxo..oo/xoxxoxo/oxooxox",
        1,
        (
            "wins in 3 own moves: after a a, d3 must be blocked, and that opens the four on d4",
            "after each disc a four threatens, so every reply is forced: a4 a5 a6 d3",
        ),
        "a6 d3 c4 b5 a4 b4 d4",
    ),
    Case(
        "a zugzwang at the end of the line",
        "......o/.x.x..x/.xoo..x/.oxxo.o/xooxx.o/oxoxoox",
        2,
        (
            "wins in 8 own moves; it can end so: only a4 is left to play, below the odd threat on a5",
            "column c wins in 4 own moves, this wins in 8 own moves",
            "2 odd threats of yellow: f3, a5",
        ),
        "a4 a5 b4 c3 d2",
    ),
    Case(
        "a reply refutes it by a fork",
        "....x../..x.x../o.o.o.o/ooxoxxx/xoooxoo/xxoxxxo",
        1,
        (
            "column d refutes it: d4 leaves fours open on b4, f4, d5, and only one can be blocked",
            "column d draws, this loses in 2 own moves",
        ),
        "a4 b4 c4 d4 e4 f4 g4 d2 d3 d5",
    ),
    Case(
        "a reply refutes it by a zugzwang",
        "o...ox./x...xx./xx..oxo/oo..xoo/oxx.oox/oxoxxox",
        3,
        (
            "column g refutes it: the odd threat on d5 cannot be stopped because all else fills up "
            "and then d4 must be played",
            "column g draws, this loses in 6 own moves",
        ),
        "d4 d5 e5 f5 g5",
    ),
    Case(
        "a four that was not blocked",
        "......./ooo..../oxxx.x./xxoo.xx/ooxoxoo/xxoooxx",
        1,
        (
            "loses at once: the other side can complete a four on d5",
            "column d wins in 7 own moves, this loses at once",
        ),
        "a5 b5 c5 d5",
    ),
    Case(
        "the block that keeps the draw",
        "......./xox..../oxo..xo/xxox.oo/xxooxoo/xoxooxx",
        7,
        (
            "best play of both sides fills the board",
            "g5 blocks the four of the other side",
            "every other column loses",
        ),
        "g5",
    ),
    Case(
        "a win thrown away, and the block that saves the draw",
        ".x..x.x/.o..x.x/.o..o.x/oxo.x.o/xoxooxo/xoooxox",
        4,
        (
            "column d saves the draw: the four on d4 must be blocked",
            "column c wins in 4 own moves, this draws",
        ),
        "d4 e3 f2 g1",
    ),
    Case(
        "a win thrown away, and the cell that saves the draw",
        "...../..o../.xx../xooox",
        3,
        (
            "column d saves the draw: yellow on d2 would leave fours open on a2, e2",
            "red holds by answering right above: every four left to the other side needs one of a4, e4",
            "column d wins in 2 own moves, this draws",
        ),
        "d2 a2 e2",
    ),
    Case(
        "the only win among draws",
        ".oox.../.oxx.x./.xxo.o./ooxx.o./oxooox./xoxxox.",
        5,
        (
            "wins in 7 own moves: after f a, the odd threat on e5 cannot be stopped because all else fills "
            "up and then e4 must be played",
            "no other column wins",
        ),
        "e4 e5 d5 c5 f5",
    ),
    Case(
        "a draw held by answering right above",
        "...x.../..xoo.o/.ooxo.x/.xxox.o/.oxxxox/ooxoxox",
        1,
        (
            "red holds by answering right above: every four left to the other side needs one of "
            "a4, f4, b6, f6",
        ),
        "a4 f4 b6 f6",
    ),
    Case(
        "one cell holds the draw",
        "o.....x/o.oxxxo/x.xooox/x.oxxxo/o.oxoxo/xooxxxo",
        5,
        ("red holds by answering right above: every four left to the other side needs b4",),
        "b4",
    ),
    Case(
        "no four is left",
        "...oxo./ox.xox./xxoxox./xooxooo/oxxoxox/xoxoxox",
        1,
        ("no four is left to yellow",),
        "a6",
    ),
    Case(
        "lost anyway: the longest loss",
        ".x...oo/.x...oo/.x..xxo/xo..oxx/xx.oxox/oooxoxo",
        1,
        (
            "loses in 6 own moves against column a: the even threat on d4 cannot be stopped because all else "
            "fills up and then d3 must be played",
            "every column loses, and none holds out longer",
        ),
        "d3 d4 e3 f2 g1",
    ),
    Case(
        "lost anyway, and sooner than need be",
        ".x...oo/.x...oo/.x..xxo/xo..oxx/xx.oxox/oooxoxo",
        3,
        (
            "loses in 2 own moves against column d: d3 leaves fours open on c3, d4, and only one can be "
            "blocked",
            "column a loses in 6 own moves, this loses in 2 own moves",
        ),
        "b3 c3 d3 e3 d4 f2 g1",
    ),
    Case(
        "the cell of a double threat",
        "....x../..x.x../o.o.o.o/ooxoxxx/xoooxoo/xxoxxxo",
        4,
        (
            "best play of both sides fills the board",
            "d4 keeps the other side from two threats at once: fours on b4, f4, d5",
            "every other column loses",
        ),
        "d4",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said(case: Case) -> None:
    found = reasons(case.position, case.move)
    assert tuple(str(reason.text) for reason in found) == case.said
    assert names(found[0], GAME.parse(case.position).board) == set(case.cells.split())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_line_that_is_cut_is_found_again(case: Case) -> None:
    """Few nodes are enough for what the first reason says, where the position is late."""
    assert reasons(case.position, case.move, ()) == reasons(case.position, case.move)


def test_the_forced_line_is_shown_in_its_order() -> None:
    b = GAME.begin().board
    _, forced = reasons(".o....o/.x...xo/.xx..ox/xxo..oo/xoxxoxo/oxooxox", 1)
    order = [(0, 3), (0, 4), (0, 5), (3, 2)]
    assert forced.cells == tuple(at(cell, b) for cell in order)


def test_it_says_only_what_the_known_scores_tell() -> None:
    """That nothing else wins, or everything loses, needs the scores of all moves."""
    view = GAME.parse("..ooxxo/x.xooxx/o.oxxoo/x.xxoox/o.oxxox/oxooxxo")
    (only,) = explain(solver_of(view), view, 1, {1: 2}, (2, 2))
    assert "only b2 is left to play" in str(only.text)
    view = GAME.parse(".x...oo/.x...oo/.x..xxo/xo..oxx/xx.oxox/oooxoxo")
    (lost,) = explain(solver_of(view), view, 1, {1: -2, 3: -6}, ())
    assert str(lost.text).startswith("loses in 6 own moves against column a: ")


def test_labels() -> None:
    empty = GAME.begin()
    assert (
        str(verdict_of(1, empty).label) == "wins in 21 own moves"
        and str(verdict_of(18, empty).label) == "wins in 4 own moves"
    )
    assert (
        str(verdict_of(0, empty).label) == "draws"
        and str(verdict_of(-1, empty).label) == "loses in 21 own moves"
    )
    one = empty.play(4)
    assert (
        str(verdict_of(18, one).label) == "wins in 4 own moves"
        and str(verdict_of(-1, one).label) == "loses in 20 own moves"
    )


def test_where_nothing_is_proved_the_plain_fact_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.games.connect4.solver.known", lambda position: None)  # without the book
    view = GAME.begin()
    small = Solver(view.board, 1)
    (plain,) = explain(small, view, 4, {4: 1}, ())
    assert str(plain.text) == "best play wins for yellow in 21 own moves"
    (lost,) = explain(small, view, 1, {1: -2}, ())
    assert str(lost.text) == "best play wins for red in 20 own moves"


def test_it_searches_few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[SolverQuestion] = []

    def question(
        self: Solver, position: Position, low: Score | None = None, high: Score | None = None
    ) -> SolverQuestion:
        asked.append(usual(self, position, low, high))
        return asked[-1]

    usual = Solver.question
    monkeypatch.setattr(Solver, "question", question)
    view = GAME.begin()
    explain(Solver(view.board, 1), view, 4, {4: 1}, (4, 4))
    assert 0 < sum(each.nodes for each in asked) <= BUDGET + 1000


def test_a_review_tells_which_reply_refutes_a_move() -> None:
    view = GAME.parse("o...ox./x...xx./xx..oxo/oo..xoo/oxx.oox/oxoxxox")

    def line(move: Column, score: Score, proven: bool = True) -> Line[Column]:
        why = reasons(GAME.text(view), move)
        kept = tuple(reason_from_json(GAME, view, reason_to_json(GAME, reason), move) for reason in why)
        verdict = replace(verdict_of(score, view), proven=proven)
        return Line(move=move, value=score, chance=0.5, verdict=verdict, why=kept)

    told = GAME.remark(view, line(3, -1), line(7, 0))
    assert str(told).startswith("column g refutes it: the odd threat on d5 cannot be stopped")
    assert told == refutation(line(3, -1).why)
    assert GAME.remark(view, line(3, -1, proven=False), line(7, 0)) is None
    assert GAME.remark(view, line(7, 0), line(7, 0)) is None
