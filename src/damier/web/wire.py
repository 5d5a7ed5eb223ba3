"""Games, tables and opinions as they go over the wire, in the language of whoever asked."""

from __future__ import annotations

import json
from typing import Any

from damier.core.engine import Analysis, Reason
from damier.core.game import AnyGame
from damier.core.options import Choice, Option, Size
from damier.core.scene import Scene
from damier.core.text import Text, from_json, to_json
from damier.table import PERSON, Table, verdict
from damier.web.models import (
    AnalysisOut,
    Count,
    EndedOut,
    GameOut,
    LevelOut,
    LineOut,
    MarkOut,
    Named,
    OptionOut,
    PlayerOut,
    ReasonOut,
    SceneOut,
)


def scene_out(game: AnyGame, scene: Scene[Any], language: str, playable: bool = True) -> SceneOut:
    """A scene; without its moves for who may not make them."""
    return SceneOut(
        width=scene.width,
        height=scene.height,
        grid=scene.grid,
        columns=list(scene.columns),
        rows=list(scene.rows),
        marks=[
            MarkOut(
                at=mark.at,
                kind=mark.kind,
                glyph=mark.glyph,
                name=mark.name,
                seat=mark.seat,
                moves={key: game.write(move) for key, move in mark.moves.items()} if playable else {},
                tags=sorted(mark.tags),
            )
            for mark in scene.marks
        ],
        status=[Count(seat=seat, text=text.show(language)) for seat, text in scene.status],
    )


def game_out(game: AnyGame, language: str) -> GameOut:
    """All that a page needs to offer a game."""
    usual = game.settle()
    state = game.deal(usual, 0)
    starts = {preset: game.view(game.begin(preset, seed=0), 0) for preset in game.presets}
    return GameOut(
        key=game.key,
        title=game.title.show(language),
        about=game.about.show(language),
        rules=[paragraph.show(language) for paragraph in game.rules],
        seats=state.seats,
        seat_names=[name.show(language) for name in game.seat_names],
        presets=[
            Named(key=key, title=game.preset_titles.get(key, Text.literal(key)).show(language))
            for key in game.presets
        ],
        options=[_option(name, option, usual[name], language) for name, option in game.options.items()],
        levels=[
            LevelOut(
                key=key,
                title=level.title.show(language),
                about=level.about.show(language),
                fits=[preset for preset, view in starts.items() if level.fits(view)],
            )
            for key, level in game.engines.items()
        ],
        gestures={key: title.show(language) for key, title in game.gestures.items()},
        example=scene_out(game, game.scene(game.parse(game.example)), language, playable=False),
    )


def _option(name: str, option: Option, usual: int | str, language: str) -> OptionOut:
    about = option.about.show(language)
    if isinstance(option, Size):
        low, high = (f"{size[0]}x{size[1]}" for size in (option.low, option.high))
        return OptionOut(name=name, about=about, kind="size", low=low, high=high, usual=usual)
    if isinstance(option, Choice):
        return OptionOut(name=name, about=about, kind="choice", values=list(option.values), usual=usual)
    return OptionOut(name=name, about=about, kind="whole", low=option.low, high=option.high, usual=usual)


def players_out(game: AnyGame, names: tuple[str, ...], language: str) -> list[PlayerOut]:
    """Who sits where."""
    found = []
    for seat, name in enumerate(names):
        level = game.engines.get(name)
        kind, title = ("level", level.title) if level else (PERSON, game.seat_names[seat])
        found.append(PlayerOut(seat=seat, name=name, kind=kind, title=title.show(language)))
    return found


def ended_out(table: Table, language: str) -> EndedOut | None:
    """How it ended, if it has."""
    if table.ended is None:
        return None
    return EndedOut(
        ending=table.ended.ending,
        points=list(table.ended.points),
        reason=table.ended.reason.show(language),
        words=verdict(table, table.ended).show(language),
    )


def pack_thought(game: AnyGame, level: str, view: Any, analysis: Analysis[Any]) -> str:
    """An opinion as JSON that can be shown in any language later."""
    scene = game.scene(view)

    def reasons(why: tuple[Reason, ...]) -> list[dict[str, Any]]:
        return [{"text": to_json(reason.text), "cells": reason.cells} for reason in why]

    return json.dumps(
        {
            "level": level,
            "move": game.write(analysis.move),
            "at": scene.where(analysis.move),
            "why": reasons(analysis.why),
            "lines": [
                {
                    "move": game.write(line.move),
                    "at": scene.where(line.move),
                    "label": to_json(line.label),
                    "chance": line.chance,
                    "value": line.value,
                    "proven": line.proven,
                    "why": reasons(line.why),
                }
                for line in analysis.lines
            ],
            "depth": analysis.depth,
            "nodes": analysis.nodes,
        }
    )


def unpack_thought(thought: str, language: str) -> AnalysisOut:
    """The opinion in a language."""
    content = json.loads(thought)

    def reasons(why: list[dict[str, Any]]) -> list[ReasonOut]:
        return [ReasonOut(text=from_json(item["text"]).show(language), cells=item["cells"]) for item in why]

    lines = [
        LineOut(**{**line, "label": from_json(line["label"]).show(language), "why": reasons(line["why"])})
        for line in content["lines"]
    ]
    return AnalysisOut(**{**content, "why": reasons(content["why"]), "lines": lines})
