"""Games and boards as they go over the wire, in the language of whoever asked."""

from __future__ import annotations

from typing import Any

from damier.core.demo import demo_moves
from damier.core.game import DEMO_SEED, AnyGame
from damier.core.options import Choice, Option, Size
from damier.core.scene import Scene
from damier.core.text import Text
from damier.table import PERSON, Table, verdict
from damier.web.models import (
    Count,
    DemoOut,
    EndedOut,
    GameOut,
    LevelOut,
    MarkOut,
    Named,
    OptionOut,
    PictureOut,
    PlayerOut,
    SceneOut,
)

MOST_CELLS = 500
"""A larger board has no small picture."""


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
        example=_still(game, game.example, language),
        pictures=[
            PictureOut(
                words=picture.words.show(language),
                scene=_still(game, picture.position, language),
                pointed=list(picture.pointed),
            )
            for picture in game.pictures
        ],
        clocks=state.seats > 1,
        hidden=game.view(state, state.turn) is not state,
    )


def _still(game: AnyGame, position: str, language: str) -> SceneOut:
    """A position as a picture."""
    return scene_out(game, game.scene(game.parse(position)), language, playable=False)


def demo_out(game: AnyGame, language: str) -> DemoOut:
    """A short game, scene by scene."""
    state = game.begin(seed=DEMO_SEED)
    scenes = [small_scene(game, game.view(state, state.turn), language)]
    for word in demo_moves(game):
        state = state.play(game.read(word, game.view(state, state.turn)))
        scenes.append(small_scene(game, game.view(state, state.turn), language))
    return DemoOut(scenes=[scene for scene in scenes if scene is not None])


def small_scene(game: AnyGame, view: Any, language: str) -> SceneOut | None:
    """A board for a small picture; None of a very large one, which would weigh more than all the rest."""
    scene = game.scene(view)
    if scene.width * scene.height > MOST_CELLS:
        return None
    return scene_out(game, scene, language, playable=False)


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
        if level is None and name != PERSON:  # a bot's name in a game from elsewhere
            kind, title = "level", Text.literal(name)
        else:
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
