"""What engines think, packed to be kept and sent, and shown in any language later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from damier.core.analysis_json import from_json as analysis_from_json
from damier.core.analysis_json import line_from_json, to_json, verdict_from_json
from damier.core.engine import RESULTS, Analysis, Level, Reason
from damier.core.game import AnyGame
from damier.core.heat import warmth
from damier.core.move_places import NOWHERE, continuation, places_of
from damier.core.text import Text, from_json
from damier.core.verdict import Verdict
from damier.core.whose_moves import moves_of
from damier.games import game as find_game
from damier.review.judging import standing
from damier.web.wire.models import ReasonOut, StepOut
from damier.web.wire.opinion_models import AnalysisOut, AnswerOut, LabelOut, LineOut

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

    seat = None if to_you else game.seat_names[content["turn"]]

    def named(move: str) -> str:
        return game.move_name(move).show(language)

    title, about = (level.title, level.about) if level else (Text.literal(content["level"]), Text.literal(""))
    lines = [
        LineOut(
            **{
                **line,
                "heat": line.get("heat", line["chance"]),  # which older ones are coloured by
                "name": named(line["move"]),
                "label": moves_of(seat, _label(line)).show(language),
                "short": _short(line).show(language),
                "why": _show_packed(line["why"], language, seat),
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
            "legend": "; ".join(text.show(language) for text in _legend(level, _verdicts(content), seat)),
            "standing": standing(best_chance(content), content["turn"], content["seats"]),
            "why": _show_packed(content["why"], language, seat),
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
        why=show_reasons(line.why, language, None),
        level=inquiry.level,
        title=level.title.show(language),
        about=level.about.show(language),
    )


def _short(line: dict[str, Any]) -> Text:
    """What stands in a cell for a packed line."""
    return verdict_from_json(line["verdict"]).short if "verdict" in line else from_json(line["label"])


def _verdicts(content: dict[str, Any]) -> list[Verdict | None]:
    """Those of a packed thought; an older one has none."""
    return [verdict_from_json(line["verdict"]) if "verdict" in line else None for line in content["lines"]]


def _legend(
    level: Level[Any, Any] | None, verdicts: list[Verdict | None], seat: Text | None
) -> Iterator[Text]:
    """What the numbers in the cells count; of an older thought nobody knows whether it has any."""
    if level and level.legend and any(one is None or one.is_number for one in verdicts):
        yield level.legend
    counted = next((one for one in verdicts if one is not None and one.counts_moves), None)
    if counted is not None:
        yield Text("“{short}” means {label}", short=counted.short, label=moves_of(seat, counted.label))


def _label(line: dict[str, Any]) -> Text:
    """What a packed line comes to; an older one has no verdict."""
    return verdict_from_json(line["verdict"]).label if "verdict" in line else from_json(line["label"])


def steps_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The continuation of a packed line with its places; older ones keep it under another name."""
    steps: list[dict[str, Any]] = line["steps"] if "steps" in line else line["then"]
    return steps


def show_reasons(why: Iterable[Reason], language: str, seat: Text | None) -> list[ReasonOut]:
    """Reasons for a move of *seat* in a language, as the page gets them; None where you make the move."""
    return [ReasonOut(text=moves_of(seat, one.text).show(language), cells=list(one.cells)) for one in why]


def _show_packed(why: list[dict[str, Any]], language: str, seat: Text | None) -> list[ReasonOut]:
    """Packed reasons in a language; the moves that they name are not shown."""
    reasons = (Reason(from_json(item["text"]), item["cells"]) for item in why)
    return show_reasons(reasons, language, seat)


def best_chance(content: dict[str, Any]) -> float:
    """What the best line of a packed thought expects for whoever moves."""
    return max((line["chance"] for line in content["lines"]), default=0.5)
