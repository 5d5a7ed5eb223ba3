"""The document's bot: every covered cell is an unknown, every number an equation, the pseudo-inverse solves.

Functions that the document names keep its names. Its thresholds are kept to the letter, rounding and all:
a cell is dug where the number is at most 0 and flagged where it is at least 0.99. That is no proof; how
often it errs is counted by ``damier tool minesweeper errors``. Larger boards than the document's are solved
by a method that can be stopped, which gives the same numbers to eight places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from damier.core.engine import Analysis, Limit, Line, Reason, dice
from damier.core.text import Text
from damier.core.verdict import Risk, percent
from damier.engines.search import Search
from damier.games.minesweeper.levels.least_squares import least_squares
from damier.games.minesweeper.notation import text
from damier.games.minesweeper.rules import Field
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import COVERED, FLAG, NUMBERS, Board, Cell, Move

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

FLAG_FROM = 0.99
"""A cell whose number is at least this is flagged."""

DIG_TO = 0.0
"""A cell whose number is at most this is dug."""

LARGE = 480
"""Boards with more cells than the document's largest take longer than people like to wait without a sign."""


def get_cell_ai(view: Board, seed: int) -> Cell:
    """The document's FP2: any covered cell, at random; the first dig is never a mine."""
    free = [cell for cell, sign in enumerate(view.cells) if sign == COVERED]
    return dice(seed, text(view)).choice(free)


def from_last_row(view: Board) -> list[Cell]:
    """Every cell in the document's order: rows from the last to the first."""
    return [y * view.width + x for y in reversed(range(view.height)) for x in range(view.width)]


def get_variables(view: Board) -> list[Cell]:
    """The document's FS4.1: covered cells without a flag."""
    return [cell for cell in from_last_row(view) if view.cells[cell] == COVERED]


def equations(view: Board, variables: list[Cell]) -> tuple[list[list[int]], list[int]]:
    """For each number beside an unknown which unknowns add up to what, by their place; at last all of them.

    The document takes from a number the flags beside it, never below 0, and asks for the last row only
    where there is another.
    """
    column = {cell: index for index, cell in enumerate(variables)}
    a: list[list[int]] = []
    b: list[int] = []
    for cell in from_last_row(view):
        if view.cells[cell] in NUMBERS:
            around = [column[other] for other in view.grid.around[cell] if other in column]
            if around:
                a.append(around)
                b.append(max(0, int(view.cells[cell]) - view.flags(cell)))
    if a:
        a.append(list(range(len(variables))))
        b.append(max(0, view.mines - view.cells.count(FLAG)))
    return a, b


def get_matrix_A_B(view: Board, variables: list[Cell]) -> tuple[Matrix, Matrix]:
    """The document's FS4.2: a row for each number beside an unknown, and one for all mines."""
    import numpy as np

    a, b = equations(view, variables)
    matrix = np.zeros((len(a), len(variables)))
    for line, columns in zip(matrix, a, strict=True):
        line[columns] = 1
    return matrix, np.array(b, dtype=float)


def pinv(a: Matrix, b: Matrix) -> list[float]:
    """The document's FS4.3: the least solution, in the sense of squares, of a x = b; 0 without equations."""
    import numpy as np

    if not len(a):
        return [0.0] * a.shape[1]
    solution: list[float] = (np.linalg.pinv(a) @ b).tolist()
    return solution


def solve(view: Board, variables: list[Cell], goes_on: Callable[[], bool]) -> tuple[dict[Cell, float], bool]:
    """The number of each unknown, and whether there was time to come to it."""
    if len(view.cells) <= LARGE:
        values, settled = pinv(*get_matrix_A_B(view, variables)), True
    else:
        values, settled = least_squares(*equations(view, variables), len(variables), goes_on)
    return dict(zip(variables, values, strict=True)), settled


def get_cells_actions(view: Board, variables: list[Cell], numbers: list[float]) -> list[Move]:
    """The document's FS4.4: flags from 0.99, digs to 0, beside open cells only; a lone last cell is dug."""
    acts = view.grid.acts
    actions = []
    for cell, number in zip(variables, numbers, strict=True):
        if numbers_beside(view, cell):
            if number >= FLAG_FROM:
                actions.append(acts["flag"][cell])
            elif number <= DIG_TO:
                actions.append(acts["dig"][cell])
    if len(variables) == 1 and not actions:
        actions.append(acts["dig"][variables[0]])
    return actions


def numbers_beside(view: Board, cell: Cell) -> list[Cell]:
    """The open cells beside *cell*."""
    return [other for other in view.grid.around[cell] if view.cells[other] in NUMBERS]


@dataclass(frozen=True, slots=True)
class Round:
    """What the bot makes of a board before it acts."""

    actions: tuple[Move, ...]
    """All that it will do before it looks at the matrices again."""
    numbers: dict[Cell, float]
    """The pseudo-inverse's number for each covered cell: about 0 without a mine, about 1 with one."""
    kind: str
    """Why: ``first``, ``sure``, ``lone``, ``guess``, ``hurried`` without the time to come to the numbers, or
    ``flags`` when flags cover all that is left."""


def plan(view: Board, seed: int, goes_on: Callable[[], bool] = lambda: True) -> Round:
    """One pass through the loop of the document's ``run_ai``, for a board that is not over.

    Where nothing is certain the document's loop would never end: here the cell of least value is dug. The
    same value to nine places is the same value: which rounding is smaller means nothing.
    """
    if view.untouched and COVERED in view.cells:
        first = view.grid.acts["dig"][get_cell_ai(view, seed)]
        return Round((first,), {}, "first")
    variables = get_variables(view)
    if not variables:
        return _plan_without_variables(view, goes_on)
    numbers, settled = solve(view, variables, goes_on)
    actions = get_cells_actions(view, variables, list(numbers.values())) if settled else []
    if actions:
        claimed = numbers[variables[0]] <= DIG_TO and numbers_beside(view, variables[0])
        lone = len(variables) == 1 and actions[0].act == "dig" and not claimed
        return Round(tuple(actions), numbers, "lone" if lone else "sure")
    dig = view.grid.acts["dig"][_least(numbers)]
    return Round((dig,), numbers, "guess" if settled else "hurried")


def _plan_without_variables(view: Board, goes_on: Callable[[], bool]) -> Round:
    """Flags cover all that is left and the game is not won: one is wrong, a case the document leaves out.

    The numbers are those of the board without flags; the least of them is freed and dug in one round, so
    that the next round cannot put the flag back for ever.
    """
    bare = view.with_cells(view.cells.replace(FLAG, COVERED))
    numbers, _ = solve(bare, get_variables(bare), goes_on)
    acts, least = view.grid.acts, _least(numbers)
    return Round((acts["unflag"][least], acts["dig"][least]), numbers, "flags")


def _least(numbers: dict[Cell, float]) -> Cell:
    return min(numbers, key=lambda cell: round(numbers[cell], 9))


def run_ai(field: Field, seed: int) -> Iterator[tuple[Round, Move, Field]]:
    """The document's FP4: a whole game, each move with the round it belongs to and the field after it."""
    while not field.board.over:
        of = plan(field.board, seed)
        for move in of.actions:
            if still_covered(field.board, move):
                field = field.play(move)
                yield of, move, field
                if field.board.over:
                    return


class Document:
    """The document's ``run_ai`` as an engine: all actions of a round before the next matrices.

    An engine is asked for one move at a time, so it remembers its round, and goes on with it only where
    the board is exactly what its last move leads to; on any other board it begins a new round. A fresh
    engine for every game therefore plays the same game again.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._view: Board | None = None
        self._left: tuple[Move, ...] = ()
        self._round = Round((), {}, "guess")

    def think(self, view: Board, limit: Limit) -> Iterator[Analysis[Move]]:
        search = Search[Move](limit)
        if view != self._view:
            self._left = self._rest(view)
            self._view = view
        if not self._left and len(view.cells) > LARGE:

            def run() -> None:
                planned = plan(view, self.seed, lambda: not search.is_over())
                if not search.stopped:
                    self._begin(planned)
                    search.publish(self._answer(view, limit))

            yield from search.run(run, unready(view))
        else:
            if not self._left:
                self._begin(plan(view, self.seed))
            yield self._answer(view, limit)

    def _begin(self, planned: Round) -> None:
        self._round, self._left = planned, planned.actions

    def _answer(self, view: Board, limit: Limit) -> Analysis[Move]:
        move = self._left[0]
        why = explain(view, self._round, move)
        return Analysis(move=move, lines=lines(view, self._round, move, limit.lines), why=why)

    def _rest(self, view: Board) -> tuple[Move, ...]:
        """What is still to do of the round, if *view* follows from the last move; else nothing."""
        if self._view is None or not self._left or not follows(self._view, self._left[0], view):
            return ()
        return tuple(move for move in self._left[1:] if still_covered(view, move))


def unready(view: Board) -> Analysis[Move]:
    """What to say of a big board at once: nothing but that there is something to do."""
    move = view.moves()[0]
    return Analysis(
        move=move, lines=(), why=(Reason(Text("it is still calculating: any move"), kind="unready"),)
    )


def still_covered(view: Board, move: Move) -> bool:
    """Whether there is anything left to do: cells open by themselves when an empty one is dug."""
    return view.cells[move.y * view.width + move.x] not in NUMBERS


def follows(before: Board, move: Move, after: Board) -> bool:
    """Whether *after* can be what *move* made of *before*."""
    if (before.width, before.height, before.mines) != (after.width, after.height, after.mines):
        return False
    cell = move.y * before.width + move.x
    if move.act != "dig":
        return after == before.showing(cell, FLAG if move.act == "flag" else COVERED)
    opened = {cell}
    waiting = [cell]
    while waiting:
        here = waiting.pop()
        if after.cells[here] == "0":
            new = [i for i in before.grid.around[here] if before.cells[i] not in NUMBERS and i not in opened]
            opened.update(new)
            waiting += new
    return all(
        after.cells[i] in NUMBERS if i in opened else sign == after.cells[i]
        for i, sign in enumerate(before.cells)
    )


def short(number: float) -> str:
    """A cell's number in per cent, as all chances of a mine are told: ``33``, ``<1``, ``<99``, ``-25``.

    It is not rounded to what would be dug or flagged where the bot does neither. Equations know no bounds: a
    reason may name less than 0 or more than 100, on the board it stands for a chance and is neither.
    """
    return percent(number, FLAG_FROM)


def lines(view: Board, of: Round, chosen: Move, most: int) -> tuple[Line[Move], ...]:
    """The heat map: the pseudo-inverse's number of each cell that can be dug, and of each planned flag."""
    width, acts, numbers = view.width, view.grid.acts, of.numbers
    digs = [acts["dig"][cell] for cell, sign in enumerate(view.cells) if sign == COVERED]
    planned = [move for move in of.actions if move.act == "flag"]
    others = [move for move in planned if view.cells[move.y * width + move.x] == COVERED]
    if chosen.act == "unflag":
        others.append(chosen)
    opinions = []
    for move in (*digs, *others):
        number = numbers.get(move.y * width + move.x, 0.0)
        value = min(1.0, max(0.0, number if move.act == "flag" else 1 - number))
        opinions.append((value, number, move))
    opinions.sort(key=lambda opinion: (-opinion[0], opinion[2] != chosen))
    return tuple(
        Line(
            move=move,
            value=value,
            chance=value,
            verdict=Risk(min(1.0, max(0.0, number)), sure=FLAG_FROM),
            why=() if of.kind == "first" else (_value(view, of, move),),
        )
        for value, number, move in opinions[:most]
    )


def _value(view: Board, of: Round, move: Move) -> Reason:
    cell = move.y * view.width + move.x
    beside = numbers_beside(view, cell)
    places = tuple(at(i, view) for i in (cell, *beside))
    name = view.grid.names[cell]
    number = Text("{percent}%", percent=short(of.numbers[cell]))
    if not beside:
        return Reason(
            Text(
                "the pseudo-inverse gives {value} for {cell}, with no number beside it",
                value=number,
                cell=name,
            ),
            places,
            kind="value",
        )
    return Reason(
        Text(
            "the pseudo-inverse gives {value} for {cell}, with {numbers} beside it",
            value=number,
            cell=name,
            numbers=" ".join(view.cells[i] for i in beside),
        ),
        places,
        kind="value",
    )


NOT_SURE = {
    "lone": Text("it is the last covered cell without a flag, so it is dug"),
    "guess": Text("nothing is certain: it guesses, and digs the cell of least value"),
    "hurried": Text("there was no time to solve the equations: it digs the cell of least value so far"),
    "flags": Text("flags cover all that is left, so one is wrong: it guesses the one of least value"),
}
"""What is said of a round whose numbers claim nothing, by its kind."""


def explain(view: Board, of: Round, move: Move) -> tuple[Reason, ...]:
    """Why the bot makes *move*."""
    cell = move.y * view.width + move.x
    here = (at(cell, view),)
    if of.kind == "first":
        words = Text("the first cell is chosen at random: the first dig is never a mine")
        return (Reason(words, here, kind="first"),)
    value = _value(view, of, move)
    if of.kind in NOT_SURE:
        return value, Reason(NOT_SURE[of.kind], here, kind="last" if of.kind == "lone" else "guess")
    if move.act == "flag":
        sure = Reason(Text("99% or more means a mine: it puts a flag"), here, kind="mine")
    else:
        sure = Reason(Text("0% or less means no mine: it digs"), here, kind="safe")
    todo = Text("{n} actions of this round are decided before it calculates again", n=len(of.actions))
    return value, sure, Reason(todo, kind="round")
