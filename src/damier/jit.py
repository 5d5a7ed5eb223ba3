"""The one door to numba.

Compiled code is kept in the user's cache folder, in a place named after a hash of all kernels in the folder
and of those that games share: numba itself notices an edit of the kernel's own file only, not of what it
imports.

Numba believes whatever it finds in a cache, and runs it. So the files are ours: each begins with its length
and a hash, and one that is not whole is compiled and written again. Where nothing can be kept, it is compiled
each time.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

LENGTH = 8
"""Bytes at the beginning of a file that say how many are compiled code."""

HASH = 32
"""Bytes of the hash that comes next."""

SUFFIX = ".nbc"
"""Of a file of compiled code."""

SHARED = Path(__file__).parent / "engines" / "table"
"""The compiled files that kernels of every game may import."""


def cache_folder() -> Path:
    """Where compiled kernels live: ``NUMBA_CACHE_DIR`` if set, else below the user's cache folder."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else Path(platformdirs.user_cache_dir("damier")) / "kernels"


@cache
def _place(folder: Path) -> Path:
    """The cache of the kernels in *folder*."""
    digest = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=10)  # it writes parts of them
    for source in (*sorted(folder.glob("*.py")), *sorted(SHARED.glob("*.py"))):
        code = source.read_bytes()
        if source.name == "__init__.py" or b"jit" in code:  # constants, or something compiled
            digest.update(source.name.encode() + b"\0" + code + b"\0")
    game = folder.parent.name if folder.name == "kernel" else folder.name
    return cache_folder() / f"{game}-{digest.hexdigest()}"


def _hash(path: Path, code: bytes) -> bytes:
    """What a file with this code must have; its name belongs to it, so that files cannot change places."""
    name = "/".join(path.parts[-3:])  # kernels of a version, module, function
    return hashlib.blake2b(name.encode() + b"\0" + code, digest_size=HASH).digest()


def _read(path: Path) -> bytes | None:
    """The compiled code in a file, if the file is there and whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    length, digest, code = content[:LENGTH], content[LENGTH : LENGTH + HASH], content[LENGTH + HASH :]
    whole = int.from_bytes(length, "big") == len(code) and digest == _hash(path, code)
    return code if whole else None


def _write(path: Path, code: bytes) -> None:
    """Keep compiled code, if that is possible: others see the old file or the whole new one."""
    beside = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
    with suppress(OSError):  # a full or protected folder: it will be compiled again next time
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(len(code).to_bytes(LENGTH, "big") + _hash(path, code) + code)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)


def _pickled(value: object) -> bytes:
    from numba.core import serialize

    return bytes(serialize.dumps(value))


class _Kept:
    """The compiled forms of one function, by the types of its arguments: a cache as numba wants it."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._function = function
        self.cache_path = str(folder)
        """Shown in numba's statistics."""

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file of a form, named after all that it depends on and its place does not tell."""
        import llvmlite
        import numba

        function, code = self._function, self._function.__code__
        closure = _pickled(tuple(cell.cell_contents for cell in function.__closure__ or ()))
        compiler = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag
        what = function.__qualname__, code.co_firstlineno, code.co_code, closure
        form = repr((compiler, what, signature, codegen.magic_tuple()))
        digest = hashlib.blake2b(form.encode(), digest_size=10).hexdigest()
        return Path(self.cache_path) / f"{function.__name__}-{digest}{SUFFIX}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The form for these types, or None if it has to be compiled."""
        from numba.core.compiler import CompileResult

        context.refresh()
        code = _read(self._path(signature, context.codegen()))
        return None if code is None else CompileResult._rebuild(context, *pickle.loads(code))

    def save_overload(self, signature: Any, form: Any) -> None:
        """Keep a form, unless it holds addresses in this process."""
        if not form.lifted and not form.library.has_dynamic_globals:
            _write(self._path(signature, form.codegen), _pickled(form._reduce()))

    def flush(self) -> None:
        """Forget all forms: numba is about to compile them again, and writes over them."""


def kernel(function: F, **more: Any) -> F:
    """Compile *function*, without the GIL, and remember the machine code for next time.

    With ``NUMBA_DISABLE_JIT=1`` it stays plain Python. Leave helper functions lazy (no signatures):
    explicit ones made both compiling and running slower. It makes no arrays: who calls it holds those that it
    is given, and numba need not count who uses them, which would cost most where a helper is called often.
    *more* are options of ``numba.njit``.
    """
    import numba

    compiled = cast(Any, numba.njit)(nogil=True, _nrt=False, **more)(function)  # its types know no _nrt
    file = sys.modules[function.__module__].__file__
    if file is not None and not _is_off(numba.config):
        # A file may be loaded under several names, with other constants for each.
        compiled._cache = _Kept(function, _place(Path(file).parent) / function.__module__)
    return cast(F, compiled)


def inlined(function: F) -> F:
    """The same for a helper of a kernel, which is put into the place where it is called."""
    return kernel(function, forceinline=True)


@cache
def specialised(package: str, **constants: int) -> ModuleType:
    """The kernels of *package* for other *constants* than the usual ones, which its ``__init__.py`` names.

    ``specialised("damier.games.connect4.kernel", WIDTH=5, HEIGHT=4).search`` is the file ``search.py`` of
    that folder, loaded once more as part of a package ``…kernel.HEIGHT_4_WIDTH_5``. There, ``from . import
    WIDTH`` is 5, and with constants instead of variables everything is faster. For that the files import
    each other by relative names.
    """
    usual = importlib.import_module(package)
    if any(getattr(usual, constant) != value for constant, value in constants.items()):
        name = f"{package}.{'_'.join(f'{constant}_{value}' for constant, value in sorted(constants.items()))}"
        own = ModuleType(name, usual.__doc__)
        own.__dict__.update({key: value for key, value in vars(usual).items() if key.isupper()}, **constants)
        own.__path__ = usual.__path__
        usual = sys.modules.setdefault(name, own)
    for file in sorted(Path(usual.__path__[0]).glob("[!_]*.py")):
        importlib.import_module(f"{usual.__name__}.{file.stem}")
    return usual


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

    @intrinsic
    def fetch(context: Any, array: Any, place: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            values = arrayobj.make_array(signature.args[0])(context, builder, given[0])
            at = builder.bitcast(builder.gep(values.data, [given[1]]), ir.IntType(8).as_pointer())
            whole = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [at.type, whole, whole, whole])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch")
            builder.call(function, [at, whole(0), whole(3), whole(1)])  # to read, to keep near, data
            return context.get_dummy_value()

        return types.void(array, types.int64), write

    return cast(Callable[[Any, int], None], fetch)


def is_warm(folder: Path, what: str) -> bool:
    """Whether *what* was compiled from the kernels in *folder* (of a game) on this machine, and is whole.

    A damaged file is deleted, for perhaps nobody needs it again. Whoever does has to compile it, and nothing
    tells who that is: so every level is cold until it has thought once more.
    """
    place = _place(folder)
    if damaged := [file for file in place.rglob(f"*{SUFFIX}") if _read(file) is None]:
        for file in (*damaged, *place.glob("*.warm")):
            with suppress(OSError):
                file.unlink()
    return not damaged and _note(folder, what).exists()


def note_warm(folder: Path, what: str) -> None:
    """Remember that *what* was compiled, if anything can be kept."""
    note = _note(folder, what)
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        note.touch()


def _note(folder: Path, what: str) -> Path:
    """Another Python or numba compiles anew."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    return _place(folder) / f"{what}-numba{version('numba')}-{python}.warm"
