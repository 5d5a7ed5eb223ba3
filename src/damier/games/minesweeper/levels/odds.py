"""The levels that know the odds: ``odds`` digs the safest cell, ``champion`` asks what comes after it too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded
from damier.core.scene import At
from damier.core.text import Number, Param, Text
from damier.core.verdict import Risk
from damier.engines.search import Search
from damier.games.minesweeper.arrangements import Counted, numbers_of, prove_simple
from damier.games.minesweeper.chain_words import reasons
from damier.games.minesweeper.explanations import explain, steps_of
from damier.games.minesweeper.first_dig import first_cell
from damier.games.minesweeper.guess_reasons import guess_reasons
from damier.games.minesweeper.levels.document import numbers_beside
from damier.games.minesweeper.scene import at
from damier.games.minesweeper.visible_board import COVERS, FLAG, Board, Cell, Move

if TYPE_CHECKING:
    from damier.games.minesweeper.solver import Best, Known

UNSURE = 1e-9
"""An estimate is at least so far from what would be certain."""

EXPLAINED = 3
"""How many of the cells that are certain are proved step by step; of the others it is told that they are."""


class Odds(Seeded):
    """Digs what is safe, else the safest cell; chance plays no part, so the seed is not used."""

    champion = False

    def think(self, view: Board, limit: Limit) -> Iterator[Analysis[Move]]:
        from damier.games.minesweeper.solver import Best, Solver, prepare

        prepare()
        if view.untouched:
            yield opinion_on_first(view, first_cell(view), limit)
            return
        solver = Solver(limit.nodes)
        known = solver.count(view)
        first = _analysis(view, known, limit)
        if not known.possible or False in known.sure.values():
            yield first
            return
        if not self.champion:
            best = Best(solver.safest())
            told = guess_reasons(solver, known, best.cell) if limit.lines else ()
            yield _chosen(view, known, best, first, limit, told)
            return
        search = Search[Move](limit)

        def run() -> None:
            """Choose among cells that are not certain: that may take long on a large board."""
            with search.guarded(solver.stop, lambda: 0):  # the solver itself counts its steps
                best = solver.best_dig(known)
                told = guess_reasons(solver, known, best.cell) if best is not None and limit.lines else ()
            if best is not None:
                search.publish(_chosen(view, known, best, first, limit, told))

        yield from search.run(run, first)


class Champion(Odds):
    """Plays ends out in the mind, and asks how safe a dig leaves the next ones."""

    champion = True


def opinion_on_first(view: Board, wanted: Cell, limit: Limit) -> Analysis[Move]:
    """The first dig is safe anywhere; the nearer to the *wanted* cell the earlier a cell is listed."""
    y, x = divmod(wanted, view.width)

    def off_start(move: Move) -> tuple[bool, int]:
        return move.act != "dig", (move.x - x) ** 2 + (move.y - y) ** 2

    cells = filter(view.begins, range(len(view.cells)))
    moves = sorted((move_on(view, cell) for cell in cells), key=off_start)
    why = Text("the first dig is never a mine")
    lines = tuple(
        Line(
            move=move,
            value=1.0,
            chance=1.0,
            verdict=Risk(0.0, proven=True),
            why=(Reason(why, _places(view, move.y * view.width + move.x), kind="first"),),
        )
        for move in moves[: max(1, limit.lines)]
    )
    return Analysis(move=moves[0], lines=lines[: limit.lines], why=lines[0].why)


def move_on(view: Board, cell: Cell) -> Move:
    """What brings *cell* nearer to being open: a flag must go first."""
    return view.grid.acts["unflag" if view.cells[cell] == FLAG else "dig"][cell]


def _analysis(view: Board, known: Known, limit: Limit) -> Analysis[Move]:
    """An opinion on every covered cell: what is proved first, then the safest."""

    def order(cell: Cell) -> tuple[float, bool, bool, int, Cell]:
        covered = sum(view.cells[other] in COVERS for other in view.grid.around[cell])
        return known.odds[cell], cell not in known.sure, view.cells[cell] == FLAG, covered, cell

    proofs = Counted()
    prove_simple(view, numbers_of(view), proofs)
    cells = sorted(known.odds, key=order)[: max(1, limit.lines)]
    chains = _chains(view, known, cells, limit)
    lines = tuple(_line(view, known, proofs, cell, chains.get(cell, ())) for cell in cells)
    why = (*lines[0].why, *_summary(view, known, None, lines[0]))
    return Analysis(move=lines[0].move, lines=lines[: limit.lines], why=why, nodes=known.steps)


def _chains(view: Board, known: Known, cells: list[Cell], limit: Limit) -> dict[Cell, tuple[Reason, ...]]:
    """The proofs of the first cells that are certain, as many as anybody will read."""
    if not known.possible:
        return {}
    certain = [cell for cell in cells if cell in known.sure][:EXPLAINED]
    return {cell: reasons(view, explain(view, cell, known.sure[cell], steps_of(limit))) for cell in certain}


def _line(
    view: Board, known: Known, proofs: Counted, cell: Cell, chain: tuple[Reason, ...] = ()
) -> Line[Move]:
    return Line(
        move=move_on(view, cell),
        value=1 - known.odds[cell],
        chance=1 - known.odds[cell],
        verdict=_risk(known, cell),
        why=chain or (_reason(view, known, proofs, cell),),
    )


def _chosen(
    view: Board,
    known: Known,
    best: Best,
    first: Analysis[Move],
    limit: Limit,
    told: tuple[Reason, ...],
) -> Analysis[Move]:
    """The same opinions with the cell that was chosen before the others; no number alone proves it."""
    line = _line(view, known, Counted(), best.cell)
    others = (other for other in first.lines if other.move != line.move)
    why = (*line.why, *_summary(view, known, best, line), *told)
    return replace(first, move=line.move, lines=(line, *others)[: limit.lines], why=why)


def _risk(known: Known, cell: Cell) -> Risk:
    """What is proved is 0 or 1, and nothing else is."""
    if cell in known.sure:
        return Risk(float(known.sure[cell]), proven=True)
    counted = known.exact and known.possible
    return Risk(min(1 - UNSURE, max(UNSURE, known.odds[cell])), estimated=not counted)


def _reason(view: Board, known: Known, proofs: Counted, cell: Cell) -> Reason:
    """Why *cell* is as dangerous as it is."""
    if cell in proofs.simple and known.possible:
        return _simple(view, proofs, cell)
    kind, words = _danger(known, cell, view.grid.names[cell])
    return Reason(words, _places(view, cell, *numbers_beside(view, cell)), kind=kind)


def _danger(known: Known, cell: Cell, name: str) -> tuple[str, Text]:
    """The kind of such a reason, and its sentence, by all arrangements together."""
    if cell in known.sure:
        if known.sure[cell]:
            return "mine", Text("in every arrangement that fits the numbers {cell} is a mine", cell=name)
        if cell in known.away:
            return "safe", Text("all mines must lie beside the numbers, so {cell} is safe", cell=name)
        return "safe", Text("in every arrangement that fits the numbers {cell} is safe", cell=name)
    figures = _risk(known, cell).percent
    if not known.possible:
        return "impossible", Text("no arrangement of the mines fits these numbers")
    if not known.exact:
        return "risk", Text(
            "{percent}% for a mine on {cell}, estimated, not counted", percent=figures, cell=name
        )
    if cell in known.away:
        return "risk", Text(
            "away from the numbers a cell is a mine in {percent}% of the arrangements", percent=figures
        )
    return "risk", Text("{cell} is a mine in {percent}% of the arrangements", percent=figures, cell=name)


def _simple(view: Board, proofs: Counted, cell: Cell) -> Reason:
    """One number is proof enough."""
    number = proofs.simple[cell]
    others = [i for i in view.grid.around[number] if proofs.sure.get(i) and i != cell]
    places = _places(view, cell, number, *others)
    name, n = view.grid.names[number], int(view.cells[number])
    if proofs.sure[cell]:
        words = Text("the {n} at {cell} has no other covered cells for its mines", n=n, cell=name)
        return Reason(words, places, kind="mine")
    return Reason(Text("the {n} at {cell} already has its mines", n=n, cell=name), places, kind="safe")


def _summary(view: Board, known: Known, best: Best | None, first: Line[Move]) -> tuple[Reason, ...]:
    """What the choice rests on, beside the cell's own reason."""
    wrong = tuple(
        Reason(Text("the flag at {cell} is wrong", cell=view.grid.names[i]), _places(view, i), kind="flag")
        for i in known.wrong_flags
    )
    if first.move.act == "unflag":
        cell = first.move.y * view.width + first.move.x
        words = Text("the flag stands on the safest cell: take it away")
        return (Reason(words, _places(view, cell), kind="unflag"), *wrong)
    if first.proven or not known.possible:
        return wrong
    return (_guess(known, best, first), *wrong)


def _guess(known: Known, best: Best | None, first: Line[Move]) -> Reason:
    """Why this cell and no other, where nothing is certain."""
    if not known.exact:
        return Reason(Text("there was too much to count: this rests on an estimate"), kind="estimate")
    if best is not None and best.wins is not None:
        words = Text(
            "nothing is certain: all {total} ways to go on were played out, "
            "and this wins in {percent} of them",
            total=known.solutions or 0,
            percent=Number(best.wins, ".0%"),
        )
        return Reason(words, kind="end")
    least = min(known.odds.values())
    if 1 - first.chance > least + UNSURE:
        words = Text(
            "elsewhere only {percent}% is risked, but the number here makes the next digs safer",
            percent=Risk(least).percent,
        )
        return Reason(words, kind="guess")
    words = Text("nothing is certain: of {total} arrangements this risks the fewest", total=_big(known))
    return Reason(words, kind="guess")


def _big(known: Known) -> Param:
    """How many arrangements there are, short: ``1234``, ``3.2e+40``."""
    if known.solutions is not None and known.solutions < 1_000_000:
        return known.solutions
    return Number(exp(known.logarithm), ".1e") if known.logarithm < 690 else ">1e+300"


def _places(view: Board, *cells: Cell) -> tuple[At, ...]:
    return tuple(at(cell, view) for cell in cells)
