"""Records in files: written whole or not at all, and read with a reason where they cannot be."""

from __future__ import annotations

import os
import tempfile
from itertools import islice
from pathlib import Path

from damier.core.os_errors import NO_FILE, reading, trouble, writing
from damier.core.record import FORMAT, Record
from damier.core.record_text import read_records, write_text
from damier.core.text import Refusal, Text, Unreadable

MAX_BYTES = 4_000_000
"""A longer file is not a record of ours."""

UMASK = os.umask(0o077)
os.umask(UMASK)  # there is no way to read it but to set it
"""What others may not do with new files; a temporary file is for its owner alone."""

TEXT_SUFFIX = ".txt"
"""A file of such a name is written as record text, any other one as JSON; both are read whatever the name."""


def save(path: Path, record: Record) -> None:
    """Write *record* to a file: as record text if its name ends in ``.txt``, else as a line of JSON."""
    is_text = path.suffix.lower() == TEXT_SUFFIX
    write_whole(path, write_text(record) if is_text else record.dump() + "\n")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a kill at any moment leaves the old or the new one whole."""
    target, handle, name = _beside(path)
    try:
        with writing(path):
            with os.fdopen(handle, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~UMASK)
            os.replace(name, target)
            _sync_folder(target.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse now where :func:`write_whole` would refuse after the long work whose result is to be written."""
    _, handle, name = _beside(path)
    os.close(handle)
    Path(name).unlink(missing_ok=True)


def _beside(path: Path) -> tuple[Path, int, str]:
    """The file that is meant, and a new one beside it, open and by its name."""
    if _is_odd(path):
        raise Refusal(Text("cannot write {path}: {error}", path=str(path), error=NO_FILE))
    try:
        target = path.resolve()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refusal(Text("cannot write {path}: {error}", path=str(path), error=trouble(error))) from error
    return target, handle, name


def spare(path: Path) -> None:
    """Refuse to write over anything but a record: a wrong name must not cost somebody a file."""
    if not os.path.exists(path):  # where even that cannot be told, writing will say why
        return
    try:
        open_record(path)
    except Refusal as problem:
        raise Refusal(
            Text("{path} is there already and is not a saved game: choose another name", path=str(path))
        ) from problem


def _is_odd(path: Path) -> bool:
    """Whether it is a folder, a device or a pipe: one would be replaced, another lets us wait for ever."""
    return os.path.exists(path) and not os.path.isfile(path)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_bytes(path: Path, most: int) -> bytes:
    """The first bytes of a file, all where *most* is -1; refused with the reason where it cannot be read."""
    with reading(path), path.open("rb") as file:
        return file.read(most)


def open_record(path: Path) -> Record:
    """The record in a file; a broken file is refused with the reason and left untouched."""
    if _is_odd(path):
        raise Refusal(Text("cannot read {path}: {error}", path=str(path), error=NO_FILE))
    raw = read_bytes(path, MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise Unreadable(Text("this is not a record: it is longer than {size} bytes", size=MAX_BYTES))
    try:
        words = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(Text("this is not a record: it is not text in UTF-8")) from None
    found = [record for _, record in islice(read_records(words), 2)]
    if not found:
        raise Unreadable(Text("this is not a record: it does not begin with '{words}'", words=FORMAT))
    if isinstance(found[0], Refusal):
        raise found[0]
    if len(found) > 1:
        raise Unreadable(
            Text("this file holds several records: put the one that is meant in a file of its own")
        )
    return found[0]
