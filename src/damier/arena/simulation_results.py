"""What a simulation has come to, and a file that keeps it: whole after a kill at any moment.

The first line of the file says what is simulated, each further line is a batch of games, in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from damier.arena.statistics.elo import wilson
from damier.arena.training_folder import whole_lines
from damier.core.os_errors import reading, writing
from damier.core.record_files import check_writable, read_bytes, write_whole
from damier.core.text import Refusal, Text
from damier.core.tools.simulation import FORMAT, Batch, Played, Simulation

LONGEST_START = 10_000
"""Bytes at most that are read to see what a file holds."""


@dataclass(slots=True)
class SimulationResult:
    """The games that were played so far."""

    games: int = 0
    won: int = 0
    guesses: int = 0
    seconds: float = 0.0
    """Processor time of all of them."""
    signs: list[str] = field(default_factory=list, repr=False)
    """A 1 for each game that was won and a 0 for any other, batch by batch."""

    def add(self, played: Played) -> None:
        """Count a batch."""
        self.games += len(played.won)
        self.won += played.won.count("1")
        self.guesses += played.guesses
        self.seconds += played.seconds
        self.signs.append(played.won)

    @property
    def share(self) -> float:
        """The part of the games that was won."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which two shares the true one lies, in 95 of 100 simulations."""
        return wilson(self.share, self.games)

    @property
    def speed(self) -> float:
        """Games a second of processor time: what one core plays."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def guessed(self) -> float:
        """Guesses a game."""
        return self.guesses / self.games if self.games else 0.0

    def as_json(self, simulation: Simulation) -> dict[str, Any]:
        """All of it, for programs."""
        low, high = self.interval
        return {
            "game": simulation.game,
            "level": simulation.level,
            "options": dict(simulation.options),
            "seed": str(simulation.seed),
            "games": self.games,
            "won": self.won,
            "share": self.share,
            "low": low,
            "high": high,
            "guesses": self.guesses,
            "guesses_per_game": self.guessed,
            "cpu_seconds": self.seconds,
            "games_per_cpu_second": self.speed,
        }

    def lines(self) -> str:
        """``index 0|1`` a line, games counted from 0."""
        return "".join(f"{number} {sign}\n" for number, sign in enumerate("".join(self.signs)))


@dataclass(frozen=True, slots=True)
class SimulationFile:
    """The file of a simulation, which nobody else writes to meanwhile."""

    path: Path
    played: list[Played]
    """The batches that were kept before."""

    def keep(self, lines: Iterator[str]) -> Iterator[str]:
        """Write down what each batch came to, and hand it on."""
        with writing(self.path):
            file = self.path.open("a", encoding="ascii")
        with file:
            for line in lines:
                with writing(self.path):
                    file.write(f"{line}\n")
                    file.flush()
                yield line


@contextmanager
def open_file(path: Path, simulation: Simulation, batches: Sequence[Batch]) -> Iterator[SimulationFile]:
    """The file at *path*, new or of this very simulation; any other is refused and left as it is."""
    check_writable(path)
    lock = FileLock(f"{path}.lock", timeout=0)
    with writing(path):
        try:
            lock.acquire()
        except Timeout:
            raise Refusal(
                Text("another simulation is writing to {path}: wait for it, or end it", path=str(path))
            ) from None
    try:
        _begin(path, simulation.describe())
        yield SimulationFile(path, _kept(path, batches))
    finally:
        with suppress(OSError):  # before it is released, lest somebody else's is taken away
            Path(lock.lock_file).unlink()
        lock.release()


def _begin(path: Path, start: str) -> None:
    """Write the first line of a new file, or see that it is the right one."""
    found = read_bytes(path, LONGEST_START) if path.exists() else b""
    if not found:
        write_whole(path, f"{start}\n")
    elif FORMAT.encode() not in found.partition(b"\n")[0]:
        raise Refusal(Text("{path} is not a file of a simulation: name another with --out", path=str(path)))
    elif not found.startswith(f"{start}\n".encode()):
        raise Refusal(Text("{path} holds another simulation: name another file with --out", path=str(path)))


def _kept(path: Path, batches: Sequence[Batch]) -> list[Played]:
    """The batches in a file; what a kill left of a line is taken away."""
    with reading(path):
        lines = whole_lines(path, "replace")[1:]
    kept = []
    for number, line in enumerate(lines):
        try:
            played = Played.load(line)
            if len(played.won) != len(batches[number].seeds):
                raise ValueError("not as many games as belong there")
        except (ValueError, IndexError):
            raise Refusal(
                Text(
                    "line {n} of {path} is broken: {problem}",
                    n=number + 2,
                    path=str(path),
                    problem=Text("it is not a batch of this simulation; delete it and what follows"),
                )
            ) from None
        kept.append(played)
    return kept
