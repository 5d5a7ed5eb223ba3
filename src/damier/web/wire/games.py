"""Games and boards as they go over the wire, in the language of whoever asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from damier.core.demo_game import demo_moves
from damier.core.game import DEMO_SEED, AnyGame, Picture, Seat
from damier.core.options import Choice, Option, Size, Switch
from damier.core.scene import Gesture, Scene
from damier.core.text import Text
from damier.core.tools.puzzle import puzzler_of
from damier.store.level_ratings import Ratings, known_ratings
from damier.table import PERSON, Table, ending_sentence, how_lost
from damier.web.wire.models import (
    Count,
    EndedOut,
    GameOut,
    GestureOut,
    InquiryOut,
    LevelOut,
    MarkOut,
    Named,
    OptionOut,
    PlayerOut,
    SceneOut,
    StillMark,
    StillOut,
)
from damier.web.wire.picture_models import DemoOut, DemoStep, PictureOut, PicturesOut

MOST_CELLS = 500
"""A larger board has no small picture."""


def scene_out(
    write: Callable[[Any], str], scene: Scene[Any], language: str, playable: bool = True
) -> SceneOut:
    """A scene; without its moves for a browser that may not make them."""
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
                moves={key: write(move) for key, move in mark.moves.items()} if playable else {},
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
        options=[
            _option(name, option, usual.get(name, option.unsaid or 0), language)
            for name, option in game.options.items()
        ],
        levels=_levels(game, language),
        gestures={key: gesture_out(gesture, language) for key, gesture in game.gestures.items()},
        example=_still(game, game.example, language),
        clocks=state.seats > 1,
        hidden=game.view(state, state.turn) is not state,
        risk=game.risk is not None,
        puzzles=puzzler_of(game) is not None,
        editable=game.editor is not None,
        inquiry=(
            InquiryOut(title=game.inquiry.title.show(language), key=game.inquiry.key)
            if game.inquiry
            else None
        ),
    )


def _levels(game: AnyGame, language: str) -> list[LevelOut]:
    """The levels, weakest first, with the boards that they play on and their ratings there."""
    known = known_ratings(game) or Ratings(game=game.key, command="", date="")
    starts = {preset: game.first_view(game.settle(preset)) for preset in game.presets}
    return [
        LevelOut(
            key=key,
            title=level.title.show(language),
            about=level.about.show(language),
            flaw=level.flaw.show(language) if level.flaw else "",
            extra=level.extra,
            fits=[preset for preset, view in starts.items() if level.fits(view)],
            ratings={
                board: levels[key].words().show(language)
                for board, levels in known.boards.items()
                if key in levels
            },
        )
        for key in known.weakest_first(game.engines, next(iter(game.presets)))
        for level in [game.engines[key]]
    ]


def gesture_out(gesture: Gesture, language: str) -> GestureOut:
    return GestureOut(
        title=gesture.title.show(language) if gesture.title else "",
        click=gesture.click,
        key=gesture.key,
        about=gesture.about.show(language) if gesture.about else "",
        ghost=gesture.ghost,
        arm=gesture.arm,
        digits=gesture.digits,
        written=gesture.written,
    )


def pictures_out(game: AnyGame, language: str) -> PicturesOut:
    """The rules in pictures."""
    shown = game.pictures or (Picture(Text.literal(""), game.example),)
    return PicturesOut(
        pictures=[
            PictureOut(
                words=picture.words.show(language),
                scene=_still(game, picture.position, language),
                pointed=list(picture.pointed),
            )
            for picture in shown
        ]
    )


def _still(game: AnyGame, position: str, language: str) -> StillOut:
    """A position as a picture, without free corners, which draw nothing."""
    scene = game.scene(game.parse(position))
    drawn = tuple(mark for mark in scene.marks if mark.kind != "corner")
    return still_out(replace(scene, marks=drawn), language)


def still_out(scene: Scene[Any], language: str) -> StillOut:
    """A scene that is only looked at."""
    return StillOut(
        width=scene.width,
        height=scene.height,
        grid=scene.grid,
        columns=list(scene.columns),
        rows=list(scene.rows),
        marks=[
            StillMark(at=mark.at, kind=mark.kind, glyph=mark.glyph, seat=mark.seat, tags=sorted(mark.tags))
            for mark in scene.marks
        ],
        status=[Count(seat=seat, text=text.show(language)) for seat, text in scene.status],
    )


def small_scene(game: AnyGame, view: Any, language: str) -> StillOut | None:
    """A board for a small picture; None of a very large one, which would weigh more than all the rest."""
    scene = game.scene(view)
    return still_out(scene, language) if scene.width * scene.height <= MOST_CELLS else None


def demo_out(game: AnyGame, language: str) -> DemoOut:
    """A short game: a board, and what each move changes on it."""
    state = game.begin(seed=DEMO_SEED)
    first = before = small_scene(game, game.view(state, state.turn), language)
    steps = []
    for word in demo_moves(game) if before is not None else ():
        state = state.play(game.read(word, game.view(state, state.turn)))
        after = small_scene(game, game.view(state, state.turn), language)
        assert before is not None and after is not None  # a board keeps its size
        steps.append(_step(before, after))
        before = after
    return DemoOut(scene=first, steps=steps)


def _step(before: StillOut, after: StillOut) -> DemoStep:
    """What is different."""
    old = {mark.at: mark for mark in before.marks}
    new = {mark.at: mark for mark in after.marks}
    changed = [mark for at, mark in new.items() if old.get(at) != mark]
    return DemoStep(marks=changed, gone=[at for at in old if at not in new])


def _option(name: str, option: Option, usual: int | str, language: str) -> OptionOut:
    about = option.about.show(language)
    if isinstance(option, Size):
        low, high = (f"{size[0]}x{size[1]}" for size in (option.low, option.high))
        return OptionOut(name=name, about=about, kind="size", low=low, high=high, usual=usual)
    if isinstance(option, Choice):
        titles = {value: title.show(language) for value, title in option.titles.items()}
        return OptionOut(
            name=name,
            about=about,
            kind="choice",
            values=list(option.values),
            titles=titles,
            apart=option.unsaid is not None,
            usual=usual,
        )
    if isinstance(option, Switch):
        titles = {"1": option.title.show(language)}
        return OptionOut(name=name, about=about, kind="switch", titles=titles, apart=True, usual=usual)
    return OptionOut(name=name, about=about, kind="whole", low=option.low, high=option.high, usual=usual)


def players_out(
    game: AnyGame, names: tuple[str, ...], language: str, nicknames: Mapping[Seat, str]
) -> list[PlayerOut]:
    """Who sits where, and what people call themselves."""
    found = []
    for seat, name in enumerate(names):
        level = game.engines.get(name)
        if level is None and name != PERSON:  # a bot's name in a game from elsewhere
            kind, title = "level", Text.literal(name)
        else:
            kind, title = ("level", level.title) if level else (PERSON, game.seat_names[seat])
        nickname = nicknames.get(seat) if kind == PERSON else None
        found.append(
            PlayerOut(seat=seat, name=name, kind=kind, title=title.show(language), nickname=nickname)
        )
    return found


def ended_out(table: Table, language: str, *, watched: bool) -> EndedOut | None:
    """How it ended, if it has, for whoever played or *watched* it."""
    if table.ended is None:
        return None
    return EndedOut(
        ending=table.ended.ending,
        points=list(table.ended.points),
        reason=table.ended.reason.show(language),
        words=ending_sentence(table, table.ended, watched=watched).show(language),
        mistake=mistake.show(language) if (mistake := how_lost(table)) else "",
    )
