"""A position as people give it: the moves that lead to it, its line of text, or a notation of others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.scene import At
from damier.core.text import IllegalMove, Refusal, Text, Unreadable


@dataclass(frozen=True, slots=True)
class ReachedState:
    """A state, and how it came to be."""

    state: Any
    moves: tuple[str, ...]
    """The moves that were made, as the game writes them."""
    last: At | None
    """Where the last of them was made."""


_NUMBER = re.compile(r"^[0-9]{1,4}\.+")
"""Of a move: ``12.``."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""What text begins with that has two bytes for a character."""
_RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½")


class _NoMove(Unreadable):
    """The very first word is no move: perhaps it was not meant to be one."""


def play_moves(game: AnyGame, state: Any, words: Sequence[str]) -> ReachedState:
    """*state* after the moves that *words* are, each a move or several written as one: ``4453``.

    What is no move is refused with its number.
    """
    first = game.view(state, state.turn)
    parts = [part for word in words for part in game.split(word, first) or (word,)]
    moves: list[str] = []
    last: At | None = None
    for number, word in enumerate(parts, 1):
        view = game.view(state, state.turn)
        try:
            move = game.read(word, view)
            state = state.play(move)
        except Refusal as problem:
            text = Text("move {n}, '{word}': {problem}", n=number, word=word[:40], problem=problem.text)
            if isinstance(problem, IllegalMove):
                raise IllegalMove(text) from None
            raise (_NoMove if number == 1 else Unreadable)(text) from None
        if number == len(parts):
            last = game.scene(view).where(move)
        moves.append(game.write(move))
    return ReachedState(state, tuple(moves), last)


@dataclass(frozen=True, slots=True)
class Understood:
    """What somebody gave as a position, and as what it was understood."""

    view: Any
    """What the seat to move may know."""
    what: Text
    """``4 moves from the start``."""
    reached: ReachedState | None = None
    """How it came to be, if by moves from the start."""


NOTHING_TOLD: Options = MappingProxyType({})


def read_view(game: AnyGame, options: Options, seed: int, position: str, told: Options = NOTHING_TOLD) -> Any:
    """What the seat to move may know of a position as people give it."""
    return understand(game, options, seed, position, told).view


def understand(
    game: AnyGame, options: Options, seed: int, given: str, told: Options = NOTHING_TOLD
) -> Understood:
    """A position: moves from a start with *options*, with their numbers or without; a line of text; or
    what others write, who may leave out what is *told*. Refused is what is none of them, with what was wrong
    of each."""
    words = [word for part in given.split() if (word := _NUMBER.sub("", part)) and word not in _RESULTS]
    try:
        reached = play_moves(game, game.deal(options, seed), words)
        view = game.view(reached.state, reached.state.turn)
        return Understood(view, Text("{n} moves from the start", n=len(reached.moves)), reached)
    except Refusal as problem:
        no_moves = problem
    try:
        return Understood(game.parse(given), Text("a position as a line of text"))
    except Refusal as problem:
        no_position = problem
    ours = game.translate(given, told)
    if ours is not None:
        return Understood(game.parse(ours), Text("a position in another notation: {ours}", ours=ours))
    if not isinstance(no_moves, _NoMove):
        raise no_moves
    both = Text(
        "these are no moves ({moves}) and no position ({position})",
        moves=no_moves.text,
        position=no_position.text,
    )
    raise Unreadable(both)


def understand_file(
    game: AnyGame,
    options: Options,
    seed: int,
    content: bytes,
    moves: Sequence[str] = (),
    told: Options = NOTHING_TOLD,
) -> Understood:
    """What a file holds, after *moves* in it: a position as text, or a whole game in the bytes of others.

    A whole game has a first move of its own, where none is named.
    """
    whole = None if content.startswith(UTF_16) else game.read_bytes(content)
    if whole is not None:
        state, first = whole
        reached = play_moves(game, state, moves or [game.write(first)])
        view = game.view(reached.state, reached.state.turn)
        return Understood(view, Text("{n} moves from the start", n=len(reached.moves)), reached)
    if not content.strip():
        raise Unreadable(Text("there is nothing in it"))
    try:
        text = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(Text("this is no text, and no board of a program that is known")) from None
    found = understand(game, options, seed, text, told)
    if not moves:
        return found
    if not game.is_open:
        raise Unreadable(Text("no move can be made here: this board does not tell what it hides"))
    reached = play_moves(game, found.view, moves)
    return Understood(reached.state, found.what, reached)
