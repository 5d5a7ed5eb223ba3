"""The words at the prompt that are not moves, in every language.

A sentence that names a command has a hole for its name: so what is offered in a language is understood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from damier.core.game import AnyGame
from damier.core.text import Refusal, Text, plain, said
from damier.terminal.screen import Screen

Commands: TypeAlias = Mapping[str, tuple[Text, Text]]
"""By its key, what a command is called and what it does: every language's word is understood everywhere."""

HELP, QUIT, CANCEL, AGAIN = Text("help"), Text("quit"), Text("cancel"), Text("again")
HEAT, SAVE, LOAD, UNDO, WHY = Text("heat"), Text("save"), Text("load"), Text("undo"), Text("why")

COMMANDS: Commands = {
    "hint": (Text("hint"), Text("the best move, with its reason")),
    "why": (WHY, Text("why the opponent made its last move")),
    "heat": (
        HEAT,
        Text("the opponent's number for every move; '{heat} LEVEL' asks another level", heat=HEAT),
    ),
    "undo": (UNDO, Text("take your last move back")),
    "redo": (Text("redo"), Text("make it again")),
    "save": (SAVE, Text("write the game to a file: {save} FILE", save=SAVE)),
    "load": (LOAD, Text("go on with a saved game: {load} FILE", load=LOAD)),
    "flip": (Text("flip"), Text("turn the board round")),
    "resign": (Text("resign"), Text("give up")),
    "help": (HELP, Text("this list, and the rules")),
    "quit": (QUIT, Text("leave; the game is saved")),
}
"""At the prompt of a game."""

AFTERWARDS: Commands = {"again": (AGAIN, Text("play another game")), **COMMANDS}
"""At the prompt of a game that is over."""

OFFERED = Text(
    "{again}, {undo}, {why}, {save} FILE or {quit}", again=AGAIN, undo=UNDO, why=WHY, save=SAVE, quit=QUIT
)
"""The most useful of them, in a line."""

ASIDE: Mapping[str, Text] = {"cancel": CANCEL, "help": HELP}
"""At a question that is asked on the way to something else: a number of a menu, an axis."""


class Back(Exception):
    """The person takes a question back."""


class Leave(Exception):
    """The person wants to go."""


def ask_line(screen: Screen, prompt: str) -> str:
    """What is typed; raises Leave at the end of input, and where somebody wants to go whatever was asked."""
    typed = screen.ask(prompt)
    if typed is None or typed_command(typed, {"quit": QUIT}) == ("quit", ""):
        raise Leave
    return typed


def ask_until(screen: Screen, prompt: Callable[[], str], obey: Callable[[str], bool]) -> None:
    """Ask until *obey* says of a line that this is done; whatever it refuses is told."""
    while True:
        typed = ask_line(screen, prompt())
        try:
            if obey(typed):
                return
        except Refusal as problem:
            screen.problem(problem.text)


def commands_of(game: AnyGame) -> Commands:
    """The commands at the prompt of a game: those of all games, and what can be asked in this one."""
    if game.inquiry is None:
        return COMMANDS
    (hint, told), *others = COMMANDS.items()
    return dict([(hint, told), ("ask", (game.inquiry.word, game.inquiry.about)), *others])


def command_names(commands: Commands) -> dict[str, Text]:
    """What each command is called."""
    return {key: name for key, (name, _) in commands.items()}


def typed_command(typed: str, called: Mapping[str, Text]) -> tuple[str, str] | None:
    """The command of those *called* so and the rest of the line, or None where it is not a command.

    A name may have several words, and those who write them as one are understood: ``por qué``, ``porqué``.
    """
    words = typed.split()
    known = {_one_word(name): key for key, text in called.items() for name in (key, *said(text))}
    most = max(len(name.split()) for text in called.values() for name in said(text))
    for count in range(min(most, len(words)), 0, -1):
        key = known.get(_one_word(" ".join(words[:count])).lstrip("/:"))
        if key is not None:
            return key, typed.split(maxsplit=count)[-1].strip() if count < len(words) else ""
    return None


def _one_word(name: str) -> str:
    return plain(name).replace(" ", "")
