"""Work that is shared out to all cores or a cluster: solving a file, making a book, playing many games."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence, Sized
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from damier.arena.executors import open_executors
from damier.arena.training_folder import whole_lines
from damier.core.game import AnyGame
from damier.core.os_errors import reading, trouble
from damier.core.record_files import check_writable, write_whole
from damier.core.text import Refusal, Text
from damier.core.tools.batch_tools import Making, Solving
from damier.terminal.screen import Screen
from damier.terminal.warm import prepare_cold

Part = TypeVar("Part")
"""A part of the work: a position, a batch of games."""

BATCH_SECONDS = 1.0
"""What a batch should take: long enough to be worth the way, short enough for the progress to move."""

LARGEST_BATCH = 500
BATCHES_AHEAD = 3
"""Batches that are given out for each worker."""

MOST_POSITION_BYTES = 1_000_000_000


def answers(
    do: Callable[[Part], str], executor: Executor, workers: int, parts: Sequence[Part]
) -> Iterator[str]:
    """What *do* says of each part, in their order; batches grow until they take about a second."""
    waiting: list[Future[tuple[list[str], float]]] = []
    size, given = 1, 0
    while given < len(parts) or waiting:
        while given < len(parts) and len(waiting) < workers * BATCHES_AHEAD:
            batch = list(parts[given : given + min(size, 1 + (len(parts) - given) // (2 * workers))])
            given += len(batch)
            waiting.append(executor.submit(do_some, do, batch))
        found, seconds = waiting.pop(0).result()
        size = max(1, min(LARGEST_BATCH, 2 * size, round(BATCH_SECONDS * len(found) / max(seconds, 1e-6))))
        yield from found


def do_some(do: Callable[[Part], str], parts: Sequence[Part]) -> tuple[list[str], float]:
    """What *do* says of some parts, and how long that took; called where the work is done."""
    began = time.perf_counter()
    return [do(part) for part in parts], time.perf_counter() - began


def solve_file(
    screen: Screen, game: AnyGame, tool: Solving, file: str, processes: int | None, cluster: str | None
) -> None:
    """Print ``position score`` for every line that has a position, in their order."""
    aside = screen.aside()
    positions = list(checked_lines(tool.check, file))
    prepare_cold(aside, game, game.engines)
    with open_executors(processes, cluster) as executors:
        scores = answers(tool.answer, executors.current, executors.workers, positions)
        solved = zip(positions, scores, strict=True)
        try:
            for position, score in aside.track(aside.words(Text("positions")), solved, len(positions)):
                print(position, score, flush=sys.stdout.isatty())
        except BrokenExecutor:
            raise Refusal(Text("a worker has died: is there enough memory?")) from None
    sys.stdout.flush()


def checked_lines(check: Callable[[str], str], file: str) -> Iterator[str]:
    """What *check* makes of each line of a file that is not empty; ``-`` is standard input."""
    path = Path(file)
    with reading(path), nullcontext(sys.stdin.buffer) if file == "-" else path.open("rb") as source:
        raw = source.read(MOST_POSITION_BYTES)
    for number, line in enumerate(raw.decode("utf-8-sig", "replace").splitlines(), 1):
        try:
            found = check(line)
        except Refusal as problem:
            raise Refusal(
                Text("line {n} of {path} is broken: {problem}", n=number, path=file, problem=problem.text)
            ) from None
        if found:
            yield found


def make_book(
    screen: Screen,
    game: AnyGame,
    tool: Making,
    ply: int,
    out: Path | None,
    processes: int | None,
    cluster: str | None,
) -> None:
    """Do what is missing, keep each result at once, and write the book when all is done."""
    if ply not in tool.plies:
        raise Refusal(
            Text("choose a number of plies from {low} to {high}", low=tool.plies[0], high=tool.plies[-1])
        )
    target = out or tool.usual(ply)
    check_writable(target)
    journal = target.with_name(f"{target.name}.part")
    with screen.working(Text("counting positions")):
        parts = list(tool.parts(ply))
    done = _kept(journal, set(parts))
    missing = [part for part in parts if part not in done]
    prepare_cold(screen, game, game.engines)
    with (
        _telling_what_is_kept(screen, journal, done, len(parts)),
        open_executors(processes, cluster) as executors,
        journal.open("a", encoding="ascii") as paper,
    ):
        results = answers(tool.do, executors.current, executors.workers, missing)
        made, title = zip(missing, results, strict=True), screen.words(Text("positions"))
        for part, result in screen.track(title, made, len(parts), len(done)):
            paper.write(f"{part} {result}\n")
            paper.flush()
            done[part] = result
    write_whole(target, tool.join(ply, done.items()))
    journal.unlink(missing_ok=True)
    screen.say(
        Text("{path}: {n} positions of ply {ply} and all before", path=str(target), n=len(parts), ply=ply)
    )


@contextmanager
def _telling_what_is_kept(screen: Screen, journal: Path, done: Sized, total: int) -> Iterator[None]:
    """Where the work is stopped, say why, and that it can go on."""
    try:
        yield
    except OSError as error:
        raise Refusal(
            Text("cannot write {path}: {error}", path=str(journal), error=trouble(error))
        ) from error
    except BrokenExecutor:
        raise Refusal(Text("a worker has died: the same command goes on where it stopped")) from None
    except KeyboardInterrupt:
        screen.say(
            Text("{n} of {all} positions are kept in {path}", n=len(done), all=total, path=str(journal))
        )
        screen.say(Text("the same command goes on where it stopped"))
        raise SystemExit(130) from None


def _kept(journal: Path, parts: set[str]) -> dict[str, str]:
    """The results that an earlier run kept; a line that was cut off is not one of them."""
    with reading(journal):
        found = [line.partition(" ") for line in whole_lines(journal, "replace")]
    return {part: result for part, _, result in found if part in parts and result}
