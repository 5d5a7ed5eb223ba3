"""A player that is named by its command: ``exec:./engine --flag``."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence

from damier.core.text import Text, Unreadable
from damier.protocol.process import clean

PREFIX = "exec:"
"""What stands before a command where players are named."""


def is_program(player: str) -> bool:
    """Whether *words* name a player by its command."""
    return player.strip().startswith(PREFIX)


def read_command(player: str) -> list[str]:
    """The command in ``exec:./engine --flag``, its program as an absolute path; refuses what is not there."""
    try:
        command = shlex.split(player.strip().removeprefix(PREFIX), posix=os.name == "posix")
    except ValueError as error:
        raise Unreadable(
            Text("'{word}' is not a command: {error}", word=clean(player, 60), error=str(error))
        ) from None
    if not command:
        raise Unreadable(Text("write a command after exec:, as in exec:./engine"))
    name = os.path.expanduser(command[0])
    # What lies here is found without ./ too, as people forget it.
    found = None if "\0" in player else shutil.which(name) or shutil.which(os.path.join(os.curdir, name))
    if found is None:
        raise Unreadable(
            Text("{path} cannot be run: make it executable with chmod +x", path=clean(name, 200))
            if os.path.isfile(name)  # no error either for a name that is none
            else Text("there is no program {path}", path=clean(name, 200))
        )
    return [os.path.abspath(found), *map(_absolute_argument, command[1:])]


def _absolute_argument(word: str) -> str:
    """An argument that is a file here, by its whole path: an engine runs in a folder of its own."""
    is_path = not word.startswith("-") and ("." in word or os.sep in word)
    return os.path.abspath(word) if is_path and os.path.isfile(word) else word


def absolute_command(player: str) -> str:
    """``exec:`` words that mean the same in every folder."""
    return PREFIX + shlex.join(read_command(player))


def short_name(command: Sequence[str]) -> str:
    """What tables call it: the names of files without their folders."""
    words = [os.path.basename(word) if os.path.isabs(word) else word for word in command]
    return clean(" ".join(words), 60)
