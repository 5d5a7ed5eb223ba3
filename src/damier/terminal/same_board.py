"""How somebody else gets the board that was just played alone."""

from __future__ import annotations

from damier.core.game import AnyGame
from damier.core.options import Options, Switch
from damier.core.text import Text
from damier.table import Table
from damier.terminal.screen import Screen


def tell_same_board(screen: Screen, table: Table) -> None:
    """The command and the first move that lay the same board: for one player, once all is shown."""
    first = table.first_move()
    if table.state.seats != 1 or first is None or table.start_position:
        return
    words = f"damier play {table.game.key} {_flags(table.game, table.options)} --seed {table.seed}"
    screen.say(
        Text("the same board again: {command}, and first {move}", command=words, move=table.game.name(first)),
        "dim",
    )


def _flags(game: AnyGame, options: Options) -> str:
    """Options as they are typed: ``--setup expert --no-guess``."""
    preset, rest, apart = game.named(options)
    given = apart if preset else {**rest, **apart}
    flags = [f"--setup {preset}"] if preset else []
    for name, value in given.items():
        flag = f"--{name.replace('_', '-')}"
        flags.append(flag if isinstance(game.options[name], Switch) else f"{flag} {value}")
    return " ".join(flags)
