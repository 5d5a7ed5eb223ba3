"""Tables with people, levels and bots at them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from damier.arena.players import USUAL, player
from damier.core.clock import Timing
from damier.core.engine import Limit
from damier.core.game import AnyGame
from damier.core.options import Options
from damier.core.record_files import open_record, save, spare
from damier.core.text import Text, Unreadable
from damier.engine_at_table import Ai
from damier.protocol.command import is_program
from damier.protocol.supervise import THINKING
from damier.table import PERSON, Table
from damier.terminal.play import Session
from damier.terminal.screen import Screen
from damier.terminal.show import watch_engines
from damier.terminal.warm import prepare_board, prepare_cold


def seats_for(game: AnyGame, options: Options, opponent: str | None, side: str) -> list[str]:
    """Who sits where: ``["person", "evaluator"]``."""
    if game.deal(options, 0).seats == 1:
        return [PERSON]
    if opponent is None:
        return [PERSON, PERSON]
    pair = [PERSON, opponent]
    swap = side == "second" or (side == "random" and secrets.randbelow(2) == 1)
    return pair[::-1] if swap else pair


def open_table(
    game: AnyGame,
    options: Options,
    seats: Sequence[str],
    *,
    seed: int | None = None,
    timing: Timing | None = None,
    best_of: int = 1,
) -> Table:
    """A table for *seats*: ``person``, levels by any of their names, Python files or programs."""
    names = []
    for name in seats:
        if name != PERSON:
            who = player(game, name)  # refuses who is not to be found, before anything is shown
            who.check_fits(game, game.first_view(options))
            name = name if name.endswith(".py") or is_program(name) else who.name
        names.append(name)
    return Table(game, options, seed=seed, players=names, timing=timing, best_of=best_of)


def resume_table(game: AnyGame, path: Path, opponent: str | None) -> Table:
    """The game saved in *path* goes on, against *opponent* if one is named."""
    record = open_record(path)
    if record.game != game.key:
        raise Unreadable(Text("this is a record of {other}, not of {game}", other=record.game, game=game.key))
    table = Table.resume(game, record)
    known = [name if name in game.engines else PERSON for name in table.players] or [PERSON]
    known += [PERSON] * (table.state.seats - len(known))
    if opponent is not None and table.state.seats > 1:
        known = [PERSON] * table.state.seats
        known[1 - table.turn] = opponent
    table.players = tuple(known[: table.state.seats])
    return table


def seat_ai(
    screen: Screen, table: Table, number: int, name: str, limit: Limit | None = None, hurry: bool = True
) -> Ai:
    """Seat an engine as player *number*: it thinks as long as it usually does, unless *limit* says otherwise.

    What a bot prints is shown: that is how its author sees what goes on in it.
    """
    level = table.game.engines.get(name)
    usual = limit or (level.usual if level else USUAL if is_program(name) else Limit())
    who = player(
        table.game, name, thinking=usual.time or THINKING, hear=lambda line: screen.line(line, "dim")
    )
    first = table.states[0]
    who.check_fits(table.game, table.game.view(first, first.turn))
    return Ai(table, number, who.make, replace(usual, lines=1), partial(screen.think, hurry=hurry)).init()


def play_at(screen: Screen, table: Table, limit: Limit | None = None, loaded: Path | None = None) -> None:
    """Play at the prompt; *loaded* is the file that the game was saved in."""
    prepare_board(screen, table.game, table.options)
    prepare_cold(screen, table.game, table.players, table.view())
    sit_down = partial(seat_ai, screen, limit=limit)
    ais = {
        number: sit_down(table, number, name) for number, name in enumerate(table.players) if name != PERSON
    }
    Session(screen, table, ais, sit_down, loaded).run()


def watch_at(
    screen: Screen, table: Table, delay: float, limit: Limit | None = None, path: Path | None = None
) -> None:
    """Watch engines; the game is saved at the end, or when it is stopped."""
    if path is not None:
        spare(path)
        save(path, table.record())  # refused now rather than at the end of the game
    prepare_board(screen, table.game, table.options)
    prepare_cold(screen, table.game, table.players, table.view())
    ais = [seat_ai(screen, table, number, name, limit, False) for number, name in enumerate(table.players)]
    try:
        watch_engines(screen, table, ais, delay)
    finally:
        if path is not None:
            save(path, table.record())
            screen.say(Text("saved in {path}", path=str(path)))


def read_timing(clock: str) -> Timing:
    """``5``, ``5+3``: minutes for the game, seconds more for each move."""
    match = re.fullmatch(
        r"\s*(\d{1,4}(?:\.\d{1,3})?)\s*(?:\+\s*(\d{1,4}(?:\.\d{1,3})?)\s*)?", clock, re.ASCII
    )
    if match is None or float(match[1]) == 0:
        raise Unreadable(
            Text("'{word}' is not a clock: write minutes and seconds a move, as in 5+3", word=clock[:40])
        )
    return Timing(60 * float(match[1]), float(match[2] or 0))
