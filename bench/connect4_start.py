"""What one waits for before the solver solves: the compiler, the start, the stop, the book; and its memory.

    python -m bench.connect4_start

Each command runs in a process of its own; CPU time is that of the process and all it started. The compiler
gets an empty cache folder.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from damier.core.engine import Limit, think
from damier.games.connect4.book import known
from damier.games.connect4.levels.perfect import perfect
from damier.games.connect4.rules import Position, board
from damier.games.connect4.tools.solve import OPENINGS

SAMPLE = 200
POSITION = "4453"


def cpu_of(*words: str, **environment: str) -> tuple[float, float]:
    """CPU seconds of a command, and the megabytes that it had at most."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = (
        "import resource, subprocess, sys; "
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(done.returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, sys.executable, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, int(done.stdout) / 1024


def compiling() -> float:
    """CPU seconds for the first question on a machine, less those of the same question afterwards."""
    ask = "from damier.games.connect4 import solve; solve('44444432', book=False)"
    with tempfile.TemporaryDirectory() as folder:
        first, _ = cpu_of("-c", ask, NUMBA_CACHE_DIR=folder)
        again, _ = cpu_of("-c", ask, NUMBA_CACHE_DIR=folder)
    return first - again


def by_chance(chance: random.Random, ply: int) -> Position:
    """A position after so many moves at random in which the game goes on."""
    while True:
        position = Position(board(7, 6), (0, 0), 0)
        for _ in range(ply):
            if position.outcome() is None:
                position = position.play(chance.choice(position.moves()))
        if position.outcome() is None:
            return position


def stopping() -> list[float]:
    """Milliseconds from the wish to stop until an engine in the middle of a long search has stopped."""
    found: list[float] = []
    chance = random.Random(1)
    think(perfect(0), Position(board(7, 6), (0, 0), 0), Limit(time=1.0))  # what must be loaded is there
    while len(found) < 10:
        position = by_chance(chance, 9)
        opinions = perfect(0).think(position, Limit(time=60.0))
        next(opinions)
        time.sleep(0.2)
        began = time.perf_counter()
        opinions.close()  # type: ignore[attr-defined]  # waits for its thread
        found.append(1000 * (time.perf_counter() - began))
    return found


def by_the_book() -> None:
    """Scores up to ply 8 and best moves up to ply 7."""
    known(Position(board(7, 6), (0, 0), 0))  # the book is read
    for ply in range(9):
        some = list(OPENINGS.positions(ply))
        some = some[:: -(-len(some) // SAMPLE)]
        took, missing = [], 0
        for position in some:
            began = time.perf_counter()
            missing += known(position) is None
            took.append(1000 * (time.perf_counter() - began))
        line = f"ply {ply}: score of {len(some)}: {statistics.median(took):.3f} ms, at most {max(took):.3f}"
        if ply < 8:
            moved = []
            for position in some[:50]:
                began = time.perf_counter()
                opinions = perfect(0).think(position, Limit(time=1.0, lines=1))
                missing += not any(analysis.lines[0].proven for analysis in opinions)
                moved.append(1000 * (time.perf_counter() - began))
            line += (
                f"; best move of {len(moved)}: {statistics.median(moved):.1f} ms, at most {max(moved):.1f}"
            )
        print(f"{line}; not known: {missing}")


def until_known(each: int = 100) -> None:
    """How long ``perfect`` thinks where no limit was given: for a move, and for the scores of all moves."""
    chance = random.Random(2)
    for ply in (8, 9, 10, 12, 16):
        for lines, words in ((1, "a move"), (7, "all moves")):
            took: list[float] = []
            missing = 0
            for _ in range(each):
                position = by_chance(chance, ply)
                began = time.perf_counter()
                found = think(perfect(0), position, Limit(lines=lines))
                took.append(time.perf_counter() - began)
                missing += not all(line.proven for line in found.lines)
            print(
                f"ply {ply}, {words}: {statistics.median(took):.2f} s, at most {max(took):.2f} s"
                f" of {each} positions; not proven: {missing}",
                flush=True,
            )


def main() -> None:
    print(f"first compile: {compiling():.2f} s of CPU")
    damier = ("-m", "damier", "analyse", "connect4")
    cpu_of(*damier, POSITION, "--json")
    late = "7422341735647741166133573473242566"
    for words in (late, POSITION):
        runs = [cpu_of(*damier, words, "--json") for _ in range(3)]
        seconds, memory = min(run[0] for run in runs), max(run[1] for run in runs)
        print(f"damier analyse connect4 {words}: {seconds:.2f} s of CPU, {memory:.0f} MB at most")
    seconds, memory = cpu_of("-c", "from damier.games.connect4 import solve; solve('', book=False)")
    print(f"solve('', book=False): {seconds:.2f} s of CPU with the start, {memory:.0f} MB at most")
    took = stopping()
    print(f"stopped after {statistics.median(took):.1f} ms, at most {max(took):.1f} ms")
    by_the_book()
    until_known()


if __name__ == "__main__":
    main()
