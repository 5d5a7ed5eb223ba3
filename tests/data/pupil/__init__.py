"""Connect Four on a small board with a level that is trained: the frame of training at toy size."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from damier.core.engine import UNTIL_DONE, Analysis, Level, Limit, Line, dice
from damier.core.text import Text
from damier.core.tools.training import SelfPlay, Training
from damier.core.verdict import Score
from damier.engines.weights import load_weights
from damier.games.connect4 import GAME as CONNECT4
from damier.games.connect4.notation import text
from damier.games.connect4.rules import Position

KEY = "pupil"
SHARE = 0.2
"""Of the moves of self-play, how many are chosen at random."""
STEPS = 200
RATE = 0.1


def features(view: Position, seat: int) -> list[float]:
    """For each side, how many fours are still open to it with one, two and three of its discs."""
    counts = [0.0] * 6
    for four in view.board.lines:
        mine, theirs = (four & view.discs[seat]).bit_count(), (four & view.discs[1 - seat]).bit_count()
        if mine and not theirs:
            counts[min(mine, 3) - 1] += 1
        if theirs and not mine:
            counts[3 + min(theirs, 3) - 1] += 1
    return counts


class Pupil:
    """Plays the move after which its weights like the board most."""

    def __init__(self, seed: int, weights: list[float]) -> None:
        self.seed = seed
        self.weights = weights

    def think(self, view: Position, limit: Limit) -> Iterator[Analysis[int]]:
        chance = dice(self.seed, text(view))
        lines = []
        for move in view.moves():
            after = view.play(move)
            value = (
                math.inf
                if after.won
                else sum(map(lambda w, x: w * x, self.weights, features(after, view.turn)))
            )
            lines.append((min(value, 1e6), chance.random(), move))
        lines.sort(reverse=True)
        said = tuple(
            Line(
                move=move,
                value=value,
                chance=1 / (1 + math.exp(-max(-30.0, min(30.0, value)))),
                verdict=Score(value),
            )
            for value, _, move in lines
        )
        yield Analysis(move=lines[0][2], lines=said[: limit.lines])


def read(path: Path | None) -> list[float]:
    return [0.0] * 6 if path is None else [float(number) for number in load_weights(path, KEY)[0]["linear"]]


def with_weights(path: Path) -> Callable[[int], Pupil]:
    return partial(Pupil, weights=read(path))


def play(part: SelfPlay) -> str:
    """What some games teach: the features of each position, and what became of it."""
    chance = random.Random(part.seed)
    samples = []
    for number in range(part.games):
        state, seen = GAME.begin(), []
        pupil = Pupil(part.seed + number, read(part.weights))
        while state.outcome() is None:
            any_move = chance.choice(state.moves())
            chosen = next(pupil.think(state, Limit())).move
            seat = state.turn
            state = state.play(any_move if chance.random() < SHARE else chosen)
            seen.append((seat, features(state, seat)))
        outcome = state.outcome()
        assert outcome is not None
        samples += [[*found, outcome.points[seat]] for seat, found in seen]
    return json.dumps(samples)


def fit(lines: Iterable[str], weights: Path | None, seed: int) -> dict[str, Any]:
    """Logistic regression by plain descent."""
    import numpy as np

    table = np.array([sample for line in lines for sample in json.loads(line)])
    linear = np.array(read(weights))
    for _ in range(STEPS):
        believed = 1 / (1 + np.exp(-np.clip(table[:, :-1] @ linear, -30, 30)))
        linear += RATE * table[:, :-1].T @ (table[:, -1] - believed) / len(table)
    return {"linear": linear}


def no_run(words: Any, say: Any) -> None:
    raise AssertionError("damier train conducts it")


GAME = replace(
    CONNECT4,
    key=KEY,
    title=Text.literal("Pupil"),
    presets={"5x4": {"size": "5x4"}},
    engines={
        "student": Level(
            title=Text.literal("Student"),
            about=Text.literal("plays what its weights like"),
            make=partial(Pupil, weights=[0.0] * 6),
            usual=UNTIL_DONE,
            with_weights=with_weights,
        )
    },
    tools={
        "train": Training(
            Text.literal("trains the student"), no_run, "student", play, fit, games=60, batch=10
        )
    },
    demo=(),
)
