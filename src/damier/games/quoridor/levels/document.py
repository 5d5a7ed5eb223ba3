"""The document's AI in plain Python: minimax with alpha-beta and its five optimisations.

This is the reference: the compiled twin in ``kernel/`` gives the same value to every move. Each of the
five optimisations is a switch, so that one can see what it saves; the first four change no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from damier.core.game import Seat
from damier.games.quoridor.paths import ALL_ON, Survey, Switches, Way, Work
from damier.games.quoridor.rules import Cell, Move, Position

WIN = 1000
"""The value of a won game; every move that the depth still had adds one, so that quick wins come first.

To the document all wins are the same +1000: with that, it need never take the last step."""

INFINITY = 10_000

DISTANCE, ROUTES, WALL, MOBILITY = 10, 1, 12, 1
"""The weights of the four criteria; the document only asks for a strong one on the distance."""

NEAR = 4
"""From so many steps before the goal on, each wall of the other seat is worth a point more a step."""

STRATEGIC = 20
"""How many walls are looked at in a position."""

EXACT, AT_LEAST, AT_MOST = "=", ">", "<"
"""What a remembered value is: the value, or a bound, where the rest was cut off."""

Key: TypeAlias = tuple[tuple[Cell, ...], tuple[int, ...], int, int, Seat, int]
"""A position without its past, and the depth that it was searched to."""


def evaluate(position: Position, seat: Seat, switches: Switches = ALL_ON, work: Work | None = None) -> int:
    """The standing of *seat* while the game goes on: each criterion as the difference of both seats.

    Never as much as a won game, however long a maze someone has built.
    """
    work = work or Work()
    ways = [Way(position, each, switches.inverse, work) for each in range(2)]
    distances = [way.distance(way.pawn) for way in ways]
    merits = [
        ROUTES * ways[each].routes()
        + MOBILITY * len(position.reachable(each))
        + (WALL + max(0, NEAR - distances[1 - each])) * position.left[each]
        - DISTANCE * distances[each]
        for each in range(2)
    ]
    return max(1 - WIN, min(WIN - 1, merits[seat] - merits[1 - seat]))


def candidates(survey: Survey) -> list[Move]:
    """The moves that are looked at: every step and the strategic walls, in the order of the rules."""
    position, switches = survey.position, survey.switches
    steps = [position.board.steps[cell] for cell in sorted(position.reachable(position.turn))]
    if not position.left[position.turn]:
        return steps
    free = position.free()
    fitting = [move for move, bit in position.board.walls.items() if bit & free["hv".index(move.wall)]]
    if not switches.strategic:
        return steps + [wall for wall in fitting if survey.legal(wall)]
    ranked = [(rank, number) for number, wall in enumerate(fitting) if (rank := _rank(survey, wall)) >= 0]
    chosen: list[int] = []
    for _, number in sorted(ranked):
        if len(chosen) < STRATEGIC and survey.legal(fitting[number]):
            chosen.append(number)
    return steps + [fitting[number] for number in sorted(chosen)]


def _rank(survey: Survey, wall: Move) -> int:
    """How strategic a wall is: less is more, and below 0 it is not near any way.

    First what lies across the other's way only, then across both ways, then beside a way, last what lies
    across one's own way only; each the nearer to the pawn the better.
    """
    seat = survey.position.turn
    own, other = survey.cut(wall, seat), survey.cut(wall, 1 - seat)
    if other is not None:
        return other if own is None else 100 + other
    if own is not None:
        return 300 + own
    near = survey.near(wall)
    return -1 if near is None else 200 + near


def promise(survey: Survey, move: Move) -> int:
    """What a move seems to gain, at a glance: the more, the earlier it is looked at."""
    seat, board = survey.position.turn, survey.position.board
    way = survey.ways[seat]
    if not move.wall:
        return DISTANCE * (way.distance(way.pawn) - way.distance(move.row * board.width + move.column))
    own, other = survey.cut(move, seat), survey.cut(move, 1 - seat)
    return (0 if other is None else 8) - (0 if own is None else 12) - 4


def after(position: Position, move: Move) -> Position:
    """The position after a move known to be legal. It forgets the past: this search knows no draws."""
    seat = position.turn
    if not move.wall:
        cell = move.row * position.board.width + move.column
        pawns = (*position.pawns[:seat], cell, *position.pawns[seat + 1 :])
        return Position(
            position.board, pawns, position.left, position.horizontal, position.vertical, position.plies + 1
        )
    left = (*position.left[:seat], position.left[seat] - 1, *position.left[seat + 1 :])
    bit, flat = position.board.walls[move], move.wall == "h"
    horizontal = position.horizontal | (bit if flat else 0)
    vertical = position.vertical | (0 if flat else bit)
    return Position(position.board, position.pawns, left, horizontal, vertical, position.plies + 1)


class Minimax:
    """The document's search for one move: counters and table are new each time."""

    def __init__(self, seat: Seat, switches: Switches = ALL_ON) -> None:
        self.seat = seat
        self.switches = switches
        self.work = Work()
        self.table: dict[Key, tuple[int, str]] = {}

    def value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """The value for *self.seat*: at most alpha means no better, at least beta means no worse."""
        self.work.nodes += 1
        key = (
            position.pawns,
            position.left,
            position.horizontal,
            position.vertical,
            position.turn,
            depth,  # the document takes a deeper entry too: the value would depend on what was seen before
        )
        known = self.table.get(key) if self.switches.table else None
        if known is not None:
            # The document returns any entry as it stands, although a cut-off search gives only a bound.
            value, kind = known
            if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                return value
        winner = position.winner()
        if winner is not None:
            value = WIN + depth if winner == self.seat else -WIN - depth
        elif depth == 0:
            value = evaluate(position, self.seat, self.switches, self.work)
        else:
            value = self._best(position, depth, alpha, beta)
        kind = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
        self.table[key] = value, EXACT if winner is not None or depth == 0 else kind
        return value

    def _best(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """The best value over the moves, for whom it is best: the largest for us, the smallest for them."""
        ours = position.turn == self.seat
        best = -INFINITY if ours else INFINITY
        for move in self.moves(position):
            value = self.value(after(position, move), depth - 1, alpha, beta)
            if ours:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if beta <= alpha:
                break
        return best

    def moves(self, position: Position) -> list[Move]:
        """The moves that are looked at, in the order in which they are."""
        survey = Survey(position, self.switches, self.work)
        moves = candidates(survey)
        if self.switches.ordering:
            moves.sort(key=lambda move: -promise(survey, move))
        return moves


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """What the search found out about one move at the root."""

    move: Move
    value: int
    """For the seat that moves."""
    exact: bool
    """False where the rest was cut off: the move is worth this at most."""
    drawn: bool = False
    """Whether the rules end the game with this move, in a draw."""


def compare(
    view: Position, moves: Iterable[Move], value: Callable[[Position, int], int], every: bool = False
) -> list[ValuedMove]:
    """The root of the search: an opinion on each of *moves*, best first.

    *value* is the search: the value of a position after a move, where at most alpha means no better. The
    document's window begins at the best value so far, so a move that is no better may be a bound that only
    looks equal; here it begins one below, and what equals the best is truly equal. With *every*, all values
    are exact, at a price.
    """
    opinions: list[ValuedMove] = []
    best = -INFINITY
    for move in moves:
        alpha = -INFINITY if every else best - 1
        child = view.play(move)
        outcome = child.outcome()
        # The third time or the last move: the rules know, the search does not.
        drawn = outcome is not None and outcome.winner is None
        found = 0 if drawn else value(child, alpha)
        opinions.append(ValuedMove(move, found, drawn or found > alpha, drawn))
        best = max(best, found)
    return sorted(opinions, key=lambda opinion: -opinion.value)


def best_of(opinions: list[ValuedMove]) -> list[Move]:
    """The moves that are truly best, in the order of the rules' move list."""
    top = opinions[0].value
    return sorted(opinion.move for opinion in opinions if opinion.value == top)


def nearest_home(view: Position, moves: list[Move]) -> list[Move]:
    """Those of *moves* after which the own way is shortest: mostly steps, as a wall never shortens it.

    The document draws among all that are equally good, "variété de jeu". By that letter a pawn that sees
    itself lost, for which every move is worth the same, goes to and fro as long as the other lets it live;
    variety among moves that get on is what is meant.
    """

    def left(move: Move) -> int:
        way = Way(after(view, move), view.turn, True, Work())
        return way.distance(way.pawn)

    steps = {move: left(move) for move in moves}
    return [move for move in moves if steps[move] == min(steps.values())]


def find_best_moves(
    view: Position, depth: int, switches: Switches = ALL_ON, every: bool = False
) -> tuple[list[ValuedMove], Work]:
    """The document's ``find_best_move`` up to its last step, the choice among equals."""
    search = Minimax(view.turn, switches)

    def value(child: Position, alpha: int) -> int:
        return search.value(child, depth - 1, alpha, INFINITY)

    return compare(view, search.moves(view), value, every), search.work
