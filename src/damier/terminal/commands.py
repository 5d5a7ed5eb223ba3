"""The words at the prompt that are not moves, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from damier.core.text import Text, plain, said

COMMANDS: Mapping[str, tuple[Text, Text]] = {
    "hint": (Text("hint"), Text("the best move, with its reason")),
    "why": (Text("why"), Text("why the opponent made its last move")),
    "heat": (Text("heat"), Text("the opponent's number for every move; 'heat LEVEL' asks another level")),
    "undo": (Text("undo"), Text("take your last move back")),
    "redo": (Text("redo"), Text("make it again")),
    "save": (Text("save"), Text("write the game to a file: save FILE")),
    "load": (Text("load"), Text("go on with a saved game: load FILE")),
    "flip": (Text("flip"), Text("turn the board round")),
    "resign": (Text("resign"), Text("give up")),
    "help": (Text("help"), Text("this list, and the rules")),
    "quit": (Text("quit"), Text("leave; the game is saved")),
}
"""What each command is called and what it does; every language's word is understood everywhere."""


def command(typed: str, commands: Mapping[str, tuple[Text, Text]] = COMMANDS) -> tuple[str, str] | None:
    """The command and the rest of the line, or None where it is not a command."""
    first, _, rest = typed.strip().partition(" ")
    wanted = plain(first).lstrip("/:")
    for key, (name, _) in commands.items():
        if wanted == key or wanted in said(name):
            return key, rest.strip()
    return None


def is_quit(typed: str) -> bool:
    """Whether somebody wants to go, whatever was asked."""
    return command(typed) == ("quit", "")
