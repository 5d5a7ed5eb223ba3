"""Puzzles: positions in which exactly one move wins, or is safe, and the tool that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from damier.core.engine import RESULTS, Line, Reason, dice
from damier.core.game import AnyGame, Tool
from damier.core.text import Refusal, Text, key_meant, said
from damier.core.tools.batch_tools import make_or_count

SEED = 1
"""Of the puzzles that are stored."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move is right: it wins, or it is what the puzzler asks for."""

    grade: str
    """How hard it is, by the key of its puzzler."""
    moves: tuple[str, ...]
    """The moves that lead there from the usual start, as written."""
    answer: str
    """The move that is right, as written."""
    depth: int
    """How many moves of both sides it takes, this one included."""
    position: str = ""
    """What can be seen, as text, where no moves lead there: then nothing is hidden under it."""


@dataclass(frozen=True, slots=True)
class Puzzler(Tool):
    """A tool of a game that has puzzles and makes new ones."""

    level: str
    """Who judges the answers and defends; a level that knows, given its time."""
    grades: Mapping[str, Text]
    """What people call each grade, the easiest first."""
    stored: Callable[[], Sequence[Puzzle]]
    """Puzzles that were made once, grade by grade; always the same."""
    make: Callable[[str, int], Iterator[Puzzle]]
    """New ones of a grade by a seed, one after the other and without end."""
    betrays: Callable[[Reason, Any, Any], bool] = lambda reason, view, move: False
    """Whether a reason against another move tells of the right one: nobody who looks wants that."""
    quest: Text | None = None
    """What is to be found, where one move is all: ``one cell is certainly safe: which?``; None: a win."""

    def grade(self, name: str) -> str:
        """The key of the grade that *name* means: its key, or its title in any language."""
        return key_meant(
            name,
            ((key, said(title)) for key, title in self.grades.items()),
            Text(
                "'{word}' is not a grade: choose one of {choices}",
                word=name[:40],
                choices=", ".join(self.grades),
            ),
        )

    def of(self, grade: str) -> list[Puzzle]:
        """The stored ones of a grade."""
        return [puzzle for puzzle in self.stored() if puzzle.grade == grade]

    def pick(self, grade: str | None, count: int, seed: int, new: bool) -> Iterator[Puzzle]:
        """So many puzzles of a grade, or of all grades alike, the easiest first.

        They are stored ones, by chance, as many as there are; or *new* ones.
        """
        grades = list(self.grades) if grade is None else [grade]
        for place, key in enumerate(grades):
            stored = self.of(key)
            source = self.make(key, seed) if new else iter(dice(seed, key).sample(stored, len(stored)))
            yield from islice(source, len(range(place, count, len(grades))))


def puzzler(
    about: Text,
    *,
    game: str,
    level: str,
    grades: Mapping[str, Text],
    make: Callable[[str, int], Iterator[Puzzle]],
    stored: Path,
    each: int,
    betrays: Callable[[Reason, Any, Any], bool],
    quest: Text | None = None,
) -> Puzzler:
    """The puzzler of *game*, whose puzzles are what *make* finds, and so many of *each* grade in a file.

    As a tool it counts them, or makes them anew and writes them to a file.
    """
    run = partial(
        make_or_count,
        lambda: [puzzle for grade in grades for puzzle in islice(make(grade, SEED), each)],
        partial(load, stored),
        lambda made: dump(made, game),
        lambda n: Text("{n} puzzles", n=n),
        grades,
        lambda puzzle: (puzzle.grade,),
    )
    return Puzzler(about, run, level, grades, partial(load, stored), make, betrays, quest)


def puzzler_of(game: AnyGame) -> Puzzler | None:
    """The puzzler among the tools of *game*, if it offers one."""
    return next((tool for tool in game.tools.values() if isinstance(tool, Puzzler)), None)


def the_puzzler(game: AnyGame) -> Puzzler:
    """The puzzler of *game*; refuses where it has none."""
    found = puzzler_of(game)
    if found is None:
        raise Refusal(Text("{game} has no puzzles", game=game.title))
    return found


def wins(line: Line[Any]) -> bool:
    """Whether a move is known to win."""
    return line.proven and line.chance == 1


def refused(move: Text, label: Text, why: Iterable[Reason]) -> Text:
    """What is said of a move that does not win; what it comes to only where no reason tells that."""
    if any(reason.kind in RESULTS for reason in why):
        return Text("Not {move}.", move=move)
    return Text("Not {move}: it {label}.", move=move, label=label)


def start_of(game: AnyGame, puzzle: Puzzle) -> Any:
    """What is seen where a puzzle begins."""
    if puzzle.position:
        return game.parse(puzzle.position)
    state = position_of(game, puzzle.moves)
    return game.view(state, state.turn)


def position_of(game: AnyGame, moves: Sequence[str]) -> Any:
    """The state after these moves from the usual start."""
    state = game.begin(seed=0)
    for move in moves:
        state = state.play(game.read(move, game.view(state, state.turn)))
    return state


def dump(puzzles: Sequence[Puzzle], game: str) -> str:
    """Puzzles as text, one a line: grade, depth, answer, and the moves or the position."""
    head = f"# {len(puzzles)} puzzles of {game}; written by: damier tool {game} puzzles FILE\n"
    won = "moves of both sides until it is won, the one move that wins, the moves that lead there"
    found = "moves it takes, the one move that is right, nothing, the position"
    columns = found if any(one.position for one in puzzles) else won
    return f"{head}# grade, {columns}\n" + "".join(map(_line, puzzles))


def _line(one: Puzzle) -> str:
    words = (one.grade, str(one.depth), one.answer, " ".join(one.moves))
    return "\t".join((*words, one.position) if one.position else words) + "\n"


@cache
def load(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles that :func:`dump` wrote to *path*."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_puzzle(line) for line in lines if line and not line.startswith("#"))


def _puzzle(line: str) -> Puzzle:
    grade, depth, answer, moves, *position = line.split("\t")
    return Puzzle(grade, tuple(moves.split()), answer, int(depth), *position)
