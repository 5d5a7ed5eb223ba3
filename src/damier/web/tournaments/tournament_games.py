"""A game of a tournament, to be listed and to be replayed with what the engines thought."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from cachetools import LRUCache

from damier.arena.game_notes import is_ours, opening_of, points_of, reason_of
from damier.arena.plan import Entrant, Plan
from damier.arena.run_reader import RunReader
from damier.core.analysis_json import verdict_from_json
from damier.core.game import AnyGame
from damier.core.record import Record, broken, played
from damier.core.text import Text, Unreadable, from_json, printable
from damier.core.whose_moves import moves_of
from damier.games import game as find_game
from damier.review.judging import standing
from damier.web.wire.games import scene_out
from damier.web.wire.models import PlyOut
from damier.web.wire.requests import MOST_MOVES
from damier.web.wire.tournament_models import GameLine, PlayedOut, SideOut, ViewOut

Replayed: TypeAlias = tuple[AnyGame, Record, list[Any], list[Any]]
"""A game: its kind, its record, its states with the first one, and the moves between them."""

MOST_LABEL = 80
"""Characters of what an engine says of a move."""


class Replays:
    """The games that were replayed last: whoever steps through one asks for each position."""

    def __init__(self, most: int = 32) -> None:
        self._known: LRUCache[tuple[str, int], tuple[Record, Replayed]] = LRUCache(most)
        self._lock = threading.Lock()

    def get(self, key: tuple[str, int], record: Record) -> Replayed:
        """The game played through, once for each record."""
        with self._lock:
            known = self._known.get(key)
        if known is None or known[0] != record:
            game = find_game(record.game)
            if len(record.moves) > MOST_MOVES:
                raise Unreadable(Text("a game may have {n} moves at most", n=MOST_MOVES))
            known = (record, (game, record, *played(game, record)))
        with self._lock:
            self._known[key] = known
        return known[1]


def replayed(run: RunReader, number: int, known: Replays, name: str) -> Replayed:
    """A game of a run, played through."""
    (record,) = run.records([number])
    if record.game != run.plan.game:
        raise Unreadable(broken("game"))
    return known.get((name, number), record)


def named_plan(plan: Plan, game: AnyGame) -> Plan:
    """The plan without the folders of this machine, which are nobody's business."""
    return replace(plan, entrants=tuple(_unplaced(entrant, game) for entrant in plan.entrants))


def _unplaced(entrant: Entrant, game: AnyGame) -> Entrant:
    if entrant.spec in game.engines:
        return entrant
    name = re.sub(r"(@[^@]*)?(#\d+)?$", "", entrant.name) if entrant.limit else entrant.name
    name = re.sub(r"#\d+$", "", name)
    return replace(entrant, spec=f"exec:{name}" if entrant.spec.startswith("exec:") else name)


def game_line(
    plan: Plan, game: AnyGame, record: Record, number: int, names: Sequence[str], language: str
) -> GameLine:
    """A game in a list; it is not replayed, so a reason is told only where the rules are not it."""
    seats = plan.slot(number).seats
    points = points_of(record, len(seats))
    reason = None if record.ending == "rules" else reason_of(record)
    words = result_text([names[entry] for entry in seats], points, reason)
    return GameLine(
        number=number,
        sides=[
            SideOut(entry=entry, name=names[entry], seat=game.seat_names[seat].show(language))
            for seat, entry in enumerate(seats)
        ],
        points=list(points),
        words=printable(words.show(language)),
        ending=record.ending,
        moves=len(record.moves),
        opening=opening_of(record),
    )


def result_text(names: Sequence[str], points: Sequence[float], reason: Text | None) -> Text:
    """Who won, and why where that is known."""
    if 1.0 in points:
        name = names[points.index(1.0)]
        return (
            Text("{seat} wins: {reason}", seat=name, reason=reason)
            if reason
            else Text("{name} wins", name=name)
        )
    if len(names) == 1:
        return (
            Text("{name} loses the board: {reason}", name=names[0], reason=reason)
            if reason
            else Text("{name} loses the board", name=names[0])
        )
    return Text("a draw: {reason}", reason=reason) if reason else Text("a draw")


def show_game(run: RunReader, number: int, known: Replays, name: str, language: str) -> PlayedOut:
    """A game with everything that is told of it, but for the positions between."""
    game, record, states, moves = replayed(run, number, known, name)
    plan, names = run.plan, run.plan.display_names(game, language)
    line = game_line(plan, game, record, number, names, language)
    outcome = states[-1].outcome()
    if record.ending == "rules":
        if outcome is None:
            raise Unreadable(broken("ending"))
        seated = [names[side.entry] for side in line.sides]
        line.words = printable(result_text(seated, line.points, outcome.reason).show(language))
    turns = [state.turn for state in states[:-1]]
    views = views_of(record, [game.seat_names[turn] for turn in turns], language)
    seats = states[0].seats
    graph: list[float | None] = [None]
    for turn, view in zip(turns, views, strict=True):
        told = view is not None and view.chance is not None
        graph.append(standing(view.chance, turn, seats) if told else None)  # type: ignore[union-attr,arg-type]
    return PlayedOut(
        **line.model_dump(),
        game=game.key,
        title=game.title.show(language),
        options=dict(record.options),
        played=run.games,
        notation=list(record.moves),
        names=[game.name(move).show(language) for move in moves],
        turns=turns,
        views=views,
        graph=graph,
        end=ply_at(game, record, states, moves, len(moves), language),
    )


def views_of(record: Record, movers: Sequence[Text], language: str) -> list[ViewOut | None]:
    """What was thought of each move, by the seats that made them; what an engine said badly is left out."""
    said = record.more.get("opinions")
    said = said if isinstance(said, list) else []
    return [_view(said[ply], seat, language) if ply < len(said) else None for ply, seat in enumerate(movers)]


def _view(said: object, seat: Text, language: str) -> ViewOut | None:
    if not isinstance(said, dict):
        return None
    chance = said.get("chance")
    known = isinstance(chance, int | float) and math.isfinite(chance)
    return ViewOut(
        label=label_of(said, seat, language),
        chance=min(1.0, max(0.0, float(chance))) if known else None,  # type: ignore[arg-type]
        proven=_is_proven(said),
        depth=_whole(said.get("depth")),
        nodes=_whole(said.get("nodes")),
    )


def _whole(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 53 else 0


def _is_proven(said: dict[str, Any]) -> bool:
    verdict = said.get("verdict", said)  # before there were verdicts it stood beside the label
    return isinstance(verdict, dict) and verdict.get("proven") is True


def label_of(said: dict[str, Any], seat: Text, language: str) -> str | None:
    """What an engine calls its move worth, in a language; only our own sentences are filled in."""
    try:
        text = verdict_from_json(said["verdict"]).label if "verdict" in said else from_json(said["label"])
        words = printable(moves_of(seat, text).show(language)).strip() if is_ours(text) else ""
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError):
        return None
    return words[:MOST_LABEL] or None


def ply_at(
    game: AnyGame, record: Record, states: list[Any], moves: list[Any], ply: int, language: str
) -> PlyOut:
    """The game after *ply* moves, as whoever moved then saw it."""
    if ply > len(moves):
        raise Unreadable(Text("there is no move {ply}: choose from 0 to {last}", ply=ply, last=len(moves)))
    state = states[ply]
    view = game.view(state, state.turn)
    last = None
    if ply:
        before = states[ply - 1]
        last = game.scene(game.view(before, before.turn)).where(moves[ply - 1])
    return PlyOut(
        ply=ply,
        turn=state.turn,
        move=record.moves[ply - 1] if ply else None,
        last=last,
        scene=scene_out(game.write, game.scene(view), language, playable=False),
        position=game.text(view),
    )
