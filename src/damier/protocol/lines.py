"""The lines that damier and an engine exchange, both ways: docs/protocol.md is their specification."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from damier.core.engine import Clock, Limit
from damier.core.game import AnyGame, Seat
from damier.core.options import Options
from damier.core.read_position import play_moves
from damier.core.text import IllegalMove, Refusal, Text, Unreadable
from damier.protocol.process import clean

VERSION = 1
"""Of the protocol."""

HELLO = f"damier {VERSION}"
"""The first line that an engine hears."""

HELLO_BACK = "damierok"
"""The last line of an engine's introduction."""

NONE = "none"
"""What stands for a move where there is none."""

UNASKED = Limit().lines
"""The number of lines that means that nobody asked for a number."""

_GO = ("movetime", "cputime", "nodes", "depth", "times", "increments", "lines", "infinite")


# Positions


def write_setup(game: AnyGame, options: Options) -> str:
    """The name of a preset, or every option: ``9x9``, ``size=9x9 walls=3``."""
    return game.preset_of(options) or " ".join(f"{name}={value}" for name, value in options.items())


def read_setup(game: AnyGame, words: Sequence[str]) -> Options:
    """Complete options from ``9x9``, ``9x9 walls=3`` or ``size=9x9 walls=3``; the usual ones from nothing."""
    preset: str | None = None
    given: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            given[name] = value
        elif word in game.presets or "size" not in game.options:
            preset = word
        else:
            given["size"] = word
    return game.settle(preset, given)


@dataclass(slots=True)
class Story:
    """How a game came to be where it is, as far as it was told."""

    game: AnyGame
    options: Options | None = None
    moves: list[str] = field(default_factory=list)
    state: Any = None
    """Where these moves lead without chance; None where they lead nowhere."""

    def follow(self, options: Options, moves: Sequence[str]) -> None:
        """Take what was told; what is known already is not played again."""
        known = len(self.moves)
        if self.state is None or options != self.options or list(moves[:known]) != self.moves:
            self.options, self.moves, known = dict(options), [], 0
            self.state = self.game.deal(self.game.settle(None, options), 0)
        try:
            for word in moves[known:]:
                self.state = self.state.play(
                    self.game.read(word, self.game.view(self.state, self.state.turn))
                )
                self.moves.append(word)
        except Refusal:
            self.state = None  # chance had a part in this game

    def position(self, view: Any) -> str:
        """The command that tells an engine *view*.

        Setup and moves are told only where they lead to *view* by themselves, whatever the seed: then they
        give away nothing that the view hides.
        """
        setup = None
        moves: list[str] = []
        if self.options is not None:
            if self.state == view:
                setup, moves = write_setup(self.game, self.options), self.moves
        else:
            setup = next((name for name in self.game.presets if self.game.begin(name, seed=0) == view), None)
        return write_position(self.game, view, setup, moves)


def write_position(game: AnyGame, view: Any, setup: str | None = None, moves: Sequence[str] = ()) -> str:
    """``position setup 9x9 moves e2 e8 text 9x9 e2,e8 10,10 2 - -``."""
    words = ["position"]
    if setup is not None:
        words += ["setup", setup]
        if moves:
            words += ["moves", *moves]
    return " ".join([*words, "text", game.text(view)])


def read_position(game: AnyGame, rest: str) -> Any:
    """The view that the words after ``position`` tell; the text, where there is one, says it all."""
    told, text, position = f" {rest} ".partition(" text ")
    if text:
        return game.parse(position.strip())
    setup, _, moves = told.partition(" moves ")
    names = setup.split()
    state = game.deal(read_setup(game, names[1:] if names[:1] == ["setup"] else []), 0)
    if game.view(state, state.turn) != state:
        raise Unreadable(Text("{game} hides something: the position must come as text", game=game.title))
    try:
        return play_moves(game, state, moves.split()).state
    except IllegalMove as problem:  # nobody moves here: a position that cannot be is no position
        raise Unreadable(problem.text) from None


# Answers


def first_word(line: str | None) -> str:
    """What a line is about: ``bestmove``; empty where there is none."""
    return next(iter((line or "").split()), "")


def after_first(line: str) -> str:
    """What a line says about it: ``4``."""
    return line.strip().partition(first_word(line))[2].strip()


def read_answer(game: AnyGame, view: Any, answer: str) -> Any:
    """The move that an engine means; anything but a legal one is refused."""
    move = game.read(clean(answer), view)
    if move not in view.moves():
        raise Refusal(Text("it is not among the legal moves"))
    return move


# Limits


def write_go(limit: Limit) -> str:
    """``go movetime 50 nodes 2000``: times in milliseconds."""
    words = ["go"]
    if limit.time is not None:
        words += ["movetime", _milliseconds(limit.time)]
    if limit.cpu is not None:
        words += ["cputime", _milliseconds(limit.cpu)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.clock is not None:
        words += ["times", *map(_milliseconds, limit.clock.left)]
        words += ["increments", *[_milliseconds(limit.clock.increment, 0)] * len(limit.clock.left)]
    if limit.lines != UNASKED:
        words += ["lines", str(limit.lines)]
    return " ".join(words)


def _milliseconds(seconds: float, least: int = 1) -> str:
    return str(max(least, math.floor(seconds * 1000) if math.isfinite(seconds) else 10**9))


def read_go(rest: str, turn: Seat, usual: Limit) -> Limit:
    """The limit in the words after ``go``, the *usual* one where they name none."""
    said = dict(split_keys(rest.split(), _GO))
    found: dict[str, Any] = {}
    for key, name in (("movetime", "time"), ("cputime", "cpu")):
        if key in said:
            found[name] = _number(key, said[key]) / 1000
    for key in ("nodes", "depth", "lines"):
        if key in said:
            found[key] = max(1, int(_number(key, said[key])))
    if "times" in said:
        left = tuple(_number("times", word) / 1000 for word in said["times"].split()) or (0.0,)
        added = [_number("increments", word) / 1000 for word in said.get("increments", "").split()] or [0.0]
        if turn >= len(left):
            raise Unreadable(Text("'times' needs a number for each seat: this is seat {n}", n=turn + 1))
        found["clock"] = Clock(left, added[min(turn, len(added) - 1)])
    if "infinite" in said:
        found.setdefault("time", math.inf)  # without any limit a level would look a little and answer
    if set(found) - {"lines"}:
        return Limit(**found)
    return replace(usual, **found)


def _number(key: str, word: str) -> float:
    first = word.split()[:1]
    if not first or not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", first[0], re.ASCII):
        raise Unreadable(
            Text("'{word}' is not a number for {name}: write for example 50", word=word[:40], name=key)
        )
    return float(first[0])


def split_keys(words: Sequence[str], keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each key that stands among *words*, with the words up to the next one."""
    key = ""
    values: list[str] = []
    for word in words:
        if word in keys:
            if key:
                yield key, " ".join(values)
            key, values = word, []
        else:
            values.append(word)
    if key:
        yield key, " ".join(values)
