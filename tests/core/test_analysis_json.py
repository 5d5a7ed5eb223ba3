"""What engines think, written down and read again: nothing is lost, and what older versions wrote is read."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest

from damier.arena.play_game import opinion
from damier.core.analysis_json import from_json, line_to_json, reason_from_json, shown, to_json
from damier.core.engine import Analysis, Limit, Line, Reason, think
from damier.core.game import AnyGame
from damier.core.record import Record
from damier.core.text import Text
from damier.core.verdict import Draw, Loss, Margin, Risk, Score, Verdict, Win
from damier.games import games
from damier.web.thinking.stored_analysis import pack_thought, unpack_thought
from damier.web.tournaments.tournament_games import views_of

GAMES = games()
LEVELS = [(key, level) for key, game in GAMES.items() for level in game.engines]
OLD = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "opinions_without_verdicts.jsonl")
    .read_text("utf-8")
    .splitlines()
]
"""Thoughts and records as they were kept before there were verdicts, and what the page showed of them."""

LATE = {"connect4": range(24, 34), "quoridor": range(12), "dots": range(30, 50)}
"""Plies after which a random position is asked about, so that solvers are soon done; elsewhere a few."""

SMALL = {"quoridor": {"size": "5x5"}, "dots": {"size": "5x5"}}


def somewhere(game: AnyGame, level: str, rng: random.Random) -> Any:
    """What a seat sees of a random position that goes on, on a board that the level plays."""
    boards = [game.settle(None, SMALL.get(game.key)), *map(game.settle, game.presets)]
    fits = game.engines[level].fits
    options = next(each for each in boards if fits(game.view(game.deal(each, 0), 0)))
    while True:
        state = game.deal(options, rng.randrange(1000))
        for _ in range(rng.choice(LATE.get(game.key, range(6)))):
            after = [state.play(move) for move in rng.sample(list(state.moves()), min(8, len(state.moves())))]
            state = next((each for each in after if each.outcome() is None), state)
        if state.outcome() is None:
            return game.view(state, state.turn)


def written(content: Any) -> Any:
    """As a file gives it back."""
    return json.loads(json.dumps(content, allow_nan=False))


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_an_opinion_of_every_level_is_read_as_it_was(key: str, level: str) -> None:
    game, rng = GAMES[key], random.Random(f"{key} {level}")
    for seed in range(3):
        view = somewhere(game, level, rng)
        analysis = think(game.engines[level].make(seed), view, Limit(nodes=300, depth=3))
        again = from_json(game, view, written(to_json(game, analysis)))
        assert again == analysis
        for language in ("en", "fr", "es"):
            in_words = written(shown(to_json(game, analysis), language))
            assert from_json(game, view, in_words) == analysis, "words beside the templates do no harm"
            assert [line["label"]["shown"] for line in in_words["lines"]] == [
                line.label.show(language) for line in analysis.lines
            ]
        packed = json.loads(pack_thought(game, level, view, analysis))
        assert from_json(game, view, packed) == analysis, "the page keeps all of it, and places beside"


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_every_reason_has_a_kind_and_its_verdict_agrees_with_its_chance(key: str, level: str) -> None:
    game, rng = GAMES[key], random.Random(f"kinds of {key} {level}")
    view = somewhere(game, level, rng)
    analysis = think(game.engines[level].make(0), view, Limit(nodes=300, depth=3))
    reasons = [*analysis.why, *(reason for line in analysis.lines for reason in line.why)]
    assert reasons and all(re.fullmatch(r"[a-z]+(-[a-z]+)*", reason.kind) for reason in reasons)
    for line in analysis.lines:
        if isinstance(line.verdict, Win | Loss):
            assert line.chance == isinstance(line.verdict, Win)


VERDICTS: list[Verdict] = [
    Win(5, proven=True),
    Loss(4),
    Draw(proven=True),
    Margin(-2, proven=True),
    Margin(1.5),
    Risk(0.25, sure=0.99, estimated=True),
    Score(0.5, "g", Text("draws"), at_most=True, less_is_better=True, proven=True),
    Score(1.0, words=Text.literal("")),
]


@pytest.mark.parametrize("verdict", VERDICTS, ids=repr)
def test_a_verdict_is_read_as_it_was(verdict: Verdict) -> None:
    game = GAMES["connect4"]
    view = game.begin()
    reason = Reason(Text("draws"), ((1, 11),), kind="blocks", moves=(3, 4))
    line = Line(move=4, value=-math.inf, chance=0.5, verdict=verdict, then=(4, 5), why=(reason,))
    analysis = Analysis(move=4, lines=(line,), why=(reason,), depth=3, nodes=7, labels=(((7, 1), verdict),))
    assert from_json(game, view, written(to_json(game, analysis))) == analysis


def test_what_is_usual_is_not_written() -> None:
    line = Line(move=4, value=3, chance=1.0, verdict=Win(5, proven=True))
    assert line_to_json(GAMES["connect4"], line) == {
        "move": "4",
        "value": 3,
        "chance": 1.0,
        "verdict": {"kind": "win", "n": 5, "proven": True},
        "label": {
            "message": "wins in {n} {own}",
            "params": {"n": 3, "own": {"message": "own moves", "params": {}}},
        },
        "proven": True,
        "then": [],
        "why": [],
    }
    assert opinion(Analysis(move=4, lines=(line,), depth=2, nodes=9)) == {
        "depth": 2,
        "nodes": 9,
        "value": 3.0,
        "chance": 1.0,
        "verdict": {"kind": "win", "n": 5, "proven": True},
    }


def test_a_reason_may_name_a_reply() -> None:
    """A cell that only the move makes free to land on: a wall's answer, a step behind the pawn."""
    game = GAMES["quoridor"]
    view = game.begin()
    move, reply = game.read("e2", view), game.read("e8", view.play(game.read("e2", view)))
    told = {"kind": "x", "text": {"literal": ""}, "cells": [], "moves": ["e8"]}
    assert reason_from_json(game, view, told, move).moves == (reply,)


def named(game: AnyGame, shown: Any) -> Any:
    """What was shown, with what people read for each move beside it."""
    if isinstance(shown, list):
        return [named(game, item) for item in shown]
    if not isinstance(shown, dict):
        return shown
    name = {"name": game.move_name(shown["move"]).show("fr")} if "move" in shown else {}
    return {**{key: named(game, value) for key, value in shown.items()}, **name}


@pytest.mark.parametrize("case", OLD, ids=lambda case: f"{case['game']}-{case['level']}")
def test_what_the_last_version_kept_is_read_and_shown_as_it_was(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]]
    view = game.parse(case["position"])
    thought = case["thought"]
    assert "verdict" not in thought["lines"][0]
    legend = game.engines[case["level"]].legend
    shown = named(game, {**case["shown"]["fr"], "legend": legend.show("fr") if legend else ""})
    # Colours are new, labels for cells, and how sure a chance is.
    new = [{"heat": line["chance"], "short": line["label"], "error": 0.0} for line in shown["lines"]]
    shown["lines"] = [{**line, **more} for line, more in zip(shown["lines"], new, strict=True)]
    shown["tells_result"] = False  # which nobody knows of reasons without a kind
    shown["title"] = game.engines[case["level"]].title.show("fr")  # a level may be called otherwise today
    assert unpack_thought(json.dumps(thought), "fr").model_dump(mode="json") == shown
    analysis = from_json(game, view, thought)
    assert game.write(analysis.move) == thought["move"]
    for line, kept in zip(analysis.lines, thought["lines"], strict=True):
        assert (line.value, line.chance, line.proven) == (kept["value"], kept["chance"], kept["proven"])
        assert [game.write(move) for move in line.then] == [step["move"] for step in kept["then"]]
        assert len(line.why) == len(kept["why"])
    labels = [line.label.show("fr") for line in analysis.lines]
    assert labels == [line["label"] for line in case["shown"]["fr"]["lines"]]
    record = Record(game=game.key, options={}, seed=0, moves=("?",), more={"opinions": [case["opinion"]]})
    (seen,) = views_of(record, game.seat_names[:1], "fr")
    assert seen is not None and seen.model_dump(mode="json") == case["view"]["fr"]


def test_a_record_of_the_arena_shows_its_verdict_in_any_language() -> None:
    line = Line(move=4, value=3, chance=1.0, verdict=Win(5, proven=True))
    more = {"opinions": [opinion(Analysis(move=4, lines=(line,), depth=2, nodes=9))]}
    record = Record(game="connect4", options={}, seed=0, moves=("4",), more=written(more))
    (seen,) = views_of(record, GAMES["connect4"].seat_names[:1], "es")
    assert seen is not None and (seen.label, seen.proven, seen.chance) == (
        "gana en 3 jugadas de amarillo",
        True,
        1.0,
    )


def test_the_page_says_whose_moves_are_counted() -> None:
    """In a list by the seat or to you, and in a cell, which has no room, by a legend."""
    game = GAMES["connect4"]
    view = game.begin().play(4)
    line = Line(move=4, value=3, chance=1.0, verdict=Win(5, proven=True))
    packed = pack_thought(game, "perfect", view, Analysis(move=4, lines=(line,)))
    told = [unpack_thought(packed, language) for language in ("en", "fr", "es")]
    assert [one.lines[0].label for one in told] == [
        "wins in 3 of red's moves",
        "gagne en 3 coups de rouge",
        "gana en 3 jugadas de rojo",
    ]
    assert [one.legend for one in told] == [
        "“wins in 3” means wins in 3 of red's moves",
        "«\N{NO-BREAK SPACE}gagne en 3\N{NO-BREAK SPACE}» signifie gagne en 3 coups de rouge",
        "«gana en 3» significa gana en 3 jugadas de rojo",
    ]
    yours = unpack_thought(packed, "en", to_you=True)
    assert (yours.lines[0].label, yours.lines[0].short) == ("wins in 3 of your moves", "wins in 3")
