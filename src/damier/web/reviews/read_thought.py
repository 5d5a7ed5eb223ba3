"""A thought that a worker packed, as the analysis that it was."""

from __future__ import annotations

import json
from typing import Any

from damier.core.engine import Analysis, Line, Reason
from damier.core.game import AnyGame
from damier.core.text import from_json


def read_thought(game: AnyGame, view: Any, thought: str) -> Analysis[Any]:
    """What a level thought of *view*, but for depth, nodes and labels."""
    content = json.loads(thought)
    return Analysis(
        move=game.read(content["move"], view),
        lines=tuple(_line(game, view, line) for line in content["lines"]),
        why=_reasons(content["why"]),
    )


def _line(game: AnyGame, view: Any, content: dict[str, Any]) -> Line[Any]:
    move = game.read(content["move"], view)
    then: list[Any] = []
    state = view
    for step in content["then"]:
        state = state.play(then[-1] if then else move)
        then.append(game.read(step["move"], game.view(state, state.turn)))
    return Line(
        move=move,
        value=content["value"],
        chance=content["chance"],
        label=from_json(content["label"]),
        proven=content["proven"],
        then=tuple(then),
        why=_reasons(content["why"]),
    )


def _reasons(content: list[dict[str, Any]]) -> tuple[Reason, ...]:
    return tuple(Reason(from_json(one["text"]), tuple((x, y) for x, y in one["cells"])) for one in content)
