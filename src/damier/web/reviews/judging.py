"""How good a move was: judged by an engine's opinion of the position it was made in, kept for any language.

What the numbers mean is told in ``docs/review.md``.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from damier.core.analysis_json import line_from_json, verdict_to_json
from damier.core.game import AnyGame
from damier.core.record import Record
from damier.core.text import Text, from_json, to_json
from damier.core.verdict import Score
from damier.web.thinking.stored_analysis import NOWHERE, places_of, show_reasons, standing, steps_of
from damier.web.wire.models import MomentOut, ReviewOut, StepOut

Packed: TypeAlias = dict[str, Any]
"""A thought, a line or a judged move as it is kept: every Text as :func:`to_json` writes it."""

DIFFERENCE = 1e-9
"""Chances that are nearer are the same."""

LIMITS: tuple[tuple[float, str], ...] = ((0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"))
"""A move that is not the best and costs less than this is called so; what costs more is a blunder."""

TITLES: dict[str, Text] = {
    "best": Text("Best move"),
    "good": Text("Good move"),
    "inaccuracy": Text("Inaccuracy"),
    "mistake": Text("Mistake"),
    "blunder": Text("Blunder"),
}
"""The verdicts in words."""

NOT_JUDGED = Text("Not judged")
"""What is said of a move on which nobody has an opinion: a flag."""

FORM = 2
"""Counts the ways to keep a judged move: what was kept in an older one is judged again."""

STEEPNESS = 4.0
"""How fast accuracy falls: a move that gives a tenth of a point away is worth 67 percent."""


@dataclass(slots=True)
class Judged:
    """A review as far as it is done."""

    of: str
    """Which game it judges: :func:`fingerprint` of its record; of another game it means nothing."""
    moments: list[Packed] = field(default_factory=list)
    """The moves judged so far, from the first."""
    problem: Text | None = None
    """Why it goes no further."""
    kept: float = 0.0
    """When it was last written down, in seconds since 1970."""

    def pack(self) -> str:
        """As the archive keeps it."""
        problem = to_json(self.problem) if self.problem is not None else None
        content = {"of": self.of, "moments": self.moments, "problem": problem, "kept": self.kept}
        return json.dumps(content)

    @classmethod
    def unpack(cls, content: str | None, record: Record) -> Judged:
        """What was kept of the review of *record*: nothing, where it was another game or another version."""
        of = fingerprint(record)
        try:
            kept = json.loads(content or "null")
            if kept["of"] != of:
                return cls(of)
            problem = from_json(kept["problem"]) if kept["problem"] is not None else None
            return cls(of, list(kept["moments"]), problem, float(kept["kept"]))
        except (ValueError, LookupError, TypeError, AttributeError):
            return cls(of)


def fingerprint(record: Record) -> str:
    """Tells games apart that would be judged differently: a move taken back makes another game of it."""
    content = [FORM, record.game, dict(record.options), record.moves, record.ending, record.loser]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def needs_next(thought: Packed, word: str) -> bool:
    """Whether a move can only be judged by what comes after it: the engine says nothing of it."""
    return bool(thought["lines"]) and _line(thought, word) is None


def judge(
    game: AnyGame, view: Any, ply: int, move: Any, thought: Packed, after: float | None = None
) -> Packed:
    """The verdict on *move*, made after *ply* moves in *view*, by what an engine thought of *view*.

    *after* is what the seat can expect once the move is made, for a move that the engine says nothing of;
    None where that cannot be known either.
    """
    word = game.write(move)
    best = _best(thought)
    note = game.note(move)  # whatever the engine says of it, it is neither good nor bad
    said = None if note else _line(thought, word)
    made = said or _unsaid(game, view, move, word, best, None if note else after)
    judged = made["chance"] is not None
    chance = made["chance"] if judged else best["chance"]
    cost = max(0.0, best["chance"] - chance)
    cost = 0.0 if cost < DIFFERENCE else cost
    same = word == best["move"] or (judged and made["value"] >= best["value"])
    played = line_from_json(game, view, {**made, "chance": chance})
    remark = game.remark(view, played, line_from_json(game, view, best))
    return {
        "ply": ply,
        "seat": view.turn,
        "level": thought["level"],
        "judged": judged,
        "move": word,
        "at": made["at"],
        "gesture": made.get("gesture"),
        "label": made["label"],
        "chance": chance,
        "best": best["move"],
        "best_at": best["at"],
        "best_gesture": best.get("gesture"),
        "best_label": best["label"],
        "best_chance": best["chance"],
        "cost": cost,
        "verdict": verdict(cost, same and judged),
        "remark": to_json(remark) if remark is not None else None,
        "why": thought["why"] if best["move"] == thought["move"] and thought["why"] else best["why"],
        "then": steps_of(best),
        "proven": bool(made["proven"] and best["proven"]),
        "standing": _standing(view, chance, best["chance"]),
    }


def verdict(cost: float, best: bool) -> str:
    """What a move is called that costs so much."""
    if best:
        return "best"
    return next((name for limit, name in LIMITS if cost < limit), "blunder")


def accuracy(costs: Sequence[float]) -> float | None:
    """Percent: 100 for best moves only, and less the more each move gave away; None without a move."""
    if not costs:
        return None
    return round(100 * sum(math.exp(-STEEPNESS * cost) for cost in costs) / len(costs), 1)


def _best(thought: Packed) -> Packed:
    """The line of what the engine would play, if it is as good as any; else its best line."""
    first: Packed = thought["lines"][0]
    chosen = _line(thought, thought["move"])
    return chosen if chosen is not None and chosen["value"] >= first["value"] else first


def _line(thought: Packed, word: str) -> Packed | None:
    return next((line for line in thought["lines"] if line["move"] == word), None)


def _unsaid(game: AnyGame, view: Any, move: Any, word: str, best: Packed, after: float | None) -> Packed:
    """A line for a move that the engine says nothing of; its number is what came after, if that is known."""
    verdict = Score(0.0, words=Text.literal("")) if after is None else game.odds(after)
    at, gesture = places_of(game.scene(view)).get(move, NOWHERE)
    return {
        "move": word,
        "at": at,
        "gesture": gesture,
        "verdict": verdict_to_json(verdict),
        "label": to_json(verdict.label),
        "chance": after,
        "value": -math.inf if after is None or after < best["chance"] else best["value"],
        "proven": False,
        "why": [],
        "then": [],
    }


def _standing(view: Any, chance: float, best: float) -> float | None:
    """What the first seat could expect before the move.

    Alone, it is what the move itself could expect: the odds of each dig. With three seats and more nobody
    knows how those share who do not move.
    """
    if view.seats == 1:
        return chance
    if view.seats == 2 or view.turn == 0:
        return standing(best, view.turn, view.seats)
    return None


def review_out(
    game: AnyGame, judged: Judged, points: Sequence[float] | None, total: int, state: str, language: str
) -> ReviewOut:
    """The review so far, in a language; *points* are what each seat got in the end."""
    moments = judged.moments
    levels = list(dict.fromkeys(moment["level"] for moment in moments))
    known = [game.engines[key] for key in levels if key in game.engines]
    seats = range(len(points)) if points is not None else range(0)
    costs = [
        [moment["cost"] for moment in moments if moment["seat"] == seat and moment["judged"]]
        for seat in seats
    ]
    graph: list[float | None] = [moment["standing"] for moment in moments]
    if points is not None and len(moments) == total:
        graph.append(points[0])
    return ReviewOut(
        state=state,
        problem=judged.problem.show(language) if judged.problem is not None and state == "failed" else None,
        done=len(moments),
        total=total,
        level=levels[-1] if levels else None,
        title=" · ".join(level.title.show(language) for level in known) or None,
        about="; ".join(level.about.show(language) for level in known) or None,
        accuracy=[accuracy(cost) for cost in costs],
        graph=graph,
        moments=[_moment_out(moment, language) for moment in moments],
    )


def _moment_out(moment: Mapping[str, Any], language: str) -> MomentOut:
    shown = {name: moment[name] for name in MomentOut.model_fields if name in moment}
    title = TITLES[moment["verdict"]] if moment["judged"] else NOT_JUDGED
    remark = moment["remark"]
    return MomentOut(
        **{
            **shown,
            "title": title.show(language),
            "label": from_json(moment["label"]).show(language),
            "best_label": from_json(moment["best_label"]).show(language),
            "remark": from_json(remark).show(language) if remark is not None else None,
            "why": show_reasons(moment["why"], language),
            "then": [StepOut(**step) for step in moment["then"]],
        }
    )
