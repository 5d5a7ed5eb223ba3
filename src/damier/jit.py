"""The one door to numba.

Compiled code is kept in the user's cache folder, in a place named after a hash of all sources in the
kernel's folder: numba itself notices an edit of the kernel's own file only, not of what it imports.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

_lock = threading.Lock()


def cache_folder() -> Path:
    """Where compiled kernels live: ``NUMBA_CACHE_DIR`` if set, else below the user's cache folder."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else Path(platformdirs.user_cache_dir("damier")) / "kernels"


@cache
def _place(folder: Path) -> Path | None:
    """The cache of the kernels in *folder*, made and tried; None where nothing can be written."""
    digest = hashlib.blake2b(digest_size=10)
    for source in sorted(folder.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    place = cache_folder() / f"{folder.name}-{digest.hexdigest()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place
    except OSError:
        return None  # numba would raise at import; without a cache it only compiles each time


def kernel(function: F) -> F:
    """Compile *function*, without the GIL, and remember the machine code for next time.

    With ``NUMBA_DISABLE_JIT=1`` it stays plain Python. Leave helper functions lazy (no signatures):
    explicit ones made both compiling and running slower.
    """
    import numba

    file = sys.modules[function.__module__].__file__
    place = _place(Path(file).parent) if file else None
    with _lock:
        settings: Any = numba.config
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(place or "")
        try:
            return cast(F, numba.njit(nogil=True, cache=place is not None)(function))
        finally:
            settings.CACHE_DIR = before


def is_warm(folder: Path) -> bool:
    """Whether the kernels in *folder* (of a game) have been compiled on this machine before."""
    place = _place(folder)
    return place is not None and any(place.rglob("*.nbi"))
