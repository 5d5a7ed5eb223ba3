"""What engines think, packed to be kept and sent, and shown in any language later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from damier.core.analysis_json import from_json as analysis_from_json
from damier.core.analysis_json import line_from_json, to_json, verdict_from_json
from damier.core.engine import RESULTS, Analysis, Reason
from damier.core.game import AnyGame
from damier.core.heat import warmth
from damier.core.move_places import NOWHERE, continuation, places_of
from damier.core.text import Text, from_json
from damier.core.text import to_json as text_to_json
from damier.core.verdict import Loss, Win
from damier.games import game as find_game
from damier.review.judging import standing
from damier.web.wire.models import ReasonOut, StepOut
from damier.web.wire.opinion_models import AnalysisOut, AnswerOut, LabelOut, LineOut

CONTINUED = 30
"""Lines that get a continuation: who points at a worse move wants its number only."""
TO_YOU = {one.label.message: one.to_you.message for one in (Win(3), Loss(4))}
"""How a label that counts own moves is told to whoever makes them, by template."""


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
                "why": _show_packed(line["why"], language, to_you),
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
            "why": _show_packed(content["why"], language, to_you),
            "tells_result": any(reason.get("kind") in RESULTS for reason in content["why"][:1]),
            "lines": lines,
            "labels": [
                LabelOut(at=item["at"], label=from_json(item["label"]).show(language))
                for item in content.get("labels", ())  # a thought kept before there were labels has none
            ],
        }
    )


def answer_out(game: AnyGame, view: Any, move: Any, thought: str, language: str) -> AnswerOut:
    """What a packed opinion answers to the game's question about the place of *move*."""
    content = json.loads(thought)
    told = next(line for line in content["lines"] if line["move"] == game.write(move))
    line, inquiry = line_from_json(game, view, told), game.inquiry
    assert inquiry is not None, "only a game with a question is asked"
    level = game.engines[inquiry.level]
    return AnswerOut(
        words=inquiry.answer(view, line).show(language),
        at=told["at"],
        why=show_reasons(line.why, language),
        level=inquiry.level,
        title=level.title.show(language),
        about=level.about.show(language),
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


def show_reasons(why: Iterable[Reason], language: str, *, to_you: bool = False) -> list[ReasonOut]:
    """Reasons in a language, as the page gets them; told *to_you* where you are to move."""
    texts = ((from_json(_to_you(text_to_json(one.text))) if to_you else one.text, one.cells) for one in why)
    return [ReasonOut(text=text.show(language), cells=list(cells)) for text, cells in texts]


def _to_you(text: dict[str, Any]) -> dict[str, Any]:
    """A packed text whose labels count your moves: ``wins in 3 of your moves``."""
    if "message" not in text:
        return text
    params = {
        name: _to_you(value) if isinstance(value, dict) else value for name, value in text["params"].items()
    }
    return {"message": TO_YOU.get(text["message"], text["message"]), "params": params}


def _show_packed(why: list[dict[str, Any]], language: str, to_you: bool) -> list[ReasonOut]:
    """Packed reasons in a language; the moves that they name are not shown."""
    reasons = (Reason(from_json(item["text"]), item["cells"]) for item in why)
    return show_reasons(reasons, language, to_you=to_you)


def best_chance(content: dict[str, Any]) -> float:
    """What the best line of a packed thought expects for whoever moves."""
    return max((line["chance"] for line in content["lines"]), default=0.5)
