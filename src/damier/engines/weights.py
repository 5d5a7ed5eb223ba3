"""Weights of a trained engine: named arrays in a file, with what made them, checked before use.

The file is a plain ``.npz`` that numpy reads without us. Beside the arrays it holds one line of JSON, the
:class:`Origin`, and in that a hash of the arrays: a file that was damaged or changed by hand is refused.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from damier.core.record_files import read_bytes, write_whole
from damier.core.text import Text, Unreadable

FORMAT = "damier weights 1"
"""What the file is, and the version of its format."""

ORIGIN = "origin"
"""The name under which the file keeps its line of JSON."""

Arrays: TypeAlias = Mapping[str, Any]
"""Arrays of numpy by name: ``{"hidden": …, "output": …}``."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where weights come from."""

    game: str
    """The key of the game that they are for: ``quoridor``."""
    command: str
    """What made them: ``damier train quoridor --games 20000 --seed 1``."""
    seed: int
    """The seed of the training: the same one makes the same weights."""


def save_weights(path: Path, arrays: Arrays, origin: Origin) -> None:
    """Write a file of weights, whole or not at all; the same weights make the same bytes."""
    import numpy as np

    about = json.dumps({"format": FORMAT, **asdict(origin), "hash": _hash(arrays)}, sort_keys=True)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in {**arrays, ORIGIN: np.array(about)}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # its date is always that of 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
    write_whole(path, written.getvalue())


def load_weights(path: Path, game: str) -> tuple[dict[str, Any], Origin]:
    """The arrays in a file and where they come from; refused where it is not whole or for another game."""
    import numpy as np

    raw = read_bytes(path, -1)
    try:
        with np.load(io.BytesIO(raw), allow_pickle=False) as content:
            arrays = {name: content[name] for name in content.files}
        about = json.loads(str(arrays.pop(ORIGIN)))
        if about.pop("format") != FORMAT:
            raise ValueError("another format")
        found = about.pop("hash")
        origin = Origin(**about)
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        AttributeError,
        zipfile.BadZipFile,
        RecursionError,
    ):
        raise Unreadable(Text("{path} is not a file of weights", path=str(path))) from None
    if found != _hash(arrays):
        raise Unreadable(
            Text("{path} is damaged: make it anew with '{command}'", path=str(path), command=origin.command)
        )
    if origin.game != game:
        raise Unreadable(Text("the weights in {path} are for '{game}'", path=str(path), game=origin.game))
    return arrays, origin


def _hash(arrays: Arrays) -> str:
    """A hash of names, types, shapes and numbers."""
    import numpy as np

    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\0".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
