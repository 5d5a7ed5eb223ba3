"""How the game is expected to go on, by what the solver and the playouts remember: nothing is searched."""

from __future__ import annotations

from damier.games.dots.chains import Drawn, Layout, next_capture, pieces, sure_capture
from damier.games.dots.levels.playouts import Playouts
from damier.games.dots.solver import Solver, openings

MOVES_TOLD = 12
"""How many moves are told: a long chain fills them."""


def best_play(solver: Solver, drawn: Drawn, value: int) -> list[Drawn]:
    """Best moves of both sides, where the open boxes are worth exactly *value* to the side to move.

    It ends where the table holds no proof that a move is best.
    """
    found: list[Drawn] = []
    while len(found) < MOVES_TOLD and drawn != solver.g.full:
        edge = _best(solver, drawn, value)
        if not edge:
            break
        found.append(edge)
        won = solver.g.open(drawn) - solver.g.open(drawn | edge)
        value = value - won if won else -value
        drawn |= edge
    return found


def _best(solver: Solver, drawn: Drawn, value: int) -> Drawn:
    """An edge that is known to keep *value*, or 0."""
    g = solver.g
    two, three = g.sets(drawn)
    if three:
        return _capture(solver, drawn, value)
    safe = g.safe(drawn, two)
    opening = [piece.opening for piece in openings(pieces(g, drawn, two))]
    edges = (*(edge for edge in g.central if edge & safe), *opening)
    return next((edge for edge in edges if solver.bounds(drawn | edge)[1] <= -value), 0)


def _capture(solver: Solver, drawn: Drawn, value: int) -> Drawn:
    """The same where there is something to take."""
    g = solver.g
    step, _, ends = next_capture(g, drawn, *g.sets(drawn))
    if step or len(ends) > 1:
        return step or ends[0].first
    end = ends[0]
    low, high = solver.bounds(drawn | end.take)
    # The value is that of taking all, boxes + rest, or of leaving them, -boxes - rest: which of the two?
    if end.boxes + low > -value or end.boxes + low >= 0:
        return end.first
    return end.leave if end.boxes + high < value else 0


def believed_play(playouts: Playouts, drawn: Drawn) -> list[Drawn]:
    """The captures that are right in any case, then the safe edges that were tried most often."""
    g = playouts.g
    found: list[Drawn] = []
    while len(found) < MOVES_TOLD:
        if g.sets(drawn)[1]:
            edge = sure_capture(g, drawn)
        else:
            edge = _twin(g, playouts.favourite(g.normal(drawn)), drawn)
        if not edge:
            break
        found.append(edge)
        drawn |= edge
    return found


def _twin(g: Layout, edge: Drawn, drawn: Drawn) -> Drawn:
    """*edge*, or the outer side of the same corner where *edge* is drawn: the playouts take them for one."""
    if not edge & drawn:
        return edge
    return next(one | other for one, other in g.corners if edge & (one | other)) & ~edge
