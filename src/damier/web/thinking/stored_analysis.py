"""What engines think, packed to be kept and sent, and shown in any language later."""

from __future__ import annotations

import json
from typing import Any

from damier.core.analysis_json import to_json
from damier.core.engine import Analysis, Line
from damier.core.game import AnyGame
from damier.core.scene import At, Scene
from damier.core.text import Refusal, Text, from_json
from damier.games import game as find_game
from damier.web.wire.models import ReasonOut, StepOut
from damier.web.wire.opinion_models import AnalysisOut, LabelOut, LineOut

MOST_STEPS = 12
"""Moves of a continuation that are told: nobody follows more on the board."""

CONTINUED = 30
"""Lines that get a continuation: who points at a worse move wants its number only."""


def pack_thought(game: AnyGame, level: str, view: Any, analysis: Analysis[Any]) -> str:
    """An opinion as JSON that can be shown in any language later."""
    places = places_of(game.scene(view))
    content = to_json(game, analysis)
    for rank, (line, told) in enumerate(zip(analysis.lines, content["lines"], strict=True)):
        told["at"], told["gesture"] = places.get(line.move, NOWHERE)
        told["steps"] = _steps(game, view, line) if rank < CONTINUED else []
    at = places.get(analysis.move, NOWHERE)[0]
    whose = {"game": game.key, "level": level, "turn": view.turn, "seats": view.seats, "at": at}
    return json.dumps({**whose, **content})


NOWHERE: tuple[At | None, str | None] = (None, None)
"""The place of a move that the board does not show."""


def places_of(scene: Scene[Any]) -> dict[Any, tuple[At | None, str | None]]:
    """Where each move is made first, and by which gesture."""
    places: dict[Any, tuple[At | None, str | None]] = {}
    for mark in scene.marks:
        for gesture, move in mark.moves.items():
            places.setdefault(move, (mark.at, gesture))
    return places


def _steps(game: AnyGame, view: Any, line: Line[Any]) -> list[dict[str, Any]]:
    """The continuation with the place of each move; nothing where a view cannot be played on."""
    steps: list[dict[str, Any]] = []
    if not line.then or not hasattr(view, "play"):
        return steps
    try:
        state = view.play(line.move)
        for move in line.then[:MOST_STEPS]:
            at, gesture = places_of(game.scene(game.view(state, state.turn))).get(move, NOWHERE)
            steps.append({"move": game.write(move), "at": at, "seat": state.turn, "gesture": gesture})
            state = state.play(move)
    except Refusal:
        pass  # an engine's guess at the future need not be lawful: what came before is told
    return steps


def unpack_thought(thought: str, language: str) -> AnalysisOut:
    """The opinion in a language."""
    content = json.loads(thought)
    game = find_game(content["game"])
    level = game.engines.get(content["level"])
    title, about = (level.title, level.about) if level else (Text.literal(content["level"]), Text.literal(""))
    lines = [
        LineOut(
            **{
                **line,
                "label": from_json(line["label"]).show(language),
                "why": show_reasons(line["why"], language),
                "then": [StepOut(**step) for step in steps_of(line)],
            }
        )
        for line in content["lines"]
    ]
    return AnalysisOut(
        **{
            **content,
            "title": title.show(language),
            "about": about.show(language),
            "standing": standing(best_chance(content), content["turn"], content["seats"]),
            "why": show_reasons(content["why"], language),
            "lines": lines,
            "labels": [
                LabelOut(at=item["at"], label=from_json(item["label"]).show(language))
                for item in content.get("labels", ())  # a thought kept before there were labels has none
            ],
        }
    )


def steps_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The continuation of a packed line with its places; older ones keep it under another name."""
    steps: list[dict[str, Any]] = line["steps"] if "steps" in line else line["then"]
    return steps


def show_reasons(why: list[dict[str, Any]], language: str) -> list[ReasonOut]:
    """Packed reasons in a language."""
    return [ReasonOut(text=from_json(item["text"]).show(language), cells=item["cells"]) for item in why]


def best_chance(content: dict[str, Any]) -> float:
    """What the best line of a packed thought expects for whoever moves."""
    return max((line["chance"] for line in content["lines"]), default=0.5)


def standing(chance: float, turn: int, seats: int) -> float:
    """Expected points of the first seat, from those of the seat to move."""
    if turn == 0 or seats == 1:
        return chance
    return (1.0 - chance) / (seats - 1)
