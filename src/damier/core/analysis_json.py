"""What an engine thinks, as JSON and back: the one form for the page, ``analyse --json`` and records.

::

    {"move": "4", "depth": 8, "nodes": 1200, "why": [...],
     "lines": [{"move": "4", "value": 18, "chance": 1.0,
                "verdict": {"kind": "win", "n": 5, "proven": true},
                "label": {"message": "wins in {n} {own}", "params": {"n": 3, "own": ...}}, "proven": true,
                "then": ["4", "3"],
                "why": [{"kind": "forced", "text": {...}, "cells": [[7, 11]], "moves": ["3"]}]}],
     "labels": [{"at": [7, 5], "verdict": {...}, "label": {...}}]}

Nothing is lost: sentences keep their templates, to be shown in any language later, and moves are written as
the game writes them. ``label`` and ``proven`` of a line are made from its verdict, for programs that only
show them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, TypeAlias

from damier.core import text as texts
from damier.core.engine import Analysis, Line, Reason
from damier.core.game import AnyGame
from damier.core.text import Refusal, Text
from damier.core.verdict import VERDICTS, Score, Verdict

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""


def to_json(game: AnyGame, analysis: Analysis[Any]) -> Json:
    """All of an opinion."""
    return {
        "move": game.write(analysis.move),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "why": [reason_to_json(game, reason) for reason in analysis.why],
        "lines": [line_to_json(game, line) for line in analysis.lines],
        "labels": [
            {"at": list(at), "verdict": verdict_to_json(verdict), "label": texts.to_json(verdict.label)}
            for at, verdict in analysis.labels
        ],
    }


def line_to_json(game: AnyGame, line: Line[Any]) -> Json:
    """The opinion on one move."""
    return {
        "move": game.write(line.move),
        **worth_to_json(line),
        "label": texts.to_json(line.label),
        "proven": line.proven,
        "then": [game.write(move) for move in line.then],
        "why": [reason_to_json(game, reason) for reason in line.why],
    }


def worth_to_json(line: Line[Any]) -> Json:
    """What a move is worth, without how the game goes on and why."""
    verdict = verdict_to_json(line.verdict)
    sampled = {"error": line.error} if line.error else {}
    return {"value": _to_plain(line.value), "chance": line.chance, **sampled, "verdict": verdict}


def verdict_to_json(verdict: Verdict) -> Json:
    """Its kind, and those of its fields that are not as usual."""
    values = ((field, getattr(verdict, field.name)) for field in fields(verdict))
    told = {field.name: _to_plain(value) for field, value in values if value != field.default}
    return {"kind": verdict.kind, **told}


def reason_to_json(game: AnyGame, reason: Reason) -> Json:
    """A reason with the places it points at and the moves it names."""
    return {
        "kind": reason.kind,
        "text": texts.to_json(reason.text),
        "cells": [list(at) for at in reason.cells],
        "moves": [game.write(move) for move in reason.moves],
    }


def _to_plain(value: object) -> object:
    """A number that JSON does not know as a word, a Text as its template."""
    if isinstance(value, Text):
        return texts.to_json(value)
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def from_json(game: AnyGame, view: Any, content: Json) -> Analysis[Any]:
    """The opinion on *view* that :func:`to_json` wrote, or the page before there were verdicts."""
    move = game.read(content["move"], view)
    return Analysis(
        move=move,
        depth=content["depth"],
        nodes=content["nodes"],
        why=_reasons(game, view, move, content["why"]),
        lines=tuple(line_from_json(game, view, line) for line in content["lines"]),
        labels=tuple((_place(item["at"]), _verdict_of(item)) for item in content.get("labels", ())),
    )


def line_from_json(game: AnyGame, view: Any, content: Json) -> Line[Any]:
    """The opinion on one move of *view*; of its continuation what the rules allow."""
    move = game.read(content["move"], view)
    return Line(
        move=move,
        value=_number(content["value"]),
        chance=content["chance"],
        error=content.get("error", 0.0),
        verdict=_verdict_of(content),
        then=tuple(_continuation(game, view, move, content["then"])),
        why=_reasons(game, view, move, content["why"]),
    )


def verdict_from_json(content: Json) -> Verdict:
    """The verdict that :func:`verdict_to_json` wrote."""
    kind = VERDICTS[content["kind"]]
    told = (field for field in fields(kind) if field.name in content)
    return kind(**{field.name: _FIELDS[str(field.type)](content[field.name]) for field in told})


def reason_from_json(game: AnyGame, view: Any, content: Json, move: Any = None) -> Reason:
    """A reason for *move* of *view*; of older ones nobody knows the kind."""
    return Reason(
        texts.from_json(content["text"]),
        tuple(map(_place, content["cells"])),
        kind=content.get("kind", ""),
        moves=tuple(_named(game, view, move, word) for word in content.get("moves", ())),
    )


def shown(content: Any, language: str) -> Any:
    """The same JSON, where every sentence has a member ``shown`` with its words in *language*."""
    if isinstance(content, list):
        return [shown(item, language) for item in content]
    if not isinstance(content, dict):
        return content
    if "literal" in content or "message" in content:
        return {**content, "shown": texts.from_json(content).show(language)}
    return {name: shown(value, language) for name, value in content.items()}


def _verdict_of(content: Json) -> Verdict:
    """The verdict on a move or a place; before there were any, words were kept."""
    if "verdict" in content:
        return verdict_from_json(content["verdict"])
    words = texts.from_json(content["label"])
    return Score(_number(content.get("value", 0.0)), words=words, proven=content.get("proven", False))


def _reasons(game: AnyGame, view: Any, move: Any, why: Iterable[Json]) -> tuple[Reason, ...]:
    return tuple(reason_from_json(game, view, reason, move) for reason in why)


def _continuation(game: AnyGame, view: Any, move: Any, then: Iterable[Any]) -> Iterable[Any]:
    """The moves after *move*, as far as they are lawful; older steps are objects with their places."""
    try:
        for step in then:
            view = view.play(move)
            move = game.read(step["move"] if isinstance(step, dict) else step, view)
            yield move
    except Refusal:
        pass


def _named(game: AnyGame, view: Any, move: Any, word: str) -> Any:
    """A move that a reason names: of *view*, or a reply to *move*."""
    try:
        return game.read(word, view)
    except Refusal:
        if move is None or not hasattr(view, "play"):
            raise
        return game.read(word, view.play(move))


def _place(at: Iterable[int]) -> tuple[int, int]:
    x, y = at
    return x, y


def _number(content: Any) -> Any:
    """A number, or the word for one that JSON does not know."""
    return float(content) if isinstance(content, str) else _checked(content, int | float)


def _checked(content: Any, kind: Any) -> Any:
    if not isinstance(content, kind):
        raise ValueError(f"{content!r:.40} is not what was written")
    return content


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "int": lambda content: _checked(content, int),
    "float": _number,
    "bool": lambda content: _checked(content, bool),
    "str": lambda content: _checked(content, str),
    "Text | None": texts.from_json,
}
"""How a field of a verdict is read, by its type; what stands in a file might be anything."""
