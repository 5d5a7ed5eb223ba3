"""Files in the user's data folder; a folder that cannot be written stops no game."""

from __future__ import annotations

import itertools
import json
import os
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from damier.core.options import Options
from damier.core.record import Record, read_seconds
from damier.core.record_files import save, write_whole
from damier.core.text import Refusal


def data_folder() -> Path:
    """Where damier keeps things: ``DAMIER_DATA`` if set, else the user's data folder."""
    given = os.environ.get("DAMIER_DATA")
    return Path(given) if given else Path(platformdirs.user_data_dir("damier"))


def runs_folder() -> Path:
    """Where tournaments are kept that nobody named a folder for, and where the page looks for them."""
    return data_folder() / "runs"


def save_place(game: str, loaded: Path | None = None) -> Path:
    """Where a game under way is kept: a new file, or the one in our folder that it was *loaded* from."""
    folder = data_folder() / "saves"
    if loaded is not None and loaded.resolve().parent == folder.resolve():
        return loaded
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    names = itertools.chain([f"{stem}.json"], (f"{stem}-{i}.json" for i in itertools.count(2)))
    return next(folder / name for name in names if not os.path.exists(folder / name))


def keep_file(path: Path, content: Record | str) -> bool:
    """Save a record or any text, making the folder if need be; False where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Record):
            save(path, content)
        else:
            write_whole(path, content)
    except (OSError, Refusal):
        return False
    return True


def read_kept(path: Path) -> str | None:
    """What is in a file of ours; None where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def discard(path: Path) -> None:
    """Remove what is no longer needed."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def best_time(game: str, options: Options) -> float | None:
    """The best time so far, in seconds."""
    return _best_times().get(_key(game, options))


def keep_best_time(game: str, options: Options, seconds: float) -> bool:
    """Remember *seconds* if nobody was faster; whether it is a new best."""
    before = best_time(game, options)
    if before is not None and before <= seconds:
        return False
    content = json.dumps({**_best_times(), _key(game, options): round(seconds, 1)}, indent=1)
    return keep_file(data_folder() / "best.json", content + "\n")


def _best_times() -> dict[str, float]:
    try:
        content = json.loads(read_kept(data_folder() / "best.json") or "{}")
        times = {key: read_seconds(value) for key, value in content.items()}
    except (ValueError, RecursionError, AttributeError):
        return {}
    return {key: seconds for key, seconds in times.items() if seconds is not None}


def _key(game: str, options: Options) -> str:
    return " ".join([game, *(f"{name}={value}" for name, value in options.items())])
