"""The AIs of the document on Dots and Boxes: ``very-easy`` to ``hard``, one idea each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from damier.core.engine import Analysis, Limit, Line, Reason, Seeded, dice
from damier.core.scene import At
from damier.core.text import Text
from damier.core.verdict import Score
from damier.games.dots.notation import text
from damier.games.dots.rules import Edge, Edges, Position
from damier.games.dots.scene import at, box_at


def completed(view: Position, edge: Edge) -> list[int]:
    """The boxes that *edge* completes."""
    return _beside(view, edge, 3)


def offered(view: Position, edge: Edge) -> list[int]:
    """The boxes that get their third side by *edge*, so that the next to move can take them."""
    return _beside(view, edge, 2)


def _beside(view: Position, edge: Edge, sides: int) -> list[int]:
    """The boxes beside *edge* of which this many sides are drawn."""
    return [
        box.bit_length() - 1
        for mask, box in view.board.beside[edge][1]
        if (view.drawn & mask).bit_count() == sides
    ]


def missing_side(view: Position, box: int) -> Edge | None:
    """The side that completes *box*, if it lacks just one.

    The document writes four tests, for the bottom, right, top and left side in this order; a box lacks at
    most one side when three are drawn, so at most one of the four holds. Its guards against the last row
    and the last column belong to its array of dots, which has one more of each than there are boxes:
    every box of the board counts.
    """
    b = view.board
    for edge in b.around(box):
        others = b.sides[box] & ~b.beside[edge][0]
        if view.drawn & b.sides[box] == others:
            return edge
    return None


def first_to_complete(view: Position) -> tuple[int, Edge] | None:
    """The document's walk through the grid, row by row from the top left: the first box to be had."""
    for box in range(len(view.board.sides)):
        edge = missing_side(view, box)
        if edge is not None:
            return box, edge
    return None


@lru_cache(maxsize=1024)
def gift(view: Position, edge: Edge) -> tuple[int, ...]:
    """The boxes that the other side can take, one after the other, once *edge* is drawn.

    Remembered for all edges of a position: numbers, order and reasons ask again, and chains are long.
    """
    return tuple(takeable(view, view.drawn | view.board.beside[edge][0]))


def takeable(view: Position, drawn: Edges) -> list[int]:
    """The boxes that whoever moves can take, one after the other, when these edges are *drawn*."""
    b = view.board
    todo = [box for box, mask in enumerate(b.sides) if (drawn & mask).bit_count() == 3]
    found: list[int] = []
    while todo:
        lacking = b.sides[todo.pop()] & ~drawn
        if lacking == 0:
            continue  # completed by the edge that completed the box beside it
        drawn |= lacking
        for mask, box in b.beside[b.edges[lacking.bit_length() - 1]][1]:
            sides = (drawn & mask).bit_count()
            if sides >= 3:
                (found if sides == 4 else todo).append(box.bit_length() - 1)
    return found


def heat(value: float) -> float:
    """A number of boxes as a colour: 0.5 is even, two boxes are a clear gain."""
    return 0.5 + 0.5 * value / (2.0 + abs(value))


def places(view: Position, boxes: Sequence[int]) -> tuple[At, ...]:
    """Where the boxes lie, to point at them."""
    return tuple(box_at(box, view.board) for box in boxes)


def opinion(
    view: Position,
    limit: Limit,
    move: Edge,
    why: Reason,
    value: Callable[[Edge], float],
    reason_for: Callable[[Edge], Reason],
) -> Analysis[Edge]:
    """The choice of *move*, and the engine's number for every free edge, best first; of equals it leads."""
    numbers = {edge: value(edge) for edge in view.moves()}
    ranked = sorted(numbers, key=lambda edge: (-numbers[edge], edge != move))
    lines = tuple(
        Line(
            move=edge,
            value=numbers[edge],
            chance=heat(numbers[edge]),
            verdict=Score(numbers[edge], "+g" if numbers[edge] else "g"),
            why=(reason_for(edge),),
        )
        for edge in ranked[: limit.lines]
    )
    return Analysis(move=move, lines=lines, why=(why,))


class VeryEasy(Seeded):
    """Any free edge, all alike."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Edge]]:
        move = random_edge(self.seed, view, view.moves())
        here = (at(move, view.board),)
        why = Reason(Text("chosen at random among the free edges"), here, kind="random")
        yield opinion(view, limit, move, why, lambda edge: 0.0, lambda edge: why)


class Easy(Seeded):
    """A random edge that gives nothing away, when there is one."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Edge]]:
        moves = view.moves()
        careful = [edge for edge in moves if not offered(view, edge)]
        move = random_edge(self.seed, view, careful or moves)
        here = (at(move, view.board),)
        if careful:
            words = Text("chosen at random among the {n} edges that give no box away", n=len(careful))
        else:
            words = Text("every edge draws the third side of a box: chosen at random among all")
        why = Reason(words, here, kind="random")
        yield opinion(
            view, limit, move, why, lambda edge: -len(offered(view, edge)), lambda edge: _offer(view, edge)
        )


class Medium(Seeded):
    """The document's *moyen*: completes a box if it can, else plays as very easy does."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Edge]]:
        found = first_to_complete(view)
        if found is None:
            move = random_edge(self.seed, view, view.moves())
            why = Reason(
                Text("no box can be completed: chosen at random among the free edges"),
                (at(move, view.board),),
                kind="random",
            )
        else:
            box, move = found
            why = Reason(
                Text("completes the first box that lacks only one side, row by row from the top left"),
                places(view, [box]),
                kind="completes",
            )
        yield opinion(
            view,
            limit,
            move,
            why,
            lambda edge: 1.0 if completed(view, edge) else 0.0,
            lambda edge: _completes(view, edge),
        )


class Hard(Seeded):
    """The document's two improvements: gains most, else offers no box, else makes the cheapest gift."""

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[Edge]]:
        numbers = {edge: judge(view, edge) for edge in view.moves()}
        best = max(numbers.values())
        move = random_edge(self.seed, view, [edge for edge in numbers if numbers[edge] == best])
        why = reason(view, move)
        yield opinion(view, limit, move, why, numbers.__getitem__, lambda edge: reason(view, edge))


def judge(view: Position, edge: Edge) -> float:
    """The boxes that *edge* completes, or else, below zero, those that the other side can take after it."""
    return float(len(completed(view, edge)) or -len(gift(view, edge)))


def reason(view: Position, edge: Edge) -> Reason:
    """What speaks for *edge* or against it, as ``hard`` sees it."""
    if completed(view, edge):
        return _completes(view, edge)
    given = gift(view, edge)
    if not given:
        return Reason(Text("offers no box"), (at(edge, view.board),), kind="safe")
    return Reason(Text("gives {n} boxes away", n=len(given)), places(view, given), kind="gives")


def random_edge(seed: int, view: Position, choices: Sequence[Edge]) -> Edge:
    """One of *choices*, by the seed and the position alone."""
    return dice(seed, text(view)).choice(choices)


def _completes(view: Position, edge: Edge) -> Reason:
    boxes = completed(view, edge)
    if not boxes:
        return Reason(Text("completes no box"), (at(edge, view.board),), kind="idle")
    return Reason(Text("completes {n} boxes", n=len(boxes)), places(view, boxes), kind="completes")


def _offer(view: Position, edge: Edge) -> Reason:
    boxes = offered(view, edge)
    if not boxes:
        return Reason(Text("gives no box away"), (at(edge, view.board),), kind="safe")
    return Reason(Text("draws the third side of {n} boxes", n=len(boxes)), places(view, boxes), kind="gives")
