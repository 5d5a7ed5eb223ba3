"""What engines think, packed to be kept and sent, and shown in any language later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from damier.core.analysis_json import from_json as analysis_from_json
from damier.core.analysis_json import to_json, verdict_from_json
from damier.core.engine import Analysis, Reason
from damier.core.game import AnyGame
from damier.core.heat import warmth
from damier.core.move_places import NOWHERE, continuation, places_of
from damier.core.text import Text, from_json
from damier.games import game as find_game
from damier.review.judging import standing
from damier.web.wire.models import ReasonOut, StepOut
from damier.web.wire.opinion_models import AnalysisOut, LabelOut, LineOut

CONTINUED = 30
"""Lines that get a continuation: who points at a worse move wants its number only."""


def pack_thought(game: AnyGame, level: str, view: Any, analysis: Analysis[Any]) -> str:
    """An opinion as JSON that can be shown in any language later."""
    places = places_of(game.scene(view))
    content, warm = to_json(game, analysis), warmth(analysis.lines)
    for rank, (line, told) in enumerate(zip(analysis.lines, content["lines"], strict=True)):
        told["at"], told["gesture"] = places.get(line.move, NOWHERE)
        told["heat"] = warm[rank]
        told["steps"] = [asdict(step) for step in continuation(game, view, line)] if rank < CONTINUED else []
    at = places.get(analysis.move, NOWHERE)[0]
    whose = {"game": game.key, "level": level, "turn": view.turn, "seats": view.seats, "at": at}
    return json.dumps({**whose, **content})


def read_thought(game: AnyGame, view: Any, thought: str) -> Analysis[Any]:
    """The opinion on *view* that was packed, as the engine gave it."""
    return analysis_from_json(game, view, json.loads(thought))


def unpack_thought(thought: str, language: str, *, to_you: bool = False) -> AnalysisOut:
    """The opinion in a language, told *to_you* where you are to move."""
    content = json.loads(thought)
    game = find_game(content["game"])
    level = game.engines.get(content["level"])

    def named(move: str) -> str:
        return game.move_name(move).show(language)

    title, about = (level.title, level.about) if level else (Text.literal(content["level"]), Text.literal(""))
    lines = [
        LineOut(
            **{
                **line,
                "heat": line.get("heat", line["chance"]),  # which older ones are coloured by
                "name": named(line["move"]),
                "label": _label(line, to_you).show(language),
                "short": _short(line).show(language),
                "why": _show_packed(line["why"], language),
                "then": [StepOut(**step, name=named(step["move"])) for step in steps_of(line)],
            }
        )
        for line in content["lines"]
    ]
    return AnalysisOut(
        **{
            **content,
            "name": named(content["move"]),
            "title": title.show(language),
            "about": about.show(language),
            "legend": level.legend.show(language) if level and level.legend and _has_numbers(content) else "",
            "standing": standing(best_chance(content), content["turn"], content["seats"]),
            "why": _show_packed(content["why"], language),
            "lines": lines,
            "labels": [
                LabelOut(at=item["at"], label=from_json(item["label"]).show(language))
                for item in content.get("labels", ())  # a thought kept before there were labels has none
            ],
        }
    )


def _short(line: dict[str, Any]) -> Text:
    """What stands in a cell for a packed line."""
    return verdict_from_json(line["verdict"]).short if "verdict" in line else from_json(line["label"])


def _has_numbers(content: dict[str, Any]) -> bool:
    """Whether a packed thought tells numbers; of an older one nobody knows."""
    return any(
        "verdict" not in line or verdict_from_json(line["verdict"]).is_number for line in content["lines"]
    )


def _label(line: dict[str, Any], to_you: bool) -> Text:
    """What a packed line comes to; an older one has no verdict."""
    return (
        verdict_from_json(line["verdict"]).to_you
        if to_you and "verdict" in line
        else from_json(line["label"])
    )


def steps_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The continuation of a packed line with its places; older ones keep it under another name."""
    steps: list[dict[str, Any]] = line["steps"] if "steps" in line else line["then"]
    return steps


def show_reasons(why: Iterable[Reason], language: str) -> list[ReasonOut]:
    """Reasons in a language, as the page gets them."""
    return [ReasonOut(text=reason.text.show(language), cells=list(reason.cells)) for reason in why]


def _show_packed(why: list[dict[str, Any]], language: str) -> list[ReasonOut]:
    """Packed reasons in a language; the moves that they name are not shown."""
    return show_reasons((Reason(from_json(item["text"]), item["cells"]) for item in why), language)


def best_chance(content: dict[str, Any]) -> float:
    """What the best line of a packed thought expects for whoever moves."""
    return max((line["chance"] for line in content["lines"]), default=0.5)
