"""One game between engines: what they played, what they thought and how long it took them."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from damier.arena.players import AnyEngine, dismiss
from damier.core.analysis_json import worth_to_json
from damier.core.clock import Timing
from damier.core.engine import Analysis, Clock, Limit, tell, think
from damier.core.game import AnyGame
from damier.core.record import Record
from damier.core.text import IllegalMove, Text
from damier.protocol.supervise import BotFailed

MOST_PLIES = 2000
"""Moves after which a game is stopped and counted as a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How one game went."""

    points: tuple[float, ...]
    """Per seat: 1 for a win, 0.5 for a draw, 0 for a loss."""
    reason: Text
    """Why it ended so: the rules, or what a player did wrong."""
    record: Record
    """To see it again; it ends ``forfeited`` where a player broke the rules, ``open`` if it was stopped."""
    printed: tuple[str, ...] = ()
    """What the bot that forfeited printed last, its traceback included."""
    opinions: tuple[Analysis[Any], ...] = ()
    """What the engines thought of each move they made."""
    seconds: tuple[float, ...] = ()
    """How long each move took."""


@dataclass(slots=True)
class _Game:
    """A game under way."""

    game: AnyGame
    state: Any
    record: Record
    moves: list[str]
    left: list[float] = field(default_factory=list)
    """Seconds on each seat's clock."""
    opinions: list[Analysis[Any]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def result(self, **ending: Any) -> GameResult:
        record = replace(self.record, moves=tuple(self.moves), **ending.pop("record", {}))
        return GameResult(record=record, opinions=tuple(self.opinions), seconds=tuple(self.seconds), **ending)


def play_game(
    game: AnyGame,
    engines: Sequence[AnyEngine],
    state: Any,
    limit: Limit | Sequence[Limit],
    *,
    most: int = MOST_PLIES,
    record: Record | None = None,
    timings: Sequence[Timing | None] = (),
) -> GameResult:
    """One game from *state* on: each engine sees its own view, and is dismissed in the end.

    *limit* is one for all or one by seat, *timings* the clocks by seat. A bot that fails, an illegal move
    and a clock that runs out lose the game; after *most* moves it is a draw.
    """
    limits = [limit] * state.seats if isinstance(limit, Limit) else limit
    timings = timings or (None,) * state.seats
    record = record or Record(game=game.key, options={}, seed=0)
    left = [timing.main if timing is not None else math.inf for timing in timings]
    under_way = _Game(game, state, record, list(record.moves), left)
    try:
        for _ in range(most):
            if under_way.state.outcome() is not None:
                break
            turn = under_way.state.turn
            ended = _move(under_way, engines[turn], limits[turn], timings[turn])
            if ended is not None:
                return ended
    finally:
        for engine in engines:
            dismiss(engine)
    outcome = under_way.state.outcome()
    if outcome is not None:
        return under_way.result(points=outcome.points, reason=outcome.reason, record={"ending": "rules"})
    seats = state.seats
    return under_way.result(
        points=(0.0 if seats == 1 else 1.0 / seats,) * seats,
        reason=Text("stopped after {n} moves", n=most),
    )


def _move(under_way: _Game, engine: AnyEngine, limit: Limit, timing: Timing | None) -> GameResult | None:
    """Let the engine move; how the game ended, if that lost it."""
    game, state = under_way.game, under_way.state
    turn = state.turn
    if timing is not None:
        limit = replace(limit, clock=Clock(tuple(under_way.left), timing.increment))
    view = game.view(state, turn)
    try:
        tell(engine, under_way.record.options, under_way.moves)
        began = time.perf_counter()
        analysis = think(engine, view, limit)
    except BotFailed as problem:
        return _lost(under_way, "forfeited", problem.text, problem.printed)
    spent = time.perf_counter() - began
    try:
        if analysis.move not in view.moves():
            raise IllegalMove(Text("it is not among the legal moves"))
        after = state.play(analysis.move)
    except IllegalMove as problem:
        return _lost(under_way, "forfeited", problem.text)
    under_way.seconds.append(spent)
    if timing is not None:
        under_way.left[turn] -= spent
        if under_way.left[turn] <= 0:
            return _lost(under_way, "time", Text("the loser ran out of time"))
        under_way.left[turn] += timing.increment
    under_way.opinions.append(analysis)
    under_way.moves.append(game.write(analysis.move))
    under_way.state = after
    return None


def _lost(under_way: _Game, ending: str, reason: Text, printed: tuple[str, ...] = ()) -> GameResult:
    state = under_way.state
    ended = replace(under_way.record, ending=ending, loser=state.turn)
    points = ended.points(None, state.seats)
    assert points is not None
    return under_way.result(
        points=points, reason=reason, printed=printed, record={"ending": ending, "loser": state.turn}
    )


def opinion(analysis: Analysis[Any]) -> dict[str, Any]:
    """What an engine thought of the move it made, for a record; no time, which no seed could repeat."""
    said: dict[str, Any] = {"depth": analysis.depth, "nodes": analysis.nodes}
    line = analysis.line(analysis.move)
    if line is not None:
        said |= worth_to_json(replace(line, value=round(line.value, 6) + 0.0, chance=round(line.chance, 4)))
    return said
