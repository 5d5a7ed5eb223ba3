"""How good a move was: judged by a level's opinion of the position it was made in.

What the numbers mean is told in ``docs/review.md``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from damier.core.engine import Analysis, Line, Reason
from damier.core.game import AnyGame, Seat
from damier.core.move_places import NOWHERE, ExpectedMove, continuation, places_of
from damier.core.scene import At
from damier.core.text import Text
from damier.core.verdict import Score, Verdict

DIFFERENCE = 1e-9
"""Chances that are nearer are the same."""

SURE = 3.0
"""Standard errors that a cost must exceed: the best of many sampled moves looks better than it is."""

COST_LIMITS: tuple[tuple[float, str], ...] = ((0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"))
"""A move that is not the best and costs less than this is called so; what costs more is a blunder."""

JUDGEMENTS: dict[str, Text] = {
    "best": Text("Best move"),
    "good": Text("Good move"),
    "unclear": Text("Too close to call"),
    "inaccuracy": Text("Inaccuracy"),
    "mistake": Text("Mistake"),
    "blunder": Text("Blunder"),
}
"""The judgements in words, the best first."""

WITHIN_ERROR = Text("the two moves differ by less than the error of this look")
"""The remark on a move of which nobody knows whether it was worse."""

NOT_JUDGED = Text("Not judged")
"""What is said of a move on which nobody has an opinion: a flag."""

NOT_KNOWN = Text("what this move cost is not known: the level did not look at it")
"""The remark on a move whose worth no search has told that can be compared with the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMove:
    """A move of a finished game beside the best one, as it is kept and shown in any language."""

    ply: int
    """How many moves were made before it."""
    seat: Seat
    level: str
    """The key of the level that judged it."""
    judged: bool
    """Whether anybody has an opinion on it: not on a flag."""
    move: str
    at: At | None
    gesture: str | None
    """How it was made there: a dig, a wall that lies flat or upright."""
    label: Text
    """What it comes to: ``wins in 5 own moves``; :func:`moves_of` says whose."""
    chance: float
    """Expected points of the seat that moved, after this move."""
    best: str
    """The better move, or the same."""
    best_at: At | None
    best_gesture: str | None
    best_label: Text
    best_chance: float
    cost: float
    """How much it lost, from 0 to 1; 0 where that is not known."""
    judgement: str
    """One of JUDGEMENTS: ``inaccuracy``."""
    remark: Text | None
    """What the game itself says of it: a guess with its true odds, a safe cell that was missed."""
    why: tuple[Reason, ...]
    """Why the better move is better."""
    then: tuple[ExpectedMove, ...]
    """How it goes on after the better move."""
    proven: bool
    """Whether both numbers are known, not believed."""
    standing: float | None
    """What the first seat could expect before the move."""

    @property
    def title(self) -> Text:
        """The judgement in words."""
        return JUDGEMENTS[self.judgement] if self.judged else NOT_JUDGED


def judge(
    game: AnyGame,
    view: Any,
    ply: int,
    move: Any,
    level: str,
    opinion: Analysis[Any],
    said: Line[Any] | None,
) -> JudgedMove:
    """*move*, made after *ply* moves in *view*, judged by the *opinion* of *level* on *view*.

    *said* is what can be compared with the best line of it: the line of *move* there, or what is known of
    *move* otherwise; None where nothing is, or for a note.
    """
    best = best_line(opinion)
    said = None if game.note(move) else said
    judged = said is not None
    made = said or _not_judged(move, best)
    cost = max(0.0, best.chance - made.chance)
    unclear = not _is_equal(made, best) and cost < SURE * math.hypot(best.error, made.error)
    cost = 0.0 if unclear or cost < DIFFERENCE else cost
    # An engine's own unit need not be in step with chances: what costs something is not the best.
    same = judged and not cost and not unclear and (move == best.move or made.value >= best.value)
    return JudgedMove(
        ply=ply,
        seat=view.turn,
        level=level,
        judged=judged,
        **_side_by_side(game, view, made, best),
        cost=cost,
        judgement="unclear" if unclear else judgement(cost, same),
        remark=_remark(game, view, made, best, judged, unclear),
        why=opinion.why if best.move == opinion.move and opinion.why else best.why,
        then=tuple(continuation(game, view, best)),
        proven=made.proven and best.proven,
        # Alone, it is what the move itself could expect: the odds of each dig.
        standing=known_standing(made.chance if view.seats == 1 else best.chance, view.turn, view.seats),
    )


def _remark(
    game: AnyGame, view: Any, made: Line[Any], best: Line[Any], judged: bool, unclear: bool
) -> Text | None:
    """What the game says, or why nobody knows what the move cost."""
    if not judged and game.risk is None and not game.note(made.move):
        return NOT_KNOWN
    return game.remark(view, made, best) or (WITHIN_ERROR if unclear else None)


def _is_equal(made: Line[Any], best: Line[Any]) -> bool:
    """Whether both are the same: the same move, or what leads to the same and shares its numbers.

    A sample that looks better than the level's own choice does not show that it is.
    """
    return made.move == best.move or (
        abs(made.chance - best.chance) < DIFFERENCE and made.value == best.value
    )


def _side_by_side(game: AnyGame, view: Any, made: Line[Any], best: Line[Any]) -> dict[str, Any]:
    """What is told of both moves: how they are written, where they are made, what they come to."""
    places = places_of(game.scene(view))
    at, gesture = places.get(made.move, NOWHERE)
    best_at, best_gesture = places.get(best.move, NOWHERE)
    return {
        "move": game.write(made.move),
        "at": at,
        "gesture": gesture,
        "label": made.label,
        "chance": made.chance,
        "best": game.write(best.move),
        "best_at": best_at,
        "best_gesture": best_gesture,
        "best_label": best.label,
        "best_chance": best.chance,
    }


def judgement(cost: float, best: bool) -> str:
    """What a move is called that costs so much."""
    if best:
        return "best"
    return next((name for limit, name in COST_LIMITS if cost < limit), "blunder")


def standing(chance: float, turn: Seat, seats: int) -> float:
    """Expected points of the first seat, from those of the seat to move."""
    if turn == 0 or seats == 1:
        return chance
    return (1.0 - chance) / (seats - 1)


def known_standing(chance: float, turn: Seat, seats: int) -> float | None:
    """The same, but for three seats and more: nobody knows how those that do not move would share."""
    return standing(chance, turn, seats) if seats <= 2 or turn == 0 else None


def best_line(opinion: Analysis[Any]) -> Line[Any]:
    """The line of what the level would play, if it is as good as any; else its best line."""
    first = opinion.lines[0]
    chosen = opinion.line(opinion.move)
    return chosen if chosen is not None and chosen.value >= first.value else first


def line_of(move: Any, best: Line[Any], chance: float, verdict: Verdict) -> Line[Any]:
    """A line for a move that *best* has none beside it for, by what is known of it otherwise."""
    worse = chance < best.chance - DIFFERENCE or (
        type(verdict) is type(best.verdict) and verdict < best.verdict
    )
    return Line(move=move, value=-math.inf if worse else best.value, chance=chance, verdict=verdict)


def _not_judged(move: Any, best: Line[Any]) -> Line[Any]:
    """A line for a move of which nobody says anything."""
    return Line(move=move, value=-math.inf, chance=best.chance, verdict=Score(0.0, words=Text.literal("")))
