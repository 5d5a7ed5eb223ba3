"""The one door to numba.

Compiled code is kept in the user's cache folder, in a place named after a hash of all kernels in the folder:
numba itself notices an edit of the kernel's own file only, not of what it imports.
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
    digest = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=10)  # it writes parts of them
    for source in sorted(folder.glob("*.py")):
        words = source.read_bytes()
        if source.name.startswith("kernel") or b"damier.jit" in words:
            digest.update(source.name.encode() + b"\0" + words + b"\0")
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
    return _compiled(function)


def inlined(function: F) -> F:
    """The same for a helper of a kernel, which is put into the place where it is called."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **more: bool) -> F:
    import numba

    file = sys.modules[function.__module__].__file__
    place = _place(Path(file).parent) if file else None
    if place is not None:  # a file may be loaded under several names, with other constants for each
        place /= function.__module__
    with _lock:
        settings: Any = numba.config
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(place or "")
        try:
            compiler: Any = numba.njit
            return cast(F, compiler(nogil=True, cache=place is not None, **more)(function))
        finally:
            settings.CACHE_DIR = before


def _is_off(settings: Any) -> bool:
    """Whether kernels stay plain Python."""
    return bool(settings.DISABLE_JIT)


def bit_counter() -> Callable[[int], int]:
    """A function for kernels: how many bits of a number are set; one instruction where the machine has it."""
    import numba

    if _is_off(numba.config):
        return lambda number: int(number).bit_count()  # numbers out of an array are not Python's
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def ones(context: Any, number: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.ctpop(given[0])

        return types.int64(types.int64), write

    return cast(Callable[[int], int], ones)


def fetcher() -> Callable[[Any, int], None]:
    """A function for kernels: have the machine fetch ``array[place]``, which will be read a little later."""
    import numba

    if _is_off(numba.config):
        return lambda array, place: None
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    arrays: Any = arrayobj
    building: Any = cgutils

    @intrinsic
    def fetch(context: Any, array: Any, place: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            values = arrays.make_array(signature.args[0])(context, builder, given[0])
            at = builder.bitcast(builder.gep(values.data, [given[1]]), ir.IntType(8).as_pointer())
            whole = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [at.type, whole, whole, whole])
            function = building.get_or_insert_function(builder.module, kind, "llvm.prefetch")
            builder.call(function, [at, whole(0), whole(3), whole(1)])  # to read, to keep near, data
            return context.get_dummy_value()

        return types.void(array, types.int64), write

    return cast(Callable[[Any, int], None], fetch)


def is_warm(folder: Path) -> bool:
    """Whether the kernels in *folder* (of a game) have been compiled on this machine before."""
    place = _place(folder)
    return place is not None and any(place.rglob("*.nbi"))
