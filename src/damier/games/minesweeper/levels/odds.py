"""The level ``counter``: digs the cell that hides a mine in the fewest arrangements, and says why."""

from __future__ import annotations

from collections.abc import Iterator

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded
from damier.core.scene import At
from damier.core.text import Number, Param, Text
from damier.core.verdict import Risk
from damier.engines.search import Search
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.levels.document import LARGE, numbers_beside, unready
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import COVERED, FLAG, Board, Cell, Move

SHORT = 2_000
"""Nodes that take about 10 ms: most boards need no more, and no thread."""

USUAL = 300_000
"""Nodes that take about a second: what is counted when nothing else limits it."""

LONG_THINK_SECONDS = 1.0
"""With more seconds than this it goes on counting, with four times the nodes each time."""

COUNTING_SHARE = 0.95
"""The part of the time in which components are counted; in the rest they are put together."""

UNSURE = 1e-9
"""An estimate is at least so far from what would be certain."""


class MineCounter(Seeded):
    """Counts all arrangements of the mines; chance plays no part, so the seed is not used."""

    def think(self, view: Board, limit: Limit) -> Iterator[Analysis[Move]]:
        if view.untouched:
            yield _first(view, limit)
            return
        most = USUAL if limit.nodes is None else limit.nodes
        search = Search[Move](limit)
        counting = search if limit.endless else search.part(COUNTING_SHARE)
        short = limit.time is not None and limit.time <= LONG_THINK_SECONDS
        goes_on = limit.nodes is None and search.bounded and not short
        first = unready(view)
        if len(view.cells) <= LARGE:
            budget = Budget(min(SHORT, most), counting.is_over, search.is_over)
            first = _analysis(view, count(view, budget), budget.nodes, limit)
            if budget.nodes <= budget.most or most <= SHORT or counting.is_over():
                yield first
                return

        def run() -> None:
            """Count, and while time is left, again with four times the nodes."""
            nodes = most
            while True:
                longer = Budget(nodes, counting.is_over, search.is_over)
                found = count(view, longer)
                # One that time has stopped knows less than the one before.
                if found.exact or longer.nodes > nodes or nodes == most:
                    search.publish(_analysis(view, found, longer.nodes, limit))
                if found.exact or not goes_on or counting.is_over():
                    return
                nodes *= 4

        yield from search.run(run, first)


def _first(view: Board, limit: Limit) -> Analysis[Move]:
    """The first dig is safe anywhere; 3,3 won most games of those tried: its opening soon meets two edges."""
    width = view.width
    x, y = min(2, (width - 1) // 2), min(2, (view.height - 1) // 2)

    def off_start(move: Move) -> tuple[bool, int]:
        return move.act != "dig", (move.x - x) ** 2 + (move.y - y) ** 2

    moves = sorted((_move(view, cell) for cell in range(len(view.cells))), key=off_start)
    why = Text("the first dig is never a mine")
    lines = tuple(
        Line(
            move=move,
            value=1.0,
            chance=1.0,
            verdict=Risk(0.0, proven=True),
            why=(Reason(why, _places(view, move.y * width + move.x), kind="first"),),
        )
        for move in moves[: max(1, limit.lines)]
    )
    return Analysis(move=moves[0], lines=lines[: limit.lines], why=lines[0].why)


def _move(view: Board, cell: Cell) -> Move:
    """What brings *cell* nearer to being open: a flag must go first."""
    return view.grid.acts["unflag" if view.cells[cell] == FLAG else "dig"][cell]


def _analysis(view: Board, found: Counted, nodes: int, limit: Limit) -> Analysis[Move]:
    # What is proved comes before what is merely likely, a dig before the removal of a flag, and then the
    # cell with fewest covered neighbours: its number will say most about them.
    def order(cell: Cell) -> tuple[float, bool, bool, int, Cell]:
        covered = sum(view.cells[other] in (COVERED, FLAG) for other in view.grid.around[cell])
        return found.mine[cell], cell not in found.sure, view.cells[cell] == FLAG, covered, cell

    cells = sorted(found.mine, key=order)
    lines = tuple(
        Line(
            move=_move(view, cell),
            value=1 - found.mine[cell],
            chance=1 - found.mine[cell],
            verdict=_risk(found, cell),
            why=(_reason(view, found, cell),),
        )
        for cell in cells[: max(1, limit.lines)]
    )
    best = lines[0]
    return Analysis(
        move=best.move,
        lines=lines[: limit.lines],
        why=(*best.why, *_summary(view, found, best)),
        nodes=nodes,
    )


def _risk(found: Counted, cell: Cell) -> Risk:
    """What is proved is 0 or 1, and nothing else is."""
    if cell in found.sure:
        return Risk(float(found.sure[cell]), proven=True)
    counted = found.exact and bool(found.total)
    return Risk(min(1 - UNSURE, max(UNSURE, found.mine[cell])), estimated=not counted)


def _reason(view: Board, found: Counted, cell: Cell) -> Reason:
    """Why *cell* is as dangerous as it is."""
    if cell in found.simple:
        return _simple(view, found, cell)
    kind, words = _danger(found, cell, view.grid.names[cell])
    return Reason(words, _places(view, cell, *numbers_beside(view, cell)), kind=kind)


def _danger(found: Counted, cell: Cell, name: str) -> tuple[str, Text]:
    """The kind of such a reason, and its sentence, by all arrangements together."""
    if cell in found.sure:
        if found.sure[cell]:
            return "mine", Text("in every arrangement that fits the numbers {cell} is a mine", cell=name)
        if cell in found.away:
            return "safe", Text("all mines must lie beside the numbers, so {cell} is safe", cell=name)
        return "safe", Text("in every arrangement that fits the numbers {cell} is safe", cell=name)
    figures = _risk(found, cell).percent
    if not found.total:
        return "impossible", Text("no arrangement of the mines fits these numbers")
    if not found.exact:
        return "risk", Text(
            "{percent}% for a mine on {cell}, estimated, not counted", percent=figures, cell=name
        )
    if cell in found.away:
        return "risk", Text(
            "away from the numbers a cell is a mine in {percent}% of the arrangements", percent=figures
        )
    return "risk", Text("{cell} is a mine in {percent}% of the arrangements", percent=figures, cell=name)


def _simple(view: Board, found: Counted, cell: Cell) -> Reason:
    """One number is proof enough."""
    number = found.simple[cell]
    others = [i for i in view.grid.around[number] if found.sure.get(i) and i != cell]
    places = _places(view, cell, number, *others)
    name, n = view.grid.names[number], int(view.cells[number])
    if found.sure[cell]:
        words = Text("the {n} at {cell} has no other covered cells for its mines", n=n, cell=name)
        return Reason(words, places, kind="mine")
    return Reason(Text("the {n} at {cell} already has its mines", n=n, cell=name), places, kind="safe")


def _summary(view: Board, found: Counted, best: Line[Move]) -> tuple[Reason, ...]:
    """What the choice rests on, beside the cell's own reason."""
    if best.move.act == "unflag":
        cell = best.move.y * view.width + best.move.x
        words = Text("the flag stands on the safest cell: take it away")
        return (Reason(words, _places(view, cell), kind="unflag"),)
    if best.proven or not found.total:
        return ()
    if not found.exact:
        return (Reason(Text("there was too much to count: this rests on an estimate"), kind="estimate"),)
    words = Text("nothing is certain: of {total} arrangements this risks the fewest", total=_big(found.total))
    return (Reason(words, kind="guess"),)


def _big(number: int) -> Param:
    """A number of any length, short: ``1234``, ``3.2e+40``."""
    if number < 1_000_000:
        return number
    return Number(float(number), ".1e") if number < 10**300 else ">1e+300"


def _places(view: Board, *cells: Cell) -> tuple[At, ...]:
    return tuple(at(cell, view) for cell in cells)
