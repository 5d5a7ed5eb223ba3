"""The document's bot: every covered cell is an unknown, every number an equation, the pseudo-inverse solves.

Functions that the document names keep its names. Its thresholds are kept to the letter, rounding and all:
a cell is dug where the number is at most 0 and flagged where it is at least 0.99. That is no proof; how
often it errs is counted by ``damier tool minesweeper errors``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from damier.core.engine import Analysis, Limit, Line, Reason, dice
from damier.core.text import Text
from damier.core.thinking import Publish, in_background
from damier.games.minesweeper.board import COVERED, FLAG, NUMBERS, Board, Cell, Move
from damier.games.minesweeper.notation import text
from damier.games.minesweeper.rules import Field
from damier.games.minesweeper.scene import at

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

FLAG_FROM = 0.99
"""A cell whose number is at least this is flagged."""

DIG_TO = 0.0
"""A cell whose number is at most this is dug."""

LARGE = 600
"""Boards with more cells take longer than people like to wait without a sign of life."""


def get_cell_ai(view: Board, seed: int) -> Cell:
    """The document's FP2: any covered cell, at random; the first dig is never a mine."""
    free = [cell for cell, sign in enumerate(view.cells) if sign == COVERED]
    return dice(seed, text(view)).choice(free)


def get_variables(view: Board) -> list[Cell]:
    """The document's FS4.1: covered cells without a flag, rows from the last to the first."""
    rows = reversed(range(view.height))
    cells = (y * view.width + x for y in rows for x in range(view.width))
    return [cell for cell in cells if view.cells[cell] == COVERED]


def get_matrix_A_B(view: Board, variables: list[Cell]) -> tuple[Matrix, Matrix]:
    """The document's FS4.2: a row for each number beside an unknown, and one for all mines.

    The document takes from a number the flags beside it, never below 0, and asks for the last row only
    where there is another.
    """
    import numpy as np

    column = {cell: index for index, cell in enumerate(variables)}
    a: list[list[int]] = []
    b: list[int] = []
    for y in reversed(range(view.height)):
        for x in range(view.width):
            cell = y * view.width + x
            if view.cells[cell] in NUMBERS:
                around = [column[other] for other in view.grid.around[cell] if other in column]
                if around:
                    a.append(around)
                    b.append(max(0, int(view.cells[cell]) - view.flags(cell)))
    if a:
        a.append(list(range(len(variables))))
        b.append(max(0, view.mines - view.cells.count(FLAG)))
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
    """Why: ``first``, ``sure``, ``lone``, ``guess``, or ``flags`` when flags cover all that is left."""


def plan(view: Board, seed: int) -> Round:
    """One pass through the loop of the document's ``run_ai``, for a board that is not over.

    Where nothing is certain the document's loop would never end: here the cell of least value is dug. The
    same value to nine places is the same value: which rounding is smaller means nothing.
    """
    if view.untouched and COVERED in view.cells:
        first = view.grid.acts["dig"][get_cell_ai(view, seed)]
        return Round((first,), {}, "first")
    variables = get_variables(view)
    if not variables:
        return _plan_without_variables(view)
    values = pinv(*get_matrix_A_B(view, variables))
    numbers = dict(zip(variables, values, strict=True))
    actions = get_cells_actions(view, variables, values)
    if actions:
        claimed = values[0] <= DIG_TO and numbers_beside(view, variables[0])
        lone = len(variables) == 1 and actions[0].act == "dig" and not claimed
        return Round(tuple(actions), numbers, "lone" if lone else "sure")
    least = min(variables, key=lambda cell: round(numbers[cell], 9))
    return Round((view.grid.acts["dig"][least],), numbers, "guess")


def _plan_without_variables(view: Board) -> Round:
    """Flags cover all that is left and the game is not won: one is wrong, a case the document leaves out.

    The numbers are those of the board without flags; the least of them is freed and dug in one round, so
    that the next round cannot put the flag back for ever.
    """
    bare = Board(view.width, view.height, view.mines, view.cells.replace(FLAG, COVERED))
    variables = get_variables(bare)
    numbers = dict(zip(variables, pinv(*get_matrix_A_B(bare, variables)), strict=True))
    least = min(variables, key=lambda cell: round(numbers[cell], 9))
    acts = view.grid.acts
    return Round((acts["unflag"][least], acts["dig"][least]), numbers, "flags")


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
        if view != self._view:
            self._left = self._rest(view)
            self._view = view
        if not self._left and len(view.cells) > LARGE:

            def search(publish: Publish[Move], stop: threading.Event) -> None:
                planned = plan_unless(stop, view, self.seed)
                if planned is not None:
                    self._begin(planned)
                    publish(self._answer(view, limit))

            yield from in_background(search, unready(view))
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


def plan_unless(stop: threading.Event, view: Board, seed: int) -> Round | None:
    """The plan, or None as soon as nobody waits for it: numpy cannot be stopped, so it is left to itself."""
    done: list[Round] = []
    work = threading.Thread(target=lambda: done.append(plan(view, seed)), name="matrices", daemon=True)
    work.start()
    while work.is_alive() and not stop.is_set():
        work.join(0.01)
    return None if stop.is_set() else done[0]


def unready(view: Board) -> Analysis[Move]:
    """What to say of a big board at once: nothing but that there is something to do."""
    move = view.moves()[0]
    return Analysis(move=move, lines=(), why=(Reason(Text("it is still calculating: any move")),))


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
    """A number for people that does not hide a rounding: ``0.33``, ``4e-16``, ``0``."""
    if number == 0:
        return "0"
    return f"{number:.0e}" if abs(number) < 0.005 else f"{number:.2f}"


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
            label=Text.literal(short(number)),
            why=() if of.kind == "first" else (_value(view, of, move),),
        )
        for value, number, move in opinions[:most]
    )


def _value(view: Board, of: Round, move: Move) -> Reason:
    cell = move.y * view.width + move.x
    beside = numbers_beside(view, cell)
    places = tuple(at(i, view) for i in (cell, *beside))
    number, name = short(of.numbers[cell]), view.grid.names[cell]
    if not beside:
        return Reason(
            Text(
                "the pseudo-inverse gives {value} for {cell}, with no number beside it",
                value=number,
                cell=name,
            ),
            places,
        )
    return Reason(
        Text(
            "the pseudo-inverse gives {value} for {cell}, with {numbers} beside it",
            value=number,
            cell=name,
            numbers=" ".join(view.cells[i] for i in beside),
        ),
        places,
    )


def explain(view: Board, of: Round, move: Move) -> tuple[Reason, ...]:
    """Why the bot makes *move*."""
    cell = move.y * view.width + move.x
    here = (at(cell, view),)
    if of.kind == "first":
        return (Reason(Text("the first cell is chosen at random: the first dig is never a mine"), here),)
    value = _value(view, of, move)
    if of.kind == "lone":
        return value, Reason(Text("it is the last covered cell without a flag, so it is dug"), here)
    if of.kind == "guess":
        words = Text("nothing is certain: it guesses, and digs the cell of least value")
        return value, Reason(words, here)
    if of.kind == "flags":
        words = Text("flags cover all that is left, so one is wrong: it guesses the one of least value")
        return value, Reason(words, here)
    if move.act == "flag":
        sure = Reason(Text("0.99 or more means a mine: it puts a flag"), here)
    else:
        sure = Reason(Text("0 or less means no mine: it digs"), here)
    todo = Text("{n} actions of this round are decided before it calculates again", n=len(of.actions))
    return value, sure, Reason(todo)
