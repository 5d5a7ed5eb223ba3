"""A review as it is kept, as far as it is done, and as it is shown in a language."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from damier.core.analysis_json import reason_from_json, reason_to_json
from damier.core.game import AnyGame
from damier.core.move_places import ExpectedMove
from damier.core.record import Record
from damier.core.text import Text, from_json, to_json
from damier.core.whose_moves import in_short, moves_of
from damier.review.accuracy import accuracy
from damier.review.judging import JudgedMove, known_standing
from damier.table import Table

T = TypeVar("T")

FORM = 4
"""Counts the ways to judge and to keep a move: what was kept in an older one is judged again."""


@dataclass(slots=True)
class StoredReview:
    """A review as far as it is done."""

    of: str
    """Which game it judges: :func:`fingerprint` of its record; of another game it means nothing."""
    moments: list[JudgedMove] = field(default_factory=list)
    """The moves judged so far, from the first."""
    problem: Text | None = None
    """Why it goes no further."""
    kept: float = 0.0
    """When it was last written down, in seconds since 1970."""

    def pack(self, game: AnyGame) -> str:
        """As it is kept, in JSON."""
        content = {
            "of": self.of,
            "moments": [pack_move(game, moment) for moment in self.moments],
            "problem": _optional(to_json, self.problem),
            "kept": self.kept,
        }
        return json.dumps(content)

    @classmethod
    def unpack(cls, content: str | None, record: Record, table: Table) -> StoredReview:
        """What was kept of the review of *record*: nothing, where it was another game or another version.

        The record was played at *table*: what its reasons name are moves of positions there.
        """
        of = fingerprint(record)
        try:
            kept = json.loads(content or "null")
            if kept["of"] != of:
                return cls(of)
            moments = [unpack_move(table, moment) for moment in kept["moments"]]
            return cls(of, moments, _optional(from_json, kept["problem"]), float(kept["kept"]))
        except (ValueError, LookupError, TypeError, AttributeError):
            return cls(of)


def fingerprint(record: Record) -> str:
    """Tells games apart that would be judged differently: a move taken back makes another game of it."""
    content = [FORM, record.game, dict(record.options), record.moves, record.ending, record.loser]
    if record.start:
        content.append(record.start)
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def pack_move(game: AnyGame, moment: JudgedMove) -> dict[str, Any]:
    """A judged move as JSON, every Text as :func:`to_json` writes it."""
    content = {one.name: getattr(moment, one.name) for one in fields(moment)}
    content["verdict"] = content.pop("judgement")
    return {
        **content,
        "label": to_json(moment.label),
        "best_label": to_json(moment.best_label),
        "remark": _optional(to_json, moment.remark),
        "why": [reason_to_json(game, reason) for reason in moment.why],
        "then": [asdict(step) for step in moment.then],
    }


def unpack_move(table: Table, content: dict[str, Any]) -> JudgedMove:
    """The judged move that :func:`pack_move` wrote; raises where it did not."""
    game, state = table.game, table.states[content["ply"]]
    view = game.view(state, state.turn)
    best = game.read(content["best"], view)
    rest = {name: value for name, value in content.items() if name != "verdict"}
    return JudgedMove(
        **{
            **rest,
            "judgement": content["verdict"],
            "at": _optional(tuple, content["at"]),
            "best_at": _optional(tuple, content["best_at"]),
            "label": from_json(content["label"]),
            "best_label": from_json(content["best_label"]),
            "remark": _optional(from_json, content["remark"]),
            "why": tuple(reason_from_json(game, view, reason, best) for reason in content["why"]),
            "then": tuple(
                ExpectedMove(**{**step, "at": _optional(tuple, step["at"])}) for step in content["then"]
            ),
        }
    )


def _optional(convert: Callable[[Any], T], value: Any) -> T | None:
    return None if value is None else convert(value)


def show_review(
    game: AnyGame, moments: Sequence[JudgedMove], points: Sequence[float] | None, total: int, language: str
) -> dict[str, Any]:
    """The review so far in a language, for the page and for programs; *points* are what each seat got."""
    levels = list(dict.fromkeys(moment.level for moment in moments))
    known = [game.engines[key] for key in levels if key in game.engines]
    return {
        "done": len(moments),
        "total": total,
        "level": levels[-1] if levels else None,
        "title": " · ".join(level.title.show(language) for level in known) or None,
        "about": "; ".join(level.about.show(language) for level in known) or None,
        "accuracy": [seat_accuracy(moments, seat) for seat in range(len(points or ()))],
        "graph": graph(moments, points, total),
        "moments": [_show_move(game, moment, language) for moment in moments],
    }


def seat_accuracy(moments: Sequence[JudgedMove], seat: int) -> float | None:
    """How accurately a seat played, in percent; None where nothing is known of its moves."""
    known = (one for one in moments if one.judged and one.judgement != "unclear")
    return accuracy([moment.cost for moment in known if moment.seat == seat])


def graph(moments: Sequence[JudgedMove], points: Sequence[float] | None, total: int) -> list[float | None]:
    """What the first seat could expect at first and after each move, and in the end what it got.

    After a move it is by the thought that judged the move, so that its card tells the same; where nobody
    knows what it cost, it is what could be expected before.
    """
    seats = len(points or ())
    expected = [moment.standing for moment in moments[:1]]
    for moment in moments:
        chance = moment.best_chance if moment.judgement == "unclear" else moment.chance
        expected.append(known_standing(chance, moment.seat, seats))
    return [*expected[:total], points[0]] if points and len(moments) == total else expected


def _show_move(game: AnyGame, moment: JudgedMove, language: str) -> dict[str, Any]:
    def show(text: Text) -> str:
        return moves_of(game.seat_names[moment.seat], text).show(language)

    return {
        **pack_move(game, moment),
        "name": game.move_name(moment.move).show(language),
        "best_name": game.move_name(moment.best).show(language),
        "then": [{**asdict(step), "name": game.move_name(step.move).show(language)} for step in moment.then],
        "title": moment.title.show(language),
        "label": show(moment.label),
        "short": in_short(moment.label, language),
        "best_label": show(moment.best_label),
        "best_short": in_short(moment.best_label, language),
        "remark": _optional(show, moment.remark),
        "why": [{"text": show(reason.text), "cells": reason.cells} for reason in moment.why],
    }
