"""A training in a folder, whole after a kill at any moment: the same command goes on where it stopped.

``training.json``       what is trained and how, written once
``<n>/samples.jsonl``   what the games of generation n taught, a part of the work a line
``<n>/weights-<n>.npz`` what was fitted to them
``<n>/proof/``          the match between these weights and the best before them, a tournament's folder
``<n>/proof.json``      how it ended
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from damier.arena.plan import derive_seed
from damier.core.os_errors import trouble, writing
from damier.core.record_files import write_whole
from damier.core.text import Refusal, Text
from damier.core.tools.training import SelfPlay

FORMAT = "damier training 1"
"""What the folder holds, and the version of its format."""

COURSE = "training.json"


@dataclass(frozen=True, slots=True)
class Course:
    """What is trained and how: everything that decides which weights come out."""

    game: str
    """The key of the game."""
    level: str
    """The key of the level that plays with the weights."""
    games: int
    """How many games a generation plays against itself."""
    batch: int
    """Of these, how many make one part of the work."""
    proof: int
    """How many games the match may take that proves a generation."""
    seed: int

    def command(self, generations: int) -> str:
        """What makes the weights of so many generations again."""
        how = f"--generations {generations} --games {self.games} --proof {self.proof} --seed {self.seed}"
        return f"damier train {self.game} {how}"


@dataclass(frozen=True, slots=True)
class TrainingFolder:
    """The folder of a course."""

    folder: Path
    course: Course

    @classmethod
    def begin(cls, folder: Path, course: Course) -> TrainingFolder:
        """A new folder for a course, or one in which it goes on; refused where another one was begun."""
        content = json.dumps({"format": FORMAT, **asdict(course), "seed": str(course.seed)}, indent=1) + "\n"
        path = folder / COURSE
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            begun = path.read_text("utf-8", "replace") if path.exists() else None
        if begun is None:
            write_whole(path, content)
        elif begun != content:
            raise Refusal(
                Text("{path} holds another training: name another folder with --out", path=str(folder))
            )
        return cls(folder, course)

    def generation(self, number: int) -> Generation:
        """A generation by its number, from 1."""
        folder = self.folder / str(number)
        with writing(folder):
            folder.mkdir(exist_ok=True)
        return Generation(folder, self.course, number)

    def best(self, before: int) -> Path | None:
        """The weights of the last generation before *before* that was proven, if one was."""
        for number in range(before - 1, 0, -1):
            if self.generation(number).is_stronger():
                return self.generation(number).weights
        return None


@dataclass(frozen=True, slots=True)
class Generation:
    """One round of self-play, fit and proof."""

    folder: Path
    course: Course
    number: int

    @property
    def weights(self) -> Path:
        """Where the weights that were fitted are."""
        return self.folder / f"weights-{self.number}.npz"

    @property
    def proof(self) -> Path:
        """The folder of the match that proves them."""
        return self.folder / "proof"

    @property
    def outcome(self) -> Path:
        """Where it is written down how that match ended."""
        return self.folder / "proof.json"

    @property
    def journal(self) -> Path:
        """Where the parts of the work that are done are kept."""
        return self.folder / "samples.jsonl"

    def parts(self, best: Path | None) -> list[SelfPlay]:
        """The work of self-play, always the same for the same course."""
        seed, games, batch = self.course.seed, self.course.games, self.course.batch
        return [
            SelfPlay(best, derive_seed(seed, f"self-play {self.number} {first}"), min(batch, games - first))
            for first in range(0, games, batch)
        ]

    def samples(self) -> list[str]:
        """What the parts that are done have taught, in their order; a line that was cut off is taken away."""
        try:
            return whole_lines(self.journal)
        except (OSError, UnicodeDecodeError) as error:
            raise _unreadable(self.journal, error) from error

    def keep(self, found: Iterator[str]) -> Iterator[str]:
        """Write down what each part has taught as it comes, and hand it on."""
        with writing(self.journal):
            file = self.journal.open("a", encoding="utf-8")
        with file:
            for line in found:
                with writing(self.journal):
                    file.write(f"{line}\n")
                    file.flush()
                    os.fsync(file.fileno())
                yield line

    def is_stronger(self) -> bool | None:
        """Whether the match proved these weights stronger; None while it has not ended."""
        try:
            return bool(json.loads(self.outcome.read_text("utf-8"))["stronger"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise _unreadable(self.outcome, error) from error

    def settle(self, stronger: bool, games: int) -> None:
        """Write down how the match ended."""
        write_whole(self.outcome, json.dumps({"stronger": stronger, "games": games}) + "\n")


def whole_lines(journal: Path, errors: str = "strict") -> list[str]:
    """The lines of a journal, none where there is no such file; what a kill left of a line is taken away."""
    try:
        lines = journal.read_text("utf-8", errors).splitlines(keepends=True)
    except FileNotFoundError:
        return []
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
        write_whole(journal, "".join(lines))
    return [line.rstrip("\n") for line in lines]


def _unreadable(path: Path, error: Exception) -> Refusal:
    reason = trouble(error) if isinstance(error, OSError) else Text("it is damaged: delete it")
    return Refusal(Text("cannot read {path}: {error}", path=str(path), error=reason))
