"""Why the system refused a file, in the language of the person."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from damier.core.text import Refusal, Text

_REASONS: Mapping[int, Text] = {
    errno.ENOENT: Text("there is no such file or folder"),
    errno.EACCES: Text("you have no right to"),
    errno.EPERM: Text("you have no right to"),
    errno.EISDIR: Text("it is a folder"),
    errno.ENOTDIR: Text("a part of its path is not a folder"),
    errno.ENAMETOOLONG: Text("its name is too long"),
    errno.ELOOP: Text("its links lead round in a circle"),
    errno.ENOSPC: Text("no space is left"),
    errno.EROFS: Text("the disk can only be read"),
}
"""The usual reasons; any other is told as the system tells it."""

NO_FILE = Text("it is not a file")
"""Said of folders, devices and pipes."""


def trouble(error: Exception) -> Text:
    """What was wrong: with the file, or with its name where there can be no such file."""
    if not isinstance(error, OSError):  # a NUL or half a character in a name
        return Text("there can be no file of this name")
    return _REASONS.get(error.errno or 0, Text.literal(error.strerror or str(error)))


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say in a sentence why a file cannot be read; for the reading alone, not for what is made of it."""
    try:
        yield
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) and _can_exist(path):
            raise
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=trouble(error))) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in a sentence why a file or a folder cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) and _can_exist(path):
            raise
        raise Refusal(Text("cannot write {path}: {error}", path=str(path), error=trouble(error))) from error


def _can_exist(path: Path) -> bool:
    """Whether a file may have this name: without a NUL or half a character in it."""
    try:
        return b"\0" not in os.fsencode(path)
    except ValueError:
        return False
